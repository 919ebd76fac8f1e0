// Which actions are valid: asked about one, counted, and listed (SK-6, SK-10, SK-11).
//
// The order of the list is in skirmish.h. Counting never walks through the actions: it counts the
// members of sets.
#include "games/skirmish/state.h"

static int nth_member(uint64_t set, uint32_t i) {
    while (i-- > 0) {
        set &= set - 1;
    }
    return skirmish_lowest(set);
}

// The index of an action's card, or −1 if it is none of the player's.
static int own_index(int player, uint8_t ref) {
    return ref >> 6 == player ? skirmish_ref_index(ref) : -1;
}

// ---------------------------------------------------------------------------------------------
// PLAY_CARD

static const skirmish_card *card_at(const skirmish_game *g, int player, int index) {
    return g->cards[g->kind_of[player][index]];
}

// The slots to choose the first operand from: where a unit may go, what an action may be aimed at.
static skirmish_slots play_slots(const skirmish_game *g, const skirmish_state *s, int player,
                                 const skirmish_card *card, skirmish_slots free) {
    if (card->type == SKIRMISH_ACTION) {
        return card->play.targets(g, s, player);
    }
    return card->narrow ? card->narrow(s, free) : free;
}

// Valid actions with this card: `slots` are its play_slots.
static uint32_t count_card(const skirmish_card *card, skirmish_slots slots) {
    if (!card->play.destinations) {
        return (uint32_t)skirmish_popcount(slots);
    }
    uint32_t total = 0;
    uint64_t targets = slots;
    while (targets) {
        total += (uint32_t)skirmish_popcount(card->play.destinations(skirmish_take(&targets)));
    }
    return total;
}

static uint32_t count_plays(const skirmish_game *g, const skirmish_state *s, int player) {
    skirmish_slots free = agon_skirmish_free_slots(g, s, player);
    uint64_t firsts = s->firsts[player];
    uint32_t total =
        (uint32_t)(skirmish_popcount(firsts & g->plain_units[player]) * skirmish_popcount(free));
    uint64_t others = firsts & ~g->plain_units[player];
    while (others) {
        const skirmish_card *card = card_at(g, player, skirmish_take(&others));
        total += count_card(card, play_slots(g, s, player, card, free));
    }
    return total;
}

// The i-th action with one card.
static agon_action nth_of_card(const skirmish_card *card, int ref, skirmish_slots slots,
                               uint32_t i) {
    agon_action action = {.type = AGON_SKIRMISH_PLAY_CARD, .a = (uint8_t)ref};
    if (card->type != SKIRMISH_ACTION) {
        action.b = (uint8_t)agon_skirmish_terrain_of(nth_member(slots, i));
        return action;
    }
    uint64_t targets = slots;
    if (!card->play.destinations) {
        action.b = (uint8_t)nth_member(targets, i);
        return action;
    }
    skirmish_slots destinations;
    do {
        action.b = (uint8_t)skirmish_take(&targets);
        destinations = card->play.destinations(action.b);
        uint32_t count = (uint32_t)skirmish_popcount(destinations);
        if (i < count) {
            break;
        }
        i -= count;
    } while (targets);
    action.c = (uint8_t)agon_skirmish_terrain_of(nth_member(destinations, i));
    return action;
}

// The i-th PLAY_CARD. False: there are fewer; `i` is then what is left of it.
static bool nth_play(const skirmish_game *g, const skirmish_state *s, int player, uint32_t *i,
                     agon_action *action) {
    skirmish_slots free = agon_skirmish_free_slots(g, s, player);
    uint32_t per_unit = (uint32_t)skirmish_popcount(free);
    uint64_t firsts = s->firsts[player];
    while (firsts) {
        int index = skirmish_take(&firsts);
        bool is_plain = skirmish_has(g->plain_units[player], index);
        if (is_plain && *i >= per_unit) {
            *i -= per_unit;
            continue;
        }
        const skirmish_card *card = card_at(g, player, index);
        skirmish_slots slots = play_slots(g, s, player, card, free);
        uint32_t count = is_plain ? per_unit : count_card(card, slots);
        if (*i < count) {
            *action = nth_of_card(card, skirmish_ref(player, index), slots, *i);
            return true;
        }
        *i -= count;
    }
    return false;
}

static agon_status check_target(const skirmish_card *card, skirmish_slots targets,
                                agon_action action, agon_error *error) {
    if (action.b >= AGON_SKIRMISH_SLOTS || !skirmish_has(targets, action.b)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "target", "is no valid target of %s",
                              card->name);
    }
    if (!card->play.destinations) {
        return AGON_OK;
    }
    int to = agon_skirmish_slot(agon_skirmish_player_of(action.b), action.c);
    if (action.c >= AGON_SKIRMISH_TERRAINS ||
        !skirmish_has(card->play.destinations(action.b), to)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "to",
                              "must be a terrain close to the unit's");
    }
    return AGON_OK;
}

static agon_status check_play(const skirmish_game *g, const skirmish_state *s, int player,
                              agon_action action, agon_error *error) {
    if (s->is_activating) {
        return agon_error_set(error, AGON_INVALID_MOVE, "type",
                              "in an activation turn only ACTIVATE and END_TURN are valid");
    }
    int index = own_index(player, action.a);
    if (index < 0 || !skirmish_has(s->hand_set[player], index)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "cardId",
                              "is no card in this player's hand");
    }
    const skirmish_card *card = card_at(g, player, index);
    if (action.n != 0 || (action.c != 0 && !card->play.destinations)) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL,
                              "an operand that is not used must be 0");
    }
    skirmish_slots free =
        card->type == SKIRMISH_ACTION ? 0 : agon_skirmish_free_slots(g, s, player);
    skirmish_slots slots = play_slots(g, s, player, card, free);
    if (card->type == SKIRMISH_ACTION) {
        return check_target(card, slots, action, error);
    }
    if (action.b >= AGON_SKIRMISH_TERRAINS ||
        !skirmish_has(slots, agon_skirmish_slot(player, action.b))) {
        return agon_error_set(error, AGON_INVALID_MOVE, "slotId", "%s cannot be deployed there",
                              card->name);
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// ACTIVATE

// The graveyard cards to choose from, equal ones once; `is_needed`: whether one must be chosen.
static uint64_t listed_cards(const skirmish_game *g, const skirmish_state *s, int slot,
                             bool *is_needed) {
    const skirmish_activation *ability = &skirmish_card_on(g, s, slot)->activate;
    int player = agon_skirmish_player_of(slot);
    *is_needed = ability->cards != NULL;
    return *is_needed ? agon_skirmish_lowest_copies(g, player, ability->cards(g, s, player)) : 0;
}

static uint32_t count_unit(const skirmish_game *g, const skirmish_state *s, int slot) {
    bool is_needed;
    uint64_t cards = listed_cards(g, s, slot, &is_needed);
    int targets = skirmish_popcount(skirmish_card_on(g, s, slot)->activate.targets(g, s, slot));
    return (uint32_t)(targets * (is_needed ? skirmish_popcount(cards) : 1));
}

static uint32_t count_activations(const skirmish_game *g, const skirmish_state *s, int player) {
    uint64_t ready = agon_skirmish_ready(g, s, player);
    uint32_t total = 0;
    while (ready) {
        total += count_unit(g, s, skirmish_take(&ready));
    }
    return total;
}

static agon_action nth_of_unit(const skirmish_game *g, const skirmish_state *s, int slot,
                               uint32_t i) {
    bool is_needed;
    uint64_t cards = listed_cards(g, s, slot, &is_needed);
    skirmish_slots targets = skirmish_card_on(g, s, slot)->activate.targets(g, s, slot);
    uint32_t per_card = (uint32_t)skirmish_popcount(targets);
    agon_action action = {.type = AGON_SKIRMISH_ACTIVATE, .a = (uint8_t)skirmish_ref_on(s, slot)};
    action.b = (uint8_t)nth_member(targets, i % per_card);
    if (is_needed) {
        int card = nth_member(cards, i / per_card);
        action.c = (uint8_t)skirmish_ref(agon_skirmish_player_of(slot), card);
    }
    return action;
}

static bool nth_activation(const skirmish_game *g, const skirmish_state *s, int player, uint32_t *i,
                           agon_action *action) {
    uint64_t ready = agon_skirmish_ready(g, s, player);
    while (ready) {
        int slot = skirmish_take(&ready);
        uint32_t count = count_unit(g, s, slot);
        if (*i < count) {
            *action = nth_of_unit(g, s, slot, *i);
            return true;
        }
        *i -= count;
    }
    return false;
}

static agon_status check_activate(const skirmish_game *g, const skirmish_state *s, int player,
                                  agon_action action, agon_error *error) {
    bool is_own = own_index(player, action.a) >= 0;
    int slot = is_own ? agon_skirmish_find(s, action.a) : SKIRMISH_NO_SLOT;
    if (slot < 0 || !skirmish_has(agon_skirmish_ready(g, s, player), slot)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "unitId",
                              "is no ready unit of this player");
    }
    const skirmish_activation *ability = &skirmish_card_on(g, s, slot)->activate;
    if (action.n != 0 || (action.c != 0 && !ability->cards)) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL,
                              "an operand that is not used must be 0");
    }
    if (action.b >= AGON_SKIRMISH_SLOTS || !skirmish_has(ability->targets(g, s, slot), action.b)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "target",
                              "is no valid target of this ability");
    }
    int card = own_index(player, action.c);
    if (ability->cards && (card < 0 || !skirmish_has(ability->cards(g, s, player), card))) {
        return agon_error_set(error, AGON_INVALID_MOVE, "cardId",
                              "is no card in the graveyard that can be deployed");
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// INPUT

static agon_status check_input(const skirmish_game *g, const skirmish_state *s, agon_action action,
                               agon_error *error) {
    skirmish_slots choices;
    if (!s->pending.type) {
        return agon_error_set(error, AGON_INVALID_MOVE, "type", "no input is pending");
    }
    if (action.a > 1 || action.c != 0 || action.n != 0 || (action.a && action.b != 0)) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL,
                              "an operand that is not used must be 0");
    }
    const skirmish_ability *ability = agon_skirmish_pending(g, s, &choices);
    if (action.a) {
        return ability->is_optional ? AGON_OK
                                    : agon_error_set(error, AGON_INVALID_MOVE, "skip",
                                                     "this choice cannot be skipped");
    }
    if (action.b >= AGON_SKIRMISH_SLOTS || !skirmish_has(choices, action.b)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "target", "is none of the valid choices");
    }
    return AGON_OK;
}

static agon_action nth_input(const skirmish_game *g, const skirmish_state *s, uint32_t i) {
    skirmish_slots choices;
    (void)agon_skirmish_pending(g, s, &choices);
    if (i >= (uint32_t)skirmish_popcount(choices)) {
        return (agon_action){.type = AGON_SKIRMISH_INPUT, .a = 1};
    }
    return (agon_action){.type = AGON_SKIRMISH_INPUT, .b = (uint8_t)nth_member(choices, i)};
}

// ---------------------------------------------------------------------------------------------
// All together

static agon_status check_end(const skirmish_state *s, agon_action action, agon_error *error) {
    bool ends_activation = action.type == AGON_SKIRMISH_END_TURN;
    if (action.a != 0 || action.b != 0 || action.c != 0 || action.n != 0) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL,
                              "an operand that is not used must be 0");
    }
    if (ends_activation != (s->is_activating != 0)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "type",
                              ends_activation ? "END_TURN only ends an activation turn"
                                              : "an activation turn must be ended first");
    }
    return AGON_OK;
}

agon_status agon_skirmish_check(const agon_game *game, const agon_state *state, int player,
                                agon_action action, agon_error *error) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *s = (const skirmish_state *)state;
    if (action.type == AGON_SKIRMISH_INPUT) {
        return check_input(g, s, action, error);
    }
    if (s->pending.type) {
        return agon_error_set(error, AGON_INVALID_MOVE, "type", "an input is pending");
    }
    if (action.type == AGON_SKIRMISH_PLAY_CARD) {
        return check_play(g, s, player, action, error);
    }
    if (action.type == AGON_SKIRMISH_ACTIVATE) {
        return check_activate(g, s, player, action, error);
    }
    return check_end(s, action, error);
}

uint32_t agon_skirmish_count(const agon_game *game, const agon_state *state, int player) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *s = (const skirmish_state *)state;
    if (s->pending.type) {
        skirmish_slots choices;
        const skirmish_ability *ability = agon_skirmish_pending(g, s, &choices);
        return (uint32_t)(skirmish_popcount(choices) + ability->is_optional);
    }
    uint32_t plays = s->is_activating ? 0 : count_plays(g, s, player);
    return plays + count_activations(g, s, player) + 1;
}

agon_action agon_skirmish_nth(const agon_game *game, const agon_state *state, int player,
                              uint32_t i) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *s = (const skirmish_state *)state;
    agon_action action;
    if (s->pending.type) {
        return nth_input(g, s, i);
    }
    if ((!s->is_activating && nth_play(g, s, player, &i, &action)) ||
        nth_activation(g, s, player, &i, &action)) {
        return action;
    }
    return (agon_action){.type = s->is_activating ? AGON_SKIRMISH_END_TURN : AGON_SKIRMISH_PASS};
}
