// A seat for a program behind a channel.
#include "agon/protocol.h"

#include <stdio.h>
#include <string.h>

#define MESSAGES_MAX 10000   // of a bot for one question, so that a flood ends without a clock
#define FAREWELL_TIME 200000 // for messages that need no answer

static void note_fault(agon_fault_note *note, agon_fault fault, const char *reason) {
    note->fault = fault;
    note->status = AGON_OK;
    snprintf(note->reason, sizeof note->reason, "%s", reason);
}

static void note_silence(const agon_program *program, agon_channel_status carried,
                         agon_fault_note *note) {
    if (carried == AGON_CHANNEL_CLOSED) {
        note_fault(note, AGON_FAULT_DEAD, program->channel->last_words(program->channel->user));
    } else if (carried == AGON_CHANNEL_TIMEOUT) {
        note_fault(note, AGON_FAULT_LATE, "no answer in time");
    } else {
        note_fault(note, AGON_FAULT_UNPARSABLE, "a line is longer than 1 MiB");
    }
}

static void note_nonsense(const agon_bot_message *message, agon_fault_note *note) {
    const agon_error *error = &message->error;
    snprintf(note->reason, sizeof note->reason, "%s%s%s", error->path, error->path[0] ? ": " : "",
             error->message);
    note->fault = AGON_FAULT_UNPARSABLE;
    note->status = error->status;
}

// Puts the check's extra key at the end of the message.
static void add_extra(agon_program *program) {
    const size_t end = 2; // } and \n
    if (program->extra && !program->text.failed) {
        program->text.length -= end;
        agon_text_printf(&program->text, ",%s}\n", program->extra);
    }
}

// Sends the message in program->text and empties it.
static agon_channel_status send_text(agon_program *program, int64_t limit) {
    const agon_channel *channel = program->channel;
    add_extra(program);
    agon_channel_status carried = AGON_CHANNEL_CLOSED;
    if (!program->text.failed) {
        carried = channel->send(channel->user, program->text.data, program->text.length, limit);
    }
    program->text.length = 0;
    return carried;
}

static int64_t now(const agon_program *program) {
    return program->channel->now(program->channel->user);
}

// The time left until `end`.
static int64_t left(const agon_program *program, int64_t end) {
    int64_t time = end == AGON_NO_LIMIT ? AGON_NO_LIMIT : end - now(program);
    return time > 0 ? time : 0;
}

static int64_t end_of(const agon_program *program, int64_t limit) {
    return limit == AGON_NO_LIMIT ? AGON_NO_LIMIT : now(program) + limit;
}

// ---------------------------------------------------------------------------------------------
// Hello

static void take_ready(agon_program *program, const agon_bot_message *message) {
    const char *name = agon_value_text(agon_value_member(message->document, "name"));
    snprintf(program->name, sizeof program->name, "%s", name ? name : "");
    for (char *c = program->name; *c; c++) { // names are shown to people
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    }
    int64_t page = 0;
    const bool is_given = agon_value_int(agon_value_member(message->document, "page"), &page);
    program->page = is_given ? (uint32_t)page : AGON_PROTOCOL_PAGE;
    program->is_ready = true;
}

static void await_ready(agon_program *program, int64_t limit, agon_fault_note *note) {
    const char *line;
    size_t length;
    agon_channel_status carried =
        program->channel->receive(program->channel->user, limit, &line, &length);
    if (carried != AGON_CHANNEL_LINE) {
        note_silence(program, carried, note);
        return;
    }
    agon_bot_message message = agon_protocol_read(line, length);
    if (message.kind == AGON_BOT_MESSAGE_READY) {
        take_ready(program, &message);
    } else if (message.kind == AGON_BOT_MESSAGE_NONSENSE) {
        note_nonsense(&message, note);
    } else {
        note_fault(note, AGON_FAULT_UNPARSABLE, "the first message must be `ready`");
    }
    agon_value_free(message.document);
}

void agon_program_greet(agon_program *program, agon_fault_note *note) {
    AGON_ASSERT(program && program->channel && program->codec && note);
    note->fault = AGON_FAULT_NONE;
    if (program->is_ready) {
        return;
    }
    int64_t end = end_of(program, program->start_up);
    agon_protocol_hello(&program->text);
    agon_channel_status carried = send_text(program, program->start_up);
    if (carried == AGON_CHANNEL_LINE) {
        await_ready(program, left(program, end), note);
    } else {
        note_silence(program, carried, note);
    }
    program->has_ended = note->fault != AGON_FAULT_NONE;
}

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    agon_program *program = self;
    agon_program_greet(program, note);
    if (note->fault != AGON_FAULT_NONE) {
        return;
    }
    agon_protocol_match(program->codec, program->config, seating, &program->text);
    agon_channel_status carried = send_text(program, program->start_up);
    if (carried != AGON_CHANNEL_LINE) {
        program->has_ended = true;
        note_silence(program, carried, note);
    }
}

// ---------------------------------------------------------------------------------------------
// Think

static uint32_t number_of(const agon_value *document, const char *key, uint32_t otherwise) {
    int64_t number = 0;
    return agon_value_int(agon_value_member(document, key), &number) ? (uint32_t)number : otherwise;
}

static agon_channel_status send_page(agon_program *program, const agon_question *question,
                                     const agon_value *request, int64_t limit) {
    program->pages++;
    agon_protocol_actions(program->codec, question, program->asked, number_of(request, "offset", 0),
                          number_of(request, "limit", AGON_PROTOCOL_PAGE), &program->text);
    return send_text(program, limit);
}

static void take_index(const agon_question *question, uint32_t index, agon_answer *answer) {
    uint32_t count = agon_count(question->game, question->view, question->player);
    if (index >= count) {
        agon_answer_fault(answer, AGON_FAULT_ILLEGAL, "index %u, but there are %u valid actions",
                          (unsigned)index, (unsigned)count);
        answer->note.status = AGON_INVALID_MOVE;
        return;
    }
    answer->actions[0] = agon_nth(question->game, question->view, question->player, index);
    answer->count = 1;
}

static void take_answer(agon_program *program, const agon_question *question,
                        const agon_bot_message *message, agon_answer *answer) {
    int64_t index = 0;
    program->without_id += !message->has_id;
    if (agon_value_int(agon_value_member(message->document, "index"), &index)) {
        take_index(question, (uint32_t)index, answer);
    } else {
        agon_answer_read(program->codec, question, agon_value_member(message->document, "action"),
                         answer, NULL);
    }
}

// Deals with one message. True: the question has been answered, well or badly.
static bool take_message(agon_program *program, const agon_question *question,
                         const agon_bot_message *message, int64_t end, agon_answer *answer) {
    if (message->kind == AGON_BOT_MESSAGE_NONSENSE) {
        note_nonsense(message, &answer->note);
        return true;
    }
    if (message->kind == AGON_BOT_MESSAGE_READY) {
        note_fault(&answer->note, AGON_FAULT_UNPARSABLE, "`ready` was not asked for");
        return true;
    }
    if (message->has_id && message->id != program->asked) {
        program->stale++;
        return false;
    }
    if (message->kind == AGON_BOT_MESSAGE_ACTION) {
        take_answer(program, question, message, answer);
        return true;
    }
    agon_channel_status carried =
        send_page(program, question, message->document, left(program, end));
    if (carried != AGON_CHANNEL_LINE) {
        note_silence(program, carried, &answer->note);
    }
    return carried != AGON_CHANNEL_LINE;
}

static bool await_message(agon_program *program, const agon_question *question, int64_t end,
                          agon_answer *answer) {
    const agon_channel *channel = program->channel;
    const char *line;
    size_t length;
    agon_channel_status carried =
        channel->receive(channel->user, left(program, end), &line, &length);
    if (carried != AGON_CHANNEL_LINE) {
        note_silence(program, carried, &answer->note);
        return true;
    }
    agon_bot_message message = agon_protocol_read(line, length);
    bool is_answered = take_message(program, question, &message, end, answer);
    agon_value_free(message.document);
    return is_answered;
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    agon_program *program = self;
    int64_t begin = now(program);
    int64_t end = end_of(program, question->time_left);
    bool is_answered = false;
    program->asked++;
    agon_protocol_think(program->codec, question, program->asked, program->page, &program->text);
    agon_channel_status carried = send_text(program, question->time_left);
    if (carried != AGON_CHANNEL_LINE) {
        note_silence(program, carried, &answer->note);
        return;
    }
    for (int messages = 0; messages < MESSAGES_MAX && !is_answered; messages++) {
        is_answered = await_message(program, question, end, answer);
    }
    if (!is_answered) {
        note_fault(&answer->note, AGON_FAULT_UNPARSABLE, "too many messages without an answer");
    }
    int64_t time = now(program) - begin;
    program->longest = time > program->longest ? time : program->longest;
}

// ---------------------------------------------------------------------------------------------
// End

static void end(void *self, const agon_ending *ending) {
    agon_program *program = self;
    if (program->has_ended || !program->is_ready) {
        return;
    }
    agon_protocol_end(program->codec, ending, &program->text);
    agon_channel_status carried = send_text(program, FAREWELL_TIME);
    // One that has forfeited may still be at its old question: it is not asked another.
    program->has_ended = carried != AGON_CHANNEL_LINE || ending->forfeit != NULL;
}

void agon_program_quit(agon_program *program) {
    AGON_ASSERT(program && program->channel);
    if (!program->has_ended && program->is_ready) {
        agon_protocol_quit(&program->text);
        (void)send_text(program, FAREWELL_TIME);
    }
    program->has_ended = true;
    agon_text_free(&program->text);
}

const agon_driver agon_program_driver = {start, think, end};
