// Reports: a tournament as text for people and programs.
//
// A tournament's results are NDJSON: a line that describes the tournament, then one line per match.
// From these outcomes a standing is made, and from the standing a table for the terminal, CSV, JSON
// or a page for a browser. Nothing here reads or writes files: text in, text out.
#ifndef AGON_REPORT_H
#define AGON_REPORT_H

#include "agon/tourney.h"

AGON_C_BEGIN

#define AGON_TOURNEY_VERSION 1 // of the results' format

// What was or will be played. The caller owns everything it points to.
typedef struct agon_tourney {
    const agon_codec *codec;
    agon_schedule schedule;
    const char *const *names; // of the bots, all different
    const char *const *bots;  // as they were asked for
    const agon_value *config; // of every match; may be NULL
    agon_terms terms;
    bool is_sandboxed;
    const agon_sprt *sprt; // the test that may end it early; NULL: none
} agon_tourney;

// ---------------------------------------------------------------------------------------------
// Results

// Adds the first line of the results. Equal tournaments give equal bytes.
AGON_API void agon_tourney_write(const agon_tourney *tourney, agon_text *text);

// Whether a first line belongs to this tournament, or to the same one with fewer rounds: those may
// be added later. AGON_BAD_REPLAY, with the first difference, if not.
AGON_API AGON_MUST_USE agon_status agon_tourney_match(const agon_tourney *tourney, const char *line,
                                                      size_t length, agon_error *error);

// Adds the line of one match.
AGON_API void agon_outcome_write(const agon_tourney *tourney, const agon_outcome *outcome,
                                 agon_text *text);

// Reads it back. Any bytes are safe. AGON_BAD_REPLAY, with the reason, if it is not the line of a
// match of this tournament.
AGON_API AGON_MUST_USE agon_status agon_outcome_read(const agon_tourney *tourney, const char *line,
                                                     size_t length, agon_outcome *outcome,
                                                     agon_error *error);

// ---------------------------------------------------------------------------------------------
// Standings

// What a bot, or whoever sat on a seat, has come to.
typedef struct agon_tally {
    uint32_t matches;
    uint32_t wins;  // placed first alone
    uint32_t draws; // first together with others
    uint32_t losses;
    uint32_t forfeits;
    uint32_t faults[AGON_FAULT_COUNT];
    double score; // mean of the points against everyone else at the table, 0 … 1
} agon_tally;

typedef struct agon_standing {
    uint64_t played;
    uint64_t moves;               // of all matches
    uint32_t shortest, longest;   // in moves
    uint64_t drawn;               // matches without a single first
    int order[AGON_TOURNEY_BOTS]; // the bots, best first
    agon_tally tally[AGON_TOURNEY_BOTS];
    agon_tally seat[AGON_MAX_PLAYERS];
    agon_cross_table cross;
    agon_ratings ratings;
} agon_standing;

// Makes a standing of `count` outcomes in the order of their numbers; holes are skipped.
AGON_API void agon_standing_make(const agon_outcome *outcomes, size_t count, int bots, int anchor,
                                 agon_standing *standing);

// ---------------------------------------------------------------------------------------------
// Reports

// How to switch colours, or empty texts.
typedef struct agon_report_style {
    const char *bold, *dim, *plain;
} agon_report_style;

// A table for a terminal: the standing, who beat whom, and the sequential test.
AGON_API void agon_report_table(const agon_tourney *tourney, const agon_standing *standing,
                                const agon_report_style *style, agon_text *text);

// The standing as CSV with a line of headings, best bot first.
AGON_API void agon_report_csv(const agon_tourney *tourney, const agon_standing *standing,
                              agon_text *text);

// Everything as one JSON object.
AGON_API void agon_report_json(const agon_tourney *tourney, const agon_standing *standing,
                               agon_json *json);

// What the page needs besides.
typedef struct agon_report_page_data {
    const char *bundle; // script and style, as tools/report makes them
    const char
        *replays; // where the replays are, seen from the page, with '/' at the end; NULL: none
    const agon_outcome *outcomes;
    size_t count;
} agon_report_page_data;

// A page for a browser: complete in itself, readable without scripts.
AGON_API void agon_report_page(const agon_tourney *tourney, const agon_standing *standing,
                               const agon_report_page_data *page, agon_text *text);

// The file name of a match's replay.
AGON_API void agon_report_replay_name(uint64_t number, char name[32]);

AGON_C_END

#endif
