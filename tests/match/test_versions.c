// Versions of rules side by side: matches that began under an older version are read, verified and
// played on under it, whatever the default is now.
#include "tests/support/record.h"
#include "tests/support/toy.h"

#include "agon/protocol.h"
#include "games/stellar-skirmish/stellar-skirmish.h"

extern const agon_codec agon_stellar_codec;

// ---------------------------------------------------------------------------------------------
// The contract

static agon_rules versions_of_toy(int version, int oldest) {
    agon_rules rules = toy_rules;
    rules.version = (uint16_t)version;
    rules.oldest_version = (uint16_t)oldest;
    return rules;
}

static void expect_unserved(const agon_rules *rules, int version, const char *sentence) {
    agon_error error = {0};
    assert_int_equal(agon_serves(rules, version, &error), AGON_BAD_CONFIG);
    assert_string_equal(error.path, "rules_version");
    assert_string_equal(error.message, sentence);
}

static void test_what_is_served(void **unused) {
    (void)unused;
    const agon_rules one = versions_of_toy(3, 0), several = versions_of_toy(5, 3);
    assert_int_equal(agon_serves(&one, 3, NULL), AGON_OK);
    expect_unserved(&one, 2,
                    "version 2 of the rules of toy-cards is no longer served; the oldest is 3");
    expect_unserved(&one, 4,
                    "version 4 of the rules of toy-cards is not known here; the newest is 3");
    for (int version = 3; version <= 5; version++) {
        assert_int_equal(agon_serves(&several, version, NULL), AGON_OK);
    }
    expect_unserved(&several, 2,
                    "version 2 of the rules of toy-cards is no longer served; the oldest is 3");
    expect_unserved(&several, 6,
                    "version 6 of the rules of toy-cards is not known here; the newest is 5");
    expect_unserved(&several, -1,
                    "version -1 of the rules of toy-cards is no longer served; the oldest is 3");
}

static void test_a_game_knows_its_version(void **unused) {
    (void)unused;
    const agon_rules rules = versions_of_toy(5, 3);
    toy_config config;
    agon_game *game = malloc(sizeof(agon_game));
    agon_config_default(&rules, 4, &config, 0); // no config_older: the same defaults
    assert_int_equal(agon_configure(&rules, &config, game, NULL), AGON_OK);
    assert_int_equal(game->version, 5);
    assert_int_equal(agon_configure_as(&rules, 3, &config, game, NULL), AGON_OK);
    assert_int_equal(game->version, 3);
    assert_int_equal(agon_configure_as(&rules, 2, &config, game, NULL), AGON_BAD_CONFIG);
    free(game);
}

// ---------------------------------------------------------------------------------------------
// Replays

// Stellar Skirmish as it was: version 1 only, and whoever plays first chooses blind.
static void old_default(void *config, int players) {
    agon_stellar_rules.config_default(config, players);
    ((agon_stellar_config *)config)->reveal = AGON_STELLAR_FIRST_PLAY;
}

static agon_rules old_rules;
static agon_codec old_program;

static int make_old_program(void **unused) {
    (void)unused;
    old_rules = agon_stellar_rules;
    old_rules.version = 1;
    old_rules.oldest_version = 0;
    old_rules.config_default = old_default;
    old_rules.config_older = NULL;
    old_program = agon_stellar_codec;
    old_program.rules = &old_rules;
    return 0;
}

static agon_replay_verdict verify(const agon_text *text, const agon_codec *codec) {
    return agon_replay_verify(text->data, text->length, codec);
}

static void expect_good(const agon_text *text, const agon_codec *codec) {
    agon_replay_verdict verdict = verify(text, codec);
    assert_string_equal(verdict.reason, "");
    assert_true(verdict.ok);
}

static void test_replays_of_an_old_program_verify(void **unused) {
    (void)unused;
    for (int by_state = 0; by_state <= 1; by_state++) {
        agon_text text = {0};
        record_match(&(recording){.codec = &old_program,
                                  .seed = agon_seed_number(4),
                                  .starts_by_state = by_state},
                     &text);
        assert_non_null(strstr(text.data, "\"rules_version\":1,"));
        expect_good(&text, NULL);
        agon_text_free(&text);
    }
}

// The present program writes the same replay as the old one when it plays by the old version.
static void test_an_old_version_is_played_as_it_was(void **unused) {
    (void)unused;
    agon_text then = {0}, now = {0}, newest = {0};
    recording record = {.codec = &old_program, .seed = agon_seed_number(4), .players = 3};
    record_match(&record, &then);
    record.codec = &agon_stellar_codec;
    record_match(&record, &newest);
    record.version = 1;
    record_match(&record, &now);
    assert_string_equal(now.data, then.data);
    assert_non_null(strstr(newest.data, "\"rules_version\":2,"));
    expect_good(&newest, NULL);
    assert_false(verify(&newest, &old_program).ok);
    agon_text_free(&then);
    agon_text_free(&now);
    agon_text_free(&newest);
}

// Bots are told by which version they play.
static void test_programs_are_told(void **unused) {
    (void)unused;
    agon_table table;
    agon_text text = {0};
    agon_terms terms = agon_terms_default();
    assert_int_equal(agon_table_init_as(&agon_stellar_codec, 1, 2, NULL, &table, NULL), AGON_OK);
    agon_protocol_match(&agon_stellar_codec, NULL,
                        &(agon_seating){.game = table.game, .terms = &terms}, &text);
    assert_non_null(strstr(text.data, "\"rules_version\":1,"));
    agon_text_free(&text);
    agon_table_free(&table);
}

// Reads what there is of a match, and plays it to its end.
static void play_on(agon_text *text) {
    agon_replay replay;
    agon_replay_part part = AGON_REPLAY_MOVE;
    agon_error error = {0};
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    assert_int_equal(agon_replay_open(text->data, text->length, NULL, &replay, &error), AGON_OK);
    while (part == AGON_REPLAY_MOVE) {
        assert_int_equal(agon_replay_next(&replay, &part, &error), AGON_OK);
    }
    assert_int_equal(part, AGON_REPLAY_CUT);
    const agon_table *table = &replay.table;
    assert_int_equal(table->game->version, 1);
    agon_replay_writer writer = agon_replay_resume(&replay, text);
    uint32_t moves = replay.moves;
    for (int p = 0; !table->state->over; p = (p + 1) % table->game->players) {
        agon_move move = {.player = p, .number = moves + 1, .before = table->state};
        if (agon_random_action(table->game, table->state, p, &rng, &move.action) == AGON_OK) {
            assert_int_equal(
                agon_apply(table->game, table->state, p, move.action, NULL, table->state, &error),
                AGON_OK);
            move.after = table->state;
            moves++;
            agon_replay_add(&writer, &move);
        }
    }
    agon_result result = agon_result_make(table->game, table->state, replay.forfeits, moves);
    agon_replay_finish(&writer, &result, NULL);
    agon_replay_close(&replay);
}

static void test_a_half_played_match_goes_on(void **unused) {
    (void)unused;
    agon_text text = {0};
    record_match(&(recording){.codec = &old_program,
                              .seed = agon_seed_number(9),
                              .breaks_off = 15,
                              .is_unfinished = true},
                 &text);
    play_on(&text);
    expect_good(&text, NULL);
    expect_good(&text, &old_program);
    agon_text_free(&text);
}

static void test_a_version_no_longer_served(void **unused) {
    (void)unused;
    agon_text text = {0};
    agon_rules rules = agon_stellar_rules;
    rules.oldest_version = 2;
    agon_codec codec = agon_stellar_codec;
    codec.rules = &rules;
    record_match(&(recording){.codec = &old_program, .seed = agon_seed_number(4)}, &text);
    agon_replay_verdict verdict = verify(&text, &codec);
    assert_int_equal(verdict.status, AGON_BAD_REPLAY);
    assert_int_equal(verdict.line, 1);
    assert_string_equal(verdict.reason, "rules_version: version 1 of the rules of stellar-skirmish "
                                        "is no longer served; the oldest is 2");
    agon_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_served),
        cmocka_unit_test(test_a_game_knows_its_version),
        cmocka_unit_test(test_replays_of_an_old_program_verify),
        cmocka_unit_test(test_an_old_version_is_played_as_it_was),
        cmocka_unit_test(test_programs_are_told),
        cmocka_unit_test(test_a_half_played_match_goes_on),
        cmocka_unit_test(test_a_version_no_longer_served),
    };
    return cmocka_run_group_tests_name("versions", tests, make_old_program, NULL);
}
