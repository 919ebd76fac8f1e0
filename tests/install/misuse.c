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
    CASE(agon_rpc_handle, null, agon_rpc_handle(NULL, 3)) \
    MATCH_CASES(CASE, VOID)
#define MATCH_CASES(CASE, VOID) \
    CASE(agon_match_open, null, agon_match_open(&match, NULL, NULL, NULL)) \
    CASE(agon_match_open, no_head, agon_match_open(&closed, &def, NULL, NULL)) \
    VOID(agon_match_start, closed, agon_match_start(&closed, 0)) \
    CASE(agon_match_resume, null, agon_match_resume(&closed, &def, NULL, NULL)) \
    VOID(agon_match_close, null, agon_match_close(NULL)) \
    CASE(agon_match_first, null, agon_match_first(NULL, 0)) \
    CASE(agon_match_round_begin, closed, agon_match_round_begin(&closed).first) \
    CASE(agon_match_round_next, null, agon_match_round_next(&match, NULL)) \
    CASE(agon_match_result, null, agon_match_result(NULL).over) \
    CASE(agon_match_shown, closed, agon_match_shown(&closed)) \
    VOID(agon_change_close, null, agon_change_close(NULL)) \
    VOID(agon_match_accept, other_change, agon_match_accept(&match, &nothing)) \
    CASE(agon_change_result, empty, agon_change_result(&nothing).over) \
    CASE(agon_change_forfeit_note, beyond, agon_change_forfeit_note(&change, 2)) \
    VOID(agon_change_finish, null, agon_change_finish(&change, NULL, NULL)) \
    VOID(agon_match_finish, null, agon_match_finish(&match, NULL, NULL)) \
    CASE(agon_match_can_ask, beyond, agon_match_can_ask(&match, 2)) \
    CASE(agon_match_ask, null, agon_match_ask(&match, 0, 0, NULL, NULL)) \
    CASE(agon_match_ask, nobody, agon_match_ask(&match, -1, 0, &question, NULL)) \
    CASE(agon_match_answer, null, agon_match_answer(&match, 0, NULL, 0, &change, &judgement, NULL)) \
    CASE(agon_match_answer, beyond, agon_match_answer(&match, 2, &answer, 0, &change, &judgement, NULL)) \
    CASE(agon_match_fail, null, agon_match_fail(&match, 0, NULL, 0, &change, NULL)) \
    CASE(agon_match_leave, beyond, agon_match_leave(&match, 9, 0, &change, NULL)) \
    CASE(agon_match_expire, null, agon_match_expire(&match, 0, NULL, NULL)) \
    CASE(agon_match_settle, closed, agon_match_settle(&closed, 0, &change, NULL)) \
    VOID(agon_match_mark_gone, beyond, agon_match_mark_gone(&match, 2, AGON_FAULT_DEAD)) \
    CASE(agon_match_replay, null, agon_match_replay(&match, NULL, 0, 0, &change, NULL)) \
    CASE(agon_match_repeat, null, agon_match_repeat(&match, NULL, 1, 0, &change, NULL)) \
    CASE(agon_match_deadline, closed, agon_match_deadline(&closed)) \
    CASE(agon_seats_deadline, null, agon_seats_deadline(NULL)) \
    CASE(agon_match_is_late, beyond, agon_match_is_late(&match, 2, 0)) \
    CASE(agon_match_time_left, beyond, agon_match_time_left(&match, 2, false, 0)) \
    VOID(agon_match_pause, beyond, agon_match_pause(&match, 2, 0)) \
    VOID(agon_match_shift, closed, agon_match_shift(&closed, 1)) \
    CASE(agon_viewer_index, null, agon_viewer_index(NULL, 0)) \
    CASE(agon_viewer_at, beyond, agon_viewer_at(rps.game, 3)) \
    CASE(agon_change_seen, null, agon_change_seen(&change, NULL, NULL)) \
    CASE(agon_match_to_act, null, agon_match_to_act(NULL, 0)) \
    VOID(agon_match_write_view, null, agon_match_write_view(&match, 0, NULL)) \
    VOID(agon_change_write, null, agon_change_write(&change, 0, NULL)) \
    VOID(agon_loop_start, null, agon_loop_start(NULL)) \
    CASE(agon_loop_step, empty, agon_loop_step(&loop, NULL)) \
    CASE(agon_loop_play, empty, agon_loop_play(&loop, NULL)) \
    VOID(agon_loop_accept, empty, agon_loop_accept(&loop)) \
    VOID(agon_loop_close, null, agon_loop_close(NULL)) \
    VOID(agon_seat_think, null, agon_seat_think(NULL, &question, &def.terms, NULL, &answer)) \
    CASE(agon_play_bots, null, agon_play_bots(rps.game, rps.state, NULL, NULL, NULL, NULL)) \
    VOID(agon_replay_begin, null, agon_replay_begin(&writer, &text, NULL)) \
    VOID(agon_replay_add, not_begun, agon_replay_add(&writer, &move)) \
    VOID(agon_replay_finish, not_begun, agon_replay_finish(&writer, &result, NULL)) \
    VOID(agon_result_write, null, agon_result_write(rps.codec, rps.game, NULL, NULL, &json)) \
    CASE(agon_commitment_make, null, agon_commitment_make("1", NULL, buffer)) \
    CASE(agon_replay_open, null, agon_replay_open(NULL, 3, NULL, &replay, NULL)) \
    CASE(agon_replay_next, null, agon_replay_next(&replay, NULL, NULL)) \
    VOID(agon_replay_resume, null, agon_replay_resume(&replay, NULL)) \
    VOID(agon_replay_close, null, agon_replay_close(NULL)) \
    CASE(agon_replay_verify, null, agon_replay_verify(NULL, 3, NULL).ok) \
    CASE(agon_replay_verify_committed, null, agon_replay_verify_committed("", 0, NULL, NULL).ok) \
    CASE(agon_timeline_open, null, agon_timeline_open(NULL, "", 0, NULL, NULL)) \
    VOID(agon_timeline_close, null, agon_timeline_close(NULL)) \
    VOID(agon_timeline_seek, closed, agon_timeline_seek(&timeline, 0)) \
    CASE(agon_timeline_result, closed, agon_timeline_result(&timeline).over) \
    CASE(agon_timeline_forfeit, closed, agon_timeline_forfeit(&timeline, 0)) \
    CASE(agon_timeline_events, closed, agon_timeline_events(&timeline, 0, &count)) \
    CASE(agon_fault_find, null, agon_fault_find(NULL)) \
    CASE(agon_terms_read_clock, null, agon_terms_read_clock(NULL, &def.terms)) \
    CASE(agon_terms_read_policy, null, agon_terms_read_policy("random", NULL)) \
    VOID(agon_terms_write_clock, null, agon_terms_write_clock(&def.terms, NULL)) \
    VOID(agon_terms_write_policy, null, agon_terms_write_policy(NULL, buffer)) \
    VOID(agon_answer_fault, null, agon_answer_fault(NULL, AGON_FAULT_DEAD, "x")) \
    VOID(agon_answer_read, null, agon_answer_read(rps.codec, NULL, NULL, &answer, NULL)) \
    CASE(agon_result_make, null, agon_result_make(rps.game, NULL, NULL, 0).over) \
    CASE(agon_seat_read, null, agon_seat_read(NULL, rps.game->rules, def.seed, 0, &seat, NULL)) \
    VOID(agon_program_greet, empty, agon_program_greet(&program, &answer.note)) \
    VOID(agon_program_quit, empty, agon_program_quit(&program)) \
    VOID(agon_protocol_hello, null, agon_protocol_hello(NULL)) \
    VOID(agon_protocol_quit, null, agon_protocol_quit(NULL)) \
    VOID(agon_protocol_match, null, agon_protocol_match(rps.codec, NULL, NULL, &text)) \
    VOID(agon_protocol_think, null, agon_protocol_think(rps.codec, NULL, 0, 0, &text)) \
    VOID(agon_protocol_actions, null, agon_protocol_actions(rps.codec, NULL, 0, 0, 0, &text)) \
    VOID(agon_protocol_end, null, agon_protocol_end(rps.codec, NULL, &text)) \
    CASE(agon_protocol_read, null, agon_protocol_read(NULL, 3).kind) \
    CASE(agon_schedule_tables, null, agon_schedule_tables(NULL)) \
    CASE(agon_schedule_rotations, null, agon_schedule_rotations(NULL)) \
    CASE(agon_schedule_count, null, agon_schedule_count(NULL)) \
    CASE(agon_schedule_at, beyond, agon_schedule_at(&schedule, agon_schedule_count(&schedule)).seed.lo) \
    CASE(agon_outcome_make, null, agon_outcome_make(NULL, rps.game, rps.state, &result).group) \
    VOID(agon_cross_table_add, null, agon_cross_table_add(cross, NULL)) \
    CASE(agon_cross_table_met, beyond, agon_cross_table_met(cross, 0, AGON_TOURNEY_BOTS)) \
    CASE(agon_cross_table_score, nobody, agon_cross_table_score(cross, -1, 0)) \
    VOID(agon_ratings_fit, null, agon_ratings_fit(NULL, 1, 2, 0, &standing->ratings)) \
    CASE(agon_ratings_superiority, beyond, agon_ratings_superiority(&standing->ratings, AGON_TOURNEY_BOTS, 0)) \
    VOID(agon_sprt_add, beyond, agon_sprt_add(&sprt, 5)) \
    VOID(agon_sprt_add, null, agon_sprt_add(NULL, 0)) \
    CASE(agon_sprt_llr, null, agon_sprt_llr(NULL)) \
    VOID(agon_sprt_bounds, null, agon_sprt_bounds(&sprt, NULL, NULL)) \
    CASE(agon_sprt_decide, null, agon_sprt_decide(NULL)) \
    CASE(agon_sprt_follow, null, agon_sprt_follow(&sprt, NULL, 1, &count)) \
    VOID(agon_tourney_write, null, agon_tourney_write(NULL, &text)) \
    CASE(agon_tourney_match, null, agon_tourney_match(NULL, "", 0, NULL)) \
    VOID(agon_outcome_write, null, agon_outcome_write(NULL, &outcome, &text)) \
    CASE(agon_outcome_read, null, agon_outcome_read(NULL, "", 0, &outcome, NULL)) \
    VOID(agon_standing_make, null, agon_standing_make(NULL, 1, 2, 0, standing)) \
    VOID(agon_report_table, null, agon_report_table(NULL, standing, NULL, &text)) \
    VOID(agon_report_csv, null, agon_report_csv(NULL, standing, &text)) \
    VOID(agon_report_json, null, agon_report_json(NULL, standing, &json)) \
    VOID(agon_report_page, null, agon_report_page(NULL, standing, NULL, &text))
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
// A match with a change that is not accepted yet, and things that were never opened.
static agon_match match, closed;
static agon_match_def def;
static agon_change change, nothing;
static agon_question question;
static agon_answer answer;
static agon_judgement judgement;
static agon_loop loop;
static agon_seat seat;
static agon_replay_writer writer;
static agon_replay replay;
static agon_move move;
static agon_result result;
static agon_timeline timeline;
static agon_program program;
static agon_json json = {.text = &text};
static char buffer[AGON_COMMITMENT_SIZE > AGON_TERMS_SIZE ? AGON_COMMITMENT_SIZE : AGON_TERMS_SIZE];
static agon_schedule schedule = {.bots = 2, .seats = 2, .rounds = 1};
static agon_outcome outcome;
static agon_standing the_standing, *const standing = &the_standing;
static agon_cross_table *const cross = &the_standing.cross;
static agon_sprt sprt;

static void open_match(void) {
    def = agon_match_def_default();
    def.codec = rps.codec;
    def.game = rps.game;
    def.first = rps.state;
    def.seats = (const char *[]){"a", "b"};
    agon_text head = {0};
    answer.count = 1;
    if (agon_match_open(&match, &def, &head, NULL) != AGON_OK ||
        agon_match_ask(&match, 0, 0, &question, NULL) != AGON_OK ||
        agon_list(rps.game, rps.state, 0, 0, answer.actions, 1) != 1 ||
        agon_match_answer(&match, 0, &answer, 1, &change, &judgement, NULL) != AGON_OK) {
        exit(EXIT_FAILURE);
    }
    agon_text_free(&head);
}

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
    open_match();
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
        agon_match_accept(&match, &change);
        agon_change_close(&change);
        agon_match_close(&match);
    } else {
        printf("misuse: %s complains of what is right\n", trapped);
        failed++;
    }
    printf("misuse: %zu mistakes, %d not found\n", total, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
