// Actions of a state: as numbers, as documents, listed, made.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Numbers and documents

static bool refuse_action(agon_status status, const agon_error *error) {
    engine_raise(status, error);
    return false;
}

static bool read_document(const engine_game *game, const agon_state *state, PyObject *value,
                          agon_action *actions, size_t *count) {
    agon_error error = {0};
    agon_value *document = engine_parse(value);
    if (!document) {
        return false;
    }
    agon_status status = agon_action_read(game->table.codec, engine_rules_of(game), state, document,
                                          actions, count, &error);
    agon_value_free(document);
    return status == AGON_OK || refuse_action(status, &error);
}

bool engine_read_action(const engine_game *game, const agon_state *state, int player,
                        PyObject *value, agon_action *actions, size_t *count) {
    if (!PyIndex_Check(value)) {
        return read_document(game, state, value, actions, count);
    }
    const Py_ssize_t number = PyNumber_AsSsize_t(value, NULL);
    if (number < 0 || number >= (Py_ssize_t)game->actions) {
        agon_error error = {0};
        if (PyErr_Occurred()) {
            return false;
        }
        return refuse_action(agon_error_set(&error, AGON_BAD_ACTION, NULL,
                                            "the numbers of actions are 0 … %u", game->actions - 1),
                             &error);
    }
    actions[0] = game->space->action_at(engine_rules_of(game), state, player, (uint32_t)number);
    *count = 1;
    return true;
}

PyObject *engine_write_struct(const engine_game *game, const agon_state *state,
                              agon_action action) {
    agon_table table = game->table;
    agon_text text = {0};
    table.state = (agon_state *)(uintptr_t)state;
    agon_action_to_json(&table, action, &text);
    PyObject *made = engine_from_text(&text);
    agon_text_free(&text);
    return made;
}

PyObject *engine_write_action(const engine_game *game, const agon_state *state, int player,
                              agon_action action) {
    const uint32_t index = game->space->index_of(engine_rules_of(game), state, player, action);
    return index == AGON_NO_INDEX ? engine_write_struct(game, state, action)
                                  : PyLong_FromUnsignedLong(index);
}

ENGINE_METHOD(engine_state_action_to_struct) {
    static const char *const known[] = {"action", "player", NULL};
    const engine_state *state = (engine_state *)self;
    PyObject *values[2];
    int player;
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t read;
    if (!engine_arguments(args, count, names, known, 1, values) ||
        !engine_read_player(state, values[1], &player) ||
        !engine_read_action(state->game, engine_value(state), player, values[0], actions, &read)) {
        return NULL;
    }
    // A number may stand for something that this state has no document for (a card that is not there).
    agon_error error = {0};
    agon_status status =
        agon_check(engine_rules_of(state->game), engine_value(state), player, actions[0], &error);
    return status ? engine_raise(status, &error)
                  : engine_write_struct(state->game, engine_value(state), actions[0]);
}

ENGINE_METHOD(engine_state_struct_to_action) {
    static const char *const known[] = {"struct", "player", NULL};
    const engine_state *state = (engine_state *)self;
    const engine_game *game = state->game;
    PyObject *values[2];
    int player;
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t read;
    agon_error error = {0};
    if (!engine_arguments(args, count, names, known, 1, values) ||
        !engine_read_player(state, values[1], &player) ||
        !read_document(game, engine_value(state), values[0], actions, &read)) {
        return NULL;
    }
    agon_status status =
        read == 1
            ? agon_check(engine_rules_of(game), engine_value(state), player, actions[0], &error)
            : agon_error_set(&error, AGON_BAD_ACTION, NULL,
                             "this stands for %zu actions, which have a number each", read);
    if (status) {
        return engine_raise(status, &error);
    }
    const uint32_t index =
        game->space->index_of(engine_rules_of(game), engine_value(state), player, actions[0]);
    if (index == AGON_NO_INDEX) {
        (void)agon_error_set(&error, AGON_BAD_ACTION, NULL,
                             "this action is valid, but it has no number: apply it as it is");
        return engine_raise(AGON_BAD_ACTION, &error);
    }
    return PyLong_FromUnsignedLong(index);
}

// ---------------------------------------------------------------------------------------------
// What is valid

// Writes the valid numbers into the game's mask; false: the player has none.
static bool fill_mask(const engine_state *state, int player) {
    const engine_game *game = state->game;
    const agon_state *value = engine_value(state);
    if (!agon_viewers_has(value->to_act, player) ||
        (value->viewer != AGON_NOBODY && value->viewer != player)) {
        memset(game->mask, 0, game->words * sizeof *game->mask);
        return false;
    }
    game->space->mask(engine_rules_of(game), value, player, game->mask);
    return true;
}

static bool read_only_player(const engine_state *state, PyObject *const *args, Py_ssize_t count,
                             PyObject *names, int *player) {
    static const char *const known[] = {"player", NULL};
    PyObject *value[1];
    return engine_arguments(args, count, names, known, 0, value) &&
           engine_read_player(state, value[0], player);
}

static PyObject *list_mask(const engine_game *game) {
    Py_ssize_t total = 0;
    for (uint32_t w = 0; w < game->words; w++) {
        total += __builtin_popcountll(game->mask[w]);
    }
    PyObject *list = PyList_New(total);
    Py_ssize_t at = 0;
    for (uint32_t w = 0; list && w < game->words; w++) {
        for (uint64_t bits = game->mask[w]; bits; bits &= bits - 1) {
            PyObject *number = PyLong_FromLong((long)w * 64 + __builtin_ctzll(bits));
            if (!number) {
                Py_DECREF(list);
                return NULL;
            }
            PyList_SetItem(list, at++, number);
        }
    }
    return list;
}

// The list is empty when nobody may act, as OpenSpiel has it.
ENGINE_METHOD(engine_state_legal_actions) {
    const engine_state *state = (engine_state *)self;
    int player;
    if (engine_value(state)->over) {
        return PyList_New(0);
    }
    if (!read_only_player(state, args, count, names, &player)) {
        return NULL;
    }
    fill_mask(state, player);
    return list_mask(state->game);
}

void engine_spread_mask(const uint64_t *words, uint32_t count, int8_t *bytes) {
    for (uint32_t i = 0; i < count; i++) {
        bytes[i] = (int8_t)(words[i / 64] >> (i % 64) & 1);
    }
}

ENGINE_METHOD(engine_state_legal_actions_mask) {
    static const char *const known[] = {"player", "out", NULL};
    const engine_state *state = (engine_state *)self;
    const engine_game *game = state->game;
    PyObject *values[2];
    Py_buffer buffer;
    int player = 0;
    if (!engine_arguments(args, count, names, known, 0, values) ||
        (!engine_value(state)->over && !engine_read_player(state, values[0], &player))) {
        return NULL;
    }
    PyObject *out = values[1] && values[1] != Py_None ? Py_NewRef(values[1])
                                                      : engine_new_array("int8", game->actions);
    if (!out || !engine_get_buffer(out, "out", game->actions, &buffer)) {
        Py_XDECREF(out);
        return NULL;
    }
    fill_mask(state, player);
    engine_spread_mask(game->mask, game->actions, buffer.buf);
    PyBuffer_Release(&buffer);
    return out;
}

// All valid actions, those without a number too, in the rules' order.
ENGINE_METHOD(engine_state_legal_action_structs) {
    static const char *const known[] = {"player", "limit", NULL};
    const engine_state *state = (engine_state *)self;
    const agon_game *game = engine_rules_of(state->game);
    PyObject *values[2];
    int player;
    int64_t limit = INT32_MAX;
    if (engine_value(state)->over) {
        return PyList_New(0);
    }
    if (!engine_arguments(args, count, names, known, 0, values) ||
        !engine_read_player(state, values[0], &player) ||
        (values[1] && !engine_read_number(values[1], "limit", INT32_MAX, &limit))) {
        return NULL;
    }
    const uint32_t valid = agon_count(game, engine_value(state), player);
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < valid && i < limit; i++) {
        agon_action action = agon_nth(game, engine_value(state), player, i);
        PyObject *made = engine_write_struct(state->game, engine_value(state), action);
        if (!made || PyList_Append(list, made) < 0) {
            Py_CLEAR(list);
        }
        ENGINE_DROP(made);
    }
    return list;
}

// ---------------------------------------------------------------------------------------------
// Making them

// Applies all or none of the actions to `out`.
static agon_status apply_all(const agon_game *game, const agon_state *in, int player,
                             const agon_action *actions, size_t count, const agon_context *context,
                             agon_state *out, agon_error *error) {
    agon_status status = agon_apply(game, in, player, actions[0], context, out, error);
    for (size_t i = 1; i < count && status == AGON_OK; i++) {
        status = agon_apply(game, out, player, actions[i], context, out, error);
    }
    return status;
}

// Whether a state may change. Nothing can be done with a view.
static bool can_change(const engine_state *state) {
    agon_error error = {0};
    if (state->is_frozen) {
        return refuse_action(
            agon_error_set(&error, AGON_BAD_STATE, NULL,
                           "this state has been hashed and must not change: clone() it"),
            &error);
    }
    if (engine_value(state)->viewer != AGON_NOBODY) {
        return refuse_action(agon_error_set(&error, AGON_BAD_STATE, NULL,
                                            "a view cannot be played on: resample it first"),
                             &error);
    }
    return true;
}

// One action in place: nothing is copied, and an action that is refused changes nothing.
static bool apply_here(engine_state *state, int player, agon_action action) {
    agon_state *value = engine_value(state);
    agon_error error = {0};
    const agon_game *game = engine_rules_of(state->game);
    agon_status status = agon_apply(game, value, player, action, NULL, value, NULL);
    if (status == AGON_OK) {
        return true;
    }
    status =
        agon_apply(game, value, player, action, NULL, value, &error); // once more, for the text
    return refuse_action(status, &error);
}

// A new state after an argument's action.
static engine_state *apply_to_copy(engine_state *state, PyObject *const *values,
                                   engine_events *events) {
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t read;
    int player;
    agon_error error = {0};
    if (!engine_read_player(state, values[1], &player) ||
        !engine_read_action(state->game, engine_value(state), player, values[0], actions, &read)) {
        return NULL;
    }
    engine_state *made = engine_state_new(state->game);
    if (!made) {
        return NULL;
    }
    const agon_context context = {.sink = events ? &events->sink : NULL};
    agon_status status = apply_all(engine_rules_of(state->game), engine_value(state), player,
                                   actions, read, &context, engine_value(made), &error);
    if (status) {
        ENGINE_DROP(made);
        return (engine_state *)engine_raise(status, &error);
    }
    return made;
}

ENGINE_METHOD(engine_state_child) {
    static const char *const known[] = {"action", "player", NULL};
    PyObject *values[2];
    if (!engine_arguments(args, count, names, known, 1, values)) {
        return NULL;
    }
    return (PyObject *)apply_to_copy((engine_state *)self, values, NULL);
}

ENGINE_METHOD(engine_state_apply_action) {
    static const char *const known[] = {"action", "player", NULL};
    engine_state *state = (engine_state *)self;
    PyObject *values[2];
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t read = 0;
    int player;
    if (!engine_arguments(args, count, names, known, 1, values) || !can_change(state) ||
        !engine_read_player(state, values[1], &player) ||
        !engine_read_action(state->game, engine_value(state), player, values[0], actions, &read)) {
        return NULL;
    }
    if (read == 1) {
        if (!apply_here(state, player, actions[0])) {
            return NULL;
        }
        Py_RETURN_NONE;
    }
    engine_state *made = apply_to_copy(state, values, NULL);
    if (!made) {
        return NULL;
    }
    agon_copy(engine_value(state), engine_value(made));
    ENGINE_DROP(made);
    Py_RETURN_NONE;
}

static bool read_viewer(PyObject *value, int *viewer) {
    int64_t number = AGON_NOBODY;
    if (value && value != Py_None && !engine_read_number(value, "a viewer", AGON_NOBODY, &number)) {
        return false;
    }
    *viewer = (int)number;
    return true;
}

ENGINE_METHOD(engine_state_apply) {
    static const char *const known[] = {"action", "player", "viewer", NULL};
    engine_state *state = (engine_state *)self;
    PyObject *values[3];
    int viewer;
    engine_events events;
    if (!engine_arguments(args, count, names, known, 1, values) ||
        !read_viewer(values[2], &viewer)) {
        return NULL;
    }
    engine_events_start(&events, state->game, viewer);
    engine_state *made = apply_to_copy(state, values, &events);
    if (!made) {
        agon_text_free(&events.text);
        return NULL;
    }
    PyObject *list = engine_events_take(&events);
    if (!list) {
        ENGINE_DROP(made);
        return NULL;
    }
    return Py_BuildValue("(NN)", made, list);
}

// ---------------------------------------------------------------------------------------------
// Chance

ENGINE_METHOD(engine_state_random_action) {
    static const char *const known[] = {"rng", "player", NULL};
    const engine_state *state = (engine_state *)self;
    PyObject *values[2];
    int player;
    agon_rng own;
    agon_rng *rng;
    agon_action action;
    if (!engine_arguments(args, count, names, known, 1, values) ||
        !engine_read_player(state, values[1], &player) || !engine_read_rng(values[0], &rng, &own)) {
        return NULL;
    }
    agon_status status =
        agon_random_action(engine_rules_of(state->game), engine_value(state), player, rng, &action);
    return status ? engine_raise_status(status)
                  : engine_write_action(state->game, engine_value(state), player, action);
}

ENGINE_METHOD(engine_state_playout) {
    static const char *const known[] = {"rng", "most", NULL};
    engine_state *state = (engine_state *)self;
    PyObject *values[2];
    int64_t most = INT64_MAX;
    agon_rng own;
    agon_rng *rng;
    if (!engine_arguments(args, count, names, known, 1, values) ||
        !engine_read_rng(values[0], &rng, &own) ||
        (values[1] && !engine_read_number(values[1], "most", INT64_MAX, &most)) ||
        !can_change(state)) {
        return NULL;
    }
    return PyLong_FromUnsignedLongLong(
        agon_playout(engine_rules_of(state->game), engine_value(state), rng, (uint64_t)most));
}
