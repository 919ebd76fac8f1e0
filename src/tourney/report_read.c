// The line of a match, read back. It comes from a file: anything may be in it.
#include "agon/report.h"

#include <string.h>

// The value of an integer at `key`, or at `index` of the list there; false if it is not in range.
static bool read_item(const agon_cursor *list, size_t index, int64_t min, int64_t max,
                      int64_t *value) {
    agon_cursor at = agon_cursor_item(list, index);
    return agon_cursor_read_int(&at, min, max, value);
}

static bool read_number(const agon_cursor *root, const char *key, int64_t max, int64_t *value) {
    agon_cursor at = agon_cursor_child(root, key);
    return agon_cursor_read_int(&at, 0, max, value);
}

// A list of one byte per seat.
static bool read_bytes(const agon_cursor *root, const char *key, int64_t min, int64_t max,
                       size_t count, uint8_t *values) {
    agon_cursor list = agon_cursor_child(root, key);
    size_t length;
    int64_t value = 0;
    if (!agon_cursor_read_list(&list, count, count, &length)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_item(&list, i, min, max, &value)) {
            return false;
        }
        values[i] = (uint8_t)value;
    }
    return true;
}

// The bots must be those that the schedule has for the match.
static bool read_pairing(const agon_tourney *tourney, const agon_cursor *root,
                         agon_outcome *outcome) {
    agon_cursor list = agon_cursor_child(root, "bots");
    size_t seats = (size_t)tourney->schedule.seats;
    size_t length;
    agon_pairing pairing = agon_schedule_at(&tourney->schedule, outcome->number);
    if (!agon_cursor_read_list(&list, seats, seats, &length)) {
        return false;
    }
    for (size_t s = 0; s < seats; s++) {
        const char *name = agon_value_text(agon_value_item(list.value, s));
        if (!name || strcmp(name, tourney->names[pairing.bots[s]]) != 0) {
            return agon_cursor_refuse(&list, "another bot than the schedule has");
        }
        outcome->bots[s] = (uint8_t)pairing.bots[s];
    }
    outcome->seats = (uint8_t)seats;
    outcome->group = pairing.group;
    return true;
}

// A place is one more than the number of those before it.
static bool read_places(const agon_cursor *root, agon_outcome *outcome) {
    agon_cursor at = agon_cursor_child(root, "places");
    if (!read_bytes(root, "places", 1, outcome->seats, outcome->seats, outcome->places)) {
        return false;
    }
    for (int s = 0; s < outcome->seats; s++) {
        int place = 1;
        for (int t = 0; t < outcome->seats; t++) {
            place += outcome->places[t] < outcome->places[s];
        }
        if (place != outcome->places[s]) {
            return agon_cursor_refuse(&at, "these are no places");
        }
    }
    return true;
}

static bool read_winners(const agon_cursor *root, agon_outcome *outcome) {
    agon_cursor list = agon_cursor_child(root, "winners");
    size_t count;
    int64_t seat = -1;
    if (!agon_cursor_read_list(&list, 0, outcome->seats, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!read_item(&list, i, seat + 1, outcome->seats - 1, &seat)) {
            return false;
        }
        outcome->winners |= (agon_viewers)(1u << seat);
    }
    return true;
}

static bool read_scores(const agon_cursor *root, agon_outcome *outcome) {
    agon_cursor list = agon_cursor_child(root, "scores");
    size_t count;
    int64_t score = 0;
    if (!agon_cursor_read_list(&list, outcome->seats, outcome->seats, &count)) {
        return false;
    }
    for (size_t s = 0; s < count; s++) {
        if (!read_item(&list, s, INT32_MIN, INT32_MAX, &score)) {
            return false;
        }
        outcome->scores[s] = (int32_t)score;
    }
    return true;
}

static bool read_hash(const agon_cursor *root, uint64_t *hash) {
    agon_cursor at = agon_cursor_child(root, "hash");
    const char *digits = agon_value_text(at.value);
    char wide[33] = "0000000000000000";
    agon_seed value;
    if (!digits || strlen(digits) != 16) {
        return agon_cursor_refuse(&at, "must be 16 hex digits");
    }
    memcpy(wide + 16, digits, 17);
    if (!agon_seed_parse(wide, &value)) {
        return agon_cursor_refuse(&at, "must be 16 hex digits");
    }
    *hash = value.lo;
    return true;
}

static bool read_faults(const agon_cursor *root, agon_outcome *outcome) {
    agon_cursor list = agon_cursor_child(root, "faults");
    size_t count;
    if (!agon_cursor_is_given(&list)) {
        return true;
    }
    if (!agon_cursor_read_list(&list, outcome->seats, outcome->seats, &count)) {
        return false;
    }
    for (size_t s = 0; s < count; s++) {
        agon_cursor at = agon_cursor_item(&list, s);
        if (!agon_cursor_read_object(&at)) {
            return false;
        }
        for (int fault = AGON_FAULT_NONE + 1; fault < AGON_FAULT_COUNT; fault++) {
            agon_cursor times = agon_cursor_child(&at, agon_fault_word((agon_fault)fault));
            int64_t value = 0;
            if (agon_cursor_is_given(&times) &&
                !agon_cursor_read_int(&times, 1, UINT8_MAX, &value)) {
                return false;
            }
            outcome->faults[s][fault] = (uint8_t)value;
        }
    }
    return true;
}

static bool read_outcome(const agon_tourney *tourney, const agon_cursor *root,
                         agon_outcome *outcome) {
    uint64_t count = agon_schedule_count(&tourney->schedule);
    int64_t number = 0;
    int64_t moves = 0;
    if (!agon_cursor_read_object(root) ||
        !read_number(root, "match", (int64_t)count - 1, &number)) {
        return false;
    }
    outcome->number = (uint64_t)number;
    if (!read_pairing(tourney, root, outcome) || !read_places(root, outcome) ||
        !read_winners(root, outcome) || !read_scores(root, outcome) ||
        !read_number(root, "moves", UINT32_MAX, &moves) || !read_hash(root, &outcome->hash)) {
        return false;
    }
    outcome->moves = (uint32_t)moves;
    agon_cursor forfeits = agon_cursor_child(root, "forfeits");
    return (!agon_cursor_is_given(&forfeits) ||
            read_bytes(root, "forfeits", 0, outcome->seats, outcome->seats, outcome->forfeits)) &&
           read_faults(root, outcome);
}

agon_status agon_outcome_read(const agon_tourney *tourney, const char *line, size_t length,
                              agon_outcome *outcome, agon_error *error) {
    AGON_ASSERT(tourney && (line || length == 0) && outcome);
    agon_reader reader = {.status = AGON_BAD_REPLAY, .error = error};
    memset(outcome, 0, sizeof *outcome);
    agon_value *document = agon_value_parse(line, length, error);
    if (!document) {
        return AGON_BAD_REPLAY;
    }
    agon_cursor root = agon_cursor_root(&reader, document);
    bool is_read = read_outcome(tourney, &root, outcome);
    agon_value_free(document);
    return is_read ? AGON_OK : AGON_BAD_REPLAY;
}
