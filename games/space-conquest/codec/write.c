// Writing states and views.
#include "games/space-conquest/codec/internal.h"

#include <stdio.h>

void agon_conquest_write_letter(unsigned star, agon_json *json) {
    char text[2] = {(char)('A' + star), '\0'};
    agon_json_string(json, star < CONQUEST_LETTERS ? text : NULL);
}

static void put_letter(agon_json *json, const char *key, unsigned star) {
    agon_json_key(json, key);
    agon_conquest_write_letter(star, json);
}

static void put_name(agon_json *json, const char *key, unsigned star) {
    agon_json_put_string(json, key, agon_conquest_star_name((char)('A' + star)));
}

// A player by index, or nobody (−1).
static void put_player(agon_json *json, const char *key, int player) {
    agon_json_put_string(json, key, player < 0 ? NULL : agon_conquest_players[player]);
}

void agon_conquest_write_fleet_id(unsigned owner, uint32_t number, agon_json *json) {
    char text[20];
    snprintf(text, sizeof text, "%s-%03u", agon_conquest_players[owner], (unsigned)number);
    agon_json_string(json, text);
}

void agon_conquest_write_order(unsigned from, unsigned to, int32_t ships, agon_json *json) {
    put_letter(json, "from", from);
    put_letter(json, "to", to);
    if (ships == AGON_NULL) {
        agon_json_put_null(json, "ships");
    } else {
        agon_json_put_int(json, "ships", ships);
    }
}

// ---------------------------------------------------------------------------------------------
// Stars

static void write_stationed(const conquest_state *s, unsigned star, agon_json *json) {
    int viewer = s->head.viewer;
    bool is_own = viewer < 2 && conquest_has(s->owned[viewer], star);
    if (conquest_is_view(s) && !is_own) {
        agon_json_null(json);
        return;
    }
    agon_json_open(json, '{');
    for (int p = 0; p < 2; p++) {
        agon_json_key(json, agon_conquest_players[p]);
        if (conquest_is_view(s) && p != viewer) {
            agon_json_null(json);
        } else {
            agon_json_int(json, s->ships[p][star]);
        }
    }
    agon_json_close(json, '}');
}

static void write_star(const conquest_state *s, unsigned star, agon_json *json) {
    agon_json_open(json, '{');
    put_letter(json, "id", star);
    put_name(json, "name", star);
    agon_json_put_int(json, "x", s->x[star]);
    agon_json_put_int(json, "y", s->y[star]);
    agon_json_key(json, "base_ru");
    if (s->ru[star] == 0) {
        agon_json_null(json);
    } else {
        agon_json_int(json, s->ru[star]);
    }
    put_player(json, "owner", conquest_owner(s, star));
    agon_json_key(json, "npc_ships");
    if (conquest_is_view(s)) {
        agon_json_null(json);
    } else {
        agon_json_int(json, s->npc[star]);
    }
    agon_json_key(json, "stationed_ships");
    write_stationed(s, star, json);
    agon_json_close(json, '}');
}

static void write_stars(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "stars");
    agon_json_open(json, '[');
    for (unsigned i = 0; i < s->star_count; i++) {
        write_star(s, s->list[i], json);
    }
    agon_json_close(json, ']');
}

// ---------------------------------------------------------------------------------------------
// Fleets and players

static void put_fleet_facts(const conquest_fleet *fleet, agon_json *json) {
    put_player(json, "owner", fleet->owner);
    agon_json_put_int(json, "ships", fleet->ships);
    put_letter(json, "origin", fleet->from);
    put_letter(json, "dest", fleet->to);
}

void agon_conquest_write_fleet(const conquest_fleet *fleet, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_key(json, "id");
    agon_conquest_write_fleet_id(fleet->owner, fleet->number, json);
    put_fleet_facts(fleet, json);
    agon_json_put_int(json, "dist_remaining", fleet->distance);
    agon_json_close(json, '}');
}

static void write_fleets(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "fleets");
    agon_json_open(json, '[');
    const conquest_fleet *fleets = conquest_fleets(s);
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        agon_conquest_write_fleet(&fleets[i], json);
    }
    agon_json_close(json, ']');
}

static const char *control_word(const conquest_state *s, unsigned star, int player) {
    int owner = conquest_owner(s, star);
    if (owner >= 0) {
        return agon_conquest_controls[owner == player ? CONQUEST_ME : CONQUEST_OPP];
    }
    return agon_conquest_controls[s->npc[star] != 0 ? CONQUEST_NPC : CONQUEST_NONE];
}

typedef enum knowledge { VISITED, RU, CONTROL } knowledge;

// What a player knows of the stars it has visited, by letter: a list, or an object by star.
static void write_knowledge(const conquest_state *s, int player, knowledge what, agon_json *json) {
    agon_json_open(json, what == VISITED ? '[' : '{');
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        if (!conquest_has(s->visited[player], star)) {
            continue;
        }
        char letter[2] = {(char)('A' + star), '\0'};
        if (what == VISITED) {
            agon_json_string(json, letter);
        } else if (what == RU) {
            agon_json_put_int(json, letter, s->ru[star]);
        } else {
            agon_json_put_string(json, letter, control_word(s, star, player));
        }
    }
    agon_json_close(json, what == VISITED ? ']' : '}');
}

// Whether this state or view holds what only `player` may know.
static bool is_shown(const conquest_state *s, int player) {
    return !conquest_is_view(s) || s->head.viewer == player;
}

static void write_player(const conquest_state *s, int player, agon_json *json) {
    agon_json_open(json, '{');
    put_player(json, "id", player);
    if (is_shown(s, player)) {
        put_letter(json, "home_star", s->home[player]);
        agon_json_key(json, "visited_stars");
        write_knowledge(s, player, VISITED, json);
        agon_json_key(json, "known_ru");
        write_knowledge(s, player, RU, json);
        agon_json_key(json, "known_control");
        write_knowledge(s, player, CONTROL, json);
    }
    agon_json_close(json, '}');
}

static void write_players(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "players");
    agon_json_open(json, '[');
    for (int p = 0; p < 2; p++) {
        write_player(s, p, json);
    }
    agon_json_close(json, ']');
}

static void write_winner(const conquest_state *s, agon_json *json) {
    agon_json_put_string(json, "winner", s->winner ? agon_conquest_results[s->winner - 1] : NULL);
}

static void write_counters(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "fleet_counter");
    agon_json_open(json, '{');
    for (int p = 0; p < 2; p++) {
        if (is_shown(s, p)) {
            agon_json_put_int(json, agon_conquest_players[p], s->fleet_counter[p]);
        }
    }
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Orders and their errors

static void write_moves(const conquest_state *s, int player, agon_json *json) {
    const conquest_order *orders = conquest_orders(s);
    agon_json_open(json, '[');
    for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
        if (orders[i].player == player) {
            agon_json_open(json, '{');
            agon_conquest_write_order(orders[i].from, orders[i].to, orders[i].ships, json);
            agon_json_close(json, '}');
        }
    }
    agon_json_close(json, ']');
}

static void write_orders(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "orders");
    agon_json_open(json, '{');
    for (int p = 0; p < 2; p++) {
        if (!is_shown(s, p)) {
            continue;
        }
        agon_json_key(json, agon_conquest_players[p]);
        agon_json_open(json, '{');
        agon_json_key(json, "moves");
        write_moves(s, p, json);
        agon_json_put_bool(json, "committed", s->committed >> p & 1u);
        agon_json_put_bool(json, "too_many", s->too_many >> p & 1u);
        agon_json_close(json, '}');
    }
    agon_json_close(json, '}');
}

static void write_committed(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "committed");
    agon_json_open(json, '{');
    for (int p = 0; p < 2; p++) {
        agon_json_put_bool(json, agon_conquest_players[p], s->committed >> p & 1u);
    }
    agon_json_close(json, '}');
}

static void write_error(const conquest_error *error, agon_json *json) {
    agon_json_open(json, '{');
    if (error->order == CONQUEST_WHOLE_SET) {
        agon_json_put_null(json, "order");
    } else {
        agon_json_put_int(json, "order", error->order);
    }
    agon_json_put_string(json, "reason", agon_conquest_reason_word(error->reason));
    agon_json_put_string(json, "text", agon_conquest_reason_text(error->reason));
    agon_json_close(json, '}');
}

static void write_errors_of(const conquest_state *s, int player, agon_json *json) {
    const conquest_error *errors = agon_conquest_list(s, CONQUEST_ERRORS);
    bool is_open = false;
    for (unsigned i = 0; i < s->counts[CONQUEST_ERRORS]; i++) {
        if (errors[i].player != player) {
            continue;
        }
        if (!is_open) {
            agon_json_key(json, agon_conquest_players[player]);
            agon_json_open(json, '[');
            is_open = true;
        }
        write_error(&errors[i], json);
    }
    if (is_open) {
        agon_json_close(json, ']');
    }
}

// SC-17: a player without errors has no entry.
static void write_errors(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "order_errors");
    agon_json_open(json, '{');
    write_errors_of(s, 0, json);
    write_errors_of(s, 1, json);
    agon_json_close(json, '}');
}

// ---------------------------------------------------------------------------------------------
// Reports

static void write_combat(const conquest_combat *c, agon_json *json) {
    conquest_fight fight = agon_conquest_fight(c->attackers, c->defenders);
    int attacker = c->flags & 1;
    bool is_pvp = (c->flags & CONQUEST_PVP) != 0;
    agon_json_open(json, '{');
    put_letter(json, "star_id", c->star);
    put_name(json, "star_name", c->star);
    agon_json_put_string(json, "combat_type", agon_conquest_combat_types[is_pvp]);
    put_player(json, "attacker", attacker);
    agon_json_put_string(json, "defender", is_pvp ? agon_conquest_players[1 - attacker] : "npc");
    agon_json_put_int(json, "attacker_ships", c->attackers);
    agon_json_put_int(json, "defender_ships", c->defenders);
    agon_json_put_string(json, "winner",
                         fight.winner < 0 ? NULL : agon_conquest_sides[fight.winner]);
    agon_json_put_int(json, "attacker_survivors", fight.attackers);
    agon_json_put_int(json, "defender_survivors", fight.defenders);
    agon_json_put_int(json, "attacker_losses", c->attackers - fight.attackers);
    agon_json_put_int(json, "defender_losses", c->defenders - fight.defenders);
    put_player(json, "control_before", c->before - 1);
    put_player(json, "control_after", c->after - 1);
    agon_json_put_bool(json, "simultaneous", (c->flags & CONQUEST_SIMULTANEOUS) != 0);
    agon_json_close(json, '}');
}

static void write_rebellion(const conquest_rebellion *r, agon_json *json) {
    conquest_fight fight = agon_conquest_fight(r->ru, r->garrison);
    agon_json_open(json, '{');
    put_letter(json, "star", r->star);
    put_name(json, "star_name", r->star);
    put_player(json, "owner", r->owner);
    agon_json_put_int(json, "ru", r->ru);
    agon_json_put_int(json, "garrison_before", r->garrison);
    agon_json_put_int(json, "rebel_ships", r->ru);
    agon_json_put_string(json, "outcome", "lost");
    agon_json_put_int(json, "garrison_after", fight.defenders);
    agon_json_put_int(json, "rebel_survivors", fight.attackers);
    agon_json_close(json, '}');
}

static void write_loss(const conquest_fleet *fleet, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_key(json, "fleet_id");
    agon_conquest_write_fleet_id(fleet->owner, fleet->number, json);
    put_fleet_facts(fleet, json);
    agon_json_close(json, '}');
}

static void write_report(conquest_list list, const void *record, agon_json *json) {
    switch (list) {
    case CONQUEST_COMBATS:
        write_combat(record, json);
        break;
    case CONQUEST_REBELLIONS:
        write_rebellion(record, json);
        break;
    default:
        write_loss(record, json);
        break;
    }
}

static void write_reports(const conquest_state *s, conquest_list list, const char *key,
                          agon_json *json) {
    const uint8_t *record = agon_conquest_list(s, list);
    agon_json_key(json, key);
    agon_json_open(json, '[');
    for (unsigned i = 0; i < s->counts[list]; i++) {
        write_report(list, record + (size_t)i * conquest_record_sizes[list], json);
    }
    agon_json_close(json, ']');
}

// ---------------------------------------------------------------------------------------------

static void write_secrets(const conquest_state *s, agon_json *json) {
    agon_json_key(json, "rng");
    agon_json_rng(json, &s->rng);
}

static void write_head(const conquest_state *s, agon_json *json) {
    if (conquest_is_view(s)) {
        agon_json_put_string(json, "viewer",
                             s->head.viewer < 2 ? agon_conquest_players[s->head.viewer]
                                                : "spectator");
        return;
    }
    agon_json_key(json, "seed");
    agon_json_seed(json, (agon_seed){s->seed[0], s->seed[1], s->seed_is_wide});
}

void agon_conquest_state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const conquest_state *s = (const conquest_state *)state;
    agon_json_open(json, '{');
    write_head(s, json);
    agon_json_put_int(json, "turn", s->turn);
    write_stars(s, json);
    write_fleets(s, json);
    write_players(s, json);
    if (conquest_is_view(s)) {
        write_committed(s, json);
    }
    write_winner(s, json);
    write_counters(s, json);
    agon_json_put_int(json, "max_turns", ((const conquest_game *)game)->max_turns);
    write_orders(s, json);
    write_errors(s, json);
    write_reports(s, CONQUEST_COMBATS, "combats_last_turn", json);
    write_reports(s, CONQUEST_REBELLIONS, "rebellions_last_turn", json);
    write_reports(s, CONQUEST_LOSSES, "hyperspace_losses_last_turn", json);
    if (!conquest_is_view(s)) {
        write_secrets(s, json);
    }
    agon_json_close(json, '}');
}
