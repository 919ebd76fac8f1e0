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

// Positions of the largest fleet; one at least, so that there is something to number.
static uint32_t fleet_size(const agon_game *game) {
    uint32_t most = 1;
    for (int p = 0; p < game->players; p++) {
        uint32_t count = stellar_game_of(game)->fleets[p]->count;
        most = count > most ? count : most;
    }
    return most;
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

// The members of a set, a value each: 1 where it is there.
static int16_t *observe_set(uint64_t set, uint32_t size, int16_t *row) {
    static const int16_t fours[16][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0},
                                         {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
                                         {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
                                         {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    for (; size >= 4; size -= 4, row += 4, set >>= 4) {
        memcpy(row, fours[set & 15], sizeof fours[0]);
    }
    for (; size > 0; size--, set >>= 1) {
        *row++ = (int16_t)(set & 1);
    }
    return row;
}

static int16_t *observe_table(const stellar_game *g, const stellar_state *v, int16_t *row) {
    const uint8_t *plays = stellar_plays(g, v);
    int player = v->head.viewer;
    for (int i = 0; i < g->head.players; i++) {
        uint8_t play = plays[player];
        *row++ = (int16_t)(play == STELLAR_NO_PLAY ? 0 : play == STELLAR_HIDDEN ? 1 : 2 + play);
        player = player + 1 < g->head.players ? player + 1 : 0;
    }
    return row;
}

static int16_t *observe_scores(const agon_game *game, const stellar_state *v, int16_t *row) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, &v->head, scores);
    int player = v->head.viewer;
    for (int i = 0; i < game->players; i++) {
        *row++ = agon_space_clip(scores[player]);
        player = player + 1 < game->players ? player + 1 : 0;
    }
    return row;
}

// How many of each planet are at these places of the deck.
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

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    const stellar_game *g = stellar_game_of(game);
    const stellar_state *v = (const stellar_state *)view;
    uint32_t size = fleet_size(game);
    int player = view->viewer;
    for (int i = 0; i < game->players; i++) {
        row = observe_set(v->hands[player], size, row);
        player = player + 1 < game->players ? player + 1 : 0;
    }
    row = observe_table(g, v, row);
    row = observe_scores(game, v, row);
    row = observe_planets(g, stellar_deck(g, v), v->index - v->pot, v->index, row);
    (void)observe_planets(g, stellar_deck(g, v), v->index, g->deck_size, row);
}

const agon_space agon_stellar_space = {
    .action_count = fleet_size,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
};
