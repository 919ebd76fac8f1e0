// agon load: what its files share. Makers are threads that make matches over HTTP; players are
// WebSockets on one event loop, each with the view that the server sent it.
#ifndef AGON_APPS_CLI_LOAD_LOAD_H
#define AGON_APPS_CLI_LOAD_LOAD_H

#include "apps/cli/cli.h"

#include "agon/game.h"
#include "agon/rng.h"

#include "src/codec/json.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <uv.h>

#define AGON_LOAD_MAX_URL 200
#define AGON_LOAD_MAX_MAKERS 64
#define AGON_LOAD_SLOTS 1024 // of a histogram: 32 per doubling

// Times in microseconds, with an error of 3 %.
typedef struct agon_load_times {
    uint64_t slots[AGON_LOAD_SLOTS];
    uint64_t count;
    int64_t longest;
} agon_load_times;

void agon_load_times_add(agon_load_times *times, int64_t time);
int64_t agon_load_times_at(const agon_load_times *times, double share); // 0.5: the median

// Where the server is: "http://127.0.0.1:2466".
typedef struct agon_load_place {
    char host[64];
    uint16_t port;
} agon_load_place;

// A match that a maker has made: the tokens of its seats.
typedef struct agon_load_match {
    struct agon_load_match *next;
    char *id;
    const agon_codec *codec;
    char *tokens[AGON_MAX_PLAYERS];
    int players;
    int playing; // of them: not finished yet
} agon_load_match;

void agon_load_match_free(agon_load_match *match);

// What the makers are asked for, and what they have made; everything under the lock.
typedef struct agon_load_makers {
    agon_load_place place;
    const char *const *games; // NULL-terminated
    pthread_t threads[AGON_LOAD_MAX_MAKERS];
    unsigned count;
    pthread_mutex_t lock;
    pthread_cond_t is_wanted;
    uint64_t wanted;  // matches that shall be played
    uint64_t waiting; // matches that stay open, for those who only watch
    agon_load_match *made, *opened;
    uint64_t made_count, failed_count;
    agon_load_times times; // of making one
    char failure[200];     // the first
    uint64_t next_game;
    bool is_stopping;
    void (*notify)(void *user);
    void *user;
} agon_load_makers;

bool agon_load_makers_start(agon_load_makers *makers, unsigned count);
void agon_load_makers_stop(agon_load_makers *makers);
void agon_load_makers_ask(agon_load_makers *makers, uint64_t matches, uint64_t waiting);

// What is counted while it plays.
typedef struct agon_load_counts {
    uint64_t moves, refused, stale, finished, broken, resumed, messages, bytes;
    agon_load_times times; // from sending an action to hearing that it is on disk
} agon_load_counts;

typedef struct agon_load agon_load;

// One WebSocket: a player of a match, or somebody who watches an open one.
typedef struct agon_load_player {
    agon_load *load;
    struct agon_load_player *previous, *next;
    agon_load_match *match;
    const char *token; // NULL: a spectator
    struct lws *wsi;
    lws_sorted_usec_list_t timer;
    agon_text incoming;
    json_t *view, *viewer, *to_act;
    int64_t sequence;
    char *pending; // an action that is not acknowledged yet; sent again after a break
    int64_t sent_at;
    bool must_greet, must_send, is_over, is_connected;
} agon_load_player;

struct agon_load {
    agon_load_place place;
    agon_load_makers makers;
    agon_load_counts counts;
    struct lws_context *context;
    struct lws_vhost *vhost;
    uv_loop_t loop;
    uv_timer_t timer;
    agon_rng rng;
    double pause; // seconds between hearing and acting
    uint64_t next_client;
    agon_load_player *players;
    uint64_t connected, connecting, active;
    bool is_stopping; // no new matches
    char client[20];  // unlike that of any other run
    char failure[200];
};

// Adds somebody who plays (a token) or watches. False: no memory.
bool agon_load_player_open(agon_load *load, agon_load_match *match, const char *token);
void agon_load_player_free(agon_load_player *player);

// Takes a message; may leave an action in `pending`, to be sent.
void agon_load_player_hear(agon_load_player *player, const char *text, size_t length);

// The callback of lws.
int agon_load_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length);

#endif
