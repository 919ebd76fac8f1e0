// The end of a battle: SS-9 to SS-14.
#include "games/stellar-skirmish/state.h"

static int32_t played_value(const stellar_game *g, const stellar_state *s, int player) {
    return g->fleets[player]->values[stellar_plays(g, s)[player]];
}

static void claim(const stellar_game *g, stellar_state *s, int player, int planet, bool is_doubled,
                  const agon_context *context) {
    stellar_claims(g, s)[s->claimed++] = (uint16_t)(planet | player << STELLAR_OWNER);
    if (agon_wants_events(context)) {
        agon_stellar_emit_claimed(context, player, planet, is_doubled);
    }
}

// SS-12.
static void award(const stellar_game *g, stellar_state *s, int winner,
                  const agon_context *context) {
    const uint8_t *deck = stellar_deck(g, s);
    int end = s->index;
    for (int at = end - s->pot; at < end; at++) {
        claim(g, s, winner, deck[at], false, context);
        int pulled = s->index + g->doubles[deck[at]];
        while (s->index < g->deck_size && s->index < pulled) {
            claim(g, s, winner, g->doubled_as[deck[s->index++]], true, context);
        }
    }
    s->pot = 0;
}

static void finish(const stellar_game *g, stellar_state *s, int reason,
                   const agon_context *context) {
    s->end_reason = (uint8_t)reason;
    s->head.over = 1;
    s->head.to_act = AGON_NONE;
    if (agon_wants_events(context)) {
        agon_stellar_emit_over(context, g, s);
    }
}

// SS-11, where the pot is not kept.
static void discard(const stellar_game *g, stellar_state *s, const agon_context *context) {
    s->pot = 0;
    if (agon_wants_events(context)) {
        agon_stellar_emit_discarded(context);
    }
    finish(g, s, AGON_STELLAR_FINAL_TIE_POT_DISCARDED, context);
}

// SS-10, SS-11.
static void tie(const stellar_game *g, stellar_state *s, const agon_context *context) {
    if (s->index < g->deck_size) {
        if (agon_wants_events(context)) {
            agon_stellar_emit_revealed(context, stellar_deck(g, s)[s->index]);
        }
        s->index++;
        s->pot++;
    } else if (g->final_tie == AGON_STELLAR_DISCARD) {
        discard(g, s, context);
    }
}

// What a look at all players finds.
typedef struct outcome {
    int winner; // SS-9: who has the highest card alone, or −1
    bool is_any_empty;
    uint64_t left; // not 0: somebody still has cards
} outcome;

// Takes the plays off the table.
static outcome compare(const stellar_game *g, stellar_state *s) {
    outcome o = {.winner = -1};
    uint8_t *plays = stellar_plays(g, s);
    int32_t best = INT32_MIN; // no card is as low
    for (int p = 0; p < g->head.players; p++) {
        int32_t value = played_value(g, s, p);
        o.winner = value > best ? p : value == best ? -1 : o.winner;
        best = value > best ? value : best;
        plays[p] = STELLAR_NO_PLAY;
        o.is_any_empty |= s->hands[p] == 0;
        o.left |= s->hands[p];
    }
    return o;
}

// SS-14.
static void end(const stellar_game *g, stellar_state *s, bool is_left,
                const agon_context *context) {
    bool is_all_claimed = s->pot == 0 && s->index == g->deck_size;
    finish(g, s,
           is_left          ? AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY
           : is_all_claimed ? AGON_STELLAR_NORMAL
                            : AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING,
           context);
}

static void tell_cards(const stellar_game *g, const stellar_state *s,
                       int32_t cards[AGON_MAX_PLAYERS]) {
    for (int p = 0; p < g->head.players; p++) {
        cards[p] = played_value(g, s, p);
    }
}

agon_status agon_stellar_battle(const stellar_game *g, stellar_state *s,
                                const agon_context *context) {
    int32_t cards[AGON_MAX_PLAYERS];
    if (agon_wants_events(context)) {
        tell_cards(g, s, cards);
    }
    outcome o = compare(g, s);
    if (agon_wants_events(context)) {
        agon_stellar_emit_resolved(context, cards, g->head.players, o.winner);
    }
    s->head.to_act = g->everybody;
    if (o.winner < 0) {
        tie(g, s, context);
    } else {
        award(g, s, o.winner, context);
    }
    if (AGON_UNLIKELY(o.is_any_empty) && !s->head.over) {
        end(g, s, o.left != 0, context);
    }
    return AGON_OK;
}
