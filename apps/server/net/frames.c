// WebSocket frames: a reader that takes bytes as they come, a writer, and what UTF-8 is.
#include "apps/server/net/frames.h"

#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 256 // that one message may come in
#define FIRST_ROOM 256

enum { NO_MEMORY = 1011 };

// ---------------------------------------------------------------------------------------------
// UTF-8

// How many bytes follow this first one; -1 if none can begin so.
static int utf8_tail(unsigned char first) {
    return first < 0x80   ? 0
           : first < 0xc2 ? -1
           : first < 0xe0 ? 1
           : first < 0xf0 ? 2
           : first < 0xf5 ? 3
                          : -1;
}

// The second byte rules out overlong forms, surrogates, and what is beyond U+10FFFF.
static bool utf8_second_is_valid(unsigned char first, unsigned char second) {
    const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= least && second <= most;
}

bool agon_utf8_is_valid(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < length; i++) {
        const unsigned char first = bytes[i];
        const int tail = utf8_tail(first);
        if (tail < 0 || (size_t)tail >= length - i) {
            return false;
        }
        for (int k = 1; k <= tail; k++) {
            const unsigned char c = bytes[++i];
            if (k == 1 ? !utf8_second_is_valid(first, c) : (c & 0xc0) != 0x80) {
                return false;
            }
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Reading

static int opcode_of(const agon_frames *frames) {
    return frames->head[0] & 0x0f;
}

static bool is_control(const agon_frames *frames) {
    return (frames->head[0] & 0x08) != 0;
}

static bool is_final(const agon_frames *frames) {
    return (frames->head[0] & 0x80) != 0;
}

// The bytes that the head has, as far as it is known.
static uint8_t head_size(const agon_frames *frames) {
    const uint8_t length = frames->head_length < 2 ? 0 : frames->head[1] & 0x7f;
    return frames->head_length < 2 ? 2 : (uint8_t)(6 + (length == 126 ? 2 : length == 127 ? 8 : 0));
}

static uint64_t payload_size(const agon_frames *frames) {
    const uint8_t length = frames->head[1] & 0x7f;
    const int bytes = length == 126 ? 2 : length == 127 ? 8 : 0;
    uint64_t size = bytes ? 0 : length;
    for (int i = 0; i < bytes; i++) {
        size = size << 8 | frames->head[2 + i];
    }
    return size;
}

static int control_check(const agon_frames *frames) {
    const int opcode = opcode_of(frames);
    if (!is_final(frames) || frames->left > AGON_FRAME_MAX_CONTROL || opcode > AGON_FRAME_PONG ||
        opcode < AGON_FRAME_CLOSE) {
        return AGON_CLOSE_PROTOCOL;
    }
    return 0;
}

static int data_check(agon_frames *frames) {
    const int opcode = opcode_of(frames);
    if (opcode > 2 || (opcode == 0) != frames->in_message) {
        return AGON_CLOSE_PROTOCOL;
    }
    if (opcode == 2) {
        return AGON_CLOSE_KIND;
    }
    if (frames->left > frames->max - frames->length) {
        return AGON_CLOSE_SIZE;
    }
    frames->in_message = true;
    return ++frames->frames > MAX_FRAMES ? AGON_CLOSE_POLICY : 0;
}

// The head is whole: may this frame be?
static int head_check(agon_frames *frames) {
    frames->left = payload_size(frames);
    frames->in_payload = true;
    frames->mask_at = 0;
    if ((frames->head[0] & 0x70) != 0 || (frames->head[1] & 0x80) == 0) {
        return AGON_CLOSE_PROTOCOL; // an extension that nobody agreed on, or not masked
    }
    return is_control(frames) ? control_check(frames) : data_check(frames);
}

static bool message_grow(agon_frames *frames, size_t more) {
    if (frames->room - frames->length >= more && frames->message) {
        return true;
    }
    size_t room = frames->room ? frames->room : FIRST_ROOM;
    while (room < frames->length + more) {
        room *= 2;
    }
    char *grown = realloc(frames->message, room);
    if (grown) {
        frames->message = grown;
        frames->room = room;
    }
    return grown != NULL;
}

static void unmask(agon_frames *frames, char *out, const char *bytes, size_t length) {
    const uint8_t *mask = frames->head + head_size(frames) - 4;
    for (size_t i = 0; i < length; i++) {
        out[i] = (char)(bytes[i] ^ mask[(frames->mask_at + i) & 3]);
    }
    frames->mask_at = (uint8_t)((frames->mask_at + length) & 3);
}

// Takes bytes of the payload, at most frames->left.
static int payload_take(agon_frames *frames, const char *bytes, size_t length) {
    frames->left -= length;
    if (is_control(frames)) {
        unmask(frames, frames->control + frames->control_length, bytes, length);
        frames->control_length = (uint8_t)(frames->control_length + length);
        return 0;
    }
    if (!message_grow(frames, length)) {
        return NO_MEMORY;
    }
    unmask(frames, frames->message + frames->length, bytes, length);
    frames->length += length;
    return 0;
}

static void message_forget(agon_frames *frames) {
    free(frames->message);
    frames->message = NULL;
    frames->length = frames->room = 0;
    frames->frames = 0;
    frames->in_message = false;
}

void agon_frames_free(agon_frames *frames) {
    message_forget(frames);
}

static bool code_is_sent(int code) {
    const bool is_defined =
        code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
    return is_defined || (code >= 3000 && code < 5000);
}

static int close_done(agon_frames *frames, const agon_frames_calls *calls, void *user) {
    const uint8_t *bytes = (const uint8_t *)frames->control;
    const size_t length = frames->control_length;
    const int code = length >= 2 ? bytes[0] << 8 | bytes[1] : AGON_CLOSE_NONE;
    if (length == 1 || (length >= 2 && !code_is_sent(code))) {
        return AGON_CLOSE_PROTOCOL;
    }
    if (length > 2 && !agon_utf8_is_valid(frames->control + 2, length - 2)) {
        return AGON_CLOSE_TEXT;
    }
    return calls->close(user, code) ? 0 : -1;
}

static int control_done(agon_frames *frames, const agon_frames_calls *calls, void *user) {
    switch (opcode_of(frames)) {
    case AGON_FRAME_CLOSE:
        return close_done(frames, calls, user);
    case AGON_FRAME_PING:
        return calls->ping(user, frames->control, frames->control_length) ? 0 : -1;
    default:
        return calls->pong(user) ? 0 : -1;
    }
}

static int message_done(agon_frames *frames, const agon_frames_calls *calls, void *user) {
    if (!agon_utf8_is_valid(frames->message, frames->length)) {
        return AGON_CLOSE_TEXT;
    }
    // The call may end in freeing the connection's reader, so the text is taken out first.
    char *text = frames->message;
    const size_t length = frames->length;
    frames->message = NULL;
    message_forget(frames);
    const bool goes_on = calls->message(user, text ? text : "", length);
    free(text);
    return goes_on ? 0 : -1;
}

// A frame is complete. -1 ends the reading without a complaint.
static int frame_done(agon_frames *frames, const agon_frames_calls *calls, void *user) {
    const bool control = is_control(frames);
    const bool final = is_final(frames);
    frames->in_payload = false;
    frames->head_length = 0;
    int code = 0;
    if (control) {
        code = control_done(frames, calls, user);
    } else if (final) {
        code = message_done(frames, calls, user);
    }
    if (code == 0 && control) {
        frames->control_length = 0;
    }
    return code;
}

// Takes bytes of the head, or of the payload; returns how many.
static size_t step(agon_frames *frames, const char *bytes, size_t length, int *code) {
    if (!frames->in_payload) {
        frames->head[frames->head_length++] = (uint8_t)*bytes;
        if (frames->head_length > 2 && frames->head_length == head_size(frames)) {
            *code = head_check(frames);
        } else if (frames->head_length == 2 && (frames->head[1] & 0x80) == 0) {
            *code = AGON_CLOSE_PROTOCOL; // not masked: there is no mask to wait for
        }
        return 1;
    }
    const size_t take = length < frames->left ? length : (size_t)frames->left;
    *code = payload_take(frames, bytes, take);
    return take;
}

int agon_frames_feed(agon_frames *frames, const char *bytes, size_t length,
                     const agon_frames_calls *calls, void *user) {
    int code = 0;
    while (length > 0 && code == 0) {
        const size_t taken = step(frames, bytes, length, &code);
        bytes += taken;
        length -= taken;
        if (code == 0 && frames->in_payload && frames->left == 0) {
            code = frame_done(frames, calls, user);
        }
    }
    return code < 0 ? 0 : code;
}

// ---------------------------------------------------------------------------------------------
// Writing

size_t agon_frame_head(uint8_t head[AGON_FRAME_MAX_HEAD], int opcode, size_t length) {
    const int bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    head[0] = (uint8_t)(0x80 | opcode);
    head[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (int i = 0; i < bytes; i++) {
        head[2 + i] = (uint8_t)((uint64_t)length >> (8 * (bytes - 1 - i)));
    }
    return 2 + (size_t)bytes;
}
