// Skirmish: the face. Words and choices: face_skirmish_phrases.c; the table: face_skirmish_board.c.
#include "face_skirmish.h"

static const char help[] =
    "play archer 3      the card to lane 3; by number: play 2 3, or just 2 3\n"
    "play strike their 3    an action card at a slot: 'my 3' or 'their 3' (t3, m3)\n"
    "activate 2 my 3    use the ability of your unit in lane 2\n"
    "end                no more abilities this turn\n"
    "done               no more turns in this skirmish; what you keep is for the next\n"
    "card archer        what a card says\n"
    "\n"
    "Power: 3 +2b -1d +1s is base 3, buffs +2, damage 1, slot +1. 'ready!': can be used.\n";

static const char rules[] =
    "Five lanes, one slot for each player in every lane. Who wins more lanes wins the\n"
    "skirmish; two skirmishes win the match.\n"
    "\n"
    "In your turn you do ONE of these:\n"
    "  - play one card: a unit to a slot of yours, or an action card\n"
    "  - use abilities of units that are ready, as many as you like\n"
    "  - say done: you have no more turns in this skirmish. When both are done, it ends.\n"
    "\n"
    "You draw 8 cards for the match, and 3 more for each later skirmish: so the art is to\n"
    "win with few cards, or to lose cheaply, and to know when to be done.\n"
    "\n"
    "  Power is base + buffs - damage + what the slot adds; at 0 a unit dies. In a lane the\n"
    "  higher power wins, equal: nobody; a unit alone wins its lane.\n"
    "  A unit played on a unit of yours consumes it: that one dies.\n"
    "  Close: the lanes directly left and right, both sides. In front: the enemy's slot of\n"
    "  the same lane.\n"
    "  Deploy: when it comes. Consume: when it comes over another. Consumed: when another\n"
    "  comes over it. Death, Conquer (its lane is won at the end), Each turn (of yours).\n"
    "  Activate: once, from one or two turns after it came.\n"
    "\n"
    "Units, buffs and slots are gone after the skirmish; hands stay. A tie gives both a win.\n"
    "Hidden are the other's hand and the order of the decks; deck lists are open.\n";

const agon_face agon_face_skirmish = {
    .id = "skirmish",
    .tagline = "a card battle over five lanes: know when to stop",
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
