// Status codes, the error struct, and the hook for programmer mistakes.
//
// Everything a caller, a file or a peer can get wrong comes back as an agon_status; nothing in
// core or games aborts on data. A mistake of the calling program (a null game, an index beyond
// agon_count) is an assertion, AGON_ASSERT, which goes through a hook that tests can replace.
#ifndef AGON_STATUS_H
#define AGON_STATUS_H

#include "agon/export.h"

#include <stddef.h>

AGON_C_BEGIN

// One line per status: constant, slug (used in JSON and on the command line), text for people.
#define AGON_STATUS_LIST(X)                                                                        \
    X(OK, "ok", "no error")                                                                        \
    X(BAD_ACTION, "bad_action", "the action is malformed")                                         \
    X(GAME_OVER, "game_over", "the game is over")                                                  \
    X(UNKNOWN_PLAYER, "unknown_player", "there is no such player")                                 \
    X(NOT_YOUR_TURN, "not_your_turn", "this player may not act now")                               \
    X(INVALID_MOVE, "invalid_move", "the rules do not allow this action")                          \
    X(BAD_CONFIG, "bad_config", "the configuration is not valid")                                  \
    X(BAD_STATE, "bad_state", "the state is not valid")                                            \
    X(BAD_JSON, "bad_json", "the text is not acceptable JSON")                                     \
    X(BAD_ROLLS, "bad_rolls", "the given rolls do not fit the draws made")                         \
    X(BAD_EVENT, "bad_event", "the event is not valid")                                            \
    X(BAD_REPLAY, "bad_replay", "the replay is not valid")                                         \
    X(UNKNOWN_GAME, "unknown_game", "there is no such game")                                       \
    X(UNKNOWN_BOT, "unknown_bot", "there is no such bot for this game")                            \
    X(NO_ACTION, "no_action", "the player has no valid action")                                    \
    X(WRONG_VIEWER, "wrong_viewer", "a view answers for its own viewer only")                      \
    X(NO_MEMORY, "no_memory", "out of memory")                                                     \
    X(ENGINE_FAULT, "engine_fault", "the engine met a bound that its rules cannot reach")          \
    X(TOO_MANY, "too_many", "there have been so many of these that more would change nothing")

typedef enum agon_status {
#define AGON_STATUS_ENUM(name, slug, text) AGON_##name,
    AGON_STATUS_LIST(AGON_STATUS_ENUM)
#undef AGON_STATUS_ENUM
        AGON_STATUS_COUNT
} agon_status;

// The slug of a status, for example "invalid_move". Never null.
AGON_API const char *agon_status_slug(agon_status status);

// One sentence about a status, for people. Never null.
AGON_API const char *agon_status_text(agon_status status);

// What went wrong and where. Functions that take an `agon_error *` accept NULL, and then spend
// nothing on texts. The struct owns its texts: no clean-up, copy it freely.
typedef struct agon_error {
    agon_status status;
    char path[96];     // JSON path of the offending value, for example "nodes[3].owner"; may be ""
    char message[200]; // one sentence
} agon_error;

// Fills `error` (if not NULL) and returns `status`, so that `return agon_error_set(…)` reads well.
// `path` may be NULL.
AGON_API agon_status agon_error_set(agon_error *error, agon_status status, const char *path,
                                    const char *format, ...) AGON_PRINTF(4, 5);

// The path of an error that has just been set, put together: returns `status`, so that
//     return agon_error_place(error, agon_error_set(error, status, NULL, …), "decks[%d]", i);
// reads from the inside out.
AGON_API agon_status agon_error_place(agon_error *error, agon_status status, const char *format,
                                      ...) AGON_PRINTF(3, 4);

// A programmer mistake ends the program through agon_assert_failed, which is told the function that
// was called wrongly. The library's own definition is weak and traps; a program that defines the
// function itself (to log, to jump out of a test) replaces it, so the hook needs no global variable.
// It must not return. With NDEBUG asserts cost nothing: the usual library has none. The checked
// library (pkg-config agon-checked) has them, and more.
AGON_API AGON_NORETURN void agon_assert_failed(const char *function, const char *condition,
                                               const char *file, int line);
#if defined(NDEBUG) && !defined(AGON_CHECKED)
#define AGON_ASSERT(condition) ((void)0)
#else
#define AGON_ASSERT(condition)                                                                     \
    ((condition) ? (void)0 : agon_assert_failed(__func__, #condition, __FILE__, __LINE__))
#endif

AGON_C_END

#endif
