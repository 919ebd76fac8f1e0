// Planted faults in a game's space: conformance and leak check must find every one of them.
//
// A plant is the space of Rock-Paper-Scissors with one function that does wrong. The honest space
// passes.
#include "tests/support/support.h"

#include "agon/conformance.h"
#include "agon/leaks.h"

#include "games/rock-paper-scissors/rock-paper-scissors.h"

static const agon_space *honest;

// --- Tables --------------------------------------------------------------------------------------

static uint32_t count_nothing(const agon_game *game) {
    (void)game;
    return 0;
}

static uint32_t count_one_more(const agon_game *game) {
    return honest->action_count(game) + 1;
}

static bool field_without_meaning(const agon_game *game, uint32_t i, agon_space_field *field) {
    bool is_there = honest->field(game, i, field);
    field->meaning = i == 0 ? NULL : field->meaning;
    return is_there;
}

// --- Numbers -------------------------------------------------------------------------------------

static agon_action action_of_another_number(const agon_game *game, const agon_state *state,
                                            int player, uint32_t index) {
    return honest->action_at(game, state, player, (index + 1) % honest->action_count(game));
}

static agon_action action_that_is_refused(const agon_game *game, const agon_state *state,
                                          int player, uint32_t index) {
    agon_action action = honest->action_at(game, state, player, index);
    action.type = index == 2 ? 250 : action.type;
    return action;
}

static uint32_t index_the_same(const agon_game *game, const agon_state *state, int player,
                               agon_action action) {
    return honest->index_of(game, state, player, action) / 2;
}

static uint32_t index_too_high(const agon_game *game, const agon_state *state, int player,
                               agon_action action) {
    return honest->index_of(game, state, player, action) + 64;
}

// --- Masks ---------------------------------------------------------------------------------------

static void mask_without_one(const agon_game *game, const agon_state *state, int player,
                             uint64_t *mask) {
    honest->mask(game, state, player, mask);
    mask[0] &= ~UINT64_C(2);
}

static void mask_too_long(const agon_game *game, const agon_state *state, int player,
                          uint64_t *mask) {
    honest->mask(game, state, player, mask);
    mask[1] = 0;
}

static void mask_empty_on_views(const agon_game *game, const agon_state *state, int player,
                                uint64_t *mask) {
    honest->mask(game, state, player, mask);
    mask[0] = state->viewer == AGON_NOBODY ? mask[0] : 0;
}

static void mask_by_turns(const agon_game *game, const agon_state *state, int player,
                          uint64_t *mask) {
    static unsigned calls;
    honest->mask(game, state, player, mask);
    mask[0] = calls++ % 2 ? mask[0] : 0;
}

// --- Observations --------------------------------------------------------------------------------

static void observe_all_but_one(const agon_game *game, const agon_state *view, int16_t *row) {
    int16_t kept = row[1];
    honest->observe(game, view, row);
    row[1] = kept;
}

static void observe_too_much(const agon_game *game, const agon_state *view, int16_t *row) {
    honest->observe(game, view, row);
    row[agon_space_width(honest, game)] = 1;
}

static void observe_calls(const agon_game *game, const agon_state *view, int16_t *row) {
    static int16_t calls;
    honest->observe(game, view, row);
    row[0] = calls++;
}

// Where the view lies in memory is none of its facts.
static void observe_address(const agon_game *game, const agon_state *view, int16_t *row) {
    honest->observe(game, view, row);
    row[0] = (int16_t)((uintptr_t)view >> 4 & 0x3fff);
}

// --- Shortcuts -----------------------------------------------------------------------------------

// The other's choice as it is.
static void observe_hidden(const agon_game *game, const agon_state *state, int player,
                           int16_t *row) {
    honest->observe_state(game, state, player, row);
    int choice = agon_rps_choice(state, 1 - player);
    row[1] = (int16_t)(choice >= 0 ? choice + 1 : row[1]);
}

static void observe_state_too_much(const agon_game *game, const agon_state *state, int player,
                                   int16_t *row) {
    honest->observe_state(game, state, player, row);
    row[agon_space_width(honest, game)] = 1;
}

static void fold_without_one(const agon_game *game, const agon_state *state, int player,
                             uint64_t *folded) {
    honest->mask(game, state, player, folded);
    folded[0] &= ~UINT64_C(2);
}

static void fold_too_long(const agon_game *game, const agon_state *state, int player,
                          uint64_t *folded) {
    honest->mask(game, state, player, folded);
    folded[1] = 0;
}

static void fold_more(const agon_game *game, const agon_state *state, int player,
                      uint64_t *folded) {
    honest->mask(game, state, player, folded);
    folded[0] = UINT64_C(8);
}

static void fold_less_on_views(const agon_game *game, const agon_state *state, int player,
                               uint64_t *folded) {
    honest->mask(game, state, player, folded);
    folded[0] = state->viewer == AGON_NOBODY ? folded[0] : 1;
}

// -------------------------------------------------------------------------------------------------

typedef struct plant {
    const char *expected; // in some finding
    agon_space space;     // NULL: as the honest one
} plant;

static const plant conformance[] = {
    {"there are no action numbers", {.action_count = count_nothing}},
    {"the parts of the action numbers are 3, not 4", {.action_count = count_one_more}},
    {"part 0 of the observations is not described", {.field = field_without_meaning}},
    {"comes back as", {.action_at = action_of_another_number}},
    {"not valid, but in the mask", {.action_at = action_that_is_refused}},
    {"two valid actions of player", {.index_of = index_the_same}},
    {"number 65 is too high", {.index_of = index_too_high}},
    {"is not that of its valid actions", {.mask = mask_without_one}},
    {"valid, and not in the mask", {.mask = mask_without_one}},
    {"the mask is written beyond its end", {.mask = mask_too_long}},
    {"the mask is another one on the view", {.mask = mask_empty_on_views}},
    {"a value of the observation is not written", {.observe = observe_all_but_one}},
    {"a row is written beyond its end", {.observe = observe_too_much}},
    {"the observation depends on what the view hides", {.observe = observe_address}},
    {"the observation of the state is not that of the view", {.observe_state = observe_hidden}},
    {"beyond its end, from the state", {.observe_state = observe_state_too_much}},
    {"the folded mask of player 0 stands for another one", {.fold = fold_without_one}},
    {"the folded mask is written beyond its end", {.fold = fold_too_long}},
    {"number 3 was chosen, which is not in the mask", {.fold = fold_more}},
    {"the folded mask is another one on the view", {.fold = fold_less_on_views}},
};

static const plant leaks[] = {
    {"player index 0): value 0 (own) of the observation: 0 and 1", {.observe = observe_calls}},
    {"value 1 (other) of the observation of the state: 1 and", {.observe_state = observe_hidden}},
    {"the mask of valid actions depends on what is hidden", {.mask = mask_by_turns}},
};

static agon_space space_of(const plant *p) {
    agon_space space = *honest;
    space.action_count = p->space.action_count ? p->space.action_count : space.action_count;
    space.action_at = p->space.action_at ? p->space.action_at : space.action_at;
    space.index_of = p->space.index_of ? p->space.index_of : space.index_of;
    space.mask = p->space.mask ? p->space.mask : space.mask;
    space.field = p->space.field ? p->space.field : space.field;
    space.observe = p->space.observe ? p->space.observe : space.observe;
    space.observe_state = p->space.observe_state ? p->space.observe_state : space.observe_state;
    space.fold = p->space.fold ? p->space.fold : space.fold;
    return space;
}

static agon_text reports; // of all plants so far

// The report that was added last.
static void expect_text(size_t start, const char *expected) {
    if (!strstr(reports.data + start, expected)) {
        fail_msg("no finding of \"%s\" in\n%s", expected, reports.data + start);
    }
}

static void conformance_finds(void **state) {
    (void)state;
    static agon_conformance_report report;
    const agon_codec *codec = agon_codec_find("rock-paper-scissors");
    for (size_t i = 0; i < sizeof conformance / sizeof conformance[0]; i++) {
        agon_space space = space_of(&conformance[i]);
        size_t start = reports.length;
        assert_int_equal(agon_conformance_space(codec, &space, NULL, 3, 1, &report, NULL), AGON_OK);
        agon_conformance_write(&report, &reports);
        expect_text(start, conformance[i].expected);
    }
    assert_int_equal(agon_conformance_space(codec, honest, NULL, 3, 1, &report, NULL), AGON_OK);
    assert_int_equal(report.findings.count, 0);
}

static void leak_check_finds(void **state) {
    (void)state;
    const agon_codec *codec = agon_codec_find("rock-paper-scissors");
    for (size_t i = 0; i < sizeof leaks / sizeof leaks[0]; i++) {
        agon_space space = space_of(&leaks[i]);
        const agon_leaks_oracle oracle = {.space = &space};
        agon_leaks_report report;
        size_t start = reports.length;
        assert_int_equal(agon_leaks_check_with(codec, NULL, 20, 1, &oracle, &report, NULL),
                         AGON_OK);
        agon_leaks_write(&report, &reports);
        expect_text(start, leaks[i].expected);
    }
}

// Figures and findings to the letter: a check that is left out or made twice shows here.
static void reports_are_the_same(void **state) {
    (void)state;
    support_golden("checks/space_plants.txt", &reports);
}

int main(void) {
    honest = agon_space_find(agon_codec_find("rock-paper-scissors")->rules);
    const struct CMUnitTest tests[] = {cmocka_unit_test(conformance_finds),
                                       cmocka_unit_test(leak_check_finds),
                                       cmocka_unit_test(reports_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
