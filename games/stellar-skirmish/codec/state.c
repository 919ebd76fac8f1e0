// Reading states and views.
#include "games/stellar-skirmish/codec/internal.h"

#include <string.h>

// What is being read, and into what.
typedef struct reading {
    const stellar_game *g;
    stellar_state *s;
    const agon_cursor *at; // the document
} reading;

// ---------------------------------------------------------------------------------------------
// Planets

static void sort_planets(uint8_t *planets, int count) {
    for (int i = 1; i < count; i++) {
        uint8_t planet = planets[i];
        int at = i;
        for (; at > 0 && planets[at - 1] > planet; at--) {
            planets[at] = planets[at - 1];
        }
        planets[at] = planet;
    }
}

static bool index_read(const reading *r) {
    agon_cursor at = agon_cursor_child(r->at, "current_planet_index");
    agon_cursor revealed_at = agon_cursor_child(r->at, "revealed_count");
    int64_t index = 0;
    int64_t revealed = 0;
    if (!agon_cursor_read_int(&at, 0, r->g->deck_size, &index)) {
        return false;
    }
    r->s->index = (uint8_t)index;
    if (!stellar_is_view(r->s) || !agon_cursor_is_given(&revealed_at)) {
        return true;
    }
    return agon_cursor_read_int(&revealed_at, 0, r->g->deck_size, &revealed) &&
           (revealed == index || agon_cursor_refuse(&revealed_at, "must be current_planet_index"));
}

static bool deck_read(const reading *r) {
    agon_cursor at = agon_cursor_child(r->at, "planet_deck");
    uint8_t *deck = stellar_deck(r->g, r->s);
    for (int i = 0; i < r->g->deck_size; i++) {
        agon_cursor item = agon_cursor_item(&at, (size_t)i);
        agon_stellar_planet planet;
        if (!agon_stellar_planet_read(&item, 1, &planet)) {
            return false;
        }
        deck[i] = (uint8_t)agon_stellar_kind_find(r->g, &planet, planet.victory_points);
    }
    if (stellar_is_view(r->s)) {
        sort_planets(deck + r->s->index, r->g->deck_size - r->s->index);
    }
    return true;
}

// The pot is what was revealed last; its size is all that the state needs of it.
static bool pot_read(const reading *r) {
    agon_cursor at = agon_cursor_child(r->at, "planet_pot");
    size_t count = 0;
    if (!agon_cursor_read_list(&at, 0, AGON_STELLAR_MAX_PLANETS, &count)) {
        return false;
    }
    if (count > r->s->index) {
        return agon_cursor_refuse(&at, "holds more planets than were revealed");
    }
    const uint8_t *expected = stellar_deck(r->g, r->s) + r->s->index - count;
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(&at, i);
        agon_stellar_planet planet;
        if (!agon_stellar_planet_read(&item, 1, &planet)) {
            return false;
        }
        if (agon_stellar_kind_find(r->g, &planet, planet.victory_points) != expected[i]) {
            return agon_cursor_refuse(&item,
                                      "is not the planet of the deck that was revealed there");
        }
    }
    r->s->pot = (uint8_t)count;
    return true;
}

static bool claim_read(const reading *r, const agon_cursor *at, int player) {
    agon_stellar_planet planet;
    if (!agon_stellar_planet_read(at, 2, &planet)) {
        return false;
    }
    int points = planet.victory_points;
    int found = agon_stellar_kind_find(r->g, &planet, points);
    if (found < 0 && points % 2 == 0) {
        found = agon_stellar_kind_find(r->g, &planet, points / 2);
        found = found < 0 ? found : found | AGON_STELLAR_DOUBLED;
    }
    if (found < 0) {
        return agon_cursor_refuse(at, "is not a planet of the deck");
    }
    if (r->s->claimed == r->g->deck_size) {
        return agon_cursor_refuse(at, "more planets are claimed than the deck has");
    }
    stellar_claims(r->g, r->s)[r->s->claimed++] = stellar_claim(player, found);
    return true;
}

static bool claimed_read(const reading *r, const agon_cursor *at, int player) {
    size_t count = 0;
    if (!agon_cursor_read_list(at, 0, AGON_STELLAR_MAX_PLANETS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!claim_read(r, &item, player)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Cards

static void sort_cards(int32_t *cards, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        int32_t card = cards[i];
        uint32_t at = i;
        for (; at > 0 && cards[at - 1] > card; at--) {
            cards[at] = cards[at - 1];
        }
        cards[at] = card;
    }
}

static bool hand_read(const reading *r, const agon_cursor *at, int player) {
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    uint32_t count = 0;
    bool is_sorted = stellar_is_sorted(r->s, player);
    if (!agon_stellar_cards_read(at, cards, &count)) {
        return false;
    }
    if (is_sorted) {
        sort_cards(cards, count);
    }
    return agon_stellar_hand_find(r->g->fleets[player], cards, (int)count, is_sorted,
                                  &r->s->hands[player]) ||
           agon_cursor_refuse(at, "does not fit this player's cards");
}

static bool play_read(const reading *r, const agon_cursor *at, int player) {
    stellar_table_card table;
    if (!agon_stellar_table_card_read(at, &table)) {
        return false;
    }
    int play = table.what == AGON_STELLAR_NO_CARD ? STELLAR_NO_PLAY : STELLAR_HIDDEN;
    if (table.what == AGON_STELLAR_OPEN_CARD) {
        play = agon_stellar_play_find(r->g->fleets[player], r->s->hands[player], table.card);
    }
    if (play < 0) {
        return agon_cursor_refuse(at, "a card that this player cannot have had");
    }
    stellar_plays(r->g, r->s)[player] = (uint8_t)play;
    return true;
}

static bool players_read(const reading *r) {
    agon_cursor hands = agon_cursor_child(r->at, "hands");
    agon_cursor plays = agon_cursor_child(r->at, "current_plays");
    agon_cursor claimed = agon_cursor_child(r->at, "claimed_planets");
    for (int p = 0; p < r->g->head.players; p++) {
        const char *key = agon_stellar_player_key(p);
        agon_cursor hand = agon_cursor_child(&hands, key);
        agon_cursor play = agon_cursor_child(&plays, key);
        agon_cursor planets = agon_cursor_child(&claimed, key);
        if (!claimed_read(r, &planets, p) || !hand_read(r, &hand, p) || !play_read(r, &play, p)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------

static bool end_read(const reading *r) {
    static const char *const words[] = {"normal", "ships_exhausted_planets_remaining",
                                        "player_out_of_cards_early", "final_tie_pot_discarded",
                                        NULL};
    agon_cursor over_at = agon_cursor_child(r->at, "game_over");
    agon_cursor reason = agon_cursor_child(r->at, "end_reason");
    bool over = false;
    int word = -1;
    if (!agon_cursor_read_bool(&over_at, &over) ||
        (agon_cursor_is_given(&reason) && !agon_cursor_read_word(&reason, words, &word))) {
        return false;
    }
    r->s->head.over = over;
    r->s->end_reason = (uint8_t)(word + 1);
    return true;
}

// ALL-8: the generator, or one made from the seed.
static bool rng_read(const reading *r) {
    agon_cursor at = agon_cursor_child(r->at, "rng");
    agon_cursor seed_at = agon_cursor_child(r->at, "seed");
    agon_seed seed = agon_seed_number(42);
    if (agon_cursor_is_given(&seed_at) && !agon_cursor_read_seed(&seed_at, &seed)) {
        return false;
    }
    agon_rng rng = agon_rng_make(seed);
    if (agon_cursor_is_given(&at) && !agon_cursor_read_rng(&at, &rng)) {
        return false;
    }
    memcpy(r->s->key, rng.key, sizeof r->s->key);
    r->s->pos = rng.pos;
    return true;
}

bool agon_stellar_state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    const reading r = {stellar_game_of(game), (stellar_state *)state, at};
    return index_read(&r) && deck_read(&r) && pot_read(&r) && players_read(&r) && end_read(&r) &&
           (stellar_is_view(r.s) || rng_read(&r));
}
