// Every kind of mistake that the checked library promises to find, made against it. Each must end in
// agon_assert_failed with the name of the function that was called wrongly.
#include <agon/agon.h>
#include <agon/games/entropy.h>
#include <agon/games/rock-paper-scissors.h>

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf trap;
static const char *trapped;

void agon_assert_failed(const char *function, const char *condition, const char *file, int line) {
    (void)condition;
    (void)file;
    (void)line;
    trapped = function;
    longjmp(trap, 1);
}

// Two matches of different games, and one of the same game for more players.
static agon_table rps, entropy, crowd;
static agon_state *spare;
static agon_rng rng;
static agon_action action;
static agon_text text;

static void open_table(const char *id, int players, agon_table *table) {
    if (agon_config_from_json(agon_codec_find(id), players, NULL, table, NULL) != AGON_OK) {
        exit(EXIT_FAILURE);
    }
}

// clang-format off
#define CASE(function, what, call) static void call_##function##_##what(void) { (void)!(call); }
#define VOID(function, what, call) static void call_##function##_##what(void) { call; }
#define CASES(CASE, VOID) \
    CASE(agon_game_size, null, agon_game_size(NULL, rps.config)) \
    CASE(agon_configure, null, agon_configure(rps.game->rules, NULL, spare_game, NULL)) \
    VOID(agon_init, null, agon_init(rps.game, NULL, agon_seed_number(1), spare)) \
    VOID(agon_copy, null, agon_copy(NULL, rps.state)) \
    VOID(agon_copy, alias, agon_copy(rps.state, rps.state)) \
    CASE(agon_check, null, agon_check(NULL, rps.state, 0, action, NULL)) \
    CASE(agon_check, other_game, agon_check(rps.game, entropy.state, 0, action, NULL)) \
    CASE(agon_apply, null, agon_apply(rps.game, NULL, 0, action, NULL, spare, NULL)) \
    CASE(agon_apply, null_out, agon_apply(rps.game, rps.state, 0, action, NULL, NULL, NULL)) \
    CASE(agon_apply, other_game, agon_apply(entropy.game, rps.state, 0, action, NULL, spare, NULL)) \
    CASE(agon_apply, fewer_players, agon_apply(entropy.game, crowd.state, 0, action, NULL, spare, NULL)) \
    CASE(agon_apply, overlap, agon_apply(rps.game, rps.state, 0, action, NULL, inside(rps.state), NULL)) \
    CASE(agon_count, null, agon_count(rps.game, NULL, 0)) \
    CASE(agon_count, other_game, agon_count(rps.game, entropy.state, 0)) \
    CASE(agon_nth, beyond, agon_nth(rps.game, rps.state, 0, 3).type) \
    CASE(agon_nth, stranger, agon_nth(rps.game, rps.state, 2, 0).type) \
    CASE(agon_nth, null, agon_nth(NULL, rps.state, 0, 0).type) \
    CASE(agon_list, null, agon_list(rps.game, rps.state, 0, 0, NULL, 3)) \
    CASE(agon_random_action, null, agon_random_action(rps.game, rps.state, 0, NULL, &action)) \
    CASE(agon_random_action, other_game, agon_random_action(rps.game, entropy.state, 0, &rng, &action)) \
    CASE(agon_playout, other_game, agon_playout(rps.game, entropy.state, &rng, 9)) \
    CASE(agon_playout, null, agon_playout(rps.game, rps.state, NULL, 9)) \
    CASE(agon_view, null, agon_view(rps.game, rps.state, 0, NULL)) \
    CASE(agon_view, alias, agon_view(rps.game, rps.state, 0, rps.state)) \
    CASE(agon_view, overlap, agon_view(rps.game, rps.state, 0, inside(rps.state))) \
    CASE(agon_view, other_game, agon_view(entropy.game, rps.state, 0, spare)) \
    CASE(agon_resample, alias, agon_resample(rps.game, rps.state, &rng, rps.state)) \
    CASE(agon_resample, null, agon_resample(rps.game, rps.state, NULL, spare)) \
    CASE(agon_winners, null, agon_winners(NULL, rps.state)) \
    CASE(agon_winners, other_game, agon_winners(entropy.game, rps.state)) \
    VOID(agon_scores, null, agon_scores(rps.game, rps.state, NULL)) \
    CASE(agon_current_player, other_game, agon_current_player(rps.game, crowd.state)) \
    CASE(agon_pack_state, other_game, agon_pack_state(rps.game, entropy.state, NULL, 0, NULL)) \
    CASE(agon_unpack_state, null, agon_unpack_state(rps.game, NULL, 3, spare, NULL)) \
    CASE(agon_hash, null, agon_hash(rps.game, NULL)) \
    CASE(agon_hash, other_game, agon_hash(rps.game, entropy.state)) \
    CASE(agon_uniform, nothing, agon_uniform(&rng, 0)) \
    CASE(agon_queue_at, beyond, agon_queue_at(&queue.base, 4, 0).type) \
    CASE(agon_batch_state, beyond, agon_batch_state(&batch, 2)) \
    VOID(agon_batch_look, not_started, agon_batch_look(&batch, &rows)) \
    VOID(observe, leak, look_through(observe_hidden)) \
    CASE(agon_entropy_name, beyond, agon_entropy_name(entropy.game, 2)) \
    CASE(agon_bot_find, null, agon_bot_find(rps.game->rules, NULL)) \
    CASE(agon_codec_find, null, agon_codec_find(NULL)) \
    CASE(agon_config_from_json, null, agon_config_from_json(NULL, 0, NULL, &unused, NULL)) \
    CASE(agon_state_from_json, null, agon_state_from_json(rps.codec, NULL, &unused, NULL)) \
    CASE(agon_action_from_json, null, agon_action_from_json(&rps, NULL, &action, &count, NULL)) \
    VOID(agon_state_to_json, other_game, agon_state_to_json(&rps, entropy.state, &text)) \
    VOID(agon_viewer_to_json, beyond, agon_viewer_to_json(&rps, 2, &text)) \
    CASE(agon_rpc_handle, null, agon_rpc_handle(NULL, 3))
// clang-format on

// A place in the middle of a state, aligned.
static agon_state *inside(agon_state *state) {
    return (agon_state *)((char *)state + 8);
}

static agon_game *spare_game;
static AGON_QUEUE(4) queue;
static agon_batch batch = {.lanes = 2};
static agon_batch_rows rows;
static agon_table unused;

// A shortcut that tells the other's choice, and the batch that looks through one.
static void observe_hidden(const agon_game *game, const agon_state *state, int player,
                           int16_t *row) {
    agon_space_find(game->rules)->observe_state(game, state, player, row);
    row[1] = (int16_t)(row[1] ? agon_rps_choice(state, 1 - player) + 1 : 0);
}

static void look_through(void (*shortcut)(const agon_game *, const agon_state *, int, int16_t *)) {
    static uint64_t memory[64];
    int16_t observation[2];
    agon_space space = *agon_space_find(rps.game->rules);
    agon_batch leaky = {.game = rps.game, .config = rps.config, .lanes = 1, .memory = memory};
    agon_batch_rows seen = {.observations = observation};
    leaky.space = &space;
    space.observe_state = shortcut ? shortcut : space.observe_state;
    agon_batch_start(&leaky);
    uint32_t rock = 0;
    (void)agon_batch_step(&leaky, &rock, &seen);
}
static size_t count;

CASES(CASE, VOID)

#define ROW(function, what, call) {#function, #what, call_##function##_##what},
static const struct {
    const char *function, *what;
    void (*call)(void);
} cases[] = {CASES(ROW, ROW)};

static int run(size_t i) {
    trapped = "nothing";
    if (setjmp(trap) == 0) {
        cases[i].call();
    }
    if (strcmp(trapped, cases[i].function) == 0) {
        return 0;
    }
    printf("misuse: %s, %s: %s was caught\n", cases[i].function, cases[i].what, trapped);
    return 1;
}

// What is right passes: a match of each from beginning to end.
static void play(agon_table *table) {
    agon_copy(spare, table->state);
    while (!spare->over) {
        agon_playout(table->game, spare, &rng, 1);
    }
}

int main(void) {
    open_table("rock-paper-scissors", 0, &rps);
    open_table("entropy", 2, &entropy);
    open_table("entropy", 8, &crowd);
    rng = agon_rng_make(agon_seed_number(1));
    spare = malloc(1 << 17);
    spare_game = malloc(1 << 17);
    int failed = 0;
    size_t total = sizeof cases / sizeof cases[0];
    for (size_t i = 0; i < total; i++) {
        failed += run(i);
    }
    if (setjmp(trap) == 0) {
        play(&rps);
        play(&entropy);
        play(&crowd);
        look_through(NULL);
    } else {
        printf("misuse: %s complains of what is right\n", trapped);
        failed++;
    }
    printf("misuse: %zu mistakes, %d not found\n", total, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
