// The tutorial of Space Conquest: a first order, a first fight, a second star, rebels, the trap.
//
// The map is that of the seed: home P, B one cell away and F two, both with 2 RU and two defenders.
// Whatever the player does instead of what is asked, no lesson waits for something impossible.
#include "apps/terminal/games/space-conquest/internal.h"

#include <string.h>

static const char welcome[] =
    "Welcome, commander. This is the whole galaxy: sixteen stars on a grid.\n"
    "\n"
    "Yours is +4P on the left: '+' says that it is yours, 4 is its RU, P is its\n"
    "name: Polaris. RU are what a star is worth; yours builds 4 ships each turn. Of\n"
    "the others you know nothing yet: ?B, ?F, ... One of them, in the opposite\n"
    "corner, is the enemy's home. Take it, and you have won.\n"
    "(Enter goes on. 'skip' leaves a lesson out. Nothing can go wrong here.)";

static const char side[] =
    "On the right is what you have: one star with 4 ships, all of them free to go.\n"
    "\n"
    "Each turn both sides give orders in secret. When both have committed, ships\n"
    "leave, stars build ships, fleets fly one cell (diagonals too), and they fight.\n"
    "Neutral stars defend themselves with as many ships as they have RU: 1 to 3.";

static const char first_order[] =
    "B is right beside you, one turn away. Send it 3 of your 4 ships:\n"
    "    send P B 3\n"
    "('P B 3' will do. Or pick by numbers: 1 for P, and so on.)";

static const char first_commit[] =
    "The order stands on the right. It is not too late: 'undo' would take it back.\n"
    "Hand it in:\n"
    "    commit";

static const char first_fight[] =
    "The fleet has landed. The report below the map tells how it went.\n"
    "\n"
    "The larger side wins, and loses half of the smaller side, rounded up: three\n"
    "ships against two defenders win and lose one. Equal sides are both gone.\n"
    "What you hold builds ships for you from the next turn on, as many as its RU.\n"
    "Your home has already built 4 more.";

static const char second_star[] =
    "F is two turns away and may have three defenders. Send four ships from home,\n"
    "then commit. Leave the two ships at B: it has 2 RU, and they keep it quiet.\n"
    "    send P F 4   and then   commit";

static const char flight[] =
    "Fleets fly by themselves: see the arrow on the map, and the list on the right.\n"
    "Each turn one fleet in fifty is lost in hyperspace: far journeys are a risk.\n"
    "    commit   until they have landed";

static const char rebels[] =
    "A star (not a home) with fewer ships than RU rebels every second time, and you\n"
    "lose it. The list marks such stars with '!' as soon as you order too many\n"
    "ships away: look at the column 'free'.\n"
    "\n"
    "So every star wants a garrison of its RU. What it builds beyond that is yours\n"
    "to send.";

static const char too_many[] =
    "One trap: to order more ships from a star than it has cancels ALL your orders\n"
    "of the turn. You will be stopped before that happens. Try it, it is safe here:\n"
    "    send P B 99";

static const char plan[] =
    "That is all there is to know. How to win:\n"
    "  1. Take the stars near home, and leave a garrison of their RU on each.\n"
    "  2. Scout with single ships: a star once visited shows RU and owner for ever.\n"
    "  3. -4 is their home. Gather a large fleet, send it at once, and never leave\n"
    "     your own home empty: who loses it loses the match.\n"
    "'hint' asks a strong player, 'rules' has the details. Now the match is yours.";

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

static bool has_ordered(const agon_scene *scene, const agon_lesson_progress *progress) {
    (void)scene;
    return progress->count > 0;
}

// Committed, and the turn has run.
static bool has_committed(const agon_scene *scene, const agon_lesson_progress *progress) {
    return has_type(progress, AGON_CONQUEST_COMMIT) || agon_conquest_turn(scene->view) > 0;
}

static bool has_sent_again(const agon_scene *scene, const agon_lesson_progress *progress) {
    (void)scene;
    return has_type(progress, AGON_CONQUEST_COMMIT);
}

static int own_stars(const agon_scene *scene) {
    int count = 0;
    for (int i = 0; i < agon_conquest_star_count(scene->view); i++) {
        count += agon_conquest_star_at(scene->view, i).owner == scene->player;
    }
    return count;
}

// A third star, or so many turns that it will not come by waiting.
static bool has_landed(const agon_scene *scene, const agon_lesson_progress *progress) {
    return own_stars(scene) > 2 || progress->asks >= 4;
}

// Something that was refused: a line without an action of its own. Whatever else one does instead
// is fine as well.
static bool has_tried(const agon_scene *scene, const agon_lesson_progress *progress) {
    (void)scene;
    return strstr(progress->line, "99") || progress->count > 0;
}

static const agon_lesson lessons[] = {
    {welcome, NULL},
    {side, NULL},
    {first_order, has_ordered},
    {first_commit, has_committed},
    {first_fight, NULL},
    {second_star, has_sent_again},
    {flight, has_landed},
    {rebels, NULL},
    {too_many, has_tried},
    {plan, NULL},
};

static const char *const seats[] = {"me", "random"};

const agon_tutorial agon_conquest_tutorial = {
    .seed = 26,
    .seats = seats,
    .lessons = lessons,
    .lesson_count = sizeof lessons / sizeof lessons[0],
    .farewell = "That was Space Conquest. 'agon play space-conquest' is a new galaxy, with an\n"
                "opponent who means it.\n",
};
