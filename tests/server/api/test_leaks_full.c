// label: full
// What every connection receives, in all games, with several players and spectators: nothing that is
// hidden changes a byte of it.
#define _GNU_SOURCE
#include "tests/server/support/leaks.h"

#include "agon/codec.h"

#include <stdio.h>

static void check(const char *game, int players) {
    leak_tally tally = {0};
    check_bytes(game, players, 6, 30, &tally);
    printf("%-20s %d players: %3u steps, %3u to the end, %3u unseen, %3u others, %3u messages\n",
           game, players, tally.steps, tally.to_end, tally.unseen, tally.others, tally.messages);
    assert_true(tally.to_end > 0);
}

static void test_bytes(void **state) {
    (void)state;
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        int most = codec->rules->max_players < 4 ? codec->rules->max_players : 4;
        for (int players = codec->rules->min_players; players <= most; players++) {
            check(codec->rules->id, players);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
