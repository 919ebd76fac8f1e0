// The nth allocation fails in the leak check, the conformance suite and the signature: they say so, and
// lose nothing.
#include "tests/support/support.h"

#include "agon/conformance.h"
#include "agon/leaks.h"
#include "agon/check.h"
#include "tests/support/memory.h"
#include "tests/support/toy.h"

static agon_status run_leaks(void) {
    static agon_leaks_report report;
    agon_error error = {0};
    agon_status status = agon_leaks_check(&toy_codec, NULL, 12, 1, &report, &error);
    assert_int_equal(report.findings.count, 0);
    assert_int_equal(error.status, status);
    return status;
}

static agon_status run_conformance(void) {
    static agon_conformance_report report;
    agon_error error = {0};
    json_t *config = json_object();
    if (!config) {
        return AGON_NO_MEMORY;
    }
    agon_status status =
        agon_conformance_sample(&toy_codec, agon_value_of(config), 1, 8, 1, &report, &error);
    json_decref(config);
    return status;
}

static agon_status run_signature(void) {
    return agon_signature(1) ? AGON_OK : AGON_NO_MEMORY;
}

static void check(agon_status (*run)(void)) {
    if (!memory_is_watched()) {
        skip();
    }
    memory_watch(-1, -1);
    assert_int_equal(run(), AGON_OK);
    long total = memory_unwatch();
    assert_true(total > 20);
    for (long n = 0; n < total; n += 1 + n / 30) {
        long before = memory_blocks();
        memory_watch(n, 1000000000L);
        agon_status status = run();
        memory_unwatch();
        assert_int_equal(memory_blocks(), before);
        assert_int_equal(status, AGON_NO_MEMORY);
    }
}

static void leak_check_without_memory(void **state) {
    (void)state;
    check(run_leaks);
}

static void conformance_without_memory(void **state) {
    (void)state;
    check(run_conformance);
}

// One block is missing, and the next can be had again: the suite must not go on as if nothing was.
static void conformance_without_a_block(void **state) {
    (void)state;
    if (!memory_is_watched()) {
        skip();
    }
    memory_watch(-1, -1);
    assert_int_equal(run_conformance(), AGON_OK);
    const long total = memory_unwatch();
    for (long n = 0; n < total; n++) {
        memory_watch(n, n);
        const agon_status status = run_conformance();
        memory_unwatch();
        assert_int_equal(status, AGON_NO_MEMORY);
    }
}

static void signature_without_memory(void **state) {
    (void)state;
    long before = memory_blocks();
    assert_int_equal(run_signature(), AGON_OK);
    assert_int_equal(memory_blocks(), before);
    check(run_signature);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leak_check_without_memory),
        cmocka_unit_test(conformance_without_memory),
        cmocka_unit_test(conformance_without_a_block),
        cmocka_unit_test(signature_without_memory),
    };
    return cmocka_run_group_tests_name("check_memory", tests, NULL, NULL);
}
