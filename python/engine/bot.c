// agon.Bot: the engine's own bots.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *engine_bot_type;

// The bytes of a file, through Python: paths and errors are as people know them.
static agon_net *load_net(const char *path, agon_error *error) {
    char *bytes;
    Py_ssize_t size;
    PyObject *data = engine_call("agon._files", "read_bytes", "(s)", path);
    agon_net *net = NULL;
    if (data && PyBytes_AsStringAndSize(data, &bytes, &size) == 0) {
        net = agon_net_read((const uint8_t *)bytes, (size_t)size, error);
    }
    Py_XDECREF(data);
    return net;
}

static bool open_net(engine_seat *seat, const engine_game *game, const char *path, agon_seed seed,
                     int player) {
    agon_error error = {0};
    seat->net = load_net(path, &error);
    if (seat->net && agon_net_fits(seat->net, engine_rules_of(game), &error)) {
        engine_seat_close(seat);
    }
    if (!seat->net && !PyErr_Occurred()) {
        engine_raise(error.status, &error);
    }
    seat->at_table.net = seat->net;
    seat->seat = agon_seat_make(&agon_random_bot, seed, player);
    seat->seat.bot = NULL;
    seat->seat.driver = &agon_net_driver;
    seat->seat.self = &seat->at_table;
    return seat->net != NULL;
}

bool engine_seat_open(engine_seat *seat, const engine_game *game, const char *text, agon_seed seed,
                      int player) {
    agon_error error = {0};
    *seat = (engine_seat){0};
    if (strncmp(text, "net:", 4) == 0) {
        return open_net(seat, game, text + 4, seed, player);
    }
    agon_status status =
        agon_seat_read(text, engine_rules_of(game)->rules, seed, player, &seat->seat, &error);
    if (status) {
        engine_raise(status, &error);
    }
    return status == AGON_OK;
}

void engine_seat_close(engine_seat *seat) {
    agon_net_free(seat->net);
    seat->net = NULL;
}

agon_action engine_seat_choose(const engine_seat *seat, agon_rng *rng, const agon_game *game,
                               const agon_state *view, int player) {
    if (seat->net) {
        return agon_net_choose(seat->net, game, view, player, rng);
    }
    const agon_thought thought = {.game = game,
                                  .view = view,
                                  .player = player,
                                  .rng = rng,
                                  .simulations = seat->seat.simulations};
    // cppcheck-suppress returnDanglingLifetime; an action holds no address
    return seat->seat.bot->think(&thought);
}

// ---------------------------------------------------------------------------------------------

typedef struct engine_bot {
    PyObject_HEAD engine_game *game;
    engine_seat seat;
    PyObject *name;
} engine_bot;

// Bot(game, name, seed, player)
static PyObject *bot_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    static char *known[] = {"game", "name", "seed", "player", NULL};
    PyObject *game;
    PyObject *name;
    PyObject *given = NULL;
    int player = 0;
    agon_seed seed = agon_seed_number(0);
    if (!PyArg_ParseTupleAndKeywords(args, names, "O!U|Oi:Bot", known, engine_game_type, &game,
                                     &name, &given, &player) ||
        (given && !engine_read_seed(given, &seed))) {
        return NULL;
    }
    const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!text || player < 0 || player >= AGON_MAX_PLAYERS) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "no player %d", player);
    }
    engine_bot *self = (engine_bot *)PyType_GenericAlloc(type, 0);
    if (!self) {
        return NULL;
    }
    self->game = (engine_game *)Py_NewRef(game);
    self->name = Py_NewRef(name);
    if (!engine_seat_open(&self->seat, self->game, text, seed, player)) {
        ENGINE_DROP(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void bot_free(PyObject *object) {
    engine_bot *self = (engine_bot *)object;
    PyTypeObject *type = Py_TYPE(object);
    engine_seat_close(&self->seat);
    ENGINE_DROP(self->game);
    Py_XDECREF(self->name);
    PyObject_Free(object);
    Py_DECREF(type);
}

// Copies of the state keep the bot safe from threads that change it meanwhile.
static PyObject *choose_in(engine_bot *self, const engine_state *state, int player) {
    const agon_game *game = engine_rules_of(self->game);
    if (agon_count(game, engine_value(state), player) == 0) {
        return engine_raise_status(engine_value(state)->over ? AGON_GAME_OVER : AGON_NOT_YOUR_TURN);
    }
    engine_state *view = engine_state_new(self->game);
    if (!view) {
        return NULL;
    }
    PyObject *result = NULL;
    agon_status status = agon_view(game, engine_value(state), player, engine_value(view));
    if (status) {
        engine_raise_status(status);
    } else {
        // Several threads may ask the bot at once: each gets a generator of its own.
        agon_rng rng = agon_rng_split(&self->seat.seat.rng);
        agon_action action;
        Py_BEGIN_ALLOW_THREADS;
        action = engine_seat_choose(&self->seat, &rng, game, engine_value(view), player);
        Py_END_ALLOW_THREADS;
        result = engine_write_action(self->game, engine_value(view), player, action);
    }
    ENGINE_DROP(view);
    return result;
}

static PyObject *bot_choose(PyObject *object, PyObject *const *args, Py_ssize_t count,
                            PyObject *names) {
    static const char *const known[] = {"state", "player", NULL};
    engine_bot *self = (engine_bot *)object;
    PyObject *values[2];
    int player;
    if (!engine_arguments(args, count, names, known, 1, values)) {
        return NULL;
    }
    const engine_state *state = engine_as_state(values[0], self->game);
    if (!state || !engine_read_player(state, values[1], &player)) {
        return NULL;
    }
    return choose_in(self, state, player);
}

static PyObject *bot_call(PyObject *self, PyObject *args, PyObject *names) {
    PyObject *state;
    PyObject *player = NULL;
    static char *known[] = {"state", "player", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, names, "O|O:Bot", known, &state, &player)) {
        return NULL;
    }
    PyObject *values[] = {state, player};
    return bot_choose(self, values, player ? 2 : 1, NULL);
}

static PyObject *bot_repr(PyObject *object) {
    const engine_bot *self = (engine_bot *)object;
    return PyUnicode_FromFormat("<agon.Bot %U for %s>", self->name,
                                engine_rules_of(self->game)->rules->id);
}

static PyObject *get_name(PyObject *object, void *nothing) {
    (void)nothing;
    return Py_NewRef(((engine_bot *)object)->name);
}

// net_outputs(game, path, state, player) -> [logits…, value], with 12 fractional bits
static PyObject *net_outputs(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *game;
    PyObject *object;
    const char *path;
    int player;
    if (!PyArg_ParseTuple(args, "O!sOi:net_outputs", engine_game_type, &game, &path, &object,
                          &player)) {
        return NULL;
    }
    engine_seat seat = {0};
    const engine_game *of = (engine_game *)game;
    const engine_state *state = engine_as_state(object, of);
    engine_state *view = state ? engine_state_new((engine_game *)game) : NULL;
    int32_t *outputs = malloc(((size_t)of->actions + 1) * sizeof *outputs);
    PyObject *list = NULL;
    if (view && outputs && open_net(&seat, of, path, agon_seed_number(0), 0) &&
        agon_view(engine_rules_of(of), engine_value(state), player, engine_value(view)) ==
            AGON_OK &&
        agon_net_evaluate(seat.net, engine_rules_of(of), engine_value(view), outputs)) {
        list = PyList_New((Py_ssize_t)of->actions + 1);
        for (uint32_t i = 0; list && i <= of->actions; i++) {
            PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(outputs[i]));
        }
    }
    if (!list && !PyErr_Occurred()) {
        engine_raise_status(AGON_BAD_STATE);
    }
    free(outputs);
    ENGINE_DROP(view);
    engine_seat_close(&seat);
    return list;
}

static PyMethodDef functions[] = {{"net_outputs", net_outputs, METH_VARARGS, NULL}, {0}};

static PyMethodDef methods[] = {
    {"choose", (PyCFunction)(void (*)(void))bot_choose, METH_FASTCALL | METH_KEYWORDS, NULL},
    {0},
};

static PyGetSetDef properties[] = {{"name", get_name, NULL, NULL, NULL}, {0}};

static PyType_Slot slots[] = {
    {Py_tp_new, bot_new},
    {Py_tp_dealloc, bot_free},
    {Py_tp_call, bot_call},
    {Py_tp_repr, bot_repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0},
};

static PyType_Spec spec = {"agon._engine.Bot", sizeof(engine_bot), 0, Py_TPFLAGS_DEFAULT, slots};

bool engine_bot_add(PyObject *module) {
    engine_bot_type = engine_type_add(module, &spec);
    return engine_bot_type && PyModule_AddFunctions(module, functions) == 0;
}
