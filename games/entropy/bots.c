// Bots for Entropy: null and gte, the strategies of the rules (EN-18, EN-19), and greedy.
#include "games/entropy/state.h"

#include "agon/bot.h"

// ---------------------------------------------------------------------------------------------
// null

static agon_action null_think(const agon_thought *thought) {
    (void)thought;
    return agon_entropy_end_turn();
}

// ---------------------------------------------------------------------------------------------
// gte: greater than or equal

// The first neighbour that is an enemy's and has no more dice than the node; −1: there is none.
static int gte_target(const entropy_state *s, int node, uint64_t enemies) {
    uint8_t list[DEGREE];
    int degree = agon_entropy_neighbors(s, node, list);
    for (int k = 0; k < degree; k++) {
        if (has_node(enemies, list[k]) && s->dice[list[k]] <= s->dice[node]) {
            return list[k];
        }
    }
    return -1;
}

static agon_action gte_think(const agon_thought *thought) {
    const entropy_state *s = as_state(thought->view);
    uint64_t enemies = enemies_of(s, thought->player);
    for (uint64_t set = bases_of(s, thought->player); set; set = without_first(set)) {
        int node = first_node(set);
        int target = gte_target(s, node, enemies);
        if (target >= 0) {
            return agon_entropy_attack(node, target);
        }
    }
    return agon_entropy_end_turn();
}

// ---------------------------------------------------------------------------------------------
// greedy: the attack with the greatest expected gain. Success takes a territory and its dice from
// an enemy; failure costs all dice but one; either way the node left behind has one die, and what
// an enemy can take is worth less. The weights come from matches against gte: with two players
// boldness pays, with more it is better to be left alone.

#define CERTAIN 1000 // chances are in thousandths

typedef struct greedy_weights {
    int territory; // a territory taken
    int enemy_die; // a die taken from an enemy
    int own_die;   // a die lost
    int danger;    // the certainty of losing a territory to a neighbour
} greedy_weights;

static const greedy_weights duel_weights = {42, 9, 10, 23};
static const greedy_weights melee_weights = {29, 2, 10, 22};

// The chance that so many dice beat so many others: of all pairs of rolls, those with the first
// one greater.
static int win_chance(int attacker, int defender) {
    int a = AGON_ENTROPY_DIE_SIDES * attacker, d = AGON_ENTROPY_DIE_SIDES * defender;
    int wins = a <= d ? a * (a - 1) / 2 : d * (d - 1) / 2 + (a - d) * d;
    return CERTAIN * wins / (a * d);
}

// The best chance that one of the enemies has against a node with so many dice.
static int danger_to(const entropy_state *s, int node, int dice, uint64_t enemies) {
    int worst = 0;
    for (uint64_t set = s->adjacent[node] & enemies & s->strong; set; set = without_first(set)) {
        int chance = win_chance(s->dice[first_node(set)], dice);
        worst = chance > worst ? chance : worst;
    }
    return worst;
}

static int expected_gain(const entropy_state *s, const greedy_weights *w, int from, int to,
                         uint64_t enemies) {
    int dice = s->dice[from];
    uint64_t others = enemies & ~node_bit(to);
    int chance = win_chance(dice, s->dice[to]);
    int now = danger_to(s, from, dice, enemies);
    int won = danger_to(s, from, 1, others) + danger_to(s, to, dice - 1, others);
    int lost = danger_to(s, from, 1, enemies);
    int gain =
        w->territory * CERTAIN + w->enemy_die * s->dice[to] * CERTAIN - w->danger * (won - now);
    int loss = w->own_die * (dice - 1) * CERTAIN + w->danger * (lost - now);
    return chance * (gain / CERTAIN) - (CERTAIN - chance) * (loss / CERTAIN);
}

static agon_action greedy_think(const agon_thought *thought) {
    const entropy_state *s = as_state(thought->view);
    const greedy_weights *weights = count_nodes(s->playing) > 2 ? &melee_weights : &duel_weights;
    uint64_t enemies = enemies_of(s, thought->player);
    agon_action best = agon_entropy_end_turn();
    int most = 0;
    for (uint64_t set = bases_of(s, thought->player); set; set = without_first(set)) {
        int from = first_node(set);
        for (uint64_t goals = s->adjacent[from] & enemies; goals; goals = without_first(goals)) {
            int to = first_node(goals);
            int gain = expected_gain(s, weights, from, to, enemies);
            if (gain > most) {
                most = gain;
                best = agon_entropy_attack(from, to);
            }
        }
    }
    return best;
}

// For search: prospects grow faster than strength, since strength grows by itself.
static void estimate(const agon_game *game, const agon_state *state, int32_t *values) {
    int64_t shares[AGON_MAX_PLAYERS], sum = 0;
    for (int player = 0; player < game->players; player++) {
        int strength =
            2 * agon_entropy_territories(state, player) + agon_entropy_dice(state, player);
        shares[player] = (int64_t)strength * strength;
        sum += shares[player];
    }
    for (int player = 0; player < game->players; player++) {
        values[player] = (int32_t)(AGON_SURE * shares[player] / sum);
    }
}

// There is little to gain over greedy (bench/ceiling), so what seems better is mostly luck.
static const agon_guide guide = {.estimate = estimate,
                                 .horizon = 24,
                                 .guided_percent = 100,
                                 .rivals_percent = 100,
                                 .caution = 2};

// ---------------------------------------------------------------------------------------------

static const agon_bot null_bot = {
    .id = "null", .summary = "always ends its turn", .think = null_think};
static const agon_bot gte_bot = {
    .id = "gte", .summary = "attacks whatever has no more dice than itself", .think = gte_think};
static const agon_bot greedy_bot = {.id = "greedy",
                                    .summary = "the attack with the greatest expected gain",
                                    .think = greedy_think,
                                    .guide = &guide};

const agon_bot *const agon_entropy_bots[] = {&greedy_bot, &gte_bot, &null_bot, NULL};
