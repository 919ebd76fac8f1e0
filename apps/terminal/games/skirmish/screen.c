// Skirmish: its screen. Words and choices: phrases.c; the table: board.c.
#include "apps/terminal/games/skirmish/internal.h"

static const char help[] =
    "play archer 3        the card to terrain 3; by number: play 2 3, or just 2 3\n"
    "play strike their 3  an action card at a slot: 'my 3' or 'their 3' (m3, t3)\n"
    "activate 2 my 3      use the ability of your unit on terrain 2\n"
    "end                  no more abilities this turn\n"
    "done                 no more turns in this skirmish: keep cards for the next\n"
    "card archer          what a card does\n"
    "\n"
    "Power: 3 +2b -1d +1s is base 3, buffs +2, damage 1, slot +1. A unit that is\n"
    "'ready!' can be activated.\n";

static const char rules[] =
    "Five terrains, and on every terrain one slot for each player. Who wins more\n"
    "terrains wins the skirmish; two skirmishes win the match.\n"
    "\n"
    "In your turn you do ONE of these:\n"
    "  - play one card: a unit to a slot of yours, or an action card\n"
    "  - use abilities of units that are ready, as many as you like\n"
    "  - say done: no more turns for you in this skirmish. It ends when both are.\n"
    "\n"
    "You draw 8 cards for the match, and 3 more for each later skirmish. So the art\n"
    "is to win with few cards, or to lose cheaply, and to know when to be done.\n"
    "\n"
    "  Power is base + buffs - damage + what the slot adds; at 0 a unit dies. The\n"
    "  higher power wins the terrain, equal: nobody. A unit alone wins its terrain.\n"
    "  A unit played on a unit of yours consumes it: that one dies.\n"
    "  Close: the terrains directly left and right, both sides. In front: the\n"
    "  enemy's slot of the same terrain.\n"
    "  Deploy: when it comes. Consume: when it comes over another. Consumed: when\n"
    "  another comes over it. Conquer: when its terrain is won in the end. Each\n"
    "  turn: whenever your turn begins. Activate: once, a turn or two later.\n"
    "\n"
    "Units, buffs and slots are gone after the skirmish; hands stay. The loser\n"
    "begins the next one. A tie gives both a win; two wins each are a draw.\n"
    "Hidden are the other's hand and the order of the decks. Deck lists are open.\n";

const agon_game_screen agon_skirmish_screen = {
    .id = "skirmish",
    .tagline = "a card battle over five terrains: know when to stop",
    .board_lines = 16,
    .draw = agon_skirmish_draw_table,
    .list = agon_skirmish_list,
    .read = agon_skirmish_read,
    .say_action = agon_skirmish_say_action,
    .say_event = agon_skirmish_say_event,
    .help = help,
    .rules = rules,
    .tutorial = &agon_skirmish_tutorial,
};
