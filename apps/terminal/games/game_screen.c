// Which game has which screen.
#include "apps/terminal/games/game_screen.h"

#include <string.h>

static const agon_game_screen *const game_screens[] = {
    &agon_rps_screen,      &agon_stellar_screen,  &agon_entropy_screen,
    &agon_skirmish_screen, &agon_conquest_screen,
};

const agon_game_screen *agon_game_screen_of(const agon_codec *codec) {
    for (size_t i = 0; i < sizeof game_screens / sizeof game_screens[0]; i++) {
        if (strcmp(game_screens[i]->id, codec->rules->id) == 0) {
            return game_screens[i];
        }
    }
    return &agon_generic_screen;
}

agon_ink agon_ink_of(const agon_scene *scene, int player) {
    if (player < 0) {
        return AGON_INK_NEUTRAL;
    }
    if (player == scene->player) {
        return AGON_INK_MINE;
    }
    // Nobody is "me": the first player takes that ink, so that all differ.
    const bool has_me = scene->player < AGON_MAX_PLAYERS;
    const int rank = has_me && player > scene->player ? player - 1 : has_me ? player : player - 1;
    return rank < 0 ? AGON_INK_MINE : (agon_ink)(AGON_INK_THEIRS + rank);
}

void agon_pen_winners(agon_pen *pen, const agon_scene *scene) {
    const agon_viewers winners = agon_winners(scene->game, scene->view);
    int count = 0;
    for (int p = 0; p < scene->game->players; p++) {
        if (winners & agon_viewer_bit(p)) {
            agon_pen_put(pen, AGON_INK_BOLD, "%s", count++ ? " and " : "");
            agon_pen_put(pen, agon_ink_of(scene, p), "%s", scene->names[p]);
        }
    }
    agon_pen_put(pen, AGON_INK_BOLD, count > 1 ? " share the win" : " won");
}
