// The service: opening, the loop's calls, closing.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include "apps/host/programs/sandbox.h"
#include "src/common/list.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define POLL_TIME (30 * AGON_SECOND)
#define POLL_AHEAD (60 * AGON_SECOND)
#define POLL_MOST 1000
#define ALIVE_TIME (5 * AGON_SECOND)
#define BEAT_TIME (AGON_SECOND / 2)
#define DAMAGED_MOST 1000 // matches that are remembered as damaged, so as to report each once
#define STOPPED_TIME AGON_SECOND // a pause of the loop that is no pause any more

// What is done in one turn of the loop, at most: so much of it, the rest in the next one.
#define COLLECT_MOST 64 // jobs that are finished
#define WAKE_MOST 16    // matches that come into memory by themselves
#define LATE_MOST 64    // clocks that have run out
#define SLEEP_MOST 256  // matches that leave memory

// ---------------------------------------------------------------------------------------------
// Opening

static int64_t read_clock(clockid_t id) {
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * AGON_SECOND + now.tv_nsec / 1000;
}

static int64_t system_steady(void *user) {
    (void)user;
    return read_clock(CLOCK_MONOTONIC);
}

static int64_t system_wall(void *user) {
    (void)user;
    return read_clock(CLOCK_REALTIME);
}

agon_service_def agon_service_def_default(void) {
    return (agon_service_def){.clock = {system_steady, system_wall, NULL},
                              .random = agon_random_system.fill,
                              .workers = 2,
                              .rpc_workers = 2,
                              .bot_time = AGON_SECOND / 2,
                              .idle_time = 300 * AGON_SECOND,
                              .waiting_time = 86400 * AGON_SECOND,
                              .match_limit = 100000,
                              .socket_limit = 1000,
                              .address_bot_time = 30,
                              .bot_matches = 64,
                              .address_bot_matches = 8,
                              .max_programs = 32,
                              .program_seats = 16,
                              .address_programs = 8,
                              .max_calls = 64,
                              .address_calls = 8,
                              .address_rpc_time = 10,
                              .rpc_time = 5 * AGON_SECOND,
                              .rpc_batch = 1000,
                              .rpc_answer = 1 << 20,
                              .rpc_simulations = 100000};
}

int64_t agon_service_wall(const agon_service *service) {
    return service->def.clock.wall(service->def.clock.user);
}

int64_t agon_service_steady(const agon_service *service) {
    return service->def.clock.steady(service->def.clock.user);
}

int64_t agon_service_now(agon_service *service) {
    const int64_t steady = agon_service_steady(service);
    const int64_t passed = steady - service->as_of;
    service->now += passed < STOPPED_TIME ? passed : STOPPED_TIME;
    service->as_of = steady;
    return service->now;
}

static void free_programs(agon_service *service) {
    for (size_t i = 0; service->programs && i < service->def.program_count; i++) {
        free((char *)service->programs[i].name);
        free((char *)service->programs[i].command);
    }
    free(service->programs);
}

// Copies the operator's programs; a command is kept as apps/host wants it.
static bool copy_programs(agon_service *service, const agon_service_def *def) {
    bool is_good = true;
    service->programs = calloc(def->program_count + 1, sizeof *service->programs);
    service->def.programs = service->programs;
    for (size_t i = 0; service->programs && i < def->program_count && is_good; i++) {
        char *command = NULL;
        is_good = asprintf(&command, "cmd:%s", def->programs[i].command) >= 0;
        service->programs[i].command = is_good ? command : NULL;
        service->programs[i].name = strdup(def->programs[i].name);
        is_good = is_good && service->programs[i].name;
    }
    return service->programs && is_good;
}

static void notify(void *user) {
    agon_service *service = user;
    if (service->def.notify) {
        service->def.notify(service->def.notify_user);
    }
}

// What the store has to be told before anything else.
static bool wake_store(agon_service *service, agon_store *store, agon_error *error) {
    const agon_store_kind *kind = store->kind;
    if (kind->begin(store) == AGON_STORE_OK && kind->wake(store, service->now) == AGON_STORE_OK &&
        kind->commit(store) == AGON_STORE_OK) {
        return true;
    }
    kind->rollback(store);
    agon_error_set(error, AGON_BAD_CONFIG, NULL, "the database cannot be written");
    return false;
}

// A database in memory is its writer's.
static bool open_stores(agon_service *service, const char *path, agon_worker_pool_stores *stores,
                        agon_error *error) {
    const bool is_in_memory = strcmp(path, ":memory:") == 0;
    stores->of[AGON_JOB_WRITE] = agon_store_open_sqlite(path, error);
    bool is_good =
        stores->of[AGON_JOB_WRITE] && wake_store(service, stores->of[AGON_JOB_WRITE], error);
    for (int i = AGON_JOB_READ; i < AGON_STORES && is_good && !is_in_memory; i++) {
        stores->of[i] = agon_store_open_sqlite(path, error);
        is_good = stores->of[i] != NULL;
    }
    return is_good;
}

static bool open_pool(agon_service *service, const char *path, agon_error *error) {
    agon_worker_pool_stores stores = {0};
    if (!open_stores(service, path, &stores, error)) {
        agon_worker_pool_stores_close(&stores);
        return false;
    }
    service->pool = agon_worker_pool_open(&(agon_worker_pool_def){
        .stores = stores,
        .bots = service->def.workers,
        .programs = service->def.program_count > 0 ? service->def.workers : 0,
        .calls = service->def.rpc_workers,
        .notify = notify,
        .user = service});
    if (!service->pool) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "threads cannot be started");
    }
    return service->pool != NULL;
}

agon_service *agon_service_open(const agon_service_def *def, agon_error *error) {
    agon_service *service = calloc(1, sizeof *service);
    signal(SIGPIPE, SIG_IGN); // a program that has died is a fault of its seat, not the end
    if (!service || !agon_secrets_init()) {
        free(service);
        agon_error_set(error, AGON_NO_MEMORY, NULL, "libsodium does not work here, or no memory");
        return NULL;
    }
    service->def = *def;
    service->random = (agon_random){def->random, def->random_user};
    service->now = agon_service_wall(service);
    service->as_of = agon_service_steady(service);
    service->table_size = 1024;
    service->table = calloc(service->table_size, sizeof(agon_room *));
    bool is_good = service->table && copy_programs(service, def) && agon_shares_open(service);
    if (!is_good) {
        agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    // Programs are never run without the sandbox.
    is_good = is_good && (def->program_count == 0 || def->open_program ||
                          agon_sandbox_probe(error) == AGON_OK);
    if (!is_good || !open_pool(service, def->path, error)) {
        free_programs(service);
        agon_shares_close(service);
        free(service->table);
        free(service);
        return NULL;
    }
    service->next_poll = agon_service_steady(service);
    service->next_alive = service->next_poll + ALIVE_TIME;
    return service;
}

// ---------------------------------------------------------------------------------------------
// What the operator should know

static bool is_reported(const agon_service *service, const char *id) {
    for (size_t i = 0; i < service->damaged.count; i++) {
        if (strcmp(service->damaged.ids[i], id) == 0) {
            return true;
        }
    }
    return false;
}

void agon_service_report_damage(agon_service *service, const char *id, const char *format, ...) {
    char reason[400];
    char message[480];
    va_list arguments;
    if (is_reported(service, id)) {
        return;
    }
    if (service->damaged.count < DAMAGED_MOST &&
        agon_grow(&service->damaged.ids, &service->damaged.capacity, service->damaged.count + 1,
                  sizeof *service->damaged.ids)) {
        strcpy(service->damaged.ids[service->damaged.count++], id);
    }
    service->counts.damaged++;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    snprintf(message, sizeof message, "match %s: %s", id, reason);
    if (service->def.report) {
        service->def.report(service->def.report_user, "damaged", message);
    }
}

// ---------------------------------------------------------------------------------------------
// What is due

static agon_store_status poll_work(agon_job *job, agon_store *store) {
    agon_service *service = (agon_service *)((char *)job - offsetof(agon_service, poll.job));
    return store->kind->due(store, &service->poll.span, &service->poll.found);
}

static void look_in(agon_room *room, agon_ticket *ticket) {
    (void)room;
    agon_ticket_free(ticket);
}

// Matches of bots alone come only while there are places for them: after a restart not all at once.
static bool must_wait(agon_service *service, const agon_record *record) {
    agon_server_seats seats;
    if (service->shares.bot_matches < service->def.bot_matches ||
        record->status != AGON_RECORD_RUNNING || !agon_server_seats_read(record->seats, &seats)) {
        return false;
    }
    bool is_of_bots = agon_server_seats_are_bots(&seats);
    agon_server_seats_free(&seats);
    return is_of_bots;
}

static void wake_room(agon_service *service, const agon_record *record) {
    const agon_room *there = agon_room_look(service, record->id);
    if ((there && there->phase != AGON_ROOM_ASLEEP) || must_wait(service, record)) {
        return;
    }
    agon_room *room = agon_room_find(service, record->id);
    agon_ticket *ticket = room ? agon_ticket_make(service) : NULL;
    if (ticket) {
        ticket->run = look_in;
        agon_room_enter(room, ticket);
    }
}

// Matches whose time is nearly up come into memory, a few in a turn: there their deadlines are watched.
static void wake_due(agon_service *service) {
    agon_records *records = &service->poll.records;
    for (int i = 0; i < WAKE_MOST && service->poll.at < records->count; i++) {
        if (!service->is_draining) {
            wake_room(service, &records->items[service->poll.at]);
        }
        service->poll.at++;
    }
    if (service->poll.at < records->count) {
        notify(service);
    } else if (records->count > 0) {
        agon_records_free(records);
        service->poll.is_open = false;
    }
}

static void poll_done(agon_job *job) {
    agon_service *service = (agon_service *)((char *)job - offsetof(agon_service, poll.job));
    service->poll.at = 0;
    service->poll.records = service->poll.found;
    service->poll.is_open = service->poll.records.count > 0;
    service->poll.span.after = service->poll.records.last;
    if (service->poll.span.after.id[0]) {
        service->next_poll =
            agon_service_steady(service) + AGON_SECOND; // there is more after these
    }
}

static void poll_store(agon_service *service, int64_t now) {
    if (now < service->next_poll || service->poll.is_open) {
        return;
    }
    service->next_poll = now + POLL_TIME;
    service->poll.is_open = true;
    service->poll.span.until = agon_service_now(service) + POLL_AHEAD;
    service->poll.span.limit = POLL_MOST;
    if (!service->poll.span.after.id[0]) {
        service->poll.span.after.at = INT64_MIN; // from the beginning
    }
    service->poll.job = (agon_job){.work = poll_work, .done = poll_done};
    agon_worker_pool_submit(service->pool, &service->poll.job, AGON_JOB_READ, NULL);
}

static agon_store_status alive_work(agon_job *job, agon_store *store) {
    agon_service *service = (agon_service *)((char *)job - offsetof(agon_service, alive.job));
    return store->kind->alive(store, service->alive.now);
}

static void alive_done(agon_job *job) {
    agon_service *service = (agon_service *)((char *)job - offsetof(agon_service, alive.job));
    service->alive.is_open = false;
    service->has_storage_failed = job->status != AGON_STORE_OK;
}

static void say_alive(agon_service *service, int64_t now) {
    if (now < service->next_alive || service->alive.is_open) {
        return;
    }
    service->next_alive = now + ALIVE_TIME;
    service->alive.is_open = true;
    service->alive.now = agon_service_now(service);
    service->alive.job = (agon_job){.work = alive_work, .done = alive_done};
    agon_worker_pool_submit(service->pool, &service->alive.job, AGON_JOB_WRITE, NULL);
}

static void end_late_turns(agon_service *service) {
    int64_t now = agon_service_now(service);
    for (int i = 0; i < LATE_MOST && service->deadlines.count > 0 &&
                    service->deadlines.rooms[1]->record.deadline <= now;
         i++) {
        agon_room_deadline(service->deadlines.rooms[1]);
    }
}

static bool may_sleep(agon_service *service, const agon_room *room) {
    bool is_soon =
        room->heap_at > 0 && room->record.deadline < agon_service_now(service) + POLL_AHEAD;
    return agon_room_is_idle(room) && !is_soon;
}

// Rooms that nobody has used for long leave, oldest first. Returns whether there may be more.
static bool send_to_sleep(agon_service *service, int64_t now) {
    agon_room *room = service->oldest;
    int slept = 0;
    while (slept < SLEEP_MOST && room && room->used + service->def.idle_time <= now) {
        agon_room *newer = room->newer;
        if (may_sleep(service, room)) {
            agon_room_sleep(room);
            slept++;
        }
        room = newer;
    }
    return slept == SLEEP_MOST;
}

void agon_service_wake(agon_service *service) {
    service->turn_retold = 0;
    agon_worker_pool_collect(service->pool, COLLECT_MOST);
    wake_due(service);
    if (agon_shares_serve(service)) {
        notify(service);
    }
}

void agon_service_tick(agon_service *service) {
    int64_t now = agon_service_steady(service);
    agon_service_wake(service);
    end_late_turns(service);
    if (!service->is_draining) {
        poll_store(service, now);
    }
    say_alive(service, now);
    if (now >= service->next_sweep) {
        service->next_sweep = send_to_sleep(service, now) ? now : now + AGON_SECOND;
        agon_shares_sweep(service);
    }
}

int64_t agon_service_next(agon_service *service) {
    const int64_t clock = agon_service_now(service);
    const int64_t now = service->as_of;
    int64_t next =
        service->next_poll < service->next_alive ? service->next_poll : service->next_alive;
    next = now + BEAT_TIME < next ? now + BEAT_TIME : next;
    if (service->deadlines.count > 0) {
        int64_t until = service->deadlines.rooms[1]->record.deadline - clock;
        next = until < next - now ? now + until : next;
    }
    if (service->oldest) {
        int64_t idle = service->oldest->used + service->def.idle_time;
        idle = idle > service->next_sweep ? idle : service->next_sweep;
        next = idle < next ? idle : next;
    }
    return next > now ? next : now;
}

// ---------------------------------------------------------------------------------------------
// Closing

static void say_bye(agon_room *room) {
    agon_text text = {0};
    agon_text_puts(&text, "{\"type\":\"bye\",\"reason\":\"restart\",\"retry_ms\":1000}");
    for (agon_socket *socket = room->sockets; socket; socket = socket->next) {
        agon_socket_send(socket, &text);
    }
    agon_text_free(&text);
    agon_sockets_close(room, 1012, "the server restarts");
}

void agon_service_drain(agon_service *service) {
    service->is_draining = true;
    atomic_store(&service->is_ending, true);
    agon_sockets_close_fresh(service, 1012, "the server restarts");
    for (agon_room *room = service->oldest, *newer; room; room = newer) {
        newer = room->newer;
        say_bye(room);
    }
}

bool agon_service_is_quiet(const agon_service *service) {
    return service->tickets == 0 && service->poll.records.count == 0 &&
           agon_worker_pool_count(service->pool).open == 0;
}

void agon_service_close(agon_service *service) {
    if (!service) {
        return;
    }
    service->is_closing = true;
    agon_service_drain(service);
    do {
        agon_worker_pool_finish(service->pool);
    } while (agon_worker_pool_collect(service->pool, SIZE_MAX) > 0);
    while (service->oldest) {
        agon_room_free(service->oldest);
    }
    do { // programs that had seats
        agon_worker_pool_finish(service->pool);
    } while (agon_worker_pool_collect(service->pool, SIZE_MAX) > 0);
    agon_worker_pool_close(service->pool);
    agon_records_free(&service->poll.records);
    free_programs(service);
    agon_shares_close(service);
    free(service->deadlines.rooms);
    free(service->damaged.ids);
    free(service->table);
    free(service);
}

void agon_service_set_metrics(agon_service *service,
                              void (*write)(void *user, void (*add)(void *text, const char *line),
                                            void *text),
                              void *user) {
    service->write_metrics = write;
    service->metrics_user = user;
}
