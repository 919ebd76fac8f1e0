// Clocks in and out of JSON.
#include "apps/server/match/timer.h"

#include "src/codec/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECOND INT64_C(1000000)
#define DAY (86400 * SECOND)
#define SECONDS_MAX (366.0 * 86400)

agon_terms agon_timer_default(void) {
    agon_terms terms = agon_terms_default();
    terms.is_per_turn = true;
    terms.bank = 3 * DAY;
    return terms;
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

bool agon_timer_read_rule(const agon_cursor *at, agon_terms *terms) {
    static const char *const words[] = {"bank", "move", NULL};
    static const char *const keys[2][3] = {{"bank", "increment", NULL}, {"seconds", NULL}};
    agon_cursor kind = agon_cursor_child(at, "kind");
    int which;
    if (!agon_cursor_read_object(at) || !agon_cursor_read_word(&kind, words, &which) ||
        !knows_keys(at, keys[which])) {
        return false;
    }
    *terms = agon_terms_default();
    terms->is_per_turn = which == 1;
    if (terms->is_per_turn) {
        agon_cursor seconds = agon_cursor_child(at, "seconds");
        return read_seconds(&seconds, 1, &terms->bank);
    }
    agon_cursor bank = agon_cursor_child(at, "bank");
    agon_cursor increment = agon_cursor_child(at, "increment");
    return read_seconds(&bank, 1, &terms->bank) &&
           (!agon_cursor_is_given(&increment) || read_seconds(&increment, 0, &terms->increment));
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

void agon_timer_write_rule(const agon_terms *terms, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_put_string(json, "kind", terms->is_per_turn ? "move" : "bank");
    if (terms->is_per_turn) {
        write_seconds(json, "seconds", terms->bank);
    } else {
        write_seconds(json, "bank", terms->bank);
        write_seconds(json, "increment", terms->increment);
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// The stored form: lists with an entry for every possible seat; `since` 0 is a clock that stands

enum { LEFT, SINCE, HAD, BEGAN, LIST_COUNT };

static const char *const list_keys[LIST_COUNT] = {"left", "since", "had", "began"};

typedef int64_t clock_lists[LIST_COUNT][AGON_MAX_PLAYERS];

static void fill_lists(const agon_match_seat *seats, clock_lists lists) {
    memset(lists, 0, sizeof(clock_lists));
    for (int p = 0; seats && p < AGON_MAX_PLAYERS; p++) {
        const agon_match_clock *clock = &seats[p].clock;
        lists[LEFT][p] = clock->left;
        lists[SINCE][p] = clock->is_running ? clock->since : 0;
        lists[HAD][p] = clock->had;
        lists[BEGAN][p] = clock->began;
    }
}

static void write_lists(const agon_match_seat *seats, agon_json *json) {
    clock_lists lists;
    fill_lists(seats, lists);
    for (int i = 0; i < LIST_COUNT; i++) {
        agon_json_key(json, list_keys[i]);
        agon_json_open(json, '[');
        for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
            agon_json_int(json, lists[i][p]);
        }
        agon_json_close(json, ']');
    }
}

static agon_viewers timed_of(const agon_match_seat *seats) {
    agon_viewers timed = AGON_NONE;
    for (int p = 0; seats && p < AGON_MAX_PLAYERS; p++) {
        timed |= seats[p].is_timed ? agon_viewer_bit(p) : AGON_NONE;
    }
    return timed;
}

char *agon_timer_write(const agon_terms *terms, const agon_match_seat *seats) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_put_bool(&json, "per_move", terms->is_per_turn);
    agon_json_put_int(&json, "bank", terms->bank);
    agon_json_put_int(&json, "increment", terms->increment);
    agon_json_put_int(&json, "timed", timed_of(seats));
    write_lists(seats, &json);
    agon_json_close(&json, '}');
    if (text.failed) {
        agon_text_free(&text);
        return NULL;
    }
    return text.data;
}

static bool read_list(const agon_cursor *root, const char *key, int64_t *times) {
    agon_cursor at = agon_cursor_child(root, key);
    size_t count;
    bool is_good = agon_cursor_read_list(&at, AGON_MAX_PLAYERS, AGON_MAX_PLAYERS, &count);
    for (size_t p = 0; p < AGON_MAX_PLAYERS && is_good; p++) {
        agon_cursor item = agon_cursor_item(&at, p);
        is_good = agon_cursor_read_int(&item, 0, AGON_TIME_MAX, &times[p]);
    }
    return is_good;
}

static bool read_terms(const agon_cursor *root, agon_terms *terms) {
    agon_cursor per_move = agon_cursor_child(root, "per_move");
    agon_cursor bank = agon_cursor_child(root, "bank");
    agon_cursor increment = agon_cursor_child(root, "increment");
    *terms = agon_terms_default();
    return agon_cursor_read_bool(&per_move, &terms->is_per_turn) &&
           agon_cursor_read_int(&bank, 0, AGON_TIME_MAX, &terms->bank) &&
           agon_cursor_read_int(&increment, 0, AGON_TIME_MAX, &terms->increment);
}

static void take_clock(agon_match_seat *seat, int player, const clock_lists lists) {
    int64_t since = lists[SINCE][player];
    seat->clock = (agon_match_clock){.is_running = since != 0,
                                     .left = lists[LEFT][player],
                                     .since = since,
                                     .had = lists[HAD][player],
                                     .began = lists[BEGAN][player]};
    // When it was asked is not stored: its answer is timed from the beginning of the turn.
    seat->asked = since ? since : AGON_NOT_MEASURED;
}

static bool read_clocks(const agon_cursor *root, agon_match_seat *seats) {
    agon_cursor timed = agon_cursor_child(root, "timed");
    int64_t set = 0;
    clock_lists lists;
    bool is_good = agon_cursor_read_int(&timed, 0, 0xff, &set);
    for (int i = 0; i < LIST_COUNT && is_good; i++) {
        is_good = read_list(root, list_keys[i], lists[i]);
    }
    for (int p = 0; p < AGON_MAX_PLAYERS && is_good; p++) {
        seats[p].is_timed = set >> p & 1;
        take_clock(&seats[p], p, lists);
    }
    return is_good;
}

bool agon_timer_read(const char *text, agon_terms *terms, agon_match_seat *seats) {
    json_t *json = text ? agon_json_parse(text, strlen(text), NULL) : NULL;
    agon_reader reader = {.status = AGON_BAD_STATE};
    agon_cursor root = agon_cursor_root(&reader, agon_value_of(json));
    bool is_good = json && read_terms(&root, terms) && (!seats || read_clocks(&root, seats));
    json_decref(json);
    return is_good;
}
