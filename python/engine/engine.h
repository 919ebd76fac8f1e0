// What the files of the extension share: its types, arguments, errors.
//
// The extension is plain C on the limited API of 3.11: one binary serves every later version. Arrays
// come in through the buffer protocol, so it needs neither numpy's headers nor numpy to be built. It
// sees the engine through its public headers alone.
//
// All functions hold the interpreter's lock unless they say so.
#ifndef AGON_PYTHON_ENGINE_H
#define AGON_PYTHON_ENGINE_H

#ifndef Py_LIMITED_API // CMake says the same
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "agon/agon.h"

// ---------------------------------------------------------------------------------------------
// Types

// A game: a config's, or the one that a state's document implies.
typedef struct engine_game {
    PyObject_HEAD agon_table
        table; // game, config, and the first state or the state of the document
    const agon_space *space;
    uint32_t actions, width, words;
    uint64_t *mask;   // room for one, for calls that hold the lock
    PyObject *origin; // str: the document, for pickles
    bool is_from_state;
    int players_asked; // 0: the config says
} engine_game;

// A state or a view, the engine's value at the end of the object.
typedef struct engine_state {
    PyObject_VAR_HEAD engine_game *game;
    uint64_t is_frozen; // it has been hashed; as wide as what follows must be aligned
    unsigned char bytes[];
} engine_state;

// A generator.
typedef struct engine_rng {
    PyObject_HEAD agon_rng rng;
} engine_rng;

extern PyTypeObject *engine_game_type, *engine_state_type, *engine_rng_type, *engine_bot_type,
    *engine_batch_type;

// Each makes its types and functions known to the module; false: an exception is set.
bool engine_game_add(PyObject *module);
bool engine_state_add(PyObject *module);
bool engine_rng_add(PyObject *module);
bool engine_bot_add(PyObject *module);
bool engine_batch_add(PyObject *module);
bool engine_match_add(PyObject *module);
bool engine_tourney_add(PyObject *module);

// Gives up a reference to an object of ours; NULL is welcome.
#define ENGINE_DROP(object) Py_XDECREF((PyObject *)(object))

// Makes a type of a spec and adds it under its name; NULL: an exception is set.
PyTypeObject *engine_type_add(PyObject *module, PyType_Spec *spec);

// ---------------------------------------------------------------------------------------------
// Errors and arguments (support.c)

// Raises agon.AgonError, or the kind of it that belongs to the status; returns NULL.
PyObject *engine_raise(agon_status status, const agon_error *error);
// The same for a status without an error struct: its own sentence.
PyObject *engine_raise_status(agon_status status);

// Sorts the arguments of a fast call by their names, which end with NULL; those left out are NULL.
// The first `needed` must be there. False: TypeError.
bool engine_arguments(PyObject *const *args, Py_ssize_t count, PyObject *names,
                      const char *const *known, int needed, PyObject **values);

// A number below `limit`; false: an exception that speaks of `what`.
bool engine_read_number(PyObject *value, const char *what, int64_t limit, int64_t *number);

// A seed: an int of 64 bits, or a str of 32 hex digits.
bool engine_read_seed(PyObject *value, agon_seed *seed);

// What chance comes from: an agon.Rng, which moves on; an int, a random.Random or a numpy Generator.
bool engine_read_rng(PyObject *value, agon_rng **rng, agon_rng *own);

// JSON text of a Python value, or the text itself if it is a str; a new reference.
PyObject *engine_to_text(PyObject *value);
// A Python value of JSON text.
PyObject *engine_from_text(const agon_text *text);
// A str of a text, which is freed.
PyObject *engine_take_text(agon_text *text);

// Parses what engine_to_text makes of a value; NULL: an exception is set.
agon_value *engine_parse(PyObject *value);

// A writable buffer of exactly `size` bytes, C-contiguous; false: an exception that names it.
bool engine_get_buffer(PyObject *object, const char *name, size_t size, Py_buffer *buffer);

// A fresh numpy array of so many "int8" or "int16".
PyObject *engine_new_array(const char *kind, uint32_t count);

// Calls agon.<module>.<function>; steals nothing.
PyObject *engine_call(const char *module, const char *function, const char *format, ...);

// ---------------------------------------------------------------------------------------------
// Games, states and actions

// A state object with room for the game's largest, not yet filled in.
engine_state *engine_state_new(engine_game *game);

static inline agon_state *engine_value(const engine_state *self) {
    return (agon_state *)(uintptr_t)self->bytes;
}

static inline const agon_game *engine_rules_of(const engine_game *game) {
    return game->table.game;
}

// Checks that an object is a State, of this game if one is given.
engine_state *engine_as_state(PyObject *object, const engine_game *game);

// The player an argument names. NULL or None: the viewer of a view; of a state the first who may act.
bool engine_read_player(const engine_state *state, PyObject *value, int *player);

// One to many actions of an argument: a number, or a document.
bool engine_read_action(const engine_game *game, const agon_state *state, int player,
                        PyObject *value, agon_action *actions, size_t *count);

// An action as people of Python get it: its number, or its document if it has none.
PyObject *engine_write_action(const engine_game *game, const agon_state *state, int player,
                              agon_action action);
PyObject *engine_write_struct(const engine_game *game, const agon_state *state, agon_action action);

// A bit mask as one byte a number.
void engine_spread_mask(const uint64_t *words, uint32_t count, int8_t *bytes);

// The methods of State that are about actions (actions.c).
#define ENGINE_METHOD(name)                                                                        \
    PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
ENGINE_METHOD(engine_state_legal_actions);
ENGINE_METHOD(engine_state_legal_actions_mask);
ENGINE_METHOD(engine_state_legal_action_structs);
ENGINE_METHOD(engine_state_action_to_struct);
ENGINE_METHOD(engine_state_struct_to_action);
ENGINE_METHOD(engine_state_apply_action);
ENGINE_METHOD(engine_state_apply);
ENGINE_METHOD(engine_state_child);
ENGINE_METHOD(engine_state_random_action);
ENGINE_METHOD(engine_state_playout);

// Events as they happen, as JSON (events.c).
typedef struct engine_events {
    const agon_codec *codec;
    const agon_game *game;
    int viewer; // AGON_NOBODY: all of them in full
    agon_text text;
    agon_json json;
    agon_sink sink;
} engine_events;

void engine_events_start(engine_events *events, const engine_game *game, int viewer);
// The events as a list of typed objects; frees them in any case.
PyObject *engine_events_take(engine_events *events);

// ---------------------------------------------------------------------------------------------
// Bots

// A bot as people write it, with what it needs.
typedef struct engine_seat {
    agon_seat seat;
    agon_net *net; // of net:FILE; freed by engine_seat_close
    agon_net_seat at_table;
} engine_seat;

// `seat` must stay where it is.
bool engine_seat_open(engine_seat *seat, const engine_game *game, const char *text, agon_seed seed,
                      int player);
void engine_seat_close(engine_seat *seat);

// What the bot of a seat does; the view is its player's. May be called without the lock.
agon_action engine_seat_choose(const engine_seat *seat, agon_rng *rng, const agon_game *game,
                               const agon_state *view, int player);

#endif
