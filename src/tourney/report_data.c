// The standing for programs: CSV and JSON.
#include "agon/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// CSV

// A field: quoted where it must be, quotes doubled.
static void add_field(agon_text *text, const char *value) {
    if (!strpbrk(value, ",\"\r\n")) {
        agon_text_puts(text, value);
        return;
    }
    agon_text_puts(text, "\"");
    for (; *value; value++) {
        agon_text_add(text, value, 1);
        if (*value == '"') {
            agon_text_puts(text, "\"");
        }
    }
    agon_text_puts(text, "\"");
}

static void add_interval(const agon_rating *rating, agon_text *text) {
    if (isinf(rating->interval)) {
        agon_text_puts(text, ",,,");
    } else {
        agon_text_printf(text, ",%.1f,%.1f,%.1f", rating->elo, rating->elo - rating->interval,
                         rating->elo + rating->interval);
    }
}

void agon_report_csv(const agon_tourney *tourney, const agon_standing *standing, agon_text *text) {
    AGON_ASSERT(tourney && standing && text);
    agon_text_puts(text, "rank,bot,elo,lower,upper,score,matches,wins,draws,losses,forfeits,late,"
                         "dead,illegal,unparsable\n");
    for (int i = 0; i < tourney->schedule.bots; i++) {
        int bot = standing->order[i];
        const agon_tally *tally = &standing->tally[bot];
        agon_text_printf(text, "%d,", i + 1);
        add_field(text, tourney->names[bot]);
        add_interval(&standing->ratings.bot[bot], text);
        agon_text_printf(text, ",%.4f,%u,%u,%u,%u,%u", tally->score, (unsigned)tally->matches,
                         (unsigned)tally->wins, (unsigned)tally->draws, (unsigned)tally->losses,
                         (unsigned)tally->forfeits);
        for (int fault = AGON_FAULT_NONE + 1; fault < AGON_FAULT_COUNT; fault++) {
            agon_text_printf(text, ",%u", (unsigned)tally->faults[fault]);
        }
        agon_text_puts(text, "\n");
    }
}

// ---------------------------------------------------------------------------------------------
// JSON

// A number with so many decimals; null if there is none.
static void put_number(agon_json *json, const char *key, double value, int decimals) {
    char text[64];
    if (key) {
        agon_json_key(json, key);
    }
    if (!isfinite(value)) {
        agon_json_null(json);
        return;
    }
    snprintf(text, sizeof text, "%.*f", decimals, value);
    // Minus nothing is nothing.
    agon_json_raw(json, text[strspn(text, "-0.")] ? text : "0");
}

static void write_tally(const agon_tally *tally, agon_json *json) {
    agon_json_put_int(json, "matches", tally->matches);
    agon_json_put_int(json, "wins", tally->wins);
    agon_json_put_int(json, "draws", tally->draws);
    agon_json_put_int(json, "losses", tally->losses);
    put_number(json, "score", tally->score, 4);
    agon_json_put_int(json, "forfeits", tally->forfeits);
    agon_json_key(json, "faults");
    agon_json_open(json, '{');
    for (int fault = AGON_FAULT_NONE + 1; fault < AGON_FAULT_COUNT; fault++) {
        agon_json_put_int(json, agon_fault_word((agon_fault)fault), tally->faults[fault]);
    }
    agon_json_close(json, '}');
}

static int rank_of(const agon_standing *standing, int bot) {
    int rank = 0;
    while (standing->order[rank] != bot) {
        rank++;
    }
    return rank + 1;
}

static void write_bots(const agon_tourney *tourney, const agon_standing *standing,
                       agon_json *json) {
    agon_json_key(json, "bots");
    agon_json_open(json, '[');
    for (int bot = 0; bot < tourney->schedule.bots; bot++) {
        const agon_rating *rating = &standing->ratings.bot[bot];
        agon_json_open(json, '{');
        agon_json_put_string(json, "name", tourney->names[bot]);
        agon_json_put_string(json, "bot", tourney->bots[bot]);
        agon_json_put_int(json, "rank", rank_of(standing, bot));
        put_number(json, "elo", isinf(rating->interval) ? INFINITY : rating->elo, 1);
        put_number(json, "interval", rating->interval, 1);
        write_tally(&standing->tally[bot], json);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

// A square of numbers, one per two bots.
static void write_square(const char *key, const agon_standing *standing, int bots,
                         void (*write)(const agon_standing *standing, int a, int b,
                                       agon_json *json),
                         agon_json *json) {
    agon_json_key(json, key);
    agon_json_open(json, '[');
    for (int a = 0; a < bots; a++) {
        agon_json_open(json, '[');
        for (int b = 0; b < bots; b++) {
            write(standing, a, b, json);
        }
        agon_json_close(json, ']');
    }
    agon_json_close(json, ']');
}

static void write_wins(const agon_standing *standing, int a, int b, agon_json *json) {
    agon_json_int(json, standing->cross.wins[a][b]);
}

static void write_draws(const agon_standing *standing, int a, int b, agon_json *json) {
    agon_json_int(json, standing->cross.draws[a][b]);
}

static void write_superiority(const agon_standing *standing, int a, int b, agon_json *json) {
    put_number(json, NULL, agon_ratings_superiority(&standing->ratings, a, b), 4);
}

static void write_schedule(const agon_tourney *tourney, const agon_standing *standing,
                           agon_json *json) {
    const agon_schedule *schedule = &tourney->schedule;
    const char *format = schedule->format == AGON_SCHEDULE_GAUNTLET ? "gauntlet" : "round-robin";
    agon_json_put_string(json, "schedule", format);
    agon_json_put_int(json, "seats", schedule->seats);
    agon_json_put_int(json, "rounds", schedule->rounds);
    agon_json_key(json, "seed");
    agon_json_seed(json, schedule->seed);
    agon_json_put_int(json, "scheduled", (int64_t)agon_schedule_count(schedule));
    agon_json_put_int(json, "played", (int64_t)standing->played);
    agon_json_put_int(json, "drawn", (int64_t)standing->drawn);
}

static void write_moves(const agon_standing *standing, agon_json *json) {
    double matches = standing->played > 0 ? (double)standing->played : 1;
    agon_json_key(json, "moves");
    agon_json_open(json, '{');
    agon_json_put_int(json, "least", standing->shortest);
    put_number(json, "mean", (double)standing->moves / matches, 2);
    agon_json_put_int(json, "most", standing->longest);
    agon_json_close(json, '}');
}

static void write_seats(const agon_tourney *tourney, const agon_standing *standing,
                        agon_json *json) {
    agon_json_key(json, "by_seat");
    agon_json_open(json, '[');
    for (int s = 0; s < tourney->schedule.seats; s++) {
        agon_json_open(json, '{');
        write_tally(&standing->seat[s], json);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

static const char *verdict_word(agon_sprt_decision verdict) {
    switch (verdict) {
    case AGON_SPRT_ACCEPT_ELO0:
        return "elo0";
    case AGON_SPRT_ACCEPT_ELO1:
        return "elo1";
    default:
        return "undecided";
    }
}

static void write_sprt(const agon_sprt *sprt, agon_json *json) {
    double lower, upper;
    agon_json_key(json, "sprt");
    if (!sprt) {
        agon_json_null(json);
        return;
    }
    agon_sprt_bounds(sprt, &lower, &upper);
    agon_json_open(json, '{');
    put_number(json, "elo0", sprt->elo0, 2);
    put_number(json, "elo1", sprt->elo1, 2);
    put_number(json, "alpha", sprt->alpha, 4);
    put_number(json, "beta", sprt->beta, 4);
    agon_json_key(json, "pairs");
    agon_json_open(json, '[');
    for (int i = 0; i < AGON_SPRT_OUTCOMES; i++) {
        agon_json_int(json, (int64_t)sprt->pairs[i]);
    }
    agon_json_close(json, ']');
    put_number(json, "llr", agon_sprt_llr(sprt), 3);
    put_number(json, "lower", lower, 3);
    put_number(json, "upper", upper, 3);
    agon_json_put_string(json, "verdict", verdict_word(agon_sprt_decide(sprt)));
    agon_json_close(json, '}');
}

void agon_report_json(const agon_tourney *tourney, const agon_standing *standing, agon_json *json) {
    AGON_ASSERT(tourney && standing && json);
    int bots = tourney->schedule.bots;
    agon_json_open(json, '{');
    agon_json_put_string(json, "game", tourney->codec->rules->id);
    agon_json_put_string(json, "title", tourney->codec->rules->title);
    agon_json_put_int(json, "rules_version", tourney->codec->rules->version);
    write_schedule(tourney, standing, json);
    agon_json_put_string(json, "anchor", tourney->names[standing->ratings.anchor]);
    write_bots(tourney, standing, json);
    write_square("wins", standing, bots, write_wins, json);
    write_square("draws", standing, bots, write_draws, json);
    write_square("superiority", standing, bots, write_superiority, json);
    write_moves(standing, json);
    write_seats(tourney, standing, json);
    write_sprt(tourney->sprt, json);
    agon_json_close(json, '}');
}
