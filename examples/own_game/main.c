// A program with a game of its own: Pig (../sixth_game) outside of Agon's tree. It links the installed
// library and hands the game to everything that takes one.
//
//     own_game check      the conformance suite and the leak check
//     own_game tourney    a tournament of Pig's bots, with ratings
//     own_game engine     JSON-RPC, a request a line, as `agon engine` does for Agon's games
#include "pig.h"

#include <agon/agon.h>
#include <agon/conformance.h>
#include <agon/leaks.h>
#include <agon/report.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const agon_codec agon_pig_codec;

static int check(void) {
    agon_conformance_report conformance;
    agon_leaks_report leaks;
    if (agon_conformance_run(&agon_pig_codec, NULL, 100, 1, &conformance, NULL) != AGON_OK ||
        agon_leaks_check(&agon_pig_codec, NULL, 2000, 1, &leaks, NULL) != AGON_OK) {
        return EXIT_FAILURE;
    }
    agon_text text = {0};
    agon_conformance_write(&conformance, &text);
    agon_leaks_write(&leaks, &text);
    fputs(text.failed ? "out of memory\n" : text.data, stdout);
    agon_text_free(&text);
    return conformance.findings.count == 0 && agon_leaks_passed(&leaks) ? EXIT_SUCCESS
                                                                        : EXIT_FAILURE;
}

#define MATCHES 60

static void count_moves(void *user, const agon_change *change) {
    *(uint32_t *)user += (uint32_t)change->move_count;
}

// One match of the tournament, from its pairing.
static agon_status play(const agon_pairing *pairing, const agon_game *game,
                        const agon_pig_config *config, const char *const *names,
                        agon_outcome *outcome) {
    pig_state state;
    agon_seat seats[2];
    for (int s = 0; s < 2; s++) {
        const agon_bot *bot = agon_bot_find(&agon_pig_rules, names[pairing->bots[s]]);
        seats[s] = agon_seat_make(bot, pairing->seed, s);
        seats[s].simulations = 200;
    }
    agon_init(game, config, pairing->seed, &state.head);
    uint32_t moves = 0;
    agon_status status = agon_play_bots(game, &state.head, seats, count_moves, &moves, NULL);
    const agon_result result = agon_result_make(game, &state.head, NULL, moves);
    *outcome = agon_outcome_make(pairing, game, &state.head, &result);
    return status;
}

static int tourney(void) {
    static const char *const names[] = {"random", "greedy", "search"};
    agon_pig_config config;
    pig_game game;
    agon_pig_rules.config_default(&config, 2);
    agon_tourney all = {
        .codec = &agon_pig_codec,
        .schedule = {.bots = 3, .seats = 2, .rounds = MATCHES / 6, .seed = agon_seed_number(1)},
        .names = names,
        .bots = names,
        .terms = agon_terms_default()};
    static agon_outcome outcomes[MATCHES];
    static agon_standing standing;
    if (agon_configure(&agon_pig_rules, &config, &game.head, NULL) != AGON_OK ||
        agon_schedule_count(&all.schedule) != MATCHES) {
        return EXIT_FAILURE;
    }
    for (uint64_t i = 0; i < MATCHES; i++) {
        const agon_pairing pairing = agon_schedule_at(&all.schedule, i);
        if (play(&pairing, &game.head, &config, names, &outcomes[i]) != AGON_OK) {
            return EXIT_FAILURE;
        }
    }
    agon_standing_make(outcomes, MATCHES, 3, 0, &standing);
    agon_text text = {0};
    agon_report_table(&all, &standing, &(agon_report_style){"", "", ""}, &text);
    fputs(text.failed ? "out of memory\n" : text.data, stdout);
    agon_text_free(&text);
    return standing.order[2] == 0 ? EXIT_SUCCESS : EXIT_FAILURE; // random comes last
}

static int engine(void) {
    static const agon_codec *const games[] = {&agon_pig_codec, NULL};
    char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        char *answer = agon_rpc_handle_games(games, line, strlen(line));
        if (answer) {
            puts(answer);
        }
        free(answer);
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    const char *command = argc == 2 ? argv[1] : "";
    if (strcmp(command, "check") == 0) {
        return check();
    }
    if (strcmp(command, "tourney") == 0) {
        return tourney();
    }
    if (strcmp(command, "engine") == 0) {
        return engine();
    }
    fputs("usage: own_game check|tourney|engine\n", stderr);
    return 64;
}
