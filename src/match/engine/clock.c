// The clocks of a match: when they run, when a turn is over, what it costs.
#include "src/match/engine/internal.h"

void agon_clocks_open(agon_match *match, const agon_match_def *def) {
    bool has_clock = def->terms.bank != AGON_NO_LIMIT;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_match_seat *seat = &match->seats[p];
        seat->is_measured = def->timed >> p & 1u;
        seat->is_timed = has_clock && seat->is_measured;
        seat->clock = (agon_match_clock){.left = def->terms.bank, .had = def->terms.bank};
    }
}

void agon_clock_start(agon_match_seat *seat, int64_t now) {
    if (now == AGON_NOT_MEASURED || !seat->is_measured) {
        return;
    }
    if (seat->asked == AGON_NOT_MEASURED) {
        seat->asked = now;
    }
    if (!seat->is_timed || seat->clock.is_running) {
        return;
    }
    seat->clock.is_running = true;
    seat->clock.since = now;
    seat->clock.began = now;
    seat->clock.had = seat->clock.left;
}

void agon_match_start(agon_match *match, int64_t now) {
    AGON_ASSERT(agon_match_is_open(match));
    for (int p = 0; p < match->game->players && match->is_live; p++) {
        if (match->state->to_act >> p & 1u) {
            agon_clock_start(&match->seats[p], now);
        }
    }
}

int64_t agon_clock_used(const agon_match_seat *seat, int64_t now) {
    const agon_match_clock *clock = &seat->clock;
    return clock->is_running && now > clock->since ? now - clock->since : 0;
}

int64_t agon_clock_rest(const agon_match_seat *seat, int64_t now) {
    int64_t left = seat->clock.left - agon_clock_used(seat, now);
    return left > 0 ? left : 0;
}

// The seat's turn is over. Whoever was not asked in it is neither charged nor given anything.
static void end_turn(agon_match_seat *seat, const agon_terms *terms, int64_t now) {
    if (terms->is_per_turn) {
        seat->clock.left = terms->bank;
    } else if (seat->clock.is_running) {
        seat->clock.left = agon_clock_rest(seat, now) + terms->increment;
    }
    seat->clock.is_running = false;
}

// Whether the turn of a player who acted, or may act no more, is over.
static bool ends_turn(const agon_clock_step *step, int player, bool is_simultaneous) {
    agon_viewers bit = agon_viewer_bit(player);
    bool is_new = (step->after & (agon_viewers)~step->before) != 0;
    if (!(step->after & bit)) {
        return true;
    }
    return player == step->player && (!is_simultaneous || is_new);
}

void agon_clocks_step(agon_match_seat *seats, const agon_match *match,
                      const agon_clock_step *step) {
    bool is_simultaneous = match->game->rules->is_simultaneous;
    seats[step->player].asked = AGON_NOT_MEASURED;
    for (int p = 0; p < match->game->players; p++) {
        agon_viewers bit = agon_viewer_bit(p);
        if (step->before & bit && ends_turn(step, p, is_simultaneous)) {
            end_turn(&seats[p], &match->terms, step->now);
            seats[p].asked = AGON_NOT_MEASURED;
        }
        if (match->is_live && step->after & bit && !seats[p].is_gone) {
            agon_clock_start(&seats[p], step->now);
        }
    }
}

bool agon_clock_is_out(const agon_match_seat *seat, int64_t now) {
    const agon_match_clock *clock = &seat->clock;
    return clock->is_running && now != AGON_NOT_MEASURED && now - clock->since >= clock->left;
}

bool agon_clock_is_over(const agon_match_seat *seat, int64_t now) {
    return now != AGON_NOT_MEASURED && agon_clock_used(seat, now) > seat->clock.left;
}

bool agon_match_is_late(const agon_match *match, int player, int64_t now) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player));
    return agon_clock_is_out(&match->seats[player], now);
}

int64_t agon_seats_deadline(const agon_match_seat *seats) {
    AGON_ASSERT(seats);
    int64_t first = AGON_NO_LIMIT;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        const agon_match_clock *clock = &seats[p].clock;
        if (clock->is_running && clock->since + clock->left < first) {
            first = clock->since + clock->left;
        }
    }
    return first;
}

int64_t agon_match_deadline(const agon_match *match) {
    AGON_ASSERT(agon_match_is_open(match));
    return agon_seats_deadline(match->seats);
}

int64_t agon_match_time_left(const agon_match *match, int player, bool seems_running, int64_t now) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player));
    const agon_match_seat *seat = &match->seats[player];
    if (!seat->is_timed) {
        return AGON_NO_LIMIT;
    }
    if (!seems_running) {
        return seat->clock.left;
    }
    int64_t ran = now > seat->clock.began ? now - seat->clock.began : 0;
    return seat->clock.had > ran ? seat->clock.had - ran : 0;
}

void agon_clock_stop(agon_match_seat *seat, int64_t now) {
    if (seat->clock.is_running && now != AGON_NOT_MEASURED) {
        seat->clock.left = agon_clock_rest(seat, now);
        seat->clock.is_running = false;
    }
}

void agon_match_pause(agon_match *match, int player, int64_t now) {
    AGON_ASSERT(agon_match_is_open(match) && agon_match_has(match, player));
    agon_clock_stop(&match->seats[player], now);
    match->seats[player].asked = AGON_NOT_MEASURED;
}

void agon_match_shift(agon_match *match, int64_t by) {
    AGON_ASSERT(agon_match_is_open(match));
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        agon_match_seat *seat = &match->seats[p];
        seat->clock.since += by;
        seat->clock.began += by;
        if (seat->asked != AGON_NOT_MEASURED) {
            seat->asked += by;
        }
    }
}
