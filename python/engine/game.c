// agon.Game: the rules with a config.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *engine_game_type;

static const agon_codec *find_codec(const char *id) {
    const agon_codec *codec = agon_codec_find(id);
    if (!codec) {
        agon_error error = {0};
        (void)agon_error_set(&error, AGON_UNKNOWN_GAME, NULL, "there is no game '%.60s'", id);
        engine_raise(AGON_UNKNOWN_GAME, &error);
    }
    return codec;
}

static bool fill_space(engine_game *self) {
    const agon_game *game = self->table.game;
    self->space = agon_space_find(game->rules);
    if (!self->space) {
        PyErr_Format(PyExc_TypeError, "%s has no action numbers", game->rules->id);
        return false;
    }
    self->actions = self->space->action_count(game);
    self->width = agon_space_width(self->space, game);
    self->words = agon_space_mask_words(self->space, game);
    self->mask = malloc((self->words ? self->words : 1) * sizeof *self->mask);
    if (!self->mask) {
        PyErr_NoMemory();
    }
    return self->mask != NULL;
}

// What a game is made of.
typedef struct origin {
    const agon_codec *codec;
    PyObject *document; // a config (NULL: all defaults), or a state
    bool is_state;
    int version; // 0: the newest
    int players; // 0: the usual number
} origin;

static bool make_table(const origin *from, agon_table *table) {
    agon_error error = {0};
    agon_value *value = NULL;
    if (from->document && !(value = engine_parse(from->document))) {
        return false;
    }
    // As for a match: with a seed, whether the config names one or not.
    agon_seed seed = agon_seed_number(0);
    (void)agon_seed_of_config(value, &seed);
    agon_status status = from->is_state
                             ? agon_table_load_as(from->codec, from->version, value, table, &error)
                             : agon_table_seat_as(from->codec, from->version, from->players, value,
                                                  seed, table, &error);
    if (status) {
        agon_value_free(value);
        engine_raise(status, &error);
        return false;
    }
    table->document = value;
    return true;
}

// The document in canonical form, so that equal ones make equal games; "": there was none.
static PyObject *write_origin(const engine_game *self) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    if (self->is_from_state) {
        agon_state_to_json(&self->table, self->table.state, &text);
    } else if (self->table.document) {
        agon_json_value_sorted(&json, self->table.document);
    }
    return engine_take_text(&text);
}

static engine_game *make_game(PyTypeObject *type, const origin *from) {
    engine_game *self = (engine_game *)PyType_GenericAlloc(type, 0);
    if (!self) {
        return NULL;
    }
    self->is_from_state = from->is_state;
    self->players_asked = from->players;
    if (!make_table(from, &self->table) || !(self->origin = write_origin(self)) ||
        !fill_space(self)) {
        ENGINE_DROP(self);
        return NULL;
    }
    return self;
}

// Game(id, config=None, players=0, version=0, is_state=False)
static PyObject *game_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    static char *known[] = {"id", "config", "players", "version", "is_state", NULL};
    const char *id;
    int is_state = 0;
    origin from = {.document = Py_None};
    if (!PyArg_ParseTupleAndKeywords(args, names, "s|Oiip:Game", known, &id, &from.document,
                                     &from.players, &from.version, &is_state)) {
        return NULL;
    }
    // A pickle has "" where there was no config.
    const bool is_empty = PyUnicode_Check(from.document) && PyUnicode_GetLength(from.document) == 0;
    from.document = from.document == Py_None || (is_empty && !is_state) ? NULL : from.document;
    from.is_state = is_state;
    from.codec = find_codec(id);
    return from.codec ? (PyObject *)make_game(type, &from) : NULL;
}

static void game_free(PyObject *object) {
    engine_game *self = (engine_game *)object;
    PyTypeObject *type = Py_TYPE(object);
    freefunc free_object = (freefunc)PyType_GetSlot(type, Py_tp_free); // of a subclass
    agon_table_free(&self->table);
    free(self->mask);
    Py_XDECREF(self->origin);
    free_object(object);
    Py_DECREF(type);
}

// ---------------------------------------------------------------------------------------------
// States

static PyObject *first_state(PyObject *object, PyObject *const *args, Py_ssize_t count,
                             PyObject *names) {
    static const char *const known[] = {"seed", NULL};
    engine_game *self = (engine_game *)object;
    PyObject *values[1];
    agon_seed seed;
    if (!engine_arguments(args, count, names, known, 0, values)) {
        return NULL;
    }
    const bool has_seed = values[0] && values[0] != Py_None;
    if (has_seed && !engine_read_seed(values[0], &seed)) {
        return NULL;
    }
    if (has_seed && self->is_from_state) {
        PyErr_SetString(PyExc_ValueError,
                        "this game was made of a state: it has no other beginning");
        return NULL;
    }
    engine_state *state = engine_state_new(self);
    if (state && has_seed) {
        agon_init(self->table.game, self->table.config, seed, engine_value(state));
    } else if (state) {
        agon_copy(engine_value(state), self->table.state);
    }
    return (PyObject *)state;
}

static PyObject *unpack(PyObject *object, PyObject *bytes) {
    engine_game *self = (engine_game *)object;
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) {
        return NULL;
    }
    engine_state *state = engine_state_new(self);
    agon_error error = {0};
    agon_status status = state ? agon_unpack_state(self->table.game, (const uint8_t *)data,
                                                   (size_t)size, engine_value(state), &error)
                               : AGON_NO_MEMORY;
    if (status) {
        ENGINE_DROP(state);
        return engine_raise(status, &error);
    }
    return (PyObject *)state;
}

// ---------------------------------------------------------------------------------------------
// Facts

static PyObject *write_fields(const engine_game *self,
                              bool (*field)(const agon_game *, uint32_t, agon_space_field *)) {
    PyObject *list = PyList_New(0);
    agon_space_field at;
    for (uint32_t i = 0; list && field(self->table.game, i, &at); i++) {
        PyObject *item = Py_BuildValue("(ssI)", at.name, at.meaning, at.count);
        if (!item || PyList_Append(list, item) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *action_fields(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return write_fields((engine_game *)self, ((engine_game *)self)->space->action_field);
}

static PyObject *observation_fields(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return write_fields((engine_game *)self, ((engine_game *)self)->space->field);
}

static PyObject *bots(PyObject *self, PyObject *nothing) {
    (void)nothing;
    PyObject *list = PyList_New(0);
    const agon_bot *bot;
    const agon_rules *rules = ((engine_game *)self)->table.game->rules;
    for (size_t i = 0; list && (bot = agon_bot_at(rules, i)); i++) {
        PyObject *id = PyUnicode_FromString(bot->id);
        if (!id || PyList_Append(list, id) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(id);
    }
    return list;
}

static PyObject *config_schema(PyObject *self, PyObject *nothing) {
    (void)nothing;
    agon_text text = {0};
    agon_config_schema(((engine_game *)self)->table.codec, &text);
    PyObject *schema = engine_from_text(&text);
    agon_text_free(&text);
    return schema;
}

static PyObject *player_name(PyObject *object, PyObject *value) {
    engine_game *self = (engine_game *)object;
    int64_t player;
    agon_text text = {0};
    if (!engine_read_number(value, "a player", self->table.game->players, &player)) {
        return NULL;
    }
    agon_viewer_to_json(&self->table, (int)player, &text);
    PyObject *name = engine_from_text(&text);
    agon_text_free(&text);
    return name;
}

static PyObject *reduce(PyObject *object, PyObject *nothing) {
    (void)nothing;
    engine_game *self = (engine_game *)object;
    const agon_game *game = self->table.game;
    return Py_BuildValue("(O(sOiiO))", Py_TYPE(object), game->rules->id, self->origin,
                         self->players_asked, (int)game->version,
                         self->is_from_state ? Py_True : Py_False);
}

static PyObject *compare(PyObject *object, PyObject *other, int operation) {
    if (!PyObject_TypeCheck(other, engine_game_type) ||
        (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    engine_game *x = (engine_game *)object;
    engine_game *y = (engine_game *)other;
    bool is_equal = x == y;
    if (!is_equal && x->table.game->rules == y->table.game->rules &&
        x->table.game->version == y->table.game->version &&
        x->table.game->players == y->table.game->players && x->is_from_state == y->is_from_state) {
        const int same = PyObject_RichCompareBool(x->origin, y->origin, Py_EQ);
        if (same < 0) {
            return NULL;
        }
        is_equal = same;
    }
    return PyBool_FromLong(is_equal == (operation == Py_EQ));
}

static Py_hash_t hash(PyObject *object) {
    return PyObject_Hash(((engine_game *)object)->origin);
}

#define NUMBER(name, value)                                                                        \
    static PyObject *name(PyObject *object, void *nothing) {                                       \
        (void)nothing;                                                                             \
        const engine_game *self = (engine_game *)object;                                           \
        return PyLong_FromLong((long)(value));                                                     \
    }
NUMBER(get_players, self->table.game->players)
NUMBER(get_version, self->table.game->version)
NUMBER(get_max_steps, self->table.game->max_steps)
NUMBER(get_actions, self->actions)
NUMBER(get_width, self->width)
NUMBER(get_words, self->words)
NUMBER(get_state_size, self->table.game->state_max)

#define FLAG(name, value)                                                                          \
    static PyObject *name(PyObject *object, void *nothing) {                                       \
        (void)nothing;                                                                             \
        const engine_game *self = (engine_game *)object;                                           \
        return PyBool_FromLong(value);                                                             \
    }
FLAG(get_from_state, self->is_from_state)
FLAG(get_simultaneous, self->table.game->rules->is_simultaneous)
FLAG(get_chance, self->table.game->rules->has_chance)
FLAG(get_hidden, self->table.game->rules->has_hidden)

static PyObject *get_id(PyObject *object, void *nothing) {
    (void)nothing;
    return PyUnicode_FromString(((engine_game *)object)->table.game->rules->id);
}

static PyObject *get_title(PyObject *object, void *nothing) {
    (void)nothing;
    return PyUnicode_FromString(((engine_game *)object)->table.game->rules->title);
}

static PyObject *get_origin(PyObject *object, void *nothing) {
    (void)nothing;
    return Py_NewRef(((engine_game *)object)->origin);
}

static PyMethodDef methods[] = {
    {"new_initial_state", (PyCFunction)(void (*)(void))first_state, METH_FASTCALL | METH_KEYWORDS,
     NULL},
    {"unpack", unpack, METH_O, NULL},
    {"action_fields", action_fields, METH_NOARGS, NULL},
    {"observation_fields", observation_fields, METH_NOARGS, NULL},
    {"bots", bots, METH_NOARGS, NULL},
    {"config_schema", config_schema, METH_NOARGS, NULL},
    {"player_name", player_name, METH_O, NULL},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {0},
};

static PyGetSetDef properties[] = {
    {"id", get_id, NULL, NULL, NULL},
    {"title", get_title, NULL, NULL, NULL},
    {"origin", get_origin, NULL, NULL, NULL},
    {"is_from_state", get_from_state, NULL, NULL, NULL},
    {"players", get_players, NULL, NULL, NULL},
    {"version", get_version, NULL, NULL, NULL},
    {"max_steps", get_max_steps, NULL, NULL, NULL},
    {"actions", get_actions, NULL, NULL, NULL},
    {"width", get_width, NULL, NULL, NULL},
    {"mask_words", get_words, NULL, NULL, NULL},
    {"state_size", get_state_size, NULL, NULL, NULL},
    {"is_simultaneous", get_simultaneous, NULL, NULL, NULL},
    {"has_chance", get_chance, NULL, NULL, NULL},
    {"has_hidden", get_hidden, NULL, NULL, NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_new, game_new},
    {Py_tp_dealloc, game_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_hash, hash},
    {Py_tp_richcompare, compare},
    {0},
};

static PyType_Spec spec = {"agon._engine.Game", sizeof(engine_game), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

bool engine_game_add(PyObject *module) {
    engine_game_type = engine_type_add(module, &spec);
    return engine_game_type != NULL;
}
