// A second statement of SC-21 and SC-22, on documents: what a view must be, and who sees an event.
// It shares no code with the game.
#ifndef AGON_CONQUEST_TEST_ORACLE_H
#define AGON_CONQUEST_TEST_ORACLE_H

#include "tests/support/support.h"

#include "agon/leaks.h"
#include "games/space-conquest/space-conquest.h"

static inline json_t *oracle_document(const agon_game *game, const agon_state *state) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(agon_codec_find("space-conquest"), game, state, &json);
    json_t *document = json_loadb(text.data, text.length, 0, NULL);
    assert_non_null(document);
    agon_text_free(&text);
    return document;
}

static inline const char *oracle_text(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static inline bool oracle_is(const json_t *object, const char *key, const char *word) {
    const char *text = oracle_text(object, key);
    return text && strcmp(text, word) == 0;
}

// The entries of a list that have `word` under one of two keys.
static inline json_t *oracle_filter(const json_t *list, const char *key, const char *other_key,
                                    const char *word) {
    json_t *kept = json_array();
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *entry = json_array_get(list, i);
        if (oracle_is(entry, key, word) || oracle_is(entry, other_key, word)) {
            json_array_append(kept, entry);
        }
    }
    return kept;
}

static inline const json_t *oracle_star(const json_t *state, const char *id) {
    const json_t *stars = json_object_get(state, "stars");
    for (size_t i = 0; i < json_array_size(stars); i++) {
        if (oracle_is(json_array_get(stars, i), "id", id)) {
            return json_array_get(stars, i);
        }
    }
    return NULL;
}

static inline const json_t *oracle_player(const json_t *state, const char *viewer) {
    const json_t *players = json_object_get(state, "players");
    return json_array_get(players, strcmp(viewer, "p2") == 0 ? 1 : 0);
}

static inline bool oracle_visited(const json_t *state, const char *viewer, const char *id) {
    if (strcmp(viewer, "spectator") == 0) {
        return false;
    }
    const json_t *visited = json_object_get(oracle_player(state, viewer), "visited_stars");
    for (size_t i = 0; i < json_array_size(visited); i++) {
        if (strcmp(json_string_value(json_array_get(visited, i)), id) == 0) {
            return true;
        }
    }
    return false;
}

static inline json_t *oracle_seen_star(const json_t *state, const char *viewer,
                                       const json_t *star) {
    bool is_visited = oracle_visited(state, viewer, oracle_text(star, "id"));
    bool is_own = oracle_is(star, "owner", viewer);
    const char *other = strcmp(viewer, "p1") == 0 ? "p2" : "p1";
    json_t *seen = json_pack("{s:O,s:O,s:O,s:O}", "id", json_object_get(star, "id"), "name",
                             json_object_get(star, "name"), "x", json_object_get(star, "x"), "y",
                             json_object_get(star, "y"));
    json_object_set(seen, "base_ru", is_visited ? json_object_get(star, "base_ru") : json_null());
    json_object_set(seen, "owner",
                    is_visited || is_own ? json_object_get(star, "owner") : json_null());
    json_object_set_new(seen, "npc_ships", json_null());
    const json_t *ships = json_object_get(json_object_get(star, "stationed_ships"), viewer);
    json_object_set_new(seen, "stationed_ships",
                        is_own ? json_pack("{s:O,s:n}", viewer, ships, other) : json_null());
    return seen;
}

static inline json_t *oracle_seen_player(const json_t *state, const char *viewer) {
    const json_t *entry = oracle_player(state, viewer);
    const json_t *visited = json_object_get(entry, "visited_stars");
    json_t *known_ru = json_object();
    json_t *known_control = json_object();
    for (size_t i = 0; i < json_array_size(visited); i++) {
        const char *id = json_string_value(json_array_get(visited, i));
        const json_t *star = oracle_star(state, id);
        bool has_npc = json_integer_value(json_object_get(star, "npc_ships")) > 0;
        const char *word = oracle_is(star, "owner", viewer) ? "me"
                           : oracle_text(star, "owner")     ? "opp"
                           : has_npc                        ? "npc"
                                                            : "none";
        json_object_set(known_ru, id, json_object_get(star, "base_ru"));
        json_object_set_new(known_control, id, json_string(word));
    }
    return json_pack("{s:s,s:O,s:O,s:o,s:o}", "id", viewer, "home_star",
                     json_object_get(entry, "home_star"), "visited_stars", visited, "known_ru",
                     known_ru, "known_control", known_control);
}

static inline json_t *oracle_seen_players(const json_t *state, const char *viewer) {
    json_t *players = json_array();
    for (int p = 0; p < 2; p++) {
        const char *id = p == 0 ? "p1" : "p2";
        json_array_append_new(players, strcmp(viewer, id) == 0 ? oracle_seen_player(state, viewer)
                                                               : json_pack("{s:s}", "id", id));
    }
    return players;
}

// An object by player with nothing but the viewer's entry.
static inline json_t *oracle_own(const json_t *state, const char *key, const char *viewer) {
    json_t *own = json_object();
    json_t *entry = json_object_get(json_object_get(state, key), viewer);
    if (entry) {
        json_object_set(own, viewer, entry);
    }
    return own;
}

static inline json_t *oracle_committed(const json_t *state) {
    const json_t *orders = json_object_get(state, "orders");
    return json_pack("{s:O,s:O}", "p1", json_object_get(json_object_get(orders, "p1"), "committed"),
                     "p2", json_object_get(json_object_get(orders, "p2"), "committed"));
}

static inline json_t *oracle_view(const json_t *state, const char *viewer) {
    json_t *view = json_pack(
        "{s:s,s:O,s:O,s:O}", "viewer", viewer, "turn", json_object_get(state, "turn"), "winner",
        json_object_get(state, "winner"), "max_turns", json_object_get(state, "max_turns"));
    json_t *stars = json_array();
    for (int letter = 'A'; letter <= 'P'; letter++) {
        char id[2] = {(char)letter, '\0'};
        const json_t *star = oracle_star(state, id);
        if (star) {
            json_array_append_new(stars, oracle_seen_star(state, viewer, star));
        }
    }
#define ORACLE_LIST(key, first, second)                                                            \
    json_object_set_new(view, key,                                                                 \
                        oracle_filter(json_object_get(state, key), first, second, viewer))
    json_object_set_new(view, "stars", stars);
    ORACLE_LIST("fleets", "owner", "owner");
    ORACLE_LIST("combats_last_turn", "attacker", "defender");
    ORACLE_LIST("rebellions_last_turn", "owner", "owner");
    ORACLE_LIST("hyperspace_losses_last_turn", "owner", "owner");
    json_object_set_new(view, "players", oracle_seen_players(state, viewer));
    json_object_set_new(view, "committed", oracle_committed(state));
    json_object_set_new(view, "fleet_counter", oracle_own(state, "fleet_counter", viewer));
    json_object_set_new(view, "orders", oracle_own(state, "orders", viewer));
    json_object_set_new(view, "order_errors", oracle_own(state, "order_errors", viewer));
    return view;
}

static inline bool oracle_checks_view(const agon_game *game, const agon_state *state, int viewer,
                                      const agon_state *view, char *why, size_t why_size) {
    json_t *full = oracle_document(game, state);
    json_t *shown = oracle_document(game, view);
    json_t *wanted = oracle_view(full, viewer == 0 ? "p1" : viewer == 1 ? "p2" : "spectator");
    const char *key;
    json_t *value;
    snprintf(why, why_size, "%s", "a key too much or missing");
    bool fits = json_object_size(wanted) == json_object_size(shown);
    json_object_foreach(wanted, key, value) {
        if (fits && !json_equal(value, json_object_get(shown, key))) {
            snprintf(why, why_size, "the oracle disagrees about %s", key);
            fits = false;
        }
    }
    json_decref(full);
    json_decref(shown);
    json_decref(wanted);
    return fits;
}

// ---------------------------------------------------------------------------------------------
// Events

// Those who own the star of `event` in a state.
static inline agon_viewers oracle_owners(const agon_leaks_event *at, const agon_state *state,
                                         int star) {
    json_t *document = oracle_document(at->game, state);
    char id[2] = {(char)('A' + star), '\0'};
    const char *owner = oracle_text(oracle_star(document, id), "owner");
    agon_viewers owners = !owner ? AGON_NONE : strcmp(owner, "p1") == 0 ? 1 : 2;
    json_decref(document);
    return owners;
}

static inline agon_viewers oracle_visitors(const agon_leaks_event *at, const agon_state *state,
                                           int star) {
    json_t *document = oracle_document(at->game, state);
    char id[2] = {(char)('A' + star), '\0'};
    unsigned visitors = (unsigned)oracle_visited(document, "p1", id) |
                        (unsigned)oracle_visited(document, "p2", id) << 1;
    json_decref(document);
    return (agon_viewers)visitors;
}

// The players whose reports of the last turn name the star: who lost it to rebels, or fell there
// together with a garrison.
static inline agon_viewers oracle_reported(const json_t *document, const char *list, const char *at,
                                           const char *who, const char *id) {
    const json_t *reports = json_object_get(document, list);
    unsigned players = 0;
    for (size_t i = 0; i < json_array_size(reports); i++) {
        const json_t *one = json_array_get(reports, i);
        const char *type = oracle_text(one, "combat_type"); // rebellions have none
        bool is_even = json_is_null(json_object_get(one, "winner"));
        if (oracle_is(one, at, id) && (!type || (strcmp(type, "npc") == 0 && is_even))) {
            players |= oracle_is(one, who, "p1") ? 1u : 2u;
        }
    }
    return (agon_viewers)players;
}

// A star that rebels, or loses its garrison together with its attacker: visitors see that nobody
// owns it now, and it is news to those who have no report of their own.
static inline agon_viewers oracle_sees_abandoned(const agon_leaks_event *at, int star) {
    json_t *document = oracle_document(at->game, at->after);
    char id[2] = {(char)('A' + star), '\0'};
    unsigned rebelled = oracle_reported(document, "rebellions_last_turn", "star", "owner", id);
    unsigned fought = oracle_reported(document, "combats_last_turn", "star_id", "attacker", id);
    unsigned after_rebellion = oracle_visitors(at, at->before, star) & ~rebelled;
    unsigned after_combat = oracle_visitors(at, at->after, star) & ~fought;
    json_decref(document);
    if (rebelled && fought) { // one of the two: the event itself does not say which
        return at->event->visible == after_combat ? (agon_viewers)after_combat
                                                  : (agon_viewers)after_rebellion;
    }
    return (agon_viewers)(rebelled ? after_rebellion : after_combat);
}

static inline agon_viewers oracle_sees_event(const agon_leaks_event *at) {
    const int32_t *f = at->event->f;
    switch (at->event->type) {
    case AGON_CONQUEST_ORDERS_COMMITTED:
    case AGON_CONQUEST_TURN_STARTED:
    case AGON_CONQUEST_GAME_OVER:
        return AGON_ALL;
    case AGON_CONQUEST_REBELLION_ROLL:
        return oracle_owners(at, at->before, f[0]);
    case AGON_CONQUEST_REBELLION:
    case AGON_CONQUEST_PRODUCTION:
        return (agon_viewers)(1u << f[1]);
    case AGON_CONQUEST_COMBAT: // attacker, and a defender who is a player
        return (agon_viewers)((1u << f[2] | 1u << f[3]) & 3u);
    case AGON_CONQUEST_STAR_TAKEN:
        return f[1] < 0 ? oracle_sees_abandoned(at, f[0]) : oracle_visitors(at, at->after, f[0]);
    default:
        return (agon_viewers)(1u << f[0]); // the owner of the fleet, or the player
    }
}

static const agon_leaks_oracle conquest_oracle = {
    .sees_event = oracle_sees_event,
    .checks_view = oracle_checks_view,
};

#endif
