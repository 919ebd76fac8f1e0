// What the files of sessions share.
#ifndef AGON_SRC_RPC_SESSION_INTERNAL_H
#define AGON_SRC_RPC_SESSION_INTERNAL_H

#include "agon/loop.h"
#include "agon/session.h"
#include "agon/timeline.h"
#include "src/codec/json.h"
#include "src/common/list.h"
#include "src/rpc/call.h"

// The viewer of a replay who sees everything.
#define AGON_SESSION_ALL "everything"

// Who answers for a seat.
typedef enum agon_session_kind {
    AGON_SESSION_PERSON,  // somebody outside; what is wrong with an action is told, and is no fault
    AGON_SESSION_PROGRAM, // something outside; what is wrong is a fault
    AGON_SESSION_BOT      // a built-in bot, here
} agon_session_kind;

// What a viewer was shown last.
typedef struct agon_session_shown {
    char *view;    // JSON; NULL: nothing yet
    size_t events; // of the log
} agon_session_shown;

// A match that is kept.
typedef struct agon_session_match {
    agon_table table; // the game; its state is the first one
    agon_match match;
    agon_change change;
    agon_match_round round;
    agon_session_kind kinds[AGON_MAX_PLAYERS];
    agon_seat seats[AGON_MAX_PLAYERS]; // of bots
    agon_text lines;                   // of the replay
    agon_event_list log;               // not redacted
    agon_state *view;                  // scratch
    agon_session_shown shown[AGON_VIEWERS];
} agon_session_match;

// A replay that is kept.
typedef struct agon_session_replay {
    agon_text text;
    agon_timeline timeline;
    agon_state *view; // scratch
} agon_session_replay;

// One of the two is not NULL.
typedef struct agon_session {
    int64_t id;
    agon_session_match *match;
    agon_session_replay *replay;
} agon_session;

void agon_session_match_close(agon_session_match *match);    // NULL is fine
void agon_session_replay_close(agon_session_replay *replay); // NULL is fine

// ---------------------------------------------------------------------------------------------
// sessions.c

// The session that the parameter `session` names, of one kind.
agon_rpc_verdict agon_session_read_match(agon_rpc_call *call, agon_session_match **match);
agon_rpc_verdict agon_session_read_replay(agon_rpc_call *call, agon_session_replay **replay);

// A player of the table, and a viewer: a player or the spectator. Others are unknown_player.
agon_rpc_verdict agon_session_read_player(agon_rpc_call *call, const agon_table *table,
                                          int *player);
agon_rpc_verdict agon_session_read_viewer(agon_rpc_call *call, const agon_table *table,
                                          int *viewer);

// Room for one more session, so that adding it cannot fail.
agon_rpc_verdict agon_sessions_reserve(agon_rpc_call *call);

// The number that the next session will have.
int64_t agon_sessions_next_id(const agon_sessions *sessions);

// Adds a session; it belongs to the set now.
void agon_sessions_add(agon_sessions *sessions, agon_session session);

// Puts a match in the place of an open one, which is closed.
void agon_sessions_replace(agon_sessions *sessions, agon_session_match *old,
                           agon_session_match *match);

// Whether `viewer` and `limit`, where they are given, can be used when the answer is written: a
// request that is refused has done nothing.
agon_rpc_verdict agon_session_check_look(agon_rpc_call *call, const agon_table *table);

// `now`, or AGON_NOT_MEASURED.
agon_rpc_verdict agon_session_read_now(agon_rpc_call *call, int64_t *now);

// ---------------------------------------------------------------------------------------------
// play.c

// Makes what has been drafted the match: its lines are kept, its events are there to be told.
agon_rpc_verdict agon_session_accept(agon_rpc_call *call, agon_session_match *match);

// Who is to be asked next; −1: nobody. Begins a new round where the last one is over.
int agon_session_next(agon_session_match *match);

// The built-in bot that `think` lets move; −1: none.
int agon_session_next_bot(const agon_session_match *match, agon_match_round *round);

// ---------------------------------------------------------------------------------------------
// look.c

// Writes the members that every answer about a match has: moves, over, next, people, thinking,
// deadline, and `update` if the request names a viewer.
agon_rpc_verdict agon_session_write_progress(agon_rpc_call *call, agon_session_match *match,
                                             agon_json *out);

// Writes what a viewer may know, as members: viewer, view, to_act, over, winners, scores, text.
// `result`: how the match has come out, if forfeits decided it and the view is the last that was
// played; otherwise NULL, and it goes by the view.
void agon_session_write_view(const agon_table *table, const agon_state *view,
                             const agon_result *result, agon_json *out);

// Writes the events that a viewer may see, as a list; AGON_NOBODY sees all.
void agon_session_write_events(const agon_table *table, const agon_event *events, size_t count,
                               int viewer, agon_json *out);

// ---------------------------------------------------------------------------------------------
// The methods

agon_rpc_verdict agon_session_open(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_undo(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_ask(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_act(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_think(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_leave(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_expire(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_look(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_actions(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_log(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_replay_text(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_open_replay(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_frame(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_session_story(agon_rpc_call *call, agon_json *out);

#endif
