// The board as plain text.
//
// The first ten lines are the map exactly as SC-23 has it; everything else follows below: the x axis,
// the stars one by one, fleets with the turn of their arrival, and the last turn's reports.
#include "games/space-conquest/codec/internal.h"

static const char *player_name(const conquest_state *s, int player) {
    if (s->head.viewer == player) {
        return player == 0 ? "p1 (you)" : "p2 (you)";
    }
    return agon_conquest_players[player];
}

static void write_map(const agon_state *state, agon_text *text) {
    char map[AGON_CONQUEST_MAP_SIZE];
    agon_conquest_map_text(state, AGON_NOBODY, map);
    agon_text_puts(text, map);
    agon_text_puts(text, "\n");
    for (int x = 0; x < AGON_CONQUEST_WIDTH; x++) {
        agon_text_printf(text, x ? " %2d" : "%2d", x);
    }
    agon_text_puts(text, "  (x; y counts the rows from 0)\n\n");
}

static void write_turn(const conquest_state *s, uint32_t max_turns, agon_text *text) {
    agon_text_printf(text, "Turn %u of %u.", (unsigned)s->turn, (unsigned)max_turns);
    if (s->winner == AGON_CONQUEST_DRAW) {
        agon_text_puts(text, " A draw.");
    } else if (s->winner) {
        agon_text_printf(text, " %s has won.", player_name(s, s->winner - 1));
    }
    for (int p = 0; p < 2 && !s->winner; p++) {
        agon_text_printf(text, " %s %s.", player_name(s, p),
                         s->committed >> p & 1u ? "has committed" : "may order");
    }
    agon_text_puts(text, "\n\n");
}

static void write_owner(const agon_conquest_star *star, const conquest_state *s, agon_text *text) {
    if (!star->is_known) {
        agon_text_puts(text, "not visited");
    } else if (star->owner >= 0) {
        agon_text_puts(text, player_name(s, star->owner));
    } else {
        agon_text_puts(text, star->has_npc ? "neutral, garrisoned" : "nobody's");
    }
}

static void write_ships(const agon_conquest_star *star, agon_text *text) {
    for (int p = 0; p < 2; p++) {
        if (star->ships[p] > 0 || (star->ships[p] == 0 && star->owner == p)) {
            agon_text_printf(text, ", %d ships of %s", star->ships[p], agon_conquest_players[p]);
        }
    }
    if (star->npc > 0) {
        agon_text_printf(text, ", %d NPC ships", star->npc);
    }
}

static void write_stars(const conquest_state *s, agon_text *text) {
    for (int i = 0; i < s->star_count; i++) {
        agon_conquest_star star = agon_conquest_star_at(&s->head, i);
        agon_text_printf(text, "%c %-15s (%2d,%d)  RU %c  ", star.letter, star.name, star.x, star.y,
                         star.ru ? '0' + star.ru : '?');
        write_owner(&star, s, text);
        write_ships(&star, text);
        bool is_home = s->list[i] == s->home[0] || s->list[i] == s->home[1];
        agon_text_puts(text, is_home ? ", a home\n" : "\n");
    }
}

static void write_fleets(const conquest_state *s, agon_text *text) {
    const conquest_fleet *fleets = conquest_fleets(s);
    if (s->counts[CONQUEST_FLEETS] > 0) {
        agon_text_puts(text, "\nFleets\n");
    }
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        const conquest_fleet *f = &fleets[i];
        agon_text_printf(text, "%s-%03u: %u ships %c to %c, %u to go, arrives in turn %u\n",
                         agon_conquest_players[f->owner], (unsigned)f->number, (unsigned)f->ships,
                         'A' + f->from, 'A' + f->to, f->distance,
                         (unsigned)(s->turn + f->distance));
    }
}

static void write_order(const conquest_order *order, agon_text *text) {
    bool has_from = order->from < CONQUEST_LETTERS;
    bool has_to = order->to < CONQUEST_LETTERS;
    agon_text_printf(text, "%s: %c to %c, ", agon_conquest_players[order->player],
                     has_from ? 'A' + order->from : '?', has_to ? 'A' + order->to : '?');
    if (order->ships == AGON_NULL) {
        agon_text_puts(text, "? ships\n");
    } else {
        agon_text_printf(text, "%d ships\n", order->ships);
    }
}

static void write_orders(const conquest_state *s, agon_text *text) {
    const conquest_order *orders = conquest_orders(s);
    if (s->counts[CONQUEST_ORDERS] > 0) {
        agon_text_puts(text, "\nOrders so far\n");
    }
    for (int p = 0; p < 2; p++) {
        for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
            if (orders[i].player == p) {
                write_order(&orders[i], text);
            }
        }
    }
}

static void write_errors(const conquest_state *s, agon_text *text) {
    const conquest_error *errors = agon_conquest_list(s, CONQUEST_ERRORS);
    for (unsigned i = 0; i < s->counts[CONQUEST_ERRORS]; i++) {
        const conquest_error *e = &errors[i];
        agon_text_puts(text, agon_conquest_players[e->player]);
        if (e->order != CONQUEST_WHOLE_SET) {
            agon_text_printf(text, ", order %u", e->order);
        }
        agon_text_printf(text, ": %s\n", agon_conquest_reason_text(e->reason));
    }
}

static void write_rebellions(const conquest_state *s, agon_text *text) {
    const conquest_rebellion *reports = agon_conquest_list(s, CONQUEST_REBELLIONS);
    for (unsigned i = 0; i < s->counts[CONQUEST_REBELLIONS]; i++) {
        const conquest_rebellion *r = &reports[i];
        agon_text_printf(text, "%c rebelled against %s: %u rebels, %u in garrison, lost\n",
                         'A' + r->star, agon_conquest_players[r->owner], r->ru, r->garrison);
    }
}

static void write_losses(const conquest_state *s, agon_text *text) {
    const conquest_fleet *losses = agon_conquest_list(s, CONQUEST_LOSSES);
    for (unsigned i = 0; i < s->counts[CONQUEST_LOSSES]; i++) {
        const conquest_fleet *f = &losses[i];
        agon_text_printf(text, "%s-%03u (%u ships, %c to %c) was lost in hyperspace\n",
                         agon_conquest_players[f->owner], (unsigned)f->number, (unsigned)f->ships,
                         'A' + f->from, 'A' + f->to);
    }
}

static void write_combats(const conquest_state *s, agon_text *text) {
    const conquest_combat *reports = agon_conquest_list(s, CONQUEST_COMBATS);
    for (unsigned i = 0; i < s->counts[CONQUEST_COMBATS]; i++) {
        const conquest_combat *c = &reports[i];
        int attacker = c->flags & 1;
        conquest_fight fight = agon_conquest_fight(c->attackers, c->defenders);
        agon_text_printf(text, "Combat at %c: %s with %u against %s with %u; ", 'A' + c->star,
                         agon_conquest_players[attacker], (unsigned)c->attackers,
                         c->flags & CONQUEST_PVP ? agon_conquest_players[1 - attacker] : "NPC",
                         (unsigned)c->defenders);
        agon_text_printf(text, "%u and %u survive\n", (unsigned)fight.attackers,
                         (unsigned)fight.defenders);
    }
}

static void write_reports(const conquest_state *s, agon_text *text) {
    int count = s->counts[CONQUEST_ERRORS] + s->counts[CONQUEST_REBELLIONS] +
                s->counts[CONQUEST_LOSSES] + s->counts[CONQUEST_COMBATS];
    if (count > 0) {
        agon_text_puts(text, "\nLast turn\n");
    }
    write_errors(s, text);
    write_rebellions(s, text);
    write_losses(s, text);
    write_combats(s, text);
}

void agon_conquest_render(const agon_game *game, const agon_state *state, agon_text *text) {
    const conquest_state *s = (const conquest_state *)state;
    write_map(state, text);
    write_turn(s, ((const conquest_game *)game)->max_turns, text);
    write_stars(s, text);
    write_fleets(s, text);
    write_orders(s, text);
    write_reports(s, text);
}
