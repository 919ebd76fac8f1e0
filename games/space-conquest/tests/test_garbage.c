// Space Conquest: sets of garbage. Whatever a set contains, it is accepted (SC-13), and nothing is
// executed that should not be (SC-14, SC-15).
#include "games/space-conquest/tests/test_table.h"

static json_t *random_word(agon_rng *rng) {
    static const char *const words[] = {"A", "P", "C", "D", "E", "B", "Z", "a", "", "AA", "é"};
    switch (agon_uniform(rng, 6)) {
    case 0:
        return json_integer((json_int_t)agon_uniform(rng, 20));
    case 1:
        return json_null();
    default:
        return json_string(words[agon_uniform(rng, sizeof words / sizeof words[0])]);
    }
}

static json_t *random_ships(agon_rng *rng) {
    switch (agon_uniform(rng, 8)) {
    case 0:
        return json_real(1.5);
    case 1:
        return json_string("1");
    case 2:
        return json_true();
    case 3:
        return json_integer(-(json_int_t)agon_rng_next(rng) / 2);
    case 4:
        return agon_uniform(rng, 60) ? json_integer(0) : json_integer(1000);
    default:
        return json_integer((json_int_t)agon_uniform(rng, 2) + 1);
    }
}

static json_t *random_entry(agon_rng *rng) {
    if (agon_uniform(rng, 8) == 0) {
        return random_ships(rng);
    }
    json_t *entry = json_object();
    json_object_set_new(entry, "from", random_word(rng));
    json_object_set_new(entry, "to", random_word(rng));
    json_object_set_new(entry, "ships", random_ships(rng));
    return entry;
}

// What should become of the set, said a second time: ships left at A and D, and fleets; −1: dropped.
static int expected_fleets(const json_t *moves, json_int_t left[2]) {
    static const char stars[] = "APCDE";
    json_int_t total[2] = {0, 0};
    int fleets = 0;
    for (size_t i = 0; i < json_array_size(moves) && i < 128; i++) {
        const json_t *entry = json_array_get(moves, i);
        const json_t *ships = json_object_get(entry, "ships");
        const char *from = json_string_value(json_object_get(entry, "from"));
        const char *to = json_string_value(json_object_get(entry, "to"));
        int own = from && strcmp(from, "A") == 0 ? 0 : from && strcmp(from, "D") == 0 ? 1 : -1;
        if (own < 0 || !json_is_integer(ships) || json_integer_value(ships) <= 0) {
            continue;
        }
        total[own] += json_integer_value(ships);
        if (to && strlen(to) == 1 && strchr(stars, to[0]) && to[0] != from[0]) {
            left[own] -= json_integer_value(ships);
            fleets++;
        }
    }
    return total[0] > 60 || total[1] > 60 ? -1 : fleets;
}

static void play_garbage(agon_rng *rng) {
    json_t *moves = json_array();
    unsigned count = 1 + agon_uniform(rng, 140);
    for (unsigned i = 0; i < count; i++) {
        json_array_append_new(moves, random_entry(rng));
    }
    load_small();
    s->ships[0][A] = s->ships[0][D] = 60;
    agon_conquest_orders_count(s);
    json_int_t left[2] = {60, 60};
    int fleets = expected_fleets(moves, left);
    json_t *set = json_pack("{s:O}", "moves", moves);
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t steps;
    assert_int_equal(agon_action_read(codec(), table.game, table.state, agon_value_of(set), actions,
                                      &steps, NULL),
                     AGON_OK);
    assert_int_equal(steps, (count < 129 ? count : 129) + 1);
    for (size_t i = 0; i + 1 < steps; i++) {
        assert_int_equal(
            agon_apply(table.game, table.state, 0, actions[i], NULL, table.state, NULL), AGON_OK);
    }
    agon_conquest_orders_phase(s, NULL);
    assert_int_equal(s->counts[CONQUEST_FLEETS], fleets < 0 ? 0 : fleets);
    assert_int_equal(s->ships[0][A], fleets < 0 ? 60 : left[0]);
    assert_int_equal(s->ships[0][D], fleets < 0 ? 60 : left[1]);
    unsigned errors = (count < 128 ? count : 128) - (unsigned)fleets + (count > 128);
    assert_int_equal(s->counts[CONQUEST_ERRORS], fleets < 0 ? 1 : errors);
    json_decref(set);
    json_decref(moves);
    agon_table_free(&table);
}

static void test_garbage_sets(void **unused) {
    (void)unused;
    agon_rng rng = agon_rng_make(agon_seed_number(5));
    for (int i = 0; i < 400; i++) {
        play_garbage(&rng);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_garbage_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
