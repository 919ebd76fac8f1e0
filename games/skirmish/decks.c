// The decks that come with the game.
#include "games/skirmish/skirmish.h"

static const agon_skirmish_starter starters[] = {
    {"vanguard",
     "Strong units early, a little of everything behind them; the deck to learn the game with.",
     {.count = 24,
      .cards = {"archer",  "archer",   "bard",     "champion",    "champion", "champion",
                "hunter",  "knight",   "knight",   "noble",       "noble",    "ranger",
                "scout",   "scout",    "sentinel", "turret",      "veteran",  "veteran",
                "veteran", "energize", "strike",   "assassinate", "priest",   "unsummon"}}},
    {"harvest",
     "Feeds its own units to each other: every death makes a Ghoul, a Dragon or a slot stronger.",
     {.count = 24,
      .cards = {"acolyte", "acolyte",     "acolyte",     "apprentice", "apprentice", "champion",
                "dragon",  "dragon",      "dragon",      "ghoul",      "ghoul",      "knight",
                "knight",  "necromancer", "necromancer", "roots",      "roots",      "roots",
                "scout",   "veteran",     "warlock",     "warlock",    "warlock",    "strike"}}},
    {"bulwark",
     "Holds a few terrains and lets them grow: Engineers, Wizards and Seeds outlast the enemy.",
     {.count = 24, .cards = {"bard",     "bard",     "engineer", "engineer", "engineer", "noble",
                             "rookie",   "rookie",   "rookie",   "roots",    "sentinel", "sentinel",
                             "sentinel", "turret",   "turret",   "veteran",  "wizard",   "wizard",
                             "wizard",   "energize", "energize", "seed",     "seed",     "seed"}}},
    {"ambush",
     "Waits and strikes back: damage, tricks and units that profit from what the enemy has built.",
     {.count = 24,
      .cards = {"archer",   "archer",   "archer", "hunter",  "hunter",   "mimic",
                "mimic",    "mimic",    "ranger", "rogue",   "rogue",    "vampire",
                "vampire",  "vampire",  "priest", "veteran", "veteran",  "assassinate",
                "fireball", "fireball", "strike", "strike",  "unsummon", "repositioning"}}},
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
