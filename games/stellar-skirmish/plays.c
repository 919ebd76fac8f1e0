// Plays: SS-6 to SS-8.
//
// Playing a card and choosing one is what simulations spend their time on. If everybody's cards are
// consecutive values, as in the standard game, a card's position follows from its value; that way
// goes without a table, without a branch that cannot be foreseen, and without saving registers.
// All others go the general way.
#include "games/stellar-skirmish/state.h"

#include "src/core/bits.h"

#define INLINE static inline __attribute__((always_inline))

// ---------------------------------------------------------------------------------------------
// Laying a card on the table

// SS-8, where the first play of a battle turns up its planet. Where the end of a battle has done so,
// there is a pot or no deck, and nothing to do.
INLINE void reveal(const stellar_game *g, stellar_state *s, const agon_context *context) {
    if (s->pot == 0 && s->index < g->deck_size) {
        if (agon_wants_events(context)) {
            agon_stellar_emit_revealed(context, stellar_deck(g, s)[s->index]);
        }
        s->index++;
        s->pot = 1;
    }
}

// Who leads after one more card: the leader, the player if its card is higher, both if it is equal.
// Without a branch: nobody can foresee which way it would go.
INLINE uint32_t compare(uint32_t lead, uint32_t challenger, int32_t value, int32_t best) {
    uint32_t is_higher = 0u - (uint32_t)(value > best); // all bits or none
    lead |= STELLAR_LEAD_TIED * (uint32_t)(value == best);
    return lead ^ ((lead ^ challenger) & is_higher);
}

// Compares by position where that is the same.
INLINE uint32_t challenge(const stellar_game *g, uint32_t lead, int player, int position,
                          int32_t value, bool is_run) {
    int best_at = stellar_lead_position(lead);
    int32_t best = is_run ? best_at : g->fleets[stellar_lead_player(lead)]->values[best_at];
    return compare(lead, stellar_lead(player, position), is_run ? position : value, best);
}

INLINE void lay(const stellar_game *g, stellar_state *s, int player, int position) {
    uint64_t hand = s->hands[player] & ~(UINT64_C(1) << position);
    s->hands[player] = hand;
    stellar_plays(g, s)[player] = (uint8_t)position;
    if (AGON_UNLIKELY(hand == 0)) {
        s->is_strained = 1;
    }
}

// The usual end of a battle: one planet, which pulls none along, goes to somebody, and everybody has
// cards left; so the next planet may be turned up. False, and nothing done, if this is not it.
INLINE bool award_one(const stellar_game *g, stellar_state *s, uint32_t lead) {
    uint32_t planet = stellar_deck(g, s)[s->index - 1];
    if (AGON_UNLIKELY(s->pot != 1 || lead & STELLAR_LEAD_TIED || s->is_strained ||
                      g->doubles[planet])) {
        return false;
    }
    stellar_claims(g, s)[s->claimed++] = stellar_claim(stellar_lead_player(lead), (int)planet);
    s->pot = (uint8_t)(g->turns_up & (s->index < g->deck_size));
    s->index = (uint8_t)(s->index + s->pot);
    s->head.to_act = g->everybody;
    return true;
}

// Plays the card at a position of the player's fleet. A first card leads, and may turn up a planet;
// the last one ends the battle.
INLINE agon_status play(const stellar_game *g, stellar_state *s, int player, int position,
                        int32_t value, bool is_run, const agon_context *context) {
    uint32_t to_act = s->head.to_act;
    uint32_t lead;
    if (to_act == g->everybody) {
        reveal(g, s, context);
        lead = stellar_lead(player, position);
    } else {
        lead = challenge(g, s->lead, player, position, value, is_run);
    }
    s->lead = (uint16_t)lead;
    if (agon_wants_events(context)) {
        agon_stellar_emit_played(context, player, value);
    }
    lay(g, s, player, position);
    to_act &= ~(1u << player);
    s->head.to_act = (agon_viewers)to_act;
    if (to_act) {
        return AGON_OK;
    }
    if (!context && award_one(g, s, lead)) {
        return AGON_OK;
    }
    return agon_stellar_battle(g, s, context);
}

// ---------------------------------------------------------------------------------------------
// Checking and playing

static inline bool is_plain(agon_action action) {
    return action.a == 0 && action.b == 0 && action.c == 0;
}

// The cards of this value in a player's hand.
static inline uint64_t find_cards(const stellar_game *g, const stellar_state *s, int player,
                                  int32_t value) {
    return s->hands[player] & stellar_equals(g->fleets[player], value);
}

// SS-7: that the player has not played yet in this battle is what to_act says.
agon_status agon_stellar_check(const agon_game *game, const agon_state *state, int player,
                               agon_action action, agon_error *error) {
    const stellar_state *s = (const stellar_state *)state;
    if (!is_plain(action)) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL,
                              "a play has no other fields than its card");
    }
    if (!find_cards(stellar_game_of(game), s, player, action.n)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "card", "player %d does not hold this card",
                              player + 1);
    }
    return AGON_OK;
}

// Of equal cards the first is played (SS-6).
agon_status agon_stellar_step(const agon_game *game, agon_state *state, int player,
                              agon_action action, const agon_context *context) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    int position = stellar_lowest_bit(find_cards(g, s, player, action.n));
    return play(g, s, player, position, action.n, false, context);
}

AGON_NOINLINE static agon_status act_any(const agon_game *game, agon_state *state, int player,
                                         agon_action action, agon_error *error) {
    agon_status status = agon_stellar_check(game, state, player, action, error);
    return status ? status : agon_stellar_step(game, state, player, action, NULL);
}

INLINE agon_status act(const agon_game *game, agon_state *state, int player, agon_action action,
                       agon_error *error) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    uint32_t position = (uint32_t)action.n - (uint32_t)g->run_start;
    bool is_simple = position < g->run_length && s->hands[player] >> position & 1;
    if (AGON_UNLIKELY(!is_simple || !is_plain(action))) {
        return act_any(game, state, player, action, error);
    }
    return play(g, s, player, (int)position, action.n, true, NULL);
}

agon_status agon_stellar_act(const agon_game *game, agon_state *state, int player,
                             agon_action action, agon_error *error) {
    return act(game, state, player, action, error);
}

// ---------------------------------------------------------------------------------------------
// Choosing

uint32_t agon_stellar_count(const agon_game *game, const agon_state *state, int player) {
    const stellar_fleet *fleet = stellar_game_of(game)->fleets[player];
    uint64_t hand = ((const stellar_state *)state)->hands[player];
    if (AGON_UNLIKELY(fleet->distinct < fleet->count)) {
        return (uint32_t)agon_stellar_count_distinct(fleet, hand);
    }
    uint32_t size = 0;
    for (; hand; hand >>= 16) {
        size += agon_bits_count_16((uint32_t)hand & 0xffff);
    }
    return size;
}

// The i-th of the different values of a hand, in hand order.
static int32_t nth_distinct(const stellar_fleet *fleet, uint64_t hand, uint32_t i) {
    for (; i > 0; i--) {
        hand &= ~stellar_equals(fleet, fleet->values[stellar_lowest_bit(hand)]);
    }
    return fleet->values[stellar_lowest_bit(hand)];
}

agon_action agon_stellar_nth(const agon_game *game, const agon_state *state, int player,
                             uint32_t i) {
    const stellar_fleet *fleet = stellar_game_of(game)->fleets[player];
    uint64_t hand = ((const stellar_state *)state)->hands[player];
    if (AGON_UNLIKELY(fleet->distinct < fleet->count)) {
        return agon_stellar_play(nth_distinct(fleet, hand, i));
    }
    uint32_t position =
        hand < 0x10000 ? agon_bits_select_16((uint32_t)hand, i) : agon_bits_select(hand, i);
    return agon_stellar_play(fleet->values[position]);
}

AGON_NOINLINE static agon_action pick_any(const agon_game *game, const agon_state *state,
                                          int player, agon_rng *rng) {
    uint32_t count = agon_stellar_count(game, state, player);
    return agon_stellar_nth(game, state, player, agon_uniform(rng, count));
}

// One pick in four, in which the generator has to make a new word.
AGON_NOINLINE static agon_action pick_slowly(const stellar_game *g, uint32_t set, agon_rng *rng) {
    uint32_t i = agon_uniform(rng, agon_bits_count_16(set));
    return agon_stellar_play(g->run_start + (int32_t)agon_bits_select_16(set, i));
}

agon_action agon_stellar_pick(const agon_game *game, const agon_state *state, int player,
                              agon_rng *rng) {
    const stellar_game *g = stellar_game_of(game);
    uint64_t hand = ((const stellar_state *)state)->hands[player];
    if (AGON_UNLIKELY(g->run_length == 0 || hand >= 0x10000)) {
        return pick_any(game, state, player, rng);
    }
    uint32_t set = (uint32_t)hand;
    uint32_t i;
    if (AGON_UNLIKELY(!agon_uniform_quick(rng, agon_bits_count_16(set), &i))) {
        return pick_slowly(g, set, rng);
    }
    return agon_stellar_play(g->run_start + (int32_t)agon_bits_select_16(set, i));
}

// Whether hands are sets of up to sixteen bits, and positions are values: the standard game, for one.
static bool is_compact(const stellar_game *g) {
    return g->run_length - 1 < 16;
}

// A whole battle of random cards, from its first card on: what playing them one by one would do, with
// the state written once. Everybody may act, so everybody has cards.
INLINE void play_battle(const stellar_game *g, stellar_state *s, agon_rng *rng, int players) {
    uint8_t *plays = stellar_plays(g, s);
    uint32_t lead = 0;
    bool is_strained = false;
    reveal(g, s, NULL);
    for (int p = 0; p < players; p++) {
        uint32_t hand = (uint32_t)s->hands[p];
        uint32_t i = agon_uniform(rng, agon_bits_count_16(hand));
        int position = (int)agon_bits_select_16(hand, i);
        lead = p == 0 ? stellar_lead(0, position) : challenge(g, lead, p, position, position, true);
        hand ^= 1u << position;
        s->hands[p] = hand;
        is_strained |= hand == 0;
        plays[p] = (uint8_t)position;
    }
    s->is_strained |= is_strained;
    s->lead = (uint16_t)lead;
    if (AGON_UNLIKELY(!award_one(g, s, lead))) {
        (void)agon_stellar_battle(g, s, NULL);
    }
}

uint64_t agon_stellar_playout(const agon_game *game, agon_state *state, agon_rng *rng,
                              uint64_t most) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    agon_rng own = *rng; // which the state cannot overlap
    uint64_t made = 0;
    while (made < most && state->to_act) {
        if (AGON_LIKELY(state->to_act == g->everybody && is_compact(g) &&
                        most - made >= game->players)) {
            if (game->players == 2) {
                play_battle(g, s, &own, 2);
            } else {
                play_battle(g, s, &own, game->players);
            }
            made += game->players;
            continue;
        }
        int player = stellar_lowest_bit(state->to_act);
        agon_action action = agon_stellar_pick(game, state, player, &own);
        if (AGON_UNLIKELY(act(game, state, player, action, NULL) != AGON_OK)) {
            break;
        }
        made++;
    }
    *rng = own;
    return made;
}

// ---------------------------------------------------------------------------------------------
// Made-up states

void agon_stellar_guess(const stellar_game *g, stellar_state *s, int player, agon_rng *bits) {
    int32_t card = pick_any(&g->head, &s->head, player, bits).n;
    lay(g, s, player, stellar_lowest_bit(find_cards(g, s, player, card)));
}

void agon_stellar_recall(const stellar_game *g, stellar_state *s) {
    uint32_t lead = 0;
    bool is_first = true;
    s->is_strained = 0;
    for (int p = 0; p < g->head.players; p++) {
        uint8_t play = stellar_play_of(g, s, p);
        if (play != STELLAR_NO_PLAY) {
            int32_t value = g->fleets[p]->values[play];
            lead = is_first ? stellar_lead(p, play) : challenge(g, lead, p, play, value, false);
            is_first = false;
            s->is_strained = s->is_strained || s->hands[p] == 0;
        }
    }
    s->lead = (uint16_t)lead;
}
