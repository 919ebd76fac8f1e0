// Replays: a match as text that anyone can play again and verify.
//
// NDJSON, one object per line:
//
//     {"format":"agon-replay","version":1,"game":"entropy","rules_version":1,"players":2,
//      "config":null,"seed":"…","seats":["random","gte"],"clock":"60+1","fault":"forfeit",
//      "hash":"…","chain":"…"}
//     {"n":1,"player":0,"action":{"type":"end_turn"},"hash":"…","us":120,"chain":"…"}
//     …
//     {"result":{"over":true,"moves":77,"winners":[1],"scores":[0,20],"places":[2,1],
//      "forfeits":[]},"chain":"…"}
//
// `hash` is the hash of the state after the line. `chain` is the 128-bit hash of every byte of the
// text before its own key: it names the first line that was damaged, whichever byte it was. Against
// forgery it does not help: whoever edits a replay can compute it anew. A match that began with a
// given state has `state` instead of config and seed; where a line has both, the state must be the
// one that config and seed give. A server's commitment to the seed goes into `commitment` of the
// first line, what opens it into `salt` of the result.
//
// A move that a seat did not make itself has `by`: "random" or "rules"; what went wrong before it
// is in `faults`; `forfeit` marks the move with which a seat forfeited. Readers ignore keys they do
// not know.
//
// Nothing here reads or writes files: text in, text out.
#ifndef AGON_REPLAY_H
#define AGON_REPLAY_H

#include "agon/seat.h"

AGON_C_BEGIN

#define AGON_REPLAY_VERSION 1

// ---------------------------------------------------------------------------------------------
// Moves

// Who made a move.
typedef enum agon_mover {
    AGON_MOVER_SEAT,
    AGON_MOVER_RANDOM, // after a fault or a forfeit
    AGON_MOVER_RULES   // the rules' fallback, after an illegal action
} agon_mover;

// One accepted action, to be written down. Lives for the call only.
typedef struct agon_move {
    uint32_t number; // from 1
    int player;
    agon_action action;
    agon_mover by;
    const agon_state *before;
    const agon_state *after;
    int64_t time; // what the seat took for its answers to this question; −1: not measured
    const agon_fault_note *faults;
    size_t fault_count; // what went wrong before this move, oldest first
    bool forfeits;      // with this move
} agon_move;

// ---------------------------------------------------------------------------------------------
// Writing

// What the first line says.
typedef struct agon_replay_head {
    const agon_codec *codec;
    const agon_game *game;
    const agon_state *first;  // the state that the match begins with
    const agon_value *config; // as the game was made from it; NULL: none was given
    const agon_seed *seed;    // NULL: the match began with a given state, which is written instead
    const char *const *seats;
    const agon_terms *terms;
    const char *commitment; // may be NULL
} agon_replay_head;

typedef struct agon_replay_writer {
    const agon_codec *codec;
    const agon_game *game;
    agon_text *text; // lines are appended here; what has been stored may be taken out of it
    agon_hasher chain;
} agon_replay_writer;

// Each of these appends a line. That memory ran out is seen in text->failed.
AGON_API void agon_replay_begin(agon_replay_writer *writer, agon_text *text,
                                const agon_replay_head *head);
AGON_API void agon_replay_add(agon_replay_writer *writer, const agon_move *move);
AGON_API void agon_replay_finish(agon_replay_writer *writer, const agon_result *result,
                                 const char *salt); // `salt` may be NULL

// A result as JSON, as in a replay's last line.
AGON_API void agon_result_write(const agon_codec *codec, const agon_game *game,
                                const agon_result *result, const char *salt, agon_json *json);

// ---------------------------------------------------------------------------------------------
// Commitments
//
// A server that draws the seed binds itself to it before anybody plays: it publishes the commitment,
// and reveals seed and salt afterwards. The commitment is "sha256:" and 64 hex digits, the SHA-256 of
//
//     agon seed SEED salt SALT
//
// with the seed's 32 hex digits and the salt as they are in the replay. Verification checks it.

#define AGON_COMMITMENT_SIZE 72     // bytes of a commitment, NUL included
#define AGON_COMMITMENT_SALT_MAX 96 // characters of a salt

// Writes the commitment to seed (32 hex digits) and salt. False: they are too long.
AGON_API AGON_MUST_USE bool agon_commitment_make(const char *seed, const char *salt, char *text);

// Whether a text looks like a commitment: "sha256:" and 64 hex digits in lower case.
AGON_API bool agon_commitment_is_valid(const char *text);

// ---------------------------------------------------------------------------------------------
// Reading

// What agon_replay_next has come to.
typedef enum agon_replay_part {
    AGON_REPLAY_MOVE,
    AGON_REPLAY_RESULT, // the last line, and nothing follows it
    AGON_REPLAY_CUT     // the text ends without a result, after a complete line
} agon_replay_part;

// A replay that is being read: play goes on in `table` as lines are read.
typedef struct agon_replay {
    const char *text; // the caller's
    size_t length;
    size_t at;        // bytes read
    uint32_t line;    // the line just read, from 1; after an error, the wrong one
    agon_value *head; // the first line
    agon_table table; // the game, and its state after the move just read
    agon_sink *sink;  // set it to receive the events of the moves; may be NULL
    uint32_t moves;
    uint8_t forfeits[AGON_MAX_PLAYERS];
    // The line just read.
    agon_value *document;
    int player;
    size_t count; // one, unless a line stands for several actions
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    const char *result; // of the last line: the text of the result, not NUL-terminated
    size_t result_length;
    agon_hasher chain;
} agon_replay;

// Reads the first line and makes game and state. Any bytes are safe. `codec` is the game's if it
// is not a registered one, otherwise NULL. AGON_BAD_REPLAY, or another status that says why no
// match can begin; `error` has the reason. Close it in any case.
AGON_API AGON_MUST_USE agon_status agon_replay_open(const char *text, size_t length,
                                                    const agon_codec *codec, agon_replay *replay,
                                                    agon_error *error);

// Reads the next line: checks its chain, plays its action, compares the hash. Not to be called
// again after AGON_REPLAY_RESULT, AGON_REPLAY_CUT or an error.
AGON_API AGON_MUST_USE agon_status agon_replay_next(agon_replay *replay, agon_replay_part *part,
                                                    agon_error *error);

// Goes on writing where reading has come to: after AGON_REPLAY_CUT a match can be continued.
AGON_API agon_replay_writer agon_replay_resume(const agon_replay *replay, agon_text *text);

// Frees what the replay holds.
AGON_API void agon_replay_close(agon_replay *replay);

// What a replay that holds proves about the chance in it. A match by the rules is not yet an honest
// one: whoever chooses the seed, or the first state, has chosen the cards.
typedef enum agon_replay_chance {
    AGON_CHANCE_UNKNOWN,       // the replay does not hold, or has no end
    AGON_CHANCE_GIVEN,         // it begins with a given position
    AGON_CHANCE_NOT_COMMITTED, // all follows from the seed, but nobody was bound to it
    AGON_CHANCE_OPENED,        // seed and salt open the commitment that is in the replay
    AGON_CHANCE_PROVEN         // they open the one that was noted before the match
} agon_replay_chance;

// "given_position", "not_committed", "opened", "proven"; NULL of AGON_CHANCE_UNKNOWN. Static.
AGON_API const char *agon_replay_chance_word(agon_replay_chance chance);

// The same for people, as half a sentence: "no commitment: chance not proven". Static.
AGON_API const char *agon_replay_chance_text(agon_replay_chance chance);

// What verification found.
typedef struct agon_replay_verdict {
    bool ok;
    agon_status status; // AGON_OK if all is well; AGON_NO_MEMORY: that is not the replay's fault
    bool is_cut;        // not ok, but only for want of a result: all lines hold
    uint32_t line;      // the first wrong line, from 1; 0 if all is well
    char reason[320];   // why; "" if all is well
    const char *result; // the result's JSON inside the given text, result_length bytes; or NULL
    size_t result_length;
    agon_replay_chance chance;
} agon_replay_verdict;

// Plays a replay again and compares everything. Any bytes are safe. `codec` as above.
AGON_API agon_replay_verdict agon_replay_verify(const char *text, size_t length,
                                                const agon_codec *codec);

// Compares a replay that was read with the commitment that somebody noted before the match, and
// makes it part of the verdict: chance is proven, or the replay does not hold. `replay` is where
// the verdict comes from, as agon_timeline has both.
AGON_API void agon_replay_compare(const agon_replay *replay, const char *commitment,
                                  agon_replay_verdict *verdict);

// agon_replay_verify and agon_replay_compare.
AGON_API agon_replay_verdict agon_replay_verify_committed(const char *text, size_t length,
                                                          const agon_codec *codec,
                                                          const char *commitment);

AGON_C_END

#endif
