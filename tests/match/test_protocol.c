// The bot protocol: what a program is told, what it may say, and what becomes of it.
#define _POSIX_C_SOURCE 200809L
#include "tests/support/support.h"

#include "agon/loop.h"
#include "agon/protocol.h"
#include "games/rock-paper-scissors/rock-paper-scissors.h"

#define SENT_MAX 40

// A program that says what the test has put down, line by line; NULL: it says nothing more.
typedef struct scripted {
    const char *const *lines;
    size_t at;
    bool repeats; // the last line, for ever
    bool is_deaf; // nothing can be sent to it
    char *sent[SENT_MAX];
    size_t sent_count;
    int64_t time;
} scripted;

static agon_channel_status send_line(void *user, const char *line, size_t length, int64_t limit) {
    scripted *s = user;
    (void)limit;
    if (s->is_deaf) {
        return AGON_CHANNEL_TIMEOUT;
    }
    assert_int_equal(line[length - 1], '\n');
    assert_null(memchr(line, '\n', length - 1));
    if (s->sent_count < SENT_MAX) {
        s->sent[s->sent_count++] = strndup(line, length);
    }
    return AGON_CHANNEL_LINE;
}

static agon_channel_status receive_line(void *user, int64_t limit, const char **line,
                                        size_t *length) {
    scripted *s = user;
    (void)limit;
    s->time += 10;
    *line = s->lines[s->at];
    if (!*line) {
        return AGON_CHANNEL_CLOSED;
    }
    s->at += !s->repeats || s->lines[s->at + 1] != NULL;
    if (strcmp(*line, "SILENCE") == 0) {
        return AGON_CHANNEL_TIMEOUT;
    }
    if (strcmp(*line, "LONG") == 0) {
        return AGON_CHANNEL_TOO_LONG;
    }
    *length = strlen(*line);
    return AGON_CHANNEL_LINE;
}

static int64_t now(void *user) {
    return ((scripted *)user)->time;
}

static const char *last_words(void *user) {
    (void)user;
    return "it fell over";
}

// A match of rock-paper-scissors with the program in the first seat.
typedef struct table_with_bot {
    scripted script;
    agon_channel channel;
    agon_program program;
    agon_fault_note notes[AGON_MAX_RETRIES + 1];
    size_t note_count;
    agon_change_move move; // of the program
    agon_result result;
} table_with_bot;

static void on_change(void *user, const agon_change *change) {
    table_with_bot *t = user;
    for (size_t i = 0; i < change->move_count; i++) {
        const agon_change_move *move = &change->moves[i];
        if (move->player == 0) {
            t->move = *move;
            t->note_count = move->fault_count;
            memcpy(t->notes, change->faults + move->first_fault,
                   move->fault_count * sizeof t->notes[0]);
        }
    }
}

static void play(table_with_bot *t, const char *const *lines, const char *policy) {
    agon_error error = {0};
    agon_table table;
    const agon_codec *codec = agon_codec_find("rock-paper-scissors");
    agon_seed seed = agon_seed_number(3);
    t->script.lines = lines;
    t->channel = (agon_channel){send_line, receive_line, now, last_words, &t->script};
    t->program.channel = &t->channel;
    t->program.codec = codec;
    t->program.start_up = 1000;
    assert_int_equal(agon_table_init(codec, NULL, &table, &error), AGON_OK);
    agon_seat seats[2] = {{.driver = &agon_program_driver, .self = &t->program},
                          agon_seat_make(&agon_random_bot, seed, 1)};
    agon_match match;
    agon_match_def def = agon_match_def_default();
    def.game = table.game;
    def.first = table.state;
    def.seed = seed;
    def.is_recorded = false;
    assert_true(agon_terms_read_policy(policy, &def.terms));
    assert_int_equal(agon_match_open(&match, &def, NULL, &error), AGON_OK);
    agon_loop loop = {.match = &match, .seats = seats, .on_change = on_change, .user = t};
    agon_loop_start(&loop);
    assert_int_equal(agon_loop_play(&loop, &error), AGON_OK);
    t->result = agon_match_result(&match);
    agon_loop_close(&loop);
    agon_match_close(&match);
    agon_table_free(&table);
}

static void leave(table_with_bot *t) {
    agon_program_quit(&t->program);
    for (size_t i = 0; i < t->script.sent_count; i++) {
        free(t->script.sent[i]);
    }
}

#define READY "{\"type\":\"ready\",\"protocol\":1,\"name\":\"me\"}"
#define PAPER "{\"type\":\"action\",\"id\":1,\"action\":{\"type\":\"choose\",\"choice\":\"paper\"}}"

static void test_a_whole_match(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t, (const char *const[]){READY, PAPER, NULL}, "forfeit");
    assert_int_equal(t.move.action.a, AGON_RPS_PAPER);
    assert_int_equal(t.note_count, 0);
    assert_string_equal(t.program.name, "me");
    leave(&t);
    assert_int_equal(t.script.sent_count, 5);
}

static void expect_sent(table_with_bot *t, size_t i, const char *text) {
    assert_true(i < t->script.sent_count);
    if (strncmp(t->script.sent[i], text, strlen(text)) != 0) {
        fail_msg("sent %s", t->script.sent[i]);
    }
}

static void test_what_it_is_told(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t, (const char *const[]){READY, PAPER, NULL}, "forfeit");
    agon_program_quit(&t.program);
    expect_sent(&t, 0, "{\"type\":\"hello\",\"protocol\":1,\"engine\":\"agon ");
    expect_sent(&t, 1,
                "{\"type\":\"match\",\"game\":\"rock-paper-scissors\",\"rules_version\":1,"
                "\"player\":\"p1\",\"seed\":");
    expect_sent(&t, 2,
                "{\"type\":\"think\",\"id\":1,\"player\":\"p1\",\"time_left_ms\":null,"
                "\"fault\":null,\"reason\":null,\"count\":3,\"offset\":0,\"actions\":[");
    expect_sent(&t, 3, "{\"type\":\"end\",\"player\":\"p1\",\"fault\":null,");
    expect_sent(&t, 4, "{\"type\":\"quit\"}\n");
    assert_null(strstr(t.script.sent[2], "rngState"));
    assert_non_null(strstr(t.script.sent[3], "\"REVEALED\""));
    assert_null(strstr(t.script.sent[3], "visible"));
    leave(&t);
}

static void expect_fault(const char *const *lines, agon_fault fault, const char *reason) {
    table_with_bot t = {0};
    play(&t, lines, "forfeit");
    assert_int_equal(t.note_count, 1);
    if (t.notes[0].fault != fault || !strstr(t.notes[0].reason, reason)) {
        fail_msg("%s: %s", agon_fault_word(t.notes[0].fault), t.notes[0].reason);
    }
    assert_int_equal(t.result.places[0], 2);
    leave(&t);
}

#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_wrong_beginnings(void **state) {
    (void)state;
    expect_fault((const char *const[]){NULL}, AGON_FAULT_DEAD, "it fell over");
    expect_fault(LINES("SILENCE"), AGON_FAULT_LATE, "");
    expect_fault(LINES("LONG"), AGON_FAULT_UNPARSABLE, "1 MiB");
    expect_fault(LINES("hello!"), AGON_FAULT_UNPARSABLE, "");
    expect_fault(LINES("{}"), AGON_FAULT_UNPARSABLE, "type");
    expect_fault(LINES("{\"type\":\"raedy\"}"), AGON_FAULT_UNPARSABLE, "type");
    expect_fault(LINES("{\"type\":\"ready\"}"), AGON_FAULT_UNPARSABLE, "protocol");
    expect_fault(LINES("{\"type\":\"ready\",\"protocol\":2}"), AGON_FAULT_UNPARSABLE,
                 "speaks version 2");
    expect_fault(LINES("{\"type\":\"ready\",\"protocol\":1,\"page\":-1}"), AGON_FAULT_UNPARSABLE,
                 "page");
    expect_fault(LINES("{\"type\":\"ready\",\"protocol\":1,\"name\":7}"), AGON_FAULT_UNPARSABLE,
                 "name");
    expect_fault(LINES(PAPER), AGON_FAULT_UNPARSABLE, "the first message must be `ready`");
}

static void test_wrong_answers(void **state) {
    (void)state;
    expect_fault(LINES(READY), AGON_FAULT_DEAD, "it fell over");
    expect_fault(LINES(READY, "SILENCE"), AGON_FAULT_LATE, "");
    expect_fault(LINES(READY, "LONG"), AGON_FAULT_UNPARSABLE, "1 MiB");
    expect_fault(LINES(READY, READY), AGON_FAULT_UNPARSABLE, "not asked for");
    expect_fault(LINES(READY, "{\"type\":\"action\"}"), AGON_FAULT_UNPARSABLE, "missing");
    expect_fault(LINES(READY, "{\"type\":\"action\",\"index\":\"0\"}"), AGON_FAULT_UNPARSABLE,
                 "index");
    expect_fault(LINES(READY, "{\"type\":\"action\",\"index\":0,\"action\":{}}"),
                 AGON_FAULT_UNPARSABLE, "not both");
    expect_fault(LINES(READY, "{\"type\":\"action\",\"id\":\"1\",\"index\":0}"),
                 AGON_FAULT_UNPARSABLE, "id");
    expect_fault(LINES(READY, "{\"type\":\"action\",\"id\":1,\"index\":3}"), AGON_FAULT_ILLEGAL,
                 "index 3, but there are 3 valid actions");
    expect_fault(LINES(READY, "{\"type\":\"action\",\"id\":1,\"action\":null}"), AGON_FAULT_ILLEGAL,
                 "");
    expect_fault(LINES(READY, "{\"type\":\"action\",\"id\":1,\"action\":{\"type\":\"choose\","
                              "\"choice\":\"well\"}}"),
                 AGON_FAULT_ILLEGAL, "choice");
    expect_fault(LINES(READY, "{\"type\":\"actions\",\"limit\":99999999}"), AGON_FAULT_UNPARSABLE,
                 "limit");
}

static void test_pages(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t,
         LINES("{\"type\":\"ready\",\"protocol\":1,\"page\":1}",
               "{\"type\":\"actions\",\"offset\":1,\"limit\":1}",
               "{\"type\":\"actions\",\"id\":1,\"offset\":4000000000}", "{\"type\":\"actions\"}",
               "{\"type\":\"action\",\"index\":2}"),
         "forfeit");
    assert_int_equal(t.note_count, 0);
    assert_int_equal(t.move.action.a, AGON_RPS_SCISSORS);
    assert_int_equal(t.program.pages, 3);
    assert_int_equal(t.program.without_id, 1);
    assert_non_null(strstr(t.script.sent[2], "\"count\":3,\"offset\":0,\"actions\":[{\"type\":"
                                             "\"choose\",\"choice\":\"rock\"}],"));
    expect_sent(&t, 3,
                "{\"type\":\"actions\",\"id\":1,\"count\":3,\"offset\":1,\"actions\":[{\"type\":"
                "\"choose\",\"choice\":\"paper\"}]}");
    expect_sent(&t, 4,
                "{\"type\":\"actions\",\"id\":1,\"count\":3,\"offset\":4000000000,"
                "\"actions\":[]}");
    assert_non_null(strstr(t.script.sent[5], "scissors"));
    leave(&t);
}

static void test_answers_to_old_questions_are_ignored(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t,
         LINES(READY, "{\"type\":\"action\",\"id\":7,\"index\":0}",
               "{\"type\":\"action\",\"id\":0,\"index\":0}", PAPER),
         "forfeit");
    assert_int_equal(t.note_count, 0);
    assert_int_equal(t.move.action.a, AGON_RPS_PAPER);
    assert_int_equal(t.program.stale, 2);
    leave(&t);
}

static void test_a_flood_of_old_answers_ends(void **state) {
    (void)state;
    table_with_bot t = {0};
    t.script.repeats = true;
    play(&t, LINES(READY, "{\"type\":\"action\",\"id\":7,\"index\":0}"), "forfeit");
    assert_int_equal(t.notes[0].fault, AGON_FAULT_UNPARSABLE);
    assert_non_null(strstr(t.notes[0].reason, "too many messages"));
    leave(&t);
}

static void test_a_retry_tells_the_reason(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t,
         LINES(READY, "{\"type\":\"action\",\"id\":1,\"index\":3}", "nonsense",
               "{\"type\":\"action\",\"id\":3,\"index\":1}"),
         "retry:2");
    assert_int_equal(t.note_count, 2);
    assert_int_equal(t.move.by, AGON_MOVER_SEAT);
    assert_non_null(strstr(t.script.sent[3], "\"id\":2,\"player\":\"p1\",\"time_left_ms\":null,"
                                             "\"fault\":\"illegal\",\"reason\":\"index 3,"));
    assert_non_null(strstr(t.script.sent[4], "\"fault\":\"unparsable\""));
    leave(&t);
}

static void test_unknown_keys_are_ignored(void **state) {
    (void)state;
    table_with_bot t = {0};
    t.program.extra = "\"x\":1";
    play(&t,
         LINES("{\"type\":\"ready\",\"protocol\":1,\"games\":[],\"y\":{}}",
               "{\"type\":\"action\",\"id\":1,\"index\":1,\"why\":\"because\"}"),
         "forfeit");
    assert_int_equal(t.note_count, 0);
    for (size_t i = 0; i < t.script.sent_count; i++) {
        assert_non_null(strstr(t.script.sent[i], ",\"x\":1}\n"));
    }
    leave(&t);
}

static void test_a_program_that_cannot_be_told_anything(void **state) {
    (void)state;
    table_with_bot t = {0};
    t.script.is_deaf = true;
    play(&t, LINES(READY), "forfeit");
    assert_int_equal(t.notes[0].fault, AGON_FAULT_LATE);
    leave(&t);
}

static void test_ready_is_asked_for_once(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t, LINES(READY, PAPER), "forfeit");
    size_t sent = t.script.sent_count;
    t.script.at = 0;
    play(&t, LINES("{\"type\":\"action\",\"id\":2,\"index\":0}"), "forfeit");
    assert_int_equal(t.note_count, 0);
    expect_sent(&t, sent, "{\"type\":\"match\"");
    leave(&t);
}

static void test_names_are_harmless(void **state) {
    (void)state;
    table_with_bot t = {0};
    play(&t, LINES("{\"type\":\"ready\",\"protocol\":1,\"name\":\"\\u001b[31mred\\n\"}", PAPER),
         "forfeit");
    assert_string_equal(t.program.name, "?[31mred?");
    leave(&t);
}

static void test_secrets_of_a_config_are_not_told(void **state) {
    (void)state;
    static const char *const secrets[] = {"order", NULL};
    const agon_codec *codec = agon_codec_find("rock-paper-scissors");
    agon_codec other = *codec;
    agon_error error = {0};
    agon_table table;
    agon_text text = {0};
    agon_terms terms = agon_terms_default();
    json_t *config = support_json("{'playerIds':['a','b'],'seed':5,'order':[1,2],'note':1}");
    assert_true(agon_terms_read_clock("60+0.5", &terms));
    other.config_secrets = secrets;
    other.config_keys = NULL; // any
    assert_int_equal(agon_table_init(&other, agon_value_of(config), &table, &error), AGON_OK);
    agon_seating seating = {table.game, 1, &terms, 77};
    agon_protocol_match(&other, agon_value_of(config), &seating, &text);
    assert_string_equal(text.data,
                        "{\"type\":\"match\",\"game\":\"rock-paper-scissors\",\"rules_version\":1,"
                        "\"player\":\"b\",\"seed\":77,\"bank_ms\":60000,\"increment_ms\":500,"
                        "\"players\":[\"a\",\"b\"],"
                        "\"config\":{\"playerIds\":[\"a\",\"b\"],\"note\":1}}\n");
    agon_text_free(&text);
    agon_table_free(&table);
    json_decref(config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_match),
        cmocka_unit_test(test_what_it_is_told),
        cmocka_unit_test(test_wrong_beginnings),
        cmocka_unit_test(test_wrong_answers),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_answers_to_old_questions_are_ignored),
        cmocka_unit_test(test_a_flood_of_old_answers_ends),
        cmocka_unit_test(test_a_retry_tells_the_reason),
        cmocka_unit_test(test_unknown_keys_are_ignored),
        cmocka_unit_test(test_a_program_that_cannot_be_told_anything),
        cmocka_unit_test(test_ready_is_asked_for_once),
        cmocka_unit_test(test_names_are_harmless),
        cmocka_unit_test(test_secrets_of_a_config_are_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
