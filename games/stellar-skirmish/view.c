// What each viewer sees (SS-16), and states that fit what it sees.
//
// Hidden are the others' open plays and the order of the planets not yet revealed. A hand is public;
// but one whose owner has a card face down still holds that card, as far as the others know.
#include "games/stellar-skirmish/state.h"

#include <string.h>

static void copy_public(const stellar_game *g, const stellar_state *from, stellar_state *to) {
    to->index = from->index;
    to->pot = from->pot;
    to->claimed = from->claimed;
    to->end_reason = from->end_reason;
    memcpy(stellar_claims(g, to), stellar_claims(g, from), from->claimed * sizeof(uint16_t));
    memcpy(stellar_deck(g, to), stellar_deck(g, from), from->index);
}

// Behind the revealed planets, all others in the order of the game's list; no two are equal.
static void list_different(const stellar_game *g, const uint8_t *revealed, int count,
                           uint8_t *deck) {
    uint64_t left = ~UINT64_C(0) >> (64 - g->kind_count);
    for (int i = 0; i < count; i++) {
        left ^= UINT64_C(1) << revealed[i];
    }
    for (; left; left &= left - 1) {
        deck[count++] = (uint8_t)stellar_lowest_bit(left);
    }
}

// The same for planets that may be equal.
static void list_unrevealed(const stellar_game *g, const uint8_t *revealed, int count,
                            uint8_t *deck) {
    uint8_t left[AGON_STELLAR_MAX_PLANETS];
    memcpy(left, g->copies, sizeof left);
    for (int i = 0; i < count; i++) {
        left[revealed[i]]--;
    }
    for (uint8_t kind = 0; kind < g->kind_count; kind++) {
        for (; left[kind] > 0; left[kind]--) {
            deck[count++] = kind;
        }
    }
}

static void view_hand(const stellar_game *g, const stellar_state *s, int player, bool is_own,
                      stellar_state *v) {
    uint8_t play = stellar_play_of(g, s, player);
    bool is_concealed = !is_own && play < STELLAR_HIDDEN;
    v->hands[player] = s->hands[player] | (is_concealed ? UINT64_C(1) << play : 0);
    stellar_plays(g, v)[player] = is_concealed ? STELLAR_HIDDEN : play;
}

void agon_stellar_view(const agon_game *game, const agon_state *state, int viewer,
                       agon_state *out) {
    const stellar_game *g = stellar_game_of(game);
    const stellar_state *s = (const stellar_state *)state;
    stellar_state *v = (stellar_state *)out;
    copy_public(g, s, v);
    if (g->kind_count == g->deck_size) {
        list_different(g, stellar_deck(g, s), s->index, stellar_deck(g, v));
    } else {
        list_unrevealed(g, stellar_deck(g, s), s->index, stellar_deck(g, v));
    }
    for (int p = 0; p < game->players; p++) {
        view_hand(g, s, p, p == viewer, v);
    }
}

void agon_stellar_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                           agon_state *out) {
    const stellar_game *g = stellar_game_of(game);
    const stellar_state *v = (const stellar_state *)view;
    stellar_state *s = (stellar_state *)out;
    copy_public(g, v, s);
    memcpy(stellar_deck(g, s), stellar_deck(g, v), g->deck_size);
    agon_stellar_shuffle(stellar_deck(g, s) + v->index, (uint32_t)(g->deck_size - v->index), bits);
    memcpy(s->hands, v->hands, game->players * sizeof v->hands[0]);
    memcpy(stellar_plays(g, s), stellar_plays(g, v), game->players);
    for (int p = 0; p < game->players; p++) {
        if (stellar_plays(g, v)[p] == STELLAR_HIDDEN) {
            agon_stellar_guess(g, s, p, bits);
        }
    }
    agon_stellar_recall(g, s);
    agon_rng rng = agon_rng_split(bits);
    memcpy(s->key, rng.key, sizeof s->key);
    s->pos = rng.pos;
}
