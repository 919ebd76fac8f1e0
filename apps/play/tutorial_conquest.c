// The tutorial of Space Conquest: a first scout, a first fight, a second star, and what to beware of.
//
// The map is that of the seed: home P, B one cell away and F two, both with 2 RU and two defenders.
// Whatever the player does instead of what is asked, no lesson waits for something impossible.
#include "face_conquest.h"

#include <string.h>

static const char welcome[] =
    "Welcome, commander. This is the whole galaxy: sixteen stars on a grid.\n"
    "\n"
    "Yours is +4P on the left: '+' says that it is yours, 4 is its RU, P is Polaris.\n"
    "RU are what a star is worth: yours builds 4 ships each turn. Of the other stars\n"
    "you know nothing yet: ?B, ?F, ... One of them is the enemy's home, far away in\n"
    "the opposite corner. Take it, and you have won.\n"
    "(Enter goes on. 'skip' skips a lesson, 'quit' leaves; nothing can go wrong.)";

static const char side[] =
    "On the right is what you have: one star with 4 ships, all of them free to go.\n"
    "\n"
    "Each turn both sides give orders in secret. When both have committed, ships\n"
    "leave, stars build, fleets fly one cell (diagonals too), and there is fighting.\n"
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
    "The fleet has landed: the report below the map tells how it went.\n"
    "\n"
    "In a fight the larger side wins and loses half of the smaller side, rounded up.\n"
    "Three ships against two defenders: you win and lose one. Had you been equal, all\n"
    "would be gone. A star that you take builds for you from the next turn on; your\n"
    "home has built 4 ships in the meantime, a home always does.\n"
    "A star marked ! in the list has fewer ships than RU and may rebel: more of that soon.";

static const char second_star[] =
    "F lies two turns away. Send enough to beat three defenders, and commit; then\n"
    "commit again until they have landed. Leave 2 ships at B, it has 2 RU.\n"
    "    send P F 4, then commit";

static const char flight[] =
    "Fleets fly on their own: the arrow on the map, and the list on the right. Each\n"
    "turn in flight one fleet in fifty is lost. So long journeys are a risk.\n"
    "    commit until a second star is yours (or skip)";

static const char rebels[] =
    "A star that is not a home and has fewer ships than RU rebels every second time:\n"
    "you lose the star and its ships. The list marks such stars with a red '!', also\n"
    "while you are ordering ships away: look at the column 'free'.\n"
    "\n"
    "So each star needs a garrison of its RU; what it builds beyond that is your fleet.";

static const char too_many[] =
    "One trap: ordering more ships from a star than it has cancels ALL your orders of\n"
    "the turn. The game stops you before that happens. Try it, it is safe here:\n"
    "    send P B 99";

static const char plan[] =
    "That is all there is to know. How to win:\n"
    "  1. Take the stars near home, each with a garrison of its RU.\n"
    "  2. Send single ships to far stars: a visited star shows RU and owner for ever.\n"
    "  3. A star that shows -4 is their home. Gather a fleet much larger than what it\n"
    "     may have built, and send it in one go: ten ships at once beat three times\n"
    "     four. Your own home must never stand empty: losing it is losing the game.\n"
    "'hint' asks a strong player, 'rules' has the details. Now the match is yours.";

// ---------------------------------------------------------------------------------------------
// When a lesson is over

static bool has_type(const agon_deed *deed, int type) {
    for (size_t i = 0; i < deed->count; i++) {
        if (deed->actions[i].type == type) {
            return true;
        }
    }
    return false;
}

static bool has_ordered(const agon_scene *scene, const agon_deed *deed) {
    (void)scene;
    return deed->count > 0;
}

// Committed, and the turn has run.
static bool has_committed(const agon_scene *scene, const agon_deed *deed) {
    return has_type(deed, AGON_CONQUEST_COMMIT) || agon_conquest_turn(scene->view) > 0;
}

static bool has_sent_again(const agon_scene *scene, const agon_deed *deed) {
    (void)scene;
    return has_type(deed, AGON_CONQUEST_COMMIT);
}

static int own_stars(const agon_scene *scene) {
    int count = 0;
    for (int i = 0; i < agon_conquest_star_count(scene->view); i++) {
        count += agon_conquest_star_at(scene->view, i).owner == scene->player;
    }
    return count;
}

// A third star, or so many turns that it will not come by waiting.
static bool has_landed(const agon_scene *scene, const agon_deed *deed) {
    return own_stars(scene) > 2 || deed->asks >= 4;
}

// Something that was refused: a line without an action of its own. Whatever else one does instead
// is fine as well.
static bool has_tried(const agon_scene *scene, const agon_deed *deed) {
    (void)scene;
    return strstr(deed->line, "99") || deed->count > 0;
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
