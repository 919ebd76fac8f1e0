// Schedules: from the number of a match to its table, order, rotation and seed.
#include "agon/tourney.h"

#define MOST_MATCHES (UINT64_C(1) << 32)
#define SEED_POS 8                    // lanes of two words: what one seed takes from the generator
#define ORDER_KEY 0x6f72646572000000u // orders come from another generator than the seeds

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
    return schedule->bots - (schedule->format == AGON_SCHEDULE_GAUNTLET);
}

// How many different bots sit at a table.
static int distinct_bots(const agon_schedule *schedule) {
    return schedule->seats < schedule->bots ? schedule->seats : schedule->bots;
}

static int combined_seats(const agon_schedule *schedule) {
    return distinct_bots(schedule) - (schedule->format == AGON_SCHEDULE_GAUNTLET);
}

static bool makes_sense(const agon_schedule *schedule) {
    return schedule->bots >= 2 && schedule->bots <= AGON_TOURNEY_BOTS && schedule->seats >= 2 &&
           schedule->seats <= AGON_MAX_PLAYERS;
}

static uint64_t table_count(const agon_schedule *schedule) {
    return combinations(combined_bots(schedule), combined_seats(schedule));
}

uint64_t agon_schedule_tables(const agon_schedule *schedule) {
    AGON_ASSERT(schedule);
    return makes_sense(schedule) ? table_count(schedule) : 0;
}

// Where two bots fill four seats in turn, the third rotation would be the first again.
int agon_schedule_rotations(const agon_schedule *schedule) {
    AGON_ASSERT(schedule);
    int distinct = distinct_bots(schedule);
    return schedule->seats % distinct == 0 ? distinct : schedule->seats;
}

uint64_t agon_schedule_count(const agon_schedule *schedule) {
    AGON_ASSERT(schedule);
    if (!makes_sense(schedule) || schedule->rounds == 0) {
        return 0;
    }
    uint64_t rotations = (uint64_t)agon_schedule_rotations(schedule);
    uint64_t per_round = agon_schedule_tables(schedule) * rotations;
    return per_round > MOST_MATCHES / schedule->rounds ? 0 : per_round * schedule->rounds;
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

// The bots of table t, each once.
static void pick_members(const agon_schedule *schedule, uint64_t t, int *members) {
    int fixed = schedule->format == AGON_SCHEDULE_GAUNTLET;
    members[0] = 0;
    nth_combination(combined_bots(schedule), combined_seats(schedule), t, members + fixed);
    for (int i = fixed; i < combined_seats(schedule) + fixed; i++) {
        members[i] += fixed;
    }
}

static void shuffle(int *items, int count, agon_rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        int j = (int)agon_uniform(rng, (uint32_t)i + 1);
        int kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}

static void reverse(int *items, int count) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}

// Turns a list so that item `by` comes first.
static void turn(int *items, int count, int by) {
    reverse(items, by);
    reverse(items + by, count - by);
    reverse(items, count);
}

// The order around the table. Rotations put every bot on every seat but leave it behind the same
// neighbour, so the order is drawn anew every other round, and reversed in the round between. Where
// some bots must sit twice, they come first: others in every round.
static void order_members(const agon_schedule *schedule, uint64_t table, uint64_t round,
                          int *members) {
    int distinct = distinct_bots(schedule);
    int twice = schedule->seats % distinct;
    agon_rng rng = agon_rng_make(schedule->seed);
    rng.key[1] ^= ORDER_KEY;
    uint64_t draw = round / 2 * table_count(schedule) + table;
    agon_rng_seek(&rng, draw * 4 * AGON_MAX_PLAYERS * 2);
    turn(members, distinct, (int)(round * (uint64_t)twice % (uint64_t)distinct));
    if (distinct == 2 && twice == 0) {
        return; // there is but one order around a table of two
    }
    shuffle(members, twice, &rng);
    shuffle(members + twice, distinct - twice, &rng);
    if (round % 2 == 1) {
        reverse(members, twice);
        reverse(members + twice, distinct - twice);
    }
}

static agon_seed group_seed(const agon_schedule *schedule, uint64_t group) {
    agon_rng rng = agon_rng_make(schedule->seed);
    agon_rng_seek(&rng, group * SEED_POS);
    agon_seed seed = {.is_wide = true};
    seed.lo = agon_rng_next(&rng);
    seed.hi = agon_rng_next(&rng);
    return seed;
}

agon_pairing agon_schedule_at(const agon_schedule *schedule, uint64_t i) {
    AGON_ASSERT(schedule && i < agon_schedule_count(schedule));
    uint64_t rotations = (uint64_t)agon_schedule_rotations(schedule);
    uint64_t tables = table_count(schedule);
    agon_pairing pairing = {.number = i, .group = i / rotations};
    int rotation = (int)(i % rotations);
    int distinct = distinct_bots(schedule);
    int members[AGON_MAX_PLAYERS];
    pick_members(schedule, pairing.group % tables, members);
    order_members(schedule, pairing.group % tables, pairing.group / tables, members);
    for (int s = 0; s < schedule->seats; s++) {
        pairing.bots[s] = members[(s + rotation) % schedule->seats % distinct];
    }
    pairing.seed = group_seed(schedule, pairing.group);
    return pairing;
}
