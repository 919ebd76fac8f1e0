// Status codes, errors, and the assertion hook.
#include "tests/support/support.h"

#include "agon/rng.h"
#include "agon/status.h"

static jmp_buf trap;
static const char *trapped, *trapped_in;

// Replaces the library's own: a programmer mistake jumps back into the test.
void agon_assert_failed(const char *function, const char *condition, const char *file, int line) {
    (void)file;
    (void)line;
    trapped = condition;
    trapped_in = function;
    longjmp(trap, 1);
}

static void every_status_has_slug_and_text(void **state) {
    (void)state;
    for (int i = 0; i < AGON_STATUS_COUNT; i++) {
        const char *slug = agon_status_slug((agon_status)i);
        assert_true(strlen(slug) > 0 && strlen(agon_status_text((agon_status)i)) > 0);
        assert_int_equal(strspn(slug, "abcdefghijklmnopqrstuvwxyz_"), strlen(slug));
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(slug, agon_status_slug((agon_status)j));
        }
    }
}

static void slugs_of_the_protocol(void **state) {
    (void)state;
    assert_string_equal(agon_status_slug(AGON_OK), "ok");
    assert_string_equal(agon_status_slug(AGON_INVALID_MOVE), "invalid_move");
    assert_string_equal(agon_status_slug(AGON_GAME_OVER), "game_over");
    assert_string_equal(agon_status_slug(AGON_NOT_YOUR_TURN), "not_your_turn");
    assert_string_equal(agon_status_slug(AGON_BAD_CONFIG), "bad_config");
    assert_string_equal(agon_status_slug(AGON_BAD_STATE), "bad_state");
    assert_string_equal(agon_status_slug(AGON_BAD_ACTION), "bad_action");
    assert_string_equal(agon_status_slug(AGON_UNKNOWN_GAME), "unknown_game");
    assert_string_equal(agon_status_slug(AGON_UNKNOWN_PLAYER), "unknown_player");
    assert_string_equal(agon_status_slug(AGON_BAD_ROLLS), "bad_rolls");
    assert_string_equal(agon_status_slug(AGON_NO_ACTION), "no_action");
}

static void unknown_numbers_are_harmless(void **state) {
    (void)state;
    assert_string_equal(agon_status_slug(AGON_STATUS_COUNT), "unknown_status");
    assert_string_equal(agon_status_text((agon_status)-1), "unknown status");
}

static void fail_fills_the_error(void **state) {
    (void)state;
    agon_error error;
    assert_int_equal(
        agon_error_set(&error, AGON_BAD_STATE, "nodes[3]", "only %d, not %s", 3, "four"),
        AGON_BAD_STATE);
    assert_int_equal(error.status, AGON_BAD_STATE);
    assert_string_equal(error.path, "nodes[3]");
    assert_string_equal(error.message, "only 3, not four");
    assert_int_equal(agon_error_set(&error, AGON_GAME_OVER, NULL, "over"), AGON_GAME_OVER);
    assert_string_equal(error.path, "");
    assert_int_equal(agon_error_set(NULL, AGON_GAME_OVER, "x", "over"), AGON_GAME_OVER);
}

static void long_texts_are_cut(void **state) {
    (void)state;
    agon_error error;
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    (void)agon_error_set(&error, AGON_BAD_STATE, text, "%s", text);
    assert_int_equal(strlen(error.path), sizeof error.path - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

#ifndef NDEBUG
static void assertion_goes_through_the_hook(void **state) {
    (void)state;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    trapped = NULL;
    if (setjmp(trap) == 0) {
        (void)agon_uniform(&rng, 0);
        fail_msg("a draw among nothing was accepted");
    }
    assert_string_equal(trapped, "n > 0");
    assert_string_equal(trapped_in, "agon_uniform");
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_slug_and_text),
        cmocka_unit_test(slugs_of_the_protocol),
        cmocka_unit_test(unknown_numbers_are_harmless),
        cmocka_unit_test(fail_fills_the_error),
        cmocka_unit_test(long_texts_are_cut),
#ifndef NDEBUG
        cmocka_unit_test(assertion_goes_through_the_hook),
#endif
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
