// Paths that almost name a match.
#define _GNU_SOURCE
#include "tests/server/support/server.h"

#include <string.h>

static void test_ids_that_are_too_long(void **unused) {
    (void)unused;
    bench b;
    bench_open(&b);
    const seat_held ann = make_match(
        &b, "{'game':'rock-paper-scissors','seats':[{'kind':'me','name':'Ann'},{'kind':'open'}]}");
    expect(&b, 200, NULL, "GET", path_of(ann.id, ""), ann.token, NULL);
    static const char *const rests[] = {"A", "AA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        expect(&b, 404, "not_found", "GET", path_of(ann.id, rests[i]), ann.token, NULL);
    }
    char cut[32];
    strcpy(cut, ann.id);
    cut[strlen(cut) - 1] = '\0';
    expect(&b, 404, "not_found", "GET", path_of(cut, ""), ann.token, NULL);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_that_are_too_long),
    };
    return cmocka_run_group_tests_name("routes", tests, NULL, NULL);
}
