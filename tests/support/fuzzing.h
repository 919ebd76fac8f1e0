// Fuzzing every entry from outside, for all games: what the libFuzzer targets in tests/fuzz and the
// smoke test share.
//
// An input for a game begins with a byte that chooses the game; actions and packed bytes have a
// second one (how far to play first; how many players). Everything after it is the document. What
// loads is exercised: played on, viewed, resampled, drawn, packed and written, and must come back
// unchanged. Anything that breaks the contract aborts.
#ifndef AGON_TESTS_FUZZING_H
#define AGON_TESTS_FUZZING_H

#include "agon/codec.h"

typedef enum fuzz_kind {
    FUZZ_STATE,
    FUZZ_VIEW,
    FUZZ_CONFIG,
    FUZZ_ACTION,
    FUZZ_PACKED,
    FUZZ_RPC,
    FUZZ_SESSION,
    FUZZ_KINDS
} fuzz_kind;

extern const char *const fuzz_names[FUZZ_KINDS];

// Runs one input. Returns 0.
int fuzz_one(fuzz_kind kind, const uint8_t *data, size_t size);

// Passes good inputs on: states, views and so on of random matches of every game.
typedef void fuzz_keep(void *user, const uint8_t *data, size_t size);
void fuzz_seeds(fuzz_kind kind, fuzz_keep *keep, void *user);

// For LLVMFuzzerInitialize: writes the seeds into the corpus folder on the command line, if it is
// there and empty.
int fuzz_initialize(fuzz_kind kind, int argc, char **argv);

// Changes an input in place, at most `max_size` bytes: the JSON in it node by node, other inputs
// byte by byte. Returns the new size.
size_t fuzz_mutate(fuzz_kind kind, uint8_t *data, size_t size, size_t max_size, agon_rng *rng);

// A test program over all kinds: every seed as it is, then changed so many times; with arguments
// (a kind and files) it runs these files. Returns what main should.
int fuzz_smoke(const char *name, uint32_t changes, int argc, char **argv);

// Calls everything that can be called on a state or view, and plays it on for a while.
void fuzz_exercise(const agon_codec *codec, const agon_game *game, const agon_state *state,
                   agon_rng *rng);

// Says what broke, and aborts.
void fuzz_fail(const char *what, const char *file, int line);
#define FUZZ_ASSERT(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))

#endif
