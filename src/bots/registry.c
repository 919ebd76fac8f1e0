// Which bots there are for which game.
#include "agon/bot.h"

#include <string.h>

#define AGON_GAME(id, name)                                                                        \
    extern const agon_rules agon_##name##_rules;                                                   \
    extern const agon_bot *const agon_##name##_bots[];
#include "games/games.def"
#undef AGON_GAME

static const struct {
    const agon_rules *rules;
    const agon_bot *const *bots; // ends with NULL
} registry[] = {
#define AGON_GAME(id, name) {&agon_##name##_rules, agon_##name##_bots},
#include "games/games.def"
#undef AGON_GAME
};

static const agon_bot *const no_bots[] = {NULL};

static const agon_bot *const *own_bots(const agon_rules *rules) {
    for (size_t i = 0; i < sizeof registry / sizeof registry[0]; i++) {
        if (registry[i].rules == rules) {
            return registry[i].bots;
        }
    }
    return no_bots;
}

const agon_bot *agon_bot_at(const agon_rules *rules, size_t i) {
    if (i == 0) {
        return &agon_random_bot;
    }
    const agon_bot *const *bots = own_bots(rules);
    for (size_t k = 0; bots[k]; k++) {
        if (k == i - 1) {
            return bots[k];
        }
    }
    return NULL;
}

const agon_bot *agon_bot_find(const agon_rules *rules, const char *id) {
    const agon_bot *bot;
    for (size_t i = 0; (bot = agon_bot_at(rules, i)); i++) {
        if (strcmp(bot->id, id) == 0) {
            return bot;
        }
    }
    return NULL;
}
