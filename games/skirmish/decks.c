// The decks that come with the game. How they do against each other: docs/games/skirmish.md.
#include "games/skirmish/skirmish.h"

static const agon_skirmish_starter starters[] = {
    {"vanguard",
     "solid units and a little of everything, to learn with",
     {.count = 24,
      .cards = {"archer",  "archer",  "bard",    "champion",    "champion", "hunter",
                "knight",  "knight",  "noble",   "noble",       "priest",   "ranger",
                "ranger",  "scout",   "scout",   "sentinel",    "sentinel", "turret",
                "veteran", "veteran", "veteran", "assassinate", "energize", "strike"}}},
    {"harvest",
     "feeds its own units to each other and raises them again",
     {.count = 24,
      .cards = {"acolyte",     "acolyte",     "apprentice", "bard",    "champion", "champion",
                "dragon",      "dragon",      "ghoul",      "knight",  "knight",   "necromancer",
                "necromancer", "necromancer", "rookie",     "roots",   "scout",    "scout",
                "turret",      "vampire",     "veteran",    "warlock", "warlock",  "energize"}}},
    {"bulwark",
     "holds a few terrains and lets them grow",
     {.count = 24, .cards = {"bard",     "bard",     "engineer", "engineer", "engineer", "noble",
                             "noble",    "rookie",   "rookie",   "rookie",   "roots",    "sentinel",
                             "sentinel", "turret",   "turret",   "veteran",  "wizard",   "wizard",
                             "wizard",   "energize", "energize", "seed",     "seed",     "seed"}}},
    {"ambush",
     "waits and strikes back, with damage and tricks",
     {.count = 24,
      .cards = {"archer",  "archer",      "archer",   "champion", "hunter",  "hunter",
                "mimic",   "mimic",       "mimic",    "ranger",   "rogue",   "rogue",
                "scout",   "scout",       "vampire",  "vampire",  "vampire", "veteran",
                "veteran", "assassinate", "fireball", "strike",   "strike",  "unsummon"}}},
};

const agon_skirmish_starter *agon_skirmish_starter_deck(size_t i) {
    return i < sizeof starters / sizeof starters[0] ? &starters[i] : NULL;
}

agon_skirmish_config agon_skirmish_config_default(void) {
    return (agon_skirmish_config){
        .decks = {starters[0].deck, starters[0].deck},
        .max_copies = 3,
    };
}
