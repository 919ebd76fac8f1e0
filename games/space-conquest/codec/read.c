// Reading states and views. What a document says is read here; whether it can be, and whether its
// parts fit together, is for `validate` to say, as far as one place in the document is not enough.
#include "games/space-conquest/codec/internal.h"

#include <stdlib.h>
#include <string.h>

// A player, or null: nobody (−1).
static bool read_player_or_null(const agon_cursor *at, int *player) {
    *player = -1;
    return agon_value_kind_of(at->value) == AGON_VALUE_NULL ||
           agon_cursor_read_word(at, agon_conquest_players, player);
}

bool agon_conquest_read_letter(const agon_cursor *at, uint8_t *star) {
    const char *word;
    if (!agon_cursor_read_string(at, &word)) {
        return false;
    }
    if (word[0] < 'A' || word[0] >= 'A' + AGON_CONQUEST_STARS || word[1] != '\0') {
        return agon_cursor_refuse(at, "must be a letter from A to P");
    }
    *star = (uint8_t)(word[0] - 'A');
    return true;
}

// A number of things, `fallback` if it is not given.
static bool read_count(const agon_cursor *at, uint32_t fallback, uint32_t *value) {
    int64_t number = fallback;
    if (agon_cursor_is_given(at) && !agon_cursor_read_int(at, 0, INT32_MAX, &number)) {
        return false;
    }
    *value = (uint32_t)number;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Stars

static bool read_name(const agon_cursor *at, unsigned star) {
    agon_cursor place = agon_cursor_child(at, "name");
    const char *name = agon_conquest_star_name((char)('A' + star));
    const char *given = name;
    if (agon_cursor_is_given(&place) && !agon_cursor_read_string(&place, &given)) {
        return false;
    }
    return strcmp(given, name) == 0 || agon_cursor_refuse(&place, "this star is called %s", name);
}

static bool read_cell(const agon_cursor *at, conquest_state *s, unsigned star) {
    agon_cursor x_at = agon_cursor_child(at, "x");
    agon_cursor y_at = agon_cursor_child(at, "y");
    int64_t x, y;
    if (!agon_cursor_read_int(&x_at, 0, AGON_CONQUEST_WIDTH - 1, &x) ||
        !agon_cursor_read_int(&y_at, 0, AGON_CONQUEST_HEIGHT - 1, &y)) {
        return false;
    }
    s->x[star] = (uint8_t)x;
    s->y[star] = (uint8_t)y;
    return true;
}

static bool read_owner(const agon_cursor *at, conquest_state *s, unsigned star) {
    agon_cursor place = agon_cursor_child(at, "owner");
    int owner;
    if (!read_player_or_null(&place, &owner)) {
        return false;
    }
    if (owner >= 0) {
        s->owned[owner] |= conquest_bit(star);
    }
    return true;
}

static bool read_ru(const agon_cursor *at, conquest_state *s, unsigned star) {
    agon_cursor place = agon_cursor_child(at, "base_ru");
    int64_t ru = 0;
    bool is_needed = !conquest_is_view(s) || agon_cursor_is_given(&place);
    if (is_needed && !agon_cursor_read_int(&place, 1, AGON_CONQUEST_HOME_RU, &ru)) {
        return false;
    }
    s->ru[star] = (uint8_t)ru;
    return true;
}

static bool read_npc(const agon_cursor *at, conquest_state *s, unsigned star) {
    agon_cursor place = agon_cursor_child(at, "npc_ships");
    int64_t npc = CONQUEST_NPC_UNKNOWN;
    if (conquest_is_view(s) && agon_cursor_is_given(&place)) {
        return agon_cursor_refuse(&place, "must be null in a view");
    }
    if (!conquest_is_view(s) && !agon_cursor_read_int(&place, 0, AGON_CONQUEST_MAX_SHIPS, &npc)) {
        return false;
    }
    s->npc[star] = (int32_t)npc;
    return true;
}

static bool read_stationed(const agon_cursor *at, conquest_state *s, unsigned star) {
    agon_cursor place = agon_cursor_child(at, "stationed_ships");
    if (!agon_cursor_is_given(&place)) {
        return true;
    }
    if (!agon_cursor_read_object(&place)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        agon_cursor ships = agon_cursor_child(&place, agon_conquest_players[p]);
        if (!read_count(&ships, 0, &s->ships[p][star])) {
            return false;
        }
    }
    return true;
}

static bool read_star(const agon_cursor *at, conquest_state *s) {
    agon_cursor id = agon_cursor_child(at, "id");
    uint8_t star = 0;
    if (!agon_cursor_read_object(at) || !agon_conquest_read_letter(&id, &star)) {
        return false;
    }
    if (conquest_has(s->present, star)) {
        return agon_cursor_refuse(&id, "names a star for the second time");
    }
    s->present |= conquest_bit(star);
    s->list[s->star_count++] = star;
    return read_name(at, star) && read_cell(at, s, star) && read_ru(at, s, star) &&
           read_owner(at, s, star) && read_npc(at, s, star) && read_stationed(at, s, star);
}

static bool read_stars(const agon_cursor *at, conquest_state *s) {
    agon_cursor stars = agon_cursor_child(at, "stars");
    size_t count;
    if (!agon_cursor_read_list(&stars, 2, AGON_CONQUEST_STARS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor star = agon_cursor_item(&stars, i);
        if (!read_star(&star, s)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Players and what they know

static bool read_visited(const agon_cursor *at, uint16_t *visited) {
    size_t count;
    if (!agon_cursor_read_list(at, 0, AGON_CONQUEST_STARS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        uint8_t star = 0;
        if (!agon_conquest_read_letter(&item, &star)) {
            return false;
        }
        if (conquest_has(*visited, star)) {
            return agon_cursor_refuse(&item, "names a star for the second time");
        }
        *visited |= conquest_bit(star);
    }
    return true;
}

// One star of known_ru. `is_open`: it is this list that says which stars were visited.
static bool read_known_star(const agon_cursor *at, conquest_state *s, int player, unsigned star,
                            bool is_open) {
    int64_t ru;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (!agon_cursor_read_int(at, 1, AGON_CONQUEST_HOME_RU, &ru)) {
        return false;
    }
    if (ru != s->ru[star]) {
        return agon_cursor_refuse(at, "is not the RU of this star");
    }
    if (is_open) {
        s->visited[player] |= conquest_bit(star);
    }
    return conquest_has(s->visited[player], star) ||
           agon_cursor_refuse(at, "this star was not visited");
}

static bool read_known_ru(const agon_cursor *at, conquest_state *s, int player, bool is_open) {
    agon_cursor place = agon_cursor_child(at, "known_ru");
    if (!agon_cursor_is_given(&place)) {
        return true;
    }
    if (!agon_cursor_read_object(&place)) {
        return false;
    }
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        char letter[2] = {(char)('A' + star), '\0'};
        agon_cursor known = agon_cursor_child(&place, letter);
        if (!read_known_star(&known, s, player, star, is_open)) {
            return false;
        }
    }
    return true;
}

// Control is known live, so a full state's is what its stars say; a document may hold older
// knowledge (its seed allows that), and only its words are checked. A view's is the only place that
// tells a garrisoned star from an empty one.
static bool read_control(const agon_cursor *at, conquest_state *s, int player, unsigned star) {
    int control = CONQUEST_NONE;
    bool is_needed = conquest_is_view(s) && conquest_has(s->visited[player], star);
    if ((agon_cursor_is_given(at) || is_needed) &&
        !agon_cursor_read_word(at, agon_conquest_controls, &control)) {
        return false;
    }
    if (!is_needed) {
        return true;
    }
    int owner = conquest_owner(s, star);
    bool fits = owner < 0 ? control >= CONQUEST_NPC
                          : control == (owner == player ? CONQUEST_ME : CONQUEST_OPP);
    s->npc[star] = control == CONQUEST_NPC ? CONQUEST_NPC_SOME : CONQUEST_NPC_NONE;
    return fits || agon_cursor_refuse(at, "contradicts the star's owner");
}

static bool read_known_control(const agon_cursor *at, conquest_state *s, int player) {
    agon_cursor place = agon_cursor_child(at, "known_control");
    if ((agon_cursor_is_given(&place) || conquest_is_view(s)) && !agon_cursor_read_object(&place)) {
        return false;
    }
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        char letter[2] = {(char)('A' + star), '\0'};
        agon_cursor known = agon_cursor_child(&place, letter);
        if (!read_control(&known, s, player, star)) {
            return false;
        }
    }
    return true;
}

static bool read_player(const agon_cursor *at, conquest_state *s, int player) {
    agon_cursor home_at = agon_cursor_child(at, "home_star");
    agon_cursor visited = agon_cursor_child(at, "visited_stars");
    bool is_open = !agon_cursor_is_given(&visited);
    uint8_t home = 0;
    s->home[player] = CONQUEST_UNKNOWN;
    if (conquest_is_view(s) && s->head.viewer != player) {
        return true;
    }
    if (!agon_conquest_read_letter(&home_at, &home) ||
        (!is_open && !read_visited(&visited, &s->visited[player]))) {
        return false;
    }
    s->home[player] = home;
    if (is_open) {
        s->visited[player] = conquest_bit(home);
    }
    return read_known_ru(at, s, player, is_open) && read_known_control(at, s, player);
}

static bool read_players(const agon_cursor *at, conquest_state *s) {
    agon_cursor players = agon_cursor_child(at, "players");
    size_t count;
    if (!agon_cursor_read_list(&players, 2, 2, &count)) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        agon_cursor entry = agon_cursor_item(&players, i);
        agon_cursor id = agon_cursor_child(&entry, "id");
        int player;
        if (!agon_cursor_read_object(&entry) ||
            !agon_cursor_read_word(&id, agon_conquest_players, &player)) {
            return false;
        }
        if ((size_t)player != i) {
            return agon_cursor_refuse(&id, "the players stand in the order p1, p2");
        }
        if (!read_player(&entry, s, player)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Fleets

// "p1-003": the owner's id and a number of up to ten digits.
static bool read_fleet_id(const agon_cursor *at, int owner, uint32_t *number) {
    const char *id;
    if (!agon_cursor_read_string(at, &id)) {
        return false;
    }
    const char *digits = id + 3;
    bool has_head = strncmp(id, agon_conquest_players[owner], 2) == 0 && id[2] == '-';
    size_t length = has_head ? strlen(digits) : 0;
    if (length < 1 || length > 10 || strspn(digits, "0123456789") != length ||
        strtoull(digits, NULL, 10) > INT32_MAX) {
        return agon_cursor_refuse(at, "must be the owner, a hyphen and a number, like p1-003");
    }
    *number = (uint32_t)strtoull(digits, NULL, 10);
    return true;
}

bool agon_conquest_read_fleet(const agon_cursor *at, const char *id_key, conquest_fleet *fleet) {
    agon_cursor id = agon_cursor_child(at, id_key);
    agon_cursor owner_at = agon_cursor_child(at, "owner");
    agon_cursor ships_at = agon_cursor_child(at, "ships");
    agon_cursor from = agon_cursor_child(at, "origin");
    agon_cursor to = agon_cursor_child(at, "dest");
    int owner;
    int64_t ships;
    if (!agon_cursor_read_object(at) ||
        !agon_cursor_read_word(&owner_at, agon_conquest_players, &owner) ||
        !read_fleet_id(&id, owner, &fleet->number) ||
        !agon_cursor_read_int(&ships_at, 1, INT32_MAX, &ships) ||
        !agon_conquest_read_letter(&from, &fleet->from) ||
        !agon_conquest_read_letter(&to, &fleet->to)) {
        return false;
    }
    fleet->owner = (uint8_t)owner;
    fleet->ships = (uint32_t)ships;
    return true;
}

static bool read_flying(const agon_cursor *at, conquest_state *s) {
    conquest_fleet fleet = {0};
    agon_cursor place = agon_cursor_child(at, "dist_remaining");
    int64_t distance;
    if (!agon_conquest_read_fleet(at, "id", &fleet) ||
        !agon_cursor_read_int(&place, 1, AGON_CONQUEST_MAX_DISTANCE, &distance)) {
        return false;
    }
    fleet.distance = (uint8_t)distance;
    memcpy(agon_conquest_add(s, CONQUEST_FLEETS), &fleet, sizeof fleet);
    return true;
}

static bool read_fleets(const agon_cursor *at, conquest_state *s) {
    agon_cursor fleets = agon_cursor_child(at, "fleets");
    size_t count;
    if (!agon_cursor_read_list(&fleets, 0, AGON_CONQUEST_MAX_FLEETS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor fleet = agon_cursor_item(&fleets, i);
        if (!read_flying(&fleet, s)) {
            return false;
        }
    }
    return true;
}

// Without a counter a player goes on after the highest number in flight.
static bool read_counters(const agon_cursor *at, conquest_state *s) {
    agon_cursor place = agon_cursor_child(at, "fleet_counter");
    uint32_t next[2] = {0, 0};
    const conquest_fleet *fleets = conquest_fleets(s);
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        uint32_t *counter = &next[fleets[i].owner];
        bool is_shown = !conquest_is_view(s) || s->head.viewer == fleets[i].owner;
        *counter = is_shown && fleets[i].number >= *counter ? fleets[i].number + 1 : *counter;
    }
    if (agon_cursor_is_given(&place) && !agon_cursor_read_object(&place)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        agon_cursor counter = agon_cursor_child(&place, agon_conquest_players[p]);
        if (!read_count(&counter, next[p], &s->fleet_counter[p])) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------

static bool read_winner(const agon_cursor *at, conquest_state *s) {
    agon_cursor place = agon_cursor_child(at, "winner");
    int winner = -1;
    if (agon_cursor_is_given(&place) &&
        !agon_cursor_read_word(&place, agon_conquest_results, &winner)) {
        return false;
    }
    s->winner = (uint8_t)(winner + 1);
    s->head.over = s->winner != AGON_CONQUEST_GOES_ON;
    return true;
}

static bool read_turn(const agon_cursor *at, conquest_state *s) {
    agon_cursor place = agon_cursor_child(at, "turn");
    int64_t turn;
    if (!agon_cursor_read_int(&place, 0, AGON_CONQUEST_MAX_TURN + 1, &turn)) {
        return false;
    }
    s->turn = (uint32_t)turn;
    return true;
}

// ALL-8: without `rng` the generator is made from the seed.
static bool read_chance(const agon_cursor *at, conquest_state *s) {
    agon_cursor seed_at = agon_cursor_child(at, "seed");
    agon_cursor rng_at = agon_cursor_child(at, "rng");
    agon_seed seed = agon_seed_number(42);
    if (conquest_is_view(s)) {
        return true;
    }
    if (agon_cursor_is_given(&seed_at) && !agon_cursor_read_seed(&seed_at, &seed)) {
        return false;
    }
    s->seed[0] = seed.lo;
    s->seed[1] = seed.hi;
    s->seed_is_wide = seed.is_wide;
    s->rng = agon_rng_make(seed);
    return !agon_cursor_is_given(&rng_at) || agon_cursor_read_rng(&rng_at, &s->rng);
}

// A view lists by letter, in whatever order the document has them.
static void sort_stars(conquest_state *s) {
    s->star_count = 0;
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        if (conquest_has(s->present, star)) {
            s->list[s->star_count++] = (uint8_t)star;
        }
    }
}

bool agon_conquest_state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    (void)game;
    conquest_state *s = (conquest_state *)state;
    agon_conquest_clear(s);
    if (!read_chance(at, s) || !read_turn(at, s) || !read_stars(at, s) || !read_fleets(at, s) ||
        !read_players(at, s) || !read_winner(at, s) || !read_counters(at, s) ||
        !agon_conquest_reports_read(at, s)) {
        return false;
    }
    if (conquest_is_view(s)) {
        sort_stars(s);
    }
    return true;
}
