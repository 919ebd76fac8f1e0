// Seats as people write them, programs included.
#include "apps/host/seats.h"

#include "apps/host/jobs.h"

#include <string.h>

#define COMMAND "cmd:"

bool agon_seat_is_program(const char *text) {
    return strncmp(text, COMMAND, strlen(COMMAND)) == 0;
}

static agon_status seat_program(agon_seat_holder *holder, const agon_seat_setup *setup,
                                agon_error *error) {
    agon_error reason = {0};
    holder->process = agon_process_open(holder->text + strlen(COMMAND), setup->sandbox, &reason);
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
    holder->seat.driver = &agon_program_driver;
    holder->seat.self = &holder->program;
    return AGON_OK;
}

agon_status agon_seat_holder_open(agon_seat_holder *holder, const char *text, int player,
                                  const agon_seat_setup *setup, agon_error *error) {
    *holder = (agon_seat_holder){.text = text};
    if (agon_seat_is_program(text)) {
        return seat_program(holder, setup, error);
    }
    agon_status status =
        agon_seat_read(text, setup->codec->rules, setup->seed, player, &holder->seat, error);
    holder->seat.run_jobs = agon_host_run_jobs;
    return status;
}

void agon_seat_holder_close(agon_seat_holder *holder) {
    bool was_in_order = !holder->program.has_ended;
    if (holder->process) {
        agon_program_quit(&holder->program);
        agon_process_close(holder->process, was_in_order);
    }
    *holder = (agon_seat_holder){0};
}
