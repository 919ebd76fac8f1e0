// The table as plain text.
#include "games/rock-paper-scissors/state.h"

#include "agon/codec.h"

void agon_rps_render(const agon_game *game, const agon_state *state, agon_text *text);

static const char *describe(uint8_t choice) {
    static const char *const names[] = {"has not chosen", "rock", "paper", "scissors",
                                        "has chosen (hidden)"};
    return names[choice];
}

void agon_rps_render(const agon_game *game, const agon_state *state, agon_text *text) {
    const rps_state *s = (const rps_state *)state;
    for (int p = 0; p < 2; p++) {
        agon_text_printf(text, "%s: %s\n", agon_rps_player_id(game, p), describe(s->choices[p]));
    }
    if (!state->over) {
        return;
    }
    int winner = agon_rps_winner(s);
    if (winner < 0) {
        agon_text_puts(text, "Equal choices: a draw.\n");
    } else {
        agon_text_printf(text, "%s wins.\n", agon_rps_player_id(game, winner));
    }
}
