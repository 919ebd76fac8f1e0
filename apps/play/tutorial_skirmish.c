// The tutorial of Skirmish: units, an ability that asks, an action card, an activation, being done.
//
// The seed deals Archer, Champion, Knight, Noble, Ranger, Scout, Veteran and Energize, and lets the
// player begin. Whatever is played instead of what is asked, no lesson waits for something
// impossible.
#include "face_skirmish.h"

#include <string.h>

static const char welcome[] =
    "Welcome. Five lanes lie between you (below) and your opponent (above).\n"
    "\n"
    "Each of you has one slot in every lane for one unit. The higher power wins a lane;\n"
    "a unit alone wins it too. Who wins more lanes wins the skirmish, and who wins two\n"
    "skirmishes wins the match. The line in the middle of a lane says who leads there.\n"
    "(Enter goes on. 'skip' skips a lesson, 'quit' leaves; nothing can go wrong.)";

static const char hand[] =
    "Below the lanes is your hand: power, and what each card does.\n"
    "\n"
    "In a turn you do ONE thing: play a card, or use abilities, or say 'done', and then\n"
    "you have no more turns in this skirmish. You get 8 cards now and only 3 more for\n"
    "the next one, so every card counts.";

static const char first_unit[] =
    "Begin with something strong in the middle: the Champion, to lane 3.\n"
    "    play champion 3\n"
    "('2 3' is the same: card number 2, lane 3. Or pick step by step.)";

static const char archer[] =
    "They have answered. Your Archer shoots at an enemy in a CLOSE lane (directly left\n"
    "or right) when it comes: put it beside the enemy, and then pick whom it hits.\n"
    "    play archer 2   (or another lane beside an enemy)";

static const char parts[] =
    "Look at the unit that was hit: '5 -2d' under it means base power 5, damage 2.\n"
    "\n"
    "Power is base, plus buffs (b), minus damage (d), plus what its slot adds (s). At 0\n"
    "a unit dies. Damage stays until the unit leaves the board.";

static const char ranger[] =
    "Some abilities must be activated, and take a turn or two to get ready. The Ranger's\n"
    "moves it to a lane beside it, swapping if need be. Play it to a free lane:\n"
    "    play ranger 4   (or another lane)";

static const char action[] =
    "Action cards need a target, and are gone after use. Energize gives a unit of yours\n"
    "+3. Say whose slot you mean, 'my' or 'their', and the lane:\n"
    "    play energize my 3   (a lane with a unit of yours)";

static const char activate[] =
    "The Ranger says 'ready!'. Use it where it does more good: 'activate', its lane, then\n"
    "the slot it goes to. (Units of yours without one: just play on, or 'skip'.)\n"
    "    activate 4 my 5   (lane of the Ranger, then a lane beside it)";

static const char be_done[] =
    "Now the art of it: cards that you keep are cards for the next skirmish. Play until\n"
    "you lead in more lanes than they can turn, then stop:\n"
    "    done";

static const char next[] =
    "The skirmish is over when both are done: the report tells who won it. All units go\n"
    "to the graveyards, slots are cleared, each draws 3 cards, and the loser begins.\n"
    "\n"
    "Two more things: a unit played onto one of yours consumes it, which is a death (some\n"
    "cards like that); and 'card hunter' tells what any card does.\n"
    "'hint' asks a strong player, 'rules' has the details. Now the match is yours.";

// ---------------------------------------------------------------------------------------------
// When a lesson is over

static const skirmish_card *card_of(const agon_scene *scene, agon_action deed) {
    return skirmish_card_of(skirmish_game_of(scene), deed.a);
}

static bool has_type(const agon_deed *deed, int type) {
    for (size_t i = 0; i < deed->count; i++) {
        if (deed->actions[i].type == type) {
            return true;
        }
    }
    return false;
}

static bool has_played(const agon_scene *scene, const agon_deed *deed, const char *name) {
    for (size_t i = 0; i < deed->count; i++) {
        const agon_action it = deed->actions[i];
        if (it.type == AGON_SKIRMISH_PLAY_CARD && strcmp(card_of(scene, it)->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool holds(const agon_scene *scene, const char *name) {
    const skirmish_game *g = skirmish_game_of(scene);
    const int kind = agon_skirmish_kind(g->cards, name, strlen(name));
    return kind >= 0 &&
           (skirmish_of(scene)->hand_set[scene->player] & g->kind_set[scene->player][kind]) != 0;
}

// Nothing waits for an answer, and it is the player's turn again: what was played has happened.
static bool has_settled(const agon_scene *scene) {
    return !skirmish_of(scene)->pending.type && (scene->view->to_act >> scene->player & 1u);
}

// The first skirmish is what the lessons are about; whoever is past it is past them.
static bool is_past(const agon_scene *scene) {
    return skirmish_of(scene)->round > 1 || skirmish_of(scene)->has_passed[scene->player];
}

static bool has_card_gone(const agon_scene *scene, const agon_deed *deed, const char *name) {
    const bool is_gone = has_played(scene, deed, name) || !holds(scene, name);
    return (is_gone && has_settled(scene)) || is_past(scene);
}

static bool has_begun(const agon_scene *scene, const agon_deed *deed) {
    return (deed->count > 0 && has_settled(scene)) || is_past(scene);
}

static bool has_shot(const agon_scene *scene, const agon_deed *deed) {
    return has_card_gone(scene, deed, "archer");
}

static bool has_ranger(const agon_scene *scene, const agon_deed *deed) {
    return has_card_gone(scene, deed, "ranger");
}

static bool has_acted(const agon_scene *scene, const agon_deed *deed) {
    return has_card_gone(scene, deed, "energize");
}

// Used, or nothing there to be used, now or soon.
static bool has_activated(const agon_scene *scene, const agon_deed *deed) {
    const skirmish_state *s = skirmish_of(scene);
    bool may_come = false;
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        const int slot = skirmish_slot(scene->player, terrain);
        may_come |= skirmish_has(s->occupied, slot) &&
                    skirmish_card_on(skirmish_game_of(scene), s, slot)->activate.run &&
                    !s->units[slot].flags;
    }
    return (has_type(deed, AGON_SKIRMISH_ACTIVATE) && has_settled(scene)) || !may_come ||
           is_past(scene);
}

static bool has_ended(const agon_scene *scene, const agon_deed *deed) {
    (void)deed;
    return skirmish_of(scene)->round > 1;
}

static const agon_lesson lessons[] = {
    {welcome, NULL},      {hand, NULL},         {first_unit, has_begun}, {archer, has_shot},
    {parts, NULL},        {ranger, has_ranger}, {action, has_acted},     {activate, has_activated},
    {be_done, has_ended}, {next, NULL},
};

static const char *const seats[] = {"me", "random"};

const agon_tutorial agon_skirmish_tutorial = {
    .seed = 150,
    .seats = seats,
    .lessons = lessons,
    .lesson_count = sizeof lessons / sizeof lessons[0],
    .farewell =
        "That was Skirmish. 'agon play skirmish' is a match against somebody who means it;\n"
        "there are four decks to try.\n",
};
