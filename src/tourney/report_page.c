// The page for a browser: tables that need no script, and the data that the charts are drawn from.
#include "agon/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The places in the bundle that are filled in, in this order.
#define TITLE_MARK "<!--agon:title-->"
#define BODY_MARK "<!--agon:body-->"
#define DATA_MARK "<!--agon:data-->"

void agon_report_replay_name(uint64_t number, char name[32]) {
    snprintf(name, 32, "%06" PRIu64 ".ndjson", number);
}

static void add_escaped(agon_text *text, const char *value) {
    for (; *value; value++) {
        switch (*value) {
        case '<':
            agon_text_puts(text, "&lt;");
            break;
        case '&':
            agon_text_puts(text, "&amp;");
            break;
        case '"':
            agon_text_puts(text, "&quot;");
            break;
        default:
            agon_text_add(text, value, 1);
        }
    }
}

static void add_name_cell(agon_text *text, const char *name) {
    agon_text_puts(text, "<th scope=\"row\">");
    add_escaped(text, name);
    agon_text_puts(text, "</th>");
}

static void open_section(agon_text *text, const char *id, const char *title, const char *about) {
    agon_text_printf(text,
                     "<section aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n"
                     "<p class=\"about\">%s</p>\n<div class=\"chart\" id=\"%s\"></div>\n",
                     id, id, title, about, id);
}

// ---------------------------------------------------------------------------------------------
// Sections

static void add_header(const agon_tourney *tourney, const agon_standing *standing,
                       agon_text *text) {
    const agon_schedule *schedule = &tourney->schedule;
    agon_json seed = {.text = text};
    agon_text_puts(text, "<header>\n<h1>");
    add_escaped(text, tourney->codec->rules->title);
    agon_text_printf(text,
                     " tournament</h1>\n<p class=\"facts\">%s · %d bots · %d at a table · "
                     "%" PRIu64 " matches · rules version %d · seed <code>",
                     schedule->format == AGON_SCHEDULE_GAUNTLET ? "Gauntlet" : "Round robin",
                     schedule->bots, schedule->seats, standing->played,
                     tourney->codec->rules->version);
    agon_json_seed(&seed, schedule->seed);
    agon_text_puts(text, "</code></p>\n</header>\n");
}

static void add_rating_cells(const agon_rating *rating, bool is_anchor, agon_text *text) {
    if (isinf(rating->interval)) {
        agon_text_puts(text, "<td>unknown</td><td></td>");
    } else if (is_anchor) {
        agon_text_puts(text, "<td>0</td><td>anchor</td>");
    } else {
        agon_text_printf(text, "<td>%+ld</td><td>±%.0f</td>", lround(rating->elo),
                         rating->interval);
    }
}

static uint32_t fault_count(const agon_tally *tally) {
    uint32_t faults = 0;
    for (int fault = AGON_FAULT_NONE + 1; fault < AGON_FAULT_COUNT; fault++) {
        faults += tally->faults[fault];
    }
    return faults;
}

static void add_standing_row(const agon_tourney *tourney, const agon_standing *standing, int i,
                             agon_text *text) {
    int bot = standing->order[i];
    const agon_tally *tally = &standing->tally[bot];
    agon_text_printf(text, "<tr><td>%d</td>", i + 1);
    add_name_cell(text, tourney->names[bot]);
    add_rating_cells(&standing->ratings.bot[bot], bot == standing->ratings.anchor, text);
    agon_text_printf(text,
                     "<td>%.1f %%</td><td>%u</td><td>%u</td><td>%u</td><td>%u</td><td>%u</td>"
                     "<td>%u</td>",
                     100 * tally->score, (unsigned)tally->matches, (unsigned)tally->wins,
                     (unsigned)tally->draws, (unsigned)tally->losses, (unsigned)fault_count(tally),
                     (unsigned)tally->forfeits);
    if (i + 1 < tourney->schedule.bots) {
        double above = agon_ratings_superiority(&standing->ratings, bot, standing->order[i + 1]);
        agon_text_printf(text, "<td>%.1f %%</td></tr>\n", 100 * above);
    } else {
        agon_text_puts(text, "<td></td></tr>\n");
    }
}

static void add_standing(const agon_tourney *tourney, const agon_standing *standing,
                         agon_text *text) {
    open_section(text, "ratings", "Ratings",
                 "Elo differences to the anchor with 95 % intervals. Ten points are hardly "
                 "noticed; 100 mean 64 %, 400 mean 91 % of the points.");
    agon_text_puts(text, "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">#</th>"
                         "<th scope=\"col\">bot</th><th scope=\"col\">Elo</th>"
                         "<th scope=\"col\">95 %</th><th scope=\"col\">score</th>"
                         "<th scope=\"col\">matches</th><th scope=\"col\">won</th>"
                         "<th scope=\"col\">drawn</th><th scope=\"col\">lost</th>"
                         "<th scope=\"col\">faults</th><th scope=\"col\">forfeits</th>"
                         "<th scope=\"col\">above next</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < tourney->schedule.bots; i++) {
        add_standing_row(tourney, standing, i, text);
    }
    agon_text_puts(text, "</tbody></table></div>\n</section>\n");
}

static void add_cross_cell(const agon_cross_table *cross, int a, int b, agon_text *text) {
    if (agon_cross_table_met(cross, a, b) == 0) {
        agon_text_puts(text, "<td>–</td>");
    } else {
        agon_text_printf(text, "<td>%.1f %% <small>%u–%u–%u</small></td>",
                         100 * agon_cross_table_score(cross, a, b), (unsigned)cross->wins[a][b],
                         (unsigned)cross->draws[a][b], (unsigned)cross->wins[b][a]);
    }
}

static void add_cross(const agon_tourney *tourney, const agon_standing *standing, agon_text *text) {
    int bots = tourney->schedule.bots;
    open_section(text, "cross", "Who beats whom",
                 "Points of the row against the column, in percent; a draw is half a point.");
    agon_text_puts(text, "<details><summary>As a table: points, won–drawn–lost</summary>"
                         "<div class=\"scroll\"><table>\n<thead><tr><td></td>");
    for (int i = 0; i < bots; i++) {
        agon_text_puts(text, "<th scope=\"col\">");
        add_escaped(text, tourney->names[standing->order[i]]);
        agon_text_puts(text, "</th>");
    }
    agon_text_puts(text, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < bots; i++) {
        agon_text_puts(text, "<tr>");
        add_name_cell(text, tourney->names[standing->order[i]]);
        for (int j = 0; j < bots; j++) {
            add_cross_cell(&standing->cross, standing->order[i], standing->order[j], text);
        }
        agon_text_puts(text, "</tr>\n");
    }
    agon_text_puts(text, "</tbody></table></div></details>\n</section>\n");
}

static void add_lengths(const agon_standing *standing, agon_text *text) {
    double matches = standing->played > 0 ? (double)standing->played : 1;
    open_section(text, "lengths", "Length of the matches", "Actions until the end of a match.");
    agon_text_printf(text,
                     "<p>%u to %u actions, %.1f on average.</p>\n"
                     "<div id=\"lengths-table\"></div>\n</section>\n",
                     (unsigned)standing->shortest, (unsigned)standing->longest,
                     (double)standing->moves / matches);
}

// The numbers behind this chart are in the table of ratings.
static void add_outcomes(agon_text *text) {
    open_section(text, "outcomes", "Outcomes by bot",
                 "Matches in which a bot was first alone, first together with others, or not "
                 "first.");
    agon_text_puts(text, "</section>\n");
}

static void add_seats(const agon_tourney *tourney, const agon_standing *standing, agon_text *text) {
    open_section(text, "seats", "Outcomes by seat",
                 "How often whoever sat there was first alone, first together with others, or "
                 "not first. All bots sit on all seats equally often, so this shows what a seat "
                 "is worth.");
    agon_text_puts(text, "<details><summary>As a table</summary><div class=\"scroll\"><table>\n"
                         "<thead><tr><th scope=\"col\">seat</th><th scope=\"col\">won</th>"
                         "<th scope=\"col\">drawn</th><th scope=\"col\">lost</th>"
                         "<th scope=\"col\">score</th></tr></thead>\n<tbody>\n");
    for (int s = 0; s < tourney->schedule.seats; s++) {
        const agon_tally *tally = &standing->seat[s];
        agon_text_printf(text,
                         "<tr><th scope=\"row\">%d</th><td>%u</td><td>%u</td><td>%u</td>"
                         "<td>%.1f %%</td></tr>\n",
                         s + 1, (unsigned)tally->wins, (unsigned)tally->draws,
                         (unsigned)tally->losses, 100 * tally->score);
    }
    agon_text_puts(text, "</tbody></table></div></details>\n</section>\n");
}

static void add_sprt(const agon_tourney *tourney, const agon_sprt *sprt, agon_text *text) {
    static const char *const verdicts[] = {"undecided", "the lower one is accepted",
                                           "the higher one is accepted"};
    double lower, upper;
    agon_sprt_bounds(sprt, &lower, &upper);
    agon_text_puts(text, "<section>\n<h2>Sequential test</h2>\n<p>Is ");
    add_escaped(text, tourney->names[0]);
    agon_text_printf(text, " at %+g Elo or at %+g? Log-likelihood ratio %.2f between %.2f and %.2f",
                     sprt->elo0, sprt->elo1, agon_sprt_llr(sprt), lower, upper);
    agon_text_printf(text, ": <strong>%s</strong>.</p>\n</section>\n",
                     verdicts[agon_sprt_decide(sprt)]);
}

static void add_body(const agon_tourney *tourney, const agon_standing *standing, agon_text *text) {
    add_header(tourney, standing, text);
    if (tourney->sprt) {
        add_sprt(tourney, tourney->sprt, text);
    }
    add_standing(tourney, standing, text);
    add_cross(tourney, standing, text);
    add_outcomes(text);
    add_lengths(standing, text);
    add_seats(tourney, standing, text);
    agon_text_puts(text, "<section aria-labelledby=\"matches-title\">\n"
                         "<h2 id=\"matches-title\">Matches</h2>\n<div id=\"matches\"></div>\n"
                         "<noscript><p>The list of matches and the charts need JavaScript.</p>"
                         "</noscript>\n</section>\n");
}

// ---------------------------------------------------------------------------------------------
// Data

// One number per match, or one per seat of each match.
static void write_column(const char *key, const agon_report_page_data *page, bool per_seat,
                         int64_t (*value)(const agon_outcome *outcome, int seat), agon_json *json) {
    agon_json_key(json, key);
    agon_json_open(json, '[');
    for (size_t i = 0; i < page->count; i++) {
        const agon_outcome *outcome = &page->outcomes[i];
        for (int s = 0; s < (per_seat || !outcome->seats ? outcome->seats : 1); s++) {
            agon_json_int(json, value(outcome, s));
        }
    }
    agon_json_close(json, ']');
}

static int64_t number_of(const agon_outcome *outcome, int seat) {
    (void)seat;
    return (int64_t)outcome->number;
}

static int64_t moves_of(const agon_outcome *outcome, int seat) {
    (void)seat;
    return outcome->moves;
}

static int64_t bot_of(const agon_outcome *outcome, int seat) {
    return outcome->bots[seat];
}

static int64_t place_of(const agon_outcome *outcome, int seat) {
    return outcome->places[seat];
}

static int64_t forfeit_of(const agon_outcome *outcome, int seat) {
    return outcome->forfeits[seat];
}

static void write_data(const agon_tourney *tourney, const agon_standing *standing,
                       const agon_report_page_data *page, agon_text *text) {
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_key(&json, "report");
    agon_report_json(tourney, standing, &json);
    agon_json_put_string(&json, "replays", page->replays);
    agon_json_key(&json, "matches");
    agon_json_open(&json, '{');
    write_column("number", page, false, number_of, &json);
    write_column("moves", page, false, moves_of, &json);
    write_column("bots", page, true, bot_of, &json);
    write_column("places", page, true, place_of, &json);
    write_column("forfeits", page, true, forfeit_of, &json);
    agon_json_close(&json, '}');
    agon_json_close(&json, '}');
}

// JSON inside of a script element: nothing in it may end the element.
static void add_data(const agon_tourney *tourney, const agon_standing *standing,
                     const agon_report_page_data *page, agon_text *text) {
    agon_text data = {0};
    write_data(tourney, standing, page, &data);
    const char *at = data.failed ? "" : data.data;
    text->failed = text->failed || data.failed;
    while (*at) {
        size_t plain = strcspn(at, "<");
        agon_text_add(text, at, plain);
        at += plain;
        if (*at) {
            agon_text_puts(text, "\\u003c");
            at++;
        }
    }
    agon_text_free(&data);
}

// Adds what stands before the mark; returns what stands behind it.
static const char *add_until(const char *bundle, const char *mark, agon_text *text) {
    const char *at = strstr(bundle, mark);
    if (!at) {
        text->failed = true;
        return bundle;
    }
    agon_text_add(text, bundle, (size_t)(at - bundle));
    return at + strlen(mark);
}

void agon_report_page(const agon_tourney *tourney, const agon_standing *standing,
                      const agon_report_page_data *page, agon_text *text) {
    AGON_ASSERT(tourney && standing && page && text);
    const char *rest = add_until(page->bundle, TITLE_MARK, text);
    add_escaped(text, tourney->codec->rules->title);
    agon_text_puts(text, " tournament");
    rest = add_until(rest, BODY_MARK, text);
    add_body(tourney, standing, text);
    rest = add_until(rest, DATA_MARK, text);
    add_data(tourney, standing, page, text);
    agon_text_puts(text, rest);
}
