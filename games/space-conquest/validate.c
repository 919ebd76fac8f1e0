// The check of states and views from outside.
//
// What a state must be is here; what only a view must be, in a part of its own below. Paths are
// those of the JSON documents.
#include "games/space-conquest/state.h"

static agon_status refuse(agon_error *error, const char *path, const char *why) {
    return agon_error_set(error, AGON_BAD_STATE, path, "%s", why);
}

// At an entry of a list: "stars[3].x". Either of the texts may be empty.
static agon_status refuse_at(agon_error *error, const char *list, unsigned index, const char *field,
                             const char *why) {
    return agon_error_place(error, refuse(error, NULL, why), "%s[%u]%s%s", list, index,
                            *field ? "." : "", field);
}

// The limits on what is loaded grow by what a turn can add, so that a state which could be loaded
// stays one that can be loaded, however long it is played.
static uint32_t ship_limit(const conquest_state *s) {
    return AGON_CONQUEST_MAX_SHIPS + AGON_CONQUEST_MAX_PRODUCTION * s->turn;
}

static uint32_t number_limit(const conquest_state *s) {
    return AGON_CONQUEST_MAX_NUMBER + AGON_CONQUEST_MAX_ORDERS * s->turn;
}

static bool is_star(const conquest_state *s, unsigned star) {
    return star < AGON_CONQUEST_STARS && conquest_has(s->present, star);
}

static unsigned count_stars(uint16_t set) {
    unsigned count = 0;
    for (; set; set &= (uint16_t)(set - 1)) {
        count++;
    }
    return count;
}

// ---------------------------------------------------------------------------------------------
// Stars

static agon_status check_list(conquest_state *s, agon_error *error) {
    uint16_t seen = 0;
    s->star_count = (uint8_t)count_stars(s->present);
    if (s->star_count < 2) {
        return refuse(error, "stars", "a map has at least two stars");
    }
    for (unsigned i = 0; i < s->star_count; i++) {
        if (!is_star(s, s->list[i]) || conquest_has(seen, s->list[i])) {
            return refuse_at(error, "stars", i, "id", "the list names each star once");
        }
        if (conquest_is_view(s) && i > 0 && s->list[i] < s->list[i - 1]) {
            return refuse_at(error, "stars", i, "id", "a view lists stars by letter");
        }
        seen |= conquest_bit(s->list[i]);
    }
    return AGON_OK;
}

static agon_status check_cells(const conquest_state *s, agon_error *error) {
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        if (s->x[star] >= AGON_CONQUEST_WIDTH || s->y[star] >= AGON_CONQUEST_HEIGHT) {
            return refuse_at(error, "stars", i, s->x[star] >= AGON_CONQUEST_WIDTH ? "x" : "y",
                             "lies outside the grid of 12 by 10");
        }
        for (unsigned k = 0; k < i; k++) {
            unsigned other = s->list[k];
            if (s->x[star] == s->x[other] && s->y[star] == s->y[other]) {
                return refuse_at(error, "stars", i, "", "shares its cell with another star");
            }
        }
    }
    return AGON_OK;
}

// Nothing may be said about letters that are not on the map.
static agon_status check_absent(const conquest_state *s, agon_error *error) {
    uint16_t absent = (uint16_t)~s->present;
    for (int p = 0; p < 2; p++) {
        if (s->visited[p] & absent) {
            return refuse(error, p == 0 ? "players[0].visited_stars" : "players[1].visited_stars",
                          "names a star that is not on the map");
        }
    }
    if (((s->owned[0] | s->owned[1]) & absent) || (s->owned[0] & s->owned[1])) {
        return refuse(error, "stars", "a star has one owner, and exists");
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// The part of a full state

static agon_status check_homes(const conquest_state *s, agon_error *error) {
    for (unsigned p = 0; p < 2; p++) {
        if (!is_star(s, s->home[p])) {
            return refuse_at(error, "players", p, "home_star", "must be a star of the map");
        }
    }
    if (s->home[0] == s->home[1]) {
        return refuse_at(error, "players", 1, "home_star", "the homes must be different stars");
    }
    return AGON_OK;
}

static agon_status check_full_star(const conquest_state *s, unsigned i, agon_error *error) {
    unsigned star = s->list[i];
    bool is_home = star == s->home[0] || star == s->home[1];
    if (s->ru[star] < 1 || s->ru[star] > AGON_CONQUEST_HOME_RU ||
        is_home != (s->ru[star] == AGON_CONQUEST_HOME_RU)) {
        return refuse_at(error, "stars", i, "base_ru", "must be 4 for a home, 1 to 3 for others");
    }
    if (s->npc[star] < 0 || s->npc[star] > AGON_CONQUEST_MAX_SHIPS) {
        return refuse_at(error, "stars", i, "npc_ships", "must be from 0 to 100000000");
    }
    if (s->npc[star] > 0 && conquest_owner(s, star) >= 0) {
        return refuse_at(error, "stars", i, "npc_ships", "an owned star has no NPC ships");
    }
    return AGON_OK;
}

static agon_status check_full_stars(const conquest_state *s, agon_error *error) {
    agon_status status = check_homes(s, error);
    for (unsigned i = 0; i < s->star_count && status == AGON_OK; i++) {
        status = check_full_star(s, i, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// The part of a view: that it knows what it may know, and no more

static agon_status check_view_star(const conquest_state *s, unsigned i, agon_error *error) {
    unsigned star = s->list[i];
    int viewer = s->head.viewer;
    bool is_visited = viewer < 2 && conquest_has(s->visited[viewer], star);
    bool is_own = viewer < 2 && conquest_has(s->owned[viewer], star);
    if ((s->ru[star] != 0) != is_visited || s->ru[star] > AGON_CONQUEST_HOME_RU) {
        return refuse_at(error, "stars", i, "base_ru", "must be 1 to 4 if visited, else null");
    }
    if (!is_visited && !is_own && conquest_owner(s, star) >= 0) {
        return refuse_at(error, "stars", i, "owner", "must be null: this star was never visited");
    }
    bool may_have_npc = is_visited && conquest_owner(s, star) < 0;
    if (is_visited ? s->npc[star] != CONQUEST_NPC_NONE &&
                         !(may_have_npc && s->npc[star] == CONQUEST_NPC_SOME)
                   : s->npc[star] != CONQUEST_NPC_UNKNOWN) {
        return refuse_at(error, "stars", i, "npc_ships", "says more than a view may");
    }
    for (int p = 0; p < 2; p++) {
        if (s->ships[p][star] > 0 && (p != viewer || !is_own)) {
            return refuse_at(error, "stars", i, "stationed_ships", "must be null: not an own star");
        }
    }
    return AGON_OK;
}

// The other's home has RU 4 too: it is known, or there is a star left that it may be.
static agon_status check_view_homes(const conquest_state *s, agon_error *error) {
    unsigned viewer = s->head.viewer;
    unsigned known = 0;
    unsigned open = 0;
    for (unsigned i = 0; i < s->star_count; i++) {
        unsigned star = s->list[i];
        bool is_home = star == s->home[viewer];
        bool is_rich = s->ru[star] == AGON_CONQUEST_HOME_RU;
        if (is_home && s->ru[star] != 0 && !is_rich) {
            return refuse_at(error, "stars", i, "base_ru", "a home has 4");
        }
        known += !is_home && is_rich;
        open += !is_home && s->ru[star] == 0;
    }
    if (known > 1 || known + open == 0) {
        return refuse(error, "stars", "exactly one star but the own home has 4 RU");
    }
    return AGON_OK;
}

static agon_status check_view_player(const conquest_state *s, unsigned player, agon_error *error) {
    bool is_own = s->head.viewer == player;
    if (is_own ? !is_star(s, s->home[player]) : s->home[player] != CONQUEST_UNKNOWN) {
        return refuse_at(error, "players", player, "home_star",
                         is_own ? "must be a star of the map" : "is not known in this view");
    }
    if (!is_own &&
        (s->visited[player] || s->fleet_counter[player] || (s->too_many >> player & 1u))) {
        return refuse_at(error, "players", player, "", "is not known in this view");
    }
    return AGON_OK;
}

static agon_status check_view(const conquest_state *s, agon_error *error) {
    agon_status status = AGON_OK;
    for (unsigned p = 0; p < 2 && status == AGON_OK; p++) {
        status = check_view_player(s, p, error);
    }
    for (unsigned i = 0; i < s->star_count && status == AGON_OK; i++) {
        status = check_view_star(s, i, error);
    }
    if (status == AGON_OK && s->head.viewer != AGON_SPECTATOR) {
        status = check_view_homes(s, error);
    }
    if (status == AGON_OK && (s->seed_is_wide || s->seed[0] || s->seed[1] || s->rng.key[0] ||
                              s->rng.key[1] || s->rng.pos)) {
        return refuse(error, "seed", "a view has neither seed nor generator");
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Lists

// In a view everything with an owner is the viewer's.
static bool may_own(const conquest_state *s, unsigned player) {
    return player < 2 && (!conquest_is_view(s) || s->head.viewer == player);
}

static agon_status check_fleet(const conquest_state *s, const conquest_fleet *fleet, bool is_lost,
                               unsigned i, agon_error *error) {
    const char *list = is_lost ? "hyperspace_losses_last_turn" : "fleets";
    if (!may_own(s, fleet->owner)) {
        return refuse_at(error, list, i, "owner", "must be p1 or p2, in a view its viewer");
    }
    if (fleet->number > number_limit(s)) {
        return refuse_at(error, list, i, is_lost ? "fleet_id" : "id", "the number is too large");
    }
    if (fleet->ships < 1 || fleet->ships > ship_limit(s)) {
        return refuse_at(error, list, i, "ships", "must be at least 1, and at most 100000000");
    }
    if (!is_star(s, fleet->from) || !is_star(s, fleet->to) || fleet->from == fleet->to) {
        return refuse_at(error, list, i, is_star(s, fleet->from) ? "dest" : "origin",
                         "a fleet goes from one star of the map to another");
    }
    if (!is_lost && (fleet->distance < 1 || fleet->distance > AGON_CONQUEST_MAX_DISTANCE)) {
        return refuse_at(error, list, i, "dist_remaining", "must be from 1 to 11");
    }
    return AGON_OK;
}

static agon_status check_fleets(const conquest_state *s, conquest_list list, agon_error *error) {
    const conquest_fleet *fleets = agon_conquest_list(s, list);
    agon_status status = AGON_OK;
    for (unsigned i = 0; i < s->counts[list] && status == AGON_OK; i++) {
        status = check_fleet(s, &fleets[i], list == CONQUEST_LOSSES, i, error);
    }
    return status;
}

static agon_status check_errors(const conquest_state *s, agon_error *error) {
    const conquest_error *errors = agon_conquest_list(s, CONQUEST_ERRORS);
    unsigned index[2] = {0, 0};
    for (unsigned i = 0; i < s->counts[CONQUEST_ERRORS]; i++) {
        const conquest_error *e = &errors[i];
        const char *list = e->player == 0 ? "order_errors.p1" : "order_errors.p2";
        if (!may_own(s, e->player)) {
            return refuse(error, list, "a view shows its viewer's errors only");
        }
        bool is_whole = e->reason == AGON_CONQUEST_OVER_COMMITMENT;
        if (e->reason < AGON_CONQUEST_BAD_COUNT || e->reason >= AGON_CONQUEST_REASONS ||
            is_whole != (e->order == CONQUEST_WHOLE_SET) ||
            (!is_whole && e->order > AGON_CONQUEST_MAX_ORDERS)) {
            return refuse_at(error, list, index[e->player], "order",
                             "must be from 0 to 128, or null for over_commitment");
        }
        index[e->player]++;
    }
    return AGON_OK;
}

static agon_status check_rebellions(const conquest_state *s, agon_error *error) {
    const conquest_rebellion *reports = agon_conquest_list(s, CONQUEST_REBELLIONS);
    const char *list = "rebellions_last_turn";
    for (unsigned i = 0; i < s->counts[CONQUEST_REBELLIONS]; i++) {
        if (!is_star(s, reports[i].star)) {
            return refuse_at(error, list, i, "star", "must be a star of the map");
        }
        if (!may_own(s, reports[i].owner)) {
            return refuse_at(error, list, i, "owner", "must be p1 or p2, in a view its viewer");
        }
        if (reports[i].ru < 1 || reports[i].ru >= AGON_CONQUEST_HOME_RU) {
            return refuse_at(error, list, i, "ru", "must be from 1 to 3: homes never rebel");
        }
        if (reports[i].garrison >= reports[i].ru) {
            return refuse_at(error, list, i, "garrison_before", "must be less than ru");
        }
    }
    return AGON_OK;
}

// Who fought, and what that makes of the star (SC-10, SC-11).
static bool is_combat_possible(const conquest_combat *c) {
    int attacker = c->flags & 1;
    bool is_pvp = (c->flags & CONQUEST_PVP) != 0;
    bool is_simultaneous = (c->flags & CONQUEST_SIMULTANEOUS) != 0;
    conquest_fight fight = agon_conquest_fight(c->attackers, c->defenders);
    if (c->flags > 7) {
        return false;
    }
    if (!is_pvp) { // nobody's star, or just won from the other player
        return !is_simultaneous && (c->before == 0 || c->before == attacker + 1) &&
               c->after == (fight.winner == 0 ? attacker + 1 : 0);
    }
    int winner = fight.winner < 0 ? 0 : (fight.winner == 0 ? attacker : 1 - attacker) + 1;
    return (is_simultaneous ? attacker == 0 && c->before == 0 : c->before == 2 - attacker) &&
           c->after == winner;
}

static agon_status check_combats(const conquest_state *s, agon_error *error) {
    const conquest_combat *reports = agon_conquest_list(s, CONQUEST_COMBATS);
    const char *list = "combats_last_turn";
    for (unsigned i = 0; i < s->counts[CONQUEST_COMBATS]; i++) {
        const conquest_combat *c = &reports[i];
        if (!is_star(s, c->star)) {
            return refuse_at(error, list, i, "star_id", "must be a star of the map");
        }
        if (conquest_is_view(s) &&
            !(agon_conquest_combatants(c) & agon_viewer_bit(s->head.viewer))) {
            return refuse_at(error, list, i, "attacker", "the viewer of a view takes part");
        }
        if (c->attackers < 1 || c->attackers > ship_limit(s) || c->defenders < 1 ||
            c->defenders > ship_limit(s)) {
            return refuse_at(error, list, i, "attacker_ships", "both sides have 1 to 100000000");
        }
        if (!is_combat_possible(c)) {
            return refuse_at(error, list, i, "", "these sides and this control do not fit");
        }
    }
    return AGON_OK;
}

static bool is_letter(unsigned star) {
    return star < CONQUEST_LETTERS || star == AGON_CONQUEST_NO_STAR;
}

static agon_status check_orders(conquest_state *s, agon_error *error) {
    const conquest_order *orders = conquest_orders(s);
    unsigned index[2] = {0, 0};
    for (unsigned i = 0; i < s->counts[CONQUEST_ORDERS]; i++) {
        uint8_t player = orders[i].player;
        const char *list = player == 0 ? "orders.p1.moves" : "orders.p2.moves";
        if (!may_own(s, player) || !is_letter(orders[i].from) || !is_letter(orders[i].to)) {
            return refuse_at(error, list, index[player & 1], "", "cannot be an order here");
        }
        index[player]++;
    }
    for (unsigned p = 0; p < 2; p++) {
        if ((s->too_many >> p & 1u) && index[p] != AGON_CONQUEST_MAX_ORDERS) {
            return refuse(error, p == 0 ? "orders.p1.too_many" : "orders.p2.too_many",
                          "is true only if there are 128 moves");
        }
    }
    return AGON_OK;
}

static agon_status check_ships(const conquest_state *s, agon_error *error) {
    uint64_t total[2] = {0, 0};
    const conquest_fleet *fleets = conquest_fleets(s);
    for (unsigned i = 0; i < s->star_count; i++) {
        for (int p = 0; p < 2; p++) {
            total[p] += s->ships[p][s->list[i]];
            if (total[p] > ship_limit(s)) {
                return refuse_at(error, "stars", i, "stationed_ships",
                                 "a player has at most 100000000 ships");
            }
        }
    }
    for (unsigned i = 0; i < s->counts[CONQUEST_FLEETS]; i++) {
        total[fleets[i].owner] += fleets[i].ships;
        if (total[fleets[i].owner] > ship_limit(s)) {
            return refuse_at(error, "fleets", i, "ships", "a player has at most 100000000 ships");
        }
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------

static agon_status check_scalars(const conquest_state *s, agon_error *error) {
    if (s->turn > (uint32_t)AGON_CONQUEST_MAX_TURN + s->head.over) {
        return refuse(error, "turn", "must be from 0 to 1000000");
    }
    if (s->winner > AGON_CONQUEST_DRAW || s->head.over != (s->winner != AGON_CONQUEST_GOES_ON)) {
        return refuse(error, "winner", "must be p1, p2, draw or null");
    }
    if (s->committed > 3 || (s->committed == 3 && !s->head.over)) {
        return refuse(error, "orders", "when both have committed, the turn has run");
    }
    if (s->seed_is_wide > 1 || (!s->seed_is_wide && s->seed[1])) {
        return refuse(error, "seed", "is not a possible seed");
    }
    return AGON_OK;
}

static agon_status check_counters(const conquest_state *s, agon_error *error) {
    for (unsigned p = 0; p < 2; p++) {
        if (s->fleet_counter[p] > number_limit(s)) {
            return refuse(error, p == 0 ? "fleet_counter.p1" : "fleet_counter.p2",
                          "must be from 0 to 1000000000");
        }
    }
    return AGON_OK;
}

static agon_status check_stars(conquest_state *s, agon_error *error) {
    agon_status status = check_list(s, error);
    if (status == AGON_OK) {
        status = check_cells(s, error);
    }
    if (status == AGON_OK) {
        status = check_absent(s, error);
    }
    if (status == AGON_OK) {
        status = conquest_is_view(s) ? check_view(s, error) : check_full_stars(s, error);
    }
    return status;
}

static agon_status check_lists(conquest_state *s, agon_error *error) {
    agon_status status = check_fleets(s, CONQUEST_FLEETS, error);
    if (status == AGON_OK) {
        status = check_fleets(s, CONQUEST_LOSSES, error);
    }
    if (status == AGON_OK) {
        status = check_counters(s, error);
    }
    if (status == AGON_OK) {
        status = check_errors(s, error);
    }
    if (status == AGON_OK) {
        status = check_rebellions(s, error);
    }
    if (status == AGON_OK) {
        status = check_combats(s, error);
    }
    if (status == AGON_OK) {
        status = check_orders(s, error);
    }
    return status ? status : check_ships(s, error);
}

agon_status agon_conquest_validate(const agon_game *game, agon_state *state, agon_error *error) {
    (void)game;
    conquest_state *s = (conquest_state *)state;
    agon_status status = check_scalars(s, error);
    if (status == AGON_OK) {
        status = check_stars(s, error);
    }
    if (status == AGON_OK) {
        status = check_lists(s, error);
    }
    if (status != AGON_OK) {
        return status;
    }
    state->to_act = (agon_viewers)(state->over ? 0 : ~s->committed & 3u);
    agon_conquest_orders_count(s);
    return AGON_OK;
}
