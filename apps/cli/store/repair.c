// agon store repair: damaged matches of a database that no server uses.
//
// The database is copied first. Then each match that is damaged, waits or runs, and whose record can be
// read, is mended in a transaction of its own:
//
//      --cut given, and the first line and some steps hold     steps after the last good one go
//      otherwise, or if it is still damaged then               the match is cancelled
//      if even that does not hold                              it is left as it was
//
// One that is over is left: its result is out, and `agon store export` saves what holds of its replay.
#define _POSIX_C_SOURCE 200809L
#include "apps/cli/store/store.h"

#include "src/common/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct repairing {
    agon_store *store;
    bool cuts;
    char (*ids)[AGON_ID_SIZE]; // of the damaged matches
    size_t count, capacity;
    size_t cut, cancelled, left;
    int code;
} repairing;

static void take_fault(void *user, const char *message) {
    repairing *job = user;
    agon_cli_complain("file: %s", message);
    job->code = EX_DATAERR;
}

static bool take_match(void *user, const char *id) {
    repairing *job = user;
    agon_inspected inspected = {0};
    agon_store_status status = id ? agon_inspect(job->store, id, &inspected) : AGON_STORE_OK;
    agon_inspected_free(&inspected);
    if (!id) {
        job->left++;
    } else if (status != AGON_STORE_OK) {
        if (!agon_grow(&job->ids, &job->capacity, job->count + 1, sizeof *job->ids)) {
            job->code = EX_OSERR;
            return false;
        }
        strcpy(job->ids[job->count++], id);
    }
    return true;
}

// How many steps to keep of a match of which `rows` were to be kept before; fewer each time.
static uint32_t fewer_steps(const agon_inspected *inspected, uint32_t rows) {
    const size_t held = inspected->has_rows ? inspected->steps : inspected->stored.count;
    return held < rows ? (uint32_t)held : rows > 0 ? rows - 1 : 0;
}

// Cuts until what is left holds. False: nothing does.
static bool cut(repairing *job, const char *id) {
    agon_inspected inspected;
    agon_store_status status = agon_inspect(job->store, id, &inspected);
    uint32_t rows = inspected.stored.record.rows;
    bool goes_on = status == AGON_STORE_DAMAGED && (strcmp(inspected.damage.part, "steps") == 0 ||
                                                    strcmp(inspected.damage.part, "record") == 0);
    // Steps that the record does not know of are cut first.
    for (bool is_first = inspected.stored.count > rows; goes_on; is_first = false) {
        goes_on = rows > 0;
        rows = is_first ? rows : fewer_steps(&inspected, rows);
        agon_inspected_free(&inspected);
        status = agon_store_sqlite_cut(job->store, id, rows);
        if (status == AGON_STORE_OK) {
            status = agon_inspect(job->store, id, &inspected);
        }
        goes_on = goes_on && status == AGON_STORE_DAMAGED;
    }
    agon_inspected_free(&inspected);
    return status == AGON_STORE_OK && rows > 0;
}

static bool cancel(repairing *job, const char *id) {
    agon_inspected inspected = {0};
    agon_store_status status = agon_store_sqlite_cancel(job->store, id);
    if (status == AGON_STORE_OK) {
        status = agon_inspect(job->store, id, &inspected);
    }
    agon_inspected_free(&inspected);
    return status == AGON_STORE_OK;
}

// Does one thing or nothing at all.
static bool attempt(repairing *job, const char *id, bool (*mend)(repairing *job, const char *id)) {
    const agon_store_kind *kind = job->store->kind;
    if (kind->begin(job->store) == AGON_STORE_OK && mend(job, id) &&
        kind->commit(job->store) == AGON_STORE_OK) {
        return true;
    }
    kind->rollback(job->store);
    return false;
}

static bool may_be_mended(repairing *job, const char *id) {
    agon_inspected inspected;
    const agon_store_status status = agon_inspect(job->store, id, &inspected);
    const agon_record *record = &inspected.stored.record;
    const bool may_be =
        status == AGON_STORE_DAMAGED && record->version > 0 && inspected.is_served &&
        (record->status == AGON_RECORD_WAITING || record->status == AGON_RECORD_RUNNING);
    agon_inspected_free(&inspected);
    return may_be;
}

static void repair_match(repairing *job, const char *id) {
    const bool may_be = may_be_mended(job, id);
    const char *done = "left as it is";
    if (may_be && job->cuts && attempt(job, id, cut)) {
        done = "cut after its last good step";
        job->cut++;
    } else if (may_be && attempt(job, id, cancel)) {
        done = "cancelled";
        job->cancelled++;
    } else {
        job->left++;
    }
    printf("%s %s\n", id, done);
}

static int copy_first(const repairing *job, const char *path) {
    agon_text copy = {0};
    agon_error error = {0};
    agon_text_printf(&copy, "%s.before-repair", path);
    const bool is_copied = !copy.failed && agon_store_sqlite_copy(job->store, copy.data, &error);
    if (!is_copied) {
        agon_cli_complain("%s", copy.failed ? "out of memory" : error.message);
    }
    agon_text_free(&copy);
    return is_copied ? EX_OK : EX_CANTCREAT;
}

static int repair_store(repairing *job, const char *path) {
    agon_audit audit = {.user = job, .fault = take_fault, .match = take_match};
    const agon_store_status status = agon_store_sqlite_audit(job->store, &audit);
    if (status || job->code) {
        agon_cli_complain("the file itself is damaged, and nothing was changed: "
                          "use `agon store export`, or a backup");
        return job->code ? job->code : EX_DATAERR;
    }
    int code = job->count > 0 ? copy_first(job, path) : EX_OK;
    for (size_t i = 0; i < job->count && code == EX_OK; i++) {
        repair_match(job, job->ids[i]);
    }
    if (code == EX_OK) {
        printf("%zu cut, %zu cancelled, %zu left\n", job->cut, job->cancelled, job->left);
    }
    return code ? code : job->left ? EX_FINDING : EX_OK;
}

int agon_cli_store_repair(int count, char **arguments) {
    repairing job = {0};
    agon_error error = {0};
    const agon_cli_option options[] = {{"--cut", AGON_CLI_FLAG, &job.cuts}, {0}};
    int code = agon_cli_parse(&agon_cli_store, options, 1, &count, arguments);
    if (code) {
        return code;
    }
    if (count < 1) {
        return agon_cli_usage_error(&agon_cli_store, "which database?");
    }
    if ((code = agon_cli_store_readable(arguments[0]))) {
        return code;
    }
    job.store = agon_store_open_sqlite_alone(arguments[0], &error);
    if (!job.store) {
        agon_cli_complain("%s", error.message);
        return EX_DATAERR;
    }
    code = repair_store(&job, arguments[0]);
    job.store->kind->close(job.store);
    free(job.ids);
    return code;
}
