// What a bot says to the runner.
#include "agon/protocol.h"

#include <string.h>

static const char *const types[] = {"ready", "action", "actions", NULL};

static bool read_id(const agon_cursor *at, agon_saying *saying) {
    agon_cursor id = agon_child(at, "id");
    saying->has_id = agon_is_given(&id);
    return !saying->has_id || agon_read_int(&id, 0, UINT32_MAX, &saying->id);
}

static bool read_ready(const agon_cursor *at) {
    agon_cursor version = agon_child(at, "protocol");
    agon_cursor name = agon_child(at, "name");
    agon_cursor page = agon_child(at, "page");
    const char *text;
    int64_t number;
    if (!agon_read_int(&version, 0, INT32_MAX, &number)) {
        return false;
    }
    if (number != AGON_PROTOCOL_VERSION) {
        return agon_refuse(&version, "the bot speaks version %d, this program speaks version %d",
                           (int)number, AGON_PROTOCOL_VERSION);
    }
    return (!agon_is_given(&name) || agon_read_string(&name, &text)) &&
           (!agon_is_given(&page) || agon_read_int(&page, 0, AGON_PROTOCOL_PAGE_MAX, &number));
}

static bool read_action(const agon_cursor *at, agon_saying *saying) {
    agon_cursor action = agon_child(at, "action");
    agon_cursor index = agon_child(at, "index");
    int64_t number;
    if (agon_is_given(&index) && agon_is_given(&action)) {
        return agon_refuse(&index, "either `action` or `index`, not both");
    }
    if (agon_is_given(&index)) {
        return read_id(at, saying) && agon_read_int(&index, 0, UINT32_MAX, &number);
    }
    if (!action.json) {
        return agon_refuse(&action, "is missing, and so is `index`");
    }
    return read_id(at, saying);
}

static bool read_page(const agon_cursor *at, agon_saying *saying) {
    agon_cursor offset = agon_child(at, "offset");
    agon_cursor limit = agon_child(at, "limit");
    int64_t number;
    return read_id(at, saying) &&
           (!agon_is_given(&offset) || agon_read_int(&offset, 0, UINT32_MAX, &number)) &&
           (!agon_is_given(&limit) || agon_read_int(&limit, 0, AGON_PROTOCOL_PAGE_MAX, &number));
}

static bool read_message(const agon_cursor *at, agon_saying *saying) {
    agon_cursor type = agon_child(at, "type");
    int word = 0;
    if (!agon_read_object(at) || !agon_read_word(&type, types, &word)) {
        return false;
    }
    saying->said = (agon_said)(AGON_SAID_READY + word);
    switch (saying->said) {
    case AGON_SAID_READY:
        return read_ready(at);
    case AGON_SAID_ACTION:
        return read_action(at, saying);
    default:
        return read_page(at, saying);
    }
}

agon_saying agon_protocol_read(const char *line, size_t length) {
    agon_saying saying = {0};
    agon_reader reader = {AGON_BAD_JSON, &saying.error, NULL};
    saying.document = agon_json_parse(line, length, &saying.error);
    agon_cursor at = agon_root(&reader, saying.document);
    if (!saying.document || !read_message(&at, &saying)) {
        saying.said = AGON_SAID_NONSENSE;
    }
    return saying;
}
