// Schedules and ratings of tournaments; the matches are played by agon.tournament.
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

static PyObject *write_pairing(const agon_pairing *pairing, int seats) {
    char seed[33];
    PyObject *bots = PyList_New(seats);
    for (int s = 0; bots && s < seats; s++) {
        PyList_SetItem(bots, s, PyLong_FromLong(pairing->bots[s]));
    }
    snprintf(seed, sizeof seed, "%016llx%016llx", (unsigned long long)pairing->seed.hi,
             (unsigned long long)pairing->seed.lo);
    return bots ? Py_BuildValue("(KNs)", (unsigned long long)pairing->group, bots, seed) : NULL;
}

// schedule(bots, seats, rounds, seed, gauntlet) -> [(group, bots by seat, seed), …]
static PyObject *schedule(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *given;
    int is_gauntlet;
    agon_schedule plan = {0};
    if (!PyArg_ParseTuple(args, "iiIOp:schedule", &plan.bots, &plan.seats, &plan.rounds, &given,
                          &is_gauntlet) ||
        !engine_read_seed(given, &plan.seed)) {
        return NULL;
    }
    plan.format = is_gauntlet ? AGON_SCHEDULE_GAUNTLET : AGON_SCHEDULE_ROUND_ROBIN;
    const bool is_good = plan.bots >= 2 && plan.bots <= AGON_TOURNEY_BOTS && plan.seats >= 2 &&
                         plan.seats <= AGON_MAX_PLAYERS;
    const uint64_t count = is_good ? agon_schedule_count(&plan) : 0;
    if (count == 0 || count > 10000000) {
        return PyErr_Format(PyExc_ValueError,
                            "a tournament needs 2 … %d bots, 2 … %d seats and at most 10,000,000 "
                            "matches",
                            AGON_TOURNEY_BOTS, AGON_MAX_PLAYERS);
    }
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (uint64_t i = 0; list && i < count; i++) {
        const agon_pairing pairing = agon_schedule_at(&plan, i);
        PyObject *item = write_pairing(&pairing, plan.seats);
        if (!item) {
            Py_CLEAR(list);
        } else {
            PyList_SetItem(list, (Py_ssize_t)i, item);
        }
    }
    return list;
}

// A list of numbers below 256; false: an exception.
static bool read_bytes(PyObject *list, uint8_t *values, int64_t limit, Py_ssize_t count) {
    if (PySequence_Size(list) != count) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_ValueError, "bots and places must be as many");
        }
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        int64_t number;
        PyObject *item = PySequence_GetItem(list, i);
        const bool is_read = item && engine_read_number(item, "a bot or place", limit, &number);
        Py_XDECREF(item);
        if (!is_read) {
            return false;
        }
        values[i] = (uint8_t)number;
    }
    return true;
}

static bool read_outcome(PyObject *item, int bots, agon_outcome *outcome) {
    unsigned long long group;
    PyObject *by_seat;
    PyObject *places;
    if (!PyTuple_Check(item) || !PyArg_ParseTuple(item, "KOO", &group, &by_seat, &places)) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "an outcome is a tuple (group, bots, places)");
        }
        return false;
    }
    const Py_ssize_t seats = PySequence_Size(by_seat);
    if (seats < 2 || seats > AGON_MAX_PLAYERS) {
        PyErr_SetString(PyExc_ValueError, "an outcome has 2 … 8 seats");
        return false;
    }
    outcome->group = group;
    outcome->seats = (uint8_t)seats;
    return read_bytes(by_seat, outcome->bots, bots, seats) &&
           read_bytes(places, outcome->places, AGON_MAX_PLAYERS + 1, seats);
}

static PyObject *write_ratings(const agon_ratings *ratings) {
    PyObject *list = PyList_New(ratings->bots);
    for (int b = 0; list && b < ratings->bots; b++) {
        PyList_SetItem(list, b,
                       Py_BuildValue("(dd)", ratings->bot[b].elo, ratings->bot[b].interval));
    }
    return list;
}

// ratings([(group, bots, places), …], bots, anchor) -> [(elo, half interval), …]
static PyObject *ratings(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *list;
    int bots;
    int anchor;
    if (!PyArg_ParseTuple(args, "O!ii:ratings", &PyList_Type, &list, &bots, &anchor)) {
        return NULL;
    }
    if (bots < 2 || bots > AGON_TOURNEY_BOTS || anchor < 0 || anchor >= bots) {
        return PyErr_Format(PyExc_ValueError, "2 … %d bots, the anchor one of them",
                            AGON_TOURNEY_BOTS);
    }
    const Py_ssize_t count = PyList_Size(list);
    agon_outcome *outcomes = calloc((size_t)count + 1, sizeof *outcomes);
    agon_ratings *fitted = calloc(1, sizeof *fitted);
    PyObject *result = NULL;
    bool is_good = outcomes && fitted;
    if (!is_good) {
        PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; is_good && i < count; i++) {
        outcomes[i].number = (uint64_t)i;
        is_good = read_outcome(PyList_GetItem(list, i), bots, &outcomes[i]);
    }
    if (is_good) {
        agon_ratings_fit(outcomes, (size_t)count, bots, anchor, fitted);
        result = write_ratings(fitted);
    }
    free(outcomes);
    free(fitted);
    return result;
}

static PyMethodDef functions[] = {
    {"schedule", schedule, METH_VARARGS, NULL},
    {"ratings", ratings, METH_VARARGS, NULL},
    {0},
};

bool engine_tourney_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}
