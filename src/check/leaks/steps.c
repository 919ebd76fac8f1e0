// L2 and L3 of the leak check: what a viewer sees of a step.
#include "src/check/leaks/run.h"

#include <string.h>

typedef enum outcome {
    SAME,     // the viewer saw the same
    REVEALED, // it saw something that was meant to become known; nothing more can be compared
    LEAKED    // it saw something that it may not see; a finding has been added
} outcome;

static bool is_reveal(const agon_event_type *type, uint8_t field) {
    return type->field_count > field && (type->fields[field].flags & AGON_FIELD_REVEAL) != 0;
}

// An event whose first field is a reveal is a revelation as a whole: it may also be missing.
static bool is_revelation(const agon_leak_run *run, const agon_event *event) {
    return event && is_reveal(&run->probe.table.game->rules->events[event->type], 0);
}

static const char *event_name(const agon_leak_run *run, const agon_event *event) {
    return event ? run->probe.table.game->rules->events[event->type].name : "nothing";
}

// The next event of `list` that the viewer sees, from `*at` on; NULL if there is none.
static const agon_event *next_seen(const agon_leak_run *run, const agon_event_list *list,
                                   size_t *at, agon_event *out) {
    const agon_event_type *types = run->probe.table.game->rules->events;
    while (*at < list->count) {
        if (agon_event_redact(types, &list->items[(*at)++], run->viewer, out)) {
            return out;
        }
    }
    return NULL;
}

static bool fields_equal(const agon_event *a, const agon_event *b, const agon_event_field *field,
                         uint32_t bit) {
    if ((a->redacted & bit) != (b->redacted & bit)) {
        return false;
    }
    return (a->redacted & bit) != 0 ||
           memcmp(&a->f[field->first], &b->f[field->first], field->span * sizeof a->f[0]) == 0;
}

static outcome compare_fields(agon_leak_run *run, const agon_event *a, const agon_event *b) {
    const agon_event_type *type = &run->probe.table.game->rules->events[a->type];
    for (uint8_t i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        if (fields_equal(a, b, field, 1u << i)) {
            continue;
        }
        if (is_reveal(type, i)) {
            return REVEALED;
        }
        agon_leak_found(run, "L2 event", "%s.%s differs and is no reveal: %d and %d", type->name,
                        field->key, a->f[field->first], b->f[field->first]);
        return LEAKED;
    }
    return SAME;
}

static outcome compare_event(agon_leak_run *run, const agon_event *a, const agon_event *b) {
    run->report->comparisons++;
    if (a && b && a->type == b->type) {
        return compare_fields(run, a, b);
    }
    if (is_revelation(run, a) || is_revelation(run, b)) {
        return REVEALED;
    }
    agon_leak_found(run, "L2 event", "seen in one case %s, in the other %s", event_name(run, a),
                    event_name(run, b));
    return LEAKED;
}

// What the viewer sees of `events` and `other_events`.
static outcome compare_events(agon_leak_run *run) {
    agon_event first, second;
    size_t at = 0, other_at = 0;
    for (;;) {
        const agon_event *a = next_seen(run, &run->events, &at, &first);
        const agon_event *b = next_seen(run, &run->other_events, &other_at, &second);
        if (!a && !b) {
            return SAME;
        }
        outcome result = compare_event(run, a, b);
        if (result != SAME) {
            return result;
        }
    }
}

// Events first; then, if they were the same to the end, the next states.
static void compare_transition(agon_leak_run *run) {
    run->report->transitions++;
    if (compare_events(run) == SAME) {
        run->report->complete++;
        agon_leak_compare(run, "L2", run->after, run->other_after);
    }
}

void agon_leak_same_action(agon_leak_run *run, int player, agon_action action) {
    agon_probe *probe = &run->probe;
    if (agon_check(probe->table.game, run->other, player, action, NULL) != AGON_OK) {
        return;
    }
    if (agon_probe_apply(probe, probe->table.state, player, action, &run->events, run->after) ||
        agon_probe_apply(probe, run->other, player, action, &run->other_events, run->other_after)) {
        agon_leak_found(run, "L2 apply", "an action that check accepts was refused");
        return;
    }
    compare_transition(run);
}

// The next byte from `*at` on that the viewer may see, or −1.
static int next_visible(const agon_packed *packed, agon_viewers bit, size_t *at) {
    while (*at < packed->size) {
        size_t i = (*at)++;
        if (packed->map[i] & bit) {
            return packed->bytes[i];
        }
    }
    return -1;
}

// Whether the viewer may see no difference between the states after two choices. In a game that
// hides only its generator two choices may well come to the same, but none is a secret; nor is one
// where they lead to the very same state: what differed on the way was open.
static bool is_declared_secret(agon_leak_run *run) {
    if (!run->probe.table.game->rules->has_hidden) {
        return false;
    }
    agon_packed_fill(&run->probe, &run->packed, run->after);
    agon_packed_fill(&run->probe, &run->other_packed, run->other_after);
    if (agon_packed_equal(&run->packed, &run->other_packed)) {
        return false;
    }
    agon_viewers bit = agon_viewer_bit(run->viewer);
    size_t at = 0, other_at = 0;
    int a, b;
    do {
        a = next_visible(&run->packed, bit, &at);
        b = next_visible(&run->other_packed, bit, &other_at);
    } while (a == b && a >= 0);
    return a == b;
}

static bool is_secret(agon_leak_run *run, int player) {
    const agon_leaks_oracle *oracle = run->oracle;
    return (oracle && oracle->is_secret &&
            oracle->is_secret(run->probe.table.game, run->probe.table.state, player,
                              run->viewer)) ||
           is_declared_secret(run);
}

void agon_leak_two_choices(agon_leak_run *run) {
    agon_probe *probe = &run->probe;
    const agon_game *game = probe->table.game;
    const agon_state *state = probe->table.state;
    int player = (int)agon_uniform(&probe->rng, game->players);
    uint32_t count = agon_count(game, state, player);
    if (player == run->viewer || count < 2) {
        return;
    }
    uint32_t i = agon_uniform(&probe->rng, count);
    uint32_t j = (i + 1 + agon_uniform(&probe->rng, count - 1)) % count;
    agon_action first = agon_nth(game, state, player, i);
    agon_action second = agon_nth(game, state, player, j);
    if (agon_probe_apply(probe, state, player, first, &run->events, run->after) ||
        agon_probe_apply(probe, state, player, second, &run->other_events, run->other_after)) {
        agon_leak_found(run, "L2 apply", "a valid action was refused");
        return;
    }
    if (is_secret(run, player) && !probe->is_exhausted) {
        run->report->secret++;
        compare_transition(run);
    }
}

static void ask_about_fields(agon_leak_run *run, const agon_leaks_event *at,
                             const agon_event *seen) {
    const agon_event_type *type = &at->game->rules->events[seen->type];
    for (uint8_t i = 0; i < type->field_count; i++) {
        agon_viewers viewers = run->oracle->sees_field(at, &type->fields[i]);
        bool may_see = (viewers & agon_viewer_bit(run->viewer)) != 0;
        bool sees = (seen->redacted >> i & 1u) == 0;
        run->report->comparisons++;
        if (may_see != sees) {
            agon_leak_found(run, "L3 field", "%s.%s is %s this viewer, the oracle disagrees",
                            type->name, type->fields[i].key, sees ? "shown to" : "hidden from");
        }
    }
}

static void ask_about_event(agon_leak_run *run, const agon_leaks_event *at) {
    agon_event seen;
    bool sees = agon_event_redact(at->game->rules->events, at->event, run->viewer, &seen);
    run->report->comparisons++;
    if (run->oracle->sees_event) {
        bool may_see = (run->oracle->sees_event(at) & agon_viewer_bit(run->viewer)) != 0;
        if (may_see != sees) {
            agon_leak_found(run, "L3 event", "%s is %s this viewer, the oracle disagrees",
                            event_name(run, at->event), sees ? "shown to" : "hidden from");
            return;
        }
    }
    if (sees && run->oracle->sees_field) {
        ask_about_fields(run, at, &seen);
    }
}

void agon_leak_ask_oracle(agon_leak_run *run, int player, agon_action action) {
    if (!run->oracle || (!run->oracle->sees_event && !run->oracle->sees_field)) {
        return;
    }
    agon_probe *probe = &run->probe;
    agon_leaks_event at = {.game = probe->table.game,
                           .before = probe->table.state,
                           .after = run->after,
                           .player = player,
                           .action = action};
    if (agon_probe_apply(probe, at.before, player, action, &run->events, run->after)) {
        return;
    }
    int players = at.game->players;
    for (size_t i = 0; i < run->events.count; i++) {
        at.event = &run->events.items[i];
        for (int v = 0; v <= players; v++) {
            run->viewer = v == players ? AGON_SPECTATOR : v;
            ask_about_event(run, &at);
        }
    }
}
