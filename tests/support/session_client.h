// What tests of sessions share, beside the RPC client.
#ifndef AGON_TESTS_SESSION_CLIENT_H
#define AGON_TESTS_SESSION_CLIENT_H

#include "tests/support/rpc_client.h"

#include <stdbool.h>

// Sessions for one test, in *state; the RPC client asks them.
int session_set_up(void **state);
int session_tear_down(void **state);
#define SESSION_TEST(name) cmocka_unit_test_setup_teardown(name, session_set_up, session_tear_down)

// A member of an object.
const json_t *session_get(const json_t *object, const char *key);

// Compares a member with JSON text.
void session_expect(const json_t *object, const char *key, const char *text);

// Asks, and forgets the answer.
void session_ask(const char *method, const char *params);

// The text of a session's replay; `more` is added to the parameters. The caller's to free.
char *session_replay(int session, const char *more);

// The replay holds, and the match in it is over, or not.
void session_check_replay(const char *text, bool is_over);

// Lets the bots of session 1 play to the end.
void session_play_bots(void);

#endif
