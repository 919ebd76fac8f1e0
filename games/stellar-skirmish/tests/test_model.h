// A second implementation of the rules, slow and plain, and random matches that compare the two.
// It shares nothing with the game but the numbers of its planets.
#ifndef AGON_STELLAR_TEST_MODEL_H
#define AGON_STELLAR_TEST_MODEL_H

#include "games/stellar-skirmish/tests/test_table.h"

typedef struct model_list {
    int32_t items[64];
    int count;
} model_list;

typedef struct model {
    int players;
    bool is_discarding;
    bool is_open;                               // a planet lies face up before anybody plays
    model_list deck, pot, hands[8], claimed[8]; // planets: 1000 · number + 1 if doubled
    int32_t plays[8];
    bool has_played[8];
    int index, end_reason;
    int32_t points[64];
    int doubles[64];
} model;

static inline void model_push(model_list *list, int32_t item) {
    list->items[list->count++] = item;
}

// Takes the first item of this value out of a list; false if there is none.
static inline bool model_take(model_list *list, int32_t item) {
    for (int i = 0; i < list->count; i++) {
        if (list->items[i] == item) {
            memmove(&list->items[i], &list->items[i + 1],
                    (size_t)(list->count - i - 1) * sizeof list->items[0]);
            list->count--;
            return true;
        }
    }
    return false;
}

static inline void model_draw(model *m) {
    model_push(&m->pot, m->deck.items[m->index++]);
}

// A battle that is about nothing gets a planet, if there is one.
static inline void model_open(model *m) {
    if (m->pot.count == 0 && m->index < m->deck.count) {
        model_draw(m);
    }
}

static inline void model_award(model *m, int winner) {
    for (int i = 0; i < m->pot.count; i++) {
        int planet = m->pot.items[i];
        model_push(&m->claimed[winner], planet * 1000);
        for (int k = 0; k < m->doubles[planet] && m->index < m->deck.count; k++) {
            model_push(&m->claimed[winner], m->deck.items[m->index++] * 1000 + 1);
        }
    }
    m->pot.count = 0;
}

// The winner, or −1.
static inline int model_winner(const model *m) {
    int winner = -1;
    for (int p = 0; p < m->players; p++) {
        bool is_best = true;
        for (int q = 0; q < m->players; q++) {
            is_best = is_best && (p == q || m->plays[p] > m->plays[q]);
        }
        winner = is_best ? p : winner;
    }
    return winner;
}

static inline void model_end(model *m) {
    int empty = 0;
    for (int p = 0; p < m->players; p++) {
        empty += m->hands[p].count == 0;
    }
    bool is_left = m->pot.count > 0 || m->index < m->deck.count;
    if (empty == m->players) {
        m->end_reason =
            is_left ? AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING : AGON_STELLAR_NORMAL;
    } else if (empty > 0) {
        m->end_reason = AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY;
    }
}

static inline void model_battle(model *m) {
    int winner = model_winner(m);
    memset(m->has_played, 0, sizeof m->has_played);
    if (winner >= 0) {
        model_award(m, winner);
    } else if (m->index < m->deck.count) {
        model_draw(m);
    } else if (m->is_discarding) {
        m->pot.count = 0;
        m->end_reason = AGON_STELLAR_FINAL_TIE_POT_DISCARDED;
    }
    if (m->end_reason == AGON_STELLAR_NOT_OVER) {
        model_end(m);
    }
    if (m->end_reason == AGON_STELLAR_NOT_OVER && m->is_open) {
        model_open(m);
    }
}

static inline agon_status model_play(model *m, int player, int32_t card) {
    if (m->end_reason != AGON_STELLAR_NOT_OVER) {
        return AGON_GAME_OVER;
    }
    if (player < 0 || player >= m->players) {
        return AGON_UNKNOWN_PLAYER;
    }
    if (m->has_played[player]) {
        return AGON_NOT_YOUR_TURN;
    }
    if (!model_take(&m->hands[player], card)) {
        return AGON_INVALID_MOVE;
    }
    if (!m->is_open) {
        model_open(m);
    }
    m->plays[player] = card;
    m->has_played[player] = true;
    for (int p = 0; p < m->players; p++) {
        if (!m->has_played[p]) {
            return AGON_OK;
        }
    }
    model_battle(m);
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Random matches

static inline int model_random(agon_rng *rng, int n) {
    return (int)agon_uniform(rng, (uint32_t)n);
}

// A run of values, or values from a narrow or a wide range, in any order.
static inline int model_cards(agon_rng *rng, int32_t *cards) {
    static const int sizes[] = {1, 2, 3, 5, 8, 15, 16, 17, 40, 64};
    int count = sizes[model_random(rng, 10)];
    int kind = model_random(rng, 4);
    int32_t first = kind < 2 ? model_random(rng, 5) - 2 : INT32_MAX - 200;
    for (int i = 0; i < count; i++) {
        cards[i] = first + (kind % 2 ? model_random(rng, 2 + count) : i);
    }
    if (kind == 3) {
        cards[0] = -INT32_MAX;
    }
    return count;
}

static inline int model_planets(agon_rng *rng, agon_stellar_planet *planets) {
    static const char *const ids[] = {"A", "B", "C"};
    static const agon_stellar_ability abilities[] = {
        {NULL, AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT},
        {"[1]", AGON_STELLAR_CHOOSE_CLASS},
        {NULL, AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT}};
    int count = 1 + model_random(rng, model_random(rng, 2) ? 8 : 64);
    for (int i = 0; i < count; i++) {
        planets[i] = (agon_stellar_planet){.id = ids[model_random(rng, 3)],
                                           .victory_points = model_random(rng, 6) - 1,
                                           .abilities = abilities,
                                           .ability_count = (uint32_t)model_random(rng, 4)};
    }
    return model_random(rng, 4) ? count : 0; // 0: the default deck
}

static inline void model_fill(model *m, const agon_stellar_config *config, const agon_game *game,
                              const agon_state *state) {
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    *m = (model){.players = game->players,
                 .is_discarding = config->final_tie == AGON_STELLAR_DISCARD,
                 .is_open = config->reveal == AGON_STELLAR_BATTLE};
    m->deck.count = agon_stellar_deck(game, state, deck);
    for (int i = 0; i < m->deck.count; i++) {
        m->deck.items[i] = deck[i];
    }
    for (int p = 0; p < m->players; p++) {
        m->hands[p].count = agon_stellar_hand(game, state, p, m->hands[p].items);
    }
    for (int i = 0; i < agon_stellar_planet_kinds(game); i++) {
        agon_stellar_planet planet = agon_stellar_planet_at(game, i);
        m->points[i] = planet.victory_points;
        for (uint32_t k = 0; k < planet.ability_count; k++) {
            m->doubles[i] += planet.abilities[k].type == AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT;
        }
    }
    if (m->is_open) {
        model_open(m);
    }
}

// A claimed planet of the game is one of the model if it has its id and its points.
static inline void model_compare_claimed(const model *m, const agon_game *game,
                                         const agon_state *state, int player) {
    uint8_t planets[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_claimed(game, state, player, planets);
    int32_t score = 0;
    assert_int_equal(count, m->claimed[player].count);
    for (int i = 0; i < count; i++) {
        int32_t expected = m->claimed[player].items[i];
        int32_t points = m->points[expected / 1000] * (1 + expected % 1000);
        agon_stellar_planet found = agon_stellar_planet_at(game, planets[i]);
        assert_int_equal(found.victory_points, points);
        assert_string_equal(found.id, agon_stellar_planet_at(game, expected / 1000).id);
        score += points;
    }
    assert_int_equal(agon_stellar_score(game, state, player), score);
}

static inline void model_compare_cards(const model *m, const agon_game *game,
                                       const agon_state *state, int player) {
    int32_t cards[AGON_STELLAR_MAX_CARDS], card = 0;
    assert_int_equal(agon_stellar_hand(game, state, player, cards), m->hands[player].count);
    assert_memory_equal(cards, m->hands[player].items,
                        (size_t)m->hands[player].count * sizeof cards[0]);
    int what = agon_stellar_table_card(game, state, player, &card);
    assert_int_equal(what, m->has_played[player] ? AGON_STELLAR_OPEN_CARD : AGON_STELLAR_NO_CARD);
    if (what == AGON_STELLAR_OPEN_CARD) {
        assert_int_equal(card, m->plays[player]);
    }
}

static inline void model_compare(const model *m, const agon_game *game, const agon_state *state) {
    agon_stellar_pot pot = agon_stellar_pot_summary(game, state);
    assert_int_equal(agon_stellar_end_reason(state), m->end_reason);
    assert_int_equal(state->over, m->end_reason != AGON_STELLAR_NOT_OVER);
    assert_int_equal(agon_stellar_revealed(state), m->index);
    assert_int_equal(pot.count, m->pot.count);
    for (int i = 0; i < pot.count; i++) {
        assert_int_equal(pot.planets[i], m->pot.items[i]);
    }
    for (int p = 0; p < m->players; p++) {
        model_compare_cards(m, game, state, p);
        model_compare_claimed(m, game, state, p);
        bool may_act = !state->over && !m->has_played[p];
        assert_int_equal(state->to_act >> p & 1, may_act);
    }
}

static inline void model_sink(void *user, const agon_event *event) {
    (void)event;
    (*(int *)user)++;
}

// Plays one match: some plays random, some valid; in place, elsewhere, with and without events.
static inline void model_match(agon_rng *rng, const agon_stellar_config *config) {
    agon_game *game = malloc(agon_game_size(&agon_stellar_rules, config));
    assert_int_equal(agon_configure(&agon_stellar_rules, config, game, NULL), AGON_OK);
    agon_state *state = malloc(game->state_max), *other = malloc(game->state_max);
    int events = 0;
    agon_sink sink = {model_sink, &events};
    agon_context context = {.sink = &sink};
    model m;
    agon_init(game, config, agon_seed_number(model_random(rng, 1000)), state);
    model_fill(&m, config, game, state);
    while (m.end_reason == AGON_STELLAR_NOT_OVER) {
        int player = model_random(rng, game->players + 1);
        agon_action action;
        if (model_random(rng, 8) == 0 ||
            agon_random_action(game, state, player, rng, &action) != AGON_OK) {
            action = agon_stellar_play(model_random(rng, 20) - 3);
        }
        int way = model_random(rng, 3);
        agon_state *out = way == 1 ? other : state;
        agon_status status =
            agon_apply(game, state, player, action, way == 2 ? &context : NULL, out, NULL);
        assert_int_equal(status, model_play(&m, player, action.n));
        if (status == AGON_OK && out == other) {
            agon_copy(state, other);
        }
        model_compare(&m, game, state);
    }
    assert_int_equal(agon_apply(game, state, 0, agon_stellar_play(1), NULL, state, NULL),
                     AGON_GAME_OVER);
    free(other);
    free(state);
    free(game);
}

static inline void model_matches(int count, int64_t seed) {
    agon_rng rng = agon_rng_make(agon_seed_number(seed));
    for (int i = 0; i < count; i++) {
        int32_t cards[AGON_STELLAR_MAX_CARDS];
        agon_stellar_planet planets[AGON_STELLAR_MAX_PLANETS];
        agon_stellar_config config = agon_stellar_config_default();
        config.player_count = 2 + model_random(&rng, 7);
        config.planets = planets;
        config.planet_count = (uint32_t)model_planets(&rng, planets);
        config.fleet = (agon_stellar_cards){cards, (uint32_t)model_cards(&rng, cards)};
        config.shuffle = model_random(&rng, 2);
        config.final_tie = (uint8_t)model_random(&rng, 2);
        config.reveal = (uint8_t)model_random(&rng, 2);
        model_match(&rng, &config);
    }
}

#endif
