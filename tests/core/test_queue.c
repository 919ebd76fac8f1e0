// The effect queue: order, nesting, the state check, bounds, and serialisation in mid-chain.
#include "tests/support/support.h"

#include "agon/queue.h"

#define CAPACITY 4

typedef struct chain {
    AGON_QUEUE(CAPACITY) queue;
    int32_t log[64];
    size_t logged;
    int checks;
    int pushed_by_check;
} chain;

enum { NOTE, FORK, WAIT, LOOP, FLOOD };

static void push(chain *c, uint8_t type, int32_t n) {
    agon_queue_push(&c->queue.base, CAPACITY, (agon_effect){.type = type, .n = n});
}

// Notes its number; FORK queues two notes behind everything that waits already.
static agon_step execute(void *user, agon_effect effect) {
    chain *c = user;
    if (c->logged < 64) {
        c->log[c->logged++] = effect.n;
    }
    switch (effect.type) {
    case FORK:
        push(c, NOTE, effect.n * 10 + 1);
        push(c, NOTE, effect.n * 10 + 2);
        return AGON_STEP_DONE;
    case WAIT:
        return AGON_STEP_WAIT;
    case LOOP:
        push(c, LOOP, effect.n + 1);
        return AGON_STEP_DONE;
    case FLOOD:
        for (int i = 0; i <= CAPACITY; i++) {
            push(c, NOTE, i);
        }
        return AGON_STEP_DONE;
    default:
        return AGON_STEP_DONE;
    }
}

static void count_check(void *user) {
    ((chain *)user)->checks++;
}

// Queues a death, once, as soon as effect 2 has been executed.
static void check_deaths(void *user) {
    chain *c = user;
    if (c->logged > 0 && c->log[c->logged - 1] == 2 && !c->pushed_by_check) {
        c->pushed_by_check = 1;
        push(c, NOTE, 99);
    }
}

static agon_status run(chain *c, void (*check)(void *), uint32_t limit, uint32_t *executed) {
    return agon_queue_run(&c->queue.base, CAPACITY, execute, check, c, limit, executed);
}

static void assert_log(const chain *c, const int32_t *expected, size_t count) {
    assert_int_equal(c->logged, count);
    assert_memory_equal(c->log, expected, count * sizeof expected[0]);
}

#define LOG(c, ...)                                                                                \
    do {                                                                                           \
        static const int32_t expected_[] = {__VA_ARGS__};                                          \
        assert_log(c, expected_, sizeof expected_ / sizeof expected_[0]);                          \
    } while (0)

static void first_in_first_out(void **state) {
    (void)state;
    chain c = {0};
    agon_effect effect;
    assert_false(agon_queue_pop(&c.queue.base, CAPACITY, &effect));
    for (int32_t i = 0; i < 20; i++) { // often enough to go round
        push(&c, NOTE, i);
        push(&c, NOTE, i + 100);
        assert_int_equal(agon_queue_at(&c.queue.base, CAPACITY, 1).n, i + 100);
        assert_true(agon_queue_pop(&c.queue.base, CAPACITY, &effect));
        assert_int_equal(effect.n, i);
        assert_true(agon_queue_pop(&c.queue.base, CAPACITY, &effect));
        assert_int_equal(effect.n, i + 100);
    }
    assert_int_equal(c.queue.base.count, 0);
}

static void effects_queue_behind_those_that_wait(void **state) {
    (void)state;
    chain c = {0};
    push(&c, FORK, 1);
    push(&c, NOTE, 2);
    uint32_t executed = 0;
    assert_int_equal(run(&c, NULL, 100, &executed), AGON_OK);
    LOG(&c, 1, 2, 11, 12);
    assert_int_equal(executed, 4);
}

static void forks_of_forks_go_breadth_first(void **state) {
    (void)state;
    chain c = {0};
    push(&c, FORK, 1);
    push(&c, FORK, 2);
    assert_int_equal(run(&c, NULL, 100, NULL), AGON_OK);
    LOG(&c, 1, 2, 11, 12, 21, 22);
}

static void check_runs_after_every_effect(void **state) {
    (void)state;
    chain c = {0};
    push(&c, FORK, 1);
    assert_int_equal(run(&c, count_check, 100, NULL), AGON_OK);
    assert_int_equal(c.checks, 3);
}

static void check_may_queue_more(void **state) {
    (void)state;
    chain c = {0};
    push(&c, NOTE, 1);
    push(&c, NOTE, 2);
    push(&c, NOTE, 3);
    assert_int_equal(run(&c, check_deaths, 100, NULL), AGON_OK);
    LOG(&c, 1, 2, 3, 99);
}

static void waiting_leaves_the_rest_queued(void **state) {
    (void)state;
    chain c = {0};
    push(&c, NOTE, 1);
    push(&c, WAIT, 2);
    push(&c, NOTE, 3);
    assert_int_equal(run(&c, NULL, 100, NULL), AGON_OK);
    LOG(&c, 1, 2);
    assert_int_equal(c.queue.base.count, 1);
    assert_int_equal(run(&c, NULL, 100, NULL), AGON_OK);
    LOG(&c, 1, 2, 3);
}

static void overflow_is_a_fault(void **state) {
    (void)state;
    chain c = {0};
    push(&c, FLOOD, 7);
    assert_int_equal(run(&c, NULL, 100, NULL), AGON_ENGINE_FAULT);
    assert_int_equal(c.queue.base.faulted, 1);
    chain d = {0};
    for (int i = 0; i <= CAPACITY; i++) {
        push(&d, NOTE, i);
    }
    assert_int_equal(d.queue.base.count, CAPACITY);
    assert_int_equal(agon_queue_at(&d.queue.base, CAPACITY, CAPACITY - 1).n, CAPACITY - 1);
    assert_int_equal(run(&d, NULL, 100, NULL), AGON_ENGINE_FAULT);
}

static void endless_chain_is_a_fault(void **state) {
    (void)state;
    chain c = {0};
    push(&c, LOOP, 0);
    uint32_t executed = 0;
    assert_int_equal(run(&c, NULL, 50, &executed), AGON_ENGINE_FAULT);
    assert_int_equal(executed, 50);
}

// Exactly at the limit a chain still ends well.
static void limit_is_not_one_too_low(void **state) {
    (void)state;
    chain c = {0};
    push(&c, FORK, 1);
    assert_int_equal(run(&c, NULL, 3, NULL), AGON_OK);
    chain d = {0};
    push(&d, FORK, 1);
    assert_int_equal(run(&d, NULL, 2, NULL), AGON_ENGINE_FAULT);
}

static size_t pack_queue(chain *c, uint8_t *bytes, size_t size) {
    agon_pack p = {.mode = AGON_PACK_WRITE, .out = bytes, .size = size};
    agon_pack_queue(&p, &c->queue.base, CAPACITY);
    return p.at;
}

// Stopped in the middle, packed, unpacked elsewhere, and gone on with: the same chain.
static void chain_survives_packing(void **state) {
    (void)state;
    chain c = {0};
    push(&c, WAIT, 1);
    push(&c, FORK, 2);
    push(&c, NOTE, 3);
    assert_int_equal(run(&c, NULL, 100, NULL), AGON_OK);
    uint8_t bytes[64];
    size_t size = pack_queue(&c, bytes, sizeof bytes);
    assert_int_equal(size, 2 + 2 * 8);
    chain d = {0};
    d.queue.base.faulted = 1;
    agon_pack p = {.mode = AGON_PACK_READ, .in = bytes, .size = size};
    agon_pack_queue(&p, &d.queue.base, CAPACITY);
    assert_false(p.failed);
    assert_int_equal(run(&d, NULL, 100, NULL), AGON_OK);
    LOG(&d, 2, 3, 21, 22);
}

// Equal queues have equal bytes, wherever in its ring each begins.
static void bytes_do_not_tell_the_past(void **state) {
    (void)state;
    chain c = {0}, d = {0};
    agon_effect effect;
    for (int i = 0; i < 3; i++) {
        push(&c, NOTE, i);
        assert_true(agon_queue_pop(&c.queue.base, CAPACITY, &effect));
    }
    for (int i = 0; i < 3; i++) {
        push(&c, NOTE, i);
        push(&d, NOTE, i);
    }
    uint8_t first[64], second[64];
    size_t size = pack_queue(&c, first, sizeof first);
    assert_int_equal(pack_queue(&d, second, sizeof second), size);
    assert_memory_equal(first, second, size);
}

static void packed_count_is_bounded(void **state) {
    (void)state;
    uint8_t bytes[2 + 8 * (CAPACITY + 1)] = {CAPACITY + 1, 0};
    chain c = {0};
    agon_pack p = {.mode = AGON_PACK_READ, .in = bytes, .size = sizeof bytes};
    agon_pack_queue(&p, &c.queue.base, CAPACITY);
    assert_true(p.failed);
    assert_int_equal(c.queue.base.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_in_first_out),
        cmocka_unit_test(effects_queue_behind_those_that_wait),
        cmocka_unit_test(forks_of_forks_go_breadth_first),
        cmocka_unit_test(check_runs_after_every_effect),
        cmocka_unit_test(check_may_queue_more),
        cmocka_unit_test(waiting_leaves_the_rest_queued),
        cmocka_unit_test(overflow_is_a_fault),
        cmocka_unit_test(endless_chain_is_a_fault),
        cmocka_unit_test(limit_is_not_one_too_low),
        cmocka_unit_test(chain_survives_packing),
        cmocka_unit_test(bytes_do_not_tell_the_past),
        cmocka_unit_test(packed_count_is_bounded),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
