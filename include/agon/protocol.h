// The bot protocol: lines of JSON between the runner and a program that plays.
//
// One object per line in both directions; `type` says what it is. docs/bot-protocol.md has the
// whole of it, with transcripts. In short:
//
//     runner → bot   hello, match, think, actions, end, quit
//     bot → runner   ready (after hello), action (after think), actions (asks for a page of the
//                    valid actions)
//
// Keys that a side does not know are ignored. In what the runner writes, numbers and words come
// before lists and objects, so that the simplest of programs can take a line apart.
//
// This is text in and text out over a channel, two functions that carry lines; pipes, sockets and
// processes are somebody else's business.
#ifndef AGON_PROTOCOL_H
#define AGON_PROTOCOL_H

#include "agon/seat.h"

AGON_C_BEGIN

#define AGON_PROTOCOL_VERSION 1
#define AGON_PROTOCOL_LINE_MAX (1u << 20) // bytes of a line from a bot
#define AGON_PROTOCOL_PAGE 100            // valid actions that a think lists, unless asked for more
#define AGON_PROTOCOL_PAGE_MAX 10000

// How carrying a line went.
typedef enum agon_channel_status {
    AGON_CHANNEL_LINE,    // done
    AGON_CHANNEL_TIMEOUT, // the time is up
    AGON_CHANNEL_CLOSED,  // the other side is gone
    AGON_CHANNEL_TOO_LONG // a line of more than AGON_PROTOCOL_LINE_MAX bytes; it has been skipped
} agon_channel_status;

// Carries lines to and from one program. Times are microseconds.
typedef struct agon_channel {
    // Sends a line, its \n included, within `limit`.
    agon_channel_status (*send)(void *user, const char *line, size_t length, int64_t limit);
    // Waits for the next line for at most `limit`; without its \n, good until the next call.
    agon_channel_status (*receive)(void *user, int64_t limit, const char **line, size_t *length);
    int64_t (*now)(void *user);
    // Why the other side is gone, for people; never NULL.
    const char *(*last_words)(void *user);
    void *user;
} agon_channel;

// A seat for a program behind a channel. Its driver is agon_program_driver.
typedef struct agon_program {
    // Set these, the others to zero.
    const agon_channel *channel;
    const agon_codec *codec;
    const agon_value *config; // of the match; secrets are not passed on; may be NULL
    int64_t start_up;         // time for hello and ready
    const char *extra;        // for checks: a key and value put into every message; may be NULL
    // Read these.
    char name[64];  // as the program calls itself; "" before ready
    uint32_t page;  // valid actions in a think
    bool is_ready;  // hello and ready have been exchanged; they are not repeated in a later match
    bool has_ended; // it is gone, or was given up
    uint32_t asked; // questions so far
    uint32_t pages; // pages asked for
    uint32_t stale; // answers to earlier questions, which were ignored
    uint32_t without_id; // answers that did not say to what
    int64_t longest;     // time of an answer
    agon_text text;      // the message being written
} agon_program;

extern AGON_API const agon_driver agon_program_driver;

// Says hello and waits for ready, unless that has been done. Called at the start of a match; call
// it before to have the program ready in time. note->fault is AGON_FAULT_NONE if all is well.
AGON_API void agon_program_greet(agon_program *program, agon_fault_note *note);

// Says that there will be no more matches. Frees nothing of the channel.
AGON_API void agon_program_quit(agon_program *program);

// ---------------------------------------------------------------------------------------------
// The messages, for those who carry them in another way. Each appends one line.

// Appends a message of that type, one line.
AGON_API void agon_protocol_hello(agon_text *text);
AGON_API void agon_protocol_match(const agon_codec *codec, const agon_value *config,
                                  const agon_seating *seating, agon_text *text);
AGON_API void agon_protocol_think(const agon_codec *codec, const agon_question *question,
                                  uint32_t id, uint32_t page, agon_text *text);
AGON_API void agon_protocol_actions(const agon_codec *codec, const agon_question *question,
                                    uint32_t id, uint32_t offset, uint32_t limit, agon_text *text);
AGON_API void agon_protocol_end(const agon_codec *codec, const agon_ending *ending,
                                agon_text *text);
AGON_API void agon_protocol_quit(agon_text *text);

// What a bot has said.
typedef enum agon_bot_message_kind {
    AGON_BOT_MESSAGE_NONSENSE, // not JSON, not a message, or an answer without an action
    AGON_BOT_MESSAGE_READY,
    AGON_BOT_MESSAGE_ACTION,
    AGON_BOT_MESSAGE_ACTIONS
} agon_bot_message_kind;

typedef struct agon_bot_message {
    agon_bot_message_kind kind;
    agon_value *document; // agon_value_free
    bool has_id;
    int64_t id;
    agon_error error; // why it is nonsense
} agon_bot_message;

// What a line from a bot says. Any bytes are safe.
AGON_API agon_bot_message agon_protocol_read(const char *line, size_t length);

AGON_C_END

#endif
