// The standing as a table for a terminal.
#include "agon/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDEST_CROSS 12 // bots; a wider cross table does not fit on a screen
#define LONGEST_NAME 32

// How many columns a name takes: bytes that continue a character take none.
static int width_of(const char *name) {
    int width = 0;
    for (; *name; name++) {
        width += ((unsigned char)*name & 0xc0u) != 0x80u;
    }
    return width;
}

static void add_padded(agon_text *text, const char *name, int width) {
    agon_text_printf(text, "%s%*s", name, width - width_of(name), "");
}

static int name_width(const agon_tourney *tourney) {
    int widest = 3;
    for (int bot = 0; bot < tourney->schedule.bots; bot++) {
        int width = width_of(tourney->names[bot]);
        widest = width > widest ? width : widest;
    }
    return widest < LONGEST_NAME ? widest : LONGEST_NAME;
}

static void add_title(const agon_tourney *tourney, const agon_standing *standing,
                      const agon_report_style *style, agon_text *text) {
    const agon_schedule *schedule = &tourney->schedule;
    agon_json seed = {.text = text};
    agon_text_printf(text, "%s%s%s: %s of %d bots, %d at a table, %" PRIu64 " matches, seed ",
                     style->bold, tourney->codec->rules->title, style->plain,
                     schedule->format == AGON_SCHEDULE_GAUNTLET ? "gauntlet" : "round robin",
                     schedule->bots, schedule->seats, standing->played);
    agon_json_seed(&seed, schedule->seed);
    agon_text_puts(text, "\n\n");
}

// "+412" and "±38"; unknown ratings are shown as such.
static void add_rating(const agon_rating *rating, bool is_anchor, agon_text *text) {
    char interval[24];
    if (isinf(rating->interval)) {
        agon_text_printf(text, "  %6s  %6s", "?", "");
    } else if (is_anchor) {
        agon_text_printf(text, "  %6d  %6s", 0, "anchor");
    } else {
        // ± is two bytes and one column.
        snprintf(interval, sizeof interval, "±%.0f", rating->interval);
        agon_text_printf(text, "  %+6ld  %7s", lround(rating->elo), interval);
    }
}

// How likely the bot of rank i is stronger than the next.
static void add_superiority(const agon_standing *standing, int i, int bots, agon_text *text) {
    if (i + 1 < bots) {
        double likelihood = agon_ratings_superiority(&standing->ratings, standing->order[i],
                                                     standing->order[i + 1]);
        agon_text_printf(text, "  %9.1f %%", 100 * likelihood);
    }
}

static void add_bots(const agon_tourney *tourney, const agon_standing *standing, int width,
                     const agon_report_style *style, agon_text *text) {
    agon_text_printf(text, "%s  #  ", style->dim);
    add_padded(text, "bot", width);
    agon_text_printf(text,
                     "     elo    95 %%    score  matches     won  drawn    lost  above next%s\n",
                     style->plain);
    for (int i = 0; i < tourney->schedule.bots; i++) {
        int bot = standing->order[i];
        const agon_tally *tally = &standing->tally[bot];
        agon_text_printf(text, "%3d  %s", i + 1, style->bold);
        add_padded(text, tourney->names[bot], width);
        agon_text_puts(text, style->plain);
        add_rating(&standing->ratings.bot[bot], bot == standing->ratings.anchor, text);
        agon_text_printf(text, "  %5.1f %%  %7u  %6u  %5u  %6u", 100 * tally->score,
                         (unsigned)tally->matches, (unsigned)tally->wins, (unsigned)tally->draws,
                         (unsigned)tally->losses);
        add_superiority(standing, i, tourney->schedule.bots, text);
        agon_text_puts(text, "\n");
    }
}

static void add_cross(const agon_tourney *tourney, const agon_standing *standing, int width,
                      const agon_report_style *style, agon_text *text) {
    int bots = tourney->schedule.bots;
    agon_text_printf(text, "\n%s%*s", style->dim, width + 5, "% against");
    for (int i = 0; i < bots; i++) {
        agon_text_printf(text, "  %5d", i + 1);
    }
    agon_text_printf(text, "%s\n", style->plain);
    for (int i = 0; i < bots; i++) {
        int a = standing->order[i];
        agon_text_printf(text, "%3d  ", i + 1);
        add_padded(text, tourney->names[a], width);
        for (int j = 0; j < bots; j++) {
            int b = standing->order[j];
            if (agon_cross_table_met(&standing->cross, a, b) == 0) {
                agon_text_printf(text, "  %5s", "-");
            } else {
                agon_text_printf(text, "  %5.1f",
                                 100 * agon_cross_table_score(&standing->cross, a, b));
            }
        }
        agon_text_puts(text, "\n");
    }
}

// "mybot: 3 late, 1 illegal; forfeited 2 matches"
static void add_faults(const agon_tourney *tourney, const agon_standing *standing,
                       agon_text *text) {
    for (int bot = 0; bot < tourney->schedule.bots; bot++) {
        const agon_tally *tally = &standing->tally[bot];
        const char *before = ": ";
        bool is_named = false;
        for (int fault = AGON_FAULT_NONE + 1; fault < AGON_FAULT_COUNT; fault++) {
            if (tally->faults[fault] == 0) {
                continue;
            }
            agon_text_printf(text, "%s%s%u %s", is_named ? "" : tourney->names[bot], before,
                             (unsigned)tally->faults[fault], agon_fault_word((agon_fault)fault));
            before = ", ";
            is_named = true;
        }
        if (is_named) {
            agon_text_printf(text, "; forfeited %u of %u matches\n", (unsigned)tally->forfeits,
                             (unsigned)tally->matches);
        }
    }
}

static void add_summary(const agon_standing *standing, agon_text *text) {
    if (standing->played > 0) {
        agon_text_printf(text, "\n%u to %u moves a match, %.1f on average; %.1f %% drawn\n",
                         (unsigned)standing->shortest, (unsigned)standing->longest,
                         (double)standing->moves / (double)standing->played,
                         100 * (double)standing->drawn / (double)standing->played);
    }
}

static void add_sprt(const agon_tourney *tourney, const agon_sprt *sprt, agon_text *text) {
    double lower, upper;
    uint64_t pairs = 0;
    for (int i = 0; i < AGON_SPRT_OUTCOMES; i++) {
        pairs += sprt->pairs[i];
    }
    agon_sprt_bounds(sprt, &lower, &upper);
    agon_sprt_decision verdict = agon_sprt_decide(sprt);
    agon_text_printf(text, "\nsequential test after %" PRIu64 " pairs: ratio %.2f in %.2f … %.2f; ",
                     pairs, agon_sprt_llr(sprt), lower, upper);
    if (verdict == AGON_SPRT_UNDECIDED) {
        agon_text_puts(text, "undecided\n");
    } else {
        bool is_one = verdict == AGON_SPRT_ACCEPT_ELO1;
        agon_text_printf(text, "%s is at %+g elo rather than at %+g\n", tourney->names[0],
                         is_one ? sprt->elo1 : sprt->elo0, is_one ? sprt->elo0 : sprt->elo1);
    }
}

void agon_report_table(const agon_tourney *tourney, const agon_standing *standing,
                       const agon_report_style *style, agon_text *text) {
    AGON_ASSERT(tourney && standing && style && text);
    int width = name_width(tourney);
    add_title(tourney, standing, style, text);
    add_bots(tourney, standing, width, style, text);
    if (tourney->schedule.bots <= WIDEST_CROSS) {
        add_cross(tourney, standing, width, style, text);
    }
    add_summary(standing, text);
    add_faults(tourney, standing, text);
    if (tourney->sprt) {
        add_sprt(tourney, tourney->sprt, text);
    }
}
