// A client for tests of the RPC handler. Texts are written with ' instead of ", for reading's sake.
#ifndef AGON_TESTS_RPC_CLIENT_H
#define AGON_TESTS_RPC_CLIENT_H

#include "agon/rpc.h"
#include "agon/session.h"

#include "src/codec/json.h"

// The games that are asked about, ends with NULL; NULL, as at first: the registered ones.
struct agon_codec;
extern const struct agon_codec *const *rpc_games;

// From now on these sessions are asked; NULL: the engine itself again.
void rpc_use(agon_sessions *used);

// Asks for `method` with `params` and returns the result, the caller's; fails the test on an error.
json_t *rpc_result(const char *method, const char *params);

// The result is this JSON value, whatever the order of its keys.
void rpc_expect(const char *method, const char *params, const char *result);

// The answer is an error with this code, and with this slug and path where the code has them;
// NULL stands for null.
void rpc_expect_error(const char *method, const char *params, int code, const char *slug,
                      const char *path);

// The text of the answer to the text of a request, to the letter; NULL: there is no answer.
void rpc_expect_text(const char *request, const char *answer);

// The answer to `length` bytes is an error with this code and id null.
void rpc_expect_refusal(const char *request, size_t length, int code);

#endif
