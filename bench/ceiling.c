// How many points can a player expect against `random`? A player that learns to beat one given bot,
// with two players, and how it does against it after every tenth of its lessons.
//
//   ceiling [entropy|stellar-skirmish] [--against BOT] [--games N] [--tests N]
//
// BOT is written as everywhere ("greedy", "search:sims=100"); the default is random, and in Stellar
// Skirmish it is the only one, since the look-ahead knows how random chooses its cards. By default
// there are 100,000 matches to learn from and 4,000 to test in, each board from both seats; tests
// use seeds of their own. What the learner reaches can be reached; that nobody can reach more does
// not follow.
#include "bench/lib/bench.h"
#include "bench/lib/ceiling.h"

#include "agon/loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_USAGE 64
#define TENTHS 10
#define FIRST_LESSON 1000000 // seeds below are for tests
#define GAMES_MAX 1000000000

typedef struct options {
    const ceiling_game *game;
    const char *against;
    uint64_t games, tests;
} options;

// ---------------------------------------------------------------------------------------------
// Arguments

static int complain(const char *what, const char *about) {
    fprintf(stderr,
            "ceiling: %s%s\n"
            "usage: ceiling [entropy|stellar-skirmish] [--against BOT] [--games N] [--tests N]\n",
            what, about);
    return EXIT_USAGE;
}

static bool read_count(const char *text, uint64_t most, uint64_t *count) {
    char *end;
    *count = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *count > 0 && *count <= most;
}

static bool read_game(const char *name, options *o) {
    const ceiling_game *const games[] = {&ceiling_entropy, &ceiling_stellar};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (strcmp(games[i]->rules->id, name) == 0) {
            o->game = games[i];
            return true;
        }
    }
    return false;
}

// 0, or the exit code after a complaint.
static int read_option(const char *name, const char *value, options *o) {
    if (strcmp(name, "--against") != 0 && strcmp(name, "--games") != 0 &&
        strcmp(name, "--tests") != 0) {
        return complain("there is no option ", name);
    }
    if (!value) {
        return complain("a value is missing after ", name);
    }
    if (strcmp(name, "--against") == 0) {
        o->against = value;
        return 0;
    }
    bool is_games = strcmp(name, "--games") == 0;
    if (!read_count(value, is_games ? GAMES_MAX : FIRST_LESSON, is_games ? &o->games : &o->tests)) {
        return complain("not a possible number of matches: ", value);
    }
    return 0;
}

static int check_opponent(const options *o) {
    agon_seat seat;
    agon_error error = {0};
    if (agon_seat_read(o->against, o->game->rules, agon_seed_number(0), 0, &seat, &error)) {
        return complain(error.message, "");
    }
    if (o->game->only_against && strcmp(o->game->only_against, o->against) != 0) {
        return complain("in this game the look-ahead foresees no other bot than ",
                        o->game->only_against);
    }
    return 0;
}

static int read_options(int count, char **arguments, options *o) {
    for (int i = 1; i < count; i++) {
        if (arguments[i][0] == '-') {
            int code = read_option(arguments[i], i + 1 < count ? arguments[i + 1] : NULL, o);
            if (code) {
                return code;
            }
            i++;
        } else if (!read_game(arguments[i], o)) {
            return complain("neither entropy nor stellar-skirmish: ", arguments[i]);
        }
    }
    return check_opponent(o);
}

// ---------------------------------------------------------------------------------------------
// Matches

static void pass_events(void *user, const agon_change *change) {
    const ceiling_game *game = user;
    for (size_t i = 0; i < change->event_count; i++) {
        game->on_event(&change->events[i]);
    }
}

static float points_of(const bench_table *table, int player) {
    agon_viewers winners = agon_winners(table->game, table->state);
    int won = winners >> player & 1, lost = winners >> (1 - player) & 1;
    return 0.5f * (float)(1 + won - lost);
}

// Plays board `seed` with the learner on seat `player`, as all matches are played: by asking seats
// for actions on views. Returns the learner's points.
static float play(const options *o, const bench_table *table, uint64_t seed, int player) {
    agon_seed number = agon_seed_number((int64_t)seed);
    agon_seat seats[2];
    agon_error error = {0};
    bool watches = ceiling.is_learning && o->game->on_event;
    seats[player] = agon_seat_make(&o->game->player, number, player);
    agon_init(table->game, table->config, number, table->state);
    if (agon_seat_read(o->against, o->game->rules, number, 1 - player, &seats[1 - player],
                       &error) ||
        agon_play_bots(table->game, table->state, seats, watches ? pass_events : NULL,
                       (void *)o->game, &error)) {
        fprintf(stderr, "ceiling: match %llu: %s\n", (unsigned long long)seed, error.message);
        exit(1);
    }
    return points_of(table, player);
}

// ---------------------------------------------------------------------------------------------
// Lessons and tests

static void teach(const options *o, const bench_table *table, uint64_t first, uint64_t end) {
    ceiling.is_learning = true;
    for (uint64_t i = first; i < end; i++) {
        ceiling_learn(play(o, table, FIRST_LESSON + i / 2, (int)(i % 2)));
    }
    ceiling.is_learning = false;
}

// The two matches of a board depend on each other, so the interval is that of a mean over boards.
static void test(const options *o, const bench_table *table, uint64_t lessons) {
    uint64_t boards = (o->tests + 1) / 2;
    double sum = 0, squares = 0;
    for (uint64_t seed = 0; seed < boards; seed++) {
        double share = 0.5 * (double)(play(o, table, seed, 0) + play(o, table, seed, 1));
        sum += share;
        squares += share * share;
    }
    double count = (double)boards, mean = sum / count;
    double variance = boards > 1 ? (squares - count * mean * mean) / (count - 1) : 0.25;
    printf("%10llu %9.2f %6.2f\n", (unsigned long long)lessons, 100 * mean,
           196 * sqrt(variance > 0 ? variance / count : 0));
    fflush(stdout);
}

// Steps get small faster than lessons run out: with large ones the learner's play does not settle.
static void set_pace(const ceiling_game *game, uint64_t tenth) {
    float left = 1 - (float)tenth / TENTHS;
    ceiling.rate = game->rate * left * left;
    ceiling.exploration = game->exploration * left;
    ceiling.trace = game->trace;
}

static void run(const options *o) {
    bench_table table = bench_table_open(o->game->rules, 2);
    agon_rng rng = bench_chooser(0);
    for (int i = 0; i < CEILING_NETS; i++) {
        ceiling_net_start(&ceiling.nets[i], &rng);
    }
    printf("%s, learning against %s, %llu tests\n%10s %9s %6s\n", o->game->rules->id, o->against,
           (unsigned long long)(o->tests + 1) / 2 * 2, "MATCHES", "POINTS %", "+-");
    for (uint64_t tenth = 0; tenth < TENTHS; tenth++) {
        set_pace(o->game, tenth);
        teach(o, &table, o->games * tenth / TENTHS, o->games * (tenth + 1) / TENTHS);
        test(o, &table, o->games * (tenth + 1) / TENTHS);
    }
    bench_table_close(&table);
}

int main(int count, char **arguments) {
    options o = {.game = &ceiling_entropy, .against = "random", .games = 100000, .tests = 4000};
    int code = read_options(count, arguments, &o);
    if (code == 0) {
        run(&o);
    }
    return code;
}
