// Events as typed objects: gathered as JSON, made by agon.events.
#include "engine.h"

static void emit(void *user, const agon_event *event) {
    engine_events *self = user;
    agon_event seen;
    if (self->viewer != AGON_NOBODY) {
        if (!agon_event_redact(self->game->rules->events, event, self->viewer, &seen)) {
            return;
        }
        event = &seen;
    }
    agon_event_write(self->codec, self->game, event, self->viewer == AGON_NOBODY, &self->json);
}

void engine_events_start(engine_events *events, const engine_game *game, int viewer) {
    *events =
        (engine_events){.codec = game->table.codec, .game = game->table.game, .viewer = viewer};
    events->json.text = &events->text;
    events->sink = (agon_sink){emit, events};
    agon_json_open(&events->json, '[');
}

PyObject *engine_events_take(engine_events *events) {
    agon_json_close(&events->json, ']');
    PyObject *text = engine_take_text(&events->text);
    PyObject *list =
        text ? engine_call("agon.events", "read", "(sO)", events->game->rules->id, text) : NULL;
    Py_XDECREF(text);
    return list;
}
