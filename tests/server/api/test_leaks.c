// A few steps of every game under the leak check of bytes; test_server_leaks_full has thousands.
#define _GNU_SOURCE
#include "tests/server/support/leaks.h"

#include "agon/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_bytes(void **state) {
    (void)state;
    const agon_codec *codec;
    leak_tally tally = {0};
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        check_bytes(codec->rules->id, codec->rules->min_players, 1, 5, &tally);
    }
    assert_true(tally.to_end > 0);
    assert_true(tally.unseen > 0);
    assert_true(tally.others > 0);
    assert_true(tally.messages > 0);
}

// A player's secret orders, when they are given, and how many, move nobody else's clock.
static void test_secret_orders(void **state) {
    (void)state;
    char *bytes[2];
    for (int i = 0; i < 2; i++) {
        bench b;
        wire w;
        bench_open(&b);
        seat_held one = make_match(
            &b, "{'game':'space-conquest','clock':{'kind':'bank','bank':60,'increment':5}}");
        seat_held two = join_match(&b, one.id, NULL);
        wire_hello(&w, &b, one.id, two.token, 0);
        w.length = 0;
        for (int step = 0; step < 3; step++) {
            bench_pass(&b, 2);
            char *action = choose(&b, &one, 0);
            assert_non_null(strstr(action, "order"));
            if (i == 1) {
                assert_int_equal(act(&b, &one, action, step + 1, "c", NULL), 200);
            }
            free(action);
        }
        assert_int_equal(w.length, 0);
        assert_int_equal(act(&b, &two, "{\"type\":\"commit\"}", 1, "c", NULL), 200);
        bytes[i] = strdup(w.bytes);
        wire_close(&w);
        bench_close(&b);
    }
    assert_non_null(strstr(bytes[0], "\"type\":\"clock\""));
    assert_string_equal(bytes[0], bytes[1]);
    free(bytes[0]);
    free(bytes[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_secret_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
