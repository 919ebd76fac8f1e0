// The search: simulations from resampled states, and the answer. See agon/search.h.
#include "src/bots/search.h"

#include <stdlib.h>
#include <string.h>

#define MAX_CHOICES 256      // choices of one simulation that are carried back
#define DEFAULT_HORIZON 4096 // actions of a playout in a game without a guide
#define CLOCK_EVERY 16       // simulations between two looks at the clock

typedef struct search {
    const agon_thought *thought;
    const agon_game *game;
    const agon_bot *guide_bot; // the game's own heuristic, or NULL
    const agon_guide *guide;   // or NULL
    agon_state *state;         // of the running simulation
    agon_state *view;          // of the searching player, for the keys of nodes
    search_tree tree;
    search_choice choices[MAX_CHOICES];
    uint32_t choice_count;
} search;

// ---------------------------------------------------------------------------------------------
// Outcomes

// Winners share it all; where nobody wins everybody has a part.
static void value_end(const search *s, int32_t *values) {
    agon_viewers winners = agon_winners(s->game, s->state);
    int shared = 0;
    for (int p = 0; p < s->game->players; p++) {
        shared += winners ? winners >> p & 1 : 1;
    }
    for (int p = 0; p < s->game->players; p++) {
        bool has_part = !winners || (winners >> p & 1);
        values[p] = has_part ? AGON_SURE / shared : 0;
    }
}

// Without a guide an unfinished game is judged by the shares of the scores.
static void value_scores(const search *s, int32_t *values) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(s->game, s->state, scores);
    int64_t lowest = scores[0];
    int64_t sum = 0;
    for (int p = 0; p < s->game->players; p++) {
        lowest = scores[p] < lowest ? scores[p] : lowest;
    }
    for (int p = 0; p < s->game->players; p++) {
        sum += scores[p] - lowest + 1;
    }
    for (int p = 0; p < s->game->players; p++) {
        values[p] = (int32_t)((scores[p] - lowest + 1) * AGON_SURE / sum);
    }
}

static void value_state(const search *s, int32_t *values) {
    if (s->state->over) {
        value_end(s, values);
    } else if (s->guide) {
        s->guide->estimate(s->game, s->state, values);
    } else {
        value_scores(s, values);
    }
}

// ---------------------------------------------------------------------------------------------
// Playouts

static bool playout_action(const search *s, int player, agon_action *action) {
    const agon_thought *t = s->thought;
    if (s->guide && agon_uniform(t->rng, 100) < s->guide->guided_percent) {
        agon_thought thought = {s->game, s->state, player, t->rng, 1, NULL, NULL};
        *action = s->guide_bot->think(&thought);
        return true;
    }
    return agon_random_action(s->game, s->state, player, t->rng, action) == AGON_OK;
}

// One action of everybody who may act; false when something does not go on.
static bool playout_round(search *s, uint32_t *done) {
    agon_viewers asked = s->state->to_act;
    for (int p = 0; p < s->game->players; p++) {
        agon_action action;
        if (!((asked & s->state->to_act) >> p & 1u)) {
            continue;
        }
        if (!playout_action(s, p, &action) ||
            agon_apply(s->game, s->state, p, action, NULL, s->state, NULL) != AGON_OK) {
            return false;
        }
        ++*done;
    }
    return true;
}

// To the end, or beyond the horizon to where the turn goes on to somebody else: in the middle of a
// turn a position looks better than it is.
static void playout(search *s) {
    uint32_t horizon = s->guide ? s->guide->horizon : DEFAULT_HORIZON;
    uint32_t done = 0;
    while (!s->state->over && done < horizon && playout_round(s, &done)) {}
}

// ---------------------------------------------------------------------------------------------
// Simulations

// Lets one player choose in a node, and applies it.
static bool choose_and_apply(search *s, uint32_t node, int player, bool *is_new) {
    search_choice *choice = &s->choices[s->choice_count];
    search_place place = {s->game, s->state, node, player, s->thought->rng, s->guide_bot};
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
        if ((asked & s->state->to_act) >> p & 1u) {
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
    playout(s);
    value_state(s, values);
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
        if (t->is_time_up && done % CLOCK_EVERY == 0 && t->is_time_up(t->user)) {
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

static void add_line(agon_search_report *report, const search_edge *edge) {
    agon_search_line line = {edge->action, edge->visits,
                             edge->visits ? (int32_t)(edge->value / edge->visits) : 0};
    uint32_t at = report->line_count;
    while (at > 0 && (report->lines[at - 1].visits < line.visits ||
                      (report->lines[at - 1].visits == line.visits &&
                       report->lines[at - 1].value < line.value))) {
        at--;
    }
    if (at == AGON_SEARCH_LINES) {
        return;
    }
    if (report->line_count < AGON_SEARCH_LINES) {
        report->line_count++;
    }
    memmove(&report->lines[at + 1], &report->lines[at],
            (report->line_count - at - 1) * sizeof report->lines[0]);
    report->lines[at] = line;
}

static void fill_report(search *s, uint32_t root, agon_search_report *report) {
    const search_bandit *bandit = &s->tree.nodes[root].bandits[s->thought->player];
    for (uint32_t i = bandit->first; i != SEARCH_NONE; i = s->tree.edges[i].next) {
        add_line(report, &s->tree.edges[i]);
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
    uint32_t root = agon_search_tree_node(&s->tree, agon_hash(s->game, s->thought->view));
    report->simulations = root == SEARCH_NONE ? 0 : run_simulations(s);
    if (report->simulations == 0) {
        return AGON_NO_MEMORY;
    }
    fill_report(s, root, report);
    return AGON_OK;
}

agon_status agon_search_run(const agon_thought *thought, agon_search_report *report) {
    const agon_game *game = thought->game;
    *report = (agon_search_report){0};
    uint32_t count = agon_count(game, thought->view, thought->player);
    if (count == 0) {
        return AGON_NO_ACTION;
    }
    report->action = agon_nth(game, thought->view, thought->player, 0);
    if (count == 1) {
        return AGON_OK; // nothing to think about
    }
    search s = {.thought = thought, .game = game};
    s.guide_bot = agon_bot_find(game->rules, "greedy");
    s.guide = s.guide_bot ? s.guide_bot->guide : NULL;
    agon_status status = AGON_NO_MEMORY;
    if (agon_search_tree_start(&s.tree, thought->simulations)) {
        status = think_with(&s, report);
    }
    agon_search_tree_end(&s.tree);
    free(s.state);
    free(s.view);
    return status;
}

static agon_action think(const agon_thought *thought) {
    agon_search_report report;
    if (agon_search_run(thought, &report) == AGON_OK) {
        return report.action;
    }
    return agon_random_bot.think(thought);
}

const agon_bot agon_search_bot = {
    .id = "search", .summary = "information-set Monte Carlo tree search", .think = think};
