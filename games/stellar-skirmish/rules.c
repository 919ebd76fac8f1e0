// The rules of Stellar Skirmish: set-up and scores. Plays are in plays.c, battles in battle.c.
#include "games/stellar-skirmish/state.h"

#include "agon/fields.h"

#include <string.h>

// A number too large for any card is a card that nobody holds.
static const agon_action_field play_fields[] = {
    {"card", 'n', AGON_KIND_INT, -INT32_MAX, INT32_MAX, NULL},
};
static const agon_action_type action_types[] = {
    [AGON_STELLAR_PLAY] = {"play", "the value of a card in hand", play_fields, 1},
};

static void config_default(void *config, int players) {
    agon_stellar_config *c = config;
    *c = agon_stellar_config_default();
    c->player_count = players ? players : c->player_count;
}

// Version 1 differs in one default: whoever played first chose blind (SS-8).
static void config_older(void *config, int version) {
    (void)version;
    ((agon_stellar_config *)config)->reveal = AGON_STELLAR_FIRST_PLAY;
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

// SS-5. Claims and plays need no beginning: there are none.
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
    s->index = s->pot = g->turns_up; // SS-8: the deck has a planet at least
    s->claimed = 0;
    s->end_reason = AGON_STELLAR_NOT_OVER;
    s->lead = s->is_strained = 0;
    for (int p = 0; p < game->players; p++) {
        s->hands[p] = stellar_full_hand(g->fleets[p]);
    }
}

// ---------------------------------------------------------------------------------------------
// Scores

// SS-15.
void agon_stellar_scores(const stellar_game *g, const stellar_state *s,
                         int32_t scores[AGON_MAX_PLAYERS]) {
    const uint16_t *claims = stellar_claims(g, s);
    memset(scores, 0, AGON_MAX_PLAYERS * sizeof scores[0]);
    for (int i = 0; i < s->claimed; i++) {
        int32_t points = g->points[claims[i] % AGON_STELLAR_DOUBLED];
        scores[claims[i] >> STELLAR_OWNER] +=
            claims[i] & AGON_STELLAR_DOUBLED ? 2 * points : points;
    }
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    agon_stellar_scores(stellar_game_of(game), (const stellar_state *)state, out);
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
    .summary = "Sealed bids for planets: win them cheaply.",
    .version = 2,
    .oldest_version = 1,
    .min_players = 2,
    .max_players = AGON_MAX_PLAYERS,
    .is_simultaneous = true,
    .has_chance = false,
    .has_hidden = true,
    .action_types = 1,
    .actions = action_types,
    .event_types = AGON_STELLAR_EVENTS,
    .events = agon_stellar_event_types,
    .config_size = sizeof(agon_stellar_config),
    .config_default = config_default,
    .config_older = config_older,
    .game_size = agon_stellar_game_size,
    .configure = agon_stellar_configure,
    .init = init,
    .check = agon_stellar_check,
    .step = agon_stellar_step,
    .count = agon_stellar_count,
    .nth = agon_stellar_nth,
    .view = agon_stellar_view,
    .resample = agon_stellar_resample,
    .winners = winners,
    .scores = scores,
    .pack = agon_stellar_pack,
    .validate = agon_stellar_validate,
    .act = agon_stellar_act,
    .pick = agon_stellar_pick,
    .playout = agon_stellar_playout,
    .space = &agon_stellar_space,
    .bots = agon_stellar_bots,
};
