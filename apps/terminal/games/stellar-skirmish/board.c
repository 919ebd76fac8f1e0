// The table of Stellar Skirmish.
//
//     Battle 4        the pot: 5 points in 2 planets
//       3  Planet 12
//       2  Planet 7   mining colony; takes the next planet along, doubled
//     To come: 11 planets, 22 points: 4 of 1, 3 of 2, 4 of 3
//
//                  points  planets  bid   cards left
//     you              7        3    ##    1  2  .  4  5  6  .  8  9 10 11 12  . 14 15
#include "apps/terminal/games/stellar-skirmish/internal.h"

#include <stdio.h>
#include <string.h>

enum { NAME_AT = 1, NAME_WIDTH = 12, POINTS_AT = 14, PLANETS_AT = 22, BID_AT = 30, CARDS_AT = 34 };

static const char *class_words(int planet_class) {
    static const char *const words[AGON_STELLAR_CLASSES] = {
        NULL,           "trade post colony", "research colony",    "mining colony",
        "tribal world", "industrial world",  "space-faring world", "station"};
    return planet_class < AGON_STELLAR_CLASSES ? words[planet_class] : NULL;
}

static const char *ability_words(int type) {
    static const char *const words[AGON_STELLAR_ABILITIES] = {
        "takes the next planet along, doubled", "class set bonus", "choose class",
        "lose victory points"};
    return type < AGON_STELLAR_ABILITIES ? words[type] : "?";
}

static void draw_planet(const agon_scene *scene, agon_pen *pen, int number) {
    const agon_stellar_planet planet = agon_stellar_planet_at(scene->game, number);
    const char *words = class_words(planet.planet_class);
    agon_pen_put(pen, AGON_INK_BOLD, "%6d", (int)planet.victory_points);
    agon_pen_put(pen, AGON_INK_PLAIN, "  %s ", agon_pen_pick(pen, "◉", "o"));
    agon_pen_put(pen, AGON_INK_PLAIN, "%s",
                 planet.name && planet.name[0] ? planet.name : planet.id);
    if (words) {
        agon_pen_put(pen, AGON_INK_DIM, ", %s", words);
    }
    for (uint32_t i = 0; i < planet.ability_count; i++) {
        const int type = planet.abilities[i].type;
        const bool is_active = type == AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT;
        agon_pen_put(pen, is_active ? AGON_INK_GOOD : AGON_INK_DIM, "%s %s", i ? "," : ":",
                     ability_words(type));
    }
    agon_pen_end(pen);
}

// The pot in at most `rows` lines, of which one is the title.
static void draw_pot(const agon_scene *scene, agon_pen *pen, int rows) {
    const agon_stellar_pot pot = agon_stellar_pot_summary(scene->game, scene->view);
    agon_pen_put(pen, AGON_INK_BOLD, " The pot");
    if (pot.count == 0) {
        const bool has_deck =
            agon_stellar_revealed(scene->view) < agon_stellar_deck_size(scene->game);
        agon_pen_put(pen, AGON_INK_PLAIN, " is empty%s",
                     has_deck ? ": the next planet turns up with the first bid" : "");
    } else {
        agon_pen_put(pen, AGON_INK_PLAIN, ": ");
        agon_pen_put(pen, AGON_INK_BOLD, "%d point%s", (int)pot.total, pot.total == 1 ? "" : "s");
        agon_pen_put(pen, AGON_INK_PLAIN, " at stake%s",
                     pot.count > 1 ? ", for one battle: there was a tie" : "");
    }
    agon_pen_end(pen);
    const int shown = pot.count <= rows - 1 ? pot.count : rows - 2;
    for (int i = 0; i < shown; i++) {
        draw_planet(scene, pen, pot.planets[i]);
    }
    if (shown < pot.count) {
        agon_pen_put(pen, AGON_INK_DIM, "        and %d more planets", pot.count - shown);
        agon_pen_end(pen);
    }
}

// How many planets to come have each number of points, from the smallest up.
static void draw_kinds(const agon_scene *scene, agon_pen *pen, const uint8_t *deck, int count) {
    int64_t last = INT64_MIN;
    int kinds = 0;
    for (; kinds < 8; kinds++) {
        int64_t next = INT64_MAX;
        int equal = 0;
        for (int i = 0; i < count; i++) {
            const int64_t points = agon_stellar_planet_at(scene->game, deck[i]).victory_points;
            equal = points == next ? equal + 1 : equal;
            if (points > last && points < next) {
                next = points;
                equal = 1;
            }
        }
        if (next == INT64_MAX) {
            return;
        }
        agon_pen_put(pen, AGON_INK_PLAIN, "%s", kinds ? ", " : ": ");
        agon_pen_put(pen, AGON_INK_BOLD, "%d", equal);
        agon_pen_put(pen, AGON_INK_PLAIN, " of %d", (int)next);
        last = next;
    }
    agon_pen_put(pen, AGON_INK_PLAIN, ", %s", agon_pen_pick(pen, "…", "..."));
}

static void draw_deck(const agon_scene *scene, agon_pen *pen) {
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    const int count = agon_stellar_deck(scene->game, scene->view, deck);
    const int revealed = agon_stellar_revealed(scene->view);
    long points = 0;
    for (int i = revealed; i < count; i++) {
        points += agon_stellar_planet_at(scene->game, deck[i]).victory_points;
    }
    agon_pen_put(pen, AGON_INK_BOLD, " To come");
    if (revealed == count) {
        agon_pen_put(pen, AGON_INK_PLAIN, ": no more planets");
    } else {
        agon_pen_put(pen, AGON_INK_PLAIN, ": %d planet%s, %ld point%s", count - revealed,
                     count - revealed == 1 ? "" : "s", points, points == 1 ? "" : "s");
        draw_kinds(scene, pen, deck + revealed, count - revealed);
    }
    agon_pen_end(pen);
}

// ---------------------------------------------------------------------------------------------
// Players and their cards

static void sort_cards(int32_t *cards, int count) {
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && cards[j - 1] > cards[j]; j--) {
            const int32_t card = cards[j];
            cards[j] = cards[j - 1];
            cards[j - 1] = card;
        }
    }
}

// Columns that each card of the fleet takes; 0: the fleet is not known, or too large for a line.
static int card_width(const agon_scene *scene, const agon_pen *pen, int32_t *fleet, int *count) {
    *count = agon_stellar_fleet(scene->game, fleet);
    sort_cards(fleet, *count);
    int widest = 2;
    for (int i = 0; i < *count; i++) {
        const int width = snprintf(NULL, 0, "%d", (int)fleet[i]);
        widest = width > widest ? width : widest;
    }
    const bool fits = *count > 0 && (widest + 1) * *count <= pen->width - CARDS_AT;
    return fits ? widest + 1 : 0;
}

// Every card of the fleet in its place, a dot where it is spent.
static void draw_fleet(agon_pen *pen, agon_ink ink, const int32_t *fleet, int fleet_count,
                       const int32_t *cards, int count, int width) {
    int at = 0;
    for (int i = 0; i < fleet_count; i++) {
        const bool is_held = at < count && cards[at] == fleet[i];
        if (is_held) {
            agon_pen_put(pen, ink, "%*d", width, (int)cards[at++]);
        } else {
            agon_pen_put(pen, AGON_INK_DIM, "%*s%s", width - 1, "", agon_pen_pick(pen, "·", "."));
        }
    }
}

// As many cards as there is room for, the highest first.
static void draw_highest(agon_pen *pen, agon_ink ink, const int32_t *cards, int count) {
    for (int i = count - 1; i >= 0; i--) {
        char card[16];
        const int width = snprintf(card, sizeof card, "%d", (int)cards[i]);
        if (pen->column + width + (i > 0 ? 4 : 0) > pen->width) {
            agon_pen_put(pen, AGON_INK_DIM, "%s", agon_pen_pick(pen, "…", ".."));
            return;
        }
        agon_pen_put(pen, ink, "%s ", card);
    }
}

// The last battle, while nobody has bid in the next; NULL otherwise.
static const agon_event *last_battle(const agon_scene *scene) {
    int32_t card;
    for (int p = 0; p < scene->game->players; p++) {
        if (agon_stellar_table_card(scene->game, scene->view, p, &card) != AGON_STELLAR_NO_CARD) {
            return NULL;
        }
    }
    for (size_t i = scene->event_count; i-- > 0;) {
        if (scene->events[i].type == AGON_STELLAR_BATTLE_RESOLVED) {
            return &scene->events[i];
        }
    }
    return NULL;
}

static void draw_bid(const agon_scene *scene, agon_pen *pen, int player) {
    const agon_event *battle = last_battle(scene);
    int32_t card = 0;
    if (battle) {
        const bool has_won = battle->f[AGON_MAX_PLAYERS] == player;
        agon_pen_put(pen, has_won ? AGON_INK_BOLD : AGON_INK_DIM, "%3d%s", (int)battle->f[player],
                     has_won ? "!" : " ");
        return;
    }
    switch (agon_stellar_table_card(scene->game, scene->view, player, &card)) {
    case AGON_STELLAR_OPEN_CARD:
        agon_pen_put(pen, AGON_INK_BOLD, "%3d", (int)card);
        break;
    case AGON_STELLAR_HIDDEN_CARD:
        agon_pen_put(pen, AGON_INK_BOLD, " %s", agon_pen_pick(pen, "▒▒", "##"));
        break;
    default:
        agon_pen_put(pen, AGON_INK_DIM, "  -");
    }
}

static void draw_player(const agon_scene *scene, agon_pen *pen, int player) {
    int32_t fleet[AGON_STELLAR_MAX_CARDS], cards[AGON_STELLAR_MAX_CARDS];
    uint8_t planets[AGON_STELLAR_MAX_PLANETS];
    char name[64];
    int fleet_count;
    const agon_ink ink = agon_ink_of(scene, player);
    const int width = card_width(scene, pen, fleet, &fleet_count);
    const int count = agon_stellar_hand(scene->game, scene->view, player, cards);
    sort_cards(cards, count);
    agon_pen_to(pen, NAME_AT);
    agon_pen_put(pen, ink, "%s",
                 agon_name_cut(name, sizeof name, scene->names[player], NAME_WIDTH));
    agon_pen_to(pen, POINTS_AT);
    agon_pen_put(pen, AGON_INK_BOLD, "%6d",
                 (int)agon_stellar_score(scene->game, scene->view, player));
    agon_pen_to(pen, PLANETS_AT);
    agon_pen_put(pen, AGON_INK_PLAIN, "%7d",
                 agon_stellar_claimed(scene->game, scene->view, player, planets));
    agon_pen_to(pen, BID_AT);
    draw_bid(scene, pen, player);
    agon_pen_to(pen, CARDS_AT);
    if (width > 0) {
        draw_fleet(pen, ink, fleet, fleet_count, cards, count, width);
    } else {
        agon_pen_put(pen, AGON_INK_DIM, " %d: ", count);
        draw_highest(pen, ink, cards, count);
    }
    agon_pen_end(pen);
}

static void draw_players(const agon_scene *scene, agon_pen *pen) {
    agon_pen_to(pen, POINTS_AT);
    agon_pen_put(pen, AGON_INK_DIM, "points  planets %s  cards left",
                 last_battle(scene) ? "last" : " bid");
    agon_pen_end(pen);
    for (int p = 0; p < scene->game->players; p++) {
        draw_player(scene, pen, p);
    }
}

// The planets that somebody has claimed, on one line.
static void draw_claimed(const agon_scene *scene, agon_pen *pen, int player) {
    uint8_t planets[AGON_STELLAR_MAX_PLANETS];
    char label[128], name[64];
    const int count = agon_stellar_claimed(scene->game, scene->view, player, planets);
    agon_pen_put(pen, agon_ink_of(scene, player), " %s",
                 agon_name_cut(name, sizeof name, scene->names[player], NAME_WIDTH));
    agon_pen_put(pen, AGON_INK_PLAIN, " claimed: %s", count ? "" : "nothing yet");
    for (int i = 0; i < count; i++) {
        agon_stellar_planet_label(scene->game, planets[i], label, sizeof label);
        const int needed = agon_style_width(label, strlen(label)) + (i + 1 < count ? 13 : 0);
        if (pen->column + needed > pen->width) {
            agon_pen_put(pen, AGON_INK_DIM, "and %d more", count - i);
            break;
        }
        agon_pen_put(pen, AGON_INK_PLAIN, "%s%s", label, i + 1 < count ? ", " : "");
    }
    agon_pen_end(pen);
}

static void draw_end(const agon_scene *scene, agon_pen *pen) {
    agon_pen_put(pen, AGON_INK_BOLD, " The end: ");
    agon_pen_winners(pen, scene);
    agon_pen_end(pen);
}

// Bids are news when they open.
static bool is_news(const agon_scene *scene, const agon_event *event) {
    (void)scene;
    return event->type != AGON_STELLAR_CARD_PLAYED;
}

void agon_stellar_draw(const agon_scene *scene, agon_pen *pen) {
    const int players = scene->game->players;
    const bool is_over = scene->view->over;
    int left = scene->height - players - 1; // for the rest: pot, deck, report, claimed planets
    const agon_stellar_pot pot = agon_stellar_pot_summary(scene->game, scene->view);
    const int pot_most = left - 1 - (scene->height > 14) - is_over;
    const int pot_rows = pot.count + 1 < pot_most ? pot.count + 1 : pot_most;
    if (is_over) {
        draw_end(scene, pen);
    }
    draw_pot(scene, pen, pot_rows);
    draw_deck(scene, pen);
    left -= pot_rows + 1 + is_over;
    if (left > 0) {
        agon_pen_end(pen);
        left--;
    }
    draw_players(scene, pen);
    if (left > players + 1) { // room for everybody, and an empty line before
        agon_pen_end(pen);
        for (int p = 0; p < players; p++) {
            draw_claimed(scene, pen, p);
        }
        left -= players + 1;
    }
    if (left > 1 && scene->event_count > 0) {
        agon_pen_end(pen);
        agon_report_draw(scene, &agon_stellar_screen, is_news, pen, left - 1);
    }
}
