// The flow of a match: what an action starts, whose turn it is, how a skirmish ends.
#include "games/skirmish/effects.h"

#include <string.h>

#define OPENING_DRAW 8
#define LATER_DRAW 3
#define WINS_NEEDED 2
#define ROUNDS_MAX 3

void agon_skirmish_set_to_act(skirmish_state *s) {
    int player = s->pending.type ? agon_skirmish_ref_player(s->pending.a) : s->current;
    s->head.to_act = s->head.over ? AGON_NONE : agon_viewer_bit(player);
}

skirmish_slots agon_skirmish_ready(const skirmish_game *g, const skirmish_state *s, int player) {
    uint64_t own = s->occupied & skirmish_side(player);
    skirmish_slots ready = 0;
    while (own) {
        int slot = skirmish_take(&own);
        const skirmish_unit *unit = &s->units[slot];
        if (skirmish_has(g->activates, unit->kind) && unit->cooldown == 0 && unit->flags == 0) {
            ready |= (skirmish_slots)(1u << slot);
        }
    }
    return ready;
}

// ---------------------------------------------------------------------------------------------
// Turns

// SK-7. Whoever receives the turn: cooldowns first, then the turn-start abilities.
static void start_turn(skirmish_chain *chain, int player) {
    skirmish_state *s = chain->s;
    s->current = (uint8_t)player;
    skirmish_tell(chain, AGON_SKIRMISH_TURN_STARTED, player, 0, 0, 0, 0);
    uint64_t own = s->occupied & skirmish_side(player);
    while (own) {
        int slot = skirmish_take(&own);
        skirmish_unit *unit = &s->units[slot];
        unit->cooldown = (uint8_t)(unit->cooldown - (unit->cooldown > 0));
        if (skirmish_has(chain->g->turn_starts, unit->kind)) {
            agon_skirmish_push(chain, SKIRMISH_TURN_START, skirmish_ref_on(s, slot), 0, 0, 0);
        }
    }
}

static void start_round(skirmish_chain *chain, int player, int draws) {
    skirmish_state *s = chain->s;
    s->starting = (uint8_t)player;
    s->vp[0] = s->vp[1] = 0;
    skirmish_tell(chain, AGON_SKIRMISH_ROUND_STARTED, s->round, player, 0, 0, 0);
    agon_skirmish_draw(chain, 0, draws);
    agon_skirmish_draw(chain, 1, draws);
    start_turn(chain, player);
}

void agon_skirmish_begin(const skirmish_game *g, skirmish_state *s) {
    skirmish_chain chain = {.g = g, .s = s};
    s->round = 1;
    start_round(&chain, s->starting, OPENING_DRAW);
    agon_skirmish_set_to_act(s);
}

// ---------------------------------------------------------------------------------------------
// The end of a skirmish

// SK-23: terrains, VP, Conquer abilities.
static agon_status score_terrains(skirmish_chain *chain) {
    skirmish_state *s = chain->s;
    skirmish_slots won = 0;
    s->vp[0] = s->vp[1] = 0;
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        int winner = agon_skirmish_terrain_winner(chain->g, s, terrain);
        if (winner >= 0) {
            s->vp[winner]++;
            won |= (skirmish_slots)(1u << agon_skirmish_slot(winner, terrain));
        }
    }
    for (int player = 0; player < 2; player++) {
        uint64_t own = won & skirmish_side(player);
        while (own) {
            int slot = skirmish_take(&own);
            if (skirmish_has(chain->g->conquers, s->units[slot].kind)) {
                agon_skirmish_push(chain, SKIRMISH_CONQUER, skirmish_ref_on(s, slot), 0, 0, 0);
            }
        }
    }
    return agon_skirmish_run(chain);
}

// SK-22, SK-24: the wins. Returns the winner of the skirmish, or −1.
static int award(skirmish_chain *chain) {
    skirmish_state *s = chain->s;
    int winner = s->vp[0] == s->vp[1] ? -1 : s->vp[1] > s->vp[0];
    s->rounds_won[0] = (uint8_t)(s->rounds_won[0] + (winner != 1));
    s->rounds_won[1] = (uint8_t)(s->rounds_won[1] + (winner != 0));
    s->tie_rounds = (uint8_t)(s->tie_rounds + (winner < 0));
    skirmish_tell(chain, AGON_SKIRMISH_ROUND_ENDED, s->round, winner, s->vp[0], s->vp[1], 0);
    return winner;
}

static bool is_match_over(const skirmish_state *s) {
    return s->rounds_won[0] >= WINS_NEEDED || s->rounds_won[1] >= WINS_NEEDED ||
           s->round >= ROUNDS_MAX;
}

static void end_match(skirmish_chain *chain) {
    skirmish_state *s = chain->s;
    int lead = s->rounds_won[0] - s->rounds_won[1];
    s->head.over = 1;
    s->match_winner = (uint8_t)(lead == 0 ? SKIRMISH_DRAW : lead < 0);
    skirmish_tell(chain, AGON_SKIRMISH_MATCH_ENDED, lead == 0 ? -1 : lead < 0, 0, 0, 0, 0);
}

// SK-25.
static void clean_up(skirmish_chain *chain) {
    skirmish_state *s = chain->s;
    uint64_t units = s->occupied;
    while (units) {
        int slot = skirmish_take(&units);
        agon_skirmish_add_to_grave(chain, skirmish_ref_on(s, slot));
        agon_skirmish_lift(chain, slot);
    }
    memset(s->modifiers, 0, sizeof s->modifiers);
    s->has_passed[0] = s->has_passed[1] = 0;
}

// SK-9, SK-23.
static agon_status end_round(skirmish_chain *chain) {
    skirmish_state *s = chain->s;
    agon_status status = score_terrains(chain);
    if (status) {
        return status;
    }
    int winner = award(chain);
    if (is_match_over(s)) {
        end_match(chain);
        return AGON_OK;
    }
    clean_up(chain);
    s->round++;
    start_round(chain, winner < 0 ? 1 - s->starting : 1 - winner, LATER_DRAW);
    return agon_skirmish_run(chain);
}

// ---------------------------------------------------------------------------------------------
// Actions

static void play_card(skirmish_chain *chain, int player, agon_action action) {
    skirmish_state *s = chain->s;
    int ref = action.a;
    const skirmish_card *card = skirmish_card_of(chain->g, ref);
    agon_skirmish_take_from_hand(chain, ref);
    if (card->type != SKIRMISH_ACTION) {
        skirmish_tell(chain, AGON_SKIRMISH_CARD_PLAYED, player, ref, action.b, AGON_NULL, 0);
        agon_skirmish_deploy(chain, ref, agon_skirmish_slot(player, action.b));
        return;
    }
    skirmish_tell(chain, AGON_SKIRMISH_CARD_PLAYED, player, ref, AGON_NULL, action.b, 0);
    agon_skirmish_add_to_grave(chain, ref);
    skirmish_tell(chain, AGON_SKIRMISH_CARD_DISCARDED, player, ref, 0, 0, 0);
    int to = agon_skirmish_slot(agon_skirmish_player_of(action.b), action.c);
    agon_skirmish_push(chain, SKIRMISH_PLAY, ref, action.b,
                       card->play.destinations ? to : SKIRMISH_NONE, 0);
    uint64_t own = s->occupied & skirmish_side(player);
    while (own) {
        int slot = skirmish_take(&own);
        if (skirmish_has(chain->g->saws_action, s->units[slot].kind)) {
            agon_skirmish_push(chain, SKIRMISH_SAW_ACTION, skirmish_ref_on(s, slot), 0, 0, 0);
        }
    }
}

static void activate(skirmish_chain *chain, int player, agon_action action) {
    skirmish_state *s = chain->s;
    int ref = action.a;
    const skirmish_card *card = skirmish_card_of(chain->g, ref);
    s->is_activating = 1;
    s->units[agon_skirmish_find(s, ref)].flags |= SKIRMISH_ACTIVATED;
    skirmish_tell(chain, AGON_SKIRMISH_ABILITY_ACTIVATED, ref, player, 0, 0, 0);
    int raised = card->activate.cards ? action.c : SKIRMISH_NONE;
    agon_skirmish_push(chain, SKIRMISH_ACTIVATE, ref, action.b, raised, 0);
}

static void pass(skirmish_chain *chain, int player) {
    chain->s->has_passed[player] = 1;
    skirmish_tell(chain, AGON_SKIRMISH_PLAYER_PASSED, player, 0, 0, 0, 0);
}

static void begin_action(skirmish_chain *chain, int player, agon_action action) {
    switch (action.type) {
    case AGON_SKIRMISH_PLAY_CARD:
        play_card(chain, player, action);
        break;
    case AGON_SKIRMISH_ACTIVATE:
        activate(chain, player, action);
        break;
    case AGON_SKIRMISH_INPUT:
        agon_skirmish_answer(chain, action.a ? SKIRMISH_NO_SLOT : action.b);
        break;
    case AGON_SKIRMISH_END_TURN:
        chain->s->is_activating = 0;
        break;
    default:
        pass(chain, player);
    }
}

// SK-5, SK-8: everything the action set off is done; the turn goes on to whoever is next.
static agon_status hand_over(skirmish_chain *chain) {
    skirmish_state *s = chain->s;
    if (s->has_passed[0] && s->has_passed[1]) {
        return end_round(chain);
    }
    start_turn(chain, s->has_passed[1 - s->current] ? s->current : 1 - s->current);
    return agon_skirmish_run(chain);
}

static agon_status take_action(skirmish_chain *chain, int player, agon_action action) {
    skirmish_state *s = chain->s;
    begin_action(chain, player, action);
    agon_status status = agon_skirmish_run(chain);
    if (status || s->pending.type) {
        return status;
    }
    if (s->is_activating && agon_skirmish_ready(chain->g, s, s->current)) {
        return AGON_OK; // SK-6: the activation turn goes on
    }
    s->is_activating = 0;
    return hand_over(chain);
}

agon_status agon_skirmish_step_measured(const agon_game *game, agon_state *state, int player,
                                        agon_action action, const agon_context *context,
                                        skirmish_stats *stats) {
    skirmish_state *s = (skirmish_state *)state;
    skirmish_state before; // a fault must leave no trace
    agon_copy(&before.head, state);
    skirmish_chain chain = {(const skirmish_game *)game, s, context, stats};
    agon_status status = take_action(&chain, player, action);
    if (AGON_UNLIKELY(status != AGON_OK)) {
        agon_copy(state, &before.head);
        return status;
    }
    agon_skirmish_set_to_act(s);
    skirmish_tell(&chain, AGON_SKIRMISH_STATE_SNAPSHOT, 0, 0, 0, 0, 0);
    return AGON_OK;
}

agon_status agon_skirmish_step(const agon_game *game, agon_state *state, int player,
                               agon_action action, const agon_context *context) {
    return agon_skirmish_step_measured(game, state, player, action, context, NULL);
}
