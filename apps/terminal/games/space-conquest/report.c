// Space Conquest in words: events, and the report of the last turn.
#include "apps/terminal/games/space-conquest/internal.h"

#include <stdio.h>
#include <string.h>

// A star in a sentence: "F Fomalhaut".
static const char *star_words(int star, char buffer[32]) {
    const char *name = agon_conquest_star_name((char)('A' + star));
    snprintf(buffer, 32, "%c %s", 'A' + star, name ? name : "");
    return buffer;
}

static const char *ships_word(int32_t count) {
    return count == 1 ? "ship" : "ships";
}

static void say_combat(const agon_scene *scene, const int32_t *f, agon_text *text) {
    char star[32];
    const char *attacker = scene->names[f[2]];
    const char *defender = f[1] ? scene->names[f[3]] : "the garrison";
    agon_text_printf(text, "%s: ", star_words(f[0], star));
    if (f[6] == 0) {
        agon_text_printf(text, "%s (%d) beat %s (%d), %d left", attacker, (int)f[4], defender,
                         (int)f[5], (int)f[7]);
    } else if (f[6] == 1) {
        agon_text_printf(text, "%s (%d) held against %s (%d), %d left", defender, (int)f[5],
                         attacker, (int)f[4], (int)f[8]);
    } else {
        agon_text_printf(text, "%s (%d) and %s (%d) destroyed each other", attacker, (int)f[4],
                         defender, (int)f[5]);
    }
}

static void say_rebellion(const agon_scene *scene, const int32_t *f, agon_text *text) {
    char star[32], whose[48];
    agon_text_printf(
        text, "%s rebelled: %d rebels against %s%d %s, the star is lost", star_words(f[0], star),
        (int)f[2], agon_name_whose(scene, f[1], whose, sizeof whose), (int)f[3], ships_word(f[3]));
}

static void say_rejected(const agon_scene *scene, const int32_t *f, agon_text *text) {
    char whose[48];
    agon_name_whose(scene, f[0], whose, sizeof whose);
    if (f[1] == AGON_NULL) {
        agon_text_printf(text, "%sorders were refused: ", whose);
    } else {
        agon_text_printf(text, "%sorder %d was refused: ", whose, (int)f[1] + 1);
    }
    const char *reason = agon_conquest_reason_text(f[2]);
    agon_text_add(text, reason, strlen(reason) - 1); // without its full stop
}

static void say_over(const agon_scene *scene, int winner, agon_text *text) {
    if (winner == AGON_CONQUEST_WON_BY_P1 || winner == AGON_CONQUEST_WON_BY_P2) {
        agon_text_printf(text, "%s took the other home and won", scene->names[winner - 1]);
    } else {
        agon_text_puts(text, "the match is a draw");
    }
}

// What fleets do.
static void say_fleet(const agon_scene *scene, const agon_event *event, agon_text *text) {
    char from[32], to[32], whose[48];
    const int32_t *f = event->f;
    agon_name_whose(scene, f[0], whose, sizeof whose);
    switch (event->type) {
    case AGON_CONQUEST_FLEET_LAUNCHED:
        agon_text_printf(text, "%s%d %s left %s for %s: %d turn%s", whose, (int)f[2],
                         ships_word(f[2]), star_words(f[3], from), star_words(f[4], to), (int)f[5],
                         f[5] == 1 ? "" : "s");
        break;
    case AGON_CONQUEST_HYPERSPACE_LOSS:
        agon_text_printf(text, "%s%d %s from %c to %c got lost in hyperspace", whose, (int)f[2],
                         ships_word(f[2]), 'A' + f[3], 'A' + f[4]);
        break;
    default:
        agon_text_printf(text, "%sfleet reached %s", whose, star_words(f[2], to));
    }
}

// What happens to stars.
static void say_star(const agon_scene *scene, const agon_event *event, agon_text *text) {
    char star[32];
    const int32_t *f = event->f;
    switch (event->type) {
    case AGON_CONQUEST_REBELLION_ROLL:
        if (f[1] < AGON_CONQUEST_REBEL_FROM) {
            agon_text_printf(text, "%s nearly rebelled: it has fewer ships than RU",
                             star_words(f[0], star));
        }
        break;
    case AGON_CONQUEST_PRODUCTION:
        agon_text_printf(text, "%s built %d %s", star_words(f[0], star), (int)f[2],
                         ships_word(f[2]));
        break;
    case AGON_CONQUEST_STAR_REVEALED:
        agon_text_printf(text, "%s is now known: %d RU", star_words(f[1], star), (int)f[2]);
        break;
    default:
        if (f[1] < 0) {
            agon_text_printf(text, "%s belongs to nobody now", star_words(f[0], star));
        } else {
            agon_text_printf(text, "%s took %s", scene->names[f[1]], star_words(f[0], star));
        }
    }
}

void agon_conquest_say_event(const agon_scene *scene, const agon_event *event, agon_text *text) {
    const int32_t *f = event->f;
    switch (event->type) {
    case AGON_CONQUEST_ORDERS_COMMITTED:
        agon_text_printf(text, "%s committed", scene->names[f[0]]);
        break;
    case AGON_CONQUEST_ORDER_REJECTED:
        say_rejected(scene, f, text);
        break;
    case AGON_CONQUEST_REBELLION:
        say_rebellion(scene, f, text);
        break;
    case AGON_CONQUEST_TURN_STARTED:
        agon_text_printf(text, "turn %d", (int)f[0]);
        break;
    case AGON_CONQUEST_COMBAT:
        say_combat(scene, f, text);
        break;
    case AGON_CONQUEST_GAME_OVER:
        say_over(scene, f[0], text);
        break;
    case AGON_CONQUEST_FLEET_LAUNCHED:
    case AGON_CONQUEST_HYPERSPACE_LOSS:
    case AGON_CONQUEST_FLEET_ARRIVED:
        say_fleet(scene, event, text);
        break;
    case AGON_CONQUEST_HYPERSPACE_ROLL: // only a loss is worth a word
        break;
    default:
        say_star(scene, event, text);
    }
}

// ---------------------------------------------------------------------------------------------
// The report

// Where the events of the last turn begin: behind the commitment that made it run.
static size_t last_turn(const agon_scene *scene) {
    bool has_started = false;
    for (size_t i = scene->event_count; i-- > 0;) {
        const int type = scene->events[i].type;
        if (has_started && type == AGON_CONQUEST_ORDERS_COMMITTED) {
            return i + 1;
        }
        has_started |= type == AGON_CONQUEST_TURN_STARTED;
    }
    return 0;
}

static bool has_turn(const agon_scene *scene) {
    for (size_t i = 0; i < scene->event_count; i++) {
        if (scene->events[i].type == AGON_CONQUEST_TURN_STARTED) {
            return true;
        }
    }
    return false;
}

// A fight for a star says more than that it was taken, or that a fleet arrived.
static bool was_fought_for(const agon_scene *scene, int star) {
    for (size_t i = last_turn(scene); i < scene->event_count; i++) {
        if (scene->events[i].type == AGON_CONQUEST_COMBAT && scene->events[i].f[0] == star) {
            return true;
        }
    }
    return false;
}

static bool is_bad(const agon_scene *scene, const agon_event *event) {
    const int32_t *f = event->f;
    switch (event->type) {
    case AGON_CONQUEST_COMBAT:
        return f[6] < 0 || (f[6] == 0) != (f[2] == scene->player);
    case AGON_CONQUEST_STAR_TAKEN:
        return f[1] >= 0 && f[1] != scene->player;
    case AGON_CONQUEST_STAR_REVEALED:
    case AGON_CONQUEST_FLEET_ARRIVED:
        return false;
    default:
        return event->type != AGON_CONQUEST_GAME_OVER;
    }
}

// What the report tells, the most important first.
static const uint8_t told[] = {
    AGON_CONQUEST_GAME_OVER,      AGON_CONQUEST_ORDER_REJECTED, AGON_CONQUEST_COMBAT,
    AGON_CONQUEST_STAR_TAKEN,     AGON_CONQUEST_REBELLION,      AGON_CONQUEST_HYPERSPACE_LOSS,
    AGON_CONQUEST_REBELLION_ROLL, AGON_CONQUEST_STAR_REVEALED,  AGON_CONQUEST_FLEET_ARRIVED};

static bool is_told(const agon_scene *scene, const agon_event *event) {
    switch (event->type) {
    case AGON_CONQUEST_STAR_TAKEN:
        return !was_fought_for(scene, event->f[0]);
    case AGON_CONQUEST_FLEET_ARRIVED:
        return !was_fought_for(scene, event->f[2]);
    default:
        return true;
    }
}

// The sentences in order of importance, wrapped.
static void write_report(const agon_scene *scene, agon_pen *pen) {
    agon_text sentence = {0};
    for (size_t kind = 0; kind < sizeof told; kind++) {
        for (size_t i = last_turn(scene); i < scene->event_count; i++) {
            const agon_event *event = &scene->events[i];
            sentence.length = 0;
            if (event->type == told[kind] && is_told(scene, event)) {
                agon_conquest_say_event(scene, event, &sentence);
            }
            if (sentence.length > 0) {
                const bool has_me = conquest_has_me(scene);
                agon_text_capital(&sentence, 0);
                agon_pen_wrap(pen,
                              !has_me                ? AGON_INK_PLAIN
                              : is_bad(scene, event) ? AGON_INK_BAD
                                                     : AGON_INK_GOOD,
                              1, sentence.data);
            }
        }
    }
    pen->text->failed |= sentence.failed;
    agon_text_free(&sentence);
}

void agon_conquest_report(const agon_scene *scene, agon_pen *pen, int rows) {
    agon_pane pane;
    int lines = 0;
    agon_pane_open(&pane, pen, pen->width);
    write_report(scene, &pane.pen);
    if (pane.text.length == 0 && rows > 0) {
        agon_pen_put(&pane.pen, AGON_INK_DIM,
                     has_turn(scene) ? " Nothing happened last turn."
                                     : " Unknown space all around: scout near home.");
        agon_pen_end(&pane.pen);
    }
    for (size_t i = 0; i < pane.text.length; i++) {
        lines += pane.text.data[i] == '\n';
    }
    if (lines <= rows) {
        agon_panes_show(pen, &pane, 1, 0, lines);
        return;
    }
    agon_panes_show(pen, &pane, 1, 0, rows - 1);
    agon_pen_put(pen, AGON_INK_DIM, " %s and more: log", agon_pen_pick(pen, "…", "..."));
    agon_pen_end(pen);
}
