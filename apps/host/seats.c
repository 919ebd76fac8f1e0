// Seats as people write them, programs included.
#include "apps/host/seats.h"

#include "apps/host/jobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "cmd:"
#define NET "net:"

bool agon_seat_is_program(const char *text) {
    return strncmp(text, COMMAND, strlen(COMMAND)) == 0;
}

bool agon_seat_is_net(const char *text) {
    return strncmp(text, NET, strlen(NET)) == 0;
}

// All bytes of a file, one more than a net can have at most.
static bool read_file(const char *path, agon_text *bytes, agon_error *error) {
    char block[65536];
    size_t size;
    FILE *file = fopen(path, "rb");
    while (file && bytes->length <= AGON_NET_MAX_BYTES &&
           (size = fread(block, 1, sizeof block, file)) > 0) {
        agon_text_add(bytes, block, size);
    }
    const bool is_good = file && !ferror(file) && !bytes->failed;
    if (!is_good) {
        (void)agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "cannot read %.120s: %s", path,
                             strerror(errno));
    }
    if (file) {
        fclose(file);
    }
    return is_good;
}

agon_net *agon_seat_load_net(const char *text, const agon_rules *rules, agon_error *error) {
    agon_text bytes = {0};
    agon_net *net = NULL;
    if (read_file(text + strlen(NET), &bytes, error)) {
        net = agon_net_read((const uint8_t *)bytes.data, bytes.length, error);
    }
    agon_text_free(&bytes);
    if (net && strcmp(agon_net_game(net), rules->id) != 0) {
        (void)agon_error_set(error, AGON_UNKNOWN_BOT, NULL, "%.60s is a net for %s, not for %s",
                             text, agon_net_game(net), rules->id);
        agon_net_free(net);
        net = NULL;
    }
    return net;
}

static agon_status seat_net(agon_seat_holder *holder, const agon_seat_setup *setup,
                            agon_error *error) {
    agon_error reason = {0};
    holder->net = agon_seat_load_net(holder->text, setup->codec->rules, &reason);
    if (!holder->net) {
        return agon_error_set(error, reason.status, NULL, "%s", reason.message);
    }
    holder->net_seat.net = holder->net;
    holder->seat.driver = &agon_net_driver;
    holder->seat.self = &holder->net_seat;
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// A program in its seat. One that may not ponder runs from before a question is written until its
// answer has been read.

static void hold(const agon_seat_holder *holder) {
    if (holder->is_held) {
        agon_process_hold(holder->process);
    }
}

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    agon_seat_holder *holder = self;
    agon_process_let_go(holder->process);
    agon_program_driver.start(&holder->program, seating, note);
    hold(holder);
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    agon_seat_holder *holder = self;
    agon_process_let_go(holder->process);
    agon_program_driver.think(&holder->program, question, answer);
    hold(holder);
}

static void end(void *self, const agon_ending *ending) {
    agon_seat_holder *holder = self;
    agon_process_let_go(holder->process);
    agon_program_driver.end(&holder->program, ending);
    hold(holder);
}

const agon_driver agon_seat_program_driver = {start, think, end};

static agon_status seat_program(agon_seat_holder *holder, const agon_seat_setup *setup,
                                agon_error *error) {
    agon_error reason = {0};
    holder->process =
        agon_process_open(holder->text + strlen(COMMAND), setup->sandbox, setup->core, &reason);
    if (!holder->process) {
        return agon_error_set(error, reason.status, NULL, "%s", reason.message);
    }
    const agon_channel *channel = agon_process_channel(holder->process);
    if (setup->transcript) {
        channel = agon_transcript_open(&holder->transcript, channel, setup->transcript);
    }
    holder->program = (agon_program){.channel = channel,
                                     .codec = setup->codec,
                                     .config = agon_value_of(setup->config),
                                     .start_up = setup->start_up};
    holder->is_held = setup->no_pondering;
    holder->seat.driver = &agon_seat_program_driver;
    holder->seat.self = holder;
    return AGON_OK;
}

agon_status agon_seat_holder_open(agon_seat_holder *holder, const char *text, int player,
                                  const agon_seat_setup *setup, agon_error *error) {
    *holder = (agon_seat_holder){.text = text};
    if (agon_seat_is_program(text)) {
        return seat_program(holder, setup, error);
    }
    if (agon_seat_is_net(text)) {
        return seat_net(holder, setup, error);
    }
    agon_status status =
        agon_seat_read(text, setup->codec->rules, setup->seed, player, &holder->seat, error);
    holder->seat.run_jobs = agon_host_run_jobs;
    return status;
}

void agon_seat_holder_close(agon_seat_holder *holder) {
    bool was_in_order = !holder->program.has_ended;
    if (holder->process) {
        agon_process_let_go(holder->process);
        agon_program_quit(&holder->program);
        agon_process_close(holder->process, was_in_order);
    }
    agon_net_free(holder->net);
    *holder = (agon_seat_holder){0};
}
