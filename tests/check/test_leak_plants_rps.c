// Planted leaks in Rock-Paper-Scissors: the leak check must find every one of them.
//
// A plant is a copy of a game's rules or codec with one function that tells too much. The honest
// game passes the same check (test_leaks.c), so what is found here is the plant.
#include "tests/support/support.h"

#include "tests/support/plants.h"
#include "games/rock-paper-scissors/state.h"

extern const agon_codec agon_rps_codec;

// --- Rock-Paper-Scissors: the generator ------------------------------------------------------

static void rps_view_with_seed(const agon_game *game, const agon_state *state, int viewer,
                               agon_state *out) {
    agon_rps_view(game, state, viewer, out);
    memcpy(((rps_state *)out)->seed, ((const rps_state *)state)->seed,
           sizeof((rps_state *)out)->seed);
}

static void rps_resample_keeping_seed(const agon_game *game, const agon_state *view, agon_rng *bits,
                                      agon_state *out) {
    agon_rps_resample(game, view, bits, out);
    memcpy(((rps_state *)out)->seed, ((const rps_state *)view)->seed,
           sizeof((rps_state *)out)->seed);
}

static void sow_generator_in_view(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = rps_view_with_seed;
}

static void sow_generator_kept(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = rps_view_with_seed;
    rules->resample = rps_resample_keeping_seed;
}

// --- Rock-Paper-Scissors: the other's choice -------------------------------------------------

static uint8_t others_choice(const agon_state *state, int player) {
    return ((const rps_state *)state)->choices[1 - player];
}

static void rps_view_with_choices(const agon_game *game, const agon_state *state, int viewer,
                                  agon_state *out) {
    agon_rps_view(game, state, viewer, out);
    memcpy(((rps_state *)out)->choices, ((const rps_state *)state)->choices, 2);
}

static void sow_choice_in_view(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = rps_view_with_choices;
    rules->space = NULL; // it would find the leak first, and L4 is to be seen
}

static agon_status rps_step_showing_all(const agon_game *game, agon_state *state, int player,
                                        agon_action action, const agon_context *context) {
    return plant_step_showing_all(&agon_rps_rules, game, state, player, action, context);
}

static void sow_event_to_wrong_viewer(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = rps_step_showing_all;
}

static uint32_t rps_count_by_secret(const agon_game *game, const agon_state *state, int player) {
    uint32_t count = agon_rps_rules.count(game, state, player);
    return others_choice(state, player) == RPS_FIRST_CHOICE ? count - 1 : count;
}

static void sow_count_by_secret(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->count = rps_count_by_secret;
}

static agon_action rps_nth_by_secret(const agon_game *game, const agon_state *state, int player,
                                     uint32_t i) {
    uint32_t turn = others_choice(state, player) == RPS_FIRST_CHOICE + 1 ? 1 : 0;
    return agon_rps_rules.nth(game, state, player, (i + turn) % 3);
}

static void sow_order_of_actions_by_secret(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->nth = rps_nth_by_secret;
}

static agon_status rps_check_that_tells(const agon_game *game, const agon_state *state, int player,
                                        agon_action action, agon_error *error) {
    agon_status status = agon_rps_rules.check(game, state, player, action, error);
    if (status != AGON_OK && others_choice(state, player) == RPS_FIRST_CHOICE) {
        return agon_error_set(error, status, NULL, "no, and remember that paper wraps rock");
    }
    return status;
}

static void sow_error_text_that_tells(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->check = rps_check_that_tells;
}

static agon_status rps_check_by_secret(const agon_game *game, const agon_state *state, int player,
                                       agon_action action, agon_error *error) {
    if (action.a == AGON_RPS_SCISSORS && others_choice(state, player) == RPS_FIRST_CHOICE) {
        return agon_error_set(error, AGON_INVALID_MOVE, NULL, "not this one");
    }
    return agon_rps_rules.check(game, state, player, action, error);
}

static void sow_check_by_secret(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->check = rps_check_by_secret;
}

static const plant plants[] = {
    {"generator in view", &agon_rps_codec, "L1 view", sow_generator_in_view, NULL},
    {"generator in view and kept by resample", &agon_rps_codec, "L4", sow_generator_kept, NULL},
    {"other's choice in view", &agon_rps_codec, "L4", sow_choice_in_view, NULL},
    {"event shown to the wrong viewer", &agon_rps_codec, "L2 event", sow_event_to_wrong_viewer,
     NULL},
    {"number of valid actions", &agon_rps_codec, "L1 valid actions", sow_count_by_secret, NULL},
    {"order of valid actions", &agon_rps_codec, "L1 valid actions", sow_order_of_actions_by_secret,
     NULL},
    {"error text that tells", &agon_rps_codec, "L1 check", sow_error_text_that_tells, NULL},
    {"verdict that tells", &agon_rps_codec, "L1 check", sow_check_by_secret, NULL},
};

int main(void) {
    return plants_run("leak_plants_rps", plants, sizeof plants / sizeof plants[0]);
}
