// Matches that differ only in a secret choice: what others get from every endpoint is the same to the byte,
// and so are the answer to the player who chose and what is written to disk.
//
// Every run has a server of its own with the same clock and the same random source, so even ids, tokens and times
// are equal, and nothing has to be left out of the comparison.
#define _GNU_SOURCE
#include "tests/server/support/server.h"
#include "tests/server/support/vfs.h"

#include "agon/codec.h"
#include "src/codec/json.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CHOICES 6

typedef struct endpoint {
    const char *method;
    const char *path; // as in openapi.yaml
    const char *body;
} endpoint;

static const endpoint endpoints[] = {
    {"get", "/api/games", NULL},
    {"get", "/api/matches", NULL},
    {"post", "/api/matches", "{'game':'no such game'}"},
    {"get", "/api/matches/{id}", NULL},
    {"post", "/api/matches/{id}/join", "{}"},
    {"post", "/api/matches/{id}/invite", "{'seat':0}"},
    {"post", "/api/matches/{id}/actions", "{'action':{},'sequence':0,'client':'c'}"},
    {"get", "/api/matches/{id}/actions", NULL},
    {"get", "/api/matches/{id}/replay", NULL},
    {"post", "/api/matches/{id}/rematch", NULL},
    {"get", "/api/matches/{id}/socket", NULL},
    {"post", "/rpc", "{'jsonrpc':'2.0','id':1,'method':'games'}"},
    {"get", "/health", NULL},
    {"post", "/api/matches/{id}/leave",
     NULL}, // the last: a player's is a forfeit, which ends the match
};
#define ENDPOINTS (sizeof endpoints / sizeof *endpoints)

// What one run leaves.
typedef struct outcome {
    agon_text seen;     // by everybody else, everywhere
    agon_text answered; // to the player who chose
    int64_t stored;     // bytes of the step's row
    int writes;
    long bytes;   // in these
    bool is_over; // there is no such choice
} outcome;

static void add_answer(agon_text *text, const endpoint *e, answer *a) {
    agon_text_printf(text, "%s %s: %d %s %s\n%s\n", e->method, e->path, a->status,
                     a->location ? a->location : "", a->allow ? a->allow : "", a->text);
    answer_free(a);
}

static void ask_some(bench *b, const char *id, const char *token, size_t count, agon_text *text) {
    for (size_t i = 0; i < count; i++) {
        const endpoint *e = &endpoints[i];
        const char *rest = strstr(e->path, "{id}");
        const char *path = rest ? path_of(id, rest + strlen("{id}")) : e->path;
        answer a = ask(b, strcmp(e->method, "get") == 0 ? "GET" : "POST", path, token, e->body);
        add_answer(text, e, &a);
    }
}

// The nth of the first player's actions that are of one kind with the first; NULL: there is none.
static char *choose_alike(bench *b, const seat_held *seat, unsigned n) {
    char *first = choose(b, seat, 0);
    json_t *wanted = json_loads(first, 0, NULL);
    answer a = ask(b, "GET", path_of(seat->id, "/actions?limit=1000"), seat->token, NULL);
    char *found = NULL;
    size_t i;
    json_t *action;
    json_array_foreach(dig(a.json, "actions"), i, action) {
        if (!found && json_equal(dig(action, "type"), dig(wanted, "type")) && n-- == 0) {
            found = json_dumps(action, JSON_COMPACT);
        }
    }
    answer_free(&a);
    json_decref(wanted);
    free(first);
    return found;
}

static int64_t stored_size(const bench *b) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(b->path, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(database,
                           "SELECT sum(length(CAST(lines AS BLOB)) + length(padding)) FROM steps",
                           -1, &statement, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t size = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return size;
}

static void act_and_count(bench *b, const seat_held *seat, const char *action, outcome *o) {
    char *body = NULL;
    assert_true(asprintf(&body, "{\"action\":%s,\"sequence\":1,\"client\":\"c\"}", action) > 0);
    bench_settle(b);
    disk_count_from_now();
    answer a = ask(b, "POST", path_of(seat->id, "/actions"), seat->token, body);
    bench_settle(b);
    o->writes = disk_writes();
    o->bytes = disk_bytes();
    o->stored = stored_size(b);
    if (a.status != 200) {
        fail_msg("%d for %s: %s", a.status, action, a.text);
    }
    add_answer(&o->answered, &endpoints[0], &a);
    free(body);
}

static outcome run(const char *game, unsigned choice) {
    bench b;
    outcome o = {0};
    char body[80];
    bench_open_seeded(&b, 5);
    snprintf(body, sizeof body, "{'game':'%s'}", game);
    seat_held one = make_match(&b, body);
    seat_held two = join_match(&b, one.id, NULL);
    char *action = choose_alike(&b, &one, choice);
    o.is_over = !action;
    if (action) {
        wire watchers[2];
        wire_hello(&watchers[0], &b, one.id, two.token, 0);
        wire_hello(&watchers[1], &b, one.id, NULL, 0);
        bench_pass(&b, 7);
        act_and_count(&b, &one, action, &o);
        const char *const tokens[] = {NULL, "0123456789012345678901234567890123456789012",
                                      two.token};
        for (int i = 0; i < 3; i++) {
            ask_some(&b, one.id, tokens[i], ENDPOINTS - (i == 2), &o.seen);
        }
        for (int i = 0; i < 2; i++) {
            agon_text_puts(&o.seen, watchers[i].bytes);
            wire_close(&watchers[i]);
        }
    }
    free(action);
    bench_close(&b);
    return o;
}

static void outcome_free(outcome *o) {
    agon_text_free(&o->seen);
    agon_text_free(&o->answered);
}

static void compare(const agon_text *a, const agon_text *b) {
    size_t at = 0;
    while (at < a->length && at < b->length && a->data[at] == b->data[at]) {
        at++;
    }
    if (a->length != b->length || at < a->length) {
        at = at < 200 ? 0 : at - 200;
        fail_msg("\n%.400s\nand\n%.400s", a->data + at, b->data + at);
    }
}

// How many choices were compared.
static unsigned check_game(const char *game) {
    outcome first = run(game, 0);
    unsigned count = 1;
    for (; count < MOST_CHOICES; count++) {
        outcome o = run(game, count);
        if (o.is_over) {
            outcome_free(&o);
            break;
        }
        compare(&o.seen, &first.seen);
        assert_string_equal(o.answered.data, first.answered.data);
        assert_int_equal(o.stored, first.stored);
        assert_int_equal(o.writes, first.writes);
        assert_int_equal(o.bytes, first.bytes);
        assert_true(o.writes > 0 && o.stored > 0);
        outcome_free(&o);
    }
    outcome_free(&first);
    return count;
}

static void test_choices(void **state) {
    (void)state;
    const agon_codec *codec;
    unsigned games = 0;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        if (codec->rules->is_simultaneous) {
            assert_true(check_game(codec->rules->id) >= 3);
            games++;
        }
    }
    assert_true(games >= 3);
}

static bool is_covered(const char *method, const char *path) {
    for (size_t i = 0; i < ENDPOINTS; i++) {
        if (strcmp(endpoints[i].method, method) == 0 && strcmp(endpoints[i].path, path) == 0) {
            return true;
        }
    }
    // Only for the operator's token: tests/e2e/serve_hostile.py asks without.
    return strcmp(path, "/metrics") == 0;
}

// An endpoint that is added to the document is added here.
static void test_every_endpoint(void **state) {
    (void)state;
    FILE *file = fopen(AGON_SOURCE_DIR "/docs/server/openapi.yaml", "r");
    char line[200];
    char path[200] = "";
    size_t found = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) && strncmp(line, "components:", 11) != 0) {
        char method[8] = "";
        if (line[2] == '/' && sscanf(line, "  %199[/a-z{}]:", path) == 1) {
            continue;
        }
        if (sscanf(line, "    %7[a-z]:", method) == 1 && line[4] != ' ' && line[3] == ' ' &&
            (strcmp(method, "get") == 0 || strcmp(method, "post") == 0)) {
            found++;
            if (!is_covered(method, path)) {
                fail_msg("%s %s is not compared", method, path);
            }
        }
    }
    fclose(file);
    assert_true(found >= ENDPOINTS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_every_endpoint),
    };
    disk_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
