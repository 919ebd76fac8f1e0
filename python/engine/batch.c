// agon._engine.Batch: the object around the shards.
#include "batch.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *engine_batch_type;

static const char *const row_names[ROW_COUNT + 1] = {
    "players", "observations", "masks", "bits", "ended", "outcomes", "rewards", "finals", NULL};

static size_t row_size(const engine_game *game, int row) {
    const size_t sizes[ROW_COUNT] = {
        1, game->width * sizeof(int16_t),  game->actions, game->words * sizeof(uint64_t),
        1, engine_rules_of(game)->players, sizeof(float), game->width * sizeof(int16_t)};
    return sizes[row];
}

// ---------------------------------------------------------------------------------------------
// Memory

static bool open_rows(engine_batch *self, PyObject *arrays) {
    for (int row = 0; row < ROW_COUNT; row++) {
        PyObject *array = PyDict_GetItemString(arrays, row_names[row]); // borrowed
        if (array && array != Py_None &&
            !engine_get_buffer(array, row_names[row], row_size(self->game, row) * self->lanes,
                               &self->rows[row])) {
            self->rows[row].buf = NULL;
            return false;
        }
    }
    return true;
}

static size_t padded(size_t size) {
    return (size + 63) / 64 * 64;
}

// The caller's array from a lane on, or memory of our own, which `own` moves through.
static void *place(const engine_batch *self, int row, uint32_t first, uint32_t lanes, char **own) {
    const size_t size = row_size(self->game, row);
    if (self->rows[row].buf) {
        return (char *)self->rows[row].buf + size * first;
    }
    void *at = *own;
    *own += padded(size * lanes);
    return at;
}

// What a shard keeps itself where the caller does not want it.
static const int own_rows[] = {ROW_PLAYERS, ROW_BITS, ROW_ENDED, ROW_OUTCOMES};

static size_t shard_size(const engine_batch *self, uint32_t lanes) {
    const agon_game *game = engine_rules_of(self->game);
    size_t size = padded(agon_batch_size(game, lanes)) + padded(game->state_max) +
                  padded(lanes * sizeof(uint32_t));
    for (size_t i = 0; i < sizeof own_rows / sizeof own_rows[0]; i++) {
        size += padded(row_size(self->game, own_rows[i]) * lanes);
    }
    return size;
}

static char *open_shard(engine_batch *self, uint32_t index, char *memory) {
    engine_shard *shard = &self->shards[index];
    const agon_game *game = engine_rules_of(self->game);
    const uint32_t left = self->lanes - index * SHARD_LANES;
    shard->first = index * SHARD_LANES;
    shard->lanes = left < SHARD_LANES ? left : SHARD_LANES;
    shard->batch = (agon_batch){.game = game,
                                .space = self->game->space,
                                .config = self->game->table.config,
                                .lanes = shard->lanes,
                                .seed = self->seed,
                                .resets = !self->has_rivals,
                                .memory = memory};
    shard->batch.seed.lo += (uint64_t)index << 32;
    char *own = memory + padded(agon_batch_size(game, shard->lanes));
    shard->view = (agon_state *)own;
    own += padded(game->state_max);
    shard->numbers = (uint32_t *)own;
    own += padded(shard->lanes * sizeof(uint32_t));
    shard->players = place(self, ROW_PLAYERS, shard->first, shard->lanes, &own);
    shard->words = place(self, ROW_BITS, shard->first, shard->lanes, &own);
    shard->ended = place(self, ROW_ENDED, shard->first, shard->lanes, &own);
    shard->outcomes = place(self, ROW_OUTCOMES, shard->first, shard->lanes, &own);
    return memory + shard_size(self, shard->lanes);
}

static bool open_shards(engine_batch *self) {
    self->shard_count = (self->lanes + SHARD_LANES - 1) / SHARD_LANES;
    self->shards = calloc(self->shard_count, sizeof *self->shards);
    self->memory = aligned_alloc(64, shard_size(self, SHARD_LANES) * self->shard_count);
    self->chance = self->has_rivals ? calloc(self->lanes, sizeof *self->chance) : NULL;
    if (!self->shards || !self->memory || (self->has_rivals && !self->chance)) {
        PyErr_NoMemory();
        return false;
    }
    char *memory = self->memory;
    for (uint32_t i = 0; i < self->shard_count; i++) {
        memory = open_shard(self, i, memory);
    }
    return true;
}

static bool open_rivals(engine_batch *self, PyObject *names) {
    const int players = engine_rules_of(self->game)->players;
    if (PySequence_Size(names) != players) {
        PyErr_Format(PyExc_ValueError, "rivals must be a list of %d, None for the player", players);
        return false;
    }
    for (int p = 0; p < players; p++) {
        PyObject *name = PySequence_GetItem(names, p);
        const char *text =
            name && PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
        const bool is_good =
            p == self->player ||
            (text && engine_seat_open(&self->rivals[p], self->game, text, self->seed, p));
        if (!is_good && !PyErr_Occurred()) {
            PyErr_Format(PyExc_TypeError, "rivals[%d] must be the name of a bot", p);
        }
        Py_XDECREF(name);
        if (!is_good) {
            return false;
        }
    }
    return true;
}

static void batch_free(PyObject *object) {
    engine_batch *self = (engine_batch *)object;
    PyTypeObject *type = Py_TYPE(object);
    engine_pool_close(self->pool);
    for (int row = 0; row < ROW_COUNT; row++) {
        if (self->rows[row].buf) {
            PyBuffer_Release(&self->rows[row]);
        }
    }
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        engine_seat_close(&self->rivals[p]);
    }
    free(self->chance);
    free(self->memory);
    free(self->shards);
    ENGINE_DROP(self->game);
    PyObject_Free(object);
    Py_DECREF(type);
}

// Batch(game, lanes, seed, threads, arrays, rivals, player, replaces)
static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *names) {
    PyObject *game;
    PyObject *seed;
    PyObject *arrays;
    PyObject *rivals;
    int lanes, threads, player, replaces;
    if ((names && PyDict_Size(names) > 0) ||
        !PyArg_ParseTuple(args, "O!iOiO!Oip:Batch", engine_game_type, &game, &lanes, &seed,
                          &threads, &PyDict_Type, &arrays, &rivals, &player, &replaces)) {
        return NULL;
    }
    if (lanes < 1 || lanes > 1 << 24 || threads < 1 || threads > AGON_MAX_THREADS || player < -1 ||
        player >= engine_rules_of((engine_game *)game)->players) {
        return PyErr_Format(PyExc_ValueError,
                            "1 … %d lanes, 1 … %d threads, a player of the game: not %d, %d, %d",
                            1 << 24, AGON_MAX_THREADS, lanes, threads, player);
    }
    engine_batch *self = (engine_batch *)PyType_GenericAlloc(type, 0);
    if (!self) {
        return NULL;
    }
    self->game = (engine_game *)Py_NewRef(game);
    self->lanes = (uint32_t)lanes;
    self->player = player;
    self->replaces = replaces;
    self->has_rivals = rivals != Py_None;
    if (!engine_read_seed(seed, &self->seed) || !open_rows(self, arrays) ||
        (self->has_rivals && !open_rivals(self, rivals)) || !open_shards(self)) {
        ENGINE_DROP(self);
        return NULL;
    }
    if (threads > 1 && !(self->pool = engine_pool_open((uint32_t)threads))) {
        ENGINE_DROP(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

// ---------------------------------------------------------------------------------------------
// Steps

static void start_one(void *user, uint32_t i) {
    engine_batch *self = user;
    engine_shard_start(self, &self->shards[i]);
}

static void step_one(void *user, uint32_t i) {
    engine_batch *self = user;
    engine_shard_step(self, &self->shards[i]);
}

static bool enter(engine_batch *self) {
    if (self->is_busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is stepping this batch");
        return false;
    }
    self->is_busy = true;
    return true;
}

static PyObject *batch_start(PyObject *object, PyObject *seed) {
    engine_batch *self = (engine_batch *)object;
    if ((seed != Py_None && !engine_read_seed(seed, &self->seed)) || !enter(self)) {
        return NULL;
    }
    for (uint32_t i = 0; i < self->shard_count; i++) {
        self->shards[i].batch.seed = self->seed;
        self->shards[i].batch.seed.lo += (uint64_t)i << 32;
    }
    Py_BEGIN_ALLOW_THREADS;
    engine_pool_run(self->pool, self->shard_count, start_one, self);
    Py_END_ALLOW_THREADS;
    self->has_started = true;
    self->is_busy = false;
    Py_RETURN_NONE;
}

static PyObject *batch_step(PyObject *object, PyObject *numbers) {
    engine_batch *self = (engine_batch *)object;
    Py_buffer given;
    if (!self->has_started) {
        PyErr_SetString(PyExc_RuntimeError, "reset the batch first");
        return NULL;
    }
    if (PyObject_GetBuffer(numbers, &given, PyBUF_C_CONTIGUOUS) < 0) {
        return NULL;
    }
    if ((size_t)given.len != self->lanes * sizeof(int64_t)) {
        PyErr_Format(PyExc_ValueError, "actions must be %u numbers of int64", self->lanes);
        PyBuffer_Release(&given);
        return NULL;
    }
    if (!enter(self)) {
        PyBuffer_Release(&given);
        return NULL;
    }
    self->numbers = given.buf;
    Py_BEGIN_ALLOW_THREADS;
    engine_pool_run(self->pool, self->shard_count, step_one, self);
    Py_END_ALLOW_THREADS;
    self->numbers = NULL;
    self->is_busy = false;
    PyBuffer_Release(&given);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < self->shard_count; i++) {
        refused += self->shards[i].refused;
    }
    return PyLong_FromUnsignedLong(refused);
}

static PyObject *batch_state(PyObject *object, PyObject *value) {
    engine_batch *self = (engine_batch *)object;
    int64_t lane;
    if (!engine_read_number(value, "a lane", self->lanes, &lane)) {
        return NULL;
    }
    if (!self->has_started || self->is_busy) {
        PyErr_SetString(PyExc_RuntimeError, "the batch has not been reset, or is being stepped");
        return NULL;
    }
    engine_state *state = engine_state_new(self->game);
    if (state) {
        const engine_shard *shard = &self->shards[(uint32_t)lane / SHARD_LANES];
        agon_copy(engine_value(state),
                  agon_batch_state(&shard->batch, (uint32_t)lane % SHARD_LANES));
    }
    return (PyObject *)state;
}

static PyMethodDef methods[] = {
    {"start", batch_start, METH_O, NULL},
    {"step", batch_step, METH_O, NULL},
    {"state", batch_state, METH_O, NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_new, batch_new}, {Py_tp_dealloc, batch_free}, {Py_tp_methods, methods}, {0}};

static PyType_Spec spec = {"agon._engine.Batch", sizeof(engine_batch), 0, Py_TPFLAGS_DEFAULT,
                           slots};

bool engine_batch_add(PyObject *module) {
    engine_batch_type = engine_type_add(module, &spec);
    return engine_batch_type != NULL;
}
