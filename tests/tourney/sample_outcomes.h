// A tournament of three bots with made-up outcomes, for the tests of reports.
#ifndef AGON_TESTS_TOURNEY_SAMPLE_OUTCOMES_H
#define AGON_TESTS_TOURNEY_SAMPLE_OUTCOMES_H

#include "agon/report.h"

static const char *const names[] = {"one", "\"two\", <b>", "three"};
static const char *const bots[] = {"random", "greedy", "cmd:./three --x=1"};

static agon_tourney make_tourney(int seats) {
    return (agon_tourney){
        .codec = agon_codec_find("rock-paper-scissors"),
        .schedule = {AGON_SCHEDULE_ROUND_ROBIN, 3, seats, 4, agon_seed_number(5)},
        .names = names,
        .bots = bots,
        .terms = agon_terms_default(),
    };
}

// A made-up outcome of match i: the lower bot mostly wins; some draws and faults.
static agon_outcome make_outcome(const agon_tourney *tourney, uint64_t i) {
    agon_pairing pairing = agon_schedule_at(&tourney->schedule, i);
    int seats = tourney->schedule.seats;
    agon_outcome outcome = {.number = i, .group = pairing.group, .hash = i * 0x123456789abcdefu};
    outcome.seats = (uint8_t)seats;
    outcome.moves = (uint32_t)(10 + i);
    for (int s = 0; s < seats; s++) {
        outcome.bots[s] = (uint8_t)pairing.bots[s];
        outcome.scores[s] = (int32_t)i - 5 * s;
        outcome.places[s] = 1;
        for (int t = 0; t < seats && i % 5 != 4; t++) {
            bool is_behind =
                i % 7 ? pairing.bots[t] < pairing.bots[s] : pairing.bots[t] > pairing.bots[s];
            outcome.places[s] = (uint8_t)(outcome.places[s] + is_behind);
        }
        outcome.winners |= (agon_viewers)((outcome.places[s] == 1) << s);
    }
    if (i == 7) {
        outcome.forfeits[1] = 1;
        outcome.faults[1][AGON_FAULT_LATE] = 3;
        outcome.faults[1][AGON_FAULT_UNPARSABLE] = 255;
    }
    return outcome;
}

static inline size_t make_outcomes(const agon_tourney *tourney, agon_outcome *outcomes) {
    size_t count = (size_t)agon_schedule_count(&tourney->schedule);
    for (size_t i = 0; i < count; i++) {
        outcomes[i] = make_outcome(tourney, i);
    }
    return count;
}

#endif
