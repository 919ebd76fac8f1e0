// The match loop: seats see views, the state stays here.
#include "agon/match.h"

agon_seat agon_seat_make(const agon_bot *bot, agon_seed seed, int player) {
    agon_rng rng = agon_rng_make(seed);
    rng.key[1] ^= (uint64_t)(player + 1) << 32; // not the game's own key, nor another seat's
    return (agon_seat){.bot = bot, .rng = agon_rng_split(&rng)};
}

int agon_match_first(const agon_game *game, uint32_t moves) {
    return (int)(moves / game->players % game->players);
}

static agon_status ask_seat(agon_match *match, int player, agon_error *error) {
    agon_status status = agon_view(match->game, match->state, player, match->view);
    if (status) {
        return agon_error_set(error, status, NULL, "no view for player %d", player);
    }
    agon_seat *seat = &match->seats[player];
    agon_thought thought = {.game = match->game,
                            .view = match->view,
                            .player = player,
                            .rng = &seat->rng,
                            .simulations = seat->simulations,
                            .run_jobs = seat->run_jobs,
                            .threads = seat->threads};
    agon_action action = seat->bot->think(&thought);
    agon_context context = {.sink = match->sink};
    status = agon_apply(match->game, match->state, player, action, &context, match->state, error);
    match->moves += status == AGON_OK;
    if (status == AGON_OK && match->on_action) {
        match->on_action(match->user, player, action);
    }
    return status;
}

agon_status agon_match_step(agon_match *match, agon_error *error) {
    agon_viewers asked = match->state->to_act;
    agon_status status = AGON_OK;
    int first = agon_match_first(match->game, match->moves);
    for (int i = 0; i < match->game->players && status == AGON_OK; i++) {
        int p = (first + i) % match->game->players;
        if ((asked & match->state->to_act) >> p & 1u) {
            status = ask_seat(match, p, error);
        }
    }
    return status;
}

agon_status agon_match_play(agon_match *match, agon_error *error) {
    agon_status status = AGON_OK;
    while (!match->state->over && status == AGON_OK) {
        status = agon_match_step(match, error);
    }
    return status;
}
