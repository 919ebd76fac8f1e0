// The chain: effects run one after the other, and after each the state check.
#include "games/skirmish/effects.h"

int agon_skirmish_find(const skirmish_state *s, int ref) {
    uint64_t own = s->occupied & skirmish_side(agon_skirmish_ref_player(ref));
    while (own) {
        int slot = skirmish_take(&own);
        if (s->units[slot].card == skirmish_ref_index(ref)) {
            return slot;
        }
    }
    return SKIRMISH_NO_SLOT;
}

// SK-19: where the source of a trigger stands, if it can still do something.
static int find_able(const skirmish_state *s, int ref) {
    int slot = agon_skirmish_find(s, ref);
    if (slot < 0 || s->units[slot].doomed || (s->units[slot].flags & SKIRMISH_SILENCED)) {
        return SKIRMISH_NO_SLOT;
    }
    return slot;
}

static const skirmish_ability *ability_of(const skirmish_game *g, agon_effect effect) {
    const skirmish_card *card = skirmish_card_of(g, effect.a);
    return effect.type == SKIRMISH_CONSUMES ? &card->consume : &card->deploy;
}

const skirmish_ability *agon_skirmish_pending(const skirmish_game *g, const skirmish_state *s,
                                              skirmish_slots *choices) {
    const skirmish_ability *ability = ability_of(g, s->pending);
    int slot = agon_skirmish_find(s, s->pending.a);
    *choices = slot < 0 || !ability->choices ? 0 : ability->choices(g, s, slot);
    return ability;
}

// SK-11: an ability that needs a choice waits for it; without anything to choose it is skipped.
static agon_step run_ability(skirmish_chain *chain, agon_effect effect) {
    const skirmish_ability *ability = ability_of(chain->g, effect);
    int slot = find_able(chain->s, effect.a);
    if (slot < 0 || !ability->run) {
        return AGON_STEP_DONE;
    }
    if (!ability->choices) {
        ability->run(chain, slot, SKIRMISH_NO_SLOT, effect.n);
        return AGON_STEP_DONE;
    }
    skirmish_slots choices = ability->choices(chain->g, chain->s, slot);
    if (!choices) {
        return AGON_STEP_DONE;
    }
    chain->s->pending = effect;
    skirmish_tell(chain, AGON_SKIRMISH_INPUT_REQUIRED, agon_skirmish_player_of(slot), effect.a,
                  chain->s->units[slot].kind, choices, ability->is_optional);
    return AGON_STEP_WAIT;
}

static void run_simple(skirmish_chain *chain, int source, void (*run)(skirmish_chain *, int)) {
    int slot = find_able(chain->s, source);
    if (slot >= 0 && run) {
        run(chain, slot);
    }
}

static void run_saw_damage(skirmish_chain *chain, agon_effect effect) {
    int slot = find_able(chain->s, effect.a);
    const skirmish_card *card = skirmish_card_of(chain->g, effect.a);
    if (slot >= 0 && card->saw_damage) {
        card->saw_damage(chain, slot, effect.n);
    }
}

static void run_consumed(skirmish_chain *chain, agon_effect effect) {
    const skirmish_card *card = skirmish_card_of(chain->g, effect.a);
    int slot = agon_skirmish_find(chain->s, effect.b);
    if (slot >= 0 && card->consumed) {
        card->consumed(chain, slot);
    }
}

static void run_conquer(skirmish_chain *chain, agon_effect effect) {
    const skirmish_card *card = skirmish_card_of(chain->g, effect.a);
    int slot = find_able(chain->s, effect.a);
    if (slot >= 0 && card->conquer) {
        skirmish_tell(chain, AGON_SKIRMISH_CONQUER_TRIGGERED, effect.a,
                      agon_skirmish_terrain_of(slot), 0, 0, 0);
        card->conquer(chain, slot);
    }
}

static void run_play(skirmish_chain *chain, agon_effect effect) {
    const skirmish_card *card = skirmish_card_of(chain->g, effect.a);
    if (card->play.run) {
        card->play.run(chain, effect.a, effect.b, effect.c == SKIRMISH_NONE ? -1 : effect.c);
    }
}

static void run_activate(skirmish_chain *chain, agon_effect effect) {
    const skirmish_card *card = skirmish_card_of(chain->g, effect.a);
    int slot = find_able(chain->s, effect.a);
    if (slot >= 0 && card->activate.run) {
        card->activate.run(chain, slot, effect.b, effect.c == SKIRMISH_NONE ? -1 : effect.c);
    }
}

static agon_step execute(void *user, agon_effect effect) {
    skirmish_chain *chain = user;
    const skirmish_card *card = skirmish_card_of(chain->g, effect.a);
    switch ((skirmish_effect_type)effect.type) {
    case SKIRMISH_CONSUME:
        agon_skirmish_consume(chain, effect.a, effect.b);
        break;
    case SKIRMISH_DEPLOY:
        agon_skirmish_place(chain, effect.a, effect.b, effect.c != 0, effect.n);
        break;
    case SKIRMISH_CONSUMED:
        run_consumed(chain, effect);
        break;
    case SKIRMISH_DEPLOYED:
    case SKIRMISH_CONSUMES:
        return run_ability(chain, effect);
    case SKIRMISH_SAW_DEATH:
        run_simple(chain, effect.a, card->saw_death);
        break;
    case SKIRMISH_SAW_DAMAGE:
        run_saw_damage(chain, effect);
        break;
    case SKIRMISH_SAW_ACTION:
        run_simple(chain, effect.a, card->saw_action);
        break;
    case SKIRMISH_TURN_START:
        run_simple(chain, effect.a, card->turn_start);
        break;
    case SKIRMISH_CONQUER:
        run_conquer(chain, effect);
        break;
    case SKIRMISH_PLAY:
        run_play(chain, effect);
        break;
    case SKIRMISH_ACTIVATE:
        run_activate(chain, effect);
        break;
    case SKIRMISH_DEATHS:
        agon_skirmish_deaths(chain, effect.a);
        break;
    case SKIRMISH_NO_EFFECT:
    case SKIRMISH_EFFECT_TYPES:
        break;
    }
    return AGON_STEP_DONE;
}

// A number that no batch in the queue has.
static uint8_t free_batch_number(const skirmish_state *s) {
    uint64_t used = 1;
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        agon_effect effect = agon_queue_at(&s->queue.base, SKIRMISH_QUEUE_MAX, i);
        if (effect.type == SKIRMISH_DEATHS) {
            used |= (uint64_t)1 << (effect.a & 63);
        }
    }
    return (uint8_t)skirmish_lowest(~used);
}

// SK-18: every unit at power 0 joins one batch at the end of the queue.
static void check_state(void *user) {
    skirmish_chain *chain = user;
    skirmish_state *s = chain->s;
    if (AGON_LIKELY(!s->fallen)) {
        return;
    }
    uint8_t batch = free_batch_number(s);
    uint64_t fallen = s->fallen;
    while (fallen) {
        s->units[skirmish_take(&fallen)].doomed = batch;
    }
    s->fallen = 0;
    agon_skirmish_push(chain, SKIRMISH_DEATHS, batch, 0, 0, 0);
}

static void check_and_measure(void *user) {
    skirmish_chain *chain = user;
    check_state(chain);
    if (chain->stats->queued < chain->s->queue.base.count) {
        chain->stats->queued = chain->s->queue.base.count;
    }
    chain->stats->executed++;
}

agon_status agon_skirmish_run(skirmish_chain *chain) {
    return agon_queue_run(&chain->s->queue.base, SKIRMISH_QUEUE_MAX, execute,
                          chain->stats ? check_and_measure : check_state, chain, SKIRMISH_CHAIN_MAX,
                          NULL);
}

void agon_skirmish_answer(skirmish_chain *chain, int target) {
    agon_effect effect = chain->s->pending;
    int slot = agon_skirmish_find(chain->s, effect.a);
    chain->s->pending = (agon_effect){0};
    if (target >= 0 && slot >= 0) {
        ability_of(chain->g, effect)->run(chain, slot, target, effect.n);
    }
    check_state(chain);
}
