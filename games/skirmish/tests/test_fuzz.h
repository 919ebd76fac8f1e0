// Random decks, tables and plays for Skirmish, and what must hold whatever is played (SK-21).
#ifndef AGON_SKIRMISH_TEST_FUZZ_H
#define AGON_SKIRMISH_TEST_FUZZ_H

#include "tests/support/support.h"

#include "games/skirmish/effects.h"

#define FUZZ_ACTIONS_MAX 2000 // two Necromancers could raise each other for ever

typedef struct fuzz {
    agon_rng rng;
    skirmish_game g;
    skirmish_state s;
    agon_skirmish_config config;
    uint64_t matches, actions, effects;
    uint32_t longest; // effects that one action executed
    uint32_t fullest; // effects in the queue at a time
    bool is_thorough; // compares the caches after every action
} fuzz;

static inline uint32_t fuzz_draw(fuzz *f, uint32_t n) {
    return agon_uniform(&f->rng, n);
}

// Cards that set each other off.
static const char *const fuzz_theme[] = {
    "vampire", "vampire", "ghoul",  "wizard",  "turret", "bard",        "engineer", "roots",
    "acolyte", "knight",  "dragon", "warlock", "strike", "necromancer", "fireball", "fireball"};

// A deck of few kinds: long chains need many cards that fit together.
static inline void fuzz_deck(fuzz *f, agon_skirmish_deck *deck) {
    const char *kinds[8] = {0};
    uint32_t count = 1 + fuzz_draw(f, 8);
    bool is_themed = fuzz_draw(f, 2) != 0;
    for (uint32_t i = 0; i < count; i++) {
        kinds[i] = is_themed ? fuzz_theme[fuzz_draw(f, 16)]
                             : agon_skirmish_catalogue[fuzz_draw(f, 32)]->name; // but the Squire
    }
    *deck = (agon_skirmish_deck){.count = (uint16_t)(20 + fuzz_draw(f, 11))};
    for (int i = 0; i < deck->count; i++) {
        deck->cards[i] = kinds[fuzz_draw(f, count)];
    }
}

// Cards from the deck onto the board, with some history; as if a skirmish were under way.
static inline void fuzz_board(fuzz *f) {
    skirmish_state *s = &f->s;
    uint32_t gaps = fuzz_draw(f, 4);
    for (int slot = 0; slot < AGON_SKIRMISH_SLOTS; slot++) {
        int player = agon_skirmish_player_of(slot);
        int next = s->deck_count[player] - 1;
        if (next < 0 || fuzz_draw(f, 6) < gaps) {
            continue;
        }
        int index = s->deck[player][next];
        const skirmish_card *card = f->g.cards[f->g.kind_of[player][index]];
        if (card->type == SKIRMISH_ACTION) {
            continue;
        }
        s->deck_count[player]--;
        s->deck[player][next] = 0;
        s->occupied |= (skirmish_slots)(1u << slot);
        s->units[slot].card = (uint8_t)index;
        s->units[slot].damage = (int16_t)fuzz_draw(f, card->power);
        s->units[slot].buffs = (int16_t)fuzz_draw(f, 3);
        s->modifiers[slot] = (int16_t)fuzz_draw(f, 3);
    }
    assert_int_equal(agon_skirmish_validate(&f->g.head, &s->head, NULL), AGON_OK);
}

static inline void fuzz_start(fuzz *f) {
    f->config = agon_skirmish_config_default();
    f->config.max_copies = 30;
    fuzz_deck(f, &f->config.decks[0]);
    fuzz_deck(f, &f->config.decks[1]);
    assert_int_equal(agon_configure(&agon_skirmish_rules, &f->config, &f->g.head, NULL), AGON_OK);
    agon_init(&f->g.head, &f->config, agon_seed_number((int64_t)agon_rng_next(&f->rng)),
              &f->s.head);
    f->matches++;
    if (fuzz_draw(f, 2)) {
        fuzz_board(f);
    }
}

// All that follows from the rest is what a loaded state would have.
static inline void fuzz_compare(fuzz *f) {
    static skirmish_state copy;
    agon_copy(&copy.head, &f->s.head); // padding included
    assert_int_equal(agon_skirmish_validate(&f->g.head, &copy.head, NULL), AGON_OK);
    assert_memory_equal(&copy, &f->s, sizeof copy);
    assert_int_equal(f->s.fallen, 0);
}

static inline void fuzz_act(fuzz *f) {
    int player = agon_current_player(&f->g.head, &f->s.head);
    uint32_t count = agon_count(&f->g.head, &f->s.head, player);
    // Not too many passes: they end skirmishes before anything has happened.
    uint32_t i = count > 1 && fuzz_draw(f, 4) ? fuzz_draw(f, count - 1) : fuzz_draw(f, count);
    agon_action action = agon_nth(&f->g.head, &f->s.head, player, i);
    skirmish_stats stats = {0};
    assert_int_equal(agon_check(&f->g.head, &f->s.head, player, action, NULL), AGON_OK);
    assert_int_equal(
        agon_skirmish_step_measured(&f->g.head, &f->s.head, player, action, NULL, &stats), AGON_OK);
    f->actions++;
    f->effects += stats.executed;
    f->longest = stats.executed > f->longest ? stats.executed : f->longest;
    f->fullest = stats.queued > f->fullest ? stats.queued : f->fullest;
    if (f->is_thorough) {
        fuzz_compare(f);
    }
}

static inline void fuzz_match(fuzz *f) {
    fuzz_start(f);
    for (int i = 0; i < FUZZ_ACTIONS_MAX && !f->s.head.over; i++) {
        fuzz_act(f);
    }
}

static inline void fuzz_report(const fuzz *f) {
    print_message("             %llu matches, %llu actions, %llu effects; longest chain %u, "
                  "fullest queue %u of %d\n",
                  (unsigned long long)f->matches, (unsigned long long)f->actions,
                  (unsigned long long)f->effects, f->longest, f->fullest, SKIRMISH_QUEUE_MAX);
}

#endif
