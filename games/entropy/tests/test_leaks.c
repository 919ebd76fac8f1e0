// Everything in Entropy is public but the generator: an oracle that says so, and the leak check.
#include "games/entropy/tests/test_table.h"

#include "tests/support/suites.h"

static agon_viewers sees_event(const agon_leaks_event *at) {
    (void)at;
    return AGON_ALL;
}

static agon_viewers sees_field(const agon_leaks_event *at, const agon_event_field *field) {
    (void)at;
    (void)field;
    return AGON_ALL;
}

static bool is_secret(const agon_game *game, const agon_state *state, int player, int viewer) {
    (void)game;
    (void)state;
    (void)player;
    (void)viewer;
    return false;
}

static bool checks_view(const agon_game *game, const agon_state *state, int viewer,
                        const agon_state *view, char *why, size_t why_size) {
    (void)game;
    (void)viewer;
    const uint64_t *rng = ((const entropy_state *)view)->rng.key;
    snprintf(why, why_size, "the view has a generator, or another board");
    for (int i = 0; i < agon_entropy_node_count(state); i++) {
        agon_entropy_node a = agon_entropy_node_at(state, i), b = agon_entropy_node_at(view, i);
        if (a.owner != b.owner || a.dice != b.dice || a.degree != b.degree) {
            return false;
        }
    }
    return rng[0] == 0 && rng[1] == 0 && agon_entropy_round(view) == agon_entropy_round(state);
}

static const agon_leaks_oracle oracle = {.sees_event = sees_event,
                                         .sees_field = sees_field,
                                         .is_secret = is_secret,
                                         .checks_view = checks_view};

static void test_only_the_generator_is_hidden(void **unused) {
    (void)unused;
    suites_assert_no_leaks(&agon_entropy_codec, 3000, &oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_only_the_generator_is_hidden, leave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
