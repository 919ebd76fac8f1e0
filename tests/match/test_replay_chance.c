// What a replay proves about chance: commitments in it, commitments noted before, deals that were
// rigged under a commitment that is kept.
#include "tests/support/record.h"

static const char seed_text[] = "00000000000000020000000000000001";
static const agon_seed seed = {1, 2, true};
static const char salt[] = "pepper";

static agon_text committed_match(const agon_codec *codec, char commitment[AGON_COMMITMENT_SIZE]) {
    agon_text text = {0};
    assert_true(agon_commitment_make(seed_text, salt, commitment));
    record_match(&(recording){.codec = codec, .seed = seed, .commitment = commitment, .salt = salt},
                 &text);
    return text;
}

// Puts `what` before the first `mark` of a replay, and chains it anew.
static void insert(agon_text *text, const char *mark, const char *what) {
    const char *at = strstr(text->data, mark);
    assert_non_null(at);
    agon_text changed = {0};
    agon_text_add(&changed, text->data, (size_t)(at - text->data));
    agon_text_puts(&changed, what);
    agon_text_puts(&changed, at);
    agon_text_free(text);
    *text = changed;
    record_forge(text);
}

static void expect(agon_replay_verdict verdict, agon_replay_chance chance) {
    assert_string_equal(verdict.reason, "");
    assert_true(verdict.ok);
    assert_int_equal(verdict.chance, chance);
}

static void expect_refusal(agon_replay_verdict verdict, const char *reason) {
    assert_false(verdict.ok);
    assert_null(verdict.result);
    assert_string_equal(verdict.reason, reason);
    assert_int_equal(verdict.line, 1);
    assert_int_equal(verdict.chance, AGON_CHANCE_UNKNOWN);
}

static agon_replay_verdict verify(const agon_text *text) {
    return agon_replay_verify(text->data, text->length, NULL);
}

static agon_replay_verdict compare(const agon_text *text, const char *commitment) {
    return agon_replay_verify_committed(text->data, text->length, NULL, commitment);
}

// The seed and the commitment to it are in the head and fit, but the cards were dealt by another
// seed, of which the forger liked the first state better.
static void test_a_rigged_deal(void **state) {
    const agon_codec *codec = *state;
    char commitment[AGON_COMMITMENT_SIZE];
    char head[300];
    agon_text honest = committed_match(codec, commitment);
    expect(verify(&honest), AGON_CHANCE_OPENED);
    agon_text rigged = {0};
    record_match(
        &(recording){.codec = codec, .seed = {7, 7, true}, .starts_by_state = true, .salt = salt},
        &rigged);
    expect(verify(&rigged), AGON_CHANCE_GIVEN);
    snprintf(head, sizeof head, "\"config\":null,\"seed\":\"%s\",\"commitment\":\"%s\",", seed_text,
             commitment);
    insert(&rigged, "\"state\":", head);
    expect_refusal(verify(&rigged), "state: config and seed give another one");
    expect_refusal(compare(&rigged, commitment), "state: config and seed give another one");
    agon_text_free(&honest);
    agon_text_free(&rigged);
}

// A state beside a seed is allowed where it says the same.
static void test_a_state_beside_its_seed(void **state) {
    const agon_codec *codec = *state;
    agon_text text = {0};
    record_match(&(recording){.codec = codec, .seed = seed, .starts_by_state = true}, &text);
    insert(&text, "\"state\":", "\"config\":null,\"seed\":\"00000000000000020000000000000001\",");
    expect(verify(&text), AGON_CHANCE_NOT_COMMITTED);
    agon_text_free(&text);
}

static void test_a_commitment_without_a_seed(void **state) {
    (void)state;
    agon_text text = {0};
    record_match(&(recording){.codec = agon_codec_find("skirmish"),
                              .seed = seed,
                              .starts_by_state = true,
                              .salt = salt},
                 &text);
    insert(&text, "\"state\":", "\"commitment\":\"sha256:00ff\",");
    expect_refusal(verify(&text), "state: there is a commitment, but no seed that it could be to");
    agon_text_free(&text);
}

// A null is no seed, and one inside the config is one.
static void test_where_a_seed_may_be(void **state) {
    (void)state;
    const recording given = {
        .codec = agon_codec_find("skirmish"), .seed = {7, 0, false}, .starts_by_state = true};
    agon_text text = {0};
    record_match(&given, &text);
    insert(&text, "\"state\":", "\"seed\":null,");
    expect(verify(&text), AGON_CHANCE_GIVEN);
    insert(&text, "\"state\":", "\"config\":{\"seed\":8},");
    expect_refusal(verify(&text), "state: config and seed give another one");
    agon_text_free(&text);
}

static void test_what_was_noted(void **state) {
    (void)state;
    char commitment[AGON_COMMITMENT_SIZE];
    char other[AGON_COMMITMENT_SIZE];
    agon_text text = committed_match(agon_codec_find("stellar-skirmish"), commitment);
    assert_true(agon_commitment_make(seed_text, "salt", other));
    expect(verify(&text), AGON_CHANCE_OPENED);
    expect(compare(&text, commitment), AGON_CHANCE_PROVEN);
    expect_refusal(compare(&text, other), "commitment: the replay has another than was noted");
    agon_text_free(&text);
}

// A forger has the whole file in hand: another seed, and the commitment that fits it. Only what
// was noted before tells.
static void test_a_file_that_agrees_with_itself(void **state) {
    (void)state;
    char commitment[AGON_COMMITMENT_SIZE];
    char noted[AGON_COMMITMENT_SIZE];
    agon_text forged = committed_match(agon_codec_find("skirmish"), commitment);
    assert_true(agon_commitment_make("00000000000000030000000000000001", salt, noted));
    expect(verify(&forged), AGON_CHANCE_OPENED);
    expect_refusal(compare(&forged, noted), "commitment: the replay has another than was noted");
    agon_text_free(&forged);
}

static void test_noted_but_not_in_the_replay(void **state) {
    (void)state;
    char commitment[AGON_COMMITMENT_SIZE];
    const agon_codec *codec = agon_codec_find("entropy");
    assert_true(agon_commitment_make(seed_text, salt, commitment));
    agon_text text = {0};
    record_match(&(recording){.codec = codec, .seed = seed, .salt = salt}, &text);
    expect(verify(&text), AGON_CHANCE_NOT_COMMITTED);
    expect(compare(&text, commitment), AGON_CHANCE_PROVEN); // seed and salt open it
    agon_text_free(&text);
    text = (agon_text){0};
    record_match(&(recording){.codec = codec, .seed = seed}, &text);
    expect_refusal(compare(&text, commitment),
                   "commitment: the replay has none, and its seed and salt do not open the one "
                   "that was noted");
    agon_text_free(&text);
    text = (agon_text){0};
    record_match(&(recording){.codec = codec, .seed = seed, .starts_by_state = true}, &text);
    expect_refusal(compare(&text, commitment),
                   "commitment: the replay begins with a given position, which no commitment "
                   "covers");
    agon_text_free(&text);
}

// What is wrong anyhow stays wrong, and an interrupted match proves nothing yet.
static void test_replays_that_do_not_hold(void **state) {
    (void)state;
    char commitment[AGON_COMMITMENT_SIZE];
    agon_text text = committed_match(agon_codec_find("skirmish"), commitment);
    agon_replay_verdict verdict =
        agon_replay_verify_committed(text.data, text.length - 2, NULL, commitment);
    assert_false(verdict.ok);
    assert_true(verdict.line > 1);
    const char *last = strstr(text.data, "{\"result\"");
    verdict = agon_replay_verify_committed(text.data, (size_t)(last - text.data), NULL, commitment);
    assert_false(verdict.ok);
    assert_true(verdict.is_cut);
    assert_int_equal(verdict.chance, AGON_CHANCE_UNKNOWN);
    verdict = agon_replay_verify_committed("no replay", 9, NULL, commitment);
    assert_int_equal(verdict.line, 1);
    assert_null(strstr(verdict.reason, "commitment"));
    agon_text_free(&text);
}

static void test_words(void **state) {
    (void)state;
    assert_null(agon_replay_chance_word(AGON_CHANCE_UNKNOWN));
    assert_string_equal(agon_replay_chance_word(AGON_CHANCE_GIVEN), "given_position");
    assert_string_equal(agon_replay_chance_word(AGON_CHANCE_NOT_COMMITTED), "not_committed");
    assert_string_equal(agon_replay_chance_word(AGON_CHANCE_OPENED), "opened");
    assert_string_equal(agon_replay_chance_word(AGON_CHANCE_PROVEN), "proven");
    assert_string_equal(agon_replay_chance_text(AGON_CHANCE_GIVEN),
                        "given position: chance not proven");
    assert_string_equal(agon_replay_chance_text(AGON_CHANCE_NOT_COMMITTED),
                        "no commitment: chance not proven");
    assert_string_equal(agon_replay_chance_text(AGON_CHANCE_PROVEN),
                        "seed and salt open the commitment given: chance proven");
}

static void test_what_a_commitment_looks_like(void **state) {
    (void)state;
    char text[AGON_COMMITMENT_SIZE];
    assert_true(agon_commitment_make(seed_text, salt, text));
    assert_true(agon_commitment_is_valid(text));
    static const struct {
        size_t at;
        char to;
    } damages[] = {{0, 'S'}, {6, '.'}, {7, 'A'}, {70, 'g'}, {70, '\0'}};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const char kept = text[damages[i].at];
        text[damages[i].at] = damages[i].to;
        assert_false(agon_commitment_is_valid(text));
        text[damages[i].at] = kept;
    }
    assert_false(agon_commitment_is_valid(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_commitment_without_a_seed),
        cmocka_unit_test(test_where_a_seed_may_be),
        cmocka_unit_test(test_what_was_noted),
        cmocka_unit_test(test_a_file_that_agrees_with_itself),
        cmocka_unit_test(test_noted_but_not_in_the_replay),
        cmocka_unit_test(test_replays_that_do_not_hold),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_what_a_commitment_looks_like),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    failed += support_run_per_game("rigged", test_a_rigged_deal, 0);
    return failed + support_run_per_game("beside", test_a_state_beside_its_seed, 0);
}
