// Conformance of the forms a state takes outside: [json] and [pack].
#include "src/check/conformance/run.h"

#include <stdlib.h>
#include <string.h>

#define CORRUPTIONS 2

// Steps taken on a state that came from changed bytes.
#define EXERCISE_STEPS 3

// The loaded game must be the same game: one and the same action leads to the same state.
static void check_loaded_step(agon_conform_run *run, const agon_table *loaded,
                              const agon_state *state) {
    const agon_game *game = run->probe.table.game;
    int player;
    agon_action action;
    if (state->viewer != AGON_NOBODY || !agon_probe_pick(&run->probe, state, &player, &action)) {
        return;
    }
    agon_status here = agon_apply(game, state, player, action, NULL, run->z, NULL);
    agon_status there =
        agon_apply(loaded->game, loaded->state, player, action, NULL, loaded->state, NULL);
    agon_conform(run,
                 here == there && agon_hash(game, run->z) == agon_hash(loaded->game, loaded->state),
                 "json", "an action on the loaded state leads elsewhere");
}

static void check_loaded(agon_conform_run *run, const agon_table *loaded, const agon_state *state) {
    const agon_game *game = run->probe.table.game;
    agon_conform(run, loaded->game->players == game->players, "json", "other players");
    agon_conform(run, loaded->state->to_act == state->to_act && loaded->state->over == state->over,
                 "json", "who may act, or the end, is lost");
    agon_conform(run, agon_hash(loaded->game, loaded->state) == agon_hash(game, state), "json",
                 "the loaded state has another hash: %.160s", run->text.data);
    run->other_text.length = 0;
    agon_json json = {.text = &run->other_text};
    agon_state_write(run->probe.codec, loaded->game, loaded->state, &json);
    run->probe.is_exhausted |= run->other_text.failed;
    if (!run->probe.is_exhausted && strcmp(run->text.data, run->other_text.data) != 0) {
        char contrast[300];
        agon_probe_contrast(run->text.data, run->other_text.data, contrast, sizeof contrast);
        agon_conform(run, false, "json", "written again it differs %s", contrast);
    }
    check_loaded_step(run, loaded, state);
}

void agon_conform_json(agon_conform_run *run, const agon_state *state) {
    agon_error error = {0};
    agon_probe_json(&run->probe, state, &run->text);
    agon_value *document = agon_probe_parse(&run->probe, &run->text, &error);
    if (!agon_conform(run, document != NULL, "json", "not JSON: %s", error.message)) {
        return;
    }
    agon_table loaded;
    agon_status status = agon_table_load(run->probe.codec, document, &loaded, &error);
    run->probe.is_exhausted |= status == AGON_NO_MEMORY;
    if (agon_conform(run, status == AGON_OK, "json", "cannot be loaded again: %s at \"%s\": %.120s",
                     error.message, error.path, run->text.data)) {
        check_loaded(run, &loaded, state);
        agon_table_free(&loaded);
    }
    agon_value_free(document);
}

static void write_action(agon_conform_run *run, const agon_state *state, agon_action action,
                         agon_text *text) {
    text->length = 0;
    agon_json json = {.text = text};
    run->probe.codec->action_write(run->probe.table.game, state, action, &json);
    run->probe.is_exhausted |= text->failed;
}

static void check_player_json(agon_conform_run *run, int player) {
    const agon_game *game = run->probe.table.game;
    run->text.length = 0;
    agon_json json = {.text = &run->text};
    run->probe.codec->player_write(game, player, &json);
    agon_error error = {0};
    agon_value *name = agon_probe_parse(&run->probe, &run->text, &error);
    agon_conform(run, name && run->probe.codec->player_read(game, name) == player, "json",
                 "player %d is not the player that %.80s names", player, run->text.data);
    agon_value_free(name);
}

void agon_conform_action_json(agon_conform_run *run, int player, agon_action action) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    check_player_json(run, player);
    write_action(run, state, action, &run->text);
    agon_error error = {0};
    agon_value *document = agon_probe_parse(&run->probe, &run->text, &error);
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 0;
    agon_status status = document ? agon_action_read(run->probe.codec, game, state, document,
                                                     actions, &count, &error)
                                  : error.status;
    agon_conform(run, status == AGON_OK && count == 1 && agon_action_equal(actions[0], action),
                 "json", "the action %.160s is read as another one, or not at all (%s)",
                 run->text.data, error.message);
    agon_value_free(document);
}

static void exercise_player(agon_conform_run *run, const agon_game *game, const agon_state *state,
                            int player) {
    uint32_t count = agon_count(game, state, player);
    for (int i = 0; i < 3 && count > 0; i++) {
        agon_action action = agon_nth(game, state, player, agon_uniform(&run->probe.rng, count));
        agon_conform(run, agon_check(game, state, player, action, NULL) == AGON_OK, "pack",
                     "check refuses a listed action in a state from changed bytes");
    }
}

static void exercise_texts(agon_conform_run *run, const agon_game *game, const agon_state *state) {
    run->text.length = 0;
    agon_json json = {.text = &run->text};
    agon_state_write(run->probe.codec, game, state, &json);
    run->text.length = 0;
    run->probe.codec->render(game, state, &run->text);
    run->probe.is_exhausted |= run->text.failed;
}

void agon_conform_exercise(agon_conform_run *run, const agon_game *game, const agon_state *state) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, state, scores);
    (void)agon_winners(game, state);
    exercise_texts(run, game, state);
    for (int p = 0; p < game->players; p++) {
        exercise_player(run, game, state, p);
    }
    int viewer = state->viewer != AGON_NOBODY ? state->viewer : agon_probe_viewer(&run->probe);
    if (agon_view(game, state, viewer, run->view) == AGON_OK) {
        exercise_texts(run, game, run->view);
        (void)agon_hash(game, run->view);
        if (agon_resample(game, run->view, &run->probe.rng, run->z) == AGON_OK) {
            exercise_texts(run, game, run->z);
        }
    }
}

// Plays a little on run->x, which came from changed bytes and passed as a state.
static void exercise_changed(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    int player;
    agon_action action;
    agon_conform_exercise(run, game, run->x);
    for (int i = 0; i < EXERCISE_STEPS; i++) {
        if (run->x->viewer != AGON_NOBODY ||
            !agon_probe_pick(&run->probe, run->x, &player, &action) ||
            agon_apply(game, run->x, player, action, NULL, run->x, NULL) != AGON_OK) {
            return;
        }
    }
}

static size_t first_difference(const agon_packed *a, const agon_packed *b) {
    size_t at = 0;
    while (at < a->size && at < b->size && a->bytes[at] == b->bytes[at]) {
        at++;
    }
    return at;
}

static void check_corruption(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    agon_packed *packed = &run->other_packed;
    agon_rng *rng = &run->probe.rng;
    for (uint32_t i = agon_uniform(rng, 2); i < 2; i++) {
        size_t at = agon_uniform(rng, (uint32_t)packed->size);
        packed->bytes[at] =
            (uint8_t)(agon_uniform(rng, 2) ? packed->bytes[at] + (agon_uniform(rng, 2) ? 1u : -1u)
                                           : agon_uniform(rng, 256));
    }
    if (agon_unpack_state(game, packed->bytes, packed->size, run->x, NULL) != AGON_OK) {
        return;
    }
    agon_packed_fill(&run->probe, &run->packed, run->x);
    size_t at = first_difference(&run->packed, packed);
    agon_conform(run, agon_packed_equal(&run->packed, packed), "pack",
                 "changed bytes (%zu) load as a state that packs to others (%zu, first at %zu): "
                 "%02x and %02x",
                 packed->size, run->packed.size, at, at < packed->size ? packed->bytes[at] : 0,
                 at < run->packed.size ? run->packed.bytes[at] : 0);
    exercise_changed(run);
}

// What the bytes leave out shows in the JSON.
static void compare_json(agon_conform_run *run, const agon_state *state) {
    agon_probe_json(&run->probe, state, &run->text);
    agon_probe_json(&run->probe, run->z, &run->other_text);
    if (!run->probe.is_exhausted) {
        char contrast[300];
        agon_probe_contrast(run->text.data, run->other_text.data, contrast, sizeof contrast);
        agon_conform(run, strcmp(run->text.data, run->other_text.data) == 0, "pack",
                     "unpacked, its JSON differs %s", contrast);
    }
}

static void check_unpacked(agon_conform_run *run, const agon_state *state) {
    const agon_game *game = run->probe.table.game;
    agon_packed *packed = &run->packed;
    agon_error error = {0};
    agon_status status = agon_unpack_state(game, packed->bytes, packed->size, run->z, &error);
    if (!agon_conform(run, status == AGON_OK, "pack", "cannot be unpacked again: %s (%s)",
                      error.message, error.path)) {
        return;
    }
    compare_json(run, state);
    agon_conform(run, agon_conform_equal(run, state, run->z), "pack",
                 "unpacked and packed again the bytes are others");
    agon_conform(run,
                 run->z->to_act == state->to_act && run->z->over == state->over &&
                     run->z->viewer == state->viewer,
                 "pack", "who may act, the end, or the viewer is lost");
    agon_conform(run, agon_hash(game, state) == agon_hash(game, run->z), "pack",
                 "the hash is not one of the canonical bytes");
}

void agon_conform_pack(agon_conform_run *run, const agon_state *state) {
    const agon_game *game = run->probe.table.game;
    agon_packed_fill(&run->probe, &run->packed, state);
    if (run->probe.is_exhausted ||
        !agon_conform(run, run->packed.size > 0, "pack", "a state without bytes")) {
        return;
    }
    check_unpacked(run, state);
    size_t cut = agon_uniform(&run->probe.rng, (uint32_t)run->packed.size);
    agon_conform(run,
                 agon_unpack_state(game, run->packed.bytes, cut, run->z, NULL) == AGON_BAD_STATE,
                 "pack", "%zu of %zu bytes pass as a state", cut, run->packed.size);
    for (int i = 0; i < CORRUPTIONS; i++) {
        agon_packed_fill(&run->probe, &run->other_packed, state);
        if (!run->probe.is_exhausted && state != run->x) {
            check_corruption(run);
        }
    }
}
