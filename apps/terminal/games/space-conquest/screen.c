// Space Conquest: what one may do. How it looks: board.c; how it speaks: report.c.
#include "apps/terminal/games/space-conquest/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Stars

int agon_conquest_star_word(const agon_scene *scene, const char *word) {
    const char *names[AGON_CONQUEST_STARS];
    for (int i = 0; i < AGON_CONQUEST_STARS; i++) {
        names[i] = agon_conquest_star_name((char)('A' + i));
    }
    const bool is_letter = word[0] >= 'a' && word[0] < 'a' + AGON_CONQUEST_STARS && !word[1];
    const int star = is_letter ? word[0] - 'a' : agon_word_find(word, names, AGON_CONQUEST_STARS);
    return star >= 0 && conquest_star(scene, star).letter ? star : -1;
}

const char *agon_conquest_mark(const agon_scene *scene, int star, char mark[3]) {
    const agon_conquest_star it = conquest_star(scene, star);
    if (it.owner >= 0) {
        mark[0] = it.owner == (scene->player == 1) ? '+' : '-';
    } else {
        mark[0] = it.has_npc ? '*' : ' ';
    }
    mark[1] = it.ru ? (char)('0' + it.ru) : '?';
    mark[2] = '\0';
    return mark;
}

static bool is_own(const agon_scene *scene, int star) {
    return conquest_star(scene, star).owner == scene->player;
}

// Ships on an own star that no order has taken yet.
static uint32_t ships_left(const agon_scene *scene, int star) {
    const agon_conquest_star it = conquest_star(scene, star);
    return it.owner == scene->player ? (uint32_t)it.left[scene->player] : 0;
}

// ---------------------------------------------------------------------------------------------
// Choices

static void list_origins(const agon_scene *scene, agon_choices *choices) {
    const int ordered = agon_conquest_given_order_count(scene->view, scene->player);
    agon_choices_ask(choices, "Send ships, from which star? Or commit %s.",
                     ordered == 0   ? "without orders"
                     : ordered == 1 ? "your order"
                                    : "your orders");
    for (int star = 0; star < AGON_CONQUEST_STARS; star++) {
        const uint32_t left = ships_left(scene, star);
        if (left > 0) {
            agon_choice_label(agon_choices_add(choices, false, "send %c", 'A' + star), "%c: %u",
                              'A' + star, (unsigned)left);
        }
    }
    agon_choice_label(agon_choices_add(choices, true, "commit"), "commit");
}

// The other stars, the nearest first.
static void list_destinations(const agon_scene *scene, int from, agon_choices *choices) {
    char mark[3];
    agon_choices_ask(choices, "To which star? %c has %u ships left. (turns to fly, what you know)",
                     'A' + from, (unsigned)ships_left(scene, from));
    for (int distance = 1; distance <= AGON_CONQUEST_MAX_DISTANCE; distance++) {
        for (int star = 0; star < AGON_CONQUEST_STARS; star++) {
            const bool is_there = conquest_star(scene, star).letter && star != from;
            if (is_there && conquest_star_distance(scene, from, star) == distance) {
                agon_choice_label(
                    agon_choices_add(choices, false, "send %c %c", 'A' + from, 'A' + star),
                    "%c in %d (%s)", 'A' + star, distance,
                    agon_conquest_mark(scene, star, mark) + (mark[0] == ' '));
            }
        }
    }
}

static void list_amounts(const agon_scene *scene, int from, int to, agon_choices *choices) {
    const uint32_t left = ships_left(scene, from);
    const int distance = conquest_star_distance(scene, from, to);
    const int risk = (agon_conquest_loss_chance(distance) + 5) / 10; // tenths of a percent
    choices->is_amount = true;
    agon_choices_ask(choices,
                     "How many ships, 1 to %u? %d turn%s; %d.%d%% of such fleets get lost.",
                     (unsigned)left, distance, distance == 1 ? "" : "s", risk / 10, risk % 10);
    for (uint32_t step = 0; step < 3; step++) {
        const uint32_t ships[] = {1, (left + 1) / 2, left};
        static const char *const labels[] = {"one", "half", "all"};
        if (step == 0 || ships[step] > ships[step - 1]) {
            agon_choice_label(agon_choices_add(choices, true, "send %c %c %u", 'A' + from, 'A' + to,
                                               (unsigned)ships[step]),
                              "%s", labels[step]);
        }
    }
}

static const char *const verbs[] = {"send", "move", "order", "commit", "done", "orders", "star"};
enum { SEND, MOVE, ORDER, COMMIT, DONE, ORDERS, STAR, VERBS };

// The verb that a line begins with; −1: none. A single letter is a star.
static int verb_of(const agon_line *line) {
    const bool is_word = line->count > 0 && line->words[0][1] != '\0';
    if (is_word && strcmp(line->words[0], "order") == 0) {
        return ORDER;
    }
    return is_word ? agon_word_find(line->words[0], verbs, VERBS) : -1;
}

static void list(const agon_scene *scene, const char *words, agon_choices *choices) {
    agon_line line;
    agon_line_split(&line, words);
    const int verb = verb_of(&line);
    const size_t at = verb >= SEND && verb <= ORDER ? 1 : 0;
    const size_t given = line.count - at;
    if (verb > ORDER || given > 2) {
        return;
    }
    if (given == 0) {
        list_origins(scene, choices);
        return;
    }
    const int from = agon_conquest_star_word(scene, line.words[at]);
    const int to = given == 2 ? agon_conquest_star_word(scene, line.words[at + 1]) : -1;
    if (from < 0 || ships_left(scene, from) == 0) {
        return;
    }
    if (given == 1) {
        list_destinations(scene, from, choices);
    } else if (to >= 0 && to != from) {
        list_amounts(scene, from, to, choices);
    }
}

// ---------------------------------------------------------------------------------------------
// Lines

// What the player knows of a star, as an answer.
static agon_line_result tell_star(const agon_scene *scene, int star, agon_reading *reading) {
    const agon_conquest_star it = conquest_star(scene, star);
    const char *whose = it.owner >= 0 ? scene->names[it.owner] : NULL;
    char ru[24] = "";
    if (it.ru) {
        snprintf(ru, sizeof ru, "%d RU, ", it.ru);
    }
    return agon_reading_refuse(
        reading, "%c %s at %d,%d: %s%s%.40s. You send ships only from stars of your own.",
        it.letter, it.name, it.x, it.y, ru,
        whose          ? "held by "
        : !it.is_known ? "nobody of yours has been there"
        : !it.has_npc  ? "held by nobody"
                       : "neutral, with a garrison",
        whose ? whose : "");
}

// The orders so far, as an answer.
static agon_line_result tell_orders(const agon_scene *scene, agon_reading *reading) {
    const int count = agon_conquest_given_order_count(scene->view, scene->player);
    char text[220] = "";
    size_t at = 0;
    for (int i = 0; i < count && at + 32 < sizeof text; i++) {
        const agon_conquest_given_order order =
            agon_conquest_given_order_at(scene->view, scene->player, i);
        if (order.from != '?' && order.to != '?') {
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%c %c %d", at ? ", " : "",
                                   order.from, order.to, (int)order.ships);
        }
    }
    return agon_reading_refuse(reading,
                               at ? "Ordered so far: %s%s. 'undo' takes back the last, "
                                    "'commit' hands them in."
                                  : "No orders yet%s%s. 'send A F 3' sends 3 ships from A "
                                    "to F.",
                               text, at + 32 < sizeof text ? "" : " ...");
}

typedef struct orders_read {
    const agon_scene *scene;
    agon_reading *reading;
    uint32_t taken[AGON_CONQUEST_STARS]; // by earlier orders of the same line
} orders_read;

static agon_line_result refuse_origin(const orders_read *r, int star, const char *word) {
    if (star < 0) {
        return agon_reading_refuse(r->reading,
                                   "There is no star '%.20s'. 'send A F 3' sends 3 ships from A to "
                                   "F; 'commit' ends your turn.",
                                   word);
    }
    if (!is_own(r->scene, star)) {
        return tell_star(r->scene, star, r->reading);
    }
    const uint32_t all = (uint32_t)conquest_star(r->scene, star).ships[r->scene->player];
    return agon_reading_refuse(r->reading, "%c has no ships left to send%s.", 'A' + star,
                               all ? ": all are in your orders already" : "");
}

// Why so many cannot go: what over-commitment would do (SC-14).
static agon_line_result refuse_amount(const orders_read *r, int star, const char *word) {
    const uint32_t left = ships_left(r->scene, star) - r->taken[star];
    const uint32_t all = (uint32_t)conquest_star(r->scene, star).ships[r->scene->player];
    long number;
    if (!agon_word_number(word, 1, INT32_MAX, &number)) {
        return agon_reading_refuse(r->reading,
                                   "'%.20s' is no number of ships: 1 to %u, 'half' or 'all'.", word,
                                   (unsigned)left);
    }
    return agon_reading_refuse(r->reading,
                               "%c has %u ship%s, %u of them not yet ordered: %ld are too many. "
                               "Ordering more ships than a star has would cancel ALL your orders.",
                               'A' + star, (unsigned)all, all == 1 ? "" : "s", (unsigned)left,
                               number);
}

static bool amount_of(const char *word, uint32_t left, long *ships) {
    if (strcmp(word, "all") == 0) {
        *ships = (long)left;
    } else if (strcmp(word, "half") == 0) {
        *ships = (long)((left + 1) / 2);
    } else {
        return agon_word_number(word, 1, (long)left, ships);
    }
    return left > 0;
}

// One order out of up to three words. AGON_LINE_MORE: there are fewer, and they are fine.
static agon_line_result read_order(orders_read *r, const char *const *words, size_t count) {
    const int from = agon_conquest_star_word(r->scene, words[0]);
    const uint32_t left = from < 0 ? 0 : ships_left(r->scene, from) - r->taken[from];
    long ships;
    if (left == 0) {
        return refuse_origin(r, from, words[0]);
    }
    if (count == 1) {
        return AGON_LINE_MORE;
    }
    const int to = agon_conquest_star_word(r->scene, words[1]);
    if (to < 0 || to == from) {
        return agon_reading_refuse(r->reading,
                                   "'%.20s' is %s. Ships of %c can go to any other "
                                   "star, by letter or name.",
                                   words[1], to < 0 ? "no star" : "where they are", 'A' + from);
    }
    if (count == 2) {
        return AGON_LINE_MORE;
    }
    if (!amount_of(words[2], left, &ships)) {
        return refuse_amount(r, from, words[2]);
    }
    r->taken[from] += (uint32_t)ships;
    return agon_reading_act(
        r->reading, agon_conquest_order((char)('A' + from), (char)('A' + to), (int32_t)ships));
}

// Orders one after the other: "A F 3, A G 2".
static agon_line_result read_orders(const agon_scene *scene, const agon_line *line, size_t at,
                                    agon_reading *reading) {
    orders_read r = {.scene = scene, .reading = reading};
    const int ordered = agon_conquest_given_order_count(scene->view, scene->player);
    const size_t room = (size_t)(AGON_CONQUEST_MAX_ORDERS - ordered);
    agon_line_result result = AGON_LINE_MORE;
    for (; at < line->count; at += 3) {
        const size_t count = line->count - at;
        if (reading->count >= room) {
            return agon_reading_refuse(reading, "A turn takes %d orders. 'commit' hands them in.",
                                       AGON_CONQUEST_MAX_ORDERS);
        }
        result = read_order(&r, &line->words[at], count);
        if (result == AGON_LINE_MORE && reading->count > 0) {
            return agon_reading_refuse(reading, "The last order is not complete: FROM TO SHIPS, as "
                                                "in 'A F 3, A G 2'.");
        }
        if (result != AGON_LINE_ACTIONS) {
            return result;
        }
    }
    return result;
}

static agon_line_result read(const agon_scene *scene, const char *text, agon_reading *reading) {
    char clean[AGON_LINE_SIZE];
    agon_line line;
    snprintf(clean, sizeof clean, "%s", text);
    for (char *c = clean; *c; c++) {
        *c = *c == ',' || *c == ';' ? ' ' : *c;
    }
    agon_line_split(&line, clean);
    const int verb = verb_of(&line);
    const bool is_alone = line.count == 1;
    if (is_alone && (verb == COMMIT || verb == DONE)) {
        return agon_reading_act(reading, agon_conquest_commit());
    }
    if (is_alone && verb == ORDERS) {
        return tell_orders(scene, reading);
    }
    if (verb == STAR && line.count == 2 && agon_conquest_star_word(scene, line.words[1]) >= 0) {
        return tell_star(scene, agon_conquest_star_word(scene, line.words[1]), reading);
    }
    if (verb >= COMMIT || line.count == 0 || line.is_too_long || strlen(text) >= sizeof clean) {
        return agon_reading_refuse(reading, "'send A F 3' (or 'A F 3') sends 3 ships from A to F; "
                                            "'commit' hands your orders in.");
    }
    return read_orders(scene, &line, verb >= 0 ? 1 : 0, reading);
}

static void say_action(const agon_scene *scene, int player, agon_action action, agon_text *text) {
    (void)scene;
    (void)player;
    if (action.type == AGON_CONQUEST_COMMIT) {
        agon_text_puts(text, "commit");
        return;
    }
    agon_text_printf(text, "send %c %c %d", action.a < 26 ? 'A' + action.a : '?',
                     action.b < 26 ? 'A' + action.b : '?', (int)action.n);
}

static const char help[] =
    "send A F 3   order 3 ships from A to F; just A F 3 will do\n"
    "             'half' and 'all' are numbers too; several: A F 3, A G all\n"
    "commit       hand your orders in; when both have, the turn runs\n"
    "orders       what you have ordered so far; 'undo' takes back the last order\n"
    "star F       what you know of a star; stars go by letter or name\n"
    "\n"
    "On the map +3F is yours, -3F theirs, *3F neutral with a garrison, and 3F is\n"
    "nobody's; 3 is its RU, ? is not known. In the list of your stars 'free' ships\n"
    "are those not yet ordered, and ! marks a star that may rebel.\n";

const agon_game_screen agon_conquest_screen = {
    .id = "space-conquest",
    .board_lines = 16,
    .draw = agon_conquest_draw,
    .list = list,
    .read = read,
    .say_action = say_action,
    .say_event = agon_conquest_say_event,
    .help = help,
    .tutorial = &agon_conquest_tutorial,
};
