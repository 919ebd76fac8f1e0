// Redaction: what a viewer may see of an event.
#include "agon/event.h"
#include "agon/status.h"

#include <string.h>

bool agon_event_redact(const agon_event_type *types, const agon_event *event, int viewer,
                       agon_event *out) {
    AGON_ASSERT(types && event && out);
    *out = *event;
    if (event->visible & agon_viewer_bit(viewer)) {
        return true;
    }
    const agon_event_type *type = &types[event->type];
    for (uint8_t i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        if (field->flags & AGON_FIELD_SECRET) {
            out->redacted |= 1u << i;
            memset(&out->f[field->first], 0, field->span * sizeof out->f[0]);
        }
    }
    return out->redacted != 0;
}
