// Files that commands read.
#ifndef AGON_APPS_CLI_FILES_H
#define AGON_APPS_CLI_FILES_H

#include "apps/cli/cli.h"

#include "src/codec/json.h"

#define AGON_CLI_FILE_MAX (256u << 20)

// Reads a whole file, or stdin for "-". EX_OK, or another code after a message.
int agon_cli_read_file(const char *path, agon_text *text);

// Reads a JSON document. NULL after a message; then *code is not EX_OK.
json_t *agon_cli_read_json(const char *path, int *code);

// Prints a text that others have had a hand in, and frees it: what a terminal might act on, line
// breaks aside, becomes a question mark. False, after a message, if memory had run out.
bool agon_cli_print_safely(agon_text *text);

#endif
