// The check of states and views from outside.
//
// Refused is what no match can lead to, as far as the state itself tells. Two things are let pass
// although no set-up gives them: hands that do not go back to one fleet (SS-14 speaks of them), and
// a pot of one planet before anybody has played, where the first play would turn it up.
#include "games/stellar-skirmish/state.h"

#include <string.h>

static agon_status refuse(agon_error *error, const char *path, const char *message) {
    return agon_error_set(error, AGON_BAD_STATE, path, "%s", message);
}

// At the entry of a player in one of the objects that are keyed by players.
static agon_status refuse_player(agon_error *error, const char *key, int player,
                                 const char *message) {
    return agon_error_place(error, refuse(error, NULL, message), "%s.%d", key, player + 1);
}

// ---------------------------------------------------------------------------------------------
// Planets

static agon_status check_deck(const stellar_game *g, const stellar_state *s, agon_error *error) {
    const uint8_t *deck = stellar_deck(g, s);
    uint8_t seen[AGON_STELLAR_MAX_PLANETS] = {0};
    if (s->index > g->deck_size) {
        return refuse(error, "current_planet_index", "is beyond the end of the deck");
    }
    for (int i = 0; i < g->deck_size; i++) {
        if (deck[i] >= g->kind_count || seen[deck[i]]++ == g->copies[deck[i]]) {
            return refuse(error, "planet_deck", "holds a planet that it cannot hold");
        }
        if (stellar_is_view(s) && i > s->index && deck[i - 1] > deck[i]) {
            return refuse(error, "planet_deck", "the unrevealed planets of a view must be sorted");
        }
    }
    return AGON_OK;
}

// Every revealed planet is in the pot, or claimed, or was thrown away with the last pot.
static agon_status check_counts(const stellar_state *s, agon_error *error) {
    if (s->pot > s->index) {
        return refuse(error, "planet_pot", "holds more planets than were revealed");
    }
    if (s->claimed > s->index - s->pot) {
        return refuse(error, "claimed_planets", "more planets than were revealed");
    }
    bool may_lack = s->end_reason == AGON_STELLAR_FINAL_TIE_POT_DISCARDED;
    if (s->claimed < s->index - s->pot && !may_lack) {
        return refuse(error, "current_planet_index",
                      "some revealed planets are neither in the pot nor claimed");
    }
    return AGON_OK;
}

// SS-8: nobody is asked to choose blind.
static agon_status check_turned_up(const stellar_game *g, const stellar_state *s,
                                   agon_error *error) {
    if (g->turns_up && !s->head.over && s->pot == 0 && s->index < g->deck_size) {
        return refuse(error, "planet_pot", "is empty, but planets are left to lie face up");
    }
    return AGON_OK;
}

static bool is_claim_known(const stellar_game *g, uint16_t claim) {
    int kind = claim % AGON_STELLAR_DOUBLED;
    bool is_doubled = claim & AGON_STELLAR_DOUBLED;
    return (claim & 0xff) < 2 * AGON_STELLAR_DOUBLED && kind < g->kind_count &&
           (!is_doubled || g->doubled_as[kind] == (claim & 0xff));
}

// The claimed planets are the first of the deck. Look-alikes are only counted together.
static agon_status check_claimed(const stellar_game *g, const stellar_state *s, agon_error *error) {
    const uint16_t *claims = stellar_claims(g, s);
    const uint8_t *deck = stellar_deck(g, s);
    int8_t left[AGON_STELLAR_MAX_PLANETS] = {0};
    for (int i = 0; i < s->claimed; i++) {
        left[g->has_lookalikes ? g->family[deck[i]] : deck[i]]++;
    }
    for (int i = 0; i < s->claimed; i++) {
        int kind = claims[i] % AGON_STELLAR_DOUBLED;
        if (!is_claim_known(g, claims[i]) ||
            left[g->has_lookalikes ? g->family[kind] : kind]-- == 0) {
            return refuse_player(error, "claimed_planets", claims[i] >> STELLAR_OWNER,
                                 "holds a planet that was not there to claim");
        }
    }
    return AGON_OK;
}

// How far one player's claims have been followed.
typedef struct trail {
    int plain_at, doubled_at; // places in the deck
    int pending;              // planets that the last one must have pulled along
    bool is_exhausted;        // there were not enough of them
} trail;

// The next place from `at` on where the deck holds `kind`, or −1.
static int find_from(const uint8_t *deck, int count, int at, int kind) {
    while (at < count && deck[at] != kind) {
        at++;
    }
    return at < count ? at : -1;
}

// Whether a claim's planet was pulled along. Doubled or not, 0 points are 0 points: such a planet
// was, if one is still to come.
static bool is_pulled(const stellar_game *g, const stellar_state *s, const trail *t,
                      uint16_t claim) {
    int kind = claim % AGON_STELLAR_DOUBLED;
    if (t->pending == 0 || g->points[kind] != 0) {
        return claim & AGON_STELLAR_DOUBLED;
    }
    return find_from(stellar_deck(g, s), s->claimed, t->doubled_at, kind) >= 0;
}

// SS-12: planets are claimed in the order of the deck, except that one with the ability is followed
// at once by those that it pulls along.
static const char *follow(const stellar_game *g, const stellar_state *s, trail *t, uint16_t claim) {
    int kind = claim % AGON_STELLAR_DOUBLED;
    bool pulled = is_pulled(g, s, t, claim);
    int *at = pulled ? &t->doubled_at : &t->plain_at;
    *at = find_from(stellar_deck(g, s), s->claimed, *at, kind) + 1;
    if (*at == 0) {
        return "the planets are not in the order in which they were revealed";
    }
    if (pulled) {
        return t->pending-- > 0 ? NULL : "a planet is doubled without reason";
    }
    t->is_exhausted |= t->pending > 0;
    t->pending = t->is_exhausted ? 0 : g->doubles[kind];
    return NULL;
}

static agon_status check_order(const stellar_game *g, const stellar_state *s, int player,
                               agon_error *error) {
    const uint16_t *claims = stellar_claims(g, s);
    trail t = {0};
    const char *fault = NULL;
    for (int i = 0; i < s->claimed && !fault; i++) {
        if (claims[i] >> STELLAR_OWNER == player) {
            fault = follow(g, s, &t, claims[i]);
        }
    }
    bool is_short = t.is_exhausted || t.pending > 0;
    if (!fault && is_short && s->index < g->deck_size) {
        fault = "a planet has not pulled along the next one";
    }
    return fault ? refuse_player(error, "claimed_planets", player, fault) : AGON_OK;
}

static agon_status check_planets(const stellar_game *g, const stellar_state *s, agon_error *error) {
    agon_status status = check_deck(g, s, error);
    if (status == AGON_OK) {
        status = check_counts(s, error);
    }
    if (status == AGON_OK) {
        status = check_claimed(g, s, error);
    }
    for (int p = 0; p < g->head.players && status == AGON_OK && !g->has_lookalikes; p++) {
        status = check_order(g, s, p, error);
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// Cards

static const char *find_play_fault(const stellar_game *g, const stellar_state *s, int player) {
    uint8_t play = stellar_plays(g, s)[player];
    bool is_foreign = stellar_is_sorted(s, player);
    if (play == STELLAR_NO_PLAY) {
        return NULL;
    }
    if (s->head.over) {
        return "nobody has an open play when the game is over";
    }
    if (s->pot == 0 && s->index < g->deck_size) {
        return "the first play of a battle reveals a planet, but the pot is empty";
    }
    if (play == STELLAR_HIDDEN) {
        return !is_foreign         ? "only others' plays can be hidden, and only in a view"
               : !s->hands[player] ? "the hand must still hold the hidden card"
                                   : NULL;
    }
    return is_foreign ? "must be hidden from this viewer" : NULL;
}

// Rebuilds to_act on the way.
static agon_status check_player(const stellar_game *g, stellar_state *s, int player,
                                agon_error *error) {
    const char *fault = find_play_fault(g, s, player);
    if (fault) {
        return refuse_player(error, "current_plays", player, fault);
    }
    if (s->head.over || stellar_plays(g, s)[player] != STELLAR_NO_PLAY) {
        return AGON_OK;
    }
    s->head.to_act |= agon_viewer_bit(player);
    return s->hands[player]
               ? AGON_OK
               : refuse_player(error, "hands", player, "this player owes a card and has none");
}

static agon_status check_players(const stellar_game *g, stellar_state *s, agon_error *error) {
    agon_status status = AGON_OK;
    s->head.to_act = AGON_NONE;
    for (int p = 0; p < g->head.players && status == AGON_OK; p++) {
        status = check_player(g, s, p, error);
    }
    if (status == AGON_OK && !s->head.over && s->head.to_act == AGON_NONE) {
        return refuse(error, "current_plays", "all have played: the battle must be resolved");
    }
    return status;
}

// ---------------------------------------------------------------------------------------------
// The end

static bool is_reason_possible(const stellar_game *g, const stellar_state *s) {
    bool is_all_claimed = s->pot == 0 && s->index == g->deck_size;
    int empty = 0;
    for (int p = 0; p < g->head.players; p++) {
        empty += s->hands[p] == 0;
    }
    switch (s->end_reason) {
    case AGON_STELLAR_NORMAL:
        return empty == g->head.players && is_all_claimed;
    case AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING:
        return empty == g->head.players && !is_all_claimed;
    case AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY:
        return empty > 0 && empty < g->head.players;
    case AGON_STELLAR_FINAL_TIE_POT_DISCARDED:
        return g->final_tie == AGON_STELLAR_DISCARD && is_all_claimed;
    default:
        return false;
    }
}

static agon_status check_end(const stellar_game *g, const stellar_state *s, agon_error *error) {
    if (s->head.over != (s->end_reason != AGON_STELLAR_NOT_OVER)) {
        return refuse(error, "game_over", "the game is over exactly when there is an end_reason");
    }
    if (s->head.over && !is_reason_possible(g, s)) {
        return refuse(error, "end_reason", "does not fit the hands and planets");
    }
    return AGON_OK;
}

agon_status agon_stellar_validate(const agon_game *game, agon_state *state, agon_error *error) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    state->used = game->state_max;
    agon_status status = check_planets(g, s, error);
    if (status == AGON_OK) {
        status = check_end(g, s, error);
    }
    if (status == AGON_OK) {
        status = check_turned_up(g, s, error);
    }
    if (status == AGON_OK) {
        status = check_players(g, s, error);
    }
    if (status == AGON_OK && !stellar_is_view(s)) {
        agon_stellar_recall(g, s);
    }
    return status;
}
