// Which seat knows of which events.
#include "src/match/engine/runner_internal.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(event_log *log) {
    if (log->count < log->capacity) {
        return true;
    }
    size_t capacity = log->capacity ? log->capacity * 2 : 32;
    agon_event *items = realloc(log->items, capacity * sizeof *items);
    if (!items) {
        log->failed = true;
        return false;
    }
    log->items = items;
    log->capacity = capacity;
    return true;
}

static void emit(void *user, const agon_event *event) {
    event_log *log = user;
    if (reserve(log)) {
        log->items[log->count++] = *event;
    }
}

agon_sink agon_event_log_sink(event_log *log) {
    return (agon_sink){emit, log};
}

void agon_runner_tell(agon_runner *runner, int player) {
    struct agon_runner_own *own = runner->own;
    const agon_event_type *types = runner->game->rules->events;
    own->told.count = 0;
    for (size_t i = own->seats[player].told; i < own->log.count; i++) {
        agon_event seen;
        if (agon_event_redact(types, &own->log.items[i], player, &seen)) {
            emit(&own->told, &seen);
        }
    }
    own->seats[player].told = own->log.count;
}

// A seat that is not a bot, and that has not dropped out, wants to hear what happens.
static bool is_listening(const agon_runner *runner, int player) {
    return !runner->seats[player].bot && !runner->own->seats[player].broken &&
           !runner->forfeits[player];
}

void agon_runner_forget(agon_runner *runner) {
    struct agon_runner_own *own = runner->own;
    size_t known = own->log.count;
    for (int p = 0; p < runner->game->players; p++) {
        if (is_listening(runner, p) && own->seats[p].told < known) {
            known = own->seats[p].told;
        }
    }
    if (known < own->log.count && known < own->log.capacity / 2) {
        return; // moving so few is not worth it
    }
    own->log.count -= known;
    if (own->log.count > 0) {
        memmove(own->log.items, own->log.items + known, own->log.count * sizeof *own->log.items);
    }
    for (int p = 0; p < runner->game->players; p++) {
        seat_own *seat = &own->seats[p];
        seat->told = seat->told > known ? seat->told - known : 0;
    }
}
