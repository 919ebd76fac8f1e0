// Schedules: from the number of a match to its table, rotation and seed.
#include "agon/tourney.h"

#define MOST_MATCHES (UINT64_C(1) << 32)

// How many sets of k there are among n; MOST_MATCHES if it is that many or more.
static uint64_t combinations(int n, int k) {
    uint64_t result = 1;
    for (int i = 1; i <= k; i++) {
        result = result * (uint64_t)(n - k + i) / (uint64_t)i;
        if (result >= MOST_MATCHES) {
            return MOST_MATCHES;
        }
    }
    return result;
}

// The bots that are combined: all of them, or all but the first, who is at every table.
static int combined_bots(const agon_schedule *schedule) {
    return schedule->bots - (schedule->format == AGON_GAUNTLET);
}

static int combined_seats(const agon_schedule *schedule) {
    int distinct = schedule->seats < schedule->bots ? schedule->seats : schedule->bots;
    return distinct - (schedule->format == AGON_GAUNTLET);
}

static uint64_t table_count(const agon_schedule *schedule) {
    return combinations(combined_bots(schedule), combined_seats(schedule));
}

uint64_t agon_schedule_count(const agon_schedule *schedule) {
    if (schedule->bots < 2 || schedule->bots > AGON_TOURNEY_BOTS || schedule->seats < 2 ||
        schedule->seats > AGON_MAX_PLAYERS) {
        return 0;
    }
    uint64_t per_round = table_count(schedule) * (uint64_t)schedule->seats;
    if (schedule->rounds && per_round > MOST_MATCHES / schedule->rounds) {
        return 0;
    }
    return per_round * schedule->rounds;
}

// The t-th set of k among n in lexicographic order.
static void nth_combination(int n, int k, uint64_t t, int *members) {
    int next = 0;
    for (int i = 0; i < k; i++) {
        uint64_t skipped = combinations(n - next - 1, k - i - 1);
        while (t >= skipped) {
            t -= skipped;
            next++;
            skipped = combinations(n - next - 1, k - i - 1);
        }
        members[i] = next++;
    }
}

static void fill_table(const agon_schedule *schedule, uint64_t t, int *table) {
    int fixed = schedule->format == AGON_GAUNTLET;
    int distinct = combined_seats(schedule) + fixed;
    table[0] = 0;
    nth_combination(combined_bots(schedule), combined_seats(schedule), t, table + fixed);
    for (int i = fixed; i < distinct; i++) {
        table[i] += fixed;
    }
    for (int i = distinct; i < schedule->seats; i++) {
        table[i] = table[i - distinct];
    }
}

agon_pairing agon_schedule_at(const agon_schedule *schedule, uint64_t i) {
    agon_pairing pairing = {.number = i, .group = i / (uint64_t)schedule->seats};
    int rotation = (int)(i % (uint64_t)schedule->seats);
    int table[AGON_MAX_PLAYERS];
    fill_table(schedule, pairing.group % table_count(schedule), table);
    for (int s = 0; s < schedule->seats; s++) {
        pairing.bots[s] = table[(s + rotation) % schedule->seats];
    }
    agon_rng rng = agon_rng_make(schedule->seed);
    agon_rng_seek(&rng, pairing.group * 8); // two words each
    pairing.seed.lo = agon_rng_next(&rng);
    pairing.seed.hi = agon_rng_next(&rng);
    pairing.seed.is_wide = true;
    return pairing;
}
