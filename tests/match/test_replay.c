// Replays: written, read, verified; every damage found, every forgery that contradicts the rules.
#include "tests/support/record.h"
#include "tests/support/toy.h"

static const agon_codec *const toy = &toy_codec;

static agon_text toy_match(void) {
    agon_text text = {0};
    record_match(&(recording){.codec = toy, .players = 3, .seed = agon_seed_number(11)}, &text);
    return text;
}

static agon_replay_verdict verify(const agon_text *text) {
    return agon_replay_verify(text->data, text->length, toy);
}

static uint32_t line_of(const agon_text *text, size_t offset) {
    uint32_t line = 1;
    for (size_t i = 0; i < offset; i++) {
        line += text->data[i] == '\n';
    }
    return line;
}

static void expect_bad(const agon_text *text, uint32_t line, const char *reason) {
    agon_replay_verdict verdict = verify(text);
    assert_false(verdict.ok);
    assert_null(verdict.result);
    if (verdict.line != line || !strstr(verdict.reason, reason)) {
        fail_msg("line %u, \"%s\"; expected line %u, \"%s\"", verdict.line, verdict.reason, line,
                 reason);
    }
}

static void test_a_recorded_match_verifies(void **state) {
    (void)state;
    agon_text text = toy_match();
    agon_replay_verdict verdict = verify(&text);
    assert_string_equal(verdict.reason, "");
    assert_true(verdict.ok);
    assert_int_equal(verdict.line, 0);
    json_t *result = json_loadb(verdict.result, verdict.result_length, 0, NULL);
    assert_true(json_is_true(json_object_get(result, "over")));
    assert_int_equal(json_array_size(json_object_get(result, "places")), 3);
    json_decref(result);
    agon_text_free(&text);
}

static void test_the_same_match_has_the_same_bytes(void **state) {
    (void)state;
    agon_text first = toy_match();
    agon_text second = toy_match();
    assert_int_equal(first.length, second.length);
    assert_memory_equal(first.data, second.data, first.length);
    agon_text_free(&first);
    agon_text_free(&second);
}

// Every byte, changed to several others: found, and the line named is the line it is in.
static void test_every_changed_byte_is_found(void **state) {
    (void)state;
    agon_text text = toy_match();
    for (size_t i = 0; i < text.length; i++) {
        const char was = text.data[i];
        const char others[] = {(char)(was ^ 1), (char)(was ^ 0x20), '\n',
                               (char)(was + 1 + (int)i % 97)};
        for (size_t k = 0; k < sizeof others; k++) {
            if (others[k] == was) {
                continue;
            }
            text.data[i] = others[k];
            agon_replay_verdict verdict = verify(&text);
            text.data[i] = was;
            assert_false(verdict.ok);
            assert_int_equal(verdict.line, line_of(&text, i));
        }
    }
    assert_true(verify(&text).ok);
    agon_text_free(&text);
}

static void test_every_cut_is_found(void **state) {
    (void)state;
    agon_text text = toy_match();
    for (size_t length = 0; length < text.length; length++) {
        agon_text cut = {.data = text.data, .length = length};
        agon_replay_verdict verdict = verify(&cut);
        assert_false(verdict.ok);
        assert_int_equal(verdict.line, line_of(&text, length));
    }
    agon_text_free(&text);
}

static void test_missing_and_added_bytes_are_found(void **state) {
    (void)state;
    agon_text text = toy_match();
    for (size_t i = 0; i < text.length; i += 3) {
        agon_text less = {0};
        agon_text_add(&less, text.data, i);
        agon_text_add(&less, text.data + i + 1, text.length - i - 1);
        agon_text more = {0};
        agon_text_add(&more, text.data, i);
        agon_text_puts(&more, " ");
        agon_text_puts(&more, text.data + i);
        assert_false(verify(&less).ok);
        assert_false(verify(&more).ok);
        agon_text_free(&less);
        agon_text_free(&more);
    }
    agon_text_puts(&text, "\n");
    expect_bad(&text, line_of(&text, text.length - 1), "follows");
    agon_text_free(&text);
}

// Replaces the first occurrence of `from` by `to` and makes the chain fit again.
static agon_text forged(const char *from, const char *to) {
    agon_text text = toy_match();
    agon_text out = {0};
    char *place = strstr(text.data, from);
    assert_non_null(place);
    agon_text_add(&out, text.data, (size_t)(place - text.data));
    agon_text_puts(&out, to);
    agon_text_puts(&out, place + strlen(from));
    agon_text_free(&text);
    record_forge(&out);
    return out;
}

static void expect_forgery(const char *from, const char *to, uint32_t line, const char *reason) {
    agon_text text = forged(from, to);
    expect_bad(&text, line, reason);
    agon_text_free(&text);
}

static void test_forging_alone_changes_nothing(void **state) {
    (void)state;
    agon_text text = toy_match();
    agon_text same = forged("\"n\"", "\"n\"");
    assert_string_equal(text.data, same.data);
    agon_text_free(&text);
    agon_text_free(&same);
    // A key that nobody knows is ignored.
    same = forged("{\"n\":1,", "{\"note\":[1,2],\"n\":1,");
    assert_true(verify(&same).ok);
    agon_text_free(&same);
}

// A config in the first line may have keys that another version knew, at the top and further down.
static void expect_other_version(const char *mark) {
    size_t length;
    char *file = support_read("tests/replays/stellar-config.ndjson", &length);
    const char *place = strstr(file, mark) + strlen(mark);
    agon_text text = {0};
    agon_text_add(&text, file, (size_t)(place - file));
    agon_text_puts(&text, "\"older\":1,");
    agon_text_puts(&text, place);
    record_forge(&text);
    assert_true(agon_replay_verify(text.data, text.length, NULL).ok);
    agon_text_free(&text);
    free(file);
}

static void test_keys_of_other_versions(void **state) {
    (void)state;
    expect_other_version("\"config\":{");
    expect_other_version("\"planets\":[{");
}

static void test_forgeries_against_the_rules(void **state) {
    (void)state;
    expect_forgery("agon-replay", "agon-reply", 1, "not a replay");
    expect_forgery("\"version\":1", "\"version\":2", 1, "format version 2");
    expect_forgery("\"rules_version\":1", "\"rules_version\":7", 1,
                   "version 7 of the rules of toy-cards is not known here");
    expect_forgery("\"rules_version\":1", "\"rules_version\":0", 1,
                   "rules_version: must be from 1 to 65535");
    expect_forgery("\"rules_version\":1", "\"rules_version\":\"1\"", 1, "rules_version");
    expect_forgery("\"rules_version\":1", "\"rules_vision\":1", 1, "rules_version");
    expect_forgery("\"game\":\"toy-cards\"", "\"game\":\"toy-carts\"", 1, "no game toy-carts");
    expect_forgery("\"players\":3", "\"players\":2", 1, "hash");
    expect_forgery("\"players\":3", "\"players\":99", 1, "players");
    expect_forgery("\"config\":null", "\"config\":3", 1, "config");
    expect_forgery("\"seed\":11", "\"seed\":12", 1, "hash");
    expect_forgery("\"seed\":11", "\"seed\":{}", 1, "seed");
    expect_forgery("{\"n\":2,", "{\"n\":3,", 3, "move 3 where move 2 should be");
    expect_forgery("{\"n\":1,", "{\"m\":1,", 2, "n");
    expect_forgery("{\"n\":1,", "[\"n\",1,", 2, "");
    expect_forgery("\"player\":1", "\"player\":9", 3, "no such player");
    expect_forgery("\"player\":1", "\"prayer\":1", 3, "missing");
    expect_forgery("\"player\":1", "\"player\":0", 3, "");
    expect_forgery("\"action\":", "\"fraction\":", 2, "");
}

static void test_a_forged_result(void **state) {
    (void)state;
    agon_text text = toy_match();
    uint32_t last = line_of(&text, text.length - 1);
    agon_text_free(&text);
    expect_forgery("\"over\":true", "\"over\":false", last, "over: the match came out differently");
    expect_forgery("\"scores\":[", "\"scores\":[1,", last, "scores");
    expect_forgery("\"forfeits\":[", "\"forfeits\":[1", last, "forfeits");
    expect_forgery("{\"result\":", "{\"x\":1,\"result\":", last, "more than a result");
}

static void test_options_of_the_first_and_last_line(void **state) {
    (void)state;
    agon_text text = {0};
    char commitment[AGON_COMMITMENT_SIZE];
    assert_true(agon_commitment_make("00000000000000020000000000000001", "pepper", commitment));
    record_match(&(recording){.codec = toy,
                              .seed = {1, 2, true},
                              .commitment = commitment,
                              .salt = "pepper",
                              .faulty = 2},
                 &text);
    assert_non_null(strstr(text.data, commitment));
    assert_non_null(strstr(text.data, "\"salt\":\"pepper\""));
    assert_non_null(strstr(text.data, "\"seed\":\"00000000000000020000000000000001\""));
    assert_non_null(strstr(text.data,
                           "\"by\":\"random\",\"faults\":[{\"fault\":\"late\",\"reason\":"
                           "\"no answer for \\\"ages\\\"\"}],\"forfeit\":true"));
    assert_non_null(strstr(text.data, "\"forfeits\":[1]"));
    agon_replay_verdict verdict = verify(&text);
    assert_string_equal(verdict.reason, "");
    agon_text_free(&text);
}

// What a server published must be opened by the seed of the match and the salt.
static void test_commitments(void **state) {
    (void)state;
    char commitment[AGON_COMMITMENT_SIZE];
    assert_true(agon_commitment_make("00000000000000020000000000000001", "pepper", commitment));
    assert_string_equal(commitment,
                        "sha256:49b780c598f03052fa3a6f82799d4aa5766b87781d5b4ab9a159bd38972fbb97");
    const recording cases[] = {
        {.codec = toy, .seed = {1, 2, true}, .commitment = commitment, .salt = "salt"},
        {.codec = toy, .seed = {1, 3, true}, .commitment = commitment, .salt = "pepper"},
        {.codec = toy, .seed = {1, 2, true}, .commitment = "sha256:00ff", .salt = "pepper"},
        {.codec = toy, .seed = {1, 2, true}, .commitment = commitment},
        {.codec = toy, .seed = {1, 2, false}, .commitment = commitment, .salt = "pepper"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        agon_text text = {0};
        record_match(&cases[i], &text);
        agon_replay_verdict verdict = verify(&text);
        assert_false(verdict.ok);
        assert_string_equal(verdict.reason, "commitment: seed and salt do not open it");
        assert_int_equal(verdict.line, line_of(&text, text.length - 1));
        agon_text_free(&text);
    }
    char salt[AGON_COMMITMENT_SALT_MAX + 1];
    memset(salt, 'x', sizeof salt);
    salt[AGON_COMMITMENT_SALT_MAX] = '\0';
    assert_true(agon_commitment_make("00000000000000020000000000000001", salt, commitment));
    char long_salt[200];
    memset(long_salt, 'x', sizeof long_salt);
    long_salt[199] = '\0';
    assert_false(agon_commitment_make("00000000000000020000000000000001", long_salt, commitment));
}

static void test_a_match_from_a_given_state(void **state) {
    (void)state;
    agon_text text = {0};
    record_match(&(recording){.codec = toy, .seed = {5, 0, false}, .starts_by_state = true}, &text);
    assert_null(strstr(text.data, "\"seed\""));
    agon_replay_verdict verdict = verify(&text);
    assert_string_equal(verdict.reason, "");
    agon_text_free(&text);
}

static void test_a_match_broken_off(void **state) {
    (void)state;
    agon_text text = {0};
    record_match(&(recording){.codec = toy, .seed = {5, 0, false}, .breaks_off = 4}, &text);
    agon_replay_verdict verdict = verify(&text);
    assert_string_equal(verdict.reason, "");
    assert_non_null(strstr(verdict.result, "\"over\":false"));
    assert_non_null(strstr(verdict.result, "\"places\":null"));
    agon_text_free(&text);
}

static uint32_t read_to_the_end(agon_replay *replay, const agon_text *text,
                                agon_replay_part *part) {
    agon_error error = {0};
    assert_int_equal(agon_replay_open(text->data, text->length, toy, replay, &error), AGON_OK);
    do {
        assert_int_equal(agon_replay_next(replay, part, &error), AGON_OK);
    } while (*part == AGON_REPLAY_MOVE);
    return replay->moves;
}

// A match that was interrupted goes on, and its replay is the one of an undisturbed match.
static void test_writing_is_resumed(void **state) {
    (void)state;
    agon_text whole = {0};
    record_match(&(recording){.codec = toy, .seed = {5, 0, false}, .breaks_off = 4}, &whole);
    agon_text part = {0};
    record_match(
        &(recording){.codec = toy, .seed = {5, 0, false}, .breaks_off = 4, .is_unfinished = true},
        &part);
    assert_true(part.length < whole.length);
    agon_replay replay;
    agon_replay_part end;
    uint32_t moves = read_to_the_end(&replay, &part, &end);
    assert_int_equal(end, AGON_REPLAY_CUT);
    agon_replay_writer writer = agon_replay_resume(&replay, &part);
    agon_result result =
        agon_result_make(replay.table.game, replay.table.state, replay.forfeits, moves);
    agon_replay_finish(&writer, &result, NULL);
    assert_string_equal(part.data, whole.data);
    agon_replay_close(&replay);
    agon_text_free(&part);
    agon_text_free(&whole);
}

static void count_event(void *user, const agon_event *event) {
    (void)event;
    ++*(int *)user;
}

static void test_reading_gives_events(void **state) {
    (void)state;
    agon_text text = toy_match();
    agon_replay replay;
    agon_replay_part part = AGON_REPLAY_MOVE;
    agon_error error = {0};
    int count = 0;
    agon_sink sink = {count_event, &count};
    assert_int_equal(agon_replay_open(text.data, text.length, toy, &replay, &error), AGON_OK);
    replay.sink = &sink;
    while (part == AGON_REPLAY_MOVE) {
        assert_int_equal(agon_replay_next(&replay, &part, &error), AGON_OK);
    }
    assert_true(count > 10);
    agon_replay_close(&replay);
    agon_text_free(&text);
}

static void test_an_unknown_game(void **state) {
    (void)state;
    agon_text text = toy_match();
    agon_replay_verdict verdict = agon_replay_verify(text.data, text.length, NULL);
    assert_false(verdict.ok);
    assert_string_equal(verdict.reason, "game: there is no game toy-cards here");
    agon_text_free(&text);
    assert_false(agon_replay_verify(NULL, 0, NULL).ok);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_recorded_match_verifies),
        cmocka_unit_test(test_the_same_match_has_the_same_bytes),
        cmocka_unit_test(test_every_changed_byte_is_found),
        cmocka_unit_test(test_every_cut_is_found),
        cmocka_unit_test(test_missing_and_added_bytes_are_found),
        cmocka_unit_test(test_forging_alone_changes_nothing),
        cmocka_unit_test(test_keys_of_other_versions),
        cmocka_unit_test(test_forgeries_against_the_rules),
        cmocka_unit_test(test_a_forged_result),
        cmocka_unit_test(test_options_of_the_first_and_last_line),
        cmocka_unit_test(test_commitments),
        cmocka_unit_test(test_a_match_from_a_given_state),
        cmocka_unit_test(test_a_match_broken_off),
        cmocka_unit_test(test_writing_is_resumed),
        cmocka_unit_test(test_reading_gives_events),
        cmocka_unit_test(test_an_unknown_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
