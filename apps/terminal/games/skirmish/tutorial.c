// The tutorial of Skirmish: units, an ability that asks, an action card, an activation, being done.
//
// The seed deals Archer, Champion, Knight, Noble, Ranger, Scout, Veteran and Energize, and lets the
// player begin. Whatever is played instead of what is asked, no lesson waits for something
// impossible.
#include "apps/terminal/games/skirmish/internal.h"

static const char welcome[] =
    "Welcome. Five terrains lie between you (below) and your opponent (above).\n"
    "\n"
    "Each of you has one slot on every terrain, for one unit. The higher power\n"
    "wins the terrain; a unit alone wins it too. More terrains win the skirmish,\n"
    "two skirmishes win the match. The middle of each says who leads there.\n"
    "(Enter goes on. 'skip' leaves a lesson out. Nothing can go wrong here.)";

static const char hand[] =
    "Below the terrains is your hand: power, and what each card does.\n"
    "\n"
    "In a turn you do ONE thing: play a card, or use abilities, or say 'done': then\n"
    "you have no more turns in this skirmish. You have 8 cards now, and get only 3\n"
    "more for the next skirmish. So every card counts.";

static const char first_unit[] =
    "Begin with something strong in the middle: your Champion, to terrain 3.\n"
    "    play champion 3\n"
    "('2 3' is the same: card 2, terrain 3. Or pick step by step: 2, then 3.)";

static const char archer[] =
    "They have answered. Your Archer shoots an enemy on a CLOSE terrain (directly\n"
    "left or right) when it comes. Put it beside one, then pick whom it hits.\n"
    "    play archer 4   (terrain 4 is close to terrains 3 and 5)";

static const char parts[] =
    "Look at the unit that was hit. '3 -2d' below it says: base power 3, damage 2.\n"
    "\n"
    "Power is base, plus buffs (b), minus damage (d), plus what its slot adds (s).\n"
    "At 0 a unit dies. Damage stays until the unit leaves the board.";

static const char ranger[] =
    "Some abilities are activated, a turn or two after the unit has come. That of\n"
    "your Ranger moves it to a terrain beside it. Play it to a free one:\n"
    "    play ranger 4";

static const char action[] =
    "Action cards need a target. Energize gives a unit of yours +3. Say whose slot\n"
    "you mean, 'my' or 'their', and the terrain:\n"
    "    play energize my 3";

static const char activate[] =
    "The Ranger is ready. Move it to where it does more good: 'activate', its\n"
    "terrain, then the slot that it goes to (it swaps with a unit there).\n"
    "    activate 4 my 5";

static const char be_done[] =
    "Now the art of it: what you keep in hand is for the next skirmish. Play until\n"
    "you lead on more terrains than they can turn. Then stop:\n"
    "    done";

static const char next[] =
    "When both are done the skirmish ends, and the report tells who won. All units\n"
    "go to the graveyards, slots are cleared, each draws 3 cards; the loser begins.\n"
    "\n"
    "A unit played onto one of yours consumes it: that is a death, and some cards\n"
    "like it. 'card hunter' tells what a card does, 'hint' asks a strong player,\n"
    "'rules' has the details. Now the match is yours.";

// ---------------------------------------------------------------------------------------------
// When a lesson is over

static bool has_type(const agon_lesson_progress *progress, int type) {
    for (size_t i = 0; i < progress->count; i++) {
        if (progress->actions[i].type == type) {
            return true;
        }
    }
    return false;
}

static bool has_played(const agon_scene *scene, const agon_lesson_progress *progress,
                       const char *name) {
    for (size_t i = 0; i < progress->count; i++) {
        const agon_action it = progress->actions[i];
        if (it.type == AGON_SKIRMISH_PLAY_CARD && agon_skirmish_kind_of(scene->game, it.a) ==
                                                      agon_skirmish_kind_named(scene->game, name)) {
            return true;
        }
    }
    return false;
}

static bool holds(const agon_scene *scene, const char *name) {
    const int kind = agon_skirmish_kind_named(scene->game, name);
    return kind >= 0 && agon_skirmish_held(scene->game, scene->view, scene->player, kind) > 0;
}

// Nothing waits for an answer, and it is the player's turn again: what was played has happened.
static bool has_settled(const agon_scene *scene) {
    return skirmish_turn(scene).asking < 0 && (scene->view->to_act >> scene->player & 1u);
}

// The first skirmish is what the lessons are about; whoever is past it is past them.
static bool is_past(const agon_scene *scene) {
    return skirmish_turn(scene).round > 1 ||
           agon_skirmish_side_of(scene->game, scene->view, scene->player).is_done;
}

static bool has_card_gone(const agon_scene *scene, const agon_lesson_progress *progress,
                          const char *name) {
    const bool is_gone = has_played(scene, progress, name) || !holds(scene, name);
    return (is_gone && has_settled(scene)) || is_past(scene);
}

static bool has_begun(const agon_scene *scene, const agon_lesson_progress *progress) {
    return (progress->count > 0 && has_settled(scene)) || is_past(scene);
}

static bool has_shot(const agon_scene *scene, const agon_lesson_progress *progress) {
    return has_card_gone(scene, progress, "archer");
}

static bool has_ranger(const agon_scene *scene, const agon_lesson_progress *progress) {
    return has_card_gone(scene, progress, "ranger");
}

static bool has_acted(const agon_scene *scene, const agon_lesson_progress *progress) {
    return has_card_gone(scene, progress, "energize");
}

// Used, or nothing there to be used, now or soon.
static bool has_activated(const agon_scene *scene, const agon_lesson_progress *progress) {
    bool may_come = false;
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        const agon_skirmish_unit unit =
            agon_skirmish_unit_on(scene->view, agon_skirmish_slot(scene->player, terrain));
        may_come |= unit.kind >= 0 && skirmish_card_at(scene, unit.kind).is_activated &&
                    !unit.has_acted && !unit.is_silenced;
    }
    return (has_type(progress, AGON_SKIRMISH_ACTIVATE) && has_settled(scene)) || !may_come ||
           is_past(scene);
}

static bool has_ended(const agon_scene *scene, const agon_lesson_progress *progress) {
    (void)progress;
    return skirmish_turn(scene).round > 1;
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
    .farewell = "That was Skirmish. 'agon play skirmish' is a match against one who means it;\n"
                "there are four decks to try.\n",
};
