// Whatever a player sees change about the control of a star, an event that it sees has told (SC-21).
// The leak check finds the contrary only where nothing else is revealed in the same turn.
#include "tests/support/support.h"

#include "games/space-conquest/state.h"

#define MATCHES 40

typedef struct news {
    uint16_t told[2]; // by player: the stars that events have named
    uint64_t changes;
} news;

static const agon_codec *codec;
static agon_table table;
static agon_state *views[2][2]; // before and after, by player

// The star that an event about control names, or −1.
static int star_of(const agon_event *event) {
    switch (event->type) {
    case AGON_CONQUEST_REBELLION:
    case AGON_CONQUEST_COMBAT:
    case AGON_CONQUEST_STAR_TAKEN:
        return event->f[0];
    case AGON_CONQUEST_STAR_REVEALED:
        return event->f[1];
    default:
        return -1;
    }
}

static void hear(void *user, const agon_event *event) {
    news *n = user;
    int star = star_of(event);
    for (int p = 0; star >= 0 && p < 2; p++) {
        if (event->visible >> p & 1) {
            n->told[p] |= conquest_bit((unsigned)star);
        }
    }
}

static void see(int when) {
    for (int p = 0; p < 2; p++) {
        assert_int_equal(agon_view(table.game, table.state, p, views[when][p]), AGON_OK);
    }
}

static void compare(news *n, int player) {
    const conquest_state *before = (const conquest_state *)views[0][player];
    const conquest_state *after = (const conquest_state *)views[1][player];
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        bool changed = conquest_owner(before, star) != conquest_owner(after, star) ||
                       before->npc[star] != after->npc[star];
        if (changed && !conquest_has(n->told[player], star)) {
            fail_msg("player %d sees %c change in turn %u and is not told", player + 1, 'A' + star,
                     (unsigned)after->turn);
        }
        n->changes += changed;
    }
}

static void play(news *n, int number) {
    agon_rng rng = agon_rng_make(agon_seed_number(number));
    agon_sink sink = {hear, n};
    agon_context context = {.sink = &sink};
    agon_init(table.game, table.config, agon_seed_number(1000 + number), table.state);
    see(0);
    while (!table.state->over) {
        int player = __builtin_ctz(table.state->to_act);
        uint32_t turn = ((const conquest_state *)table.state)->turn;
        agon_action action;
        assert_int_equal(agon_random_action(table.game, table.state, player, &rng, &action),
                         AGON_OK);
        assert_int_equal(
            agon_apply(table.game, table.state, player, action, &context, table.state, NULL),
            AGON_OK);
        if (((const conquest_state *)table.state)->turn != turn) {
            see(1);
            compare(n, 0);
            compare(n, 1);
            n->told[0] = n->told[1] = 0;
            see(0);
        }
    }
}

static void test_what_changes_is_told(void **unused) {
    (void)unused;
    news n = {0};
    agon_error error = {0};
    codec = agon_codec_find("space-conquest");
    assert_int_equal(agon_table_init_for(codec, 2, NULL, &table, &error), AGON_OK);
    for (int i = 0; i < 4; i++) {
        views[i / 2][i % 2] = malloc(table.game->state_max);
        assert_non_null(views[i / 2][i % 2]);
    }
    for (int number = 0; number < MATCHES; number++) {
        play(&n, number);
    }
    assert_true(n.changes > 1000);
    for (int i = 0; i < 4; i++) {
        free(views[i / 2][i % 2]);
    }
    agon_table_free(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_changes_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
