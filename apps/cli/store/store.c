// agon store: looks after the database of a server.
#include "apps/cli/store/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int agon_cli_store_readable(const char *path) {
    if (access(path, R_OK) == 0) {
        return EX_OK;
    }
    agon_cli_complain("cannot open %s: %s", path, strerror(errno));
    return EX_NOINPUT;
}

int agon_cli_store_open(const char *path, agon_store **store) {
    agon_error error = {0};
    const int code = agon_cli_store_readable(path);
    if (code) {
        return code;
    }
    *store = agon_store_open_sqlite_reading(path, &error);
    if (!*store) {
        agon_cli_complain("%s", error.message);
    }
    return *store ? EX_OK : error.status == AGON_NO_MEMORY ? EX_OSERR : EX_DATAERR;
}

const char *agon_cli_store_status(const agon_inspected *inspected) {
    const agon_record *record = &inspected->stored.record;
    return record->version > 0 ? agon_record_words[record->status] : "unreadable";
}

static int run(int count, char **arguments) {
    static const struct {
        const char *name;
        int (*run)(int count, char **arguments);
    } parts[] = {{"check", agon_cli_store_check},
                 {"repair", agon_cli_store_repair},
                 {"export", agon_cli_store_export}};
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_store, "check, repair or export?");
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(arguments[0], parts[i].name) == 0) {
            return parts[i].run(count - 1, arguments + 1);
        }
    }
    return agon_cli_usage_error(&agon_cli_store, "'%s' is nothing to do with a store",
                                arguments[0]);
}

const agon_cli_command agon_cli_store = {
    .name = "store",
    .summary = "check or mend a server's database, take matches out of it",
    .usage = "check DB [--reasons] [--json] | repair DB [--cut] |"
             " export DB ID... DIR | export DB DIR --all",
    .help = "check and export only read; a server may be using the database meanwhile.\n"
            "\n"
            "check   looks at the file and at every match as a server would that loads it, and\n"
            "        at the whole replay of those that are over. A line for each that is\n"
            "        damaged; exit status 1 if there is one\n"
            "  --reasons    also say why where that may tell what is hidden in a running match\n"
            "  --json       as one JSON object\n"
            "\n"
            "repair  cancels damaged matches that wait or run, so that their players are told.\n"
            "        What was there is in DB.before-repair then. Matches that are over, or of\n"
            "        which too little can be read, are left as they are: exit status 1\n"
            "  --cut        where steps hold, keep these and let the match go on after them\n"
            "\n"
            "export  writes replays into the directory DIR, readable by their owner only:\n"
            "        ID.ndjson of a match that is over, ID.running.ndjson of one that is not,\n"
            "        ID.damaged.ndjson up to the last line that holds; exit status 1 if a\n"
            "        match is damaged. A running match's file tells everything hidden in it\n"
            "  --all        every match that has begun\n",
    .run = run,
};
