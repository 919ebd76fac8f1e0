// Conformance of what players are shown: [view], [resample] and [events].
#include "src/check/conformance/run.h"

#include <string.h>

// A view answers for its viewer, with the same actions, and for nobody else.
static void check_view_actions(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    for (int p = 0; p < game->players; p++) {
        uint32_t count = agon_count(game, run->view, p);
        uint32_t expected = p == run->viewer ? agon_count(game, state, p) : 0;
        agon_conform(run, count == expected, "view", "player %d has %u actions on it, not %u", p,
                     count, expected);
        for (int i = 0; i < 4 && count > 0 && count == expected; i++) {
            uint32_t at = agon_uniform(&run->probe.rng, count);
            agon_conform(
                run,
                agon_action_equal(agon_nth(game, run->view, p, at), agon_nth(game, state, p, at)),
                "view", "action %u is another one on the view", at);
        }
    }
}

static void check_view_refusals(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    int player;
    agon_action action;
    if (!agon_probe_pick(&run->probe, state, &player, &action)) {
        return;
    }
    agon_conform(run,
                 agon_apply(game, run->view, player, action, NULL, run->x, NULL) == AGON_BAD_STATE,
                 "view", "an action can be applied to it");
    agon_status status = agon_check(game, run->view, player, action, NULL);
    agon_conform(run, status == (player == run->viewer ? AGON_OK : AGON_WRONG_VIEWER), "view",
                 "check answers %s for player %d", agon_status_slug(status), player);
    int other = run->viewer == AGON_SPECTATOR ? 0 : AGON_SPECTATOR;
    agon_conform(run, agon_view(game, run->view, other, run->x) == AGON_WRONG_VIEWER, "view",
                 "somebody else's view can be taken of it");
}

static void check_view_status(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    int32_t scores[AGON_MAX_PLAYERS], expected[AGON_MAX_PLAYERS];
    agon_scores(game, run->view, scores);
    agon_scores(game, state, expected);
    agon_conform(run, memcmp(scores, expected, sizeof scores) == 0, "view", "other scores");
    agon_conform(run, agon_winners(game, run->view) == agon_winners(game, state), "view",
                 "other winners");
    agon_conform(run, run->view->to_act == state->to_act && run->view->over == state->over, "view",
                 "to_act or over is another one");
    agon_conform(run, run->view->viewer == run->viewer, "view", "it does not carry its viewer");
    agon_conform(run, run->view->used <= game->state_max, "view", "it uses too much memory");
}

// run->x is a full state that fits the view; a match can go on from it.
static void check_resampled(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    agon_conform(run, run->x->viewer == AGON_NOBODY && run->x->used <= game->state_max, "resample",
                 "not a full state");
    agon_conform(run,
                 agon_view(game, run->x, run->viewer, run->y) == AGON_OK &&
                     agon_conform_equal(run, run->y, run->view),
                 "resample", "it has another view than the one it came from");
    agon_conform_space_view(run, run->view, run->y);
    agon_packed_fill(&run->probe, &run->packed, run->x);
    agon_error error = {0};
    agon_status status =
        agon_unpack_state(game, run->packed.bytes, run->packed.size, run->y, &error);
    agon_conform(run, status == AGON_OK, "resample", "not a possible state: %s (%s)", error.message,
                 error.path);
    int player;
    agon_action action;
    if (agon_probe_pick(&run->probe, run->x, &player, &action)) {
        agon_conform(run, agon_apply(game, run->x, player, action, NULL, run->x, NULL) == AGON_OK,
                     "resample", "a valid action is refused");
    }
}

static void check_resample(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    agon_rng bits = agon_rng_split(&run->probe.rng);
    agon_rng same_bits = bits;
    agon_conform(run,
                 agon_resample(game, run->view, &bits, run->x) == AGON_OK &&
                     agon_resample(game, run->view, &same_bits, run->y) == AGON_OK &&
                     agon_conform_equal(run, run->x, run->y),
                 "resample", "equal bits give different states, or none");
    check_resampled(run);
}

static void check_view(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    memset(run->view, 0xa5, game->state_max); // the view must not depend on what was there
    if (!agon_conform(run, agon_view(game, state, run->viewer, run->view) == AGON_OK, "view",
                      "there is none")) {
        return;
    }
    check_view_status(run);
    check_view_actions(run);
    agon_conform(run,
                 agon_view(game, run->view, run->viewer, run->x) == AGON_OK &&
                     agon_conform_equal(run, run->x, run->view),
                 "view", "the view of the view is another one");
    check_view_refusals(run);
    check_resample(run);
    agon_conform_json(run, run->view);
    agon_copy(run->y, run->view);
    agon_conform_pack(run, run->y);
}

void agon_conform_views(agon_conform_run *run) {
    const agon_game *game = run->probe.table.game;
    const agon_state *state = run->probe.table.state;
    run->viewer = agon_probe_viewer(&run->probe);
    check_view(run);
    run->viewer = AGON_NOBODY;
    agon_conform(run, agon_view(game, state, game->players, run->x) == AGON_UNKNOWN_PLAYER, "view",
                 "there is a view for a stranger");
    agon_conform(run, agon_resample(game, state, &run->probe.rng, run->x) == AGON_BAD_STATE,
                 "resample", "a full state can be resampled");
}

void agon_conform_event_types(agon_conform_run *run) {
    const agon_rules *rules = run->probe.codec->rules;
    for (int t = 0; t < rules->event_types; t++) {
        const agon_event_type *type = &rules->events[t];
        agon_conform(run, type->name && type->field_count <= 32, "events", "type %d is wrong", t);
        for (int i = 0; i < type->field_count; i++) {
            const agon_event_field *field = &type->fields[i];
            agon_conform(run,
                         field->key && field->span > 0 &&
                             field->first + field->span <= AGON_EVENT_FIELDS,
                         "events", "field %d of %s is wrong", i, type->name);
        }
    }
}

static void check_redaction(agon_conform_run *run, const agon_event *event, int viewer) {
    const agon_rules *rules = run->probe.codec->rules;
    const agon_event_type *type = &rules->events[event->type];
    agon_event seen, again;
    if (!agon_event_redact(rules->events, event, viewer, &seen)) {
        agon_conform(run, !(event->visible & agon_viewer_bit(viewer)), "events",
                     "%s is dropped for somebody who may see it", type->name);
        return;
    }
    agon_conform(run,
                 agon_event_redact(rules->events, &seen, viewer, &again) &&
                     memcmp(&seen, &again, sizeof seen) == 0,
                 "events", "%s redacted twice is not what it is redacted once", type->name);
    for (int i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        bool is_removed = (seen.redacted >> i & 1u) != 0;
        bool is_same = memcmp(&seen.f[field->first], &event->f[field->first],
                              field->span * sizeof seen.f[0]) == 0;
        agon_conform(run, is_removed || is_same, "events", "redaction changed %s.%s", type->name,
                     field->key);
    }
}

static void check_event_json(agon_conform_run *run, const agon_event *event) {
    const agon_event_type *type = &run->probe.codec->rules->events[event->type];
    run->text.length = 0;
    agon_json json = {.text = &run->text};
    agon_event_write(run->probe.codec, run->probe.table.game, event, true, &json);
    agon_error error = {0};
    agon_value *document = agon_probe_parse(&run->probe, &run->text, &error);
    const char *name = agon_value_text(agon_value_member(document, "type"));
    agon_conform(run, name && strcmp(name, type->name) == 0, "events", "not JSON: %.160s",
                 run->text.data);
    agon_conform(run, agon_value_count(document) == type->field_count + 2u, "events",
                 "%s has fields of the same name", type->name);
    agon_value_free(document);
}

// Numbers that no field names are nobody's to see: what is left in them could be a secret.
static bool has_stray_numbers(const agon_event_type *type, const agon_event *event) {
    agon_event rest = *event;
    for (int i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        memset(&rest.f[field->first], 0, field->span * sizeof rest.f[0]);
    }
    for (int i = 0; i < AGON_EVENT_FIELDS; i++) {
        if (rest.f[i] != 0) {
            return true;
        }
    }
    return false;
}

static bool is_null(const agon_event_field *field, const agon_event *event) {
    const int32_t value = event->f[field->first];
    return (field->kind == AGON_KIND_INT && value == AGON_NULL) ||
           (field->kind == AGON_KIND_PLAYER && value < 0);
}

static void check_event(agon_conform_run *run, const agon_event *event) {
    const agon_game *game = run->probe.table.game;
    const agon_rules *rules = game->rules;
    if (!agon_conform(run, event->type < rules->event_types, "events", "unknown type %d",
                      event->type)) {
        return;
    }
    const agon_event_type *type = &rules->events[event->type];
    agon_conform(run, event->redacted == 0, "events", "%s is emitted redacted", type->name);
    agon_conform(run, event->visible == AGON_ALL || (event->visible >> game->players) == 0,
                 "events", "%s is visible to strangers", type->name);
    agon_conform(run, !has_stray_numbers(type, event), "events",
                 "%s has numbers that no field names", type->name);
    for (int i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        agon_conform(run, field->kind != AGON_KIND_PLAYER || event->f[field->first] < game->players,
                     "events", "%s.%s is no player", type->name, field->key);
        agon_conform(run, !is_null(field, event) || (field->flags & AGON_FIELD_NULL), "events",
                     "%s.%s is null, but not declared so", type->name, field->key);
    }
    for (int v = 0; v <= game->players; v++) {
        check_redaction(run, event, v == game->players ? AGON_SPECTATOR : v);
    }
    check_event_json(run, event);
}

void agon_conform_events(agon_conform_run *run) {
    for (size_t i = 0; i < run->events.count; i++) {
        check_event(run, &run->events.items[i]);
    }
}
