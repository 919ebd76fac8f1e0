// Action numbers and observations of Entropy.
//
// Actions: 4·from + k attacks the k-th neighbour of node `from` (neighbours by number, from 0);
// after those of all nodes, the end of the turn. The numbers are made for generated boards: as many
// nodes as EN-2 says for so many players, four neighbours each. On a loaded board, attacks from nodes
// and on neighbours beyond these have no number, and nodes beyond are not observed.
//
// Observations: players are counted from the viewer on, in turn order.
#include "games/entropy/state.h"

#include "agon/space.h"

#define LINKS 4

static uint32_t board_size(const agon_game *game) {
    return (12u - game->players) * game->players + AGON_ENTROPY_EMPTY_NODES;
}

static uint32_t action_count(const agon_game *game) {
    return board_size(game) * LINKS + 1;
}

static bool action_field(const agon_game *game, uint32_t i, agon_space_field *out) {
    const agon_space_field fields[] = {
        {"attack", "by node to attack from: which of its four neighbours to attack",
         board_size(game) * LINKS},
        {"end_turn", "the end of the turn", 1},
    };
    return agon_space_take(fields, 2, i, out);
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    (void)player;
    const entropy_state *s = as_state(state);
    if (index == board_size(game) * LINKS) {
        return agon_entropy_end_turn();
    }
    int node = (int)(index / LINKS);
    uint64_t links = node < s->node_count ? s->adjacent[node] : 0;
    for (uint32_t k = index % LINKS; k > 0 && links; k--) {
        links = without_first(links);
    }
    // A number without a neighbour is an attack on oneself, which is never valid.
    return agon_entropy_attack(node, links ? first_node(links) : node);
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    (void)player;
    if (action.type == AGON_ENTROPY_END_TURN) {
        return board_size(game) * LINKS;
    }
    uint64_t before = as_state(state)->adjacent[action.a] & (node_bit(action.b) - 1);
    uint32_t k = (uint32_t)count_nodes(before);
    return action.a < board_size(game) && k < LINKS ? action.a * LINKS + k : AGON_NO_INDEX;
}

// Which of a node's first four neighbours are targets, as bits.
static uint64_t target_bits(uint64_t links, uint64_t targets) {
    uint64_t bits = 0;
    for (int k = 0; k < LINKS && links; k++) {
        uint64_t neighbour = links & (0 - links);
        bits |= (uint64_t)((targets & neighbour) != 0) << k;
        links ^= neighbour;
    }
    return bits;
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    const entropy_state *s = as_state(state);
    uint32_t size = board_size(game);
    uint64_t enemies = enemies_of(s, player);
    uint64_t bases = bases_of(s, player) & ((UINT64_C(1) << size) - 1);
    for (uint32_t word = 0; word <= size / 16; word++) {
        out[word] = 0;
    }
    for (; bases; bases = without_first(bases)) {
        uint32_t node = (uint32_t)first_node(bases);
        uint64_t bits = target_bits(s->adjacent[node], enemies);
        out[node / 16] |= bits << (node % 16 * LINKS);
    }
    out[size / 16] |= UINT64_C(1) << (size % 16 * LINKS);
}

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    uint32_t size = board_size(game);
    const agon_space_field fields[] = {
        {"round", "rounds begun, from 1", 1},
        {"rounds_left", "rounds after this one", 1},
        {"turn", "whose turn it is: 0 the viewer's, 1 that of the player after it, …", 1},
        {"owners", "by node: 0 empty, 1 the viewer's, 2 of the player after it, …", size},
        {"dice", "by node: 0 … 8", size},
        {"links", "by node: its four neighbours; −1 where there are fewer", size * LINKS},
    };
    return agon_space_take(fields, sizeof fields / sizeof fields[0], i, out);
}

static void observe_owners(const agon_game *game, const entropy_state *s, int player, uint32_t size,
                           int16_t *row) {
    for (uint32_t node = 0; node < size; node++) {
        row[node] = 0;
    }
    for (int i = 0; i < game->players; i++) {
        uint64_t set = s->owned[player] & ((UINT64_C(1) << size) - 1);
        for (; set; set = without_first(set)) {
            row[first_node(set)] = (int16_t)(i + 1);
        }
        player = player + 1 < game->players ? player + 1 : 0;
    }
}

static void observe_links(const entropy_state *s, uint32_t size, int16_t *row) {
    for (uint32_t node = 0; node < size; node++) {
        uint64_t links = node < s->node_count ? s->adjacent[node] : 0;
        for (int k = 0; k < LINKS; k++) {
            *row++ = (int16_t)(links ? first_node(links) : -1);
            links = without_first(links);
        }
    }
}

// Nothing that is observed is hidden from anybody.
static void observe_state(const agon_game *game, const agon_state *state, int player,
                          int16_t *row) {
    const entropy_state *s = as_state(state);
    uint32_t size = board_size(game);
    int turn = s->mover - player;
    row[0] = agon_space_clip(s->round);
    row[1] = agon_space_clip((int64_t)as_game(game)->max_rounds - s->round);
    row[2] = (int16_t)(turn < 0 ? turn + game->players : turn);
    row += 3;
    observe_owners(game, s, player, size, row);
    for (uint32_t node = 0; node < size; node++) {
        row[size + node] = s->dice[node];
    }
    observe_links(s, size, row + 2 * size);
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    observe_state(game, view, view->viewer, row);
}

const agon_space agon_entropy_space = {
    .action_count = action_count,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
    .observe_state = observe_state,
};
