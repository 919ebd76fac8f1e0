// agon match: what its files share.
#ifndef AGON_APPS_CLI_MATCH_H
#define AGON_APPS_CLI_MATCH_H

#include "apps/cli/cli.h"
#include "apps/host/seats.h"

#include "agon/loop.h"

typedef struct match_settings {
    const char *seats[AGON_MAX_PLAYERS];
    agon_cli_list list;
    agon_seed seed; // no_seed: none was given
    const char *config;
    const char *state;
    const char *record;
    const char *clock;
    const char *fault;
    const char *transcript;
    double start_up;
    bool sandbox;
    bool no_pondering;
    bool pin;
    bool is_full;
    bool json;
} match_settings;

// A match being played.
typedef struct match_job {
    const match_settings *settings;
    json_t *config;
    agon_terms terms;
    agon_limits limits;
    agon_seat_setup setup;
    agon_table table;
    agon_seat_holder holders[AGON_MAX_PLAYERS];
    agon_seat seats[AGON_MAX_PLAYERS];
    size_t holder_count;
    FILE *record;
    FILE *transcript;
    agon_match match;
    agon_text lines; // of the replay, not yet stored
    agon_text log;   // moves and faults for people, or faults as JSON
    agon_json json;
    bool cannot_store;
} match_job;

// What is told of a move: its number, and the action as its line in the replay has it.
typedef struct told_move {
    uint32_t number;
    const agon_change_move *move;
    const agon_fault_note *faults;
    const json_t *line;
} told_move;

// Telling, as text for people or as JSON: the beginning, every move, the end. False: it could not be
// printed.
void agon_cli_tell_begin(match_job *job);
void agon_cli_tell_move(match_job *job, const told_move *told);
bool agon_cli_tell_result(match_job *job, const agon_result *result);

#endif
