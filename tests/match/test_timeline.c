// A replay at any move: the state at every position is the one that the moves before it made, whatever
// was looked at before.
#include "tests/support/record.h"
#include "tests/support/toy.h"

#include "agon/timeline.h"

#define POSITIONS 200

static uint64_t hash_at(agon_timeline *timeline, size_t position) {
    agon_timeline_seek(timeline, position);
    assert_int_equal(timeline->at, position);
    return agon_hash(timeline->replay.table.game, timeline->state);
}

// By hand, from the beginning: one move after another, never from a state that was kept.
static size_t play_again(const agon_timeline *timeline, uint64_t hashes[POSITIONS]) {
    const agon_game *game = timeline->replay.table.game;
    agon_state *state = malloc(game->state_max);
    assert_non_null(state);
    agon_copy(state, timeline->state);
    hashes[0] = agon_hash(game, state);
    for (size_t i = 0; i < timeline->count; i++) {
        const agon_timeline_move *move = &timeline->moves[i];
        for (size_t k = 0; k < move->action_count; k++) {
            assert_int_equal(agon_apply(game, state, move->player,
                                        timeline->actions[move->first_action + k], NULL, state,
                                        NULL),
                             AGON_OK);
        }
        hashes[i + 1] = agon_hash(game, state);
    }
    free(state);
    return timeline->count;
}

static void test_every_position(void **unused) {
    (void)unused;
    agon_text text = {0};
    record_match(&(recording){.codec = &toy_codec, .players = 3, .seed = agon_seed_number(11)},
                 &text);
    agon_timeline timeline;
    assert_int_equal(agon_timeline_open(&timeline, text.data, text.length, &toy_codec, NULL),
                     AGON_OK);
    assert_true(timeline.verdict.ok);
    assert_true(timeline.count > 3 && timeline.count < POSITIONS);
    uint64_t hashes[POSITIONS];
    const size_t count = play_again(&timeline, hashes);
    for (size_t i = 0; i <= count; i++) {
        assert_int_equal(hash_at(&timeline, i), hashes[i]);
    }
    for (size_t i = count + 1; i-- > 0;) {
        assert_int_equal(hash_at(&timeline, i), hashes[i]);
    }
    agon_timeline_seek(&timeline, SIZE_MAX);
    assert_int_equal(timeline.at, count);
    assert_true(timeline.state->over);
    assert_int_not_equal(hashes[0], hashes[1]);
    agon_timeline_close(&timeline);
    agon_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position),
    };
    return cmocka_run_group_tests_name("timeline", tests, NULL, NULL);
}
