// The rules of Stellar Skirmish: set-up, play, scores. What happens when all have played is in
// battle.c.
#include "games/stellar-skirmish/select.h"
#include "games/stellar-skirmish/state.h"

#include <string.h>

static void config_default(void *config, int players) {
    agon_stellar_config *c = config;
    *c = agon_stellar_config_default();
    c->player_count = players ? players : c->player_count;
}

// ---------------------------------------------------------------------------------------------
// Set-up

// The deck in the order of the config. If that order is secret it is not in the game.
static void lay_deck(const stellar_game *g, const agon_stellar_config *config, uint8_t *deck) {
    if (g->shuffle) {
        memcpy(deck, g->order, g->deck_size);
        return;
    }
    bool is_custom = config->planets && config->planet_count > 0;
    const agon_stellar_planet *planets = is_custom ? config->planets : agon_stellar_default_deck;
    for (int i = 0; i < g->deck_size; i++) {
        deck[i] = (uint8_t)agon_stellar_kind_find(g, &planets[i], planets[i].victory_points);
    }
}

// SS-4.
void agon_stellar_shuffle(uint8_t *deck, uint32_t count, agon_rng *rng) {
    agon_rng own = *rng; // which the deck cannot overlap: it stays in registers
    for (uint32_t i = count; i-- > 1;) {
        uint32_t j = agon_uniform(&own, i + 1);
        uint8_t planet = deck[i];
        deck[i] = deck[j];
        deck[j] = planet;
    }
    *rng = own;
}

static void deal(const stellar_game *g, stellar_state *s) {
    uint8_t *legal = stellar_legal(g, s);
    for (int p = 0; p < g->head.players; p++) {
        const stellar_fleet *fleet = g->fleets[p];
        s->hands[p] = stellar_full_hand(fleet);
        legal[p] = fleet->distinct;
    }
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    agon_rng rng = agon_rng_make(seed);
    uint8_t *deck = stellar_deck(g, s);
    lay_deck(g, config, deck);
    if (g->shuffle) {
        agon_stellar_shuffle(deck, g->deck_size, &rng);
    }
    memcpy(s->key, rng.key, sizeof s->key);
    s->pos = rng.pos;
    state->used = game->state_max;
    state->to_act = g->everybody;
    state->over = 0;
    s->index = s->pot = s->claimed = 0;
    s->end_reason = AGON_STELLAR_NOT_OVER;
    s->leader = s->is_tied = s->broke = 0;
    deal(g, s);
    memset(stellar_claims(g, s), 0, g->deck_size * sizeof(uint16_t));
    memset(stellar_plays(g, s), STELLAR_NO_PLAY, game->players);
}

// ---------------------------------------------------------------------------------------------
// Play

// Kept out of line, so that what is played a million times a second stays short.
#define OUT_OF_LINE __attribute__((noinline, cold))
#define INLINE static inline __attribute__((always_inline))

OUT_OF_LINE static agon_status refuse(int player, agon_action action, agon_error *error) {
    if (action.a | action.b | action.c) {
        return agon_fail(error, AGON_BAD_ACTION, NULL, "a play has no other fields than its card");
    }
    return agon_fail(error, AGON_INVALID_MOVE, "card", "player %d does not hold this card",
                     player + 1);
}

// The cards of this value in a player's hand.
INLINE uint64_t find_cards(const stellar_game *g, const stellar_state *s, int player,
                           int32_t value) {
    uint64_t hand = s->hands[player];
    if (AGON_LIKELY(g->run_length)) {
        uint32_t position = (uint32_t)value - (uint32_t)g->run_start;
        return position < g->run_length ? hand & UINT64_C(1) << position : 0;
    }
    return hand & stellar_equals(g->fleets[player], value);
}

INLINE bool is_valid(uint64_t cards, agon_action action) {
    return cards && action.a == 0 && action.b == 0 && action.c == 0;
}

// SS-7: that the player has not played yet in this battle is what to_act says.
static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    const stellar_game *g = stellar_game_of(game);
    uint64_t cards = find_cards(g, (const stellar_state *)state, player, action.n);
    return AGON_LIKELY(is_valid(cards, action)) ? AGON_OK : refuse(player, action, error);
}

// The first of equal cards leaves the hand.
INLINE void take_card(const stellar_game *g, stellar_state *s, int player, uint64_t equals) {
    uint64_t first = equals & (0 - equals);
    uint64_t hand = s->hands[player] ^ first;
    uint8_t *legal = &stellar_legal(g, s)[player];
    s->hands[player] = hand;
    *legal = (uint8_t)(*legal - (equals == first));
    stellar_plays(g, s)[player] = (uint8_t)stellar_lowest_bit(first);
    s->broke = (uint8_t)(s->broke | (hand == 0) << player);
}

// Who leads after one more card, compared with that of the leader. Without branches: nobody can
// foresee which way they would go.
INLINE void note_leader(stellar_state *s, int player, bool is_higher, bool is_equal) {
    unsigned leader = s->leader, replaced = 0u - (unsigned)is_higher; // all ones or all zeros
    s->leader = (uint8_t)(leader ^ ((leader ^ (unsigned)player) & replaced));
    s->is_tied = (uint8_t)((s->is_tied | is_equal) & ~replaced);
}

INLINE void compare_card(const stellar_game *g, stellar_state *s, int player, int32_t value) {
    int32_t best = g->fleets[s->leader]->values[stellar_plays(g, s)[s->leader]];
    note_leader(s, player, value > best, value == best);
}

INLINE void play_card(const stellar_game *g, stellar_state *s, int player, int32_t card,
                      uint64_t equals) {
    if (s->head.to_act == g->everybody) {
        s->leader = (uint8_t)player;
        s->is_tied = 0;
    } else {
        compare_card(g, s, player, card);
    }
    take_card(g, s, player, equals);
    s->head.to_act &= (agon_viewers) ~(1u << player);
}

void agon_stellar_play_card(const stellar_game *g, stellar_state *s, int player, int32_t card) {
    take_card(g, s, player, find_cards(g, s, player, card));
}

void agon_stellar_recall(const stellar_game *g, stellar_state *s) {
    bool is_first = true;
    s->broke = s->leader = s->is_tied = 0;
    for (int p = 0; p < g->head.players; p++) {
        uint8_t play = stellar_play_of(g, s, p);
        s->broke = (uint8_t)(s->broke | (s->hands[p] == 0) << p);
        if (play == STELLAR_NO_PLAY) {
            continue;
        }
        if (is_first) {
            s->leader = (uint8_t)p;
        } else {
            compare_card(g, s, p, g->fleets[p]->values[play]);
        }
        is_first = false;
    }
}

// SS-6, SS-8.
INLINE agon_status play(const stellar_game *g, stellar_state *s, int player, int32_t card,
                        uint64_t equals) {
    if (s->pot == 0 && s->index < g->deck_size) {
        s->index++;
        s->pot = 1;
    }
    play_card(g, s, player, card, equals);
    return s->head.to_act ? AGON_OK : agon_stellar_battle(g, s);
}

OUT_OF_LINE static agon_status play_and_tell(const stellar_game *g, stellar_state *s, int player,
                                             int32_t card, const agon_context *context) {
    if (s->pot == 0 && s->index < g->deck_size) {
        if (agon_wants_events(context)) {
            agon_stellar_emit_revealed(context, stellar_deck(g, s)[s->index]);
        }
        s->index++;
        s->pot = 1;
    }
    if (agon_wants_events(context)) {
        agon_stellar_emit_played(context, player, card);
    }
    play_card(g, s, player, card, find_cards(g, s, player, card));
    return s->head.to_act ? AGON_OK : agon_stellar_battle_told(g, s, context);
}

static agon_status step(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    if (AGON_UNLIKELY(context != NULL)) {
        return play_and_tell(g, s, player, action.n, context);
    }
    return play(g, s, player, action.n, find_cards(g, s, player, action.n));
}

static uint32_t count(const agon_game *game, const agon_state *state, int player) {
    return stellar_legal(stellar_game_of(game), (const stellar_state *)state)[player];
}

static int32_t nth_distinct(const stellar_fleet *fleet, uint64_t hand, uint32_t i) {
    for (; i > 0; i--) {
        hand &= ~stellar_equals(fleet, fleet->values[stellar_lowest_bit(hand)]);
    }
    return fleet->values[stellar_lowest_bit(hand)];
}

INLINE int32_t nth_card(const stellar_game *g, int player, uint64_t hand, uint32_t i) {
    const stellar_fleet *fleet = g->fleets[player];
    if (AGON_UNLIKELY(fleet->distinct < fleet->count)) {
        return nth_distinct(fleet, hand, i);
    }
    uint32_t position =
        hand < 0x10000 ? stellar_select_16((uint32_t)hand, i) : stellar_select(hand, i);
    return fleet->values[position];
}

int32_t agon_stellar_nth_card(const stellar_game *g, int player, uint64_t hand, uint32_t i) {
    return nth_card(g, player, hand, i);
}

static agon_action nth(const agon_game *game, const agon_state *state, int player, uint32_t i) {
    uint64_t hand = ((const stellar_state *)state)->hands[player];
    return agon_stellar_play(nth_card(stellar_game_of(game), player, hand, i));
}

// ---------------------------------------------------------------------------------------------
// The shortcuts of the rules table. They are for fleets that are a run of values: what is above, with
// the position of a card computed instead of looked up. No two cards of a run are equal, and the
// higher of two is the one with the higher position.

OUT_OF_LINE static agon_status act_in_any(const agon_game *game, agon_state *state, int player,
                                          agon_action action, agon_error *error) {
    agon_status status = check(game, state, player, action, error);
    return status ? status : step(game, state, player, action, NULL);
}

INLINE void play_position(const stellar_game *g, stellar_state *s, int player, uint32_t position) {
    uint8_t *plays = stellar_plays(g, s);
    if (s->head.to_act == g->everybody) {
        s->leader = (uint8_t)player;
        s->is_tied = 0;
    } else {
        uint32_t best = plays[s->leader];
        note_leader(s, player, position > best, position == best);
    }
    uint64_t hand = s->hands[player] ^ UINT64_C(1) << position;
    s->hands[player] = hand;
    plays[player] = (uint8_t)position;
    stellar_legal(g, s)[player]--;
    if (AGON_UNLIKELY(hand == 0)) {
        s->broke = (uint8_t)(s->broke | 1u << player);
    }
    s->head.to_act &= (agon_viewers) ~(1u << player);
}

INLINE agon_status act_in_run(const agon_game *game, agon_state *state, int player,
                              agon_action action, agon_error *error) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    uint32_t position = (uint32_t)action.n - (uint32_t)g->run_start;
    uint32_t head; // type, a, b and c, all 0
    memcpy(&head, &action, sizeof head);
    if (AGON_UNLIKELY(head || position >= g->run_length || !(s->hands[player] >> position & 1))) {
        return act_in_any(game, state, player, action, error);
    }
    if (s->pot == 0 && s->index < g->deck_size) {
        s->index++;
        s->pot = 1;
    }
    play_position(g, s, player, position);
    return s->head.to_act ? AGON_OK : agon_stellar_battle(g, s);
}

INLINE agon_action pick_of_run(const agon_game *game, const agon_state *state, int player,
                               agon_rng *rng) {
    const stellar_game *g = stellar_game_of(game);
    uint64_t hand = ((const stellar_state *)state)->hands[player];
    uint32_t i = agon_uniform(rng, count(game, state, player));
    if (AGON_UNLIKELY(!g->run_length || hand >= 0x10000)) {
        return nth(game, state, player, i);
    }
    uint32_t position = stellar_select_16((uint32_t)hand, i);
    return agon_stellar_play((int32_t)(position + (uint32_t)g->run_start));
}

static agon_status act(const agon_game *game, agon_state *state, int player, agon_action action,
                       agon_error *error) {
    return act_in_run(game, state, player, action, error);
}

static agon_action pick(const agon_game *game, const agon_state *state, int player, agon_rng *rng) {
    return pick_of_run(game, state, player, rng);
}

static uint64_t playout(const agon_game *game, agon_state *state, agon_rng *rng, uint64_t most) {
    agon_rng own = *rng; // which the state cannot overlap
    uint64_t made = 0;
    for (; made < most && state->to_act; made++) {
        int player = stellar_lowest_bit(state->to_act);
        agon_action action = pick_of_run(game, state, player, &own);
        if (AGON_UNLIKELY(act_in_run(game, state, player, action, NULL) != AGON_OK)) {
            break;
        }
    }
    *rng = own;
    return made;
}

// ---------------------------------------------------------------------------------------------
// Scores

// SS-15.
static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    const stellar_game *g = stellar_game_of(game);
    const stellar_state *s = (const stellar_state *)state;
    const uint16_t *claims = stellar_claims(g, s);
    for (int i = 0; i < s->claimed; i++) {
        int32_t points = g->points[claims[i] % AGON_STELLAR_DOUBLED];
        out[claims[i] >> STELLAR_OWNER] += claims[i] & AGON_STELLAR_DOUBLED ? 2 * points : points;
    }
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    int32_t points[AGON_MAX_PLAYERS];
    agon_scores(game, state, points);
    int32_t best = points[0];
    unsigned set = 0;
    for (int p = 0; p < game->players; p++) {
        if (points[p] > best) {
            best = points[p];
            set = 0;
        }
        set |= points[p] == best ? 1u << p : 0u;
    }
    return (agon_viewers)set;
}

const agon_rules agon_stellar_rules = {
    .id = "stellar-skirmish",
    .title = "Stellar Skirmish",
    .version = 1,
    .min_players = 2,
    .max_players = AGON_MAX_PLAYERS,
    .is_simultaneous = true,
    .has_chance = false,
    .has_hidden = true,
    .action_types = 1,
    .event_types = AGON_STELLAR_EVENTS,
    .events = agon_stellar_event_types,
    .config_size = sizeof(agon_stellar_config),
    .config_default = config_default,
    .game_size = agon_stellar_game_size,
    .configure = agon_stellar_configure,
    .init = init,
    .check = check,
    .step = step,
    .count = count,
    .nth = nth,
    .view = agon_stellar_view,
    .resample = agon_stellar_resample,
    .winners = winners,
    .scores = scores,
    .pack = agon_stellar_pack,
    .validate = agon_stellar_validate,
    .act = act,
    .pick = pick,
    .playout = playout,
};
