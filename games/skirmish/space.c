// Action numbers and observations of Skirmish.
//
// Slots are counted from the player: 2·terrain is its own, 2·terrain + 1 the other's.
//
// Actions, one run after the other, in numbers for the catalogue of SK-40:
//   play      by card of the catalogue: a unit 5 (the terrain), an action card 10 (the target slot),
//             one that moves its target 50 (5·target slot + terrain to move to)
//   activate  10·terrain of the unit + target slot: 50
//   raise     activations that also choose a graveyard card: by terrain of the unit, by card of the
//             catalogue, 5 (the own terrain to deploy it on)
//   input     the chosen slot, or skip: 11
//   end       END_TURN, PASS: 2
// Equal cards have the same number: it stands for the lowest copy, which is the one listed (SK-10).
//
// Observations: the viewer comes first, then the other. Cards are counted by their place in the
// catalogue.
#include "games/skirmish/state.h"

#include "agon/space.h"

#include <string.h>

#define TERRAINS AGON_SKIRMISH_TERRAINS
#define SLOTS AGON_SKIRMISH_SLOTS
#define SKIP SLOTS // the input that skips

// ---------------------------------------------------------------------------------------------
// Where the runs begin

uint32_t agon_skirmish_play_numbers(const skirmish_card *card) {
    if (card->type != SKIRMISH_ACTION) {
        return TERRAINS;
    }
    return card->play.destinations ? SLOTS * TERRAINS : SLOTS;
}

static const skirmish_game *game_of(const agon_game *game) {
    return (const skirmish_game *)game;
}

static uint32_t activate_at(const skirmish_game *g) {
    return g->numbers_at[g->kinds];
}

static uint32_t raise_at(const skirmish_game *g) {
    return activate_at(g) + TERRAINS * SLOTS;
}

static uint32_t input_at(const skirmish_game *g) {
    return raise_at(g) + (uint32_t)(TERRAINS * g->kinds * TERRAINS);
}

static uint32_t end_at(const skirmish_game *g) {
    return input_at(g) + SLOTS + 1;
}

static uint32_t action_count(const agon_game *game) {
    return end_at(game_of(game)) + 2;
}

static bool action_field(const agon_game *game, uint32_t i, agon_space_field *out) {
    const skirmish_game *g = game_of(game);
    const agon_space_field fields[] = {
        {"play",
         "by card of the catalogue: a unit's terrain (5), an action card's target slot (10); "
         "for a card that moves its target, by target slot the terrain to move to (50)",
         activate_at(g)},
        {"activate", "by terrain of the unit: the target slot", TERRAINS * SLOTS},
        {"raise",
         "by terrain of the unit, by graveyard card of the catalogue: the own terrain to "
         "deploy it on",
         (uint32_t)(TERRAINS * g->kinds * TERRAINS)},
        {"input", "the chosen slot; the last number skips", SLOTS + 1},
        {"end", "0 END_TURN, 1 PASS", 2},
    };
    return agon_space_take(fields, sizeof fields / sizeof fields[0], i, out);
}

// ---------------------------------------------------------------------------------------------
// From numbers to actions. What fits no card or unit becomes an INPUT that no document can contain,
// which is always refused.

static const agon_action nothing = {.type = AGON_SKIRMISH_INPUT, .n = 1};

// A slot as its player counts it, and back.
static uint8_t turned(uint32_t slot, int player) {
    return (uint8_t)(slot ^ (uint32_t)player);
}

static int kind_at(const skirmish_game *g, uint32_t number) {
    int kind = 0;
    while (number >= g->numbers_at[kind + 1]) {
        kind++;
    }
    return kind;
}

static agon_action play_at(const skirmish_game *g, const skirmish_state *s, int player,
                           uint32_t number) {
    int kind = kind_at(g, number);
    const skirmish_card *card = g->cards[kind];
    uint64_t held = s->hand_set[player] & g->kind_set[player][kind];
    if (!held) {
        return nothing;
    }
    agon_action action = {.type = AGON_SKIRMISH_PLAY_CARD,
                          .a = (uint8_t)skirmish_ref(player, skirmish_lowest(held))};
    uint32_t rest = number - g->numbers_at[kind];
    if (card->type != SKIRMISH_ACTION) {
        action.b = (uint8_t)rest;
    } else if (!card->play.destinations) {
        action.b = turned(rest, player);
    } else {
        action.b = turned(rest / TERRAINS, player);
        action.c = (uint8_t)(rest % TERRAINS);
    }
    return action;
}

// The unit of a player on a terrain whose activation needs a graveyard card, or does not.
static const skirmish_unit *unit_at(const skirmish_game *g, const skirmish_state *s, int player,
                                    uint32_t terrain, bool needs_card) {
    int slot = agon_skirmish_slot(player, (int)terrain);
    if (!skirmish_has(s->occupied, slot) ||
        (skirmish_card_on(g, s, slot)->activate.cards != NULL) != needs_card) {
        return NULL;
    }
    return &s->units[slot];
}

static agon_action activation_at(const skirmish_game *g, const skirmish_state *s, int player,
                                 uint32_t number) {
    const skirmish_unit *unit = unit_at(g, s, player, number / SLOTS, false);
    return unit ? (agon_action){.type = AGON_SKIRMISH_ACTIVATE,
                                .a = (uint8_t)skirmish_ref(player, unit->card),
                                .b = turned(number % SLOTS, player)}
                : nothing;
}

static agon_action raising_at(const skirmish_game *g, const skirmish_state *s, int player,
                              uint32_t number) {
    uint32_t pair = number / TERRAINS;
    const skirmish_unit *unit = unit_at(g, s, player, pair / g->kinds, true);
    uint64_t buried = s->grave_set[player] & g->kind_set[player][pair % g->kinds];
    if (!unit || !buried) {
        return nothing;
    }
    return (agon_action){.type = AGON_SKIRMISH_ACTIVATE,
                         .a = (uint8_t)skirmish_ref(player, unit->card),
                         .b = (uint8_t)agon_skirmish_slot(player, (int)(number % TERRAINS)),
                         .c = (uint8_t)skirmish_ref(player, skirmish_lowest(buried))};
}

static agon_action action_at(const agon_game *game, const agon_state *state, int player,
                             uint32_t index) {
    const skirmish_game *g = game_of(game);
    const skirmish_state *s = (const skirmish_state *)state;
    if (index < activate_at(g)) {
        return play_at(g, s, player, index);
    }
    if (index < raise_at(g)) {
        return activation_at(g, s, player, index - activate_at(g));
    }
    if (index < input_at(g)) {
        return raising_at(g, s, player, index - raise_at(g));
    }
    if (index < end_at(g)) {
        uint32_t slot = index - input_at(g);
        return slot == SKIP ? (agon_action){.type = AGON_SKIRMISH_INPUT, .a = 1}
                            : (agon_action){.type = AGON_SKIRMISH_INPUT, .b = turned(slot, player)};
    }
    bool is_end = index == end_at(g);
    return (agon_action){.type = is_end ? AGON_SKIRMISH_END_TURN : AGON_SKIRMISH_PASS};
}

// ---------------------------------------------------------------------------------------------
// From actions to numbers

static uint32_t play_number(const skirmish_game *g, int player, agon_action action) {
    int kind = g->kind_of[player][skirmish_ref_index(action.a)];
    const skirmish_card *card = g->cards[kind];
    uint32_t first = g->numbers_at[kind];
    if (card->type != SKIRMISH_ACTION) {
        return first + action.b;
    }
    uint32_t target = turned(action.b, player);
    return first + (card->play.destinations ? target * TERRAINS + action.c : target);
}

static uint32_t activation_number(const skirmish_game *g, int player, int slot,
                                  agon_action action) {
    uint32_t terrain = (uint32_t)agon_skirmish_terrain_of(slot);
    return activate_at(g) + terrain * SLOTS + turned(action.b, player);
}

static uint32_t raising_number(const skirmish_game *g, int player, int slot, agon_action action) {
    uint32_t terrain = (uint32_t)agon_skirmish_terrain_of(slot);
    uint32_t kind = g->kind_of[player][skirmish_ref_index(action.c)];
    if (agon_skirmish_player_of(action.b) != player) {
        return AGON_NO_INDEX;
    }
    return raise_at(g) + (terrain * g->kinds + kind) * TERRAINS +
           (uint32_t)agon_skirmish_terrain_of(action.b);
}

static uint32_t index_of(const agon_game *game, const agon_state *state, int player,
                         agon_action action) {
    const skirmish_game *g = game_of(game);
    const skirmish_state *s = (const skirmish_state *)state;
    switch (action.type) {
    case AGON_SKIRMISH_PLAY_CARD:
        return play_number(g, player, action);
    case AGON_SKIRMISH_ACTIVATE: {
        int slot = agon_skirmish_find(s, action.a);
        if (slot < 0) {
            return AGON_NO_INDEX;
        }
        return skirmish_card_on(g, s, slot)->activate.cards
                   ? raising_number(g, player, slot, action)
                   : activation_number(g, player, slot, action);
    }
    case AGON_SKIRMISH_INPUT:
        return input_at(g) + (action.a ? SKIP : turned(action.b, player));
    default:
        return end_at(g) + (action.type == AGON_SKIRMISH_PASS);
    }
}

// ---------------------------------------------------------------------------------------------
// Masks

static void set_bit(uint64_t *mask, uint32_t number) {
    mask[number / 64] |= UINT64_C(1) << (number % 64);
}

// Up to 64 numbers from `first` on.
static void set_bits(uint64_t *mask, uint32_t first, uint64_t bits) {
    mask[first / 64] |= bits << (first % 64);
    if (first % 64 && bits >> (64 - first % 64)) {
        mask[first / 64 + 1] |= bits >> (64 - first % 64);
    }
}

// A set of slots as its player counts them: for player 1 the two of each terrain change places.
static uint64_t turned_set(skirmish_slots slots, int player) {
    unsigned swapped = (slots & 0x155u) << 1 | (slots >> 1 & 0x155u);
    return player ? swapped : slots;
}

// The terrains of a player's own slots in a set: every other bit.
static uint64_t own_terrains(skirmish_slots slots, int player) {
    uint64_t terrains = 0;
    for (int terrain = 0; terrain < TERRAINS; terrain++) {
        terrains |= (uint64_t)skirmish_has(slots, agon_skirmish_slot(player, terrain)) << terrain;
    }
    return terrains;
}

static void mask_moves(const skirmish_card *card, int player, skirmish_slots targets,
                       uint32_t first, uint64_t *mask) {
    uint64_t left = targets;
    while (left) {
        int target = skirmish_take(&left);
        uint64_t terrains =
            own_terrains(card->play.destinations(target), agon_skirmish_player_of(target));
        set_bits(mask, first + turned((uint32_t)target, player) * TERRAINS, terrains);
    }
}

static void mask_plays(const skirmish_game *g, const skirmish_state *s, int player,
                       uint64_t *mask) {
    skirmish_slots free = agon_skirmish_free_slots(g, s, player);
    uint64_t free_terrains = own_terrains(free, player);
    uint64_t firsts = s->firsts[player];
    while (firsts) {
        int kind = g->kind_of[player][skirmish_take(&firsts)];
        const skirmish_card *card = g->cards[kind];
        uint32_t first = g->numbers_at[kind];
        if (card->type != SKIRMISH_ACTION) {
            set_bits(mask, first,
                     card->narrow ? own_terrains(card->narrow(s, free), player) : free_terrains);
            continue;
        }
        skirmish_slots targets = card->play.targets(g, s, player);
        if (card->play.destinations) {
            mask_moves(card, player, targets, first, mask);
        } else {
            set_bits(mask, first, turned_set(targets, player));
        }
    }
}

static void mask_raising(const skirmish_game *g, const skirmish_state *s, int player, int slot,
                         uint64_t *mask) {
    const skirmish_activation *ability = &skirmish_card_on(g, s, slot)->activate;
    uint32_t terrain = (uint32_t)agon_skirmish_terrain_of(slot);
    uint64_t to = own_terrains(ability->targets(g, s, slot), player);
    uint64_t cards = agon_skirmish_lowest_copies(g, player, ability->cards(g, s, player));
    while (cards) {
        uint32_t kind = g->kind_of[player][skirmish_take(&cards)];
        set_bits(mask, raise_at(g) + (terrain * g->kinds + kind) * TERRAINS, to);
    }
}

static void mask_activations(const skirmish_game *g, const skirmish_state *s, int player,
                             uint64_t *mask) {
    uint64_t ready = agon_skirmish_ready(g, s, player);
    while (ready) {
        int slot = skirmish_take(&ready);
        const skirmish_activation *ability = &skirmish_card_on(g, s, slot)->activate;
        if (ability->cards) {
            mask_raising(g, s, player, slot, mask);
        } else {
            uint32_t terrain = (uint32_t)agon_skirmish_terrain_of(slot);
            set_bits(mask, activate_at(g) + terrain * SLOTS,
                     turned_set(ability->targets(g, s, slot), player));
        }
    }
}

static void mask(const agon_game *game, const agon_state *state, int player, uint64_t *out) {
    const skirmish_game *g = game_of(game);
    const skirmish_state *s = (const skirmish_state *)state;
    memset(out, 0, (action_count(game) + 63) / 64 * sizeof *out);
    if (s->pending.type) {
        skirmish_slots choices;
        const skirmish_ability *ability = agon_skirmish_pending(g, s, &choices);
        set_bits(out, input_at(g),
                 turned_set(choices, player) | (uint64_t)ability->is_optional << SKIP);
        return;
    }
    if (!s->is_activating) {
        mask_plays(g, s, player, out);
    }
    mask_activations(g, s, player, out);
    set_bit(out, end_at(g) + !s->is_activating);
}

// ---------------------------------------------------------------------------------------------
// Observations

static bool field(const agon_game *game, uint32_t i, agon_space_field *out) {
    uint32_t kinds = game_of(game)->kinds;
    const agon_space_field fields[] = {
        {"round", "which skirmish: 1 … 3", 1},
        {"ties", "skirmishes that were tied", 1},
        {"turn", "1 it is the viewer's turn", 1},
        {"activating", "1 an activation turn is in progress", 1},
        {"input", "the card of the ability that waits for input, + 1; 0 none", 1},
        {"wins", "by player: skirmishes won", 2},
        {"passed", "by player: 1 done for this skirmish", 2},
        {"hand_sizes", "by player: cards in hand", 2},
        {"deck_sizes", "by player: cards in the deck", 2},
        {"units", "by slot: the unit's card, + 1; 0 nobody", SLOTS},
        {"powers", "by slot: the unit's power", SLOTS},
        {"damages", "by slot: damage on the unit", SLOTS},
        {"cooldowns", "by slot: own turn starts until the unit may be activated", SLOTS},
        {"used", "by slot: 1 the unit has been activated, 2 it is silenced, 3 both", SLOTS},
        {"modifiers", "by slot: the slot's modifier", SLOTS},
        {"hand", "by card: copies in the own hand", kinds},
        {"known", "by card: copies in the other's hand that everybody knows of", kinds},
        {"graves", "by player, by card: copies in the graveyard", 2 * kinds},
        {"unseen",
         "by player, by card: copies of the deck list that could be anywhere else: the own "
         "deck; the other's deck and hand",
         2 * kinds},
    };
    return agon_space_take(fields, sizeof fields / sizeof fields[0], i, out);
}

// Counts a set of a player's cards by kind; returns the place behind.
static int16_t *observe_cards(const skirmish_game *g, int player, uint64_t cards, int16_t *row) {
    memset(row, 0, g->kinds * sizeof *row);
    while (cards) {
        row[g->kind_of[player][skirmish_take(&cards)]]++;
    }
    return row + g->kinds;
}

static int16_t *observe_pair(const uint8_t *numbers, int viewer, int16_t *row) {
    row[0] = numbers[viewer];
    row[1] = numbers[1 - viewer];
    return row + 2;
}

static int16_t *observe_table(const skirmish_game *g, const skirmish_state *s, int viewer,
                              int16_t *row) {
    int source = s->pending.a;
    row[0] = s->round;
    row[1] = s->tie_rounds;
    row[2] = s->current == viewer;
    row[3] = s->is_activating;
    row[4] =
        (int16_t)(s->pending.type
                      ? 1 + g->kind_of[agon_skirmish_ref_player(source)][skirmish_ref_index(source)]
                      : 0);
    row = observe_pair(s->rounds_won, viewer, row + 5);
    row = observe_pair(s->has_passed, viewer, row);
    row = observe_pair(s->hand_count, viewer, row);
    return observe_pair(s->deck_count, viewer, row);
}

static int16_t *observe_board(const skirmish_state *s, int viewer, int16_t *row) {
    for (int slot = 0; slot < SLOTS; slot++) {
        const skirmish_unit *unit = &s->units[slot];
        int16_t *at = row + turned((uint32_t)slot, viewer);
        at[0 * SLOTS] = (int16_t)(skirmish_has(s->occupied, slot) ? unit->kind + 1 : 0);
        at[1 * SLOTS] = unit->power;
        at[2 * SLOTS] = unit->damage;
        at[3 * SLOTS] = unit->cooldown;
        at[4 * SLOTS] = unit->flags;
        at[5 * SLOTS] = s->modifiers[slot];
    }
    return row + 6 * SLOTS;
}

static void observe_state(const agon_game *game, const agon_state *state, int viewer,
                          int16_t *row) {
    const skirmish_game *g = game_of(game);
    const skirmish_state *s = (const skirmish_state *)state;
    int other = 1 - viewer;
    row = observe_table(g, s, viewer, row);
    row = observe_board(s, viewer, row);
    row = observe_cards(g, viewer, s->hand_set[viewer], row);
    row = observe_cards(g, other, s->known[other], row);
    row = observe_cards(g, viewer, s->grave_set[viewer], row);
    row = observe_cards(g, other, s->grave_set[other], row);
    row = observe_cards(g, viewer, agon_skirmish_unseen(g, s, viewer, viewer), row);
    (void)observe_cards(g, other, agon_skirmish_unseen(g, s, other, viewer), row);
}

static void observe(const agon_game *game, const agon_state *view, int16_t *row) {
    observe_state(game, view, view->viewer, row);
}

const agon_space agon_skirmish_space = {
    .action_count = action_count,
    .action_field = action_field,
    .action_at = action_at,
    .index_of = index_of,
    .mask = mask,
    .field = field,
    .observe = observe,
    .observe_state = observe_state,
};
