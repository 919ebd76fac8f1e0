// Planted faults: the conformance suite must find every one; the honest game passes elsewhere.
#include "tests/support/support.h"

#include "agon/conformance.h"
#include "tests/support/toy.h"

#define MATCHES 9

typedef struct fault {
    const char *name;
    const char *expected; // the rule of some finding
    void (*sow)(agon_rules *rules, agon_codec *codec);
} fault;

static toy_state *toy(agon_state *state) {
    return (toy_state *)state;
}

static const toy_state *seen(const agon_state *state) {
    return (const toy_state *)state;
}

// --- Actions -----------------------------------------------------------------------------------

static agon_action nth_twice(const agon_game *game, const agon_state *state, int player,
                             uint32_t i) {
    return toy_rules.nth(game, state, player, i / 2);
}

static void sow_action_twice(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->nth = nth_twice;
}

static agon_action nth_unstable(const agon_game *game, const agon_state *state, int player,
                                uint32_t i) {
    static uint32_t calls;
    return toy_rules.nth(game, state, player,
                         (i + calls++ / 7) % toy_rules.count(game, state, player));
}

static void sow_unstable_list(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->nth = nth_unstable;
}

static uint32_t count_one_more(const agon_game *game, const agon_state *state, int player) {
    return toy_rules.count(game, state, player) + 1;
}

static void sow_listed_but_refused(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->count = count_one_more;
}

static uint32_t count_none(const agon_game *game, const agon_state *state, int player) {
    return seen(state)->asked ? 0 : toy_rules.count(game, state, player);
}

static void sow_nothing_to_do(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->count = count_none;
}

static agon_status step_faulty(const agon_game *game, agon_state *state, int player,
                               agon_action action, const agon_context *context) {
    if (action.type == TOY_PLAY && action.a == 2) {
        return AGON_ENGINE_FAULT;
    }
    return toy_rules.step(game, state, player, action, context);
}

static void sow_accepted_but_not_applied(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = step_faulty;
}

// --- Steps ---------------------------------------------------------------------------------------

static agon_status step_unstable(const agon_game *game, agon_state *state, int player,
                                 agon_action action, const agon_context *context) {
    static int calls;
    agon_status status = toy_rules.step(game, state, player, action, context);
    toy(state)->points[player] = (uint8_t)(toy(state)->points[player] + calls++ % 2);
    return status;
}

static void sow_not_repeatable(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = step_unstable;
}

static agon_status check_that_writes(const agon_game *game, const agon_state *state, int player,
                                     agon_action action, agon_error *error) {
    toy((agon_state *)state)->spare[0]++;
    return toy_rules.check(game, state, player, action, error);
}

static void sow_input_written(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->check = check_that_writes;
}

static agon_status step_with_listener(const agon_game *game, agon_state *state, int player,
                                      agon_action action, const agon_context *context) {
    agon_status status = toy_rules.step(game, state, player, action, context);
    toy(state)->points[player] =
        (uint8_t)(toy(state)->points[player] + (agon_wants_events(context) ? 1 : 0));
    return status;
}

static void sow_events_matter(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = step_with_listener;
}

// What lies beyond the used bytes takes part.
static void init_short(const agon_game *game, const void *config, agon_seed seed,
                       agon_state *state) {
    toy_rules.init(game, config, seed, state);
    state->used = offsetof(toy_state, rng);
}

static void sow_used_too_small(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->init = init_short;
}

// A draw that does not go through the context.
static agon_status step_with_own_draw(const agon_game *game, agon_state *state, int player,
                                      agon_action action, const agon_context *context) {
    agon_status status = toy_rules.step(game, state, player, action, context);
    if (context && context->draws && context->draws->count == 0) {
        toy(state)->points[player]++;
    }
    return status;
}

static void sow_draws_matter(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = step_with_own_draw;
}

// --- JSON and bytes --------------------------------------------------------------------------------

static void pack_less(const agon_game *game, agon_state *state, agon_pack *p) {
    uint8_t points[TOY_MAX_PLAYERS];
    memcpy(points, toy(state)->points, sizeof points);
    memset(toy(state)->points, 0, sizeof points);
    toy_rules.pack(game, state, p);
    if (p->mode != AGON_PACK_READ) {
        memcpy(toy(state)->points, points, sizeof points);
    }
}

static void sow_field_not_packed(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->pack = pack_less;
}

static bool state_read_less(const agon_game *game, const agon_cursor *at, agon_state *state) {
    bool is_read = toy_codec.state_read(game, at, state);
    toy(state)->points[0] = 0;
    return is_read;
}

static void sow_field_not_read(agon_rules *rules, agon_codec *codec) {
    (void)rules;
    codec->state_read = state_read_less;
}

static void state_write_twice(const agon_game *game, const agon_state *state, agon_json *json) {
    toy_codec.state_write(game, state, json);
    toy_codec.state_write(game, state, json);
}

static void sow_not_json(agon_rules *rules, agon_codec *codec) {
    (void)rules;
    codec->state_write = state_write_twice;
}

static bool action_read_first(const agon_game *game, const agon_state *state, const agon_cursor *at,
                              agon_action *actions, size_t *count) {
    bool is_read = toy_codec.action_read(game, state, at, actions, count);
    actions[0].a = 0;
    return is_read;
}

static void sow_action_read_as_another(agon_rules *rules, agon_codec *codec) {
    (void)rules;
    codec->action_read = action_read_first;
}

static int player_read_nobody(const agon_game *game, const agon_value *value) {
    (void)game;
    (void)value;
    return 0;
}

static void sow_player_read_as_another(agon_rules *rules, agon_codec *codec) {
    (void)rules;
    codec->player_read = player_read_nobody;
}

static agon_status validate_lax(const agon_game *game, agon_state *state, agon_error *error) {
    toy(state)->note = 0;
    return toy_rules.validate(game, state, error);
}

static void sow_bytes_mended(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->validate = validate_lax;
}

static agon_status validate_never(const agon_game *game, agon_state *state, agon_error *error) {
    (void)game;
    return state->over ? agon_error_set(error, AGON_BAD_STATE, "over", "no")
                       : toy_rules.validate(game, state, error);
}

static void sow_end_not_loadable(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->validate = validate_never;
}

// --- Views -------------------------------------------------------------------------------------------

static void view_fading(const agon_game *game, const agon_state *state, int viewer,
                        agon_state *out) {
    toy_rules.view(game, state, viewer, out);
    if (state->viewer != AGON_NOBODY) {
        toy(out)->deck_count = 0;
    }
}

static void sow_view_not_idempotent(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = view_fading;
}

static void view_without_hand(const agon_game *game, const agon_state *state, int viewer,
                              agon_state *out) {
    toy_rules.view(game, state, viewer, out);
    memset(toy(out)->hand_counts, 0, sizeof toy(out)->hand_counts);
}

static void sow_view_without_actions(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = view_without_hand;
}

static void view_without_points(const agon_game *game, const agon_state *state, int viewer,
                                agon_state *out) {
    toy_rules.view(game, state, viewer, out);
    memset(toy(out)->points, 0, sizeof toy(out)->points);
}

static void sow_view_without_scores(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = view_without_points;
}

static void resample_elsewhere(const agon_game *game, const agon_state *view, agon_rng *bits,
                               agon_state *out) {
    toy_rules.resample(game, view, bits, out);
    toy(out)->points[0] = (uint8_t)agon_uniform(bits, 3);
}

static void sow_resample_with_another_view(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->resample = resample_elsewhere;
}

static void resample_impossible(const agon_game *game, const agon_state *view, agon_rng *bits,
                                agon_state *out) {
    toy_rules.resample(game, view, bits, out);
    memset(toy(out)->deck, 1, toy(out)->deck_count);
}

static void sow_resample_impossible(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->resample = resample_impossible;
}

// --- The end, events -----------------------------------------------------------------------------------

static agon_status configure_short(const void *config, agon_game *game, agon_error *error) {
    agon_status status = toy_rules.configure(config, game, error);
    game->max_steps = 10;
    return status;
}

static void sow_bound_too_low(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->configure = configure_short;
}

static agon_viewers winners_beyond(const agon_game *game, const agon_state *state) {
    return (agon_viewers)(toy_rules.winners(game, state) | 1u << game->players);
}

static void sow_stranger_wins(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->winners = winners_beyond;
}

static agon_status step_past_end(const agon_game *game, agon_state *state, int player,
                                 agon_action action, const agon_context *context) {
    agon_status status = toy_rules.step(game, state, player, action, context);
    state->to_act = state->over ? 1 : state->to_act;
    return status;
}

static void sow_acting_after_the_end(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = step_past_end;
}

static agon_event planted; // what the steps of the plants below tell besides

static agon_status step_with_planted_event(const agon_game *game, agon_state *state, int player,
                                           agon_action action, const agon_context *context) {
    agon_emit(context, &planted);
    return toy_rules.step(game, state, player, action, context);
}

static void sow_field_of_no_numbers(agon_rules *rules, agon_codec *codec) {
    static const agon_event_field none = {"none", AGON_KIND_INT, 0, 0, 0};
    static agon_event_type types[TOY_EVENTS];
    (void)codec;
    memcpy(types, toy_rules.events, sizeof types);
    types[0] = (agon_event_type){.name = types[0].name, .fields = &none, .field_count = 1};
    rules->events = types;
}

static void sow_unknown_event(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    planted = (agon_event){.type = TOY_EVENTS, .visible = AGON_ALL};
    rules->step = step_with_planted_event;
}

static void sow_event_for_strangers(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    planted = (agon_event){.type = TOY_ROLLED, .visible = 0x40, .f = {0, 1}};
    rules->step = step_with_planted_event;
}

static void sow_stray_number(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    planted = (agon_event){.type = TOY_ROLLED, .visible = AGON_ALL, .f = {0, 1}};
    planted.f[AGON_EVENT_FIELDS - 1] = 7;
    rules->step = step_with_planted_event;
}

static void sow_event_of_nobody(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    planted = (agon_event){.type = TOY_ROLLED, .visible = AGON_ALL, .f = {-1, 1}};
    rules->step = step_with_planted_event;
}

// --- Shortcuts -----------------------------------------------------------------------------------------

static agon_action pick_first(const agon_game *game, const agon_state *state, int player,
                              agon_rng *rng) {
    (void)agon_uniform(rng, toy_rules.count(game, state, player));
    return toy_rules.nth(game, state, player, 0);
}

static void sow_pick_of_the_first(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->pick = pick_first;
}

static agon_action pick_with_two_draws(const agon_game *game, const agon_state *state, int player,
                                       agon_rng *rng) {
    uint32_t count = toy_rules.count(game, state, player);
    agon_action action = toy_rules.nth(game, state, player, agon_uniform(rng, count));
    (void)agon_uniform(rng, count);
    return action;
}

static void sow_pick_that_draws_twice(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->pick = pick_with_two_draws;
}

static agon_status act_unchecked(const agon_game *game, agon_state *state, int player,
                                 agon_action action, agon_error *error) {
    toy(state)->points[player]++;
    agon_status status = toy_rules.check(game, state, player, action, error);
    if (status == AGON_OK) {
        toy(state)->points[player]--;
        status = toy_rules.step(game, state, player, action, NULL);
    }
    return status;
}

static void sow_refusal_that_changes(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->act = act_unchecked;
}

static uint64_t playout_too_short(const agon_game *game, agon_state *state, agon_rng *rng,
                                  uint64_t most) {
    uint64_t made = 0;
    for (; made + 1 < most && state->to_act; made++) {
        int player = agon_current_player(game, state);
        agon_action action;
        if (agon_random_action(game, state, player, rng, &action) ||
            agon_apply(game, state, player, action, NULL, state, NULL)) {
            break;
        }
    }
    return made;
}

static void sow_playout_too_short(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->playout = playout_too_short;
}

static const fault faults[] = {
    {"action listed twice", "[actions]", sow_action_twice},
    {"unstable list", "[actions]", sow_unstable_list},
    {"listed but refused", "[actions]", sow_listed_but_refused},
    {"nothing to do", "[actions]", sow_nothing_to_do},
    {"accepted but not applied", "[refused]", sow_accepted_but_not_applied},
    {"not repeatable", "[apply]", sow_not_repeatable},
    {"input written", "[refused]", sow_input_written},
    {"events matter", "[apply]", sow_events_matter},
    {"used too small", "[copy]", sow_used_too_small},
    {"draws from outside matter", "[rolls]", sow_draws_matter},
    {"field not packed", "[pack]", sow_field_not_packed},
    {"field not read", "[json]", sow_field_not_read},
    {"not json", "[json]", sow_not_json},
    {"action read as another", "[json]", sow_action_read_as_another},
    {"player read as another", "[json]", sow_player_read_as_another},
    {"bytes mended", "[pack]", sow_bytes_mended},
    {"end not loadable", "[json]", sow_end_not_loadable},
    {"view not idempotent", "[view]", sow_view_not_idempotent},
    {"view without actions", "[view]", sow_view_without_actions},
    {"view without scores", "[view]", sow_view_without_scores},
    {"resample with another view", "[resample]", sow_resample_with_another_view},
    {"resample impossible", "[resample]", sow_resample_impossible},
    {"bound too low", "[end]", sow_bound_too_low},
    {"stranger wins", "[end]", sow_stranger_wins},
    {"acting after the end", "[end]", sow_acting_after_the_end},
    {"field of no numbers", "[events]", sow_field_of_no_numbers},
    {"unknown event", "[events]", sow_unknown_event},
    {"event for strangers", "[events]", sow_event_for_strangers},
    {"number without a field", "[events]", sow_stray_number},
    {"event of nobody", "[events]", sow_event_of_nobody},
    {"pick of the first", "[shortcut]", sow_pick_of_the_first},
    {"pick that draws twice", "[shortcut]", sow_pick_that_draws_twice},
    {"refusal that changes", "[shortcut]", sow_refusal_that_changes},
    {"playout too short", "[shortcut]", sow_playout_too_short},
};

static bool has_finding(const agon_conformance_report *report, const char *expected) {
    bool is_found = false;
    for (int i = 0; i < AGON_FINDINGS_KEPT; i++) {
        is_found |= strcmp(report->findings.first[i].rule, expected) == 0;
    }
    return is_found;
}

static agon_text reports; // of all faults so far

static void finds_the_fault(void **state) {
    const fault *f = *state;
    agon_rules rules = toy_rules;
    agon_codec codec = toy_codec;
    codec.rules = &rules;
    f->sow(&rules, &codec);
    static agon_conformance_report report;
    agon_error error = {0};
    assert_int_equal(agon_conformance_run(&codec, NULL, MATCHES, 1, &report, &error), AGON_OK);
    agon_text_printf(&reports, "%s: ", f->name);
    agon_conformance_write(&report, &reports);
    if (!has_finding(&report, f->expected)) {
        fail_msg("%s: no finding of %s", f->name, f->expected);
    }
}

// Figures and findings to the letter: a check that is left out or made twice shows here.
static void reports_are_the_same(void **state) {
    (void)state;
    support_golden("checks/conformance_plants.txt", &reports);
}

int main(void) {
    enum { FAULTS = sizeof faults / sizeof faults[0] };
    struct CMUnitTest tests[FAULTS + 1] = {{0}};
    for (size_t i = 0; i < FAULTS; i++) {
        tests[i] =
            (struct CMUnitTest){faults[i].name, finds_the_fault, NULL, NULL, (void *)&faults[i]};
    }
    tests[FAULTS] = (struct CMUnitTest)cmocka_unit_test(reports_are_the_same);
    return cmocka_run_group_tests_name("conformance_plants", tests, NULL, NULL);
}
