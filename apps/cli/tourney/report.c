// What comes out of a tournament: a table on stdout, and files.
#define _GNU_SOURCE
#include "apps/cli/tourney/report.h"

#include "apps/host/files.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

static int put_out(const char *path, agon_text *text) {
    int code = EX_OK;
    if (text->failed) {
        agon_cli_complain("out of memory");
        code = EX_OSERR;
    } else if (is_stdout(path)) {
        fwrite(text->data, 1, text->length, stdout);
    } else if (!agon_file_replace(path, text, 0666)) {
        agon_cli_complain("cannot write %s: %s", path, strerror(errno));
        code = EX_CANTCREAT;
    }
    agon_text_free(text);
    return code;
}

static int put_table(const agon_cli_tourney_job *job, const agon_standing *standing) {
    const bool colour = agon_cli_has_colour();
    const agon_report_style style = {colour ? "\033[1m" : "", colour ? "\033[2m" : "",
                                     colour ? "\033[0m" : ""};
    agon_text text = {0};
    agon_report_table(&job->tourney, standing, &style, &text);
    return put_out("-", &text);
}

static int put_json(const agon_cli_tourney_job *job, const agon_standing *standing,
                    const char *path) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_report_json(&job->tourney, standing, &json);
    agon_text_puts(&text, "\n");
    return put_out(path, &text);
}

static int put_csv(const agon_cli_tourney_job *job, const agon_standing *standing,
                   const char *path) {
    agon_text text = {0};
    agon_report_csv(&job->tourney, standing, &text);
    return put_out(path, &text);
}

// ---------------------------------------------------------------------------------------------
// The page

// Adds a path as part of an address.
static void add_address(agon_text *text, const char *path) {
    for (; *path; path++) {
        bool is_plain = (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') ||
                        (*path >= '0' && *path <= '9') || strchr("/._-~", *path);
        if (is_plain) {
            agon_text_add(text, path, 1);
        } else {
            agon_text_printf(text, "%%%02X", (unsigned)(unsigned char)*path);
        }
    }
}

// Both are absolute. Up from one to what they share, and down to the other.
static void add_way(agon_text *text, const char *from, const char *to) {
    size_t shared = 0;
    for (size_t i = 0;; i++) {
        bool from_ends = from[i] == '/' || from[i] == '\0';
        bool to_ends = to[i] == '/' || to[i] == '\0';
        if (from_ends && to_ends) {
            shared = i;
        }
        if (from[i] != to[i] || from[i] == '\0') {
            break;
        }
    }
    for (const char *at = from + shared; *at; at++) {
        if (*at == '/' && at[1]) {
            agon_text_puts(text, "../");
        }
    }
    const char *rest = to + shared;
    rest += *rest == '/';
    add_address(text, rest);
    agon_text_puts(text, *rest ? "/" : "");
}

// Where the replays are, seen from the page.
static bool find_replays(const char *page, const char *replays, agon_text *way) {
    char *copy = strdup(page);
    char *from = copy ? realpath(dirname(copy), NULL) : NULL;
    char *to = realpath(replays, NULL);
    if (from && to) {
        add_way(way, from, to);
        agon_text_puts(way, way->length ? "" : "./");
    }
    bool is_found = from && to;
    free(copy);
    free(from);
    free(to);
    return is_found;
}

static int put_page(const agon_cli_tourney_job *job, const agon_standing *standing,
                    const char *path) {
    agon_text way = {0};
    agon_text text = {0};
    agon_report_page_data page = {
        .bundle = agon_cli_page_bundle, .outcomes = job->outcomes, .count = job->count};
    if (job->replays && !is_stdout(path) && find_replays(path, job->replays, &way)) {
        page.replays = way.data;
    }
    agon_report_page(&job->tourney, standing, &page, &text);
    agon_text_free(&way);
    return put_out(path, &text);
}

int agon_cli_tourney_report(const agon_cli_tourney_job *job, const agon_cli_outputs *outputs) {
    static agon_standing standing;
    agon_standing_make(job->outcomes, job->count, job->tourney.schedule.bots, job->anchor,
                       &standing);
    const bool is_taken =
        is_stdout(outputs->json) || is_stdout(outputs->csv) || is_stdout(outputs->html);
    int code = is_taken ? EX_OK : put_table(job, &standing);
    if (code == EX_OK && outputs->json) {
        code = put_json(job, &standing, outputs->json);
    }
    if (code == EX_OK && outputs->csv) {
        code = put_csv(job, &standing, outputs->csv);
    }
    if (code == EX_OK && outputs->html) {
        code = put_page(job, &standing, outputs->html);
    }
    return code;
}
