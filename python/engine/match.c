// Whole matches between the engine's bots and functions of Python.
//
// A function is asked with (view, player) and answers with a number or a document. It sits at the
// match's table through a driver, as programs do, so that faults are what they are for everybody; an
// exception in it ends the match and is passed on.
#include "engine.h"

#include <stdlib.h>
#include <string.h>

typedef struct table {
    engine_game *game;
    agon_text replay;
    agon_terms terms;
    bool is_recorded;
    engine_seat bots[AGON_MAX_PLAYERS];
    agon_seat seats[AGON_MAX_PLAYERS];
    const char *names[AGON_MAX_PLAYERS];
    struct person {
        struct table *table;
        PyObject *function; // borrowed from the list of seats
    } people[AGON_MAX_PLAYERS];
    bool has_raised; // an exception is waiting in `raised`
    PyObject *raised[3];
} table;

// ---------------------------------------------------------------------------------------------
// The driver: called without the lock

static void driver_start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)seating;
    (void)note;
}

static void driver_end(void *self, const agon_ending *ending) {
    (void)self;
    (void)ending;
}

static PyObject *ask(const struct person *person, const agon_question *question,
                     engine_state **view) {
    *view = engine_state_new(person->table->game);
    if (!*view) {
        return NULL;
    }
    agon_copy(engine_value(*view), question->view);
    return PyObject_CallFunction(person->function, "Oi", *view, question->player);
}

// What a function says: a number or a document is judged by the match; an exception is kept.
static void take_answer(const struct person *person, const agon_question *question, PyObject *given,
                        agon_answer *answer) {
    engine_game *game = person->table->game;
    if (given && !engine_read_action(game, question->view, question->player, given, answer->actions,
                                     &answer->count)) {
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        PyObject *text = value ? PyObject_Str(value) : NULL;
        const char *reason = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
        agon_answer_fault(answer, AGON_FAULT_ILLEGAL, "%s", reason ? reason : "not an action");
        PyErr_Clear();
        Py_XDECREF(text);
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(trace);
    }
}

static void driver_think(void *self, const agon_question *question, agon_answer *answer) {
    struct person *person = self;
    PyGILState_STATE lock = PyGILState_Ensure();
    *answer = (agon_answer){0};
    if (person->table->has_raised) {
        agon_answer_fault(answer, AGON_FAULT_DEAD, "the match is given up");
    } else {
        engine_state *view;
        PyObject *given = ask(person, question, &view);
        if (given) {
            take_answer(person, question, given, answer);
        } else {
            PyObject **kept = person->table->raised;
            PyErr_Fetch(&kept[0], &kept[1], &kept[2]);
            person->table->has_raised = true;
            agon_answer_fault(answer, AGON_FAULT_DEAD, "the function raised an exception");
        }
        Py_XDECREF(given);
        ENGINE_DROP(view);
    }
    PyGILState_Release(lock);
}

static const agon_driver driver = {driver_start, driver_think, driver_end};

// ---------------------------------------------------------------------------------------------

static bool seat_one(table *t, PyObject *who, agon_seed seed, int player) {
    if (PyUnicode_Check(who)) {
        t->names[player] = PyUnicode_AsUTF8AndSize(who, NULL);
        if (!t->names[player] ||
            !engine_seat_open(&t->bots[player], t->game, t->names[player], seed, player)) {
            return false;
        }
        t->seats[player] = t->bots[player].seat;
        return true;
    }
    if (!PyCallable_Check(who)) {
        PyErr_Format(PyExc_TypeError, "a seat is the name of a bot or a function, not %R", who);
        return false;
    }
    t->names[player] = "python";
    t->people[player] = (struct person){t, who};
    t->seats[player] = (agon_seat){.driver = &driver, .self = &t->people[player]};
    return true;
}

static bool seat_all(table *t, PyObject *seats, agon_seed seed) {
    const int players = engine_rules_of(t->game)->players;
    if (PySequence_Size(seats) != players) {
        if (!PyErr_Occurred()) {
            PyErr_Format(PyExc_ValueError, "this game has %d players", players);
        }
        return false;
    }
    bool is_good = true;
    for (int p = 0; p < players && is_good; p++) {
        PyObject *who = PySequence_GetItem(seats, p);
        is_good = who && seat_one(t, who, seed, p);
        Py_XDECREF(who); // the list holds it
    }
    return is_good;
}

static agon_status open_match(table *t, agon_match *match, const agon_state *first, agon_seed seed,
                              const char *config, agon_error *error) {
    agon_match_def def = agon_match_def_default();
    def.codec = t->game->table.codec;
    def.game = engine_rules_of(t->game);
    def.first = first;
    def.seed = seed;
    def.is_given = t->game->is_from_state;
    def.config = config;
    def.seats = t->names;
    def.listening = AGON_NONE;
    def.terms = t->terms;
    def.is_recorded = t->is_recorded;
    return agon_match_open(match, &def, &t->replay, error);
}

static void on_change(void *user, const agon_change *change) {
    table *t = user;
    if (t->is_recorded) {
        agon_text_add(&t->replay, change->lines.data, change->lines.length);
    }
}

static agon_status run(table *t, agon_match *match, agon_error *error) {
    agon_loop loop = {.match = match, .seats = t->seats, .on_change = on_change, .user = t};
    agon_status status = AGON_OK;
    agon_loop_start(&loop);
    while (status == AGON_OK && !match->state->over && !t->has_raised) {
        status = agon_loop_step(&loop, error);
    }
    agon_loop_close(&loop);
    return status;
}

static PyObject *list_bytes(const uint8_t *values, int count) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyList_SetItem(list, i, PyLong_FromLong(values[i]));
    }
    return list;
}

// (places, forfeits, moves, last state, replay or None)
static PyObject *write_result(table *t, const agon_match *match) {
    const agon_result result = agon_match_result(match);
    const int players = match->game->players;
    engine_state *last = engine_state_new(t->game);
    if (!last) {
        return NULL;
    }
    agon_copy(engine_value(last), match->state);
    PyObject *replay = Py_NewRef(Py_None);
    if (t->is_recorded) {
        Py_DECREF(replay);
        agon_match_finish(match, NULL, &t->replay);
        replay = engine_take_text(&t->replay);
    }
    return Py_BuildValue("(NNINN)", list_bytes(result.places, players),
                         list_bytes(result.forfeits, players), result.moves, last, replay);
}

static PyObject *conduct(table *t, agon_seed seed, const char *config) {
    agon_error error = {0};
    agon_match match = {0};
    engine_state *first = engine_state_new(t->game);
    if (!first) {
        return NULL;
    }
    if (t->game->is_from_state) {
        agon_copy(engine_value(first), t->game->table.state);
    } else {
        agon_init(engine_rules_of(t->game), t->game->table.config, seed, engine_value(first));
    }
    agon_status status = open_match(t, &match, engine_value(first), seed, config, &error);
    if (status == AGON_OK) {
        Py_BEGIN_ALLOW_THREADS;
        status = run(t, &match, &error);
        Py_END_ALLOW_THREADS;
    }
    PyObject *result = NULL;
    if (t->has_raised) {
        PyErr_Restore(t->raised[0], t->raised[1], t->raised[2]);
    } else {
        result = status ? engine_raise(status, &error) : write_result(t, &match);
    }
    agon_match_close(&match);
    ENGINE_DROP(first);
    return result;
}

// play(game, seats, seed, record, fault)
static PyObject *play(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *game;
    PyObject *seats;
    PyObject *given;
    int is_recorded;
    const char *policy;
    agon_seed seed;
    table t = {.terms = agon_terms_default()};
    if (!PyArg_ParseTuple(args, "O!OOps:play", engine_game_type, &game, &seats, &given,
                          &is_recorded, &policy) ||
        !engine_read_seed(given, &seed)) {
        return NULL;
    }
    if (!agon_terms_read_policy(policy, &t.terms)) {
        return PyErr_Format(PyExc_ValueError, "'%s' is no policy for faults", policy);
    }
    t.game = (engine_game *)game;
    t.is_recorded = is_recorded;
    const bool has_config = !t.game->is_from_state && PyUnicode_GetLength(t.game->origin) > 0;
    const char *config = has_config ? PyUnicode_AsUTF8AndSize(t.game->origin, NULL) : NULL;
    PyObject *result = seat_all(&t, seats, seed) ? conduct(&t, seed, config) : NULL;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        engine_seat_close(&t.bots[p]);
    }
    agon_text_free(&t.replay);
    return result;
}

static PyMethodDef functions[] = {{"play", play, METH_VARARGS, NULL}, {0}};

bool engine_match_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}
