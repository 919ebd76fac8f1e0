// The tree search for games without a guide: simulations from resampled states, and the answer.
#include "src/bots/search.h"

#include <stdlib.h>

#define MAX_CHOICES 256 // choices of one simulation that are carried back
#define CLOCK_EVERY 16  // simulations between two looks at the clock

typedef struct search {
    const agon_thought *thought;
    const agon_game *game;
    search_world world;
    agon_state *state; // of the running simulation
    agon_state *view;  // of the searching player, for the keys of nodes
    search_tree tree;
    search_choice choices[MAX_CHOICES];
    uint32_t choice_count;
} search;

// ---------------------------------------------------------------------------------------------
// Simulations

// Lets one player choose in a node, and applies it.
static bool choose_and_apply(search *s, uint32_t node, int player, bool *is_new) {
    search_choice *choice = &s->choices[s->choice_count];
    search_place place = {s->game, s->state, node, player, s->thought->rng, s->world.bot};
    if (!agon_search_choose(&s->tree, &place, choice)) {
        return false;
    }
    const search_edge *edge = &s->tree.edges[choice->edge];
    *is_new |= edge->visits == 0;
    s->choice_count++;
    return agon_apply(s->game, s->state, player, edge->action, NULL, s->state, NULL) == AGON_OK;
}

static bool visit_node(search *s, uint32_t node, bool *is_new) {
    agon_viewers asked = s->state->to_act;
    for (int p = 0; p < s->game->players; p++) {
        if (agon_viewers_has(asked & s->state->to_act, p)) {
            if (!choose_and_apply(s, node, p, is_new)) {
                return false;
            }
        }
    }
    return true;
}

static uint32_t current_node(search *s) {
    if (agon_view(s->game, s->state, s->thought->player, s->view) != AGON_OK) {
        return SEARCH_NONE;
    }
    return agon_search_tree_node(&s->tree, agon_hash(s->game, s->view));
}

// Down the tree until something is tried for the first time. False: memory ran out.
static bool descend(search *s) {
    bool is_new = false;
    while (!is_new && !s->state->over && s->choice_count + AGON_MAX_PLAYERS <= MAX_CHOICES) {
        uint32_t node = current_node(s);
        if (node == SEARCH_NONE || !visit_node(s, node, &is_new)) {
            return false;
        }
    }
    return true;
}

static bool simulate(search *s) {
    s->choice_count = 0;
    if (agon_resample(s->game, s->thought->view, s->thought->rng, s->state) != AGON_OK ||
        !descend(s)) {
        return false;
    }
    int32_t values[AGON_MAX_PLAYERS];
    agon_search_play_out(&s->world, values);
    for (uint32_t i = 0; i < s->choice_count; i++) {
        agon_search_learn(&s->tree, &s->choices[i], values[s->choices[i].player]);
    }
    return true;
}

static uint32_t run_simulations(search *s) {
    const agon_thought *t = s->thought;
    uint32_t budget = t->simulations ? t->simulations : AGON_SEARCH_DEFAULT;
    uint32_t done = 0;
    while (done < budget && simulate(s)) {
        done++;
        if (done % CLOCK_EVERY == 0 && ((t->is_time_up && t->is_time_up(t->user)) ||
                                        (t->is_given_up && t->is_given_up(t->user)))) {
            break;
        }
    }
    return done;
}

// ---------------------------------------------------------------------------------------------
// The answer

// Drawn from the average strategy; what hardly ever seemed good is left out.
static agon_action draw_answer(const search *s, const search_bandit *bandit) {
    int64_t most = 0;
    int64_t sum = 0;
    const search_edge *edges = s->tree.edges;
    for (uint32_t i = bandit->first; i != SEARCH_NONE; i = edges[i].next) {
        most = edges[i].weight > most ? edges[i].weight : most;
    }
    for (uint32_t i = bandit->first; i != SEARCH_NONE; i = edges[i].next) {
        sum += edges[i].weight * 8 >= most ? edges[i].weight >> 12 : 0;
    }
    uint32_t ticket = agon_uniform(s->thought->rng, (uint32_t)(sum ? sum : 1));
    uint32_t i = bandit->first;
    for (; edges[i].next != SEARCH_NONE; i = edges[i].next) {
        uint32_t share = edges[i].weight * 8 >= most ? (uint32_t)(edges[i].weight >> 12) : 0;
        if (ticket < share) {
            break;
        }
        ticket -= share;
    }
    return edges[i].action;
}

static void fill_report(search *s, uint32_t root, agon_search_report *report) {
    const search_bandit *bandit = &s->tree.nodes[root].bandits[s->thought->player];
    for (uint32_t i = bandit->first; i != SEARCH_NONE; i = s->tree.edges[i].next) {
        const search_edge *edge = &s->tree.edges[i];
        agon_search_line line = {edge->action, edge->visits, 0};
        line.value = edge->visits ? (int32_t)(edge->value / edge->visits) : 0;
        agon_search_add_line(report, &line);
    }
    report->nodes = s->tree.node_count;
    bool is_by_regret = s->tree.edges[bandit->first].weight > 0;
    report->action = is_by_regret ? draw_answer(s, bandit) : report->lines[0].action;
}

// ---------------------------------------------------------------------------------------------

static agon_status think_with(search *s, agon_search_report *report) {
    s->state = malloc(s->game->state_max);
    s->view = malloc(s->game->state_max);
    if (!s->state || !s->view) {
        return AGON_NO_MEMORY;
    }
    s->world.state = s->state;
    s->world.rng = s->thought->rng;
    uint32_t root = agon_search_tree_node(&s->tree, agon_hash(s->game, s->thought->view));
    report->simulations = root == SEARCH_NONE ? 0 : run_simulations(s);
    if (report->simulations == 0) {
        return AGON_NO_MEMORY;
    }
    fill_report(s, root, report);
    return AGON_OK;
}

agon_status agon_search_grow(const agon_thought *thought, agon_search_report *report) {
    search s = {.thought = thought, .game = thought->game, .world = agon_search_world(thought)};
    agon_status status = AGON_NO_MEMORY;
    if (agon_search_tree_start(&s.tree, thought->simulations)) {
        status = think_with(&s, report);
    }
    agon_search_tree_end(&s.tree);
    free(s.state);
    free(s.view);
    return status;
}
