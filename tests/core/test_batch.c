// Batches: the same matches as one by one, in every game; resets, refusals, rows.
#include "tests/support/support.h"

#include "agon/batch.h"

#define LANES 5
#define STEPS 300

typedef struct rig {
    void *config;
    agon_game *game;
    agon_batch batch;
    agon_batch_rows rows;
    uint32_t width, words;
    agon_state *single; // what lane 0 should be
    agon_state *view;
    uint64_t *unfolded;
} rig;

static void *need(size_t size) {
    void *memory = calloc(1, size ? size : 1);
    assert_non_null(memory);
    return memory;
}

static void set_up(rig *r, const agon_rules *rules, bool resets) {
    *r = (rig){.config = need(rules->config_size)};
    rules->config_default(r->config, 0);
    r->game = need(agon_game_size(rules, r->config));
    assert_int_equal(agon_configure(rules, r->config, r->game, NULL), AGON_OK);
    const agon_space *space = agon_space_find(rules);
    assert_non_null(space);
    r->batch = (agon_batch){.game = r->game,
                            .space = space,
                            .config = r->config,
                            .lanes = LANES,
                            .seed = agon_seed_number(7),
                            .resets = resets,
                            .memory = need(agon_batch_size(r->game, LANES))};
    r->width = agon_space_width(space, r->game);
    r->words = agon_space_mask_words(space, r->game);
    r->rows = (agon_batch_rows){.players = need(LANES),
                                .observations = need(LANES * r->width * sizeof(int16_t)),
                                .masks = need(LANES * r->words * sizeof(uint64_t)),
                                .ended = need(LANES),
                                .outcomes = need((size_t)LANES * r->game->players)};
    r->single = need(r->game->state_max);
    r->view = need(r->game->state_max);
    agon_batch_start(&r->batch);
    r->rows.folded = need(LANES * r->batch.folded_words * sizeof(uint64_t));
    r->unfolded = need(r->words * sizeof(uint64_t));
    agon_batch_look(&r->batch, &r->rows);
    agon_init(r->game, r->config, agon_seed_number(7), r->single);
}

static void tear_down(rig *r) {
    void *all[] = {r->config,     r->game,       r->batch.memory,  r->rows.players,
                   r->rows.masks, r->rows.ended, r->rows.outcomes, r->rows.observations,
                   r->single,     r->view,       r->rows.folded,   r->unfolded};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        free(all[i]);
    }
}

// A number that the lane's mask allows, or 0 if none does.
static uint32_t choose(const rig *r, uint32_t lane, agon_rng *rng) {
    const uint64_t *mask = r->rows.masks + (size_t)lane * r->words;
    uint32_t total = r->batch.space->action_count(r->game);
    uint32_t start = agon_uniform(rng, total);
    for (uint32_t i = 0; i < total; i++) {
        uint32_t index = (start + i) % total;
        if (mask[index / 64] >> (index % 64) & 1u) {
            return index;
        }
    }
    return 0;
}

// Lane 0's row is what the space says about the single match.
static void compare_row(rig *r) {
    int player = r->rows.players[0];
    int16_t *row = need(r->width * sizeof *row);
    uint64_t *mask = need(r->words * sizeof *mask);
    assert_true(r->single->to_act >> player & 1u);
    assert_int_equal(agon_view(r->game, r->single, player, r->view), AGON_OK);
    r->batch.space->observe(r->game, r->view, row);
    agon_space_mask_listed(r->batch.space, r->game, r->single, player, mask);
    assert_memory_equal(row, r->rows.observations, r->width * sizeof *row);
    assert_memory_equal(mask, r->rows.masks, r->words * sizeof *mask);
    free(row);
    free(mask);
}

static void equals_single_steps(void **state) {
    rig r;
    set_up(&r, *state, false);
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    for (int step = 0; step < STEPS && !r.single->over; step++) {
        uint32_t indexes[LANES];
        compare_row(&r);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            indexes[lane] = choose(&r, lane, &rng);
        }
        int player = r.rows.players[0];
        agon_action action = r.batch.space->action_at(r.game, r.single, player, indexes[0]);
        assert_int_equal(agon_apply(r.game, r.single, player, action, NULL, r.single, NULL),
                         AGON_OK);
        assert_int_equal(agon_batch_step(&r.batch, indexes, &r.rows), 0);
        assert_int_equal(agon_hash(r.game, agon_batch_state(&r.batch, 0)),
                         agon_hash(r.game, r.single));
        assert_int_equal(r.rows.ended[0], r.single->over);
    }
    if (r.single->over) {
        assert_int_equal(r.rows.players[0], AGON_NOBODY);
    }
    tear_down(&r);
}

// Folded masks stand for the masks, in lanes that are over too.
static void folds_masks(void **state) {
    rig r;
    set_up(&r, *state, false);
    agon_rng rng = agon_rng_make(agon_seed_number(3));
    uint32_t indexes[LANES];
    for (int step = 0; step < STEPS; step++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const uint64_t *folded = r.rows.folded + (size_t)lane * r.batch.folded_words;
            agon_space_unfold(r.batch.space, r.game, folded, r.unfolded);
            assert_memory_equal(r.unfolded, r.rows.masks + (size_t)lane * r.words,
                                r.words * sizeof(uint64_t));
            indexes[lane] = agon_space_choose(r.batch.space, r.game, folded, &rng);
            assert_int_equal(indexes[lane] == AGON_NO_INDEX, r.rows.players[lane] == AGON_NOBODY);
        }
        assert_int_equal(agon_batch_step(&r.batch, indexes, &r.rows), 0);
    }
    tear_down(&r);
}

// The first state of Space Conquest: one origin with four ships, fifteen destinations, COMMIT. Each of
// the 61 numbers is chosen about as often as the others.
static void chooses_uniformly(void **state) {
    (void)state;
    enum { EACH = 400, NUMBERS = 61 };
    rig r;
    set_up(&r, agon_codec_find("space-conquest")->rules, false);
    agon_rng rng = agon_rng_make(agon_seed_number(4));
    uint16_t *chosen = need(r.words * 64 * sizeof *chosen);
    for (int i = 0; i < EACH * NUMBERS; i++) {
        chosen[agon_space_choose(r.batch.space, r.game, r.rows.folded, &rng)]++;
    }
    uint32_t different = 0;
    for (uint32_t number = 0; number < r.words * 64; number++) {
        different += chosen[number] > 0;
        assert_true(chosen[number] == 0 ||
                    (chosen[number] > EACH * 3 / 4 && chosen[number] < EACH * 5 / 4));
    }
    assert_int_equal(different, NUMBERS);
    free(chosen);
    tear_down(&r);
}

static void resets_and_refuses(void **state) {
    rig r;
    set_up(&r, *state, true);
    agon_rng rng = agon_rng_make(agon_seed_number(2));
    uint32_t indexes[LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
        indexes[lane] = lane == 1 ? r.batch.space->action_count(r.game) : choose(&r, lane, &rng);
    }
    uint64_t before = agon_hash(r.game, agon_batch_state(&r.batch, 1));
    assert_int_equal(agon_batch_step(&r.batch, indexes, &r.rows), 1);
    assert_int_equal(agon_hash(r.game, agon_batch_state(&r.batch, 1)), before);
    for (int step = 0; step < STEPS; step++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            indexes[lane] = choose(&r, lane, &rng);
        }
        uint64_t started = r.batch.matches;
        assert_int_equal(agon_batch_step(&r.batch, indexes, &r.rows), 0);
        int ended = 0;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            assert_false(agon_batch_state(&r.batch, lane)->over);
            ended += r.rows.ended[lane];
        }
        assert_int_equal(r.batch.matches - started, ended);
    }
    tear_down(&r);
}

// ---------------------------------------------------------------------------------------------
// Outcomes: 1 won alone, 0 shared or drawn, −1 lost; and 0 where no match ended

static int outcome_of(agon_viewers winners, int player) {
    if (winners == agon_viewer_bit(player)) {
        return 1;
    }
    return winners == 0 || (winners & agon_viewer_bit(player)) ? 0 : -1;
}

// How many lanes ended with more than one winner.
static int compare_outcomes(const rig *r) {
    int shared = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const agon_state *state = agon_batch_state(&r->batch, lane);
        agon_viewers winners = state->over ? agon_winners(r->game, state) : 0;
        for (int p = 0; p < r->game->players; p++) {
            int expected = r->rows.ended[lane] ? outcome_of(winners, p) : 0;
            assert_int_equal(r->rows.outcomes[(int)lane * r->game->players + p], expected);
        }
        shared += r->rows.ended[lane] && (winners & (winners - 1)) != 0;
    }
    return shared;
}

static int play_lanes(rig *r, int64_t seed) {
    agon_rng rng = agon_rng_make(agon_seed_number(seed));
    int shared = 0;
    for (int step = 0; step < STEPS; step++) {
        uint32_t indexes[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++) {
            indexes[lane] = choose(r, lane, &rng);
        }
        assert_int_equal(agon_batch_step(&r->batch, indexes, &r->rows), 0);
        shared += compare_outcomes(r);
    }
    return shared;
}

static void tells_outcomes(void **state) {
    rig r;
    set_up(&r, *state, false);
    play_lanes(&r, 3);
    tear_down(&r);
}

// Short matches of Stellar Skirmish, until some of them were shared.
static void tells_shared_wins(void **state) {
    (void)state;
    rig r;
    int shared = 0;
    set_up(&r, agon_codec_find("stellar-skirmish")->rules, false);
    for (int64_t seed = 0; seed < 50 && shared == 0; seed++) {
        r.batch.seed = agon_seed_number(1000 * seed);
        agon_batch_start(&r.batch);
        agon_batch_look(&r.batch, &r.rows);
        shared += play_lanes(&r, seed);
    }
    assert_true(shared > 0);
    tear_down(&r);
}

// Every pair of choices: the next one beats the one before it, and the same choice is a draw.
static void tells_draws(void **state) {
    (void)state;
    static const int first[] = {0, 1, -1};
    rig r;
    set_up(&r, agon_codec_find("rock-paper-scissors")->rules, false);
    for (uint32_t pair = 0; pair < 9; pair++) {
        agon_batch_start(&r.batch);
        for (uint32_t turn = 0; turn < 2; turn++) {
            uint32_t choice = turn == 0 ? pair / 3 : pair % 3;
            uint32_t indexes[LANES] = {choice, choice, choice, choice, choice};
            assert_int_equal(agon_batch_step(&r.batch, indexes, &r.rows), 0);
        }
        int expected = first[(pair / 3 + 3 - pair % 3) % 3];
        for (int lane = 0; lane < LANES; lane++) {
            assert_int_equal(r.rows.ended[lane], 1);
            assert_int_equal(r.rows.outcomes[2 * lane], expected);
            assert_int_equal(r.rows.outcomes[2 * lane + 1], -expected);
        }
    }
    tear_down(&r);
}

int main(void) {
    struct CMUnitTest tests[64] = {cmocka_unit_test(tells_shared_wins),
                                   cmocka_unit_test(tells_draws),
                                   cmocka_unit_test(chooses_uniformly)};
    size_t count = 3;
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)) && count + 4 <= 64; i++) {
        void *rules = (void *)codec->rules;
        tests[count++] =
            (struct CMUnitTest){codec->rules->id, equals_single_steps, NULL, NULL, rules};
        tests[count++] =
            (struct CMUnitTest){codec->rules->id, resets_and_refuses, NULL, NULL, rules};
        tests[count++] = (struct CMUnitTest){codec->rules->id, tells_outcomes, NULL, NULL, rules};
        tests[count++] = (struct CMUnitTest){codec->rules->id, folds_masks, NULL, NULL, rules};
    }
    return _cmocka_run_group_tests("batch", tests, count, NULL, NULL);
}
