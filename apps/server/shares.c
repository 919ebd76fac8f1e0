// Owners, what they have, and the line of those who wait for a place. shares.h has the picture.
#define _GNU_SOURCE
#include "apps/server/internal.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 256
#define SWEEP_AT_ONCE 64 // slots of the table that are looked at
#define SERVE_AT_ONCE 16 // rooms in line that are asked

// ---------------------------------------------------------------------------------------------
// Owners

static void owner_init(agon_owner *owner, const char *address) {
    *owner = (agon_owner){.bots[1].is_patient = true};
    snprintf(owner->address, sizeof owner->address, "%s", address);
}

bool agon_shares_open(agon_service *service) {
    agon_shares *shares = &service->shares;
    const size_t programs = service->def.program_count + 1;
    owner_init(&shares->nobody, "");
    shares->size = FIRST_SIZE;
    shares->owners = calloc(FIRST_SIZE, sizeof(agon_owner *));
    shares->seats_of = calloc(programs, sizeof *shares->seats_of);
    shares->processes_of = calloc(programs, sizeof *shares->processes_of);
    agon_random_system.fill(agon_random_system.user, &shares->key, sizeof shares->key);
    return shares->owners && shares->seats_of && shares->processes_of;
}

void agon_shares_close(agon_service *service) {
    agon_shares *shares = &service->shares;
    for (size_t i = 0; shares->owners && i < shares->size; i++) {
        for (agon_owner *owner = shares->owners[i], *next; owner; owner = next) {
            next = owner->chain;
            free(owner);
        }
    }
    free(shares->owners);
    free(shares->seats_of);
    free(shares->processes_of);
}

static size_t slot_of(const agon_shares *shares, const char *address) {
    uint64_t hash = shares->key;
    for (; *address; address++) {
        hash = (hash ^ (uint8_t)*address) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (size_t)hash & (shares->size - 1);
}

static void grow(agon_shares *shares) {
    const size_t old_size = shares->size;
    agon_owner **old = shares->owners;
    agon_owner **owners = calloc(2 * old_size, sizeof(agon_owner *));
    if (!owners) {
        return; // longer chains will do
    }
    shares->owners = owners;
    shares->size = 2 * old_size;
    for (size_t i = 0; i < old_size; i++) {
        for (agon_owner *owner = old[i], *next; owner; owner = next) {
            agon_owner **slot = &owners[slot_of(shares, owner->address)];
            next = owner->chain;
            owner->chain = *slot;
            *slot = owner;
        }
    }
    free(old);
}

static agon_owner *owner_make(agon_shares *shares, const char *address) {
    agon_owner *owner = malloc(sizeof *owner);
    if (!owner) {
        return &shares->nobody;
    }
    if (shares->count >= shares->size) {
        grow(shares);
    }
    agon_owner **slot = &shares->owners[slot_of(shares, address)];
    owner_init(owner, address);
    owner->chain = *slot;
    *slot = owner;
    shares->count++;
    return owner;
}

agon_owner *agon_owner_find(agon_service *service, const char *address) {
    agon_shares *shares = &service->shares;
    if (!address || !address[0] || strlen(address) >= AGON_OWNER_SIZE) {
        return agon_owner_keep(&shares->nobody);
    }
    agon_owner *owner = shares->owners[slot_of(shares, address)];
    while (owner && strcmp(owner->address, address) != 0) {
        owner = owner->chain;
    }
    return agon_owner_keep(owner ? owner : owner_make(shares, address));
}

agon_owner *agon_owner_keep(agon_owner *owner) {
    owner->users++;
    return owner;
}

void agon_owner_drop(agon_owner *owner) {
    if (owner) {
        owner->users--; // the sweep frees it when its budgets are full again
    }
}

void agon_shares_sweep(agon_service *service) {
    agon_shares *shares = &service->shares;
    const int64_t now = agon_service_steady(service);
    for (size_t i = 0; i < SWEEP_AT_ONCE; i++) {
        agon_owner **at = &shares->owners[shares->swept++ & (shares->size - 1)];
        while (*at) {
            agon_owner *owner = *at;
            if (owner->users > 0 || owner->bot_time.full_at > now ||
                owner->call_time.full_at > now) {
                at = &owner->chain;
                continue;
            }
            *at = owner->chain;
            free(owner);
            shares->count--;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// What a room has

agon_owner *agon_room_owner(const agon_room *room) {
    return room->owner ? room->owner : &room->service->shares.nobody;
}

// The number of a seat's program; −1: it is none, or not there any more.
static int program_of(const agon_service *service, const agon_server_seat *seat) {
    const char *name = seat->left ? NULL : agon_server_seat_program(seat);
    for (size_t i = 0; name && i < service->def.program_count; i++) {
        if (strcmp(service->def.programs[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool agon_server_seats_are_bots(const agon_server_seats *seats) {
    for (int p = 0; p < seats->count; p++) {
        const agon_server_seat *seat = &seats->items[p];
        if (seat->kind != AGON_SERVER_SEAT_BOT && !seat->left) {
            return false;
        }
    }
    return true;
}

static void place_release(agon_room *room) {
    agon_shares *shares = &room->service->shares;
    if (room->share.has_place) {
        room->share.has_place = false;
        agon_room_owner(room)->bot_places--;
        shares->bot_places--;
        shares->to_try = shares->line;
    }
}

static void line_leave(agon_room *room) {
    agon_shares *shares = &room->service->shares;
    agon_room *before = NULL;
    if (!room->share.is_in_line) {
        return;
    }
    for (agon_room *at = shares->first; at != room; at = at->share.next) {
        before = at;
    }
    *(before ? &before->share.next : &shares->first) = room->share.next;
    shares->last = shares->last == room ? before : shares->last;
    shares->line--;
    room->share.is_in_line = false;
}

static void uncount(agon_room *room) {
    agon_shares *shares = &room->service->shares;
    agon_owner *owner = agon_room_owner(room);
    shares->bot_matches -= room->share.is_bots_only;
    owner->bot_matches -= room->share.is_bots_only;
    room->share.is_bots_only = false;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        if (room->share.programs[p] > 0) {
            shares->seats_of[room->share.programs[p] - 1]--;
            shares->programs--;
            owner->programs--;
            room->share.programs[p] = 0;
        }
    }
}

void agon_room_count(agon_room *room) {
    agon_shares *shares = &room->service->shares;
    agon_owner *owner = agon_room_owner(room);
    const agon_record_status status = room->record.status;
    const bool is_running = room->seats && status == AGON_RECORD_RUNNING;
    uncount(room);
    room->share.is_bots_only = is_running && agon_server_seats_are_bots(room->seats);
    shares->bot_matches += room->share.is_bots_only;
    owner->bot_matches += room->share.is_bots_only;
    for (int p = 0;
         room->seats && (is_running || status == AGON_RECORD_WAITING) && p < room->seats->count;
         p++) {
        const int program = program_of(room->service, &room->seats->items[p]);
        if (program >= 0) {
            room->share.programs[p] = (uint8_t)(program + 1);
            shares->seats_of[program]++;
            shares->programs++;
            owner->programs++;
        }
    }
    if (!room->share.is_bots_only) {
        place_release(room);
    }
    if (!is_running) {
        line_leave(room);
    }
}

void agon_room_own(agon_room *room, agon_owner *owner) {
    if (room->owner || !owner || !owner->address[0]) {
        return;
    }
    uncount(room);
    place_release(room); // it takes another one, as its new owner's
    room->owner = agon_owner_keep(owner);
    agon_room_count(room);
}

// ---------------------------------------------------------------------------------------------
// Admission

static bool refuse(agon_ticket *ticket, bool is_own, const char *slug, const char *message) {
    agon_ticket_fail(ticket, is_own ? 429 : 503, slug, message);
    return false;
}

static bool admit_bots(const agon_service *service, agon_ticket *ticket) {
    if (agon_ticket_owner(ticket)->bot_matches >= service->def.address_bot_matches) {
        return refuse(ticket, true, "too_many_bot_matches",
                      "as many matches of bots alone as one address may have are running");
    }
    return service->shares.bot_matches < service->def.bot_matches ||
           refuse(ticket, false, "too_many_bot_matches",
                  "as many matches of bots alone as there may be are running");
}

static bool admit_programs(const agon_service *service, agon_ticket *ticket,
                           const agon_server_seats *seats) {
    const agon_shares *shares = &service->shares;
    uint32_t all = 0;
    for (int p = 0; p < seats->count; p++) {
        const int program = program_of(service, &seats->items[p]);
        uint32_t same = 0;
        for (int q = 0; program >= 0 && q <= p; q++) {
            same += program_of(service, &seats->items[q]) == program;
        }
        if (program >= 0 && shares->seats_of[program] + same > service->def.program_seats) {
            return refuse(ticket, false, "too_many_programs",
                          "this program has as many seats as it may have");
        }
        all += program >= 0;
    }
    if (agon_ticket_owner(ticket)->programs + all > service->def.address_programs && all > 0) {
        return refuse(ticket, true, "too_many_programs",
                      "programs have as many seats as one address may give them");
    }
    return all == 0 || shares->programs + all <= service->def.max_programs ||
           refuse(ticket, false, "too_many_programs",
                  "programs have as many seats as they may have");
}

bool agon_shares_admit(agon_service *service, agon_ticket *ticket, const agon_server_seats *seats) {
    return (!agon_server_seats_are_bots(seats) || admit_bots(service, ticket)) &&
           admit_programs(service, ticket, seats);
}

// ---------------------------------------------------------------------------------------------
// Places, and the line

static bool line_up(agon_room *room) {
    agon_shares *shares = &room->service->shares;
    if (!room->share.is_in_line) {
        room->share.is_in_line = true;
        room->share.next = NULL;
        *(shares->last ? &shares->last->share.next : &shares->first) = room;
        shares->last = room;
        shares->line++;
    }
    return false;
}

bool agon_room_take_place(agon_room *room) {
    agon_service *service = room->service;
    agon_owner *owner = agon_room_owner(room);
    if (!room->share.is_bots_only || room->share.has_place) {
        return true;
    }
    if (service->shares.bot_places >= service->def.bot_matches ||
        owner->bot_places >= service->def.address_bot_matches) {
        return line_up(room);
    }
    room->share.has_place = true;
    service->shares.bot_places++;
    owner->bot_places++;
    return true;
}

bool agon_room_take_process(agon_room *room, int player, agon_process *process) {
    agon_service *service = room->service;
    agon_shares *shares = &service->shares;
    agon_owner *owner = agon_room_owner(room);
    const int program = program_of(service, &room->seats->items[player]);
    if (program < 0) {
        return true; // it cannot be had, which is found out soon enough
    }
    if (shares->processes >= service->def.max_programs ||
        owner->processes >= service->def.address_programs ||
        shares->processes_of[program] >= service->def.program_seats) {
        return line_up(room);
    }
    shares->processes++;
    shares->processes_of[program]++;
    owner->processes++;
    *process = (agon_process){agon_owner_keep(owner), program};
    return true;
}

void agon_process_release(agon_service *service, agon_process *process) {
    agon_shares *shares = &service->shares;
    if (process->owner) {
        shares->processes--;
        shares->processes_of[process->program]--;
        shares->to_try = shares->line;
        process->owner->processes--;
        agon_owner_drop(process->owner);
        process->owner = NULL;
    }
}

bool agon_shares_serve(agon_service *service) {
    agon_shares *shares = &service->shares;
    if (service->is_draining) {
        return false; // after a restart they go on
    }
    for (int i = 0; i < SERVE_AT_ONCE && shares->to_try > 0 && shares->first; i++) {
        agon_room *room = shares->first;
        line_leave(room);
        shares->to_try--;
        agon_room_prompt(room); // back to the end of the line if there is nothing for it
    }
    return shares->to_try > 0 && shares->first;
}

// ---------------------------------------------------------------------------------------------
// Bots

// A budget of so many seconds a minute: what is spent is charged as the time in which it flows in.
static int64_t inflow(int64_t spent, uint32_t seconds) {
    return spent * 60 / (seconds ? seconds : 1);
}

agon_lane *agon_room_lane(agon_room *room, bool is_program) {
    const agon_service *service = room->service;
    agon_owner *owner = agon_room_owner(room);
    const int64_t now = agon_service_steady(service);
    const bool is_over = agon_bucket_wait(&owner->bot_time, now, 60 * AGON_SECOND) > 0;
    return is_program ? &owner->program_lane
                      : &owner->bots[is_over || room->share.is_bots_only ? 1 : 0];
}

void agon_owner_charge_bot(agon_service *service, agon_owner *owner, int64_t spent) {
    agon_bucket_charge(&owner->bot_time, agon_service_steady(service),
                       inflow(spent, service->def.address_bot_time));
}
