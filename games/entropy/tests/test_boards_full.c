// A million boards for each number of players: tries, draws and time (docs/games/entropy.md has the
// table), and that every one of them obeys the rule.
// label: full
#define _POSIX_C_SOURCE 199309L
#include "games/entropy/tests/test_table.h"

#include <time.h>

#define SEEDS 1000000
#define MAX_TRIES 64
#define BINS 65536

static uint32_t bins[BINS]; // boards that took so many nanoseconds
static int tries_count[MAX_TRIES + 1];

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool is_good(const entropy_state *s) {
    uint64_t reached = s->territories & (~s->territories + 1);
    uint64_t before = 0;
    while (reached != before) {
        before = reached;
        for (uint64_t set = before; set; set = without_first(set)) {
            reached |= s->adjacent[first_node(set)] & s->territories;
        }
    }
    for (int node = 0; node < s->node_count; node++) {
        if (count_nodes(s->adjacent[node]) != 4 || has_node(s->adjacent[node], node)) {
            return false;
        }
    }
    return reached == s->territories;
}

static int median_of_bins(void) {
    uint32_t below = 0;
    int bin = 0;
    while (bin < BINS - 1 && (below += bins[bin]) < SEEDS / 2) {
        bin++;
    }
    return bin;
}

static void make_million(int players) {
    int64_t longest = 0;
    uint64_t draws = 0;
    int most_tries = 0;
    memset(bins, 0, sizeof bins);
    memset(tries_count, 0, sizeof tries_count);
    for (int64_t seed = 0; seed < SEEDS; seed++) {
        entropy_state s;
        memset(&s, 0, sizeof s);
        agon_rng rng = agon_rng_make(agon_seed_number(seed));
        int64_t begun = now();
        int tries = agon_entropy_board_make(&s, players, MAX_TRIES, &rng);
        int64_t taken = now() - begun;
        assert_true(tries > 0 && is_good(&s));
        tries_count[tries]++;
        most_tries = tries > most_tries ? tries : most_tries;
        bins[taken < BINS ? taken : BINS - 1]++;
        longest = taken > longest ? taken : longest;
        draws += rng.pos;
    }
    print_message("%d players: %5.1f %% at the first try, at most %d tries, %.0f draws, "
                  "median %d ns, longest %.0f us\n",
                  players, 100.0 * tries_count[1] / SEEDS, most_tries, (double)draws / SEEDS,
                  median_of_bins(), (double)longest / 1000);
    assert_true(most_tries < MAX_TRIES / 2);
}

static void test_en3_a_million_boards(void **unused) {
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        make_million(players);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_en3_a_million_boards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
