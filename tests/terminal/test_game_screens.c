// Game screens: same view, same screen; what is listed works; nothing leaves its lines.
#include "tests/support/screens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Positions are rare in long matches: all of this takes well under a second.
static const struct {
    const char *id;
    uint32_t matches;
    uint32_t every;
} budgets[] = {{"space-conquest", 1, 400},
               {"entropy", 1, 60},
               {"skirmish", 2, 12},
               {"stellar-skirmish", 3, 8},
               {"rock-paper-scissors", 20, 1}};

static screens_budget budget_of(const agon_codec *codec) {
    screens_budget budget = {.matches = 1, .every = 20, .deep = 2, .seed = 1};
    for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
        if (strcmp(budgets[i].id, codec->rules->id) == 0) {
            budget.matches = budgets[i].matches;
            budget.every = budgets[i].every;
        }
    }
    return budget;
}

static void test_own_screens(void **unused) {
    const agon_codec *codec;
    (void)unused;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        const screens_budget budget = budget_of(codec);
        screens_assert(codec, agon_game_screen_of(codec), &budget);
    }
}

static void test_generic_screen(void **unused) {
    const agon_codec *codec;
    (void)unused;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        screens_budget budget = budget_of(codec);
        budget.matches = 1;
        budget.every *= 4;
        screens_assert(codec, &agon_generic_screen, &budget);
    }
}

static void test_facts(void **unused) {
    const agon_codec *codec;
    (void)unused;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        const agon_game_screen *game_screen = agon_game_screen_of(codec);
        assert_true(game_screen == &agon_generic_screen ||
                    strcmp(game_screen->id, codec->rules->id) == 0);
        assert_true(game_screen->board_lines >= AGON_BOARD_LEAST && game_screen->board_lines <= 18);
        assert_non_null(game_screen->help);
        assert_in_range(strlen(codec->rules->summary), 1, 50);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_screens),
        cmocka_unit_test(test_generic_screen),
        cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
