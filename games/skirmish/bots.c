// A heuristic for Skirmish: look one action ahead, and know when to stop.
//
// The bot never sees a state. It guesses one that fits its view, tries every valid action on it, and
// takes the one after which the table looks best. Cards in hand count too, so that it does not spend
// more on a skirmish than that is worth, and gives one up that it cannot win any more.
#include "games/skirmish/state.h"

#include "agon/bot.h"

#define WIN_VALUE 100000  // of a skirmish that is decided
#define TERRAIN_VALUE 100 // of a terrain one would win now
#define CARD_VALUE 45     // of a card in hand
#define MARGIN_MAX 6      // power beyond that much more than needed is worth nothing
#define DEPTH_MAX 3       // inputs of one's own that an action may lead to

// How well a player holds the table, seen from player 0: terrains, then margins.
static int value_of_terrain(const skirmish_game *g, const skirmish_state *s, int terrain) {
    int slot = agon_skirmish_slot(0, terrain);
    int there = s->occupied >> slot & 3;
    bool favours_low = false;
    for (int i = slot; i <= slot + 1; i++) {
        favours_low |= skirmish_has(s->occupied, i) && skirmish_card_on(g, s, i)->favours_low &&
                       !(s->units[i].flags & SKIRMISH_SILENCED);
    }
    if (there != 3) {
        int power = s->units[slot].power - s->units[slot + 1].power;
        return (there & 1 ? TERRAIN_VALUE : 0) - (there & 2 ? TERRAIN_VALUE : 0) + 4 * power;
    }
    int margin = s->units[slot].power - s->units[slot + 1].power;
    margin = favours_low ? -margin : margin;
    int bounded = margin > MARGIN_MAX ? MARGIN_MAX : margin < -MARGIN_MAX ? -MARGIN_MAX : margin;
    return (margin > 0 ? TERRAIN_VALUE : margin < 0 ? -TERRAIN_VALUE : 0) + 8 * bounded;
}

// Modifiers on empty slots, and abilities still to be used.
static int value_of_rest(const skirmish_game *g, const skirmish_state *s) {
    int value = 0;
    for (int slot = 0; slot < AGON_SKIRMISH_SLOTS; slot++) {
        int sign = agon_skirmish_player_of(slot) == 0 ? 1 : -1;
        if (!skirmish_has(s->occupied, slot)) {
            value += sign * 6 * s->modifiers[slot];
            continue;
        }
        const skirmish_unit *unit = &s->units[slot];
        const skirmish_card *card = skirmish_card_on(g, s, slot);
        bool is_able = !(unit->flags & SKIRMISH_SILENCED);
        if (is_able && (card->turn_start || card->saw_action)) {
            value += sign * 15;
        }
        if (is_able && card->activate.run && !(unit->flags & SKIRMISH_ACTIVATED)) {
            value += sign * 12;
        }
    }
    return value;
}

// The value of a state for a player, while the skirmish goes on.
static int value_of_table(const skirmish_game *g, const skirmish_state *s, int player) {
    int value = value_of_rest(g, s);
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        value += value_of_terrain(g, s, terrain);
    }
    value += CARD_VALUE * (s->hand_count[0] - s->hand_count[1]);
    return player == 0 ? value : -value;
}

// A skirmish that is over is worth a win; the cards kept decide between two ways to the same end.
static int value_of_state(const skirmish_game *g, const skirmish_state *s, int player,
                          const skirmish_state *before) {
    int won = s->rounds_won[player] - before->rounds_won[player];
    int lost = s->rounds_won[1 - player] - before->rounds_won[1 - player];
    if (s->head.over || s->round != before->round) {
        return WIN_VALUE * (won - lost) + CARD_VALUE * (s->hand_count[player]);
    }
    return value_of_table(g, s, player);
}

// Terrains that `player` would win now, minus those it would lose.
static int lead_of(const skirmish_game *g, const skirmish_state *s, int player) {
    int lead = 0;
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        int value = value_of_terrain(g, s, terrain);
        lead += (value > TERRAIN_VALUE / 2) - (value < -TERRAIN_VALUE / 2);
    }
    return player == 0 ? lead : -lead;
}

// Passing leaves the rest of the skirmish to the opponent, who then gets turn after turn. So it is
// good with a lead that the opponent's hand can hardly make up, and when nothing can be won any
// more; with the opponent already done it simply ends the skirmish.
static int value_of_passing(const skirmish_game *g, const skirmish_state *s, int player) {
    int lead = lead_of(g, s, player);
    int enemy_cards = s->hand_count[1 - player];
    int own_cards = s->hand_count[player];
    int reach = enemy_cards < 5 ? enemy_cards : 5;
    if (lead > reach) {
        return WIN_VALUE / 2;
    }
    if (own_cards == 0) {
        return WIN_VALUE / 4;
    }
    if (lead + 2 * own_cards < 0) {
        return WIN_VALUE / 8;
    }
    return -WIN_VALUE / 2;
}

static int try_action(const agon_thought *thought, const skirmish_state *from, agon_action action,
                      const skirmish_state *before, int depth);

// The best value among the answers to an input of one's own.
static int best_answer(const agon_thought *thought, const skirmish_state *s,
                       const skirmish_state *before, int depth) {
    uint32_t count = agon_count(thought->game, &s->head, thought->player);
    int best = -2 * WIN_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(thought->game, &s->head, thought->player, i);
        int value = try_action(thought, s, action, before, depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

static int try_action(const agon_thought *thought, const skirmish_state *from, agon_action action,
                      const skirmish_state *before, int depth) {
    const skirmish_game *g = (const skirmish_game *)thought->game;
    skirmish_state after;
    if (action.type == AGON_SKIRMISH_PASS && !from->has_passed[1 - thought->player]) {
        return value_of_passing(g, from, thought->player);
    }
    if (agon_apply(thought->game, &from->head, thought->player, action, NULL, &after.head, NULL)) {
        return -2 * WIN_VALUE;
    }
    bool is_own_input = after.pending.type && after.head.to_act == 1u << thought->player;
    if (is_own_input && depth > 0) {
        return best_answer(thought, &after, before, depth);
    }
    return value_of_state(g, &after, thought->player, before);
}

static agon_action think(const agon_thought *thought) {
    skirmish_state guess;
    uint32_t count = agon_count(thought->game, thought->view, thought->player);
    agon_action best = agon_nth(thought->game, thought->view, thought->player, 0);
    int best_value = -4 * WIN_VALUE;
    if (thought->view->viewer == AGON_NOBODY) {
        guess = *(const skirmish_state *)thought->view; // search has made it up itself
    } else if (agon_resample(thought->game, thought->view, thought->rng, &guess.head)) {
        return best;
    }
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(thought->game, thought->view, thought->player, i);
        int value = try_action(thought, &guess, action, &guess, DEPTH_MAX);
        if (value > best_value) {
            best_value = value;
            best = action;
        }
    }
    return best;
}

// The prospects of both players: the skirmishes won so far, then the table and the cards.
static void estimate(const agon_game *game, const agon_state *state, int32_t *values) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *s = (const skirmish_state *)state;
    int value = 300 * (s->rounds_won[0] - s->rounds_won[1]) + value_of_table(g, s, 0);
    int bounded = value > 900 ? 900 : value < -900 ? -900 : value;
    values[0] = AGON_SURE / 2 + bounded * (AGON_SURE / 2) / 1000;
    values[1] = AGON_SURE - values[0];
}

static const agon_guide guide = {
    .estimate = estimate, .horizon = 30, .guided_percent = 10, .rivals_percent = 100};

static const agon_bot greedy = {
    "greedy", "looks one action ahead and saves cards for the next skirmish", think, &guide};

const agon_bot *const agon_skirmish_bots[] = {&greedy, NULL};
