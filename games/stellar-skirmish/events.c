// What is told of a match.
#include "games/stellar-skirmish/state.h"

static const agon_event_field revealed_fields[] = {
    {"planet", STELLAR_KIND_PLANET, 0, 1, AGON_FIELD_REVEAL},
};

static const agon_event_field played_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"card", AGON_KIND_INT, 1, 1, AGON_FIELD_SECRET},
};

static const agon_event_field resolved_fields[] = {
    {"plays", STELLAR_KIND_CARDS, 0, AGON_MAX_PLAYERS, AGON_FIELD_REVEAL},
    {"winner", AGON_KIND_PLAYER, AGON_MAX_PLAYERS, 1, AGON_FIELD_NULL},
};

// A planet that was pulled along is turned up here.
static const agon_event_field claimed_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"planet", STELLAR_KIND_PLANET, 1, 1, AGON_FIELD_REVEAL},
    {"doubled", AGON_KIND_BOOL, 2, 1, 0},
};

static const agon_event_field over_fields[] = {
    {"end_reason", STELLAR_KIND_REASON, 0, 1, 0},
    {"scores", STELLAR_KIND_SCORES, 1, AGON_MAX_PLAYERS, 0},
    {"winners", AGON_KIND_PLAYERS, 1 + AGON_MAX_PLAYERS, 1, 0},
};

const agon_event_type agon_stellar_event_types[AGON_STELLAR_EVENTS] = {
    [AGON_STELLAR_PLANET_REVEALED] = {"PLANET_REVEALED", revealed_fields, 1},
    [AGON_STELLAR_CARD_PLAYED] = {"CARD_PLAYED", played_fields, 2},
    [AGON_STELLAR_BATTLE_RESOLVED] = {"BATTLE_RESOLVED", resolved_fields, 2},
    [AGON_STELLAR_PLANET_CLAIMED] = {"PLANET_CLAIMED", claimed_fields, 3},
    [AGON_STELLAR_POT_DISCARDED] = {"POT_DISCARDED", NULL, 0},
    [AGON_STELLAR_GAME_OVER] = {"GAME_OVER", over_fields, 3},
};

void agon_stellar_emit_revealed(const agon_context *context, uint8_t planet) {
    agon_event event = {.type = AGON_STELLAR_PLANET_REVEALED, .visible = AGON_ALL, .f = {planet}};
    agon_emit(context, &event);
}

void agon_stellar_emit_played(const agon_context *context, int player, int32_t card) {
    agon_event event = {
        .type = AGON_STELLAR_CARD_PLAYED, .visible = agon_viewer_bit(player), .f = {player, card}};
    agon_emit(context, &event);
}

void agon_stellar_emit_resolved(const agon_context *context, const int32_t *cards, int players,
                                int winner) {
    agon_event event = {.type = AGON_STELLAR_BATTLE_RESOLVED, .visible = AGON_ALL};
    for (int p = 0; p < players; p++) {
        event.f[p] = cards[p];
    }
    event.f[AGON_MAX_PLAYERS] = winner;
    agon_emit(context, &event);
}

void agon_stellar_emit_claimed(const agon_context *context, int player, int planet,
                               bool is_doubled) {
    agon_event event = {.type = AGON_STELLAR_PLANET_CLAIMED,
                        .visible = AGON_ALL,
                        .f = {player, planet, is_doubled}};
    agon_emit(context, &event);
}

void agon_stellar_emit_discarded(const agon_context *context) {
    agon_event event = {.type = AGON_STELLAR_POT_DISCARDED, .visible = AGON_ALL};
    agon_emit(context, &event);
}

void agon_stellar_emit_over(const agon_context *context, const stellar_game *g,
                            const stellar_state *s) {
    agon_event event = {.type = AGON_STELLAR_GAME_OVER, .visible = AGON_ALL};
    event.f[0] = s->end_reason;
    agon_scores(&g->head, &s->head, &event.f[1]);
    event.f[1 + AGON_MAX_PLAYERS] = agon_winners(&g->head, &s->head);
    agon_emit(context, &event);
}
