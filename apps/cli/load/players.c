// agon load: players. Each keeps its view from the server's messages and acts at random.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/load/load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000)
#define RETRY_TIME (SECOND / 5)

// ---------------------------------------------------------------------------------------------
// Times

// Slots double every 32: exact below 64, then 32 to each power of two.
static unsigned slot_of(int64_t time) {
    uint64_t value = time > 0 ? (uint64_t)time : 0;
    unsigned shift = 0;
    while (value >= 64) {
        value >>= 1;
        shift++;
    }
    const unsigned slot = shift * 32 + (unsigned)value;
    return slot < AGON_LOAD_SLOTS ? slot : AGON_LOAD_SLOTS - 1;
}

static int64_t time_of(unsigned slot) {
    const unsigned shift = slot < 64 ? 0 : slot / 32 - 1;
    return (int64_t)(slot - shift * 32) << shift;
}

void agon_load_times_add(agon_load_times *times, int64_t time) {
    times->slots[slot_of(time)]++;
    times->count++;
    times->longest = time > times->longest ? time : times->longest;
}

int64_t agon_load_times_at(const agon_load_times *times, double share) {
    const uint64_t wanted = (uint64_t)(share * (double)times->count);
    uint64_t below = 0;
    for (unsigned slot = 0; slot < AGON_LOAD_SLOTS; slot++) {
        below += times->slots[slot];
        if (below > wanted) {
            return time_of(slot);
        }
    }
    return times->longest;
}

// ---------------------------------------------------------------------------------------------
// Acting

static bool is_my_turn(const agon_load_player *player) {
    size_t i;
    const json_t *who;
    json_array_foreach(player->to_act, i, who) {
        if (json_equal(who, player->viewer)) {
            return true;
        }
    }
    return false;
}

// Writes an action out of those that the view allows. False: there is none.
static bool action_write(agon_load_player *player, agon_json *out) {
    agon_table table = {0};
    agon_action action;
    bool is_written = false;
    if (agon_table_load(player->match->codec, agon_value_of(player->view), &table, NULL) ==
        AGON_OK) {
        const int me = agon_viewer_read(table.codec, table.game, agon_value_of(player->viewer));
        if (me >= 0 && agon_random_action(table.game, table.state, me, &player->load->rng,
                                          &action) == AGON_OK) {
            table.codec->action_write(table.game, table.state, action, out);
            is_written = true;
        }
    }
    agon_table_free(&table);
    return is_written;
}

static char *action_message(agon_load_player *player) {
    agon_load *load = player->load;
    agon_text text = {0};
    agon_json out = {.text = &text};
    char client[64];
    snprintf(client, sizeof client, "%s-%" PRIu64, load->client, load->next_client++);
    agon_json_open(&out, '{');
    agon_json_put_string(&out, "type", "action");
    agon_json_put_int(&out, "sequence", player->sequence);
    agon_json_put_string(&out, "client", client);
    agon_json_key(&out, "action");
    const bool is_written = action_write(player, &out);
    agon_json_close(&out, '}');
    if (!is_written || text.failed) {
        agon_text_free(&text);
        return NULL;
    }
    return text.data;
}

static void act(agon_load_player *player) {
    if (player->pending || player->is_over || !is_my_turn(player) || !player->is_connected) {
        return;
    }
    player->pending = action_message(player);
    if (player->pending) {
        player->must_send = true;
        lws_callback_on_writable(player->wsi);
    } else {
        snprintf(player->load->failure, sizeof player->load->failure,
                 "no action found in a view of %s", player->match->codec->rules->id);
    }
}

static void on_pause_over(lws_sorted_usec_list_t *timer) {
    act(lws_container_of(timer, agon_load_player, timer));
}

static void act_soon(agon_load_player *player) {
    const double pause = player->load->pause;
    if (pause > 0) {
        lws_sul_schedule(player->load->context, 0, &player->timer, on_pause_over,
                         (lws_usec_t)(pause * (double)SECOND));
    } else {
        act(player);
    }
}

// ---------------------------------------------------------------------------------------------
// Hearing

static void keep(json_t **field, const json_t *message, const char *key) {
    json_t *value = json_object_get(message, key);
    if (value) {
        json_decref(*field);
        *field = json_incref(value);
    }
}

static void change_take(agon_load_player *player, const json_t *message) {
    size_t i;
    const json_t *key;
    json_object_update(player->view, json_object_get(message, "changes"));
    json_array_foreach(json_object_get(message, "gone"), i, key) {
        json_object_del(player->view, json_string_value(key));
    }
}

// A view or a change: where things stand now.
static void news_take(agon_load_player *player, const json_t *message) {
    player->sequence = json_integer_value(json_object_get(message, "sequence"));
    player->is_over = json_is_true(json_object_get(message, "over"));
    keep(&player->to_act, message, "to_act");
    if (!player->token) {
        return;
    }
    act_soon(player);
}

static void verdict_take(agon_load_player *player, const json_t *message, bool is_accepted) {
    agon_load_counts *counts = &player->load->counts;
    const char *slug =
        json_string_value(json_object_get(json_object_get(message, "error"), "slug"));
    free(player->pending);
    player->pending = NULL;
    if (is_accepted) {
        counts->moves++;
        agon_load_times_add(&counts->times, (int64_t)lws_now_usecs() - player->sent_at);
    } else if (slug && strcmp(slug, "stale") == 0) {
        counts->stale++; // somebody else was quicker; the news is here already
    } else {
        counts->refused++;
        snprintf(player->load->failure, sizeof player->load->failure, "refused: %s",
                 slug ? slug : "?");
    }
    act_soon(player);
}

void agon_load_player_hear(agon_load_player *player, const char *text, size_t length) {
    json_t *message = agon_json_parse(text, length, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    player->load->counts.messages++;
    player->load->counts.bytes += length;
    if (!type || !player->token) {
        // Those who only watch have nothing to do.
    } else if (strcmp(type, "view") == 0) {
        keep(&player->view, message, "view");
        keep(&player->viewer, message, "viewer");
        news_take(player, message);
    } else if (strcmp(type, "change") == 0) {
        change_take(player, message);
        news_take(player, message);
    } else if (strcmp(type, "accepted") == 0) {
        verdict_take(player, message, true);
    } else if (strcmp(type, "refused") == 0) {
        verdict_take(player, message, false);
    }
    json_decref(message);
}

// ---------------------------------------------------------------------------------------------
// Connections

static void on_retry(lws_sorted_usec_list_t *timer);

static void connect_player(agon_load_player *player) {
    // The server asks whether we are there. lws would keep a sorted list of timers to ask itself, and
    // walk along it for every message.
    static const lws_retry_bo_t no_pings = {0};
    agon_load *load = player->load;
    char path[200];
    snprintf(path, sizeof path, "/api/matches/%s/socket", player->match->id);
    struct lws_client_connect_info info = {.context = load->context,
                                           .vhost = load->vhost,
                                           .address = load->place.host,
                                           .port = load->place.port,
                                           .host = load->place.host,
                                           .path = path,
                                           .local_protocol_name = "load",
                                           .opaque_user_data = player,
                                           .retry_and_idle_policy = &no_pings,
                                           .pwsi = &player->wsi};
    load->connecting++;
    if (!lws_client_connect_via_info(&info)) {
        // The callback may have told already; either way a timer is set once.
        player->wsi = NULL;
        load->connecting -= load->connecting > 0;
        lws_sul_schedule(load->context, 0, &player->timer, on_retry, RETRY_TIME);
    }
}

static void on_retry(lws_sorted_usec_list_t *timer) {
    connect_player(lws_container_of(timer, agon_load_player, timer));
}

bool agon_load_player_open(agon_load *load, agon_load_match *match, const char *token) {
    agon_load_player *player = calloc(1, sizeof *player);
    if (!player) {
        return false;
    }
    player->load = load;
    player->match = match;
    player->token = token;
    player->next = load->players;
    if (load->players) {
        load->players->previous = player;
    }
    load->players = player;
    connect_player(player);
    return true;
}

void agon_load_player_free(agon_load_player *player) {
    lws_sul_cancel(&player->timer);
    if (player->previous) {
        player->previous->next = player->next;
    } else {
        player->load->players = player->next;
    }
    if (player->next) {
        player->next->previous = player->previous;
    }
    agon_text_free(&player->incoming);
    json_decref(player->view);
    json_decref(player->viewer);
    json_decref(player->to_act);
    free(player->pending);
    free(player);
}

// Writes one message; lws wants room before it.
static bool message_write(agon_load_player *player, const char *text) {
    const size_t length = strlen(text);
    unsigned char *buffer = malloc(LWS_PRE + length + 1);
    if (!buffer) {
        return false;
    }
    memcpy(buffer + LWS_PRE, text, length + 1);
    const int written = lws_write(player->wsi, buffer + LWS_PRE, length, LWS_WRITE_TEXT);
    free(buffer);
    return written >= 0;
}

static bool greet(agon_load_player *player) {
    char text[300];
    player->must_greet = false;
    if (player->token) {
        snprintf(text, sizeof text, "{\"type\":\"hello\",\"token\":\"%s\",\"from\":%" PRId64 "}",
                 player->token, player->sequence);
    } else {
        snprintf(text, sizeof text, "{\"type\":\"hello\"}");
    }
    return message_write(player, text);
}

static int on_writable(agon_load_player *player) {
    if (player->must_greet) {
        const bool is_sent = greet(player);
        if (player->must_send) {
            lws_callback_on_writable(player->wsi);
        }
        return is_sent ? 0 : -1;
    }
    if (player->is_over && !player->pending) {
        return -1;
    }
    if (player->must_send && player->pending) {
        player->must_send = false;
        player->sent_at = (int64_t)lws_now_usecs();
        return message_write(player, player->pending) ? 0 : -1;
    }
    return 0;
}

static int on_receive(agon_load_player *player, const char *bytes, size_t length) {
    agon_text_add(&player->incoming, bytes, length);
    if (!lws_is_final_fragment(player->wsi) || lws_remaining_packet_payload(player->wsi) > 0) {
        return 0;
    }
    if (!player->incoming.failed) {
        agon_load_player_hear(player, player->incoming.data, player->incoming.length);
    }
    agon_text_free(&player->incoming);
    if (player->is_over && !player->pending) {
        return -1; // played to the end
    }
    return 0;
}

// The match is over for this player; the last one asks for another match.
static void player_finish(agon_load_player *player) {
    agon_load *load = player->load;
    agon_load_match *match = player->match;
    agon_load_player_free(player);
    if (--match->playing == 0) {
        agon_load_match_free(match);
        load->counts.finished++;
        load->active--;
        if (!load->is_stopping) {
            agon_load_makers_ask(&load->makers, 1, 0);
        }
    }
}

static void on_end(agon_load_player *player, bool was_open) {
    agon_load *load = player->load;
    player->wsi = NULL;
    if (was_open && player->is_connected) {
        load->connected--;
        player->is_connected = false;
    } else {
        load->connecting -= load->connecting > 0;
    }
    if (player->is_over && !player->pending) {
        player_finish(player);
        return;
    }
    load->counts.broken++;
    agon_text_free(&player->incoming);
    if (!load->is_stopping) {
        lws_sul_schedule(load->context, 0, &player->timer, on_retry, RETRY_TIME);
    }
}

static void on_open(agon_load_player *player) {
    agon_load *load = player->load;
    load->connecting -= load->connecting > 0;
    load->connected++;
    load->counts.resumed += player->sequence > 0;
    player->is_connected = true;
    player->must_greet = true;
    player->must_send = player->pending != NULL;
    lws_callback_on_writable(player->wsi);
}

int agon_load_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length) {
    (void)user;
    agon_load_player *player = lws_get_opaque_user_data(wsi);
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        on_open(player);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_receive(player, in, length);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writable(player);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (player) {
            lws_set_opaque_user_data(wsi, NULL);
            on_end(player, reason == LWS_CALLBACK_CLIENT_CLOSED);
        }
        return 0;
    default:
        return 0;
    }
}
