// Rock-Paper-Scissors: two hands, and the score of the series.
#include "apps/terminal/games/game_screen.h"

#include "games/rock-paper-scissors/rock-paper-scissors.h"

#include <string.h>

#define PICTURE_LINES 6
#define LEFT 12
#define RIGHT 50

static const char *const names[] = {"rock", "paper", "scissors"};
static const char *const beats[] = {"blunts scissors", "wraps rock", "cut paper"};

// What lies on the table: nothing, something face down, rock, paper, scissors.
static const char *const pictures[][PICTURE_LINES] = {
    {"             ", "   . . . .   ", "  .       .  ", "  .       .  ", "   . . . .   ",
     "             "},
    {" .---------. ", " |? ? ? ? ?| ", " | ? ? ? ? | ", " |? ? ? ? ?| ", " | ? ? ? ? | ",
     " '---------' "},
    {"   .-----.   ", "  /  .    \\  ", " |       . | ", " |  .      | ", "  \\     . /  ",
     "   '-----'   "},
    {" .--------.  ", " | ------ |\\ ", " | ------ '-|", " | -------- |", " | ----     |",
     " '----------'"},
    {"  \\\\     //  ", "   \\\\   //   ", "    \\\\_//    ", "    /`o'\\    ", "  .'.   .'.  ",
     "  '-'   '-'  "},
};

static const char *const *picture(const agon_scene *scene, int player) {
    return pictures[agon_rps_choice(scene->view, player) - AGON_RPS_NOTHING];
}

// Players from left to right: the one who looks first.
static int at_left(const agon_scene *scene) {
    return scene->player == 1 ? 1 : 0;
}

static void draw_series(const agon_scene *scene, agon_pen *pen) {
    const agon_series *series = scene->series;
    const int left = at_left(scene);
    agon_pen_to(pen, LEFT);
    if (series->best_of > 1) {
        agon_pen_put(pen, AGON_INK_BOLD, "Best of %d", series->best_of);
        agon_pen_put(pen, AGON_INK_PLAIN, ": %d of %d wins needed.  ", series->best_of / 2 + 1,
                     series->best_of);
        agon_pen_put(pen, agon_ink_of(scene, left), "%s %d", scene->names[left],
                     series->wins[left]);
        agon_pen_put(pen, AGON_INK_PLAIN, " : ");
        agon_pen_put(pen, agon_ink_of(scene, !left), "%d %s", series->wins[!left],
                     scene->names[!left]);
        if (series->draws > 0) {
            agon_pen_put(pen, AGON_INK_DIM, "  (drawn: %d)", series->draws);
        }
    } else {
        agon_pen_put(pen, AGON_INK_BOLD, "One throw decides");
    }
    agon_pen_end(pen);
}

static void draw_name(const agon_scene *scene, agon_pen *pen, int player) {
    static const char *const notes[] = {": still choosing", ": has chosen", ": rock", ": paper",
                                        ": scissors"};
    agon_pen_put(pen, agon_ink_of(scene, player), "%.24s", scene->names[player]);
    agon_pen_put(pen, AGON_INK_PLAIN, "%s",
                 notes[agon_rps_choice(scene->view, player) - AGON_RPS_NOTHING]);
}

static void draw_hands(const agon_scene *scene, agon_pen *pen) {
    const int left = at_left(scene);
    for (int i = 0; i < PICTURE_LINES; i++) {
        agon_pen_to(pen, LEFT);
        agon_pen_put(pen, agon_ink_of(scene, left), "%s", picture(scene, left)[i]);
        agon_pen_to(pen, RIGHT);
        agon_pen_put(pen, agon_ink_of(scene, !left), "%s", picture(scene, !left)[i]);
        agon_pen_end(pen);
    }
}

static void draw_end(const agon_scene *scene, agon_pen *pen) {
    const agon_viewers winners = agon_winners(scene->game, scene->view);
    agon_pen_to(pen, LEFT);
    if (!scene->view->over) {
        agon_pen_put(pen, AGON_INK_DIM, "Both choose in secret, then both hands open.");
    } else if (winners == AGON_NONE) {
        agon_pen_put(pen, AGON_INK_BOLD, "Equal: a draw.");
    } else {
        const int winner = winners & 1u ? 0 : 1;
        const int choice = agon_rps_choice(scene->view, winner);
        agon_pen_put(pen, AGON_INK_BOLD, "%c%s %s: ", names[choice][0] - 'a' + 'A',
                     names[choice] + 1, beats[choice]);
        agon_pen_put(pen, agon_ink_of(scene, winner), "%s", scene->names[winner]);
        agon_pen_put(pen, AGON_INK_BOLD, scene->player == winner ? " win." : " wins.");
    }
    agon_pen_end(pen);
}

static void draw(const agon_scene *scene, agon_pen *pen) {
    const int left = at_left(scene);
    agon_pen_end(pen);
    draw_series(scene, pen);
    agon_pen_end(pen);
    agon_pen_to(pen, LEFT);
    draw_name(scene, pen, left);
    agon_pen_to(pen, RIGHT);
    draw_name(scene, pen, !left);
    agon_pen_end(pen);
    agon_pen_end(pen);
    draw_hands(scene, pen);
    agon_pen_end(pen);
    draw_end(scene, pen);
}

static void list(const agon_scene *scene, const char *words, agon_choices *choices) {
    (void)scene;
    if (words[0]) {
        return;
    }
    agon_choices_ask(choices, "What do you show?");
    for (int i = 0; i < 3; i++) {
        agon_choice_label(agon_choices_add(choices, true, "%s", names[i]), "%s (%s)", names[i],
                          beats[i]);
    }
}

static agon_line_result read(const agon_scene *scene, const char *line, agon_reading *reading) {
    agon_line words;
    (void)scene;
    agon_line_split(&words, line);
    const int choice = words.count == 1 ? agon_word_find(words.words[0], names, 3) : -1;
    if (choice >= 0) {
        return agon_reading_act(reading,
                                (agon_action){.type = AGON_RPS_CHOOSE, .a = (uint8_t)choice});
    }
    const int nearest = words.count > 0 ? agon_word_nearest(words.words[0], names, 3) : -1;
    return agon_reading_refuse(reading, "One of rock, paper and scissors%s%s%s.",
                               nearest >= 0 ? "; did you mean " : "",
                               nearest >= 0 ? names[nearest] : "", nearest >= 0 ? "?" : "");
}

static void say_action(const agon_scene *scene, int player, agon_action action, agon_text *text) {
    (void)scene;
    (void)player;
    agon_text_puts(text, names[action.a]);
}

static void say_event(const agon_scene *scene, const agon_event *event, agon_text *text) {
    if (event->type == AGON_RPS_CHOSEN) {
        agon_text_printf(text, "%s chose%s%s", scene->names[event->f[0]],
                         event->redacted ? "" : " ", event->redacted ? "" : names[event->f[1]]);
        return;
    }
    agon_text_printf(text, "%s against %s", names[event->f[0]], names[event->f[1]]);
    if (event->f[2] < 0) {
        agon_text_puts(text, ": a draw");
    } else {
        agon_text_printf(text, ": won by %s", scene->names[event->f[2]]);
    }
}

const agon_game_screen agon_rps_screen = {
    .id = "rock-paper-scissors",
    .board_lines = 15,
    .best_of = 5,
    .draw = draw,
    .list = list,
    .read = read,
    .say_action = say_action,
    .say_event = say_event,
    .help = "rock, paper, scissors   your choice; r, p and s will do\n",
};
