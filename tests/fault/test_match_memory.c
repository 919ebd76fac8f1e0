// The nth allocation fails in matches and replays: no crash, nothing lost, and never a wrong result.
#include "tests/support/support.h"

#include "agon/protocol.h"
#include "agon/loop.h"
#include "tests/support/memory.h"
#include "tests/support/toy.h"

static void keep_lines(void *user, const agon_change *change) {
    agon_text_add(user, change->lines.data, change->lines.length);
}

// Plays and records a match.
static agon_status record(agon_text *text) {
    static const char *const names[] = {"a", "b", "c", "d"};
    agon_table table;
    agon_match match = {0};
    agon_error error = {0};
    agon_status status = agon_table_init_for(&toy_codec, 2, NULL, &table, &error);
    if (status) {
        return status;
    }
    agon_match_def def = agon_match_def_default();
    def.codec = &toy_codec;
    def.game = table.game;
    def.first = table.state;
    def.seed = agon_seed_number(42); // the default: no config is needed
    def.seats = names;
    agon_seat seats[2];
    for (int p = 0; p < 2; p++) {
        seats[p] = agon_seat_make(&agon_random_bot, def.seed, p);
    }
    agon_loop loop = {.match = &match, .seats = seats, .on_change = keep_lines, .user = text};
    status = agon_match_open(&match, &def, text, &error);
    if (status == AGON_OK) {
        agon_loop_start(&loop);
        status = agon_loop_play(&loop, &error);
    }
    if (status == AGON_OK) {
        agon_match_finish(&match, NULL, text);
        status = text->failed ? AGON_NO_MEMORY : AGON_OK;
    }
    agon_loop_close(&loop);
    agon_match_close(&match);
    agon_table_free(&table);
    return status;
}

static void test_recording_without_memory(void **state) {
    (void)state;
    if (!memory_is_watched()) {
        skip();
    }
    agon_text whole = {0};
    assert_int_equal(record(&whole), AGON_OK);
    for (long n = 0;; n++) {
        agon_text tape = {0};
        long before = memory_blocks();
        memory_watch(n, n);
        agon_status status = record(&tape);
        long asked = memory_unwatch();
        if (status == AGON_OK) {
            assert_string_equal(tape.data, whole.data);
        } else {
            assert_int_equal(status, AGON_NO_MEMORY);
        }
        agon_text_free(&tape);
        assert_int_equal(memory_blocks(), before);
        if (asked <= n) {
            break;
        }
    }
    agon_text_free(&whole);
}

static void test_verifying_without_memory(void **state) {
    (void)state;
    if (!memory_is_watched()) {
        skip();
    }
    agon_text whole = {0};
    assert_int_equal(record(&whole), AGON_OK);
    for (long n = 0;; n += 1 + n / 40) {
        long before = memory_blocks();
        memory_watch(n, 1000000000L);
        agon_replay_verdict verdict = agon_replay_verify(whole.data, whole.length, &toy_codec);
        long asked = memory_unwatch();
        assert_int_equal(memory_blocks(), before);
        if (asked <= n) {
            assert_true(verdict.ok);
            break;
        }
        assert_false(verdict.ok);
        assert_int_equal(verdict.status, AGON_NO_MEMORY);
    }
    agon_text_free(&whole);
}

// ---------------------------------------------------------------------------------------------

static agon_channel_status send_line(void *user, const char *line, size_t length, int64_t limit) {
    (void)user;
    (void)line;
    (void)length;
    (void)limit;
    return AGON_CHANNEL_LINE;
}

static agon_channel_status receive_line(void *user, int64_t limit, const char **line,
                                        size_t *length) {
    static const char *const lines[] = {"{\"type\":\"ready\",\"protocol\":1}",
                                        "{\"type\":\"action\",\"index\":0}"};
    int *count = user;
    (void)limit;
    *line = lines[(*count)++ > 0];
    *length = strlen(*line);
    return AGON_CHANNEL_LINE;
}

static int64_t now(void *user) {
    (void)user;
    return 0;
}

static const char *last_words(void *user) {
    (void)user;
    return "";
}

// A match against a program: without memory it may forfeit, but the match goes on or says so.
static agon_status play_program(void) {
    agon_table table;
    agon_error error = {0};
    int count = 0;
    const agon_channel channel = {send_line, receive_line, now, last_words, &count};
    agon_program program = {.channel = &channel, .codec = &toy_codec, .start_up = 1};
    agon_status status = agon_table_init_for(&toy_codec, 2, NULL, &table, &error);
    if (status) {
        return status;
    }
    agon_seed seed = agon_seed_number(42);
    agon_seat seats[2] = {{.driver = &agon_program_driver, .self = &program},
                          agon_seat_make(&agon_random_bot, seed, 1)};
    agon_match match;
    agon_match_def def = agon_match_def_default();
    def.game = table.game;
    def.first = table.state;
    def.seed = seed;
    def.is_recorded = false;
    status = agon_match_open(&match, &def, NULL, &error);
    agon_loop loop = {.match = &match, .seats = seats};
    if (status == AGON_OK) {
        agon_loop_start(&loop);
        status = agon_loop_play(&loop, &error);
    }
    agon_loop_close(&loop);
    agon_match_close(&match);
    agon_program_quit(&program);
    agon_table_free(&table);
    return status;
}

static void test_programs_without_memory(void **state) {
    (void)state;
    if (!memory_is_watched()) {
        skip();
    }
    for (long n = 0;; n += 1 + n / 40) {
        long before = memory_blocks();
        memory_watch(n, n);
        agon_status status = play_program();
        long asked = memory_unwatch();
        assert_true(status == AGON_OK || status == AGON_NO_MEMORY);
        assert_int_equal(memory_blocks(), before);
        if (asked <= n) {
            break;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recording_without_memory),
        cmocka_unit_test(test_verifying_without_memory),
        cmocka_unit_test(test_programs_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
