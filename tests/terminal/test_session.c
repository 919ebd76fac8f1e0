// The session without a terminal: a script answers. What it writes is what the loop of the library
// writes for the same answers; a match that was left, taken back, torn or could not be written goes on
// as it would have.
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "apps/terminal/match/run.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#define TICK 70000 // microseconds that pass between a question and its answer

enum { ILLEGAL, UNPARSABLE, LATE, DEAD, KINDS };
#define ALL_KINDS ((1u << KINDS) - 1)

// Answers by a table: what goes wrong follows from the number of the move and the seat.
typedef struct answers {
    const char *policy;
    const char *clock;
    agon_viewers patient;
    unsigned faults;       // the kinds that happen, a bit each
    unsigned leave_after;  // questions; 0: never
    unsigned rewind_after; // questions; 0: never
    // What has happened.
    agon_session *session;
    uint32_t moves; // of the match, when it is asked
    unsigned asked;
    unsigned refused;
    unsigned tries; // of the present move
    uint32_t last_move;
    int64_t now;
} answers;

static char folder[] = "/tmp/agon-session-XXXXXX";

static void choose(const agon_question *question, uint32_t move, agon_answer *answer) {
    agon_rng rng = agon_rng_make(agon_seed_number((int64_t)move * 16 + question->player));
    const uint32_t count = agon_count(question->game, question->view, question->player);
    answer->note.fault = AGON_FAULT_NONE;
    answer->count = 1;
    answer->actions[0] =
        agon_nth(question->game, question->view, question->player, agon_uniform(&rng, count));
}

// The first try of some moves goes wrong.
static bool spoil(const answers *script, const agon_question *question, agon_answer *answer) {
    const uint32_t kind = (script->moves * 7 + (uint32_t)question->player) % 11;
    const bool is_spoilt = kind < KINDS && (script->faults >> kind & 1u) && script->tries <= 1 &&
                           script->moves >= 6 * kind;
    if (!is_spoilt) {
        return false;
    }
    switch (kind) {
    case ILLEGAL:
        answer->note.fault = AGON_FAULT_NONE;
        answer->count = 1;
        answer->actions[0] = (agon_action){.type = 250};
        break;
    case UNPARSABLE:
        agon_answer_fault(answer, AGON_FAULT_UNPARSABLE, "not a \"word\" of sense");
        break;
    case LATE:
        agon_answer_fault(answer, AGON_FAULT_LATE, "no answer in time");
        break;
    default:
        agon_answer_fault(answer, AGON_FAULT_DEAD, "gone");
    }
    return true;
}

static void respond(answers *script, const agon_question *question, agon_answer *answer) {
    script->tries = script->moves == script->last_move ? script->tries + 1 : 1;
    script->last_move = script->moves;
    script->now += TICK;
    if (!spoil(script, question, answer)) {
        choose(question, script->moves, answer);
    }
}

static int64_t read_clock(void *user) {
    return ((const answers *)user)->now;
}

static agon_terms terms_of(const answers *script) {
    agon_terms terms = agon_terms_default();
    assert_true(!script->clock || agon_terms_read_clock(script->clock, &terms));
    assert_true(!script->policy || agon_terms_read_policy(script->policy, &terms));
    return terms;
}

// ---------------------------------------------------------------------------------------------
// The session

static agon_turn ask(void *user, const agon_question *question, agon_answer *answer,
                     agon_error *error) {
    answers *script = user;
    script->moves = script->session->match.moves;
    script->refused += question->refused != NULL || script->session->is_trouble;
    script->session->is_trouble = false;
    script->asked++;
    if (script->asked == script->leave_after) {
        return AGON_TURN_LEAVE;
    }
    if (script->asked == script->rewind_after) {
        const size_t count = script->session->record.move_count;
        assert_int_equal(agon_session_rewind(script->session, count / 2, error), AGON_OK);
        return AGON_TURN_UNDONE;
    }
    respond(script, question, answer);
    return AGON_TURN_DECIDED;
}

static const char *const names[AGON_MAX_PLAYERS] = {"zero", "one",  "two", "three",
                                                    "four", "five", "six", "seven"};

static agon_match_end play(const agon_codec *codec, int players, answers *script, const char *path,
                           bool is_resumed) {
    static agon_session session;
    agon_error error = {0};
    agon_session_script from = {.ask = ask,
                                .user = script,
                                .clock = {script->clock ? read_clock : NULL, script},
                                .terms = terms_of(script),
                                .patient = script->patient};
    agon_session_def def = {.codec = codec,
                            .seat_count = is_resumed ? 0 : (size_t)players,
                            .seed = agon_seed_number(5),
                            .path = path,
                            .is_resumed = is_resumed,
                            .script = &from};
    memcpy(def.seats, names, sizeof names);
    script->session = &session;
    agon_status status = agon_session_open(&session, NULL, &def, &error);
    if (status) {
        fail_msg("%s", error.message);
    }
    const agon_match_end end = agon_session_play(&session, &error);
    assert_true((end == AGON_MATCH_FAILED) == (error.message[0] != '\0'));
    agon_session_close(&session);
    return end;
}

static char *path_of(const char *name) {
    static char paths[4][128];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s.ndjson", folder, name);
    unlink(path);
    return path;
}

static agon_text read_file(const char *path) {
    char block[4096];
    agon_text text = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;) {
        agon_text_add(&text, block, size);
    }
    fclose(file);
    agon_text_add(&text, "", 0);
    return text;
}

static void assert_same_text(agon_text *a, agon_text *b) {
    assert_string_equal(a->data, b->data);
    agon_text_free(a);
    agon_text_free(b);
}

// What the session writes if nothing comes in between.
static agon_text whole(const agon_codec *codec, int players, answers script) {
    const char *path = path_of("whole");
    assert_int_equal(play(codec, players, &script, path, false), AGON_MATCH_OVER);
    agon_text text = read_file(path);
    const agon_replay_verdict verdict = agon_replay_verify(text.data, text.length, NULL);
    assert_string_equal(verdict.reason, "");
    assert_true(verdict.ok);
    return text;
}

// ---------------------------------------------------------------------------------------------
// The loop of the library, for comparison

typedef struct driven {
    answers *script;
    agon_match *match;
    agon_text *text;
} driven;

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)seating;
    (void)note;
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    const driven *seat = self;
    seat->script->moves = seat->match->moves;
    respond(seat->script, question, answer);
}

static void end(void *self, const agon_ending *ending) {
    (void)self;
    (void)ending;
}

static void on_change(void *user, const agon_change *change) {
    agon_text_add(((driven *)user)->text, change->lines.data, change->lines.length);
}

static agon_text loop_text(const agon_codec *codec, int players, answers script) {
    static const agon_driver driver = {start, think, end};
    agon_text text = {0};
    agon_table table;
    agon_match match;
    agon_error error = {0};
    driven self = {&script, &match, &text};
    agon_seat seats[AGON_MAX_PLAYERS];
    json_t *config = json_pack("{s:i}", "seed", 5);
    assert_int_equal(agon_table_init_for(codec, players, config, &table, &error), AGON_OK);
    agon_match_def def = agon_match_def_default();
    def.codec = codec;
    def.game = table.game;
    def.first = table.state;
    def.seed = agon_seed_number(5);
    def.seats = names;
    def.terms = terms_of(&script);
    def.patient = script.patient;
    for (int p = 0; p < players; p++) {
        seats[p] = (agon_seat){.driver = &driver, .self = &self};
    }
    assert_int_equal(agon_match_open(&match, &def, &text, &error), AGON_OK);
    agon_loop loop = {.match = &match,
                      .seats = seats,
                      .clock = {script.clock ? read_clock : NULL, &script},
                      .on_change = on_change,
                      .user = &self};
    agon_loop_start(&loop);
    assert_int_equal(agon_loop_play(&loop, &error), AGON_OK);
    agon_match_finish(&match, NULL, &text);
    agon_loop_close(&loop);
    agon_match_close(&match);
    agon_table_free(&table);
    json_decref(config);
    return text;
}

static void test_the_file_is_the_replay_of_the_loop(void **state) {
    const agon_codec *codec = *state;
    static const struct {
        const char *policy;
        const char *clock;
    } terms[] = {
        {"forfeit", NULL}, {"random", NULL}, {"retry:3", "9+0.1"}, {"retry:1,random", "0.5/turn"}};
    for (int players = codec->rules->min_players; players <= codec->rules->max_players; players++) {
        for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
            for (unsigned patient = 0; patient < 2; patient++) {
                const answers script = {.policy = terms[i].policy,
                                        .clock = terms[i].clock,
                                        .patient = patient ? AGON_ALL : AGON_NONE,
                                        .faults = ALL_KINDS};
                agon_text played = whole(codec, players, script);
                agon_text expected = loop_text(codec, players, script);
                assert_same_text(&played, &expected);
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// What may come in between

static int least(const agon_codec *codec) {
    return codec->rules->min_players;
}

// Where players act several times at the same time, whose turn it is to be asked is not in the file: a
// match goes on, but perhaps with another one of them first.
static void assert_goes_on(const agon_codec *codec, const char *path, const agon_text *expected) {
    agon_text text = read_file(path);
    if (strcmp(codec->rules->id, "space-conquest") == 0) {
        assert_true(agon_replay_verify(text.data, text.length, NULL).ok);
    } else {
        assert_string_equal(text.data, expected->data);
    }
    agon_text_free(&text);
}

static void test_leaving_and_taking_back_change_nothing(void **state) {
    const agon_codec *codec = *state;
    agon_text expected = whole(codec, least(codec), (answers){.policy = "random"});
    for (unsigned at = 1; at < 30; at += at < 6 ? 1 : 7) {
        for (int kind = 0; kind < 2; kind++) {
            answers script = {.policy = "random"};
            const char *path = path_of("parts");
            *(kind ? &script.rewind_after : &script.leave_after) = at;
            if (play(codec, least(codec), &script, path, false) == AGON_MATCH_LEFT) {
                assert_int_equal(play(codec, 0, &script, path, true), AGON_MATCH_OVER);
            }
            assert_goes_on(codec, path, &expected);
        }
    }
    agon_text_free(&expected);
}

static void write_part(const char *path, const agon_text *text, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->data, 1, size, file), size);
    fclose(file);
}

// Also within the lines of one change: with a seat dead, the rest of a match of two is one.
static void test_a_file_torn_anywhere_goes_on(void **state) {
    const agon_codec *codec = *state;
    const answers plain = {.policy = "forfeit", .faults = ALL_KINDS};
    agon_text expected = whole(codec, least(codec), plain);
    const char *result = strstr(expected.data, "{\"result\"");
    const size_t first = strcspn(expected.data, "\n") + 1;
    const size_t last = (size_t)(result - expected.data);
    for (int i = 0; i <= 12; i++) {
        answers script = plain;
        const char *path = path_of("torn");
        write_part(path, &expected, first + (last - 1 - first) * (size_t)i / 12);
        assert_int_equal(play(codec, 0, &script, path, true), AGON_MATCH_OVER);
        agon_text torn = read_file(path);
        assert_string_equal(torn.data, expected.data);
        agon_text_free(&torn);
    }
    agon_text_free(&expected);
}

static void test_a_person_is_told_and_asked_on(void **state) {
    const agon_codec *codec = *state;
    answers script = {.policy = "forfeit", .patient = AGON_ALL, .faults = ALL_KINDS};
    const char *path = path_of("patient");
    assert_int_equal(play(codec, least(codec), &script, path, false), AGON_MATCH_OVER);
    assert_true(script.refused > 0);
    agon_text text = read_file(path);
    assert_null(strstr(text.data, "illegal"));
    assert_null(strstr(text.data, "unparsable"));
    agon_text_free(&text);
}

// The disk is full: the change that could not be written never happened.
static void test_what_cannot_be_written_has_not_happened(void **state) {
    const agon_codec *codec = *state;
    agon_text expected = whole(codec, least(codec), (answers){0});
    const size_t first = strcspn(expected.data, "\n") + 1;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t part = 1; part < 5; part++) {
        answers script = {0};
        const char *path = path_of("full");
        const struct rlimit limit = {first + (expected.length - first) * part / 5, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
        const agon_match_end ended = play(codec, least(codec), &script, path, false);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(ended, AGON_MATCH_FAILED);
        agon_text written = read_file(path);
        assert_true(written.length <= limit.rlim_cur);
        assert_int_equal(written.data[written.length - 1], '\n');
        assert_memory_equal(written.data, expected.data, written.length);
        agon_text_free(&written);
        assert_int_equal(play(codec, 0, &script, path, true), AGON_MATCH_OVER);
        assert_goes_on(codec, path, &expected);
    }
    agon_text_free(&expected);
}

// An illegal action of a program ends its turn in Entropy (EN-20), with any policy.
static void test_the_rules_fallback(void **state) {
    (void)state;
    const answers script = {.policy = "forfeit", .faults = 1u << ILLEGAL};
    agon_text text = whole(agon_codec_find("entropy"), 3, script);
    assert_non_null(strstr(text.data, "\"by\":\"rules\""));
    assert_null(strstr(text.data, "\"forfeit\":true"));
    agon_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_rules_fallback)};
    assert_non_null(mkdtemp(folder));
    const int failed =
        cmocka_run_group_tests(tests, NULL, NULL) +
        support_run_per_game("file and loop", test_the_file_is_the_replay_of_the_loop, 0) +
        support_run_per_game("left, taken back", test_leaving_and_taking_back_change_nothing, 0) +
        support_run_per_game("torn", test_a_file_torn_anywhere_goes_on, 0) +
        support_run_per_game("told", test_a_person_is_told_and_asked_on, 0) +
        support_run_per_game("full disk", test_what_cannot_be_written_has_not_happened, 0);
    static const char *const files[] = {"whole", "parts", "torn", "patient", "full"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        path_of(files[i]);
    }
    rmdir(folder);
    return failed != 0;
}
