// Which moves of a match were played.
#include "src/match/replay/played.h"

#include "src/codec/json.h"

#include <string.h>

void agon_played_add(agon_played *played, const agon_move_facts *move) {
    const bool is_idle =
        move->by == AGON_MOVER_RANDOM && (move->forfeits || move->fault == AGON_FAULT_NONE);
    const bool was_idle = played->first_idle < played->count;
    const bool stands_in = played->gone >> move->player & 1u;
    played->count++;
    if (!is_idle || (stands_in && !was_idle)) {
        played->first_idle = played->count;
    }
    if (move->forfeits || move->fault == AGON_FAULT_DEAD) {
        played->gone |= agon_viewer_bit(move->player);
    }
}

size_t agon_played_count(const agon_played *played, bool is_decided) {
    return is_decided ? played->first_idle : played->count;
}

// ---------------------------------------------------------------------------------------------
// Reading

static agon_mover mover_of(const agon_value *line) {
    const char *word = agon_value_text(agon_value_member(line, "by"));
    if (!word) {
        return AGON_MOVER_SEAT;
    }
    return strcmp(word, "rules") == 0 ? AGON_MOVER_RULES : AGON_MOVER_RANDOM;
}

static agon_fault last_fault_of(const agon_value *line) {
    const agon_value *faults = agon_value_member(line, "faults");
    const size_t count = agon_value_count(faults);
    const agon_value *last = count ? agon_value_item(faults, count - 1) : NULL;
    const char *word = agon_value_text(agon_value_member(last, "fault"));
    return word ? agon_fault_find(word) : AGON_FAULT_NONE;
}

agon_move_facts agon_move_facts_read(const agon_replay *replay) {
    const agon_value *line = replay->document;
    return (agon_move_facts){.player = replay->player,
                             .by = mover_of(line),
                             .forfeits =
                                 json_is_true(agon_json_of(agon_value_member(line, "forfeit"))),
                             .fault = last_fault_of(line)};
}
