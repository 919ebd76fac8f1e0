// The canonical bytes of a state, and the check of states from outside.
#include "games/entropy/state.h"

#define NO_OWNER 255u // in packed bytes: an empty node

// ---------------------------------------------------------------------------------------------
// Bytes: turn, those out, nodes with their neighbour lists, generator. What follows from these is
// not packed.

static void pack_out(entropy_state *s, agon_pack *p) {
    agon_pack_u8(p, &s->out_count);
    if (s->out_count > AGON_MAX_PLAYERS) {
        p->failed = true;
        s->out_count = 0;
    }
    for (int i = 0; i < s->out_count; i++) {
        agon_pack_u8(p, &s->out_player[i]);
        agon_pack_u32(p, &s->out_round[i]);
    }
}

static void write_node(const entropy_state *s, int node, agon_pack *p) {
    uint8_t list[DEGREE];
    int degree = agon_entropy_neighbors(s, node, list);
    uint8_t facts[3] = {(uint8_t)agon_entropy_owner(s, node), s->dice[node], (uint8_t)degree};
    agon_pack_bytes(p, facts, sizeof facts);
    agon_pack_bytes(p, list, (size_t)degree);
}

static bool are_nodes(const entropy_state *s, const uint8_t *list, int count) {
    for (int k = 0; k < count; k++) {
        if (list[k] >= s->node_count) {
            return false;
        }
    }
    return true;
}

static void read_node(const agon_game *game, entropy_state *s, int node, agon_pack *p) {
    uint8_t facts[3] = {NO_OWNER, 0, 0};
    uint8_t list[DEGREE] = {0};
    agon_pack_bytes(p, facts, sizeof facts);
    int degree = facts[2] <= DEGREE ? facts[2] : 0;
    agon_pack_bytes(p, list, (size_t)degree);
    bool is_empty = facts[0] == NO_OWNER;
    if (facts[2] > DEGREE || !are_nodes(s, list, degree) ||
        (!is_empty && facts[0] >= game->players)) {
        p->failed = true;
        return;
    }
    agon_entropy_node_set(s, node, is_empty ? AGON_ENTROPY_EMPTY : facts[0], facts[1]);
    agon_entropy_neighbors_set(s, node, list, degree);
}

static void pack_nodes(const agon_game *game, entropy_state *s, agon_pack *p) {
    agon_pack_u8(p, &s->node_count);
    if (s->node_count > NODES) {
        p->failed = true;
        s->node_count = 0;
    }
    for (int node = 0; node < s->node_count && !p->failed; node++) {
        if (p->mode == AGON_PACK_READ) {
            read_node(game, s, node, p);
        } else {
            write_node(s, node, p);
        }
    }
}

void agon_entropy_pack(const agon_game *game, agon_state *state, agon_pack *p) {
    entropy_state *s = (entropy_state *)state;
    agon_pack_u32(p, &s->round);
    agon_pack_u8(p, &s->mover);
    pack_out(s, p);
    pack_nodes(game, s, p);
    agon_pack_rng(p, &s->rng);
    if (p->mode == AGON_PACK_READ) {
        s->head.used = sizeof *s;
    }
}

// ---------------------------------------------------------------------------------------------
// States from outside

static agon_status refuse(agon_error *error, const char *path, const char *why) {
    return agon_error_set(error, AGON_BAD_STATE, path, "%s", why);
}

static agon_status check_node(const entropy_state *s, int node, agon_error *error) {
    bool is_empty = !has_node(s->territories, node);
    int dice = s->dice[node];
    if (is_empty ? dice == 0 : dice >= 1 && dice <= AGON_ENTROPY_MAX_DICE) {
        return AGON_OK;
    }
    const char *why = is_empty ? "an empty node has no dice" : "must be from 1 to 8";
    return agon_error_place(error, refuse(error, NULL, why), "nodes[%d].dice", node);
}

static agon_status check_nodes(const entropy_state *s, agon_error *error) {
    if (s->node_count < 1) {
        return refuse(error, "nodes", "a board has 1 to 64 nodes");
    }
    agon_status status = AGON_OK;
    for (int node = 0; node < s->node_count && status == AGON_OK; node++) {
        status = check_node(s, node, error);
    }
    return status;
}

static agon_status check_turn(const entropy_game *g, const entropy_state *s, agon_error *error) {
    if (s->round < 1 || s->round > (uint32_t)g->max_rounds) {
        return refuse(error, "round", "must be from 1 to max_rounds");
    }
    if (s->mover >= g->head.players) {
        return refuse(error, "current_player", "there is no such player");
    }
    if (!s->owned[s->mover]) {
        return refuse(error, "current_player", "the current player holds no territory");
    }
    return AGON_OK;
}

static agon_status refuse_out(agon_error *error, int i, const char *key, const char *why) {
    return agon_error_place(error, refuse(error, NULL, why), "out[%d].%s", i, key);
}

static agon_status check_out(const entropy_game *g, const entropy_state *s, agon_error *error) {
    unsigned gone = 0;
    uint32_t earliest = 1;
    AGON_ASSERT(g->head.players <= AGON_MAX_PLAYERS);
    for (int i = 0; i < s->out_count; i++) {
        int player = s->out_player[i];
        if (player >= g->head.players) {
            return refuse_out(error, i, "player", "there is no such player");
        }
        if (agon_viewers_has((agon_viewers)gone, player)) {
            return refuse_out(error, i, "player", "this player is out already");
        }
        if (s->owned[player]) {
            return refuse_out(error, i, "player", "who holds a territory is not out");
        }
        if (s->out_round[i] < earliest || s->out_round[i] > s->round) {
            return refuse_out(error, i, "round",
                              "must be in order and not later than the current round");
        }
        gone |= 1u << player;
        earliest = s->out_round[i];
    }
    return AGON_OK;
}

// A game ends by conquest or after the last round. One player holding everything does not mean that
// it has ended: such a board may be loaded, and its holder ends the game with its turn.
static agon_status check_end(const entropy_game *g, const entropy_state *s, agon_error *error) {
    bool can_be_over = s->owned[s->mover] == s->territories || s->round == (uint32_t)g->max_rounds;
    if (s->head.over && !can_be_over) {
        return refuse(error, "game_over", "nobody holds every territory and rounds are left");
    }
    return AGON_OK;
}

static agon_status check_rng(const entropy_state *s, agon_error *error) {
    bool has_rng = s->rng.key[0] || s->rng.key[1] || s->rng.pos;
    if (s->head.viewer != AGON_NOBODY && has_rng) {
        return refuse(error, "rng", "a view has no generator");
    }
    return AGON_OK;
}

agon_status agon_entropy_validate(const agon_game *game, agon_state *state, agon_error *error) {
    const entropy_game *g = as_game(game);
    entropy_state *s = (entropy_state *)state;
    agon_status status = check_nodes(s, error);
    if (status == AGON_OK) {
        status = check_turn(g, s, error);
    }
    if (status == AGON_OK) {
        status = check_out(g, s, error);
    }
    if (status == AGON_OK) {
        status = check_end(g, s, error);
    }
    if (status == AGON_OK) {
        status = check_rng(s, error);
    }
    if (status == AGON_OK) {
        agon_entropy_derive(s, game->players);
    }
    return status;
}
