// WebSocket frames (RFC 6455) of a server: read incrementally and strictly, and written.
//
// No extensions: compression would let the size of a message tell about its content. No I/O.
#ifndef AGON_APPS_SERVER_NET_FRAMES_H
#define AGON_APPS_SERVER_NET_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AGON_CLOSE_NORMAL = 1000,
    AGON_CLOSE_AWAY = 1001,
    AGON_CLOSE_PROTOCOL = 1002,
    AGON_CLOSE_KIND = 1003, // a kind of message that is not spoken here
    AGON_CLOSE_NONE = 1005, // means: closed without a code; never sent
    AGON_CLOSE_TEXT = 1007, // not UTF-8
    AGON_CLOSE_POLICY = 1008,
    AGON_CLOSE_SIZE = 1009,
    AGON_CLOSE_RESTART = 1012,
    AGON_CLOSE_LATER = 1013
};

enum { AGON_FRAME_TEXT = 1, AGON_FRAME_CLOSE = 8, AGON_FRAME_PING = 9, AGON_FRAME_PONG = 10 };

#define AGON_FRAME_MAX_HEAD 10u     // bytes before the payload of a frame that a server sends
#define AGON_FRAME_MAX_CONTROL 125u // bytes of a ping, pong or close

// What a reader found. The texts live for the call only; a call that returns false ends the reading,
// for example because the connection is being closed.
typedef struct agon_frames_calls {
    bool (*message)(void *user, const char *text, size_t length);
    bool (*ping)(void *user, const char *payload, size_t length);
    bool (*pong)(void *user);
    bool (*close)(void *user, int code); // AGON_CLOSE_NONE: none was given
} agon_frames_calls;

// A reader. Begin with {.max = bytes of the longest message}; free with agon_frames_free.
typedef struct agon_frames {
    size_t max;
    char *message; // what has come of it; NULL between messages
    size_t length, room;
    uint64_t left; // of the payload of this frame
    uint8_t head[14];
    uint8_t head_length;
    uint8_t mask_at;
    uint8_t control_length;
    uint16_t frames; // of this message: many tiny ones are an attack
    bool in_payload, in_message;
    char control[AGON_FRAME_MAX_CONTROL];
} agon_frames;

// Takes bytes as they come. Returns 0, or the code to close the connection with.
int agon_frames_feed(agon_frames *frames, const char *bytes, size_t length,
                     const agon_frames_calls *calls, void *user);

void agon_frames_free(agon_frames *frames);

// Writes the bytes before a payload and returns their number.
size_t agon_frame_head(uint8_t head[AGON_FRAME_MAX_HEAD], int opcode, size_t length);

// Whether text is UTF-8 without surrogates and overlong forms.
bool agon_utf8_is_valid(const char *text, size_t length);

#endif
