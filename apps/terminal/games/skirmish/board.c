// The table of Skirmish: five terrains, the opponent's side above, one's own below.
//
//      Skirmish 2, wins: you 1, greedy 0             (3 +2b -1d +1s: base, buffs, damage, slot)
//      greedy  hand 6  deck 11  graveyard 3: Strike, Veteran, Scout
//     --- terrain 1 ------+-- terrain 2 ------+ …
//      Knight        3 | Turret       2 |
//      3               | 3 -1d          |
//         ^ greedy     |   v you        |
//      …
#include "apps/terminal/games/skirmish/internal.h"

#include <stdio.h>
#include <string.h>

enum { TERRAINS = AGON_SKIRMISH_TERRAINS };

// ---------------------------------------------------------------------------------------------
// Above the terrains

static void draw_match(const agon_scene *scene, agon_pen *pen) {
    const int me = skirmish_me(scene);
    const agon_viewers winners = agon_winners(scene->game, scene->view);
    int wins[2];
    for (int player = 0; player < 2; player++) {
        wins[player] = agon_skirmish_side_of(scene->game, scene->view, player).wins;
    }
    if (scene->view->over && !winners) {
        agon_pen_put(pen, AGON_INK_BOLD, " The match is a draw");
    } else if (scene->view->over) {
        const int winner = winners >> 1 & 1u;
        agon_pen_put(pen, agon_ink_of(scene, winner), " %s", scene->names[winner]);
        agon_pen_put(pen, AGON_INK_BOLD, " won the match");
    } else {
        agon_pen_put(pen, AGON_INK_BOLD, " Skirmish %d", skirmish_turn(scene).round);
    }
    agon_pen_put(pen, AGON_INK_PLAIN, "   wins ");
    agon_pen_put(pen, agon_ink_of(scene, me), "%.12s %d", scene->names[me], wins[me]);
    agon_pen_put(pen, AGON_INK_PLAIN, " : ");
    agon_pen_put(pen, agon_ink_of(scene, 1 - me), "%d %.12s", wins[1 - me], scene->names[1 - me]);
    if (pen->column < scene->width - 28) {
        agon_pen_to(pen, scene->width - 27);
        agon_pen_put(pen, AGON_INK_DIM, "b buffs, d damage, s slot");
    }
    agon_pen_end(pen);
}

static void draw_cards(const agon_scene *scene, agon_pen *pen, const uint8_t *kinds, int count) {
    char name[SKIRMISH_NAME_SIZE];
    for (int i = 0; i < count; i++) { // the latest first
        agon_skirmish_card_name(scene, kinds[count - 1 - i], name);
        const int needed = (int)strlen(name) + 2 + (i + 1 < count ? 6 : 0);
        if (pen->column + needed > pen->width) {
            agon_pen_put(pen, AGON_INK_DIM, "%s", agon_pen_pick(pen, ", …", ", .."));
            return;
        }
        agon_pen_put(pen, AGON_INK_DIM, "%s%s", i ? ", " : ": ", name);
    }
}

// Counts of a player's cards, and the graveyard.
static void draw_piles(const agon_scene *scene, agon_pen *pen, int player) {
    const agon_skirmish_side side = agon_skirmish_side_of(scene->game, scene->view, player);
    char name[64];
    agon_pen_put(pen, agon_ink_of(scene, player), " %s",
                 agon_name_cut(name, sizeof name, scene->names[player], 16));
    if (side.is_done) {
        agon_pen_put(pen, AGON_INK_BOLD, " DONE");
    }
    agon_pen_put(pen, AGON_INK_PLAIN, "  hand %d", side.hand);
    if (player != scene->player && side.known > 0 && side.known <= 3) {
        agon_pen_put(pen, AGON_INK_DIM, " with");
        draw_cards(scene, pen, side.known_hand, side.known);
    }
    agon_pen_put(pen, AGON_INK_PLAIN, "  deck %d  graveyard %d", side.deck, side.grave);
    draw_cards(scene, pen, side.graves, side.grave);
    agon_pen_end(pen);
}

// ---------------------------------------------------------------------------------------------
// A terrain

static void draw_unit(const agon_scene *scene, agon_pen *pen, int slot) {
    const agon_skirmish_unit unit = agon_skirmish_unit_on(scene->view, slot);
    char name[SKIRMISH_NAME_SIZE];
    agon_pen_to(pen, 1);
    if (unit.kind < 0) {
        agon_pen_put(pen, AGON_INK_DIM, "%s", agon_pen_pick(pen, "·", "."));
        return;
    }
    agon_skirmish_card_name(scene, unit.kind, name);
    agon_pen_put(pen, agon_ink_of(scene, agon_skirmish_player_of(slot)), "%.*s", pen->width - 6,
                 name);
    agon_pen_to(pen, pen->width - 4);
    const bool is_weak = unit.power < skirmish_card_at(scene, unit.kind).power;
    agon_pen_put(pen, is_weak ? AGON_INK_BAD : AGON_INK_BOLD, "%3d", unit.power);
}

// Base, buffs, damage and slot, where they differ from the plain unit.
static void draw_parts(const agon_scene *scene, agon_pen *pen, int slot) {
    const agon_skirmish_unit unit = agon_skirmish_unit_on(scene->view, slot);
    const int modifier = unit.modifier;
    agon_pen_to(pen, 1);
    if (unit.kind < 0) {
        if (modifier) {
            agon_pen_put(pen, AGON_INK_NEUTRAL, "slot %+d", modifier);
        }
        return;
    }
    if (unit.buffs || unit.damage || modifier) {
        agon_pen_put(pen, AGON_INK_PLAIN, "%d", skirmish_card_at(scene, unit.kind).power);
    }
    if (unit.buffs) {
        agon_pen_put(pen, AGON_INK_PLAIN, " %+db", unit.buffs);
    }
    if (unit.damage) {
        agon_pen_put(pen, AGON_INK_BAD, " -%dd", unit.damage);
    }
    if (modifier) {
        agon_pen_put(pen, AGON_INK_NEUTRAL, " %+ds", modifier);
    }
}

// Silenced, ready, or what the unit does by itself; "": nothing to say.
static const char *state_words(const agon_scene *scene, const agon_skirmish_unit *unit) {
    static const char *const ready[] = {"ready!", "ready in 1", "ready in 2"};
    const bool is_activated = skirmish_card_at(scene, unit->kind).is_activated;
    const char *badge = skirmish_card_at(scene, unit->kind).badge;
    if (unit->is_silenced) {
        return "silenced";
    }
    if (is_activated && !unit->has_acted) {
        return unit->cooldown < 3 ? ready[unit->cooldown] : "not ready";
    }
    return is_activated && !badge[0] ? "used" : badge;
}

static void draw_state(const agon_scene *scene, agon_pen *pen, int slot) {
    const agon_skirmish_unit unit = agon_skirmish_unit_on(scene->view, slot);
    if (unit.kind < 0) {
        return;
    }
    const char *words = state_words(scene, &unit);
    const int at = pen->column + (pen->column != 1);
    if (words[0] && at + (int)strlen(words) <= pen->width) { // rather nothing than half a word
        agon_pen_to(pen, at);
        agon_pen_put(pen, strcmp(words, "ready!") == 0 ? AGON_INK_GOOD : AGON_INK_DIM, "%s", words);
    }
}

static void draw_leader(const agon_scene *scene, agon_pen *pen, int terrain) {
    const int player = agon_skirmish_leader(scene->game, scene->view, terrain);
    char name[64];
    if (player < 0) {
        const int slot = agon_skirmish_slot(0, terrain);
        const bool is_empty = agon_skirmish_unit_on(scene->view, slot).kind < 0;
        agon_pen_put(pen, AGON_INK_DIM, "%s", is_empty ? "" : "  = even");
        return;
    }
    const bool is_below = player == skirmish_me(scene);
    agon_name_cut(name, sizeof name, scene->names[player], pen->width - 6);
    agon_pen_put(pen, agon_ink_of(scene, player), "  %s %s",
                 is_below ? agon_pen_pick(pen, "▼", "v") : agon_pen_pick(pen, "▲", "^"), name);
}

// What the unit on a slot does, in so many lines.
static void draw_text(const agon_scene *scene, agon_pen *pen, int slot, int lines) {
    const agon_skirmish_unit unit = agon_skirmish_unit_on(scene->view, slot);
    agon_pane pane;
    agon_pane_open(&pane, pen, pen->width - 1);
    if (unit.kind >= 0) {
        agon_pen_wrap(&pane.pen, AGON_INK_DIM, 1, skirmish_card_at(scene, unit.kind).text);
    }
    agon_panes_show(pen, &pane, 1, 0, lines);
}

// One player's half of a terrain: two lines, and on a large screen those of the unit's text.
static void draw_half(const agon_scene *scene, agon_pen *pen, int slot, int text_lines) {
    draw_unit(scene, pen, slot);
    agon_pen_end(pen);
    draw_parts(scene, pen, slot);
    draw_state(scene, pen, slot);
    agon_pen_end(pen);
    draw_text(scene, pen, slot, text_lines);
}

static void draw_terrain(const agon_scene *scene, agon_pen *pen, int terrain, int text_lines) {
    const int me = skirmish_me(scene);
    draw_half(scene, pen, agon_skirmish_slot(1 - me, terrain), text_lines);
    draw_leader(scene, pen, terrain);
    agon_pen_end(pen);
    draw_half(scene, pen, agon_skirmish_slot(me, terrain), text_lines);
}

// ---------------------------------------------------------------------------------------------
// The terrains side by side

static void draw_rule(const agon_scene *scene, agon_pen *pen, bool has_names) {
    const int width = scene->width / TERRAINS;
    const char *line = agon_pen_pick(pen, "─", "-");
    for (int terrain = 0; terrain < TERRAINS; terrain++) {
        agon_pen_put(pen, AGON_INK_DIM, "%s", line);
        if (has_names) {
            agon_pen_put(pen, AGON_INK_BOLD, " terrain %d ", terrain + 1);
        }
        while (pen->column < (terrain + 1) * width - (terrain + 1 < TERRAINS)) {
            agon_pen_put(pen, AGON_INK_DIM, "%s", line);
        }
        if (terrain + 1 < TERRAINS) {
            const char *joint = agon_pen_pick(pen, has_names ? "┬" : "┴", "+");
            agon_pen_put(pen, AGON_INK_DIM, "%s", joint);
        }
    }
    agon_pen_end(pen);
}

static void draw_terrains(const agon_scene *scene, agon_pen *pen, int text_lines) {
    const int width = scene->width / TERRAINS;
    const int rows = 5 + 2 * text_lines;
    agon_pane panes[2 * TERRAINS - 1];
    for (int i = 0; i < 2 * TERRAINS - 1; i++) { // terrains, and the lines between them
        const bool is_terrain = i % 2 == 0;
        agon_pane_open(&panes[i], pen, is_terrain ? width - 1 : 1);
        if (is_terrain) {
            draw_terrain(scene, &panes[i].pen, i / 2, text_lines);
        }
        for (int row = 0; row < rows && !is_terrain; row++) {
            agon_pen_put(&panes[i].pen, AGON_INK_DIM, "%s", agon_pen_pick(pen, "│", "|"));
            agon_pen_end(&panes[i].pen);
        }
    }
    agon_panes_show(pen, panes, 2 * TERRAINS - 1, 0, rows);
}

void agon_skirmish_draw_table(const agon_scene *scene, agon_pen *pen) {
    const int me = skirmish_me(scene);
    const int text_lines = scene->height < 30 ? 0 : scene->width < 110 ? 5 : 3;
    const bool has_rule = scene->height >= 17;
    draw_match(scene, pen);
    draw_piles(scene, pen, 1 - me);
    draw_rule(scene, pen, true);
    draw_terrains(scene, pen, text_lines);
    if (has_rule) {
        draw_rule(scene, pen, false);
    }
    draw_piles(scene, pen, me);
    agon_skirmish_draw_hand(scene, pen, scene->height - 9 - has_rule - 2 * text_lines);
}
