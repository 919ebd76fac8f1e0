// The end of a battle: SS-8 to SS-14. The usual one, of which nobody hears, is in plays.c.
#include "games/stellar-skirmish/state.h"

static void claim(const stellar_game *g, stellar_state *s, int player, int planet, bool is_doubled,
                  const agon_context *context) {
    stellar_claims(g, s)[s->claimed++] = stellar_claim(player, planet);
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
        for (int left = g->doubles[deck[at]]; left > 0 && s->index < g->deck_size; left--) {
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

// Moves the next planet of the deck into the pot.
static void turn_up(const stellar_game *g, stellar_state *s, const agon_context *context) {
    if (agon_wants_events(context)) {
        agon_stellar_emit_revealed(context, stellar_deck(g, s)[s->index]);
    }
    s->index++;
    s->pot++;
}

// SS-10, SS-11.
static void tie(const stellar_game *g, stellar_state *s, const agon_context *context) {
    if (s->index < g->deck_size) {
        turn_up(g, s, context);
    } else if (g->final_tie == AGON_STELLAR_DISCARD) {
        discard(g, s, context);
    }
}

// SS-14.
static void end(const stellar_game *g, stellar_state *s, const agon_context *context) {
    uint64_t left = 0;
    for (int p = 0; p < g->head.players; p++) {
        left |= s->hands[p];
    }
    bool is_all_claimed = s->pot == 0 && s->index == g->deck_size;
    finish(g, s,
           left             ? AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY
           : is_all_claimed ? AGON_STELLAR_NORMAL
                            : AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING,
           context);
}

// SS-8: what the next battle is about, where that is told before anybody chooses.
static void prepare(const stellar_game *g, stellar_state *s, const agon_context *context) {
    if (g->turns_up && s->pot == 0 && s->index < g->deck_size) {
        turn_up(g, s, context);
    }
}

static void tell_cards(const stellar_game *g, const stellar_state *s, const agon_context *context) {
    int32_t cards[AGON_MAX_PLAYERS];
    for (int p = 0; p < g->head.players; p++) {
        cards[p] = g->fleets[p]->values[stellar_plays(g, s)[p]];
    }
    bool is_tied = s->lead & STELLAR_LEAD_TIED;
    agon_stellar_emit_resolved(context, cards, g->head.players,
                               is_tied ? -1 : stellar_lead_player(s->lead));
}

// SS-9: who has the highest card, and whether alone, is known since the last play.
agon_status agon_stellar_battle(const stellar_game *g, stellar_state *s,
                                const agon_context *context) {
    uint32_t lead = s->lead;
    if (agon_wants_events(context)) {
        tell_cards(g, s, context);
    }
    s->head.to_act = g->everybody;
    if (lead & STELLAR_LEAD_TIED) {
        tie(g, s, context);
    } else {
        award(g, s, stellar_lead_player(lead), context);
    }
    if (s->is_strained && !s->head.over) {
        end(g, s, context);
    }
    if (!s->head.over) {
        prepare(g, s, context);
    }
    return AGON_OK;
}
