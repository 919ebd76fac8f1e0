// Scripted matches: whoever conducts them, the replay is the same, byte for byte.
//
// Here are two conductors of the engine itself: the loop that asks one seat after the other, which
// makes the scripts, and one that is always there for everybody, as a server is. With AGON_SCRIPTS
// set, the scripts are also written to that folder, for conductors in other languages.
#include "tests/support/support.h"

#include "tests/support/script.h"

#define LIVE_START 1000000000

// A match that a server would have: clocks run for all who may act, changes are drafts.
typedef struct live {
    const script *s;
    agon_match match;
    agon_change change;
    agon_text replay;
    int64_t now;
} live;

static void accept(live *l) {
    agon_text_add(&l->replay, l->change.lines.data, l->change.lines.length);
    agon_match_accept(&l->match, &l->change);
}

static agon_answer answer_of(const script_step *step) {
    agon_answer answer;
    answer.note = (agon_fault_note){0};
    answer.count = 1;
    answer.actions[0] = step->action;
    if (step->kind == SCRIPT_UNPARSABLE) {
        agon_answer_fault(&answer, AGON_FAULT_UNPARSABLE, SCRIPT_NONSENSE);
    } else if (step->kind == SCRIPT_DEAD) {
        agon_answer_fault(&answer, AGON_FAULT_DEAD, SCRIPT_ENDED);
    } else if (step->kind == SCRIPT_LATE) {
        agon_answer_fault(&answer, AGON_FAULT_LATE, "the time was up");
    }
    return answer;
}

// Throws a change away and makes it again: nothing has happened in between.
static void give_answer(live *l, const script_step *step, int64_t now) {
    agon_error error = {0};
    agon_judgement judgement;
    agon_answer answer = answer_of(step);
    bool is_person = l->s->persons >> step->player & 1u;
    bool is_about_action = step->kind == SCRIPT_REFUSED || step->kind == SCRIPT_UNPARSABLE;
    assert_int_equal(
        agon_match_answer(&l->match, step->player, &answer, now, &l->change, &judgement, &error),
        AGON_OK);
    if (judgement == AGON_JUDGED_MOVED) {
        uint64_t hash = agon_hash(l->match.game, l->match.state);
        assert_int_equal(agon_match_answer(&l->match, step->player, &answer, now, &l->change,
                                           &judgement, &error),
                         AGON_OK);
        assert_true(hash == agon_hash(l->match.game, l->match.state));
        accept(l);
    }
    assert_true(judgement != AGON_JUDGED_REFUSED || (is_person && is_about_action));
    assert_true(judgement != AGON_JUDGED_AGAIN || (!is_person && is_about_action));
}

static void take_step(live *l, const script_step *step) {
    agon_error error = {0};
    const agon_match_seat *seat = &l->match.seats[step->player < 0 ? 0 : step->player];
    int64_t asked = seat->asked == AGON_NOT_MEASURED ? l->now : seat->asked;
    l->now = asked + step->us;
    if (step->kind == SCRIPT_PAUSE) {
        l->now = asked;
        agon_match_shift(&l->match, step->us);
    } else if (step->kind == SCRIPT_LEAVE) {
        assert_int_equal(agon_match_leave(&l->match, step->player, l->now, &l->change, &error),
                         AGON_OK);
        accept(l);
    } else if (step->kind == SCRIPT_LATE && seat->is_timed) {
        // The wait is until the first clock runs out, which must be this one's.
        assert_true(agon_match_is_late(&l->match, step->player, l->now));
        give_answer(l, step, l->now);
    } else {
        give_answer(l, step, l->now);
    }
}

static void conduct_live(const script *s) {
    char commitment[AGON_COMMITMENT_SIZE];
    agon_table table;
    live l = {.s = s, .now = LIVE_START};
    script_table(s, &table);
    script_commitment(s, commitment);
    agon_match_def def = script_def(s, &table, commitment);
    def.is_live = true;
    assert_int_equal(agon_match_open(&l.match, &def, &l.replay, NULL), AGON_OK);
    agon_match_start(&l.match, l.now);
    for (size_t i = 0; i < s->count; i++) {
        take_step(&l, &s->steps[i]);
    }
    assert_true(l.match.state->over);
    agon_match_finish(&l.match, SCRIPT_SALT, &l.replay);
    if (strcmp(l.replay.data, s->replay.data) != 0) {
        fail_msg("%s: the replays differ:\n%s\n%s", s->name, s->replay.data, l.replay.data);
    }
    agon_change_close(&l.change);
    agon_match_close(&l.match);
    agon_text_free(&l.replay);
    agon_table_free(&table);
}

static void write_script(const script *s, size_t i) {
    const char *folder = getenv("AGON_SCRIPTS");
    char path[4096];
    agon_text text = {0};
    if (!folder) {
        return;
    }
    snprintf(path, sizeof path, "%s/%03zu.json", folder, i);
    script_write(s, &text);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.length, file), text.length);
    assert_int_equal(fclose(file), 0);
    agon_text_free(&text);
}

static void test_every_conductor_writes_the_same(void **state) {
    (void)state;
    size_t kinds[2][SCRIPT_KIND_COUNT] = {{0}};
    size_t by_rules = 0;
    size_t insisted[2] = {0}; // surplus actions of programs, and of people
    for (size_t i = 0; i < script_total(); i++) {
        script s;
        script_make(&s, i);
        script_play(&s);
        agon_replay_verdict verdict = agon_replay_verify(s.replay.data, s.replay.length, NULL);
        if (!verdict.ok) {
            fail_msg("%s: line %u: %s", s.name, verdict.line, verdict.reason);
        }
        conduct_live(&s);
        write_script(&s, i);
        for (size_t k = 0; k < s.count; k++) {
            int player = s.steps[k].player;
            bool is_person = player >= 0 && s.persons >> player & 1u;
            kinds[is_person][s.steps[k].kind]++;
            insisted[is_person] += s.insists && s.steps[k].kind == SCRIPT_REFUSED;
        }
        by_rules += strstr(s.replay.data, "\"by\":\"rules\"") != NULL;
        script_free(&s);
    }
    // Every kind of answer has been given, by people and by programs; EN-20 is among them.
    for (int kind = 0; kind < SCRIPT_KIND_COUNT; kind++) {
        assert_true(kinds[1][kind] > 0 || kind == SCRIPT_DEAD);
        assert_true(kinds[0][kind] > 0 || kind == SCRIPT_LEAVE);
    }
    assert_true(by_rules > 0);
    assert_true(insisted[0] > 0 && insisted[1] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_conductor_writes_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
