// What a bot answers.
#include "agon/protocol.h"

#include <string.h>

static const char *const types[] = {"ready", "action", "actions", NULL};

static bool read_id(const agon_cursor *at, agon_bot_message *message) {
    agon_cursor id = agon_cursor_child(at, "id");
    message->has_id = agon_cursor_is_given(&id);
    return !message->has_id || agon_cursor_read_int(&id, 0, UINT32_MAX, &message->id);
}

static bool read_ready(const agon_cursor *at) {
    agon_cursor version = agon_cursor_child(at, "protocol");
    agon_cursor name = agon_cursor_child(at, "name");
    agon_cursor page = agon_cursor_child(at, "page");
    const char *text;
    int64_t number;
    if (!agon_cursor_read_int(&version, 0, INT32_MAX, &number)) {
        return false;
    }
    if (number != AGON_PROTOCOL_VERSION) {
        return agon_cursor_refuse(&version,
                                  "the bot speaks version %d, this program speaks version %d",
                                  (int)number, AGON_PROTOCOL_VERSION);
    }
    return (!agon_cursor_is_given(&name) || agon_cursor_read_string(&name, &text)) &&
           (!agon_cursor_is_given(&page) ||
            agon_cursor_read_int(&page, 0, AGON_PROTOCOL_PAGE_MAX, &number));
}

static bool read_action(const agon_cursor *at, agon_bot_message *message) {
    agon_cursor action = agon_cursor_child(at, "action");
    agon_cursor index = agon_cursor_child(at, "index");
    int64_t number;
    if (agon_cursor_is_given(&index) && agon_cursor_is_given(&action)) {
        return agon_cursor_refuse(&index, "either `action` or `index`, not both");
    }
    if (agon_cursor_is_given(&index)) {
        return read_id(at, message) && agon_cursor_read_int(&index, 0, UINT32_MAX, &number);
    }
    if (!action.value) {
        return agon_cursor_refuse(&action, "is missing, and so is `index`");
    }
    return read_id(at, message);
}

static bool read_page(const agon_cursor *at, agon_bot_message *message) {
    agon_cursor offset = agon_cursor_child(at, "offset");
    agon_cursor limit = agon_cursor_child(at, "limit");
    int64_t number;
    return read_id(at, message) &&
           (!agon_cursor_is_given(&offset) ||
            agon_cursor_read_int(&offset, 0, UINT32_MAX, &number)) &&
           (!agon_cursor_is_given(&limit) ||
            agon_cursor_read_int(&limit, 0, AGON_PROTOCOL_PAGE_MAX, &number));
}

static bool read_message(const agon_cursor *at, agon_bot_message *message) {
    agon_cursor type = agon_cursor_child(at, "type");
    int word = 0;
    if (!agon_cursor_read_object(at) || !agon_cursor_read_word(&type, types, &word)) {
        return false;
    }
    message->kind = (agon_bot_message_kind)(AGON_BOT_MESSAGE_READY + word);
    switch (message->kind) {
    case AGON_BOT_MESSAGE_READY:
        return read_ready(at);
    case AGON_BOT_MESSAGE_ACTION:
        return read_action(at, message);
    default:
        return read_page(at, message);
    }
}

agon_bot_message agon_protocol_read(const char *line, size_t length) {
    AGON_ASSERT(line || length == 0);
    agon_bot_message message = {0};
    agon_reader reader = {.status = AGON_BAD_JSON, .error = &message.error};
    message.document = agon_value_parse(line, length, &message.error);
    agon_cursor at = agon_cursor_root(&reader, message.document);
    if (!message.document || !read_message(&at, &message)) {
        message.kind = AGON_BOT_MESSAGE_NONSENSE;
    }
    return message;
}
