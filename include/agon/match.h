// A match: one value, and pure transitions on it.
//
// Whoever conducts a match (agon match, a tournament, a terminal, a server, a page) adds only its
// own input and output. Nothing here waits, reads a clock or does I/O: times are handed in. What
// happens is always the same three steps:
//
//     question      answer, clock or leave       change            accept
//   ┌───────────┐  ┌────────────────────────┐  ┌───────────────┐  ┌──────────────────┐
//   │ seat may  │─►│ judged: moved, refused,│─►│ moves, lines, │─►│ the change is    │──► tell
//   │ act: ask  │  │ again, or a fault      │  │ events, state │  │ the match now    │    viewers
//   └───────────┘  └────────────────────────┘  └───────────────┘  └──────────────────┘
//        ▲                   │ again: the same question, with the reason   │
//        └───────────────────┴──────────────────────◄──────────────────────┘
//
// A change is a draft: until agon_match_accept the match has not changed, so a server stores the
// lines of a change first and tells nobody before. A change that is not accepted never happened.
//
// What an answer leads to:
//   legal         its actions are made, all of them or none
//   illegal       (also an action that the rules would drop: is_surplus in agon/game.h) a person (is_patient) is told why, and nothing else happens: AGON_JUDGED_REFUSED.
//   unparsable    Any other seat is asked again while the terms have retries: AGON_JUDGED_AGAIN.
//                 Then, after an illegal action, the rules' fallback is made if they have one;
//                 otherwise the remedy below.
//   late          the remedy: AGON_REMEDY_FORFEIT, the seat is placed last and gone for good;
//   dead          AGON_REMEDY_RANDOM, `random` makes this one move. A dead seat is gone in any case.
//   leaves        agon_match_leave, or a person's seat that is dead: the seat forfeits.
// Whoever is gone is stood in for by `random` as soon as it may act, within the same change. When
// only one seat still plays and all others have forfeited, who is placed first is decided: the rest
// of the match is made at random at once, for the record: nobody has played it, and nobody is shown it
// (agon_match_shown, agon_change.played). Chance of those who stand in follows from the seed, the
// seat and the number of the move, so that a match that is loaded again goes on as it would have.
//
// The life of a seat:
//
//     plays ──── forfeit, leave, death ────► gone (never asked again; `random` stands in)
//
// and of a clock:
//
//     stands ── agon_match_ask, or in a live match: may act ──► runs ── the turn ends ──► stands
//
//     agon_match_def def = agon_match_def_default();
//     def.codec = …; def.game = …; def.first = …; def.seats = …;
//     agon_match match;
//     agon_change change = {0};
//     if (agon_match_open(&match, &def, &lines, &error) == AGON_OK && …
//         agon_match_ask(&match, player, now, &question, &error) == AGON_OK && …
//         agon_match_answer(&match, player, &answer, now, &change, &judgement, &error) == AGON_OK &&
//         judgement == AGON_JUDGED_MOVED) {
//         … store change.lines …
//         agon_match_accept(&match, &change);
//     }
//     agon_change_close(&change);
//     agon_match_close(&match);
//
// agon/loop.h does that for seats that can be waited for.
#ifndef AGON_MATCH_H
#define AGON_MATCH_H

#include "agon/replay.h"

AGON_C_BEGIN

// ---------------------------------------------------------------------------------------------
// The match

// What a match is made from. Begin with agon_match_def_default.
typedef struct agon_match_def {
    const agon_codec *codec;
    const agon_game *game;   // must outlive the match
    const agon_state *first; // copied
    agon_seed seed;          // of the match; chance of those who stand in comes from it
    bool is_given;           // `first` is a given position: the replay holds it instead of the seed
    const char *config;      // JSON, as the game was made from it; NULL: none was given
    const char *const *seats; // who sits where, for the replay; one per player
    const char *commitment;   // to the seed; may be NULL
    agon_terms terms;
    agon_viewers timed;     // seats whose time is measured, by a clock if the terms have one
    agon_viewers patient;   // people: what is wrong with an action is told, and is no fault
    agon_viewers listening; // get the events that they may see with their questions
    bool is_live;           // clocks run for everybody who may act; false: for who is being asked
    bool is_recorded;       // lines of the replay are written
} agon_match_def;

// All seats timed, none patient, all listening; not live, recorded; default terms.
AGON_API agon_match_def agon_match_def_default(void);

typedef struct agon_match_clock {
    bool is_running;
    int64_t left;  // when it last stood
    int64_t since; // when it began to run
    int64_t had;   // what was left when it last began to run for a turn,
    int64_t began; // and when that was: shown to those who may not know whether the turn is over
} agon_match_clock;

typedef struct agon_match_seat {
    bool is_measured;
    bool is_timed; // by a clock
    bool is_patient;
    bool is_listening;
    bool is_gone;       // cannot be asked any more
    uint8_t forfeit;    // 1: the first who forfeited, …; 0: plays
    agon_fault pending; // why it is gone, while no move of its says so
    agon_match_clock clock;
    int64_t asked; // when the present question was put; AGON_NOT_MEASURED
} agon_match_seat;

#define AGON_NOT_MEASURED INT64_MIN

// Read what you like; only the functions below change it.
typedef struct agon_match {
    const agon_codec *codec;
    const agon_game *game;
    agon_state *state;
    agon_terms terms;
    agon_seed seed;
    agon_match_seat seats[AGON_MAX_PLAYERS];
    uint32_t moves;    // accepted actions
    agon_hasher chain; // of the replay so far
    bool is_live;
    bool is_recorded;
    struct agon_match_internal *internal;
} agon_match;

// Begins a match and appends the replay's first line to `head` (may be NULL if it is not recorded).
// AGON_NO_MEMORY, or AGON_BAD_CONFIG for a config that is not JSON. Close it in any case.
AGON_API AGON_MUST_USE agon_status agon_match_open(agon_match *match, const agon_match_def *def,
                                                   agon_text *head, agon_error *error);

// Starts the clocks of a live match. A match that has been loaded has its clocks already.
AGON_API void agon_match_start(agon_match *match, int64_t now);

// Goes on where a replay has been read to; `first` of the def is not used.
AGON_API AGON_MUST_USE agon_status agon_match_resume(agon_match *match, const agon_match_def *def,
                                                     const agon_replay *replay, agon_error *error);

// Frees what the match holds.
AGON_API void agon_match_close(agon_match *match);

// Who is asked first when several players may act: the first player at the start, and another one
// after every `players` moves, so that nobody always decides last. It follows from the number of
// moves alone, so a match repeats exactly and can be continued.
AGON_API int agon_match_first(const agon_game *game, uint32_t moves);

// A round: every player who may act when it begins is asked once, agon_match_first first, then in
// player order around the table. Begin with zeroes: a round that is over.
typedef struct agon_match_round {
    agon_viewers asked; // who could act when it began
    int first;
    int passed; // players who have been asked or were passed over: add one for each
} agon_match_round;

// A round in which every player who may act is asked once.
AGON_API agon_match_round agon_match_round_begin(const agon_match *match);

// Who is to be asked next in this round; −1: it is over.
AGON_API int agon_match_round_next(const agon_match *match, agon_match_round *round);

// How the match has come out so far.
AGON_API agon_result agon_match_result(const agon_match *match);

// The state that is to be shown: the present one; or, once forfeits have decided the match, the last one
// that was played. Whether the match is over, and what came of it, does not follow from that state.
AGON_API const agon_state *agon_match_shown(const agon_match *match);

// ---------------------------------------------------------------------------------------------
// Changes

// One accepted action of a change. Its line in the replay says the same.
typedef struct agon_change_move {
    agon_action action;
    uint8_t player;
    bool forfeits; // with this move
    agon_mover by;
    int64_t time; // what the seat took for its answers to this question; −1: not measured
    size_t first_event, event_count;
    size_t first_fault, fault_count; // what went wrong before this move, oldest first
} agon_change_move;

// What will be when it is accepted. One can be used again and again; begin with zeroes.
typedef struct agon_change {
    agon_match *match;
    int player; // whose answer it is; −1: nobody's (a clock, somebody has left)
    agon_state *state;
    agon_match_seat seats[AGON_MAX_PLAYERS];
    agon_text lines; // of the replay
    agon_hasher chain;
    const agon_event *events; // not redacted
    size_t event_count;
    const agon_fault_note *faults;
    const agon_change_move *moves;
    size_t move_count;
    size_t played; // the first so many moves; those after them were made for the record only
    struct agon_change_internal *internal;
} agon_change;

// Frees what the change holds; whether it was accepted or not.
AGON_API void agon_change_close(agon_change *change);

// Makes the change the match. Cannot fail; the change can then be used for another one, but is still
// there to be looked at.
AGON_API void agon_match_accept(agon_match *match, agon_change *change);

// How the match would have come out with the change.
AGON_API agon_result agon_change_result(const agon_change *change);

// How many of the events, the first ones, came of moves that were played.
AGON_API size_t agon_change_played_events(const agon_change *change);

// Why a player forfeits with this change; NULL: it does not.
AGON_API const agon_fault_note *agon_change_forfeit_note(const agon_change *change, int player);

// Appends the replay's last line, as the match will have come out, to `text`. `salt` may be NULL.
AGON_API void agon_change_finish(const agon_change *change, const char *salt, agon_text *text);
AGON_API void agon_match_finish(const agon_match *match, const char *salt, agon_text *text);

// ---------------------------------------------------------------------------------------------
// Questions and answers. `now` is in microseconds from any start; AGON_NOT_MEASURED: no clock runs
// and no time is recorded.

// Whether a player may act and can be asked.
AGON_API bool agon_match_can_ask(const agon_match *match, int player);

// Puts the question to a player who can be asked; its clock runs from now on. The question is good
// until the next call of a function that changes the match.
AGON_API AGON_MUST_USE agon_status agon_match_ask(agon_match *match, int player, int64_t now,
                                                  agon_question *question, agon_error *error);

typedef enum agon_judgement {
    AGON_JUDGED_MOVED,  // the change holds at least one move
    AGON_JUDGED_AGAIN,  // a fault has been noted: put the question again
    AGON_JUDGED_REFUSED // of a patient seat: nothing has happened, and the error says why
} agon_judgement;

// Judges an answer. A status other than AGON_OK is no matter of the answer: AGON_NO_MEMORY, or
// AGON_ENGINE_FAULT from a game that breaks the contract.
AGON_API AGON_MUST_USE agon_status agon_match_answer(agon_match *match, int player,
                                                     const agon_answer *answer, int64_t now,
                                                     agon_change *change, agon_judgement *judgement,
                                                     agon_error *error);

// A seat that may act cannot be asked, now or ever: its program did not start. The fault counts as one
// of an answer, without a retry and without a time.
AGON_API AGON_MUST_USE agon_status agon_match_fail(agon_match *match, int player,
                                                   const agon_fault_note *note, int64_t now,
                                                   agon_change *change, agon_error *error);

// A player leaves for good. The change may hold no move: then the seat forfeits with its next one.
AGON_API AGON_MUST_USE agon_status agon_match_leave(agon_match *match, int player, int64_t now,
                                                    agon_change *change, agon_error *error);

// What the clocks demand: faults of all who are late. The change may hold no move.
AGON_API AGON_MUST_USE agon_status agon_match_expire(agon_match *match, int64_t now,
                                                     agon_change *change, agon_error *error);

// Makes the moves of those who are gone, if there are any: needed only where a seat was gone before
// the match began or was loaded. The change may hold no move.
AGON_API AGON_MUST_USE agon_status agon_match_settle(agon_match *match, int64_t now,
                                                     agon_change *change, agon_error *error);

// Marks a seat as gone without a change, while a stored match is being loaded.
AGON_API void agon_match_mark_gone(agon_match *match, int player, agon_fault why);

// Reads the lines of a change that was stored, up to the offset `end` of the replay's text, and makes
// them a change of `player` again. AGON_BAD_REPLAY if they are not what this match would have written.
AGON_API AGON_MUST_USE agon_status agon_match_replay(agon_match *match, agon_replay *replay,
                                                     size_t end, int player, agon_change *change,
                                                     agon_error *error);

// A move of a change that was accepted before: what has to be kept of it to make it again.
typedef struct agon_past_move {
    agon_action action;
    uint8_t player;
    bool is_idle; // made for the record only: after the `played` ones of its change
} agon_past_move;

// Makes the moves of such a change again, in a match that has come to where it was made: a server tells
// it once more to a viewer who has missed it. Clocks, faults and forfeits are not of it.
AGON_API AGON_MUST_USE agon_status agon_match_repeat(agon_match *match, const agon_past_move *moves,
                                                     size_t count, int player, agon_change *change,
                                                     agon_error *error);

// ---------------------------------------------------------------------------------------------
// Clocks

// When the first clock runs out; AGON_NO_LIMIT.
AGON_API int64_t agon_match_deadline(const agon_match *match);
AGON_API int64_t agon_seats_deadline(const agon_match_seat *seats);

// Whether a running clock is out of time.
AGON_API bool agon_match_is_late(const agon_match *match, int player, int64_t now);

// What a seat has left; AGON_NO_LIMIT: it has no clock. Whoever may not know whether the player is
// done is shown a clock that seems to run on.
AGON_API int64_t agon_match_time_left(const agon_match *match, int player, bool seems_running,
                                      int64_t now);

// The clock of a seat stands until it is asked again, within its turn; in a match that is not live.
AGON_API void agon_match_pause(agon_match *match, int player, int64_t now);

// All clocks that run began this much later: nobody could act meanwhile.
AGON_API void agon_match_shift(agon_match *match, int64_t by);

// ---------------------------------------------------------------------------------------------
// Who is told what. Viewers are the players and the spectator.

#define AGON_VIEWERS (AGON_MAX_PLAYERS + 1)

// A viewer's number: a player's own, the spectator's is the number of players; and the way back.
AGON_API int agon_viewer_index(const agon_game *game, int viewer);
AGON_API int agon_viewer_at(const agon_game *game, int index);

// Which viewers see something of a change: bit i is the viewer with number i. Whoever the change is
// an answer of sees it in any case.
AGON_API AGON_MUST_USE agon_status agon_change_seen(const agon_change *change, uint32_t *seen,
                                                    agon_error *error);

// The set of those who may act, as the viewer sees it.
AGON_API agon_viewers agon_match_to_act(const agon_match *match, int viewer);

// Adds what a viewer sees now to an object: viewer, view, to_act, over. The view is that of
// agon_match_shown.
AGON_API void agon_match_write_view(const agon_match *match, int viewer, agon_json *json);

// Adds what a viewer sees of a change that has not been accepted yet to an object: events, changes
// (the members of the view that are new or different), gone (names of those that are not there any
// more), to_act, over. Only of the moves that were played.
AGON_API void agon_change_write(const agon_change *change, int viewer, agon_json *json);

AGON_C_END

#endif
