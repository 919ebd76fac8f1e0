// label: full
// Every byte of recorded matches, changed to every (or many an) other value: found, and the line is
// named.
#include "tests/support/support.h"

#include "agon/replay.h"

static void check_file(const char *path, int step) {
    size_t length;
    char *text = support_read(path, &length);
    assert_non_null(text);
    assert_true(agon_replay_verify(text, length, NULL).ok);
    uint32_t line = 1;
    for (size_t i = 0; i < length; i++) {
        const char was = text[i];
        for (int change = 1; change < 256; change += step) {
            text[i] = (char)(was ^ change);
            agon_replay_verdict verdict = agon_replay_verify(text, length, NULL);
            assert_false(verdict.ok);
            assert_int_equal(verdict.line, line);
        }
        text[i] = was;
        line += was == '\n';
    }
    free(text);
}

static void test_every_change_of_every_byte(void **state) {
    (void)state;
    check_file("tests/replays/rps-names.ndjson", 1);
    check_file("tests/replays/stellar-config.ndjson", 14);
    check_file("tests/replays/skirmish-greedy.ndjson", 85);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_change_of_every_byte)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
