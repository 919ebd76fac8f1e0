// What each viewer sees (SK-26), and full states that fit what it sees.
#include "games/skirmish/state.h"

#include <string.h>

// The waiting effects, oldest first; what was executed before stays behind.
static void copy_queue(const skirmish_state *s, skirmish_state *out) {
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        agon_queue_push(&out->queue.base, SKIRMISH_QUEUE_MAX,
                        agon_queue_at(&s->queue.base, SKIRMISH_QUEUE_MAX, i));
    }
}

static void copy_player(const skirmish_state *s, int player, skirmish_state *out) {
    out->known[player] = s->known[player];
    out->grave_set[player] = s->grave_set[player];
    out->squires[player] = s->squires[player];
    out->hand_count[player] = s->hand_count[player];
    out->deck_count[player] = s->deck_count[player];
    out->grave_count[player] = s->grave_count[player];
    out->vp[player] = s->vp[player];
    out->rounds_won[player] = s->rounds_won[player];
    out->has_passed[player] = s->has_passed[player];
    memcpy(out->grave[player], s->grave[player], s->grave_count[player]);
}

// Everything that all may know. All effects in the queue speak of cards on the table.
static void copy_public(const skirmish_state *s, skirmish_state *out) {
    out->pending = s->pending;
    memcpy(out->units, s->units, sizeof out->units);
    memcpy(out->modifiers, s->modifiers, sizeof out->modifiers);
    out->occupied = s->occupied;
    out->fallen = s->fallen;
    out->current = s->current;
    out->starting = s->starting;
    out->round = s->round;
    out->tie_rounds = s->tie_rounds;
    out->is_activating = s->is_activating;
    out->match_winner = s->match_winner;
    copy_player(s, 0, out);
    copy_player(s, 1, out);
    copy_queue(s, out);
}

static void copy_hand(const skirmish_state *s, int player, skirmish_state *out) {
    memcpy(out->hand[player], s->hand[player], s->hand_count[player]);
    out->hand_set[player] = s->hand_set[player];
    out->firsts[player] = s->firsts[player];
}

void agon_skirmish_view(const agon_game *game, const agon_state *state, int viewer,
                        agon_state *out) {
    (void)game;
    const skirmish_state *s = (const skirmish_state *)state;
    skirmish_state *v = (skirmish_state *)out;
    copy_public(s, v);
    for (int player = 0; player < 2; player++) {
        memset(v->deck[player], SKIRMISH_HIDDEN, s->deck_count[player]);
        if (player == viewer) {
            copy_hand(s, player, v);
        } else {
            memset(v->hand[player], SKIRMISH_HIDDEN, s->hand_count[player]);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Resample

// A deployment that waits in the queue has its card with it.
static uint64_t cards_in_queue(const skirmish_state *s, int player) {
    uint64_t cards = 0;
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        agon_effect effect = agon_queue_at(&s->queue.base, SKIRMISH_QUEUE_MAX, i);
        bool carries = effect.type == SKIRMISH_CONSUME || effect.type == SKIRMISH_DEPLOY;
        if (carries && agon_skirmish_ref_player(effect.a) == player) {
            cards |= (uint64_t)1 << skirmish_ref_index(effect.a);
        }
    }
    return cards;
}

static uint64_t cards_on_board(const skirmish_state *s, int player) {
    uint64_t own = s->occupied & skirmish_side(player);
    uint64_t cards = 0;
    while (own) {
        cards |= (uint64_t)1 << s->units[skirmish_take(&own)].card;
    }
    return cards;
}

uint64_t agon_skirmish_unseen(const skirmish_game *g, const skirmish_state *s, int player,
                              int viewer) {
    uint64_t deck_cards = ((uint64_t)1 << AGON_SKIRMISH_FIRST_SQUIRE) - 1;
    uint64_t seen = cards_on_board(s, player) | cards_in_queue(s, player) | s->grave_set[player] |
                    s->known[player] | (player == viewer ? s->hand_set[player] : 0);
    return g->owned[player] & deck_cards & ~seen;
}

static void shuffle(uint8_t *cards, int count, agon_rng *bits) {
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = agon_uniform(bits, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

static int list_members(uint64_t set, uint8_t *cards) {
    int count = 0;
    while (set) {
        cards[count++] = (uint8_t)skirmish_take(&set);
    }
    return count;
}

// A hand of the right size with all that is known of it; the rest is taken from `pool`. Returns how
// many were taken.
static int guess_hand(const skirmish_game *g, skirmish_state *s, int player, const uint8_t *pool,
                      agon_rng *bits) {
    uint8_t *hand = s->hand[player];
    int known = list_members(s->known[player], hand);
    int unknown = s->hand_count[player] - known;
    memcpy(hand + known, pool, (size_t)unknown);
    shuffle(hand, s->hand_count[player], bits);
    for (int i = 0; i < s->hand_count[player]; i++) {
        s->hand_set[player] |= (uint64_t)1 << hand[i];
    }
    s->firsts[player] = agon_skirmish_lowest_copies(g, player, s->hand_set[player]);
    return unknown;
}

// What is hidden is any choice out of the public deck list, as far as it has not been seen. A list
// may hold more cards than are left in a loaded state; then some stay out.
void agon_skirmish_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                            agon_state *out) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *v = (const skirmish_state *)view;
    skirmish_state *s = (skirmish_state *)out;
    copy_public(v, s);
    for (int player = 0; player < 2; player++) {
        uint8_t pool[AGON_SKIRMISH_INDEX_MAX];
        shuffle(pool, list_members(agon_skirmish_unseen(g, v, player, view->viewer), pool), bits);
        int taken = 0;
        if (player == view->viewer) {
            copy_hand(v, player, s);
        } else {
            taken = guess_hand(g, s, player, pool, bits);
        }
        memcpy(s->deck[player], pool + taken, s->deck_count[player]);
    }
    s->rng = agon_rng_split(bits);
}
