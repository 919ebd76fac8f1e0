// Below the terrains of Skirmish: the hand with what its cards do, and the news.
#include "apps/terminal/games/skirmish/internal.h"

#include <stdio.h>
#include <string.h>

enum { NAME_AT = 4, TEXT_AT = 21 };

// The kinds in a hand in the catalogue's order, each once. Returns how many.
static int list_kinds(const agon_scene *scene, int player, uint8_t kinds[AGON_SKIRMISH_KINDS_MAX]) {
    int count = 0;
    for (int kind = 0; kind < agon_skirmish_kinds(scene->game); kind++) {
        if (agon_skirmish_held(scene->game, scene->view, player, kind) > 0) {
            kinds[count++] = (uint8_t)kind;
        }
    }
    return count;
}

// "Veteran 4 x2"
static void put_card(const agon_scene *scene, agon_pen *pen, int player, int kind, agon_ink ink) {
    const agon_skirmish_card card = skirmish_card_at(scene, kind);
    const int copies = agon_skirmish_held(scene->game, scene->view, player, kind);
    char name[SKIRMISH_NAME_SIZE];
    agon_pen_put(pen, ink, "%s", agon_skirmish_card_name(scene, kind, name));
    if (!card.is_action) {
        agon_pen_put(pen, AGON_INK_BOLD, " %d", card.power);
    }
    if (copies > 1) {
        agon_pen_put(pen, AGON_INK_PLAIN, " %s%d", agon_pen_pick(pen, "×", "x"), copies);
    }
}

typedef struct hand {
    const agon_scene *scene;
    const skirmish_phrase *phrases;
    size_t phrase_count;
    uint8_t kinds[AGON_SKIRMISH_KINDS_MAX];
    int count;
} hand;

// The number to play it with, and its ink.
static agon_ink put_number(const hand *h, agon_pen *pen, int kind) {
    const int number = agon_skirmish_hand_number(h->phrases, h->phrase_count, kind);
    if (number > 0) {
        agon_pen_put(pen, AGON_INK_BOLD, "%2d", number);
    } else if (h->phrase_count > 0) {
        agon_pen_put(pen, AGON_INK_DIM, " -");
    }
    return number > 0 || h->phrase_count == 0 ? AGON_INK_MINE : AGON_INK_DIM;
}

static void draw_card(const hand *h, agon_pen *pen, int kind) {
    const agon_ink ink = put_number(h, pen, kind);
    agon_pen_to(pen, NAME_AT);
    put_card(h->scene, pen, h->scene->player, kind, ink);
    agon_pen_to(pen, TEXT_AT);
    agon_pen_put(pen, AGON_INK_PLAIN, "%s", skirmish_card_at(h->scene, kind).text);
    agon_pen_end(pen);
}

// Cards without their texts, one after the other.
static void draw_short(const hand *h, agon_pen *pen, int first) {
    for (int i = first; i < h->count; i++) {
        if (pen->column + 18 > pen->width) {
            agon_pen_put(pen, AGON_INK_DIM, " %s", agon_pen_pick(pen, "…", "..."));
            break;
        }
        agon_pen_put(pen, AGON_INK_PLAIN, "%s", i > first ? "  " : "");
        const agon_ink ink = put_number(h, pen, h->kinds[i]);
        agon_pen_put(pen, AGON_INK_PLAIN, " ");
        put_card(h->scene, pen, h->scene->player, h->kinds[i], ink);
    }
    agon_pen_end(pen);
}

static void draw_hand(const agon_scene *scene, agon_pen *pen, int rows) {
    skirmish_phrase phrases[SKIRMISH_PHRASES];
    hand h = {.scene = scene, .phrases = phrases};
    const bool may_act = scene->view->to_act >> scene->player & 1u;
    const bool may_play = may_act && skirmish_turn(scene).asking < 0;
    h.phrase_count = may_play ? agon_skirmish_phrases(scene, phrases) : 0;
    h.count = list_kinds(scene, scene->player, h.kinds);
    const int full = h.count <= rows ? h.count : rows - 1;
    for (int i = 0; i < full; i++) {
        draw_card(&h, pen, h.kinds[i]);
    }
    if (full < h.count) {
        draw_short(&h, pen, full);
    }
}

// ---------------------------------------------------------------------------------------------
// News

// What a turn is made of; draws of the other and slots that grow are seen on the board.
static bool is_news(const agon_scene *scene, const agon_event *event) {
    switch (event->type) {
    case AGON_SKIRMISH_SLOT_MODIFIER_CHANGED:
    case AGON_SKIRMISH_UNIT_POWER_CHANGED:
        return false;
    case AGON_SKIRMISH_CARD_DRAWN:
        return event->f[0] == scene->player;
    default:
        return true;
    }
}

// Sentences one after the other in a paragraph, so that many fit.
static void write_news(const agon_scene *scene, agon_text *text) {
    for (size_t i = scene->fresh; i < scene->event_count; i++) {
        const size_t before = text->length;
        if (!is_news(scene, &scene->events[i])) {
            continue;
        }
        agon_text_puts(text, before ? ". " : "");
        const size_t start = text->length;
        agon_skirmish_say_event(scene, &scene->events[i], text);
        if (text->length > start) {
            agon_text_capital(text, start);
        } else {
            text->length = before;
            if (text->data) {
                text->data[before] = '\0';
            }
        }
    }
}

// The news wrapped, at most `rows` lines of it: the latest. Returns how many lines there are.
static int draw_news(const agon_scene *scene, agon_pen *pen, int rows) {
    agon_text text = {0}, wrapped = {0};
    agon_pen wrap = {
        .text = &wrapped, .colour = pen->colour, .unicode = pen->unicode, .width = pen->width};
    write_news(scene, &text);
    int lines = text.length > 0 ? agon_pen_wrap(&wrap, AGON_INK_PLAIN, 1, text.data) : 0;
    pen->text->failed |= text.failed || wrapped.failed;
    int skip = lines > rows ? lines - rows : 0;
    for (const char *at = wrapped.data ? wrapped.data : ""; *at && rows > 0;) {
        const size_t size = strcspn(at, "\n");
        if (skip-- <= 0) {
            agon_pen_put(pen, AGON_INK_PLAIN, "%.*s", (int)size, at);
            agon_pen_end(pen);
        }
        at += size + 1;
    }
    agon_text_free(&text);
    agon_text_free(&wrapped);
    return lines;
}

static int count_news(const agon_scene *scene, const agon_pen *pen) {
    agon_text text = {0};
    agon_pen nowhere = {.text = &text, .unicode = pen->unicode, .width = pen->width};
    const int lines = draw_news(scene, &nowhere, 0);
    agon_text_free(&text);
    return lines;
}

// Both hands, for one who sees everything.
static void draw_both_hands(const agon_scene *scene, agon_pen *pen, int rows) {
    for (int player = 0; player < 2 && rows > 0; player++, rows--) {
        uint8_t kinds[AGON_SKIRMISH_KINDS_MAX];
        const int count = list_kinds(scene, player, kinds);
        agon_pen_put(pen, agon_ink_of(scene, player), " %.16s holds", scene->names[player]);
        for (int i = 0; i < count && pen->column + 18 < pen->width; i++) {
            agon_pen_put(pen, AGON_INK_PLAIN, "%s ", i ? "," : ":");
            put_card(scene, pen, player, kinds[i], AGON_INK_PLAIN);
        }
        agon_pen_end(pen);
    }
}

void agon_skirmish_draw_hand(const agon_scene *scene, agon_pen *pen, int rows) {
    uint8_t kinds[AGON_SKIRMISH_KINDS_MAX];
    const int news = count_news(scene, pen);
    const bool has_me = skirmish_has_me(scene);
    const int cards = has_me ? list_kinds(scene, scene->player, kinds) : 0;
    const int spare = rows - cards;                     // lines that the hand does not need
    const int least = news < 2 ? news : 2;              // the news get so many in any case
    const int for_news = spare > least ? spare : least; // and what is spare
    if (has_me) {
        draw_hand(scene, pen, rows - (news < for_news ? news : for_news));
    } else if (scene->player == AGON_NOBODY) {
        draw_both_hands(scene, pen, 2);
    }
    draw_news(scene, pen, has_me ? for_news : rows - 2);
}
