// Clocks that run on the server.
#include "apps/server/match/timer.h"

#include "src/codec/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECOND INT64_C(1000000)
#define DAY (86400 * SECOND)
#define SECONDS_MAX (366.0 * 86400)

agon_timer agon_timer_default(void) {
    return (agon_timer){.is_per_move = true, .bank = 3 * DAY};
}

static bool read_seconds(const agon_cursor *at, double least, int64_t *time) {
    if (!json_is_number(agon_json_of(at->value))) {
        return agon_cursor_refuse(at, "must be a number of seconds");
    }
    double seconds = json_number_value(agon_json_of(at->value));
    if (!(seconds >= least && seconds <= SECONDS_MAX)) {
        return agon_cursor_refuse(at, "must be from %g to %.0f seconds", least, SECONDS_MAX);
    }
    *time = (int64_t)llround(seconds * (double)SECOND);
    return true;
}

static bool knows_keys(const agon_cursor *at, const char *const *keys) {
    const char *key;
    json_t *value;
    json_object_foreach(agon_json_of(at->value), key, value) {
        bool is_known = strcmp(key, "kind") == 0;
        for (size_t i = 0; keys[i]; i++) {
            is_known |= strcmp(key, keys[i]) == 0;
        }
        if (!is_known) {
            agon_cursor wrong = agon_cursor_child(at, key);
            return agon_cursor_refuse(&wrong, "there is no such key");
        }
    }
    return true;
}

bool agon_timer_read_rule(const agon_cursor *at, agon_timer *timer) {
    static const char *const words[] = {"bank", "move", NULL};
    static const char *const keys[2][3] = {{"bank", "increment", NULL}, {"seconds", NULL}};
    agon_cursor kind = agon_cursor_child(at, "kind");
    int which;
    if (!agon_cursor_read_object(at) || !agon_cursor_read_word(&kind, words, &which) ||
        !knows_keys(at, keys[which])) {
        return false;
    }
    *timer = (agon_timer){.is_per_move = which == 1};
    if (timer->is_per_move) {
        agon_cursor seconds = agon_cursor_child(at, "seconds");
        return read_seconds(&seconds, 1, &timer->bank);
    }
    agon_cursor bank = agon_cursor_child(at, "bank");
    agon_cursor increment = agon_cursor_child(at, "increment");
    return read_seconds(&bank, 1, &timer->bank) &&
           (!agon_cursor_is_given(&increment) || read_seconds(&increment, 0, &timer->increment));
}

static void write_seconds(agon_json *json, const char *key, int64_t time) {
    char text[32];
    agon_json_key(json, key);
    if (time % SECOND == 0) {
        agon_json_int(json, time / SECOND);
    } else {
        snprintf(text, sizeof text, "%lld.%06lld", (long long)(time / SECOND),
                 (long long)(time % SECOND));
        agon_json_raw(json, text);
    }
}

static void write_rule_keys(const agon_timer *timer, agon_json *json) {
    agon_json_put_string(json, "kind", timer->is_per_move ? "move" : "bank");
    if (timer->is_per_move) {
        write_seconds(json, "seconds", timer->bank);
    } else {
        write_seconds(json, "bank", timer->bank);
        write_seconds(json, "increment", timer->increment);
    }
}

void agon_timer_write_rule(const agon_timer *timer, agon_json *json) {
    agon_json_open(json, '{');
    write_rule_keys(timer, json);
    agon_json_close(json, '}');
}

static void write_times(agon_json *json, const char *key, const int64_t *times) {
    agon_json_key(json, key);
    agon_json_open(json, '[');
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_json_int(json, times[p]);
    }
    agon_json_close(json, ']');
}

char *agon_timer_write(const agon_timer *timer) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_bool(&json, "per_move", timer->is_per_move);
    agon_json_put_int(&json, "bank", timer->bank);
    agon_json_put_int(&json, "increment", timer->increment);
    agon_json_put_int(&json, "timed", timer->timed);
    write_times(&json, "left", timer->left);
    write_times(&json, "since", timer->since);
    write_times(&json, "had", timer->had);
    write_times(&json, "began", timer->began);
    agon_json_close(&json, '}');
    if (text.failed) {
        agon_text_free(&text);
        return NULL;
    }
    return text.data;
}

static bool read_times(const agon_cursor *root, const char *key, int64_t *times) {
    agon_cursor at = agon_cursor_child(root, key);
    size_t count;
    bool is_good = agon_cursor_read_list(&at, AGON_MAX_PLAYERS, AGON_MAX_PLAYERS, &count);
    for (size_t p = 0; p < AGON_MAX_PLAYERS && is_good; p++) {
        agon_cursor item = agon_cursor_item(&at, p);
        is_good = agon_cursor_read_int(&item, 0, INT64_MAX, &times[p]);
    }
    return is_good;
}

bool agon_timer_read(const char *text, agon_timer *timer) {
    json_t *json = text ? agon_json_parse(text, strlen(text), NULL) : NULL;
    agon_reader reader = {AGON_BAD_STATE, NULL, NULL};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(json));
    agon_cursor per_move = agon_cursor_child(&root, "per_move");
    agon_cursor bank = agon_cursor_child(&root, "bank");
    agon_cursor increment = agon_cursor_child(&root, "increment");
    agon_cursor timed = agon_cursor_child(&root, "timed");
    int64_t set = 0;
    *timer = (agon_timer){0};
    bool is_good = json && agon_cursor_read_bool(&per_move, &timer->is_per_move) &&
                   agon_cursor_read_int(&bank, 0, INT64_MAX, &timer->bank) &&
                   agon_cursor_read_int(&increment, 0, INT64_MAX, &timer->increment) &&
                   agon_cursor_read_int(&timed, 0, 0xff, &set) &&
                   read_times(&root, "left", timer->left) &&
                   read_times(&root, "since", timer->since) &&
                   read_times(&root, "had", timer->had) && read_times(&root, "began", timer->began);
    timer->timed = (agon_viewers)set;
    json_decref(json);
    return is_good;
}

static void run(agon_timer *timer, int player, int64_t now) {
    timer->since[player] = now;
    timer->began[player] = now;
    timer->had[player] = timer->left[player];
}

void agon_timer_start(agon_timer *timer, agon_viewers to_act, int64_t now) {
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        timer->left[p] = timer->bank;
        if (to_act & timer->timed & agon_viewer_bit(p)) {
            run(timer, p, now);
        }
    }
}

static int64_t used(const agon_timer *timer, int player, int64_t now) {
    int64_t since = timer->since[player];
    return since && now > since ? now - since : 0;
}

// The player's turn is over.
static void charge(agon_timer *timer, int player, int64_t now) {
    if (timer->since[player] == 0) {
        return;
    }
    if (!timer->is_per_move) {
        int64_t rest = timer->left[player] - used(timer, player, now);
        timer->left[player] = (rest > 0 ? rest : 0) + timer->increment;
    }
    timer->since[player] = 0;
}

// Whether the turn of a player who acted, or may act no more, is over.
static bool ends_turn(const agon_timer_step *step, int player) {
    agon_viewers bit = agon_viewer_bit(player);
    bool is_new = (step->after & (agon_viewers)~step->before) != 0;
    if (!(step->after & bit)) {
        return true;
    }
    return player == step->player && (!step->is_simultaneous || is_new);
}

int64_t agon_timer_used(const agon_timer *timer, int player, int64_t now) {
    return timer->timed & agon_viewer_bit(player) ? used(timer, player, now) : -1;
}

void agon_timer_move(agon_timer *timer, const agon_timer_step *step) {
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_viewers bit = agon_viewer_bit(p);
        if (step->before & bit && ends_turn(step, p)) {
            charge(timer, p, step->now);
        }
        if (step->after & timer->timed & bit && timer->since[p] == 0) {
            run(timer, p, step->now);
        }
    }
}

void agon_timer_shift(agon_timer *timer, int64_t by) {
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        timer->since[p] += timer->since[p] ? by : 0;
        timer->began[p] += by;
    }
}

int64_t agon_timer_deadline(const agon_timer *timer) {
    int64_t first = AGON_NEVER;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        if (timer->since[p] && timer->since[p] + timer->left[p] < first) {
            first = timer->since[p] + timer->left[p];
        }
    }
    return first;
}

bool agon_timer_is_out(const agon_timer *timer, int player, int64_t now) {
    return timer->since[player] && timer->since[player] + timer->left[player] <= now;
}

int64_t agon_timer_left(const agon_timer *timer, int player, bool seems_running, int64_t now) {
    if (!(timer->timed & agon_viewer_bit(player))) {
        return -1;
    }
    int64_t rest = timer->left[player];
    if (seems_running) {
        int64_t run_for = now > timer->began[player] ? now - timer->began[player] : 0;
        rest = timer->had[player] - run_for;
    }
    return rest > 0 ? rest / 1000 : 0;
}
