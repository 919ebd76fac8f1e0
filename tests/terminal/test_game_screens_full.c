// label: full
// Game screens over many matches and every number of players.
#include "tests/support/screens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_all(void **unused) {
    const agon_codec *codec;
    (void)unused;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        for (int players = codec->rules->min_players; players <= codec->rules->max_players;
             players++) {
            const bool is_long = strcmp(codec->rules->id, "space-conquest") == 0;
            const screens_budget budget = {.players = players,
                                           .matches = is_long ? 2 : 5,
                                           .every = is_long ? 100 : 10,
                                           .deep = 3,
                                           .seed = 100 + (uint64_t)players};
            screens_assert(codec, agon_game_screen_of(codec), &budget);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
