// Seats as people write them, programs included.
#include "apps/host/seats.h"

#include "apps/host/jobs.h"

#include <string.h>

#define COMMAND "cmd:"

bool agon_guest_is_program(const char *text) {
    return strncmp(text, COMMAND, strlen(COMMAND)) == 0;
}

static agon_status seat_program(agon_guest *guest, const agon_house *house, agon_error *error) {
    agon_error reason = {0};
    guest->process = agon_process_open(guest->text + strlen(COMMAND), house->sandbox, &reason);
    if (!guest->process) {
        return agon_fail(error, reason.status, NULL, "%s", reason.message);
    }
    const agon_channel *channel = agon_process_channel(guest->process);
    if (house->transcript) {
        channel = agon_transcript_open(&guest->transcript, channel, house->transcript);
    }
    guest->program = (agon_program){.channel = channel,
                                    .codec = house->codec,
                                    .config = house->config,
                                    .start_up = house->start_up};
    guest->seat.driver = &agon_program_driver;
    guest->seat.self = &guest->program;
    return AGON_OK;
}

agon_status agon_guest_open(agon_guest *guest, const char *text, int player,
                            const agon_house *house, agon_error *error) {
    *guest = (agon_guest){.text = text};
    if (agon_guest_is_program(text)) {
        return seat_program(guest, house, error);
    }
    agon_status status =
        agon_seat_read(text, house->codec->rules, house->seed, player, &guest->seat, error);
    guest->seat.run_jobs = agon_host_run_jobs;
    return status;
}

void agon_guest_close(agon_guest *guest) {
    bool was_in_order = !guest->program.has_ended;
    if (guest->process) {
        agon_program_quit(&guest->program);
        agon_process_close(guest->process, was_in_order);
    }
    *guest = (agon_guest){0};
}
