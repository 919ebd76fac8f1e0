// The progress of a tournament: one line on stderr that is written over and over.
#define _GNU_SOURCE
#include "apps/cli/tourney/tourney.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 20
#define STANDING_SHARE 50 // a standing may cost a fiftieth of the time

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void agon_cli_progress_start(agon_cli_progress *progress, const agon_cli_tourney_job *job) {
    const char *terminal = getenv("TERM");
    progress->is_shown = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
    progress->job = job;
    progress->played_before = job->played;
    progress->start = now();
    progress->next_standing = 0;
}

static unsigned terminal_width(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) {
        return size.ws_col;
    }
    return 80;
}

static void add_time(agon_text *text, double seconds) {
    unsigned long whole = (unsigned long)(seconds + 0.5);
    if (whole >= 3600) {
        agon_text_printf(text, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        agon_text_printf(text, "%lu:%02lu", whole / 60, whole % 60);
    }
}

static void add_bar(agon_text *text, size_t done, size_t count) {
    size_t filled = count ? done * BAR_WIDTH / count : 0;
    agon_text_puts(text, "[");
    for (size_t i = 0; i < BAR_WIDTH; i++) {
        agon_text_puts(text, i < filled ? "=" : i == filled ? ">" : " ");
    }
    agon_text_printf(text, "] %zu/%zu", done, count);
}

static void add_speed(agon_text *text, const agon_cli_progress *progress) {
    const agon_cli_tourney_job *job = progress->job;
    double seconds = now() - progress->start;
    double rate = (double)(job->played - progress->played_before) / seconds;
    if (rate <= 0) {
        return;
    }
    agon_text_printf(text, rate < 10 ? "  %.1f/s" : "  %.0f/s", rate);
    if (!job->sprt) {
        agon_text_puts(text, "  ETA ");
        add_time(text, (double)(job->count - job->played) / rate);
    }
}

static void add_standing(agon_text *text, agon_cli_progress *progress) {
    const agon_cli_tourney_job *job = progress->job;
    double start = now();
    if (start >= progress->next_standing) {
        agon_standing_make(job->outcomes, job->count, job->tourney.schedule.bots, job->anchor,
                           &progress->standing);
        double end = now();
        progress->next_standing = end + 0.5 + STANDING_SHARE * (end - start);
    }
    for (int i = 0; i < job->tourney.schedule.bots; i++) {
        int bot = progress->standing.order[i];
        const agon_rating *rating = &progress->standing.ratings.bot[bot];
        agon_text_printf(text, "  %d. %s", i + 1, job->tourney.names[bot]);
        if (bot != job->anchor && rating->interval < 1e6) {
            agon_text_printf(text, " %+ld±%.0f", lround(rating->elo), rating->interval);
        }
    }
}

static void add_sprt(agon_text *text, const agon_sprt *sprt) {
    double lower, upper;
    agon_sprt_bounds(sprt, &lower, &upper);
    agon_text_printf(text, "  ratio %.2f in %.2f ... %.2f", agon_sprt_llr(sprt), lower, upper);
}

// The first `width` characters.
static size_t cut(const agon_text *text, unsigned width) {
    size_t at = 0;
    for (; at < text->length; at++) {
        bool is_start = ((unsigned char)text->data[at] & 0xc0u) != 0x80u;
        if (is_start && width-- == 0) {
            break;
        }
    }
    return at;
}

void agon_cli_progress_show(agon_cli_progress *progress) {
    agon_text text = {0};
    if (!progress->is_shown) {
        return;
    }
    add_bar(&text, progress->job->played, progress->job->count);
    add_speed(&text, progress);
    if (progress->job->sprt) {
        add_sprt(&text, progress->job->sprt);
    }
    add_standing(&text, progress);
    if (!text.failed) {
        fprintf(stderr, "\r\033[K%.*s", (int)cut(&text, terminal_width() - 1), text.data);
        fflush(stderr);
    }
    agon_text_free(&text);
}

void agon_cli_progress_end(agon_cli_progress *progress) {
    if (progress->is_shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
