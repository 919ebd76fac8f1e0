// From a config to a game: SS-1 to SS-4.
#include "games/stellar-skirmish/state.h"

#include <string.h>

static const int32_t default_fleet[15] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

agon_stellar_config agon_stellar_config_default(void) {
    return (agon_stellar_config){
        .player_count = 2,
        .shuffle = true,
        .final_tie = AGON_STELLAR_KEEP,
        .reveal = AGON_STELLAR_BATTLE,
    };
}

// ---------------------------------------------------------------------------------------------
// The config with its defaults filled in, and nothing larger than it may be

typedef struct plan {
    const agon_stellar_planet *planets;
    int planet_count;
    agon_stellar_cards fleet; // count 0: nobody uses it
    const agon_stellar_cards *own;
    int players;
} plan;

static uint32_t at_most(uint32_t count, uint32_t max) {
    return count < max ? count : max;
}

static plan plan_make(const agon_stellar_config *config) {
    plan p = {.planets = config->planets,
              .planet_count = (int)at_most(config->planet_count, AGON_STELLAR_MAX_PLANETS),
              .fleet = config->fleet,
              .own = config->own,
              .players = config->player_count};
    if (p.planet_count == 0 || !p.planets) {
        p.planets = agon_stellar_default_deck;
        p.planet_count = 15;
    }
    p.fleet.count = at_most(p.fleet.count, AGON_STELLAR_MAX_CARDS);
    if (p.fleet.count == 0 || !p.fleet.values) {
        p.fleet = (agon_stellar_cards){default_fleet, 15};
    }
    if (p.players < 2 || p.players > AGON_MAX_PLAYERS) {
        p.players = 2; // configure refuses it
    }
    return p;
}

static uint32_t count_abilities(const agon_stellar_planet *planet) {
    return planet->abilities ? planet->ability_count : 0;
}

static int count_fleets(const plan *p) {
    int count = 1;
    for (int i = 0; i < p->players; i++) {
        count += p->own[i].values != NULL;
    }
    return count;
}

static bool is_planet_sound(const agon_stellar_planet *planet);

static size_t text_size(const agon_stellar_planet *planet) {
    size_t size = strlen(planet->id) + 1 + agon_stellar_tail_size(planet);
    size += planet->name ? strlen(planet->name) + 1 : 0;
    for (uint32_t i = 0; i < planet->ability_count; i++) {
        size += planet->abilities[i].params ? strlen(planet->abilities[i].params) + 1 : 0;
    }
    return size;
}

size_t agon_stellar_game_size(const void *config) {
    plan p = plan_make(config);
    size_t size = sizeof(stellar_game) + (size_t)count_fleets(&p) * sizeof(stellar_fleet) +
                  (size_t)p.planet_count * sizeof(stellar_kind);
    for (int i = 0; i < p.planet_count; i++) {
        if (is_planet_sound(&p.planets[i])) {
            size += count_abilities(&p.planets[i]) * sizeof(agon_stellar_ability);
            size += text_size(&p.planets[i]);
        }
    }
    return size;
}

// ---------------------------------------------------------------------------------------------
// Checks

static bool are_abilities_sound(const agon_stellar_planet *planet) {
    if (planet->ability_count > 0 && !planet->abilities) {
        return false;
    }
    for (uint32_t i = 0; i < planet->ability_count; i++) {
        if (planet->abilities[i].type >= AGON_STELLAR_ABILITIES) {
            return false;
        }
    }
    return true;
}

// The name of the field that is wrong, or NULL.
static const char *find_fault(const agon_stellar_planet *planet) {
    if (!planet->id) {
        return "id";
    }
    if (planet->victory_points < -AGON_STELLAR_MAX_POINTS ||
        planet->victory_points > AGON_STELLAR_MAX_POINTS) {
        return "victory_points";
    }
    if (planet->planet_class >= AGON_STELLAR_CLASSES) {
        return "class";
    }
    return are_abilities_sound(planet) ? NULL : "abilities";
}

static bool is_planet_sound(const agon_stellar_planet *planet) {
    return find_fault(planet) == NULL;
}

static agon_status check_planets(const plan *p, agon_error *error) {
    for (int i = 0; i < p->planet_count; i++) {
        const char *fault = find_fault(&p->planets[i]);
        if (fault) {
            agon_status status =
                agon_error_set(error, AGON_BAD_CONFIG, NULL, "is missing or out of range");
            return agon_error_place(error, status, "planets[%d].%s", i, fault);
        }
    }
    return AGON_OK;
}

static agon_status check_cards(agon_stellar_cards cards, agon_error *error) {
    for (uint32_t i = 0; i < cards.count; i++) {
        if (cards.values[i] == INT32_MIN) {
            return agon_error_set(error, AGON_BAD_CONFIG, "fleet_values",
                                  "a value is out of range");
        }
    }
    return AGON_OK;
}

static agon_status check_fleets(const agon_stellar_config *config, const plan *p,
                                agon_error *error) {
    agon_status status = check_cards(p->fleet, error);
    for (int i = 0; i < p->players && status == AGON_OK; i++) {
        const agon_stellar_cards *own = &config->own[i];
        if (own->values && own->count > AGON_STELLAR_MAX_CARDS) {
            return agon_error_set(error, AGON_BAD_CONFIG, "hands", "more than %d cards",
                                  AGON_STELLAR_MAX_CARDS);
        }
        if (!own->values && config->is_fleet_unknown) {
            return agon_error_set(error, AGON_BAD_CONFIG, "hands",
                                  "the cards of a player are missing");
        }
        status = own->values ? check_cards(*own, error) : AGON_OK;
    }
    return status;
}

static agon_status check_config(const agon_stellar_config *config, const plan *p,
                                agon_error *error) {
    if (config->player_count < 2 || config->player_count > AGON_MAX_PLAYERS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "player_count", "must be from 2 to %d",
                              AGON_MAX_PLAYERS);
    }
    if (config->planet_count > AGON_STELLAR_MAX_PLANETS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "planets", "more than %d planets",
                              AGON_STELLAR_MAX_PLANETS);
    }
    if (config->fleet.count > AGON_STELLAR_MAX_CARDS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "fleet_values", "more than %d cards",
                              AGON_STELLAR_MAX_CARDS);
    }
    if (config->final_tie > AGON_STELLAR_DISCARD) {
        return agon_error_set(error, AGON_BAD_CONFIG, "final_tie", "must be keep or discard");
    }
    if (config->reveal > AGON_STELLAR_FIRST_PLAY) {
        return agon_error_set(error, AGON_BAD_CONFIG, "reveal", "must be battle or first_play");
    }
    agon_status status = check_planets(p, error);
    return status ? status : check_fleets(config, p, error);
}

// ---------------------------------------------------------------------------------------------
// Filling in

// The memory behind the game, handed out from its beginning on.
typedef struct room {
    stellar_fleet *fleets;
    stellar_kind *kinds;
    agon_stellar_ability *abilities;
    char *text;
} room;

static room make_room(stellar_game *g, const plan *p) {
    uint32_t abilities = 0;
    for (int i = 0; i < p->planet_count; i++) {
        abilities += count_abilities(&p->planets[i]);
    }
    room r = {.fleets = (stellar_fleet *)(g + 1)};
    r.kinds = (stellar_kind *)(r.fleets + count_fleets(p));
    r.abilities = (agon_stellar_ability *)(r.kinds + p->planet_count);
    r.text = (char *)(r.abilities + abilities);
    return r;
}

static const char *keep_text(room *r, const char *text) {
    if (!text) {
        return NULL;
    }
    size_t size = strlen(text) + 1;
    char *kept = memcpy(r->text, text, size);
    r->text += size;
    return kept;
}

static stellar_kind keep_planet(room *r, const agon_stellar_planet *planet) {
    stellar_kind kind = {.planet = *planet, .tail = r->text};
    r->text = agon_stellar_tail_write(planet, r->text);
    kind.planet.id = keep_text(r, planet->id);
    kind.planet.name = keep_text(r, planet->name);
    kind.planet.abilities = r->abilities;
    for (uint32_t i = 0; i < planet->ability_count; i++) {
        const agon_stellar_ability *ability = &planet->abilities[i];
        *r->abilities++ = (agon_stellar_ability){keep_text(r, ability->params), ability->type};
    }
    return kind;
}

// No planet pulls more than the deck holds, so the number fits.
static uint8_t count_doubles(const agon_stellar_planet *planet) {
    uint8_t count = 0;
    for (uint32_t i = 0; i < planet->ability_count && count < AGON_STELLAR_MAX_PLANETS; i++) {
        count = (uint8_t)(count +
                          (planet->abilities[i].type == AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT));
    }
    return count;
}

static bool is_family(const stellar_kind *a, const stellar_kind *b) {
    return strcmp(a->planet.id, b->planet.id) == 0 && strcmp(a->tail, b->tail) == 0;
}

static uint8_t find_family(const stellar_game *g, int kind) {
    int first = 0;
    while (!is_family(&g->kinds[first], &g->kinds[kind])) {
        first++;
    }
    return (uint8_t)first;
}

static void fill_kind(stellar_game *g, int kind) {
    const agon_stellar_planet *planet = &g->kinds[kind].planet;
    int lookalike = agon_stellar_kind_find(g, planet, 2 * planet->victory_points);
    g->points[kind] = planet->victory_points;
    g->doubles[kind] = count_doubles(planet);
    g->doubled_as[kind] = (uint8_t)(lookalike < 0 ? kind | AGON_STELLAR_DOUBLED : lookalike);
    g->family[kind] = find_family(g, kind);
    g->has_lookalikes |= lookalike >= 0 && lookalike != kind;
}

static void fill_planets(stellar_game *g, const plan *p, room *r) {
    for (int i = 0; i < p->planet_count; i++) {
        r->kinds[i] = keep_planet(r, &p->planets[i]);
    }
    g->kinds = r->kinds;
    g->deck_size = (uint8_t)p->planet_count;
    g->kind_count = (uint8_t)agon_stellar_kinds_sort(r->kinds, p->planet_count);
    for (int i = 0; i < g->kind_count; i++) {
        fill_kind(g, i);
    }
    for (int i = 0; i < p->planet_count; i++) {
        const agon_stellar_planet *planet = &p->planets[i];
        int kind = agon_stellar_kind_find(g, planet, planet->victory_points);
        g->copies[kind]++;
        g->order[i] = g->shuffle ? (uint8_t)kind : 0;
    }
}

static void fill_fleets(stellar_game *g, const plan *p, room *r) {
    stellar_fleet *next = r->fleets;
    agon_stellar_fleet_make(next, p->fleet);
    g->common = next++;
    g->most_cards = 1;
    for (int i = 0; i < p->players; i++) {
        g->fleets[i] = g->common;
        if (p->own[i].values) {
            agon_stellar_fleet_make(next, p->own[i]);
            g->fleets[i] = next++;
        }
        const uint8_t count = g->fleets[i]->count;
        g->head.max_steps += count;
        g->most_cards = count > g->most_cards ? count : g->most_cards;
    }
}

static void fill_run(stellar_game *g) {
    const int32_t *values = g->common->values;
    uint32_t length = g->common->count;
    for (uint32_t i = 1; i < length; i++) {
        if ((uint32_t)values[i] != (uint32_t)values[0] + i) {
            return;
        }
    }
    for (int p = 0; p < g->head.players; p++) {
        if (g->fleets[p] != g->common) {
            return;
        }
    }
    g->run_length = length;
    g->run_start = values[0];
}

static void fill_layout(stellar_game *g) {
    size_t players = g->head.players;
    size_t deck = g->deck_size;
    g->claims_at = (uint16_t)(sizeof(stellar_state) + players * sizeof(uint64_t));
    g->deck_at = (uint16_t)(g->claims_at + deck * sizeof(uint16_t));
    g->plays_at = (uint16_t)(g->deck_at + deck);
    g->head.state_max = (uint32_t)(g->plays_at + players);
}

agon_status agon_stellar_configure(const void *config, agon_game *game, agon_error *error) {
    const agon_stellar_config *c = config;
    stellar_game *g = (stellar_game *)game;
    plan p = plan_make(c);
    agon_status status = check_config(c, &p, error);
    if (status) {
        return status;
    }
    memset((char *)g + sizeof g->head, 0, sizeof *g - sizeof g->head);
    game->players = (uint8_t)p.players;
    g->everybody = (agon_viewers)((1u << p.players) - 1);
    g->final_tie = c->final_tie;
    g->turns_up = c->reveal == AGON_STELLAR_BATTLE;
    g->shuffle = c->shuffle;
    g->is_fleet_known = !c->is_fleet_unknown;
    room r = make_room(g, &p);
    fill_planets(g, &p, &r);
    fill_fleets(g, &p, &r);
    fill_run(g);
    fill_layout(g);
    return AGON_OK;
}
