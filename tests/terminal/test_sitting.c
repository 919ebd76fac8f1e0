// The sitting without a terminal: a script answers. A match that was left, taken back, torn or could not
// be written goes on as it would have. (That the file is what others write: test_scripts.c.)
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "apps/terminal/match/run.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ILLEGAL, UNPARSABLE, LATE, DEAD, KINDS };
#define ALL_KINDS ((1u << KINDS) - 1)

// Answers by a table: what goes wrong follows from the number of the move and the seat.
typedef struct answers {
    const char *policy;
    agon_viewers patient;
    unsigned faults;       // the kinds that happen, a bit each
    unsigned leave_after;  // questions; 0: never
    unsigned rewind_after; // questions; 0: never
    // What has happened.
    agon_sitting *sitting;
    uint32_t moves; // of the match, when it is asked
    unsigned asked;
    unsigned refused;
    unsigned tries; // of the present move
    uint32_t last_move;
} answers;

static char folder[] = "/tmp/agon-sitting-XXXXXX";

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
    if (!spoil(script, question, answer)) {
        choose(question, script->moves, answer);
    }
}

static agon_terms terms_of(const answers *script) {
    agon_terms terms = agon_terms_default();
    assert_true(!script->policy || agon_terms_read_policy(script->policy, &terms));
    return terms;
}

// ---------------------------------------------------------------------------------------------
// The sitting

static agon_turn ask(void *user, const agon_question *question, agon_answer *answer,
                     agon_error *error) {
    answers *script = user;
    script->moves = script->sitting->match.moves;
    script->refused += question->refused != NULL || script->sitting->is_trouble;
    script->sitting->is_trouble = false;
    script->asked++;
    if (script->asked == script->leave_after) {
        return AGON_TURN_LEAVE;
    }
    if (script->asked == script->rewind_after) {
        const size_t count = script->sitting->record.move_count;
        assert_int_equal(agon_sitting_rewind(script->sitting, count / 2, error), AGON_OK);
        return AGON_TURN_UNDONE;
    }
    respond(script, question, answer);
    return AGON_TURN_DECIDED;
}

static const char *const names[AGON_MAX_PLAYERS] = {"zero", "one",  "two", "three",
                                                    "four", "five", "six", "seven"};

static agon_match_end play(const agon_codec *codec, int players, answers *script, const char *path,
                           bool is_resumed) {
    static agon_sitting sitting;
    agon_error error = {0};
    agon_sitting_script from = {.ask = ask,
                                .user = script,
                                .terms = terms_of(script),
                                .timed = AGON_ALL,
                                .patient = script->patient};
    agon_sitting_def def = {.codec = codec,
                            .seat_count = is_resumed ? 0 : (size_t)players,
                            .seed = agon_seed_number(5),
                            .path = path,
                            .is_resumed = is_resumed,
                            .script = &from};
    memcpy(def.seats, names, sizeof names);
    script->sitting = &sitting;
    agon_status status = agon_sitting_open(&sitting, NULL, &def, &error);
    if (status) {
        fail_msg("%s", error.message);
    }
    const agon_match_end end = agon_sitting_play(&sitting, &error);
    assert_true((end == AGON_MATCH_FAILED) == (error.message[0] != '\0'));
    agon_sitting_close(&sitting);
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

// What the sitting writes if nothing comes in between.
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

int main(void) {
    assert_non_null(mkdtemp(folder));
    const int failed =
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
