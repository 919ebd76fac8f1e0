// Which bots there are for which game.
#include "agon/search.h"

#include <string.h>

static const agon_bot *const no_bots[] = {NULL};

// random first, then the game's own, then search.
const agon_bot *agon_bot_at(const agon_rules *rules, size_t i) {
    AGON_ASSERT(rules);
    if (i == 0) {
        return &agon_random_bot;
    }
    const agon_bot *const *bots = rules->bots ? rules->bots : no_bots;
    size_t own = 0;
    while (own < i - 1 && bots[own]) {
        own++;
    }
    if (bots[own]) {
        return bots[own];
    }
    return own == i - 1 ? &agon_search_bot : NULL;
}

const agon_bot *agon_bot_find(const agon_rules *rules, const char *id) {
    AGON_ASSERT(rules && id);
    const agon_bot *bot;
    for (size_t i = 0; (bot = agon_bot_at(rules, i)); i++) {
        if (strcmp(bot->id, id) == 0) {
            return bot;
        }
    }
    return NULL;
}
