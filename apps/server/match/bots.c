// Bots at the seats of a room: built-in ones and the operator's programs.
//
// A bot thinks on a thread of the pool, about a copy of its question; what it has come to is a ticket
// at its room. Of a program's seat, while the match is in memory:
//
//      none ── first question ──► thinking ◄──── question ───┐
//                                     │                      │
//                                     └──── answer ───────► idle ── the match is over, the seat has
//                                                                   forfeited, the room goes ──► ended
//
// A program is started by its first question, so a match that is loaded again starts it again: it is
// told the view, never what happened before. Drivers are called on threads of the pool only.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include "apps/host/seats.h"

#include "agon/loop.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAM_START (5 * AGON_SECOND)

// A program at a seat.
typedef struct agon_program_seat {
    agon_seat seat;          // its driver
    agon_seat_holder holder; // of an operator's command
} agon_program_seat;

// What a thread needs of a question, or of the end.
typedef struct question_copy {
    agon_hosted *hosted; // keeps the game alive
    agon_question question;
    agon_state *view;
    agon_event *events;
} question_copy;

// A question on its way.
typedef struct agon_thinking {
    agon_job job;
    agon_room *room;
    question_copy copy;
    char bot[AGON_BOT_SIZE];
    char match[AGON_ID_SIZE];
    agon_seed seed;    // of a built-in bot's own chance
    agon_owner *owner; // for whom it thinks
    json_t *config;    // for a program that is to be started
    agon_program_seat *program;
    agon_fault_note start_note; // why it could not be started
    agon_answer answer;
} agon_thinking;

// ---------------------------------------------------------------------------------------------
// Questions

static void copy_free(question_copy *copy) {
    free(copy->view);
    free(copy->events);
    agon_hosted_release(copy->hosted);
    *copy = (question_copy){0};
}

// Puts the question to a player, and copies it. False: no memory.
static bool copy_question(question_copy *copy, agon_hosted *hosted, int player, int64_t now) {
    agon_question *question = &copy->question;
    if (agon_match_ask(&hosted->match, player, now, question, NULL)) {
        return false;
    }
    size_t size = question->event_count * sizeof *question->events;
    copy->hosted = hosted;
    hosted->users++;
    copy->view = malloc(hosted->table.game->state_max);
    copy->events = malloc(size + 1);
    if (!copy->view || !copy->events) {
        copy_free(copy);
        return false;
    }
    agon_copy(copy->view, question->view);
    if (size > 0) {
        memcpy(copy->events, question->events, size);
    }
    question->view = copy->view;
    question->events = copy->events;
    return true;
}

static void thinking_free(agon_thinking *thinking) {
    copy_free(&thinking->copy);
    json_decref(thinking->config);
    agon_owner_drop(thinking->owner);
    free(thinking);
}

// ---------------------------------------------------------------------------------------------
// On a thread of the pool

// When the server ends, the time of every bot is up.
static int64_t think_now(void *user) {
    agon_service *service = user;
    return atomic_load_explicit(&service->is_ending, memory_order_relaxed) ? INT64_MAX
                                                                           : agon_process_now(NULL);
}

static void think_built_in(agon_thinking *thinking) {
    const agon_clock clock = {think_now, thinking->room->service};
    const agon_terms terms = agon_terms_default();
    agon_question question = thinking->copy.question;
    int64_t limit = question.time_left;
    agon_seat seat;
    if (agon_seat_read(thinking->bot, question.game->rules, thinking->seed, question.player, &seat,
                       NULL)) {
        agon_answer_fault(&thinking->answer, AGON_FAULT_DEAD, "there is no such bot any more");
        return;
    }
    seat.time = seat.time > 0 && seat.time < limit ? seat.time : limit;
    question.time_left = AGON_NO_LIMIT; // all of its time is for this answer
    agon_seat_think(&seat, &question, &terms, &clock, &thinking->answer);
}

static const agon_service_program *find_program(const agon_service *service, const char *bot) {
    const char *name = agon_bot_program(bot);
    for (size_t i = 0; name && i < service->def.program_count; i++) {
        if (strcmp(service->def.programs[i].name, name) == 0) {
            return &service->def.programs[i];
        }
    }
    return NULL;
}

static agon_status open_command(agon_program_seat *program, const agon_thinking *thinking,
                                const char *command, agon_error *error) {
    agon_limits limits = agon_limits_default();
    agon_seat_setup setup = {.codec = thinking->copy.hosted->table.codec,
                             .config = thinking->config,
                             .seed = thinking->seed,
                             .sandbox = &limits,
                             .no_pondering = thinking->room->service->def.no_pondering,
                             .start_up = PROGRAM_START};
    agon_status status = agon_seat_holder_open(&program->holder, command,
                                               thinking->copy.question.player, &setup, error);
    program->seat = program->holder.seat;
    return status;
}

static agon_status open_program(agon_program_seat *program, const agon_thinking *thinking,
                                agon_error *error) {
    const agon_service_def *def = &thinking->room->service->def;
    const agon_service_program *entry = find_program(thinking->room->service, thinking->bot);
    if (!entry) {
        return agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "there is no such program any more");
    }
    if (!def->open_program) {
        return open_command(program, thinking, entry->command, error);
    }
    return def->open_program(def->open_program_user, entry->name, thinking->match,
                             thinking->copy.question.player, &program->seat)
               ? AGON_OK
               : agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "the program cannot be had");
}

static void start_program(agon_thinking *thinking) {
    agon_program_seat *program = calloc(1, sizeof *program);
    agon_fault_note *note = &thinking->start_note;
    agon_error error = {.status = AGON_NO_MEMORY, .message = "out of memory"};
    const agon_hosted *hosted = thinking->copy.hosted;
    int player = thinking->copy.question.player;
    const agon_terms terms = agon_terms_default(); // it has no clock, but a limit for each answer
    if (!program || open_program(program, thinking, &error) || !program->seat.driver) {
        free(program);
        note->fault = AGON_FAULT_DEAD;
        snprintf(note->reason, sizeof note->reason, "%s", error.message);
        return;
    }
    agon_seating seating = {hosted->table.game, player, &terms,
                            agon_seat_seed(hosted->seed, player)};
    program->seat.driver->start(program->seat.self, &seating, note);
    program->holder.program.config =
        NULL; // it has been told, and lives no longer than the question
    thinking->program = program;
}

static void think_program(agon_thinking *thinking) {
    if (!thinking->program) {
        start_program(thinking);
    }
    if (thinking->start_note.fault == AGON_FAULT_NONE) {
        const agon_seat *seat = &thinking->program->seat;
        seat->driver->think(seat->self, &thinking->copy.question, &thinking->answer);
    }
}

static agon_store_status think(agon_job *job, agon_store *store) {
    agon_thinking *thinking = (agon_thinking *)job;
    (void)store;
    if (agon_bot_program(thinking->bot)) {
        think_program(thinking);
    } else {
        think_built_in(thinking);
    }
    return AGON_STORE_OK;
}

// ---------------------------------------------------------------------------------------------
// The end of a program: telling it takes up to half a second

typedef struct program_end {
    agon_job job;
    agon_service *service;
    agon_process process;
    agon_program_seat *program;
    question_copy copy; // of a question that is not put: view and events
    agon_result result;
    bool has_forfeited;
    agon_fault_note note;
} program_end;

static void close_program(agon_program_seat *program) {
    if (program->holder.process) {
        agon_seat_holder_close(&program->holder);
    }
    free(program);
}

static agon_store_status end_work(agon_job *job, agon_store *store) {
    program_end *end = (program_end *)job;
    const agon_question *last = &end->copy.question;
    const agon_seat *seat = &end->program->seat;
    agon_ending ending = {.game = last->game,
                          .view = last->view,
                          .player = last->player,
                          .events = last->events,
                          .event_count = last->event_count,
                          .forfeit = end->has_forfeited ? &end->note : NULL,
                          .result = &end->result};
    (void)store;
    seat->driver->end(seat->self, &ending);
    close_program(end->program);
    return AGON_STORE_OK;
}

static void end_done(agon_job *job) {
    program_end *end = (program_end *)job;
    agon_process_release(end->service, &end->process);
    copy_free(&end->copy);
    free(end);
}

static void end_program(agon_room *room, int player, const agon_fault_note *note) {
    agon_program_seat *program = room->bots[player].program;
    program_end *end = calloc(1, sizeof *end);
    agon_process process = room->bots[player].process;
    room->bots[player].program = NULL;
    room->bots[player].process = (agon_process){0};
    if (!end || !copy_question(&end->copy, room->hosted, player, AGON_NOT_MEASURED)) {
        free(end);
        close_program(program);
        agon_process_release(room->service, &process);
        return;
    }
    end->service = room->service;
    end->process = process;
    end->job = (agon_job){.work = end_work, .done = end_done};
    end->program = program;
    end->result = agon_match_result(&room->hosted->match);
    end->has_forfeited = room->hosted->match.seats[player].forfeit != 0;
    if (note) {
        end->note = *note;
    }
    agon_worker_pool_submit(room->service->pool, &end->job, AGON_JOB_PROGRAM,
                            process.owner ? &process.owner->program_lane : NULL);
}

void agon_room_end_programs(agon_room *room, const agon_change *change, bool all) {
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        if (!room->bots[p].program) {
            continue;
        }
        const agon_match *match = &room->hosted->match;
        if (all || match->state->over || match->seats[p].is_gone) {
            end_program(room, p, change ? agon_change_forfeit_note(change, p) : NULL);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The answer

static void run_answer(agon_room *room, agon_ticket *ticket) {
    agon_thinking *thinking = ticket->thinking;
    const agon_fault_note *note = &thinking->start_note;
    agon_room_answer(room, ticket, thinking->copy.question.player, &thinking->answer,
                     note->fault == AGON_FAULT_NONE ? NULL : note);
    thinking_free(thinking);
}

static void thought(agon_job *job) {
    agon_thinking *thinking = (agon_thinking *)job;
    agon_room *room = thinking->room;
    agon_bot_seat *bot = &room->bots[thinking->copy.question.player];
    // What a bot says that was interrupted is not what it would have said: it is asked again after the
    // restart.
    bool is_void = room->is_doomed || (room->service->is_draining && !thinking->program);
    agon_ticket *ticket = is_void ? NULL : agon_ticket_make(room->service);
    room->busy--;
    bot->is_thinking = false;
    bot->program = thinking->program;
    if (!bot->program) {
        agon_process_release(room->service, &bot->process);
    }
    agon_owner_charge_bot(room->service, thinking->owner, job->spent);
    if (!ticket) {
        thinking_free(thinking);
        if (room->is_doomed) {
            agon_room_free(room);
        }
        return;
    }
    ticket->thinking = thinking;
    ticket->run = run_answer;
    ticket->saved = agon_room_forget;
    agon_room_end_programs(room, NULL, false); // the match may be over by now
    agon_room_enter(room, ticket);
}

// ---------------------------------------------------------------------------------------------
// Asking

bool agon_bot_is_known(agon_service *service, const agon_rules *rules, const char *bot,
                       agon_error *error) {
    agon_seat seat;
    if (strlen(bot) >= AGON_BOT_SIZE) {
        agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "the name of a bot has at most %d characters",
                       AGON_BOT_SIZE - 1);
        return false;
    }
    if (agon_bot_program(bot)) {
        if (!find_program(service, bot)) {
            agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "this server has no program '%.40s'",
                           agon_bot_program(bot));
            return false;
        }
        return true;
    }
    return agon_seat_read(bot, rules, agon_seed_number(1), 0, &seat, error) == AGON_OK;
}

static agon_thinking *make_thinking(agon_room *room, int player) {
    agon_service *service = room->service;
    agon_thinking *thinking = calloc(1, sizeof *thinking);
    if (!thinking ||
        !copy_question(&thinking->copy, room->hosted, player, agon_service_now(service))) {
        free(thinking);
        return NULL;
    }
    thinking->job = (agon_job){.work = think, .done = thought};
    thinking->room = room;
    thinking->copy.question.time_left = service->def.bot_time;
    strcpy(thinking->bot, room->seats->items[player].bot);
    strcpy(thinking->match, room->record.id);
    if (!agon_bot_program(thinking->bot)) {
        uint64_t bits[2];
        service->random.fill(service->random.user, bits, sizeof bits);
        thinking->seed = (agon_seed){bits[0], bits[1], true};
    } else if (!room->bots[player].program && room->record.config) {
        thinking->config = agon_json_parse(room->record.config, strlen(room->record.config), NULL);
    }
    return thinking;
}

static void ask(agon_room *room, int player) {
    agon_bot_seat *bot = &room->bots[player];
    bool is_program = agon_server_seat_program(&room->seats->items[player]) != NULL;
    if (is_program && !bot->program && !agon_room_take_process(room, player, &bot->process)) {
        return; // in line
    }
    agon_thinking *thinking = make_thinking(room, player);
    if (!thinking) {
        if (!bot->program) {
            agon_process_release(room->service, &bot->process);
        }
        return;
    }
    thinking->owner = agon_owner_keep(agon_room_owner(room));
    thinking->program = bot->program;
    bot->program = NULL;
    bot->is_thinking = true;
    room->busy++;
    agon_worker_pool_submit(room->service->pool, &thinking->job,
                            is_program ? AGON_JOB_PROGRAM : AGON_JOB_BOT,
                            agon_room_lane(room, is_program));
}

void agon_room_prompt(agon_room *room) {
    if (room->record.status != AGON_RECORD_RUNNING || room->phase != AGON_ROOM_READY ||
        room->service->is_draining) {
        return; // after a restart it goes on by itself
    }
    if (!agon_room_take_place(room)) {
        return;
    }
    for (int p = 0; p < room->seats->count; p++) {
        if (room->seats->items[p].kind == AGON_SERVER_SEAT_BOT && !room->bots[p].is_thinking &&
            agon_match_can_ask(&room->hosted->match, p)) {
            ask(room, p);
        }
    }
}
