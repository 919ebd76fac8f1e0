// The conformance suite: the run over random matches, their ends, and their replays.
#include "src/check/conformance/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool agon_conform(agon_conform_run *run, bool holds, const char *rule, const char *format, ...) {
    run->report->checks++;
    if (holds || run->probe.is_exhausted) {
        return holds;
    }
    agon_finding place = {
        .match = run->probe.match ? run->probe.match - 1 : 0,
        .step = run->probe.step,
        .viewer = run->viewer,
    };
    snprintf(place.rule, sizeof place.rule, "[%s]", rule);
    char text[sizeof place.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    agon_findings_add(&run->report->findings, &place, "%s", text);
    return false;
}

bool agon_conform_equal(agon_conform_run *run, const agon_state *a, const agon_state *b) {
    agon_packed_fill(&run->probe, &run->packed, a);
    agon_packed_fill(&run->probe, &run->other_packed, b);
    return agon_packed_equal(&run->packed, &run->other_packed);
}

static void check_rules(agon_conform_run *run) {
    const agon_rules *rules = run->probe.codec->rules;
    const agon_game *game = run->probe.table.game;
    agon_conform(run, rules->id && rules->title && rules->summary, "rules",
                 "id, title or summary is missing");
    agon_conform(run,
                 rules->min_players >= 1 && rules->min_players <= rules->max_players &&
                     rules->max_players <= AGON_MAX_PLAYERS,
                 "rules", "the range of players is impossible");
    agon_conform(run, game->players >= rules->min_players && game->players <= rules->max_players,
                 "rules", "%d players are outside the game's range", game->players);
    agon_conform(run, game->state_max >= sizeof(agon_state) && game->max_steps > 0, "rules",
                 "state_max or max_steps is missing");
    agon_conform_event_types(run);
    agon_conform_space_tables(run);
}

static bool is_player_set(const agon_game *game, agon_viewers set) {
    return (set >> game->players) == 0;
}

static void check_end(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    agon_viewers winners = agon_winners(game, state);
    agon_conform(run, state->over <= 1 && state->viewer == AGON_NOBODY, "end", "a wrong head");
    agon_conform(run, state->used >= sizeof(agon_state) && state->used <= game->state_max, "end",
                 "used is %u, state_max %u", state->used, game->state_max);
    agon_conform(run, is_player_set(game, state->to_act), "end", "to_act names strangers");
    agon_conform(run, (state->to_act == 0) == (state->over == 1), "end",
                 "to_act must be empty exactly when the game is over");
    agon_conform(run, is_player_set(game, winners), "end", "winners names strangers");
    agon_conform(run, state->over || winners == 0, "end", "winners before the end");
    int current = agon_current_player(game, state);
    bool is_alone = state->to_act != 0 && (state->to_act & (state->to_act - 1)) == 0;
    agon_conform(run,
                 current == -1 || (is_alone && !game->rules->is_simultaneous &&
                                   state->to_act == agon_viewer_bit(current)),
                 "end", "the current player is not the one who may act");
    agon_conform(run, run->probe.step <= game->max_steps, "end", "more steps than max_steps, %u",
                 game->max_steps);
}

static void check_state(agon_conform_run *run) {
    const agon_state *state = run->probe.table.state;
    run->viewer = AGON_NOBODY;
    agon_copy(run->before, state);
    check_end(run);
    agon_conform_actions(run);
    agon_conform_shortcuts(run);
    agon_conform_space_actions(run);
    agon_conform_json(run, state);
    agon_conform_pack(run, state);
    agon_conform_views(run);
    agon_conform(run, memcmp(run->before, state, state->used) == 0, "copy",
                 "a function that only looks has changed the state");
}

static void remember(agon_conform_run *run, int player, agon_action action) {
    if (!agon_grow(&run->moves, &run->move_capacity, run->move_count + 1, sizeof *run->moves)) {
        run->probe.is_exhausted = true;
        return;
    }
    uint64_t hash = agon_hash(run->probe.table.game, run->probe.table.state);
    run->moves[run->move_count++] = (agon_conform_move){player, action, hash};
}

// Takes one step of the match; looks at it closely if asked to.
static bool play_on(agon_conform_run *run, bool is_close) {
    agon_probe *probe = &run->probe;
    agon_state *state = probe->table.state;
    int player;
    agon_action action;
    if (state->over) {
        return false;
    }
    if (!agon_conform(run, agon_probe_pick(probe, state, &player, &action), "actions",
                      "nobody can do anything, and the game is not over")) {
        return false;
    }
    if (is_close) {
        agon_conform_action_json(run, player, action);
        agon_conform_step(run, player, action);
    }
    agon_status status = agon_probe_apply(probe, state, player, action, NULL, state);
    if (!agon_conform(run, status == AGON_OK, "actions", "a valid action was refused: %s",
                      agon_status_slug(status))) {
        return false;
    }
    probe->step++;
    run->report->steps++;
    remember(run, player, action);
    return probe->step <= probe->table.game->max_steps && !probe->is_exhausted;
}

// Plays the recorded actions again, out of place, and compares the hashes.
static void check_replay(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    agon_state *here = run->x, *there = run->y;
    memset(here, 0, game->state_max);
    agon_init(game, run->probe.table.config, run->probe.seed, here);
    for (size_t i = 0; i < run->move_count; i++) {
        const agon_conform_move *move = &run->moves[i];
        agon_status status = agon_apply(game, here, move->player, move->action, NULL, there, NULL);
        if (!agon_conform(run, status == AGON_OK && agon_hash(game, there) == move->hash, "replay",
                          "action %zu of the match, played again, leads elsewhere", i)) {
            return;
        }
        agon_state *old = here;
        here = there;
        there = old;
    }
}

static void play_match(agon_conform_run *run) {
    agon_probe_start(&run->probe);
    run->report->matches++;
    run->move_count = 0;
    bool is_close, goes_on;
    do {
        is_close = run->probe.step == 0 || run->every <= 1 ||
                   agon_uniform(&run->probe.rng, run->every) == 0;
        if (is_close) {
            check_state(run);
        }
        goes_on = play_on(run, is_close);
    } while (goes_on && !run->probe.is_exhausted);
    check_state(run);
    check_replay(run);
    if (run->probe.step > run->report->longest) {
        run->report->longest = run->probe.step;
    }
}

static bool run_open(agon_conform_run *run) {
    for (size_t i = 0; i < AGON_CONFORM_STATES; i++) {
        run->memory[i] = agon_probe_state(&run->probe);
    }
    run->before = run->memory[0];
    run->view = run->memory[1];
    run->x = run->memory[2];
    run->y = run->memory[3];
    run->z = run->memory[4];
    run->scratch = run->memory[5];
    return agon_conform_space_open(run) && !run->probe.is_exhausted;
}

static void run_close(agon_conform_run *run) {
    for (size_t i = 0; i < AGON_CONFORM_STATES; i++) {
        free(run->memory[i]);
    }
    free(run->moves);
    agon_conform_space_close(run);
    agon_packed_free(&run->packed);
    agon_packed_free(&run->other_packed);
    agon_text_free(&run->text);
    agon_text_free(&run->other_text);
    agon_event_list_free(&run->events);
    agon_probe_close(&run->probe);
}

// Plays over an open probe until the report counts so many matches, and closes it.
static agon_status run_probe(agon_conform_run *run, uint64_t matches, agon_error *error) {
    agon_status status = AGON_OK;
    run->viewer = AGON_NOBODY;
    if (run_open(run)) {
        check_rules(run);
        while (run->report->matches < matches && !run->probe.is_exhausted) {
            play_match(run);
        }
    }
    if (run->probe.is_exhausted) {
        status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    run_close(run);
    return status;
}

static agon_status run_defaults(agon_conform_run *run, const agon_codec *codec, uint64_t matches,
                                uint64_t seed, agon_error *error) {
    agon_conformance_report *report = run->report;
    const uint32_t every = run->every;
    const agon_space *space = run->space;
    const uint64_t span = codec->rules->max_players - codec->rules->min_players + 1u;
    agon_status status = AGON_OK;
    for (uint64_t i = 0; i < span && status == AGON_OK; i++) {
        // Which number of players comes last depends on the seed: one match alone is for that one.
        int players = (int)(codec->rules->min_players + (i + seed) % span);
        memset(run, 0, sizeof *run);
        run->report = report;
        run->every = every;
        run->space = space;
        status = agon_probe_open(&run->probe, codec, players, NULL, seed, error);
        if (status == AGON_OK) {
            status = run_probe(run, matches * (i + 1) / span, error);
        }
    }
    return status;
}

static agon_status run_suite(const agon_codec *codec, const agon_space *space,
                             const agon_value *config, uint64_t matches, uint32_t every,
                             uint64_t seed, agon_conformance_report *report, agon_error *error) {
    *report = (agon_conformance_report){0};
    agon_conform_run *run = calloc(1, sizeof *run);
    if (!run) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    run->report = report;
    run->every = every;
    run->space = space;
    agon_status status;
    if (config) {
        status = agon_probe_open(&run->probe, codec, 0, config, seed, error);
        status = status ? status : run_probe(run, matches, error);
    } else {
        status = run_defaults(run, codec, matches, seed, error);
    }
    free(run);
    return status;
}

agon_status agon_conformance_sample(const agon_codec *codec, const agon_value *config,
                                    uint64_t matches, uint32_t every, uint64_t seed,
                                    agon_conformance_report *report, agon_error *error) {
    const agon_space *space = agon_space_find(codec->rules);
    return run_suite(codec, space, config, matches, every, seed, report, error);
}

agon_status agon_conformance_space(const agon_codec *codec, const agon_space *space,
                                   const agon_value *config, uint64_t matches, uint64_t seed,
                                   agon_conformance_report *report, agon_error *error) {
    return run_suite(codec, space, config, matches, 1, seed, report, error);
}

agon_status agon_conformance_run(const agon_codec *codec, const agon_value *config,
                                 uint64_t matches, uint64_t seed, agon_conformance_report *report,
                                 agon_error *error) {
    return agon_conformance_sample(codec, config, matches, 1, seed, report, error);
}

void agon_conformance_write(const agon_conformance_report *report, agon_text *text) {
    agon_text_printf(
        text, "%llu matches, %llu steps (longest match %u), %llu checks, %llu findings\n",
        (unsigned long long)report->matches, (unsigned long long)report->steps, report->longest,
        (unsigned long long)report->checks, (unsigned long long)report->findings.count);
    agon_findings_write(&report->findings, text);
}
