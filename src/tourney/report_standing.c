// From outcomes to a standing.
#include "agon/report.h"

#include <math.h>
#include <string.h>

// Adds what seat `s` of a match came to. The score is a sum until all is added.
static void add_to_tally(agon_tally *tally, const agon_outcome *outcome, int s) {
    int equal = 0;
    double points = 0;
    for (int t = 0; t < outcome->seats; t++) {
        int lead = outcome->places[t] - outcome->places[s];
        equal += t != s && lead == 0;
        points += t == s ? 0 : lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    }
    bool is_first = outcome->places[s] == 1;
    tally->matches++;
    tally->wins += is_first && equal == 0;
    tally->draws += is_first && equal > 0;
    tally->losses += !is_first;
    tally->forfeits += outcome->forfeits[s] > 0;
    tally->score += points / (outcome->seats - 1);
    for (int fault = 0; fault < AGON_FAULT_COUNT; fault++) {
        tally->faults[fault] += outcome->faults[s][fault];
    }
}

static void end_tally(agon_tally *tally) {
    tally->score = tally->matches ? tally->score / tally->matches : 0;
}

static void add_outcome(agon_standing *standing, const agon_outcome *outcome) {
    int firsts = 0;
    for (int s = 0; s < outcome->seats; s++) {
        firsts += outcome->places[s] == 1;
        add_to_tally(&standing->tally[outcome->bots[s]], outcome, s);
        add_to_tally(&standing->seat[s], outcome, s);
    }
    agon_cross_table_add(&standing->cross, outcome);
    standing->drawn += firsts > 1;
    standing->moves += outcome->moves;
    if (standing->played == 0 || outcome->moves < standing->shortest) {
        standing->shortest = outcome->moves;
    }
    if (outcome->moves > standing->longest) {
        standing->longest = outcome->moves;
    }
    standing->played++;
}

static bool is_before(const agon_standing *standing, int a, int b) {
    const agon_rating *ratings = standing->ratings.bot;
    bool a_known = !isinf(ratings[a].interval);
    bool b_known = !isinf(ratings[b].interval);
    if (a_known != b_known) {
        return a_known;
    }
    if (ratings[a].elo != ratings[b].elo) {
        return ratings[a].elo > ratings[b].elo;
    }
    return standing->tally[a].score > standing->tally[b].score;
}

// Insertion sort: stable, so that equal bots keep the order in which they were entered.
static void sort_bots(agon_standing *standing, int bots) {
    for (int i = 0; i < bots; i++) {
        int at = i;
        for (; at > 0 && is_before(standing, i, standing->order[at - 1]); at--) {
            standing->order[at] = standing->order[at - 1];
        }
        standing->order[at] = i;
    }
}

void agon_standing_make(const agon_outcome *outcomes, size_t count, int bots, int anchor,
                        agon_standing *standing) {
    AGON_ASSERT((outcomes || count == 0) && standing && bots <= AGON_TOURNEY_BOTS);
    memset(standing, 0, sizeof *standing);
    standing->cross.bots = bots;
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i].seats > 0) {
            add_outcome(standing, &outcomes[i]);
        }
    }
    for (int bot = 0; bot < bots; bot++) {
        end_tally(&standing->tally[bot]);
    }
    for (int s = 0; s < AGON_MAX_PLAYERS; s++) {
        end_tally(&standing->seat[s]);
    }
    agon_ratings_fit(outcomes, count, bots, anchor, &standing->ratings);
    sort_bots(standing, bots);
}
