// Bots at the seats of a room: they think on the pool's threads, about views.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAM "program:"
#define PROGRAM_START (5 * AGON_SECOND)

// A question on its way.
typedef struct agon_thinking {
    agon_job job;
    agon_room *room;
    int player;
    const agon_game *game;
    const agon_codec *codec;
    agon_state *view;
    agon_seed seed;
    int64_t limit;
    const char *command; // of a program; NULL: built in
    char text[AGON_BOT_SIZE];
    json_t *config;
    agon_seat_holder *holder; // taken from the seat while it thinks
    agon_play_events events;
    agon_terms terms;
    agon_answer answer;
    size_t rows; // of the play, when it was asked
} agon_thinking;

static void thinking_free(agon_thinking *thinking) {
    free(thinking->view);
    free(thinking->events.items);
    json_decref(thinking->config);
    free(thinking);
}

// ---------------------------------------------------------------------------------------------
// On a thread of the pool

static bool is_time_up(void *user) {
    return agon_process_now(NULL) >= *(int64_t *)user;
}

static void think_built_in(agon_thinking *thinking) {
    agon_seat seat;
    int64_t end = agon_process_now(NULL) + thinking->limit;
    if (agon_seat_read(thinking->text, thinking->game->rules, thinking->seed, thinking->player,
                       &seat, NULL)) {
        agon_answer_fault(&thinking->answer, AGON_FAULT_DEAD, "there is no such bot any more");
        return;
    }
    if (seat.time > 0 && seat.time < thinking->limit) {
        end += seat.time - thinking->limit;
    }
    agon_thought thought = {.game = thinking->game,
                            .view = thinking->view,
                            .player = thinking->player,
                            .rng = &seat.rng,
                            .simulations = seat.simulations,
                            .is_time_up = is_time_up,
                            .user = &end};
    thinking->answer.actions[0] = seat.bot->think(&thought);
    thinking->answer.count = 1;
}

static agon_seat_holder *start_program(agon_thinking *thinking) {
    agon_limits limits = agon_limits_default();
    agon_seat_holder *holder = calloc(1, sizeof *holder);
    agon_error error = {0};
    if (!holder) {
        return NULL;
    }
    agon_seat_setup setup = {.codec = thinking->codec,
                             .config = thinking->config,
                             .seed = thinking->seed,
                             .sandbox = &limits,
                             .start_up = PROGRAM_START};
    if (agon_seat_holder_open(holder, thinking->command, thinking->player, &setup, &error)) {
        agon_answer_fault(&thinking->answer, AGON_FAULT_DEAD, "%s", error.message);
        free(holder);
        return NULL;
    }
    agon_seating seating = {thinking->game, thinking->player, &thinking->terms,
                            agon_seat_seed(thinking->seed, thinking->player)};
    holder->seat.driver->start(holder->seat.self, &seating, &thinking->answer.note);
    holder->program.config = NULL; // it has been told, and lives no longer than the question
    return holder;
}

static void think_program(agon_thinking *thinking) {
    if (!thinking->holder) {
        thinking->holder = start_program(thinking);
    }
    if (!thinking->holder || thinking->answer.note.fault != AGON_FAULT_NONE) {
        return;
    }
    agon_question question = {.game = thinking->game,
                              .view = thinking->view,
                              .player = thinking->player,
                              .events = thinking->events.items,
                              .event_count = thinking->events.count,
                              .time_left = thinking->limit};
    const agon_seat *seat = &thinking->holder->seat;
    seat->driver->think(seat->self, &question, &thinking->answer);
}

static agon_store_status think(agon_job *job, agon_store *store) {
    agon_thinking *thinking = (agon_thinking *)job;
    (void)store;
    if (thinking->command) {
        think_program(thinking);
    } else {
        think_built_in(thinking);
    }
    return AGON_STORE_OK;
}

// Ending a program takes up to half a second.
typedef struct farewell {
    agon_job job;
    agon_seat_holder *holder;
} farewell;

static agon_store_status say_farewell(agon_job *job, agon_store *store) {
    (void)store;
    agon_seat_holder_close(((farewell *)job)->holder);
    free(((farewell *)job)->holder);
    return AGON_STORE_OK;
}

static void free_job(agon_job *job) {
    free(job);
}

static void end_holder(agon_service *service, agon_seat_holder *holder) {
    farewell *job = holder ? calloc(1, sizeof *job) : NULL;
    if (job) {
        job->job = (agon_job){.work = say_farewell, .done = free_job};
        job->holder = holder;
        agon_worker_pool_submit(service->pool, &job->job, AGON_JOB_WORK);
    } else if (holder) {
        agon_seat_holder_close(holder);
        free(holder);
    }
}

void agon_room_end_bots(agon_room *room) {
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_bot_seat *bot = &room->bots[p];
        end_holder(room->service, bot->holder);
        bot->holder = NULL;
        free(bot->told.items);
        bot->told = (agon_play_events){0};
    }
}

// ---------------------------------------------------------------------------------------------
// The answer

static void give_up_seat(agon_room *room, int player) {
    agon_server_seat *place = &room->next->places.items[player];
    place->left = true;
    agon_room_announce(room);
}

// A program that fails forfeits, and the record says why.
static bool draft_fault(agon_room *room, agon_thinking *thinking) {
    agon_draft_move move = {.player = thinking->player,
                            .by = AGON_MOVER_RANDOM,
                            .time = -1,
                            .fault = &thinking->answer.note,
                            .forfeits = true};
    agon_rng rng = agon_rng_make(thinking->seed);
    give_up_seat(room, thinking->player);
    return agon_random_action(room->play->table.game, room->next->draft.state, thinking->player,
                              &rng, &move.action) == AGON_OK &&
           agon_room_move(room, &move, NULL) == AGON_OK;
}

static agon_status draft_answer(agon_room *room, const agon_thinking *thinking, agon_error *error) {
    agon_status status = AGON_OK;
    for (size_t i = 0; i < thinking->answer.count && status == AGON_OK; i++) {
        status = agon_room_move(room,
                                &(agon_draft_move){.player = thinking->player,
                                                   .action = thinking->answer.actions[i],
                                                   .by = AGON_MOVER_SEAT,
                                                   .time = -1},
                                error);
    }
    return thinking->answer.count > 0 ? status : AGON_BAD_ACTION;
}

// A move that has been refused in the middle is taken back by a new draft.
static bool draft_move(agon_room *room, agon_thinking *thinking) {
    agon_error error = {0};
    if (thinking->answer.note.fault != AGON_FAULT_NONE) {
        return draft_fault(room, thinking);
    }
    agon_status status = draft_answer(room, thinking, &error);
    if (status == AGON_OK || status == AGON_NO_MEMORY || !thinking->command) {
        return status == AGON_OK; // a built-in bot is asked again
    }
    agon_answer_fault(&thinking->answer, AGON_FAULT_ILLEGAL, "%s", error.message);
    thinking->answer.note.status = status;
    agon_draft_close(&room->next->draft);
    room->next->timer = room->timer;
    return agon_room_draft(room, thinking->player) && draft_fault(room, thinking);
}

static void run_answer(agon_room *room, agon_ticket *ticket) {
    agon_thinking *thinking = ticket->thinking;
    int player = thinking->player;
    bool is_good = room->record.status == AGON_RECORD_RUNNING &&
                   room->play->table.state->to_act >> player & 1u &&
                   !room->places->items[player].left;
    if (is_good && agon_room_prepare(room, ticket)) {
        uint32_t sequence = room->play->sequences[player];
        if (agon_room_draft(room, player) && draft_move(room, thinking) &&
            agon_room_seal(room, sequence, NULL)) {
            room->service->counts.bot_moves++;
            agon_room_commit(room, ticket);
        } else {
            agon_room_discard(room);
            agon_ticket_free(ticket);
        }
    } else if (!is_good) {
        agon_ticket_free(ticket);
    }
    thinking_free(thinking);
}

static void forget(agon_room *room, agon_ticket *ticket) {
    (void)room;
    agon_ticket_free(ticket);
}

static bool is_any_thinking(const agon_room *room) {
    bool is_any = false;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        is_any |= room->bots[p].is_thinking;
    }
    return is_any;
}

static void thought(agon_job *job) {
    agon_thinking *thinking = (agon_thinking *)job;
    agon_room *room = thinking->room;
    agon_bot_seat *bot = &room->bots[thinking->player];
    agon_ticket *ticket = agon_ticket_make(room->service);
    room->busy--;
    bot->is_thinking = false;
    bot->holder = thinking->holder;
    if (!is_any_thinking(room)) {
        agon_room_free_retired(room);
    }
    if (room->is_doomed || !ticket) {
        thinking_free(thinking);
        if (ticket) {
            agon_ticket_free(ticket);
        }
        if (room->is_doomed) {
            agon_room_free(room);
        }
        return;
    }
    ticket->run = run_answer;
    ticket->saved = forget;
    ticket->thinking = thinking;
    agon_room_enter(room, ticket);
}

// ---------------------------------------------------------------------------------------------
// The question

static const char *find_command(const agon_service *service, const char *bot) {
    size_t length = strlen(PROGRAM);
    for (size_t i = 0; i < service->def.program_count && strncmp(bot, PROGRAM, length) == 0; i++) {
        if (strcmp(service->def.programs[i].name, bot + length) == 0) {
            return service->def.programs[i].command;
        }
    }
    return NULL;
}

bool agon_bot_is_known(agon_service *service, const agon_rules *rules, const char *bot,
                       agon_error *error) {
    agon_seat seat;
    if (strlen(bot) >= AGON_BOT_SIZE) {
        agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "the name of a bot has at most %d characters",
                       AGON_BOT_SIZE - 1);
        return false;
    }
    if (strncmp(bot, PROGRAM, strlen(PROGRAM)) == 0) {
        if (!find_command(service, bot)) {
            agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "this server has no program '%.40s'",
                           bot + strlen(PROGRAM));
            return false;
        }
        return true;
    }
    return agon_seat_read(bot, rules, agon_seed_number(1), 0, &seat, error) == AGON_OK;
}

static agon_thinking *make_question(agon_room *room, int player) {
    const agon_table *table = &room->play->table;
    agon_thinking *thinking = calloc(1, sizeof *thinking);
    uint64_t bits[2];
    if (!thinking || !(thinking->view = malloc(table->game->state_max))) {
        free(thinking);
        return NULL;
    }
    room->service->random.fill(room->service->random.user, bits, sizeof bits);
    thinking->job = (agon_job){.work = think, .done = thought};
    thinking->room = room;
    thinking->player = player;
    thinking->game = table->game;
    thinking->codec = table->codec;
    thinking->seed = (agon_seed){bits[0], bits[1], true};
    thinking->limit = room->service->def.bot_time;
    thinking->terms = agon_terms_default();
    strcpy(thinking->text, room->places->items[player].bot);
    thinking->command = find_command(room->service, thinking->text);
    thinking->rows = room->play->row_count;
    if (room->record.config) {
        thinking->config = agon_json_parse(room->record.config, strlen(room->record.config), NULL);
    }
    if (agon_view(table->game, table->state, player, thinking->view)) {
        thinking_free(thinking);
        return NULL;
    }
    return thinking;
}

static void ask(agon_room *room, int player) {
    agon_bot_seat *bot = &room->bots[player];
    agon_thinking *thinking = make_question(room, player);
    if (!thinking) {
        return;
    }
    thinking->holder = bot->holder;
    thinking->events = bot->told;
    bot->holder = NULL;
    bot->told = (agon_play_events){0};
    bot->is_thinking = true;
    room->busy++;
    agon_worker_pool_submit(room->service->pool, &thinking->job, AGON_JOB_WORK);
}

void agon_room_ask_bots(agon_room *room) {
    for (int p = 0; p < room->places->count; p++) {
        const agon_server_seat *place = &room->places->items[p];
        if (room->play->table.state->to_act >> p & 1u && place->kind == AGON_SERVER_SEAT_BOT &&
            !place->left && !room->bots[p].is_thinking) {
            ask(room, p);
        }
    }
}

static void tell_bot(agon_room *room, int player) {
    agon_play_events *told = &room->bots[player].told;
    const agon_draft *draft = &room->next->draft;
    agon_event seen;
    for (size_t i = 0; i < draft->events.count; i++) {
        if (agon_event_redact(room->play->table.game->rules->events, &draft->events.items[i],
                              player, &seen)) {
            agon_play_events_add(told, &seen);
        }
    }
}

void agon_room_tell_bots(agon_room *room) {
    for (int p = 0; p < room->places->count; p++) {
        if (strncmp(room->places->items[p].bot, PROGRAM, strlen(PROGRAM)) == 0) {
            tell_bot(room, p);
        }
    }
}
