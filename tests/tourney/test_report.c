// Results as lines, standings, and reports.
#include "tests/support/support.h"

#include "tests/tourney/sample_outcomes.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------
// Lines

static void assert_same(const agon_outcome *a, const agon_outcome *b) {
    assert_int_equal(a->number, b->number);
    assert_int_equal(a->group, b->group);
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->seats, b->seats);
    assert_int_equal(a->winners, b->winners);
    assert_memory_equal(a->bots, b->bots, sizeof a->bots);
    assert_memory_equal(a->places, b->places, sizeof a->places);
    assert_memory_equal(a->forfeits, b->forfeits, sizeof a->forfeits);
    assert_memory_equal(a->scores, b->scores, sizeof a->scores);
    assert_memory_equal(a->faults, b->faults, sizeof a->faults);
}

static void test_outcomes_come_back(void **state) {
    (void)state;
    for (int seats = 2; seats <= 3; seats++) {
        agon_tourney tourney = make_tourney(seats);
        for (uint64_t i = 0; i < agon_schedule_count(&tourney.schedule); i++) {
            agon_outcome outcome = make_outcome(&tourney, i);
            agon_outcome again;
            agon_text line = {0};
            agon_error error = {0};
            agon_outcome_write(&tourney, &outcome, &line);
            assert_int_equal(line.data[line.length - 1], '\n');
            assert_null(memchr(line.data, '\n', line.length - 1));
            assert_int_equal(
                agon_outcome_read(&tourney, line.data, line.length - 1, &again, &error), AGON_OK);
            assert_same(&outcome, &again);
            agon_text_free(&line);
        }
    }
}

static void test_a_line_in_full(void **state) {
    (void)state;
    agon_tourney tourney = make_tourney(2);
    agon_outcome outcome = make_outcome(&tourney, 7);
    agon_text line = {0};
    agon_outcome_write(&tourney, &outcome, &line);
    assert_string_equal(line.data,
                        "{\"match\":7,\"bots\":[\"\\\"two\\\", <b>\",\"one\"],\"places\":[1,2],"
                        "\"winners\":[0],\"scores\":[7,2],\"moves\":17,\"hash\":"
                        "\"07f6e5d4c3b2a189\",\"forfeits\":[0,1],\"faults\":[{},{\"late\":3,"
                        "\"unparsable\":255}]}\n");
    agon_text_free(&line);
}

static agon_status read_line(const agon_tourney *tourney, const char *text, agon_error *error) {
    agon_outcome outcome;
    *error = (agon_error){0};
    return agon_outcome_read(tourney, text, strlen(text), &outcome, error);
}

// Each of these differs from a good line in one thing.
static void test_bad_lines_are_refused(void **state) {
    (void)state;
    agon_tourney tourney = make_tourney(2);
    agon_error error;
#define LINE(match, bots, places, winners, scores, moves, hash, more)                              \
    "{\"match\":" match ",\"bots\":" bots ",\"places\":" places ",\"winners\":" winners            \
    ",\"scores\":" scores ",\"moves\":" moves ",\"hash\":" hash more "}"
#define GOOD "[\"one\",\"three\"]"
#define HASH "\"0123456789abcdef\""
    assert_int_equal(
        read_line(&tourney, LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ""), &error),
        AGON_OK);
    static const struct {
        const char *line, *path;
    } bad[] = {
        {LINE("24", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ""), "match"},
        {LINE("-1", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ""), "match"},
        {LINE("2.5", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ""), "match"},
        {LINE("3", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ""), "bots"},
        {LINE("2", "[\"one\"]", "[1,2]", "[0]", "[1,0]", "9", HASH, ""), "bots"},
        {LINE("2", "[0,2]", "[1,2]", "[0]", "[1,0]", "9", HASH, ""), "bots"},
        {LINE("2", GOOD, "[1]", "[0]", "[1,0]", "9", HASH, ""), "places"},
        {LINE("2", GOOD, "[2,2]", "[0]", "[1,0]", "9", HASH, ""), "places"},
        {LINE("2", GOOD, "[0,1]", "[0]", "[1,0]", "9", HASH, ""), "places[0]"},
        {LINE("2", GOOD, "[1,3]", "[0]", "[1,0]", "9", HASH, ""), "places[1]"},
        {LINE("2", GOOD, "[1,2]", "[2]", "[1,0]", "9", HASH, ""), "winners[0]"},
        {LINE("2", GOOD, "[1,2]", "[1,0]", "[1,0]", "9", HASH, ""), "winners[1]"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,99999999999]", "9", HASH, ""), "scores[1]"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "-9", HASH, ""), "moves"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", "\"012345678\"", ""), "hash"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", "\"x123456789abcdef\"", ""), "hash"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", "7", ""), "hash"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ",\"forfeits\":[0,3]"), "forfeits[1]"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ",\"faults\":[{}]"), "faults"},
        {LINE("2", GOOD, "[1,2]", "[0]", "[1,0]", "9", HASH, ",\"faults\":[{},{\"late\":256}]"),
         "faults[1].late"},
        {"[]", ""},
        {"", ""},
        {"{\"match\":2", ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(read_line(&tourney, bad[i].line, &error), AGON_BAD_REPLAY);
        assert_true(error.message[0]);
        assert_string_equal(error.path, bad[i].path);
    }
}

// Any damage to a line is refused or read as another possible match; nothing else may happen.
static void test_damaged_lines_are_safe(void **state) {
    (void)state;
    agon_tourney tourney = make_tourney(2);
    agon_outcome outcome = make_outcome(&tourney, 7);
    agon_text line = {0};
    agon_outcome_write(&tourney, &outcome, &line);
    for (size_t at = 0; at + 1 < line.length; at++) {
        char kept = line.data[at];
        for (int byte = 0; byte < 256; byte++) {
            agon_outcome again;
            line.data[at] = (char)byte;
            if (agon_outcome_read(&tourney, line.data, line.length - 1, &again, NULL) == AGON_OK) {
                assert_int_equal(again.seats, 2);
                assert_true(again.number < 24 && again.bots[0] < 3 && again.bots[1] < 3);
            }
        }
        line.data[at] = kept;
        agon_outcome again;
        assert_int_not_equal(agon_outcome_read(&tourney, line.data, at, &again, NULL), AGON_OK);
    }
    agon_text_free(&line);
}

static agon_status match_heads(const agon_tourney *a, const agon_tourney *b, agon_error *error) {
    agon_text line = {0};
    agon_tourney_write(a, &line);
    agon_status status = agon_tourney_match(b, line.data, line.length - 1, error);
    agon_text_free(&line);
    return status;
}

static void test_a_head_names_its_difference(void **state) {
    (void)state;
    agon_tourney base = make_tourney(2);
    agon_error error = {0};
    assert_int_equal(match_heads(&base, &base, &error), AGON_OK);
    static const char *const other_bots[] = {"random", "greedy", "cmd:./three --x=2"};
    static const agon_sprt sprt = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    json_t *config = json_pack("{s:i}", "rounds", 3);
    agon_tourney others[8];
    const char *const keys[] = {"seed",   "schedule", "seats",   "bots",
                                "config", "clock",    "sandbox", "sprt"};
    for (size_t i = 0; i < 8; i++) {
        others[i] = base;
    }
    others[0].schedule.seed = agon_seed_number(6);
    others[1].schedule.format = AGON_SCHEDULE_GAUNTLET;
    others[2].schedule.seats = 3;
    others[3].bots = other_bots;
    others[4].config = agon_value_of(config);
    assert_true(agon_terms_read_clock("10+1", &others[5].terms));
    others[6].is_sandboxed = true;
    others[7].sprt = &sprt;
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(match_heads(&base, &others[i], &error), AGON_BAD_REPLAY);
        assert_string_equal(error.path, keys[i]);
        assert_int_equal(match_heads(&others[i], &base, &error), AGON_BAD_REPLAY);
    }
    json_decref(config);
}

// Rounds may be added, not taken away.
static void test_a_head_may_have_fewer_rounds(void **state) {
    (void)state;
    agon_tourney base = make_tourney(2);
    agon_tourney more = base;
    agon_error error = {0};
    more.schedule.rounds = 9;
    assert_int_equal(match_heads(&base, &more, &error), AGON_OK);
    assert_int_equal(match_heads(&more, &base, &error), AGON_BAD_REPLAY);
    assert_string_equal(error.path, "rounds");
    assert_int_equal(agon_tourney_match(&base, "{}", 2, &error), AGON_BAD_REPLAY);
    assert_int_equal(agon_tourney_match(&base, "[1", 2, &error), AGON_BAD_REPLAY);
    assert_int_equal(agon_tourney_match(&base, "", 0, &error), AGON_BAD_REPLAY);
}

// ---------------------------------------------------------------------------------------------
// Standings

static void test_tallies(void **state) {
    (void)state;
    static agon_standing standing;
    agon_tourney tourney = make_tourney(2);
    agon_outcome outcomes[24];
    size_t count = make_outcomes(&tourney, outcomes);
    assert_int_equal(count, 24);
    agon_standing_make(outcomes, count, 3, 0, &standing);
    assert_int_equal(standing.played, 24);
    assert_int_equal(standing.shortest, 10);
    assert_int_equal(standing.longest, 33);
    assert_int_equal(standing.moves, 24 * 10 + 23 * 12);
    assert_int_equal(standing.drawn, 4); // 4, 9, 14, 19
    uint32_t wins = 0, draws = 0, losses = 0, by_seat = 0;
    double score = 0;
    for (int bot = 0; bot < 3; bot++) {
        const agon_tally *tally = &standing.tally[bot];
        assert_int_equal(tally->matches, 16);
        assert_int_equal(tally->wins + tally->draws + tally->losses, 16);
        wins += tally->wins;
        draws += tally->draws;
        losses += tally->losses;
        score += tally->score / 3;
    }
    for (int s = 0; s < 2; s++) {
        assert_int_equal(standing.seat[s].matches, 24);
        by_seat += standing.seat[s].wins;
    }
    assert_int_equal(wins, 20);
    assert_int_equal(losses, 20);
    assert_int_equal(draws, 8);
    assert_int_equal(by_seat, 20);
    assert_true(fabs(score - 0.5) < 1e-12);
    assert_int_equal(standing.tally[0].faults[AGON_FAULT_LATE], 3); // bot one sat on seat 1
    assert_int_equal(standing.tally[0].forfeits, 1);
    assert_int_equal(standing.order[0], 0);
    assert_int_equal(standing.order[2], 2);
}

// Placings of three: first alone, first together, not first.
static void test_tallies_of_tables(void **state) {
    (void)state;
    static agon_standing standing;
    agon_outcome outcomes[2] = {
        {.number = 0, .seats = 3, .bots = {0, 1, 2}, .places = {1, 1, 3}},
        {.number = 1, .seats = 3, .bots = {1, 2, 0}, .places = {2, 1, 2}},
    };
    agon_standing_make(outcomes, 2, 3, 0, &standing);
    assert_int_equal(standing.tally[0].draws, 1);
    assert_int_equal(standing.tally[0].losses, 1);
    assert_true(fabs(standing.tally[0].score - (0.75 + 0.25) / 2) < 1e-12);
    assert_int_equal(standing.tally[2].wins, 1);
    assert_int_equal(standing.drawn, 1);
}

// ---------------------------------------------------------------------------------------------
// Reports

static void test_csv_quotes(void **state) {
    (void)state;
    static agon_standing standing;
    agon_tourney tourney = make_tourney(2);
    agon_outcome outcomes[24];
    agon_text text = {0};
    agon_standing_make(outcomes, make_outcomes(&tourney, outcomes), 3, 0, &standing);
    agon_report_csv(&tourney, &standing, &text);
    assert_non_null(strstr(text.data, "\n1,one,0.0,0.0,0.0,"));
    assert_non_null(strstr(text.data, "\n2,\"\"\"two\"\", <b>\","));
    agon_text_free(&text);
}

static void test_json_is_json(void **state) {
    (void)state;
    static agon_standing standing;
    agon_tourney tourney = make_tourney(2);
    agon_sprt sprt = {.elo0 = -5, .elo1 = 5, .alpha = 0.05, .beta = 0.05, .pairs = {1, 0, 2, 0, 9}};
    agon_outcome outcomes[24];
    size_t count = make_outcomes(&tourney, outcomes);
    tourney.sprt = &sprt;
    for (size_t played = 0; played <= count; played += count) {
        agon_text text = {0};
        agon_json json = {.text = &text};
        agon_standing_make(outcomes, played, 3, 0, &standing);
        agon_report_json(&tourney, &standing, &json);
        json_t *document = agon_json_parse(text.data, text.length, NULL);
        assert_non_null(document);
        json_t *second = json_array_get(json_object_get(document, "bots"), 1);
        assert_string_equal(json_string_value(json_object_get(second, "name")), names[1]);
        assert_int_equal(json_is_null(json_object_get(second, "elo")), played == 0);
        json_decref(document);
        agon_text_free(&text);
    }
}

static void test_table(void **state) {
    (void)state;
    static agon_standing standing;
    const agon_report_style plain = {"", "", ""};
    agon_tourney tourney = make_tourney(2);
    agon_outcome outcomes[24];
    agon_text text = {0};
    agon_standing_make(outcomes, make_outcomes(&tourney, outcomes), 3, 2, &standing);
    agon_report_table(&tourney, &standing, &plain, &text);
    assert_non_null(strstr(text.data, "round robin of 3 bots, 2 at a table, 24 matches, seed 5"));
    assert_non_null(strstr(text.data, "  3  three            0  anchor"));
    assert_non_null(strstr(text.data, "one: 3 late, 255 unparsable; forfeited 1 of 16 matches"));
    assert_non_null(strstr(text.data, "10 to 33 moves a match, 21.5 on average; 16.7 % drawn"));
    agon_text_free(&text);
    // Nothing played yet: no numbers, and no trap.
    agon_standing_make(outcomes, 0, 3, 2, &standing);
    agon_report_table(&tourney, &standing, &plain, &text);
    assert_null(strstr(text.data, "nan"));
    assert_null(strstr(text.data, "inf"));
    agon_text_free(&text);
}

static const char bundle[] = "<title><!--agon:title--></title><main><!--agon:body--></main>"
                             "<script><!--agon:data--></script>end";

// Names are data: they must not become part of the page.
static void test_page_escapes(void **state) {
    (void)state;
    static agon_standing standing;
    static const char *const nasty[] = {"one", "</script><script>alert(1)</script>", "a&b\"c"};
    agon_tourney tourney = make_tourney(2);
    agon_outcome outcomes[24];
    agon_text text = {0};
    size_t count = make_outcomes(&tourney, outcomes);
    tourney.names = nasty;
    agon_standing_make(outcomes, count, 3, 0, &standing);
    agon_report_page_data page = {
        .bundle = bundle, .replays = "r/", .outcomes = outcomes, .count = count};
    agon_report_page(&tourney, &standing, &page, &text);
    assert_false(text.failed);
    assert_null(strstr(text.data, "alert(1)</script>"));
    assert_null(strstr(text.data, "<script>alert"));
    assert_non_null(strstr(text.data, "&lt;/script>&lt;script>alert(1)"));
    assert_non_null(strstr(text.data, "a&amp;b&quot;c"));
    assert_null(strstr(text.data, "<!--agon"));
    assert_string_equal(text.data + text.length - 12, "</script>end");
    const char *begin = strstr(text.data, "<script>{") + strlen("<script>");
    json_t *data = agon_json_parse(begin, (size_t)(text.data + text.length - 12 - begin), NULL);
    assert_non_null(data);
    json_t *matches = json_object_get(data, "matches");
    assert_int_equal(json_array_size(json_object_get(matches, "moves")), 24);
    assert_int_equal(json_array_size(json_object_get(matches, "bots")), 48);
    assert_string_equal(json_string_value(json_object_get(data, "replays")), "r/");
    json_decref(data);
    agon_text_free(&text);
}

static void test_a_bundle_without_places_is_no_page(void **state) {
    (void)state;
    static agon_standing standing;
    agon_tourney tourney = make_tourney(2);
    agon_text text = {0};
    agon_report_page_data page = {.bundle = "<html></html>"};
    agon_standing_make(NULL, 0, 3, 0, &standing);
    agon_report_page(&tourney, &standing, &page, &text);
    assert_true(text.failed);
    agon_text_free(&text);
}

// ---------------------------------------------------------------------------------------------
// The sequential test on outcomes

static void test_sprt_takes_pairs_in_order(void **state) {
    (void)state;
    agon_outcome outcomes[200] = {{0}};
    agon_sprt sprt = {.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05};
    size_t next = 0;
    for (size_t i = 0; i < 200; i++) {
        int first = i % 2;
        outcomes[i] = (agon_outcome){.number = i, .seats = 2};
        outcomes[i].bots[first] = 0;
        outcomes[i].bots[1 - first] = 1;
        outcomes[i].places[first] = 1;
        outcomes[i].places[1 - first] = 2;
    }
    outcomes[3].seats = 0; // not played yet: only the first pair may be taken
    assert_int_equal(agon_sprt_follow(&sprt, outcomes, 200, &next), AGON_SPRT_UNDECIDED);
    assert_int_equal(next, 2);
    assert_int_equal(sprt.pairs[4], 1);
    outcomes[3].seats = 2;
    assert_int_equal(agon_sprt_follow(&sprt, outcomes, 200, &next), AGON_SPRT_ACCEPT_ELO1);
    assert_true(next < 50 && next % 2 == 0);
    assert_int_equal(sprt.pairs[4], next / 2);
    size_t end = next;
    assert_int_equal(agon_sprt_follow(&sprt, outcomes, 200, &next), AGON_SPRT_ACCEPT_ELO1);
    assert_int_equal(next, end);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcomes_come_back),
        cmocka_unit_test(test_a_line_in_full),
        cmocka_unit_test(test_bad_lines_are_refused),
        cmocka_unit_test(test_damaged_lines_are_safe),
        cmocka_unit_test(test_a_head_names_its_difference),
        cmocka_unit_test(test_a_head_may_have_fewer_rounds),
        cmocka_unit_test(test_tallies),
        cmocka_unit_test(test_tallies_of_tables),
        cmocka_unit_test(test_csv_quotes),
        cmocka_unit_test(test_json_is_json),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_page_escapes),
        cmocka_unit_test(test_a_bundle_without_places_is_no_page),
        cmocka_unit_test(test_sprt_takes_pairs_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
