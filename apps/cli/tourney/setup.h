// From the options of `agon tourney` to a job.
#ifndef AGON_APPS_CLI_TOURNEY_SETUP_H
#define AGON_APPS_CLI_TOURNEY_SETUP_H

#include "apps/cli/tourney/report.h"

#include "src/codec/json.h"

typedef struct agon_cli_tourney_settings {
    const char *bots[AGON_TOURNEY_BOTS]; // as given: [NAME=]BOT
    agon_cli_list list;
    const char *format;
    const char *config;
    const char *clock;
    const char *fault;
    const char *anchor;
    const char *out;
    const char *replays;
    agon_seed seed;
    uint64_t games; // of each table; 0: not given
    uint64_t seats; // 0: as the game has it
    uint64_t threads;
    double sprt[2]; // NaN: not given
    double errors[2];
    double start_up;
    bool sandbox;
    bool no_pondering;
    bool pin;
    bool resume;
    agon_cli_outputs outputs;
} agon_cli_tourney_settings;

// Everything that a job points to.
typedef struct agon_cli_tourney_memory {
    char *names[AGON_TOURNEY_BOTS];
    const char *bots[AGON_TOURNEY_BOTS];
    json_t *config;
    agon_limits limits;
    agon_sprt sprt;
} agon_cli_tourney_memory;

// Fills in the job; what it points to is in the settings and in the memory. EX_OK, or another code
// after a message. The memory is the caller's to free in any case.
int agon_cli_tourney_set_up(const agon_cli_tourney_settings *settings, const agon_codec *codec,
                            agon_cli_tourney_job *job, agon_cli_tourney_memory *memory);

void agon_cli_tourney_free(agon_cli_tourney_job *job, agon_cli_tourney_memory *memory);

#endif
