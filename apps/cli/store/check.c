// agon store check: whether everything in a database holds.
#include "apps/cli/store/store.h"

#include "apps/cli/files.h"

#include <stdio.h>

typedef struct checking {
    agon_store *store;
    bool has_reasons;
    json_t *faults, *damaged; // of the report
    uint64_t matches, not_served;
    bool has_failed; // no memory, or a file that cannot be read
} checking;

static void take_fault(void *user, const char *message) {
    checking *check = user;
    check->has_failed |= json_array_append_new(check->faults, json_string(message)) != 0;
}

// What may tell a secret of a match that is not over is said to those who ask for it.
static void note_damage(checking *check, const char *id, const agon_inspected *inspected) {
    const agon_error *why = &inspected->damage.why;
    const bool is_told = check->has_reasons || !inspected->is_hushed;
    agon_text reason = {0};
    agon_text_printf(&reason, "%s%s%s", why->path, why->path[0] ? ": " : "", why->message);
    json_t *item = json_pack("{s:s, s:s, s:s, s:s}", "id", id, "status",
                             agon_cli_store_status(inspected), "part", inspected->damage.part,
                             "reason", reason.failed || !is_told ? "" : reason.data);
    agon_text_free(&reason);
    check->has_failed |= json_array_append_new(check->damaged, item) != 0;
}

static bool take_match(void *user, const char *id) {
    checking *check = user;
    agon_inspected inspected = {.damage = {.part = "id"}};
    check->matches++;
    if (!id) {
        agon_error_set(&inspected.damage.why, AGON_BAD_STATE, NULL, "it is none");
        note_damage(check, "?", &inspected);
        return !check->has_failed;
    }
    agon_store_status status = agon_inspect(check->store, id, &inspected);
    if (status == AGON_STORE_DAMAGED) {
        note_damage(check, id, &inspected);
    } else if (status == AGON_STORE_FAILED) {
        inspected.damage.part = "record";
        agon_error_set(&inspected.damage.why, AGON_BAD_STATE, NULL,
                       "the file cannot be read there");
        note_damage(check, id, &inspected);
    } else {
        check->not_served += !inspected.is_served;
    }
    agon_inspected_free(&inspected);
    return !check->has_failed;
}

static void print_text(const checking *check, const agon_audit *audit) {
    size_t i;
    json_t *item;
    agon_text text = {0};
    json_array_foreach(check->faults, i, item) {
        agon_text_printf(&text, "file: %s\n", json_string_value(item));
    }
    json_array_foreach(check->damaged, i, item) {
        const char *reason = json_string_value(json_object_get(item, "reason"));
        agon_text_printf(&text, "%s %s: %s%s%s\n", json_string_value(json_object_get(item, "id")),
                         json_string_value(json_object_get(item, "status")),
                         json_string_value(json_object_get(item, "part")), reason[0] ? ": " : "",
                         reason);
    }
    if (audit->strays > 0) {
        agon_text_printf(&text, "steps of matches that are not there: %lld\n",
                         (long long)audit->strays);
    }
    agon_text_printf(&text, "schema %d, %llu matches, %zu damaged, %llu of rules not served here\n",
                     audit->schema, (unsigned long long)check->matches,
                     json_array_size(check->damaged), (unsigned long long)check->not_served);
    (void)agon_cli_print_safely(&text);
}

static void print_json(const checking *check, const agon_audit *audit) {
    json_t *report =
        json_pack("{s:i, s:O, s:I, s:O, s:I, s:I}", "schema", audit->schema, "file", check->faults,
                  "matches", (json_int_t)check->matches, "damaged", check->damaged, "not_served",
                  (json_int_t)check->not_served, "stray_steps", (json_int_t)audit->strays);
    (void)json_dumpf(report, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(report);
}

static int check_store(checking *check, bool json) {
    agon_audit audit = {.user = check, .fault = take_fault, .match = take_match};
    const agon_store_status status = agon_store_sqlite_audit(check->store, &audit);
    if (check->has_failed) {
        agon_cli_complain("out of memory");
        return EX_OSERR;
    }
    (json ? print_json : print_text)(check, &audit);
    const bool is_clean = status == AGON_STORE_OK && json_array_size(check->faults) == 0 &&
                          json_array_size(check->damaged) == 0 && audit.strays == 0;
    return is_clean ? EX_OK : EX_FINDING;
}

int agon_cli_store_check(int count, char **arguments) {
    checking check = {0};
    bool json = false;
    const agon_cli_option options[] = {
        {"--json", AGON_CLI_FLAG, &json}, {"--reasons", AGON_CLI_FLAG, &check.has_reasons}, {0}};
    int code = agon_cli_parse(&agon_cli_store, options, 1, &count, arguments);
    if (code == EX_OK && count < 1) {
        return agon_cli_usage_error(&agon_cli_store, "which database?");
    }
    if (code || (code = agon_cli_store_open(arguments[0], &check.store))) {
        return code;
    }
    check.faults = json_array();
    check.damaged = json_array();
    code = check_store(&check, json);
    json_decref(check.faults);
    json_decref(check.damaged);
    check.store->kind->close(check.store);
    return code;
}
