// What comes out of a tournament.
#ifndef AGON_APPS_CLI_TOURNEY_REPORT_H
#define AGON_APPS_CLI_TOURNEY_REPORT_H

#include "apps/cli/tourney/tourney.h"

// Paths; NULL: not wanted, "-": stdout, where the table is then not printed.
typedef struct agon_cli_outputs {
    const char *json;
    const char *csv;
    const char *html;
} agon_cli_outputs;

// Charts, script and style of the page, made from tools/report by the build; "" if they could not
// be made.
extern const char agon_cli_page_bundle[];

// Prints the standing of the outcomes and writes the files. EX_OK, or another code after a message.
int agon_cli_tourney_report(const agon_cli_tourney_job *job, const agon_cli_outputs *outputs);

#endif
