// The sitting conducts the scripts of tests/support/script.h: its files are the replays of the loop.
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "apps/terminal/match/run.h"
#include "tests/support/script.h"

#include <unistd.h>

// A script that is being followed.
typedef struct reading {
    const script *s;
    size_t at;
    int64_t now;
    bool is_answered; // the next look at the clock is for an answer
} reading;

// While nobody is there, no question is open.
static int64_t read_clock(void *user) {
    reading *r = user;
    while (!r->is_answered && r->at < r->s->count && r->s->steps[r->at].kind == SCRIPT_PAUSE) {
        r->now += r->s->steps[r->at++].us;
    }
    r->is_answered = false;
    return r->now;
}

static agon_turn ask(void *user, const agon_question *question, agon_answer *answer,
                     agon_error *error) {
    reading *r = user;
    (void)error;
    assert_true(r->at < r->s->count);
    const script_step *step = &r->s->steps[r->at++];
    assert_int_equal(step->player, question->player);
    answer->count = 1;
    answer->actions[0] = step->action;
    if (step->kind == SCRIPT_UNPARSABLE) {
        agon_answer_fault(answer, AGON_FAULT_UNPARSABLE, SCRIPT_NONSENSE);
    } else if (step->kind == SCRIPT_LATE) {
        agon_answer_fault(answer, AGON_FAULT_LATE, "the time was up");
    } else if (step->kind == SCRIPT_DEAD) {
        agon_answer_fault(answer, AGON_FAULT_DEAD, SCRIPT_ENDED);
    } else if (step->kind == SCRIPT_LEAVE) {
        agon_answer_fault(answer, AGON_FAULT_DEAD, "left the match");
    }
    r->now += step->us;
    r->is_answered = true;
    return AGON_TURN_DECIDED;
}

static void conduct(const script *s, const char *path) {
    static agon_sitting sitting;
    char commitment[AGON_COMMITMENT_SIZE];
    agon_error error = {0};
    reading r = {.s = s, .now = 1};
    agon_sitting_script from = {.ask = ask,
                                .user = &r,
                                .clock = {read_clock, &r},
                                .terms = agon_terms_default(),
                                .timed = s->persons,
                                .patient = s->persons,
                                .commitment = commitment,
                                .salt = SCRIPT_SALT};
    agon_sitting_def def = {.codec = s->codec,
                            .seat_count = (size_t)s->players,
                            .seed = s->seed,
                            .path = path,
                            .script = &from};
    script_commitment(s, commitment);
    assert_true(agon_terms_read_clock(s->clock, &from.terms));
    assert_true(agon_terms_read_policy(s->policy, &from.terms));
    memcpy(def.seats, s->seats, sizeof s->seats);
    if (agon_sitting_open(&sitting, NULL, &def, &error) ||
        agon_sitting_play(&sitting, &error) != AGON_MATCH_OVER) {
        fail_msg("%s: %s", s->name, error.message);
    }
    if (strcmp(sitting.record.text.data, s->replay.data) != 0) {
        fail_msg("%s: the replays differ:\n%s\n%s", s->name, s->replay.data,
                 sitting.record.text.data);
    }
    agon_sitting_close(&sitting);
}

static void test_the_session_writes_what_the_loop_writes(void **state) {
    char path[] = "/tmp/agon-scripts-XXXXXX";
    (void)state;
    close(mkstemp(path));
    for (size_t i = 0; i < script_total(); i++) {
        script s;
        unlink(path);
        script_make(&s, i);
        script_play(&s);
        conduct(&s, path);
        script_free(&s);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_session_writes_what_the_loop_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
