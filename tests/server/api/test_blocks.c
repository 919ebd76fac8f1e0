// What a server took it gives back: after it has ended as many blocks are in use as before.
#define _GNU_SOURCE
#include "tests/server/support/server.h"
#include "tests/support/memory.h"

// Two people, the lobby, the end, and a rematch that both ask for.
static void live(void) {
    bench b;
    bench_open(&b);
    const seat_held ann = make_match(&b, "{'game':'rock-paper-scissors','listed':true,"
                                         "'seats':[{'kind':'me','name':'Ann'},{'kind':'open'}]}");
    expect(&b, 200, NULL, "GET", "/api/matches", NULL, NULL);
    const seat_held bob = join_match(&b, ann.id, "{'name':'Bob'}");
    play_out(&b, (const seat_held[]){ann, bob}, 2, 1);
    expect(&b, 200, NULL, "POST", path_of(ann.id, "/rematch"), ann.token, NULL);
    expect(&b, 200, NULL, "POST", path_of(bob.id, "/rematch"), bob.token, NULL);
    expect(&b, 200, NULL, "GET", "/api/matches", NULL, NULL);
    bench_settle(&b);
    bench_close(&b);
}

static void test_a_life(void **unused) {
    (void)unused;
    if (!memory_is_watched()) {
        skip();
    }
    live(); // what libraries keep for good
    const long before = memory_blocks();
    live();
    assert_int_equal(memory_blocks(), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_life),
    };
    return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
