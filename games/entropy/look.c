// What others may ask about an Entropy game, state or view, and the scoreboard.
#include "games/entropy/state.h"

#include <stdio.h>

const char *agon_entropy_name(const agon_game *game, int player) {
    AGON_ASSERT(player >= 0 && player < game->players);
    return &as_game(game)->text[as_game(game)->name_at[player]];
}

int agon_entropy_max_rounds(const agon_game *game) {
    return as_game(game)->max_rounds;
}

agon_entropy_growth agon_entropy_growth_of(const agon_game *game) {
    return (agon_entropy_growth)as_game(game)->growth;
}

int agon_entropy_round(const agon_state *state) {
    return (int)as_state(state)->round;
}

int agon_entropy_mover(const agon_state *state) {
    return as_state(state)->mover;
}

int agon_entropy_node_count(const agon_state *state) {
    return as_state(state)->node_count;
}

agon_entropy_node agon_entropy_node_at(const agon_state *state, int node) {
    const entropy_state *s = as_state(state);
    AGON_ASSERT(node >= 0 && node < s->node_count);
    agon_entropy_node result = {.owner = agon_entropy_owner(s, node), .dice = s->dice[node]};
    result.degree = agon_entropy_neighbors(s, node, result.neighbors);
    return result;
}

int agon_entropy_territories(const agon_state *state, int player) {
    return count_nodes(as_state(state)->owned[player]);
}

int agon_entropy_dice(const agon_state *state, int player) {
    const entropy_state *s = as_state(state);
    int dice = 0;
    for (uint64_t set = s->owned[player]; set; set = without_first(set)) {
        dice += s->dice[first_node(set)];
    }
    return dice;
}

// ---------------------------------------------------------------------------------------------
// The scoreboard (EN-17)

int agon_entropy_scoreboard(const agon_game *game, const agon_state *state,
                            agon_entropy_score rows[AGON_MAX_PLAYERS]) {
    const entropy_state *s = as_state(state);
    int count = 0;
    unsigned gone = 0;
    for (int i = 0; i < s->out_count; i++) {
        gone |= 1u << s->out_player[i];
        rows[count++] = (agon_entropy_score){s->out_player[i], (int)s->out_round[i], 0};
    }
    for (int player = 0; player < game->players; player++) {
        if (!(gone >> player & 1u)) {
            int held = agon_entropy_territories(state, player);
            rows[count++] = (agon_entropy_score){player, (int)s->round, held};
        }
    }
    return count;
}

size_t agon_entropy_scoreboard_text(const agon_game *game, const agon_state *state, char *buffer,
                                    size_t size) {
    agon_entropy_score rows[AGON_MAX_PLAYERS];
    int count = agon_entropy_scoreboard(game, state, rows);
    int length = snprintf(buffer, size, "Player\tLast Round\tTerritories Held\n");
    for (int i = 0; i < count; i++) {
        size_t at = (size_t)length < size ? (size_t)length : size;
        length += snprintf(size ? buffer + at : buffer, size - at, "%s\t%d\t\t%d\n",
                           agon_entropy_name(game, rows[i].player), rows[i].last_round,
                           rows[i].territories);
    }
    return (size_t)length;
}
