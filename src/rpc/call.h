// One request being answered: what the methods share.
#ifndef AGON_SRC_RPC_CALL_H
#define AGON_SRC_RPC_CALL_H

#include "agon/replay.h"
#include "agon/rpc.h"

// What is left of the limits of a text. Without limits everything is as large as can be.
typedef struct agon_rpc_budget {
    size_t batch;
    size_t answer; // the length that the answer may have
    uint64_t simulations;
    bool (*is_given_up)(void *user);
    void *user;
} agon_rpc_budget;

// A method's verdict: 0 when it has written its result, else an agon_rpc_code; the call's `error`
// then says more.
typedef int agon_rpc_verdict;

typedef struct agon_rpc_call {
    const agon_codec *const *games; // that are known, ends with NULL; NULL: the registered ones
    agon_cursor params;             // the object with the parameters; its errors go to `error`
    agon_reader reader;
    agon_error error;
    const agon_codec *codec;        // of the game asked about
    agon_table table;               // that game, and the state or view given
    agon_state *spare;              // a second state of the game, see agon_rpc_spare
    agon_text scratch;              // for texts on the way to the result
    struct agon_sessions *sessions; // NULL where nothing is kept between requests
    agon_rpc_budget *budget;        // of the whole text
} agon_rpc_call;

typedef agon_rpc_verdict (*agon_rpc_method)(agon_rpc_call *call, agon_json *out);

typedef struct agon_rpc_entry {
    const char *name;
    agon_rpc_method run;
} agon_rpc_entry;

// What can be asked: a table of methods that ends with a name of NULL.
typedef struct agon_rpc_service {
    const agon_rpc_entry *methods;
    const agon_codec *const *games; // as in the call
    struct agon_sessions *sessions; // passed on in the calls
    const agon_rpc_limits *limits;  // NULL: none
} agon_rpc_service;

// agon_rpc_handle for any service.
char *agon_rpc_answer(const agon_rpc_service *service, const char *text, size_t length);

extern const agon_rpc_entry agon_rpc_methods[];

// `params` is the request's member, or NULL if it has none. Parameters go by name: anything but an
// object, or a list of nothing, is refused. The call must be ended in any case.
agon_rpc_verdict agon_rpc_call_start(agon_rpc_call *call, const agon_value *params);
void agon_rpc_call_end(agon_rpc_call *call);

// The verdict for an engine status. A text that is already there for this status is kept.
agon_rpc_verdict agon_rpc_engine(agon_rpc_call *call, agon_status status);

// The verdict for a request that goes beyond a limit; the text says which.
agon_rpc_verdict agon_rpc_over_limit(agon_rpc_call *call, const char *message);
bool agon_rpc_is_given_up(const agon_rpc_budget *budget);
#define AGON_RPC_GIVEN_UP "given up: it took too long, or nobody waits for it"

// Writes the key `message`: what is wrong, after the path where there is one.
void agon_rpc_message_put(agon_json *out, const agon_error *error);

// What a method accepts as its state.
typedef enum agon_rpc_need { AGON_RPC_ANY, AGON_RPC_FULL_STATE, AGON_RPC_VIEW } agon_rpc_need;

// The i-th game that is known, or NULL beyond the last.
const agon_codec *agon_rpc_game_at(const agon_rpc_call *call, size_t i);

// Reads `game` into call->codec.
agon_rpc_verdict agon_rpc_read_game(agon_rpc_call *call);

// Reads `game`, and `state` or `view` into call->table.
agon_rpc_verdict agon_rpc_read_table(agon_rpc_call *call, agon_rpc_need need);

// Reads a parameter of any JSON type that must be there, null included.
agon_rpc_verdict agon_rpc_read_any(agon_rpc_call *call, const char *key, const agon_value **value);

// Reads `player`: its index, or −1 when the value names nobody.
agon_rpc_verdict agon_rpc_read_player(agon_rpc_call *call, int *player);

// Reads `viewer`. A value that names nobody is the engine error unknown_player.
agon_rpc_verdict agon_rpc_read_viewer(agon_rpc_call *call, int *viewer);

// Reads `seed` into a generator at its start.
agon_rpc_verdict agon_rpc_read_rng(agon_rpc_call *call, agon_rng *rng);

// Reads a whole number in 0 … 2^32−1 that may be left out; `value` holds its default.
agon_rpc_verdict agon_rpc_read_number(agon_rpc_call *call, const char *key, uint32_t max,
                                      uint32_t *value);

// Memory for a second state in call->spare.
agon_rpc_verdict agon_rpc_spare(agon_rpc_call *call);

// Parts of results, of a state or view.
void agon_rpc_write_winners(const agon_codec *codec, const agon_game *game, const agon_state *state,
                            agon_json *out);
void agon_rpc_write_scores(const agon_game *game, const agon_state *state, agon_json *out);
// {count, actions}: a page of a player's valid actions. player −1: nobody, who has none.
typedef struct agon_rpc_page {
    uint32_t offset, limit;
    size_t longest; // when the text is longer than this, writing on is in vain; 0: no limit
} agon_rpc_page;
void agon_rpc_write_actions(const agon_codec *codec, const agon_game *game, const agon_state *state,
                            int player, agon_rpc_page page, agon_json *out);
#define AGON_RPC_DEFAULT_LIMIT 1000
// The parameter `commitment`, which may be missing: then NULL. Anything but a commitment is refused.
agon_rpc_verdict agon_rpc_read_commitment(agon_rpc_call *call, const char **commitment);
// {ok, line, reason, result, chance, chance_text}
void agon_rpc_write_verdict(const agon_replay_verdict *verdict, agon_json *out);

// The methods that have a file of their own.
agon_rpc_verdict agon_rpc_apply(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_rpc_check(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_rpc_view_events(agon_rpc_call *call, agon_json *out);
agon_rpc_verdict agon_rpc_replay_verify(agon_rpc_call *call, agon_json *out);

#endif
