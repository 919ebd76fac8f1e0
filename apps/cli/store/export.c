// agon store export: matches of a database as replays.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/store/store.h"

#include "apps/server/match/archive.h"

#include <stdio.h>
#include <sys/stat.h>

typedef struct exporting {
    agon_store *store;
    const char *folder;
    bool is_all;
    uint64_t written, damaged;
    int code;
} exporting;

static void write_replay(exporting *job, const char *id, const char *kind, const agon_text *text) {
    agon_error error = {0};
    if (!agon_archive_write(job->folder, id, kind, text, &error)) {
        agon_cli_complain("%s", error.message);
        job->code = EX_CANTCREAT;
    }
    job->written += job->code == EX_OK;
}

static void export_read(exporting *job, const char *id, agon_store_status status,
                        const agon_inspected *inspected) {
    const agon_record *record = &inspected->stored.record;
    const char *kind = status ? ".damaged" : record->status == AGON_RECORD_OVER ? "" : ".running";
    agon_text text = {0};
    uint32_t lines = 0;
    if (!agon_inspected_replay(inspected, &text, &lines)) {
        agon_cli_complain("out of memory");
        job->code = EX_OSERR;
    } else if (lines > 0) {
        write_replay(job, id, kind, &text);
    } else if (!job->is_all && status == AGON_STORE_OK) {
        agon_cli_complain("match %s has not begun: there is no replay", id);
    }
    if (status) {
        agon_cli_complain("match %s is damaged (%s): %u lines hold", id, inspected->damage.part,
                          lines);
        job->damaged++;
    }
    agon_text_free(&text);
}

static bool export_match(void *user, const char *id) {
    exporting *job = user;
    agon_inspected inspected = {0};
    if (!id || !agon_archive_can_name(id)) {
        agon_cli_complain("what is there instead of an id names no file");
        job->damaged++;
        return true;
    }
    agon_store_status status = agon_inspect(job->store, id, &inspected);
    if (status == AGON_STORE_OK || status == AGON_STORE_DAMAGED) {
        export_read(job, id, status, &inspected);
    } else if (status == AGON_STORE_MISSING) {
        agon_cli_complain("there is no match %s", id);
        job->code = EX_DATAERR;
    } else {
        agon_cli_complain("match %s cannot be read", id);
        job->damaged++;
    }
    agon_inspected_free(&inspected);
    return job->code == EX_OK;
}

static void take_fault(void *user, const char *message) {
    ((exporting *)user)->damaged++;
    agon_cli_complain("file: %s", message);
}

static int export_store(exporting *job, int count, char **ids) {
    agon_audit audit = {.user = job, .fault = take_fault, .match = export_match};
    if (job->is_all && agon_store_sqlite_audit(job->store, &audit)) {
        job->damaged++;
    }
    for (int i = 0; i < count && job->code == EX_OK; i++) {
        (void)export_match(job, ids[i]);
    }
    printf("%llu replays written, %llu damaged\n", (unsigned long long)job->written,
           (unsigned long long)job->damaged);
    return job->code ? job->code : job->damaged ? EX_FINDING : EX_OK;
}

int agon_cli_store_export(int count, char **arguments) {
    exporting job = {0};
    const agon_cli_option options[] = {{"--all", AGON_CLI_FLAG, &job.is_all}, {0}};
    int code = agon_cli_parse(&agon_cli_store, options, (size_t)count, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 2 || job.is_all != (count == 2)) {
        return agon_cli_usage_error(&agon_cli_store,
                                    "a database, ids or --all, and a directory are wanted");
    }
    job.folder = arguments[count - 1];
    struct stat facts;
    if (stat(job.folder, &facts) != 0 || !S_ISDIR(facts.st_mode)) {
        agon_cli_complain("%s is no directory", job.folder);
        return EX_CANTCREAT;
    }
    if ((code = agon_cli_store_open(arguments[0], &job.store)) == EX_OK) {
        code = export_store(&job, count - 2, arguments + 1);
        job.store->kind->close(job.store);
    }
    return code;
}
