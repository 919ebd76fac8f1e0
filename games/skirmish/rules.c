// The rules table of Skirmish: the start of a match, packing, results.
#include "games/skirmish/state.h"

#include <string.h>

static void config_default(void *config, int players) {
    (void)players; // always two
    *(agon_skirmish_config *)config = agon_skirmish_config_default();
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(skirmish_game);
}

// SK-2: Fisher–Yates from the end, one draw per step. The deck is kept with the next draw last.
static void shuffle_deck(const skirmish_game *g, skirmish_state *s, int player) {
    uint8_t order[AGON_SKIRMISH_CARDS_MAX];
    int count = g->list_count[player];
    memcpy(order, g->positions[player], sizeof order);
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = agon_uniform(&s->rng, (uint32_t)i + 1);
        uint8_t card = order[i];
        order[i] = order[j];
        order[j] = card;
    }
    for (int i = 0; i < count; i++) {
        s->deck[player][count - 1 - i] = order[i];
    }
    s->deck_count[player] = (uint8_t)count;
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)config;
    const skirmish_game *g = (const skirmish_game *)game;
    skirmish_state *s = (skirmish_state *)state;
    memset(s, 0, sizeof *s);
    state->viewer = AGON_NOBODY;
    state->used = sizeof *s;
    s->rng = agon_rng_make(seed);
    shuffle_deck(g, s, 0);
    shuffle_deck(g, s, 1);
    s->starting = (uint8_t)agon_uniform(&s->rng, 2);
    agon_skirmish_begin(g, s);
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    (void)game;
    int winner = ((const skirmish_state *)state)->match_winner;
    return winner == SKIRMISH_DRAW ? AGON_NONE : agon_viewer_bit(winner);
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    (void)game;
    const skirmish_state *s = (const skirmish_state *)state;
    out[0] = s->rounds_won[0];
    out[1] = s->rounds_won[1];
}

// ---------------------------------------------------------------------------------------------
// Packing

static void pack_effect(agon_pack *p, agon_effect *effect) {
    agon_pack_u8(p, &effect->type);
    agon_pack_u8(p, &effect->a);
    agon_pack_u8(p, &effect->b);
    agon_pack_u8(p, &effect->c);
    agon_pack_i32(p, &effect->n);
}

static void pack_unit(agon_pack *p, skirmish_unit *unit) {
    agon_pack_u8(p, &unit->card);
    agon_pack_u8(p, &unit->cooldown);
    agon_pack_u8(p, &unit->flags);
    agon_pack_u8(p, &unit->doomed);
    agon_pack_u8(p, &unit->cause);
    agon_pack_i16(p, &unit->buffs);
    agon_pack_i16(p, &unit->damage);
    agon_pack_i16(p, &unit->fell_from);
}

static void pack_board(agon_pack *p, skirmish_state *s) {
    agon_pack_u16(p, &s->occupied);
    for (int slot = 0; slot < AGON_SKIRMISH_SLOTS; slot++) {
        if (skirmish_has(s->occupied, slot)) {
            pack_unit(p, &s->units[slot]);
        }
        agon_pack_i16(p, &s->modifiers[slot]);
    }
}

static void pack_count(agon_pack *p, uint8_t *count, uint16_t max) {
    uint16_t wide = *count;
    agon_pack_count(p, &wide, max);
    *count = (uint8_t)wide;
}

static void pack_public_cards(agon_pack *p, skirmish_state *s, int player) {
    pack_count(p, &s->hand_count[player], AGON_SKIRMISH_INDEX_MAX);
    pack_count(p, &s->deck_count[player], AGON_SKIRMISH_CARDS_MAX);
    pack_count(p, &s->grave_count[player], AGON_SKIRMISH_INDEX_MAX);
    agon_pack_bytes(p, s->grave[player], s->grave_count[player]);
    agon_pack_u64(p, &s->known[player]);
}

static void pack(const agon_game *game, agon_state *state, agon_pack *p) {
    (void)game;
    skirmish_state *s = (skirmish_state *)state;
    uint8_t *const numbers[] = {&s->current,       &s->starting,      &s->round,
                                &s->tie_rounds,    &s->is_activating, &s->match_winner,
                                &s->vp[0],         &s->vp[1],         &s->rounds_won[0],
                                &s->rounds_won[1], &s->has_passed[0], &s->has_passed[1]};
    state->used = sizeof *s;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        agon_pack_u8(p, numbers[i]);
    }
    pack_effect(p, &s->pending);
    agon_pack_queue(p, &s->queue.base, SKIRMISH_QUEUE_MAX);
    pack_board(p, s);
    pack_public_cards(p, s, 0);
    pack_public_cards(p, s, 1);
    for (int player = 0; player < 2; player++) {
        agon_pack_visible(p, agon_viewer_bit(player));
        agon_pack_bytes(p, s->hand[player], s->hand_count[player]);
        agon_pack_visible(p, AGON_NONE);
        agon_pack_bytes(p, s->deck[player], s->deck_count[player]);
    }
    agon_pack_rng(p, &s->rng);
}

const agon_rules agon_skirmish_rules = {
    .id = "skirmish",
    .title = "Skirmish",
    .summary = "Cards on five terrains: know when to stop.",
    .version = 1,
    .min_players = 2,
    .max_players = 2,
    .is_simultaneous = false,
    .has_chance = false,
    .has_hidden = true,
    .action_types = AGON_SKIRMISH_ACTION_TYPES,
    .event_types = AGON_SKIRMISH_EVENT_TYPES,
    .events = agon_skirmish_events,
    .config_size = sizeof(agon_skirmish_config),
    .config_default = config_default,
    .game_size = game_size,
    .configure = agon_skirmish_configure,
    .init = init,
    .check = agon_skirmish_check,
    .step = agon_skirmish_step,
    .count = agon_skirmish_count,
    .nth = agon_skirmish_nth,
    .view = agon_skirmish_view,
    .resample = agon_skirmish_resample,
    .winners = winners,
    .scores = scores,
    .pack = pack,
    .validate = agon_skirmish_validate,
    .space = &agon_skirmish_space,
    .bots = agon_skirmish_bots,
};
