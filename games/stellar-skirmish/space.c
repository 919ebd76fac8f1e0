// Action numbers and observations of Stellar Skirmish.
//
// Actions: a number is a position in the player's own fleet, as the config lists it; of equal cards
// the first position stands for all of them. In the standard game number i plays the card i + 1.
//
// Observations: the viewer comes first, then the players after it, in turn. Card values and planets
// are the game's and do not change in a match: cards are told by position, planets by their place in
// the game's list (agon_stellar_planet_at).
#include "games/stellar-skirmish/state.h"

#include "agon/space.h"

#include <string.h>

static uint32_t fleet_size(const agon_game *game) {
    return stellar_game_of(game)->most_cards;
}

static bool action_field(const agon_game *game, uint32_t i, agon_space_field *out) {
    *out =
        (agon_space_field){"play", "the position of the card in the own fleet", fleet_size(game)};
    return i == 0;
}

// Whether a position stands for its card: it is in the fleet, and none before it is equal.
static bool has_card(const stellar_fleet *fleet, uint32_t index) {
    if (index >= fleet->count || fleet->distinct == fleet->count) {
        return index < fleet->count;
    }
    return (uint32_t)stellar_lowest_bit(stellar_equals(fleet, fleet->values[index])) == index;
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    (void)state;
    const stellar_fleet *fleet = stellar_game_of(game)->fleets[player];
    // A number without a card has an operand that no play has: it is refused.
    return has_card(fleet, index) ? agon_stellar_play(fleet->values[index])
                                  : (agon_action){.type = AGON_STELLAR_PLAY, .a = 1};
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    (void)state;
    uint64_t equals = stellar_equals(stellar_game_of(game)->fleets[player], action.n);
    return equals ? (uint32_t)stellar_lowest_bit(equals) : AGON_NO_INDEX;
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    const stellar_fleet *fleet = stellar_game_of(game)->fleets[player];
    uint64_t hand = ((const stellar_state *)state)->hands[player];
    if (AGON_LIKELY(fleet->distinct == fleet->count)) {
        *out = hand;
        return;
    }
    *out = 0;
    while (hand) {
        uint64_t equals = stellar_equals(fleet, fleet->values[stellar_lowest_bit(hand)]);
        *out |= equals & (0 - equals);
        hand &= ~equals;
    }
}

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    uint32_t players = game->players, fleet = fleet_size(game);
    uint32_t kinds = stellar_game_of(game)->kind_count;
    const agon_space_field fields[] = {
        {"hands",
         "by player, by position: 1 the card is in the hand (or, of another player, on the "
         "table face down), 0 it is not",
         players * fleet},
        {"table", "by player: 0 no card, 1 a card face down, 2 + the position of the own card",
         players},
        {"scores", "by player: victory points so far", players},
        {"pot", "by planet: how many of them lie in the pot", kinds},
        {"deck", "by planet: how many of them have not been revealed", kinds},
    };
    return agon_space_take(fields, sizeof fields / sizeof fields[0], i, out);
}

typedef int16_t lanes __attribute__((vector_size(16))); // eight values at once

static void observe_eight(uint64_t set, int16_t *row) {
    const lanes bits = {1, 2, 4, 8, 16, 32, 64, 128};
    const int16_t all = (int16_t)(set & 0xff);
    const lanes members = (((lanes){all, all, all, all, all, all, all, all} & bits) != 0) & 1;
    memcpy(row, &members, sizeof members);
}

// The members of a set, a value each: 1 where it is there. The last eight may overlap those before.
static int16_t *observe_set(uint64_t set, uint32_t size, int16_t *row) {
    if (size < 8) {
        for (uint32_t i = 0; i < size; i++) {
            row[i] = (int16_t)(set >> i & 1);
        }
        return row + size;
    }
    for (uint32_t at = 0; at + 8 <= size; at += 8) {
        observe_eight(set >> at, row + at);
    }
    observe_eight(set >> (size - 8), row + size - 8);
    return row + size;
}

static int next_player(const agon_game *game, int player) {
    return player + 1 < game->players ? player + 1 : 0;
}

// What others have on the table is not told, and counts as still in their hands.
static int16_t *observe_cards(const stellar_game *g, const stellar_state *s, int viewer,
                              int16_t *row) {
    uint32_t size = g->most_cards;
    int16_t *table = row + g->head.players * size;
    int player = viewer;
    for (int i = 0; i < g->head.players; i++, player = next_player(&g->head, player)) {
        uint8_t play = stellar_play_of(g, s, player);
        uint64_t hand = s->hands[player];
        if (player == viewer) {
            *table++ = (int16_t)(play == STELLAR_NO_PLAY ? 0 : 2 + play);
        } else {
            hand |= play < STELLAR_HIDDEN ? UINT64_C(1) << play : 0;
            *table++ = play != STELLAR_NO_PLAY;
        }
        row = observe_set(hand, size, row);
    }
    return table;
}

static int16_t *observe_scores(const stellar_game *g, const stellar_state *s, int viewer,
                               int16_t *row) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_stellar_scores(g, s, scores);
    int player = viewer;
    for (int i = 0; i < g->head.players; i++, player = next_player(&g->head, player)) {
        *row++ = agon_space_clip(scores[player]);
    }
    return row;
}

// How many of each planet are at these places of the deck; in which order they lie does not matter.
static int16_t *observe_planets(const stellar_game *g, const uint8_t *deck, int begin, int end,
                                int16_t *row) {
    if (g->kind_count == g->deck_size) { // no two are equal
        uint64_t set = 0;
        for (int i = begin; i < end; i++) {
            set |= UINT64_C(1) << deck[i];
        }
        return observe_set(set, g->kind_count, row);
    }
    memset(row, 0, g->kind_count * sizeof *row);
    for (int i = begin; i < end; i++) {
        row[deck[i]]++;
    }
    return row + g->kind_count;
}

static void observe_state(const agon_game *game, const agon_state *state, int viewer,
                          int16_t *row) {
    const stellar_game *g = stellar_game_of(game);
    const stellar_state *s = (const stellar_state *)state;
    row = observe_cards(g, s, viewer, row);
    row = observe_scores(g, s, viewer, row);
    row = observe_planets(g, stellar_deck(g, s), s->index - s->pot, s->index, row);
    (void)observe_planets(g, stellar_deck(g, s), s->index, g->deck_size, row);
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    observe_state(game, view, view->viewer, row);
}

const agon_space agon_stellar_space = {
    .action_count = fleet_size,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
    .observe_state = observe_state,
};
