// The engine as JSON-RPC 2.0: request text in, response text out.
//
// One function, and every transport uses it: the command line's `agon engine`, the WebAssembly
// module, the server. It keeps nothing between calls: every request carries the state it is about,
// and any number of threads may call it. docs/protocol.md lists the methods.
//
//     const char *request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"}";
//     char *response = agon_rpc_handle(request, strlen(request));
//     if (response) puts(response);
//     free(response);
#ifndef AGON_RPC_H
#define AGON_RPC_H

#include "agon/export.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

AGON_C_BEGIN

// A longer request is answered with AGON_RPC_NOT_A_REQUEST, without looking at it.
#define AGON_RPC_MAX_REQUEST (1u << 20)

// A batch of more requests than this is answered with one AGON_RPC_NOT_A_REQUEST.
#define AGON_RPC_MAX_BATCH 10000u

// Actions that one answer lists at most, whatever `limit` says; `offset` leads on.
#define AGON_RPC_MAX_LISTED 100000u

// Simulations that `bot` may be asked for: an answer comes within seconds.
#define AGON_RPC_MAX_SIMULATIONS 100000u

// The `error.code` of a response.
typedef enum agon_rpc_code {
    AGON_RPC_ENGINE_ERROR = 1,       // `error.data.slug` is the slug of an agon_status
    AGON_RPC_OVER_LIMIT = -32000,    // it costs more than the limits of this transport allow
    AGON_RPC_BAD_JSON = -32700,      // the text is not JSON
    AGON_RPC_NOT_A_REQUEST = -32600, // JSON, but not a request object
    AGON_RPC_NO_METHOD = -32601,     // there is no such method
    AGON_RPC_BAD_PARAMS = -32602     // a parameter is missing or of the wrong kind
} agon_rpc_code;

// Answers one request or one batch, `length` bytes at `request` (a NUL at the end is not needed).
// Any bytes are safe. Returns NUL-terminated text without a line break, the caller's to free();
// NULL when nothing is to be answered: a notification, or a batch of nothing else.
//
// When memory runs out the answer is an engine error with the slug `no_memory`. NULL stands for
// that too only if not even the hundred bytes of that answer can be had.
AGON_API char *agon_rpc_handle(const char *request, size_t length);

// The same for a program with games of its own (agon/codec.h): `games` is a list that ends with NULL,
// and these are the games there are. NULL: the registered ones.
struct agon_codec;
AGON_API char *agon_rpc_handle_games(const struct agon_codec *const *games, const char *request,
                                     size_t length);

// What one text may cost, for a transport that serves strangers. A cost is counted before it is
// spent: the request that would go beyond a limit is not carried out but answered with
// AGON_RPC_OVER_LIMIT; those before it have their answers. 0 or NULL: no limit but the ones above.
typedef struct agon_rpc_limits {
    size_t batch;  // requests in a batch; with more, one AGON_RPC_NOT_A_REQUEST
    size_t answer; // bytes of the whole answer; refusals of what is beyond come on top
    uint64_t
        simulations; // of all bots of the text together; without a number, as many as by default
    // Asked often, on the caller's thread: whether to give up. Whatever is not answered yet is refused.
    bool (*is_given_up)(void *user);
    void *user;
} agon_rpc_limits;

// agon_rpc_handle_games within limits. The answers to what is within them are the same, byte for byte.
AGON_API char *agon_rpc_handle_within(const agon_rpc_limits *limits,
                                      const struct agon_codec *const *games, const char *request,
                                      size_t length);

AGON_C_END

#endif
