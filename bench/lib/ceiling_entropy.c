// Learning Entropy with two players: what the net is told of a board, and looking one attack ahead.
#include "bench/lib/ceiling.h"

#include "games/entropy/entropy.h"

#define NODES 25 // of a board for two (EN-2)
#define DICE AGON_ENTROPY_MAX_DICE
#define DEGREE 4

typedef uint32_t node_set;

typedef struct board {
    node_set mine, theirs;
    node_set adjacent[NODES];
    uint8_t dice[NODES];
    int round;
} board;

static node_set node_bit(int node) {
    return (node_set)1 << node;
}

static node_set without_first(node_set set) {
    return set & (set - 1);
}

static int first_node(node_set set) {
    return __builtin_ctz(set);
}

static int count_nodes(node_set set) {
    return __builtin_popcount(set);
}

static board read_board(const agon_state *view, int player) {
    board b = {.round = agon_entropy_round(view)};
    for (int i = 0; i < NODES; i++) {
        agon_entropy_node node = agon_entropy_node_at(view, i);
        b.dice[i] = (uint8_t)node.dice;
        for (int k = 0; k < node.degree; k++) {
            b.adjacent[i] |= node_bit(node.neighbors[k]);
        }
        if (node.owner != AGON_ENTROPY_EMPTY) {
            *(node.owner == player ? &b.mine : &b.theirs) |= node_bit(i);
        }
    }
    return b;
}

// What becomes of the board when I attack (EN-9).
static board after_attack(const board *b, int from, int to, bool is_won) {
    board after = *b;
    if (is_won) {
        after.mine |= node_bit(to);
        after.theirs &= ~node_bit(to);
        after.dice[to] = (uint8_t)(b->dice[from] - 1);
    }
    after.dice[from] = 1;
    return after;
}

// Those of my nodes that can attack; without any the turn ends by itself (EN-10).
static node_set bases(const board *b) {
    node_set found = 0;
    for (node_set set = b->mine; set; set = without_first(set)) {
        found |= b->dice[first_node(set)] > 1 ? node_bit(first_node(set)) : 0;
    }
    return found;
}

// ---------------------------------------------------------------------------------------------
// Inputs of the net. Counts, scaled so that they are mostly below 1.

enum {
    BY_DICE,                              // nodes with 1 … 8 dice
    BY_ENEMIES = BY_DICE + DICE,          // spare dice of nodes with 0 … 4 enemies around
    BY_FRIENDS = BY_ENEMIES + DEGREE + 1, // nodes with 0 … 4 of the same side around
    INLAND = BY_FRIENDS + DEGREE + 1,     // spare dice of nodes without an enemy around
    ALL_DICE,
    ALL_NODES,
    SIDE_INPUTS
};

enum {
    MINE,
    THEIRS = MINE + SIDE_INPUTS,
    FRONTS = THEIRS + SIDE_INPUTS, // pairs of adjacent nodes, mine and theirs, by their dice
    ROUND = FRONTS + DICE * DICE,
    SHARE_OF_DICE,
    NODES_SQUARED,
    INPUTS_USED
};

_Static_assert(INPUTS_USED <= CEILING_INPUTS, "the net has too few inputs");

static void describe_side(const board *b, node_set side, node_set enemies, float *inputs) {
    int dice = 0;
    for (node_set set = side; set; set = without_first(set)) {
        int node = first_node(set);
        int around = count_nodes(b->adjacent[node] & enemies);
        float spare = (float)(b->dice[node] - 1);
        dice += b->dice[node];
        inputs[BY_DICE + b->dice[node] - 1] += 0.25f;
        inputs[BY_ENEMIES + around] += 0.075f * spare;
        inputs[BY_FRIENDS + count_nodes(b->adjacent[node] & side)] += 0.25f;
        inputs[INLAND] += around == 0 ? 0.05f * spare : 0;
    }
    inputs[ALL_DICE] = 0.02f * (float)dice;
    inputs[ALL_NODES] = 0.1f * (float)count_nodes(side);
}

static void describe_fronts(const board *b, float *inputs) {
    for (node_set set = b->mine; set; set = without_first(set)) {
        int mine = first_node(set);
        for (node_set front = b->adjacent[mine] & b->theirs; front; front = without_first(front)) {
            int theirs = first_node(front);
            inputs[(b->dice[mine] - 1) * DICE + b->dice[theirs] - 1] += 0.5f;
        }
    }
}

static void describe(const board *b, float inputs[CEILING_INPUTS]) {
    for (int i = 0; i < CEILING_INPUTS; i++) {
        inputs[i] = 0;
    }
    describe_side(b, b->mine, b->theirs, inputs + MINE);
    describe_side(b, b->theirs, b->mine, inputs + THEIRS);
    describe_fronts(b, inputs + FRONTS);
    float my_dice = inputs[MINE + ALL_DICE], their_dice = inputs[THEIRS + ALL_DICE];
    float my_nodes = inputs[MINE + ALL_NODES];
    inputs[ROUND] = 0.02f * (float)b->round;
    inputs[SHARE_OF_DICE] = my_dice / (my_dice + their_dice);
    inputs[NODES_SQUARED] = 0.25f * my_nodes * my_nodes;
}

// ---------------------------------------------------------------------------------------------
// Looking ahead

static float estimate(const board *b, int net) {
    float inputs[CEILING_INPUTS];
    describe(b, inputs);
    return ceiling_net_estimate(&ceiling.nets[net], inputs);
}

static float value_in_turn(const board *b) {
    if (!b->theirs) {
        return 1;
    }
    return estimate(b, bases(b) ? CEILING_TO_MOVE : CEILING_TURN_ENDED);
}

// The share of all pairs of rolls in which the attacker's is greater (EN-8).
static float win_chance(int attacker, int defender) {
    int a = AGON_ENTROPY_DIE_SIDES * attacker, d = AGON_ENTROPY_DIE_SIDES * defender;
    int wins = a <= d ? a * (a - 1) / 2 : d * (d - 1) / 2 + (a - d) * d;
    return (float)wins / (float)(a * d);
}

typedef struct choice {
    agon_action action;
    float value;
} choice;

// A failure leaves the same board whatever was attacked.
static void look_from(const board *b, int from, choice *best) {
    node_set goals = b->adjacent[from] & b->theirs;
    board lost = after_attack(b, from, from, false);
    float value_lost = goals ? value_in_turn(&lost) : 0;
    for (; goals; goals = without_first(goals)) {
        int to = first_node(goals);
        board won = after_attack(b, from, to, true);
        float chance = win_chance(b->dice[from], b->dice[to]);
        float value = chance * value_in_turn(&won) + (1 - chance) * value_lost;
        if (value > best->value) {
            *best = (choice){agon_entropy_attack(from, to), value};
        }
    }
}

static choice look_ahead(const board *b) {
    choice best = {agon_entropy_end_turn(), estimate(b, CEILING_TURN_ENDED)};
    for (node_set set = bases(b); set; set = without_first(set)) {
        look_from(b, first_node(set), &best);
    }
    return best;
}

// ---------------------------------------------------------------------------------------------
// The player

// The board in the learner's turn: how a turn has ended cannot be seen later, when dice have grown.
static struct {
    board board;
    int player;
    bool is_known;
} turn;

static void remember(int net, float value) {
    float inputs[CEILING_INPUTS];
    describe(&turn.board, inputs);
    ceiling_remember(net, inputs, value);
}

static agon_action think(const agon_thought *thought) {
    turn.board = read_board(thought->view, thought->player);
    turn.player = thought->player;
    turn.is_known = ceiling.is_learning;
    choice best = look_ahead(&turn.board);
    if (ceiling.is_learning) {
        remember(CEILING_TO_MOVE, best.value);
    }
    return ceiling_explore(thought, best.action);
}

static void on_event(const agon_event *event) {
    bool is_mine = turn.is_known && event->f[0] == turn.player;
    if (event->type == AGON_ENTROPY_ATTACK_ROLLED && is_mine) {
        turn.board = after_attack(&turn.board, event->f[1], event->f[2], event->f[5]);
    } else if (event->type == AGON_ENTROPY_TURN_ENDED && is_mine) {
        remember(CEILING_TURN_ENDED, 0);
        turn.is_known = false;
    } else if (event->type == AGON_ENTROPY_GAME_OVER) {
        turn.is_known = false;
    }
}

const ceiling_game ceiling_entropy = {
    .rules = &agon_entropy_rules,
    .player = {.id = "learner", .summary = "learns from its matches", .think = think},
    .on_event = on_event,
    .rate = 0.02f,
    .exploration = 0.03f,
    .trace = 0.7f,
};
