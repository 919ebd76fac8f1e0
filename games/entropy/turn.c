// One step of a match: an attack, or the end of a turn and all that follows from it.
#include "games/entropy/state.h"

// ---------------------------------------------------------------------------------------------
// Events

static void emit_two(const agon_context *context, int type, int32_t first, int32_t second) {
    if (agon_wants_events(context)) {
        agon_event event = {.type = (uint16_t)type, .visible = AGON_ALL, .f = {first, second}};
        agon_emit(context, &event);
    }
}

static void emit_attack(const agon_context *context, int player, agon_action action,
                        const int32_t rolls[2]) {
    if (agon_wants_events(context)) {
        agon_event event = {
            .type = AGON_ENTROPY_ATTACK_ROLLED,
            .visible = AGON_ALL,
            .f = {player, action.a, action.b, rolls[0], rolls[1], rolls[0] > rolls[1]}};
        agon_emit(context, &event);
    }
}

// The nodes of a GROWTH event are packed four in a number, the first in the lowest byte.
static void emit_growth(const agon_context *context, int player, const uint8_t *nodes,
                        uint32_t count) {
    agon_event event = {.type = AGON_ENTROPY_GROWTH, .visible = AGON_ALL};
    event.f[0] = player;
    event.f[1] = (int32_t)count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t packed = (uint32_t)event.f[2 + i / 4] | (uint32_t)nodes[i] << (8 * (i % 4));
        event.f[2 + i / 4] = (int32_t)packed;
    }
    agon_emit(context, &event);
}

int agon_entropy_growth_node(const agon_event *event, int i) {
    return (int)((uint32_t)event->f[2 + i / 4] >> (8 * (i % 4)) & 0xffu);
}

// ---------------------------------------------------------------------------------------------
// Growth (EN-13). Like the other functions here that a random match spends its time in, it works
// on copies and writes them back: a store into `dice` could otherwise change anything, as far as
// the compiler knows.

// Nodes in ascending order.
typedef struct node_list {
    uint32_t count;
    uint8_t node[NODES];
} node_list;

static void list_nodes(node_list *list, uint64_t set) {
    list->count = 0;
    for (; set; set = without_first(set)) {
        list->node[list->count++] = (uint8_t)first_node(set);
    }
}

static void drop_node(node_list *list, uint32_t i) {
    list->count--;
    for (; i < list->count; i++) {
        list->node[i] = list->node[i + 1];
    }
}

static void grow(entropy_state *s, int player, const agon_context *context) {
    node_list open; // the territories that can take a die
    uint8_t placed[NODES];
    uint32_t gain = (uint32_t)count_nodes(s->owned[player]);
    uint32_t count = 0;
    uint64_t grown = 0, filled = 0;
    agon_rng rng = s->rng;
    list_nodes(&open, s->owned[player] & s->hungry);
    for (; count < gain && open.count > 0; count++) {
        uint32_t pick = (uint32_t)agon_draw(context, &rng, open.count, 0);
        int node = open.node[pick];
        placed[count] = (uint8_t)node;
        grown |= node_bit(node);
        if (++s->dice[node] == AGON_ENTROPY_MAX_DICE) {
            filled |= node_bit(node);
            drop_node(&open, pick);
        }
    }
    s->rng = rng;
    s->strong |= grown;
    s->hungry &= ~filled;
    if (agon_wants_events(context) && count > 0) {
        emit_growth(context, player, placed, count);
    }
}

// ---------------------------------------------------------------------------------------------
// The end of a turn (EN-12 to EN-16)

static void drop_out(entropy_state *s, const agon_context *context) {
    for (unsigned set = s->playing; set; set &= set - 1) {
        int player = first_node(set);
        if (AGON_UNLIKELY(s->owned[player] == 0)) {
            s->playing &= (uint8_t) ~(1u << player);
            s->out_player[s->out_count] = (uint8_t)player;
            s->out_round[s->out_count++] = s->round;
            emit_two(context, AGON_ENTROPY_PLAYER_OUT, player, (int32_t)s->round);
        }
    }
}

static void finish(const agon_game *game, entropy_state *s, const agon_context *context) {
    s->head.over = 1;
    s->head.to_act = AGON_NONE;
    s->attacks = 0;
    emit_two(context, AGON_ENTROPY_GAME_OVER, agon_entropy_leaders(game, &s->head), 0);
}

static bool is_conquered(const entropy_state *s) {
    return s->owned[s->mover] == s->territories;
}

static void grow_all(const agon_game *game, entropy_state *s, const agon_context *context) {
    for (int player = 0; player < game->players; player++) {
        grow(s, player, context);
    }
}

// Ends the mover's turn and begins the next. False: the game is over.
static bool pass_turn(const agon_game *game, entropy_state *s, const agon_context *context) {
    emit_two(context, AGON_ENTROPY_TURN_ENDED, s->mover, 0);
    drop_out(s, context);
    if (AGON_UNLIKELY(is_conquered(s))) {
        return false;
    }
    unsigned later = s->playing & (~1u << s->mover); // those whose turn this round is to come
    if (as_game(game)->growth == AGON_ENTROPY_GROWTH_TURN) {
        grow(s, s->mover, context);
    } else if (!later) {
        grow_all(game, s, context);
    }
    if (!later) {
        if (s->round >= (uint32_t)as_game(game)->max_rounds) {
            return false;
        }
        s->round++;
    }
    s->mover = (uint8_t)first_node(later ? later : s->playing);
    emit_two(context, AGON_ENTROPY_TURN_STARTED, s->mover, (int32_t)s->round);
    return true;
}

// Ends turns until somebody can act, or the game is over. A player whose territories all have one
// die cannot; it gains dice at the latest with the end of the round, so this ends.
static void end_turn(const agon_game *game, entropy_state *s, const agon_context *context) {
    do {
        if (!pass_turn(game, s, context)) {
            finish(game, s, context);
            return;
        }
    } while (AGON_UNLIKELY(bases_of(s, s->mover) == 0));
    s->head.to_act = agon_viewer_bit(s->mover);
    s->attacks = agon_entropy_attacks_count(s, s->mover);
}

// ---------------------------------------------------------------------------------------------
// Attacks (EN-7 to EN-9). The number of valid attacks follows every change.

// `node` becomes the player's, with so many dice.
static void conquer(entropy_state *s, int player, int node, int dice) {
    uint64_t bit = node_bit(node);
    uint64_t links = s->adjacent[node];
    int attacks = s->attacks;
    for (int other = 0; other < AGON_MAX_PLAYERS; other++) {
        s->owned[other] &= ~bit;
    }
    uint64_t own = s->owned[player] | bit;
    uint64_t strong = s->strong & ~bit;
    attacks -= count_nodes(links & own & strong);
    if (dice > 1) {
        strong |= bit;
        attacks += count_nodes(links & s->territories & ~own);
    }
    s->owned[player] = own;
    s->strong = strong;
    s->hungry |= bit;
    s->attacks = (uint16_t)attacks;
    s->dice[node] = (uint8_t)dice;
}

// All but one die of `node` are gone.
static void weaken(entropy_state *s, int player, int node) {
    s->attacks -= (uint16_t)count_nodes(s->adjacent[node] & enemies_of(s, player));
    s->strong &= ~node_bit(node);
    s->hungry |= node_bit(node);
    s->dice[node] = 1;
}

// True if the attack succeeds.
static bool roll(entropy_state *s, int player, agon_action action, const agon_context *context) {
    uint32_t sides[2] = {(uint32_t)(AGON_ENTROPY_DIE_SIDES * s->dice[action.a]),
                         (uint32_t)(AGON_ENTROPY_DIE_SIDES * s->dice[action.b])};
    int32_t rolls[2];
    rolls[0] = agon_draw(context, &s->rng, sides[0], 1);
    rolls[1] = agon_draw(context, &s->rng, sides[1], 1);
    emit_attack(context, player, action, rolls);
    return rolls[0] > rolls[1];
}

static void attack(const agon_game *game, entropy_state *s, int player, agon_action action,
                   const agon_context *context) {
    int dice = s->dice[action.a];
    bool is_success = roll(s, player, action, context);
    weaken(s, player, action.a);
    if (is_success) {
        conquer(s, player, action.b, dice - 1);
        if (AGON_UNLIKELY(is_conquered(s))) {
            drop_out(s, context);
            finish(game, s, context);
            return;
        }
        if (AGON_UNLIKELY(s->is_odd)) {
            s->attacks = agon_entropy_attacks_count(s, player);
        }
    }
    if (bases_of(s, player) == 0) {
        end_turn(game, s, context);
    }
}

agon_status agon_entropy_step(const agon_game *game, agon_state *state, int player,
                              agon_action action, const agon_context *context) {
    entropy_state *s = (entropy_state *)state;
    if (action.type == AGON_ENTROPY_ATTACK) {
        attack(game, s, player, action, context);
    } else {
        end_turn(game, s, context);
    }
    return AGON_OK;
}

// Without a context the compiler leaves all events and foreign rolls out.
agon_status agon_entropy_act(const agon_game *game, agon_state *state, int player,
                             agon_action action, agon_error *error) {
    entropy_state *s = (entropy_state *)state;
    if (AGON_UNLIKELY(!is_valid(s, player, action))) {
        return agon_entropy_check(game, state, player, action, error);
    }
    if (action.type == AGON_ENTROPY_ATTACK) {
        attack(game, s, player, action, NULL);
    } else {
        end_turn(game, s, NULL);
    }
    return AGON_OK;
}
