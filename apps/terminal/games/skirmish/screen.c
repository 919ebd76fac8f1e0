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

const agon_game_screen agon_skirmish_screen = {
    .id = "skirmish",
    .board_lines = 16,
    .draw = agon_skirmish_draw_table,
    .list = agon_skirmish_list,
    .read = agon_skirmish_read,
    .say_action = agon_skirmish_say_action,
    .say_event = agon_skirmish_say_event,
    .help = help,
    .tutorial = &agon_skirmish_tutorial,
};
