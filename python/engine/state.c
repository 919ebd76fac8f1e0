// agon.State: a state or a view as a value.
#include "engine.h"

#include <stdio.h>
#include <string.h>

PyTypeObject *engine_state_type;

engine_state *engine_state_new(engine_game *game) {
    const size_t size = game->table.game->state_max;
    engine_state *self = PyObject_Malloc(sizeof *self + size);
    if (!self) {
        return (engine_state *)PyErr_NoMemory();
    }
    PyObject_InitVar((PyVarObject *)self, engine_state_type, (Py_ssize_t)size);
    self->game = (engine_game *)Py_NewRef((PyObject *)game);
    self->is_frozen = 0;
    return self;
}

static void state_free(PyObject *object) {
    engine_state *self = (engine_state *)object;
    PyTypeObject *type = Py_TYPE(object);
    ENGINE_DROP(self->game);
    PyObject_Free(object);
    Py_DECREF(type);
}

engine_state *engine_as_state(PyObject *object, const engine_game *game) {
    if (Py_TYPE(object) != engine_state_type) {
        PyErr_Format(PyExc_TypeError, "this must be a State, not %R", object);
        return NULL;
    }
    engine_state *state = (engine_state *)object;
    if (game && state->game != game &&
        PyObject_RichCompareBool((PyObject *)state->game, (PyObject *)game, Py_EQ) != 1) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "this is a state of another game");
        }
        return NULL;
    }
    return state;
}

static int first_to_act(const agon_state *value) {
    return value->to_act ? __builtin_ctz(value->to_act) : -1;
}

bool engine_read_player(const engine_state *state, PyObject *value, int *player) {
    const agon_state *inner = engine_value(state);
    if (!value || value == Py_None) {
        const bool is_players = inner->viewer < AGON_MAX_PLAYERS;
        *player = is_players ? inner->viewer : first_to_act(inner);
        if (*player < 0) {
            engine_raise_status(inner->over ? AGON_GAME_OVER : AGON_NOT_YOUR_TURN);
        }
        return *player >= 0;
    }
    int64_t number;
    if (!engine_read_number(value, "a player", engine_rules_of(state->game)->players, &number)) {
        return false;
    }
    *player = (int)number;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Copies, views

static PyObject *clone(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    engine_state *made = engine_state_new(self->game);
    if (made) {
        agon_copy(engine_value(made), engine_value(self));
    }
    return (PyObject *)made;
}

static PyObject *view(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    static const char *const known[] = {"player", NULL};
    const engine_state *self = (engine_state *)object;
    PyObject *values[1];
    int64_t viewer;
    if (!engine_arguments(args, count, names, known, 1, values) ||
        !engine_read_number(values[0], "a viewer", AGON_NOBODY, &viewer)) {
        return NULL;
    }
    engine_state *made = engine_state_new(self->game);
    if (!made) {
        return NULL;
    }
    agon_status status =
        agon_view(engine_rules_of(self->game), engine_value(self), (int)viewer, engine_value(made));
    if (status) {
        ENGINE_DROP(made);
        return engine_raise_status(status);
    }
    return (PyObject *)made;
}

static PyObject *resample(PyObject *object, PyObject *chance) {
    const engine_state *self = (engine_state *)object;
    agon_rng own;
    agon_rng *rng;
    if (!engine_read_rng(chance, &rng, &own)) {
        return NULL;
    }
    if (engine_value(self)->viewer == AGON_NOBODY) {
        agon_error error = {0};
        (void)agon_error_set(&error, AGON_BAD_STATE, NULL,
                             "only a view can be resampled: state.view(player).resample(rng)");
        return engine_raise(AGON_BAD_STATE, &error);
    }
    engine_state *made = engine_state_new(self->game);
    if (!made) {
        return NULL;
    }
    agon_status status =
        agon_resample(engine_rules_of(self->game), engine_value(self), rng, engine_value(made));
    if (status) {
        ENGINE_DROP(made);
        return engine_raise_status(status);
    }
    return (PyObject *)made;
}

// Fills in what `observe` needs: the player's view, in memory of its own if there is none yet.
static const agon_state *view_of(const engine_state *self, int player, engine_state **made) {
    const agon_state *value = engine_value(self);
    *made = NULL;
    if (value->viewer == player) {
        return value;
    }
    *made = engine_state_new(self->game);
    if (!*made) {
        return NULL;
    }
    agon_status status = agon_view(engine_rules_of(self->game), value, player, engine_value(*made));
    if (status) {
        engine_raise_status(status);
        return NULL;
    }
    return engine_value(*made);
}

static PyObject *observation_tensor(PyObject *object, PyObject *const *args, Py_ssize_t count,
                                    PyObject *names) {
    static const char *const known[] = {"player", "out", NULL};
    const engine_state *self = (engine_state *)object;
    const engine_game *game = self->game;
    PyObject *values[2];
    Py_buffer buffer;
    int player;
    if (!engine_arguments(args, count, names, known, 0, values) ||
        !engine_read_player(self, values[0], &player)) {
        return NULL;
    }
    const size_t size = game->width * sizeof(int16_t);
    PyObject *out = values[1] && values[1] != Py_None ? Py_NewRef(values[1])
                                                      : engine_new_array("int16", game->width);
    if (!out || !engine_get_buffer(out, "out", size, &buffer)) {
        Py_XDECREF(out);
        return NULL;
    }
    engine_state *made;
    const agon_state *seen = view_of(self, player, &made);
    if (seen) {
        game->space->observe(engine_rules_of(game), seen, buffer.buf);
    } else {
        Py_CLEAR(out);
    }
    ENGINE_DROP(made);
    PyBuffer_Release(&buffer);
    return out;
}

// ---------------------------------------------------------------------------------------------
// Documents

static agon_table table_of(const engine_state *self) {
    agon_table table = self->game->table;
    table.state = engine_value(self);
    return table;
}

static PyObject *to_json(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    const agon_table table = table_of(self);
    agon_text text = {0};
    agon_state_to_json(&table, table.state, &text);
    return engine_take_text(&text);
}

static PyObject *to_dict(PyObject *object, PyObject *nothing) {
    PyObject *text = to_json(object, nothing);
    PyObject *made = text ? engine_call("json", "loads", "(O)", text) : NULL;
    Py_XDECREF(text);
    return made;
}

static PyObject *to_string(PyObject *object) {
    const agon_table table = table_of((engine_state *)object);
    agon_text text = {0};
    agon_state_to_text(&table, table.state, &text);
    return engine_take_text(&text);
}

static PyObject *pack(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    const agon_game *game = engine_rules_of(self->game);
    const size_t size = agon_pack_state(game, engine_value(self), NULL, 0, NULL);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes) {
        agon_pack_state(game, engine_value(self), (uint8_t *)PyBytes_AsString(bytes), size, NULL);
    }
    return bytes;
}

static PyObject *reduce(PyObject *object, PyObject *nothing) {
    const engine_state *self = (engine_state *)object;
    PyObject *bytes = pack(object, nothing);
    PyObject *unpack = bytes ? PyObject_GetAttrString((PyObject *)self->game, "unpack") : NULL;
    if (!unpack) {
        Py_XDECREF(bytes);
        return NULL;
    }
    return Py_BuildValue("(N(N))", unpack, bytes);
}

static PyObject *engine_hash(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    return PyLong_FromUnsignedLongLong(agon_hash(engine_rules_of(self->game), engine_value(self)));
}

// A key of a dict must not change: whoever hashes a state freezes it.
static Py_hash_t python_hash(PyObject *object) {
    engine_state *self = (engine_state *)object;
    self->is_frozen = 1;
    const uint64_t hash = agon_hash(engine_rules_of(self->game), engine_value(self));
    const Py_hash_t value = (Py_hash_t)hash;
    return value == -1 ? -2 : value;
}

static PyObject *compare(PyObject *object, PyObject *other, int operation) {
    if (Py_TYPE(other) != engine_state_type || (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    int is_equal = PyObject_RichCompareBool((PyObject *)((engine_state *)object)->game,
                                            (PyObject *)((engine_state *)other)->game, Py_EQ);
    if (is_equal == 1) {
        PyObject *x = pack(object, NULL);
        PyObject *y = pack(other, NULL);
        is_equal = x && y ? PyObject_RichCompareBool(x, y, Py_EQ) : -1;
        Py_XDECREF(x);
        Py_XDECREF(y);
    }
    return is_equal < 0 ? NULL : PyBool_FromLong(is_equal == (operation == Py_EQ));
}

// ---------------------------------------------------------------------------------------------
// Whose turn it is, and how it ends

static PyObject *current_player(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    const agon_state *value = engine_value(self);
    const int player = agon_current_player(engine_rules_of(self->game), value);
    return PyLong_FromLong(value->over ? -4 : player < 0 ? -2 : player);
}

static PyObject *write_set(agon_viewers set) {
    PyObject *list = PyList_New(0);
    for (int p = 0; list && p < AGON_MAX_PLAYERS; p++) {
        if (agon_viewers_has(set, p)) {
            PyObject *player = PyLong_FromLong(p);
            if (!player || PyList_Append(list, player) < 0) {
                Py_CLEAR(list);
            }
            Py_XDECREF(player);
        }
    }
    return list;
}

static PyObject *players_to_act(PyObject *object, PyObject *nothing) {
    (void)nothing;
    return write_set(engine_value((engine_state *)object)->to_act);
}

static PyObject *is_terminal(PyObject *object, PyObject *nothing) {
    (void)nothing;
    return PyBool_FromLong(engine_value((engine_state *)object)->over);
}

static agon_viewers winners_of(const engine_state *self) {
    const agon_state *value = engine_value(self);
    return value->over ? agon_winners(engine_rules_of(self->game), value) : AGON_NONE;
}

static PyObject *winners(PyObject *object, PyObject *nothing) {
    (void)nothing;
    return write_set(winners_of((engine_state *)object));
}

// 1 won alone, 0 shared or drawn or not over, −1 lost: as in agon/batch.h.
static double outcome(agon_viewers won, int player) {
    if (!agon_viewers_has(won, player)) {
        return won ? -1 : 0;
    }
    return (won & (won - 1)) == 0;
}

static PyObject *returns(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    const int players = engine_rules_of(self->game)->players;
    const agon_viewers won = winners_of(self);
    PyObject *list = PyList_New(players);
    for (int p = 0; list && p < players; p++) {
        PyList_SetItem(list, p, PyFloat_FromDouble(outcome(won, p)));
    }
    return list;
}

static PyObject *scores(PyObject *object, PyObject *nothing) {
    (void)nothing;
    const engine_state *self = (engine_state *)object;
    int32_t values[AGON_MAX_PLAYERS] = {0};
    agon_scores(engine_rules_of(self->game), engine_value(self), values);
    const int players = engine_rules_of(self->game)->players;
    PyObject *list = PyList_New(players);
    for (int p = 0; list && p < players; p++) {
        PyList_SetItem(list, p, PyLong_FromLong(values[p]));
    }
    return list;
}

static PyObject *repr(PyObject *object) {
    const engine_state *self = (engine_state *)object;
    const agon_state *value = engine_value(self);
    const agon_game *game = engine_rules_of(self->game);
    char viewer[32] = "";
    if (value->viewer == AGON_SPECTATOR) {
        snprintf(viewer, sizeof viewer, ", the spectator's view");
    } else if (value->viewer != AGON_NOBODY) {
        snprintf(viewer, sizeof viewer, ", player %d's view", value->viewer);
    }
    char turn[48];
    if (value->over) {
        snprintf(turn, sizeof turn, "over");
    } else {
        snprintf(turn, sizeof turn, "to act: ");
        for (int p = 0, n = 0; p < game->players; p++) {
            const size_t used = strlen(turn);
            if (agon_viewers_has(value->to_act, p)) {
                snprintf(turn + used, sizeof turn - used, n++ ? ", %d" : "%d", p);
            }
        }
    }
    char text[160];
    snprintf(text, sizeof text, "<agon.State of %s%s, %s, hash %016llx>", game->rules->id, viewer,
             turn, (unsigned long long)agon_hash(game, value));
    return PyUnicode_FromString(text);
}

static PyObject *get_game(PyObject *object, void *nothing) {
    (void)nothing;
    return Py_NewRef((PyObject *)((engine_state *)object)->game);
}

static PyObject *get_viewer(PyObject *object, void *nothing) {
    (void)nothing;
    const agon_state *value = engine_value((engine_state *)object);
    if (value->viewer == AGON_NOBODY) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(value->viewer);
}

#define FAST(method) (PyCFunction)(void (*)(void))(method), METH_FASTCALL | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"current_player", current_player, METH_NOARGS, NULL},
    {"players_to_act", players_to_act, METH_NOARGS, NULL},
    {"is_terminal", is_terminal, METH_NOARGS, NULL},
    {"winners", winners, METH_NOARGS, NULL},
    {"returns", returns, METH_NOARGS, NULL},
    {"scores", scores, METH_NOARGS, NULL},
    {"clone", clone, METH_NOARGS, NULL},
    {"__copy__", clone, METH_NOARGS, NULL},
    {"__deepcopy__", clone, METH_O, NULL},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {"view", FAST(view), NULL},
    {"resample", resample, METH_O, NULL},
    {"observation_tensor", FAST(observation_tensor), NULL},
    {"to_json", to_json, METH_NOARGS, NULL},
    {"to_dict", to_dict, METH_NOARGS, NULL},
    {"pack", pack, METH_NOARGS, NULL},
    {"hash", engine_hash, METH_NOARGS, NULL},
    {"legal_actions", FAST(engine_state_legal_actions), NULL},
    {"legal_actions_mask", FAST(engine_state_legal_actions_mask), NULL},
    {"legal_action_structs", FAST(engine_state_legal_action_structs), NULL},
    {"action_to_struct", FAST(engine_state_action_to_struct), NULL},
    {"struct_to_action", FAST(engine_state_struct_to_action), NULL},
    {"apply_action", FAST(engine_state_apply_action), NULL},
    {"apply", FAST(engine_state_apply), NULL},
    {"child", FAST(engine_state_child), NULL},
    {"random_action", FAST(engine_state_random_action), NULL},
    {"playout", FAST(engine_state_playout), NULL},
    {0},
};

static PyGetSetDef properties[] = {
    {"game", get_game, NULL, NULL, NULL},
    {"viewer", get_viewer, NULL, NULL, NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, state_free},  {Py_tp_repr, repr},
    {Py_tp_str, to_string},       {Py_tp_hash, python_hash},
    {Py_tp_richcompare, compare}, {Py_tp_methods, methods},
    {Py_tp_getset, properties},   {0},
};

static PyType_Spec spec = {"agon._engine.State", sizeof(engine_state), 1,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

bool engine_state_add(PyObject *module) {
    engine_state_type = engine_type_add(module, &spec);
    return engine_state_type != NULL;
}
