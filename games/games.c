// The registered games' spaces. (Rules are found through their codecs, bots through theirs.)
#include "agon/space.h"

#define AGON_GAME(id, name) extern const agon_space agon_##name##_space;
#include "games/games.def"
#undef AGON_GAME

static const agon_space *const spaces[] = {
#define AGON_GAME(id, name) &agon_##name##_space,
#include "games/games.def"
#undef AGON_GAME
};

const agon_space *agon_space_find(const agon_rules *rules) {
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        if (spaces[i]->rules == rules) {
            return spaces[i];
        }
    }
    return NULL;
}
