// The results of a tournament as NDJSON: a line about the tournament, a line per match.
#include "agon/report.h"

#include "src/codec/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "agon-tourney"

// ---------------------------------------------------------------------------------------------
// The first line

static void write_schedule(const agon_schedule *schedule, agon_json *json) {
    const char *format = schedule->format == AGON_SCHEDULE_GAUNTLET ? "gauntlet" : "round-robin";
    agon_json_put_string(json, "schedule", format);
    agon_json_put_int(json, "seats", schedule->seats);
    agon_json_put_int(json, "rounds", schedule->rounds);
    agon_json_key(json, "seed");
    agon_json_seed(json, schedule->seed);
}

static void write_bots(const agon_tourney *tourney, agon_json *json) {
    agon_json_key(json, "bots");
    agon_json_open(json, '[');
    for (int bot = 0; bot < tourney->schedule.bots; bot++) {
        agon_json_open(json, '{');
        agon_json_put_string(json, "name", tourney->names[bot]);
        agon_json_put_string(json, "bot", tourney->bots[bot]);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

static void write_terms(const agon_tourney *tourney, agon_json *json) {
    char text[AGON_TERMS_SIZE];
    agon_terms_write_clock(&tourney->terms, text);
    agon_json_put_string(json, "clock", text);
    agon_terms_write_policy(&tourney->terms, text);
    agon_json_put_string(json, "fault", text);
    agon_json_put_bool(json, "sandbox", tourney->is_sandboxed);
}

static void put_number(agon_json *json, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    agon_json_key(json, key);
    agon_json_raw(json, text);
}

static void write_sprt(const agon_sprt *sprt, agon_json *json) {
    agon_json_key(json, "sprt");
    if (!sprt) {
        agon_json_null(json);
        return;
    }
    agon_json_open(json, '{');
    put_number(json, "elo0", sprt->elo0);
    put_number(json, "elo1", sprt->elo1);
    put_number(json, "alpha", sprt->alpha);
    put_number(json, "beta", sprt->beta);
    agon_json_close(json, '}');
}

void agon_tourney_write(const agon_tourney *tourney, agon_text *text) {
    AGON_ASSERT(tourney && text);
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "format", FORMAT);
    agon_json_put_int(&json, "version", AGON_TOURNEY_VERSION);
    agon_json_put_string(&json, "game", tourney->codec->rules->id);
    agon_json_put_int(&json, "rules_version", tourney->codec->rules->version);
    write_schedule(&tourney->schedule, &json);
    write_bots(tourney, &json);
    agon_json_key(&json, "config");
    if (tourney->config) {
        agon_json_value(&json, tourney->config);
    } else {
        agon_json_null(&json);
    }
    write_terms(tourney, &json);
    write_sprt(tourney->sprt, &json);
    agon_json_close(&json, '}');
    agon_text_puts(text, "\n");
}

static agon_status bad(agon_error *error, const char *reason) {
    return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s", reason);
}

static void describe(const json_t *value, char *text, size_t size) {
    char *dump = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    snprintf(text, size, "%s", dump ? dump : "nothing");
    free(dump);
}

// The first key in which the two lines differ. Rounds may have been fewer.
static agon_status compare(const json_t *theirs, json_t *ours, agon_error *error) {
    const char *key;
    json_t *value;
    json_object_foreach(ours, key, value) {
        json_t *other = json_object_get(theirs, key);
        bool is_rounds = strcmp(key, "rounds") == 0 && json_is_integer(other) &&
                         json_integer_value(other) > 0 &&
                         json_integer_value(other) <= json_integer_value(value);
        if (!is_rounds && !json_equal(other, value)) {
            char now[60], then[60];
            describe(value, now, sizeof now);
            describe(other, then, sizeof then);
            return agon_error_set(error, AGON_BAD_REPLAY, key, "%s was %s, and now is %s", key,
                                  then, now);
        }
    }
    return AGON_OK;
}

agon_status agon_tourney_match(const agon_tourney *tourney, const char *line, size_t length,
                               agon_error *error) {
    AGON_ASSERT(tourney && (line || length == 0));
    agon_text text = {0};
    agon_tourney_write(tourney, &text);
    agon_value *ours = text.failed ? NULL : agon_value_parse(text.data, text.length, NULL);
    agon_value *theirs = agon_value_parse(line, length, NULL);
    agon_status status;
    if (!ours) {
        status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    } else if (agon_value_kind_of(theirs) != AGON_VALUE_OBJECT) {
        status = bad(error, "the first line does not describe a tournament");
    } else {
        status = compare(agon_json_of(theirs), agon_json_of(ours), error);
    }
    agon_value_free(theirs);
    agon_value_free(ours);
    agon_text_free(&text);
    return status;
}

// ---------------------------------------------------------------------------------------------
// The line of a match: writing

static void write_names(const agon_tourney *tourney, const agon_outcome *outcome, agon_json *json) {
    agon_json_key(json, "bots");
    agon_json_open(json, '[');
    for (int s = 0; s < outcome->seats; s++) {
        agon_json_string(json, tourney->names[outcome->bots[s]]);
    }
    agon_json_close(json, ']');
}

static void write_bytes(const char *key, const uint8_t *values, int count, agon_json *json) {
    agon_json_key(json, key);
    agon_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        agon_json_int(json, values[i]);
    }
    agon_json_close(json, ']');
}

static void write_scores(const agon_outcome *outcome, agon_json *json) {
    agon_json_key(json, "winners");
    agon_json_open(json, '[');
    for (int s = 0; s < outcome->seats; s++) {
        if (outcome->winners >> s & 1u) {
            agon_json_int(json, s);
        }
    }
    agon_json_close(json, ']');
    agon_json_key(json, "scores");
    agon_json_open(json, '[');
    for (int s = 0; s < outcome->seats; s++) {
        agon_json_int(json, outcome->scores[s]);
    }
    agon_json_close(json, ']');
}

static bool is_any(const uint8_t *values, int count) {
    for (int i = 0; i < count; i++) {
        if (values[i]) {
            return true;
        }
    }
    return false;
}

static void write_faults(const agon_outcome *outcome, agon_json *json) {
    agon_json_key(json, "faults");
    agon_json_open(json, '[');
    for (int s = 0; s < outcome->seats; s++) {
        agon_json_open(json, '{');
        for (int fault = AGON_FAULT_NONE + 1; fault < AGON_FAULT_COUNT; fault++) {
            if (outcome->faults[s][fault]) {
                agon_json_put_int(json, agon_fault_word((agon_fault)fault),
                                  outcome->faults[s][fault]);
            }
        }
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

void agon_outcome_write(const agon_tourney *tourney, const agon_outcome *outcome, agon_text *text) {
    AGON_ASSERT(tourney && outcome && text);
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_put_int(&json, "match", (int64_t)outcome->number);
    write_names(tourney, outcome, &json);
    write_bytes("places", outcome->places, outcome->seats, &json);
    write_scores(outcome, &json);
    agon_json_put_int(&json, "moves", outcome->moves);
    agon_json_key(&json, "hash");
    agon_json_hex(&json, outcome->hash);
    // Rare, so only where there is something to say.
    if (is_any(outcome->forfeits, outcome->seats)) {
        write_bytes("forfeits", outcome->forfeits, outcome->seats, &json);
    }
    if (is_any(&outcome->faults[0][0], outcome->seats * AGON_FAULT_COUNT)) {
        write_faults(outcome, &json);
    }
    agon_json_close(&json, '}');
    agon_text_puts(text, "\n");
}
