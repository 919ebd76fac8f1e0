// What players see of toy-cards, and its states from outside. See toy.h.
#include "tests/support/toy.h"

#include <string.h>

void toy_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out) {
    const toy_state *s = (const toy_state *)state;
    toy_state *v = (toy_state *)out;
    v->is_playing = s->is_playing;
    v->turn = s->turn;
    v->asked = s->asked;
    for (int p = 0; p < game->players; p++) {
        bool is_shown = p == viewer || state->over || s->bids[p] == TOY_NO_BID;
        v->bids[p] = is_shown ? s->bids[p] : (uint8_t)TOY_HIDDEN_BID;
        v->hand_counts[p] = s->hand_counts[p];
        if (p == viewer) {
            memcpy(v->hands[p], s->hands[p], sizeof v->hands[p]);
        }
    }
    v->deck_count = s->deck_count;
    memcpy(v->gone, s->gone, sizeof v->gone);
    memcpy(v->points, s->points, sizeof v->points);
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        agon_queue_push(&v->queue.base, TOY_QUEUE, agon_queue_at(&s->queue.base, TOY_QUEUE, i));
    }
}

// The cards that the viewer cannot account for.
static uint32_t unseen_cards(const toy_state *v, int viewer, uint8_t cards[TOY_CARDS]) {
    int left[TOY_VALUES + 1];
    for (int value = 1; value <= TOY_VALUES; value++) {
        left[value] = TOY_CARDS / TOY_VALUES - v->gone[value];
    }
    for (int i = 0; viewer != AGON_SPECTATOR && i < v->hand_counts[viewer]; i++) {
        left[v->hands[viewer][i]]--;
    }
    uint32_t total = 0;
    for (uint8_t value = 1; value <= TOY_VALUES; value++) {
        for (int i = 0; i < left[value]; i++) {
            cards[total++] = value;
        }
    }
    return total;
}

void toy_resample(const agon_game *game, const agon_state *from, agon_rng *bits, agon_state *out) {
    const toy_state *v = (const toy_state *)from;
    toy_state *s = (toy_state *)out;
    uint8_t cards[TOY_CARDS];
    uint32_t total = unseen_cards(v, from->viewer, cards);
    toy_shuffle(bits, cards, total);
    agon_state head = *out;
    *s = *v;
    s->head = head;
    for (int p = 0; p < game->players; p++) {
        if (v->bids[p] == TOY_HIDDEN_BID) {
            s->bids[p] = (uint8_t)(TOY_FIRST_BID + agon_uniform(bits, 3));
        }
        for (int i = 0; p != from->viewer && i < v->hand_counts[p]; i++) {
            s->hands[p][i] = cards[--total];
        }
    }
    memcpy(s->deck, cards, total);
    s->rng = agon_rng_split(bits);
}

static void pack_hand(agon_pack *p, toy_state *s, int player) {
    agon_pack_visible(p, AGON_ALL);
    agon_pack_u8(p, &s->hand_counts[player]);
    agon_pack_visible(p, agon_viewer_bit(player));
    agon_pack_bytes(p, s->hands[player], TOY_CARDS);
    agon_pack_visible(p, s->head.over || s->bids[player] == TOY_NO_BID ? AGON_ALL
                                                                       : agon_viewer_bit(player));
    agon_pack_u8(p, &s->bids[player]);
}

void toy_pack(const agon_game *game, agon_state *state, agon_pack *p) {
    toy_state *s = (toy_state *)state;
    if (p->mode == AGON_PACK_READ) {
        state->used = sizeof *s;
    }
    agon_pack_u8(p, &s->is_playing);
    agon_pack_u8(p, &s->turn);
    agon_pack_u8(p, &s->asked);
    agon_pack_bytes(p, s->gone, sizeof s->gone);
    agon_pack_bytes(p, s->points, sizeof s->points);
    agon_pack_u64(p, &s->note);
    agon_pack_u8(p, &s->deck_count);
    agon_pack_queue(p, &s->queue.base, TOY_QUEUE);
    for (int player = 0; player < game->players; player++) {
        pack_hand(p, s, player);
    }
    agon_pack_visible(p, AGON_NONE);
    agon_pack_bytes(p, s->deck, sizeof s->deck);
    agon_pack_rng(p, &s->rng);
}

// Adds the cards of one pile to `seen`; false if one is impossible or a place beyond is not 0.
static bool count_cards(const uint8_t *cards, unsigned used, bool is_hidden,
                        unsigned seen[TOY_VALUES + 1]) {
    for (unsigned i = 0; i < TOY_CARDS; i++) {
        bool is_card = i < used && !is_hidden;
        if (is_card ? cards[i] < 1 || cards[i] > TOY_VALUES : cards[i] != 0) {
            return false;
        }
        seen[cards[i]] += is_card;
    }
    return true;
}

static bool are_cards_possible(const agon_game *game, const toy_state *s) {
    bool is_view = s->head.viewer != AGON_NOBODY;
    unsigned seen[TOY_VALUES + 1] = {0};
    unsigned total = s->deck_count;
    if (s->deck_count > TOY_CARDS || !count_cards(s->deck, s->deck_count, is_view, seen)) {
        return false;
    }
    for (int p = 0; p < TOY_MAX_PLAYERS; p++) {
        bool is_hidden = is_view && p != s->head.viewer;
        if (s->hand_counts[p] > (p < game->players ? TOY_CARDS : 0) ||
            !count_cards(s->hands[p], s->hand_counts[p], is_hidden, seen)) {
            return false;
        }
        total += s->hand_counts[p];
    }
    for (int value = 1; value <= TOY_VALUES; value++) {
        total += s->gone[value];
        if (seen[value] + s->gone[value] > TOY_CARDS / TOY_VALUES) {
            return false;
        }
    }
    return total == TOY_CARDS && s->gone[0] == 0;
}

static bool are_bids_possible(const agon_game *game, const toy_state *s) {
    bool has_all = true;
    for (int p = 0; p < game->players; p++) {
        bool is_hidden = s->head.viewer != AGON_NOBODY && s->head.viewer != p && !s->head.over;
        uint8_t bid = s->bids[p];
        has_all &= bid != TOY_NO_BID;
        if (bid != TOY_NO_BID && (is_hidden ? bid != TOY_HIDDEN_BID : bid >= TOY_HIDDEN_BID)) {
            return false;
        }
    }
    return s->is_playing == has_all;
}

// Only what a chain that waits for a discard can leave behind.
static bool is_queue_possible(const agon_game *game, const toy_state *s) {
    const agon_queue *queue = &s->queue.base;
    if (queue->count != (s->asked ? 2 : 0)) {
        return false;
    }
    for (uint16_t i = 0; i < queue->count; i++) {
        agon_effect effect = agon_queue_at(queue, TOY_QUEUE, i);
        uint8_t type = i == 0 ? TOY_EFFECT_ROLL : TOY_EFFECT_DRAW;
        if (effect.type != type || effect.a != s->asked - 1 || effect.b || effect.c || effect.n ||
            effect.a >= game->players) {
            return false;
        }
    }
    return true;
}

static bool is_turn_possible(const agon_game *game, const toy_state *s) {
    bool has_cards = toy_next_with_cards(game, s, 0) >= 0;
    if (s->turn >= game->players || s->asked > game->players || s->is_playing > 1) {
        return false;
    }
    if (!s->is_playing) {
        return !s->head.over && !s->asked && s->turn == 0;
    }
    if (s->head.over) {
        return !has_cards && !s->asked;
    }
    return s->hand_counts[s->turn] > 0 && (!s->asked || s->asked == s->turn + 1);
}

agon_status toy_validate(const agon_game *game, agon_state *state, agon_error *error) {
    toy_state *s = (toy_state *)state;
    bool is_view = state->viewer != AGON_NOBODY;
    agon_rng none = {0};
    if (!are_cards_possible(game, s)) {
        return agon_error_set(error, AGON_BAD_STATE, "hands", "impossible cards");
    }
    if (!are_bids_possible(game, s)) {
        return agon_error_set(error, AGON_BAD_STATE, "bids", "impossible bids");
    }
    if (!is_turn_possible(game, s) || !is_queue_possible(game, s)) {
        return agon_error_set(error, AGON_BAD_STATE, "turn", "impossible turn");
    }
    if (s->note || (is_view && memcmp(&s->rng, &none, sizeof none) != 0)) {
        return agon_error_set(error, AGON_BAD_STATE, "rng", "does not belong here");
    }
    for (int p = 0; p < TOY_MAX_PLAYERS; p++) {
        if (s->points[p] > TOY_MAX_POINTS || (p >= game->players && (s->points[p] || s->bids[p]))) {
            return agon_error_set(error, AGON_BAD_STATE, "points", "impossible points");
        }
    }
    toy_set_to_act(game, s);
    return AGON_OK;
}
