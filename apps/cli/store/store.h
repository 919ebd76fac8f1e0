// The parts of `agon store`, one file each.
#ifndef AGON_APPS_CLI_STORE_H
#define AGON_APPS_CLI_STORE_H

#include "apps/cli/cli.h"

#include "apps/server/match/inspect.h"

// EX_OK if the file can be read, otherwise another code after a message.
int agon_cli_store_readable(const char *path);

// Opens a database for looking. EX_OK, or another code after a message.
int agon_cli_store_open(const char *path, agon_store **store);

// "running"; "unreadable" where the record is.
const char *agon_cli_store_status(const agon_inspected *inspected);

// arguments[0] is the first one after the part's name.
int agon_cli_store_check(int count, char **arguments);
int agon_cli_store_repair(int count, char **arguments);
int agon_cli_store_export(int count, char **arguments);

#endif
