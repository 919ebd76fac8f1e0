// Matches and replays that are kept between requests: request text in, response text out.
//
// The engine's own handler (agon/rpc.h) keeps nothing: every request carries its state. A page that
// conducts a match wants the opposite: the match stays here, and only what a viewer may see comes
// out. A session is one of two things,
//
//     a match    agon_match, who sits where, the lines of its replay, and what each viewer was
//                shown last;
//     a replay   agon_timeline: any move of it, as any viewer saw it,
//
// and is named by a number that is never used twice. Requests are JSON-RPC 2.0 as in agon/rpc.h,
// with the same errors; docs/sessions.md lists the methods. Nothing here reads a clock, waits or
// does I/O: times come in with the requests as `now`.
//
//     agon_sessions *sessions = agon_sessions_open();
//     char *answer = agon_sessions_handle(sessions, request, strlen(request));
//     …
//     free(answer);
//     agon_sessions_close(sessions);
#ifndef AGON_SESSION_H
#define AGON_SESSION_H

#include "agon/export.h"

#include <stddef.h>

AGON_C_BEGIN

// Sessions that can be open at a time.
#define AGON_SESSIONS_MAX 256

typedef struct agon_sessions agon_sessions;

// An empty set of sessions; NULL: no memory.
AGON_API agon_sessions *agon_sessions_open(void);

// Closes all of them. NULL is fine.
AGON_API void agon_sessions_close(agon_sessions *sessions);

// Answers one request or one batch, as agon_rpc_handle does. Any bytes are safe. A request that is
// refused changes nothing. One set must not be used by two threads at the same time.
//
// When memory runs out the answer is an engine error with the slug `no_memory`. Of a request that
// makes a move, the move may have been made: `look` tells.
AGON_API char *agon_sessions_handle(agon_sessions *sessions, const char *request, size_t length);

AGON_C_END

#endif
