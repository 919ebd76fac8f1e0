// The cards of SK-40, one place each: what a card's functions do, then the card. A new card is
// written here and added to the list at the end, and nowhere else.
#include "games/skirmish/effects.h"

// ---------------------------------------------------------------------------------------------
// Words that several cards use

static int owner_of(int slot) {
    return agon_skirmish_player_of(slot);
}

// Own slots on close terrains.
static skirmish_slots own_close_slots(int slot) {
    return skirmish_close(slot) & skirmish_side(owner_of(slot));
}

static skirmish_slots units_close(const skirmish_game *g, const skirmish_state *s, int slot) {
    (void)g;
    return skirmish_close(slot) & s->occupied;
}

static skirmish_slots enemies_close(const skirmish_game *g, const skirmish_state *s, int slot) {
    return units_close(g, s, slot) & skirmish_side(1 - owner_of(slot));
}

static skirmish_slots any_slot(const skirmish_game *g, const skirmish_state *s, int player) {
    (void)g;
    (void)s;
    (void)player;
    return SKIRMISH_ALL_SLOTS;
}

static skirmish_slots any_unit(const skirmish_game *g, const skirmish_state *s, int player) {
    (void)g;
    (void)player;
    return s->occupied;
}

static skirmish_slots own_close_targets(const skirmish_game *g, const skirmish_state *s, int slot) {
    (void)g;
    (void)s;
    return own_close_slots(slot);
}

static void draw_one(skirmish_chain *chain, int slot, int target, int power) {
    (void)target;
    (void)power;
    agon_skirmish_draw(chain, owner_of(slot), 1);
}

// ---------------------------------------------------------------------------------------------
// Units

static void acolyte_consumed(skirmish_chain *chain, int slot) {
    agon_skirmish_buff(chain, slot, 3);
}

static const skirmish_card acolyte = {.name = "acolyte",
                                      .text = "Consumed: the unit deployed over it gets +3",
                                      .badge = "feeds +3",
                                      .power = 1,
                                      .consumed = acolyte_consumed};

static const skirmish_card apprentice = {.name = "apprentice",
                                         .text =
                                             "Consume: deployed over a unit of yours, draw a card",
                                         .power = 3,
                                         .consume.run = draw_one};

static void archer_shoot(skirmish_chain *chain, int slot, int target, int power) {
    (void)power;
    agon_skirmish_damage(chain, target, 2, skirmish_ref_on(chain->s, slot));
}

static const skirmish_card archer = {.name = "archer",
                                     .text = "Deploy: 2 damage to an enemy on a close terrain",
                                     .asks = "which enemy takes 2 damage",
                                     .power = 3,
                                     .deploy = {enemies_close, archer_shoot, false}};

static void bard_sing(skirmish_chain *chain, int slot) {
    uint64_t allies = own_close_slots(slot) & chain->s->occupied;
    while (allies) {
        agon_skirmish_buff(chain, skirmish_take(&allies), 1);
    }
}

static const skirmish_card bard = {.name = "bard",
                                   .text = "Each turn: your units on close terrains get +1",
                                   .badge = "sings +1",
                                   .power = 2,
                                   .turn_start = bard_sing};

static const skirmish_card champion = {.name = "champion", .text = "Simply strong", .power = 5};

static skirmish_slots dragon_narrow(const skirmish_state *s, skirmish_slots free) {
    return free & s->occupied;
}

static const skirmish_card dragon = {.name = "dragon",
                                     .text = "Only over a unit of yours, which it consumes",
                                     .power = 7,
                                     .narrow = dragon_narrow};

static void engineer_build(skirmish_chain *chain, int slot) {
    agon_skirmish_modify(chain, slot, 1);
}

static const skirmish_card engineer = {.name = "engineer",
                                       .text = "Each turn: its slot gets +1",
                                       .badge = "builds +1",
                                       .power = 1,
                                       .turn_start = engineer_build};

static void ghoul_feed(skirmish_chain *chain, int slot) {
    agon_skirmish_buff(chain, slot, 2);
}

static const skirmish_card ghoul = {.name = "ghoul",
                                    .text = "Gets +2 for every unit that dies on a close terrain",
                                    .badge = "feeds on dead",
                                    .power = 1,
                                    .saw_death = ghoul_feed};

static skirmish_slots hunter_prey(const skirmish_game *g, const skirmish_state *s, int slot) {
    uint64_t units = units_close(g, s, slot);
    skirmish_slots wounded = 0;
    while (units) {
        int target = skirmish_take(&units);
        if (s->units[target].power < skirmish_card_on(g, s, target)->power) {
            wounded |= (skirmish_slots)(1u << target);
        }
    }
    return wounded;
}

static void hunter_kill(skirmish_chain *chain, int slot, int target, int power) {
    (void)slot;
    (void)power;
    agon_skirmish_kill(chain, target);
}

static const skirmish_card hunter = {.name = "hunter",
                                     .text = "Deploy: kills a wounded unit on a close terrain",
                                     .asks = "which wounded unit dies",
                                     .power = 4,
                                     .deploy = {hunter_prey, hunter_kill, false}};

// SK-3: with 16 Squires there is nothing to choose, and the ability is skipped.
static skirmish_slots knight_slots(const skirmish_game *g, const skirmish_state *s, int slot) {
    bool has_squire = s->squires[owner_of(slot)] != 0xffffu;
    skirmish_slots free = agon_skirmish_free_slots(g, s, owner_of(slot));
    return has_squire ? free & own_close_slots(slot) : 0;
}

static void knight_call(skirmish_chain *chain, int slot, int target, int power) {
    (void)power;
    int squire_card = agon_skirmish_make_squire(chain, owner_of(slot));
    if (squire_card >= 0) {
        agon_skirmish_deploy(chain, squire_card, target);
    }
}

static const skirmish_card knight = {.name = "knight",
                                     .text = "Deploy: may place a Squire in a close slot of yours",
                                     .asks = "where does the Squire go",
                                     .power = 3,
                                     .deploy = {knight_slots, knight_call, true}};

static void mimic_copy(skirmish_chain *chain, int slot, int target, int power) {
    (void)target;
    (void)power;
    const skirmish_state *s = chain->s;
    int front = skirmish_front(slot);
    if (skirmish_has(s->occupied, front)) {
        agon_skirmish_buff(chain, slot, s->units[front].power - s->units[slot].power);
    }
}

static const skirmish_card mimic = {.name = "mimic",
                                    .text = "Deploy: takes the power of the enemy in front",
                                    .power = 1,
                                    .deploy.run = mimic_copy};

static skirmish_slots necromancer_slots(const skirmish_game *g, const skirmish_state *s, int slot) {
    return agon_skirmish_free_slots(g, s, owner_of(slot));
}

static uint64_t necromancer_cards(const skirmish_game *g, const skirmish_state *s, int player) {
    uint64_t graves = s->grave_set[player];
    uint64_t cards = 0;
    while (graves) {
        int index = skirmish_take(&graves);
        const skirmish_card *card = g->cards[g->kind_of[player][index]];
        // A card with a place of its own cannot go just anywhere; SK-40 has none of power ≤ 3.
        bool is_raised = card->type != SKIRMISH_ACTION && card->power <= 3 && !card->narrow;
        cards |= (uint64_t)is_raised << index;
    }
    return cards;
}

static void necromancer_raise(skirmish_chain *chain, int slot, int target, int card) {
    (void)slot;
    if (card >= 0 && agon_skirmish_take_from_grave(chain, card)) {
        agon_skirmish_deploy(chain, card, target);
    }
}

static const skirmish_card necromancer = {
    .name = "necromancer",
    .text = "Activate: deploy a unit of base 3 or less from your graves",
    .asks = "which unit, and to which slot",
    .power = 2,
    .cooldown = 1,
    .activate = {necromancer_slots, necromancer_cards, necromancer_raise}};

static void noble_conquer(skirmish_chain *chain, int slot) {
    agon_skirmish_draw(chain, owner_of(slot), 2);
}

static const skirmish_card noble = {.name = "noble",
                                    .text = "Conquer: if it wins its terrain, draw 2 cards",
                                    .badge = "wins 2 cards",
                                    .power = 4,
                                    .conquer = noble_conquer};

static skirmish_slots priest_slots(const skirmish_game *g, const skirmish_state *s, int slot) {
    (void)g;
    (void)s;
    return skirmish_close(slot);
}

static void priest_cleanse(skirmish_chain *chain, int slot, int target, int power) {
    (void)slot;
    (void)power;
    agon_skirmish_cleanse(chain, target);
}

static const skirmish_card priest = {.name = "priest",
                                     .text =
                                         "Deploy: clears a close slot and silences the unit there",
                                     .asks = "which slot is cleared and silenced",
                                     .power = 2,
                                     .deploy = {priest_slots, priest_cleanse, false}};

static void ranger_move(skirmish_chain *chain, int slot, int target, int card) {
    (void)card;
    agon_skirmish_move(chain, slot, target);
}

static const skirmish_card ranger = {.name = "ranger",
                                     .text = "Activate: moves to a close slot of yours, may swap",
                                     .asks = "where does it move",
                                     .power = 4,
                                     .cooldown = 1,
                                     .activate = {own_close_targets, NULL, ranger_move}};

static const skirmish_card rogue = {.name = "rogue",
                                    .text = "On its terrain the LOWER power wins",
                                    .badge = "lower wins!",
                                    .power = 2,
                                    .favours_low = true};

static void rookie_drill(skirmish_chain *chain, int slot, int target, int card) {
    (void)card;
    agon_skirmish_modify(chain, slot, 2);
    agon_skirmish_modify(chain, target, 2);
}

static const skirmish_card rookie = {.name = "rookie",
                                     .text = "Activate: its slot and a close slot of yours get +2",
                                     .asks = "which close slot gets +2",
                                     .power = 3,
                                     .cooldown = 2,
                                     .activate = {own_close_targets, NULL, rookie_drill}};

static const skirmish_card roots = {.name = "roots",
                                    .text = "Death: its slot gets its last power as a bonus",
                                    .badge = "leaves power",
                                    .power = 2,
                                    .death = agon_skirmish_modify};

static const skirmish_card scout = {
    .name = "scout", .text = "Deploy: draw a card", .power = 2, .deploy.run = draw_one};

static const skirmish_card sentinel = {.name = "sentinel",
                                       .text = "No enemy may be deployed in front of it",
                                       .badge = "bars front",
                                       .power = 3,
                                       .guards_front = true};

static const skirmish_card squire = {.name = "squire",
                                     .text = "A small unit, called by a Knight",
                                     .type = SKIRMISH_TOKEN,
                                     .power = 1};

static void turret_fire(skirmish_chain *chain, int slot) {
    agon_skirmish_damage(chain, skirmish_front(slot), 1, skirmish_ref_on(chain->s, slot));
}

static const skirmish_card turret = {.name = "turret",
                                     .text = "Each turn: 1 damage to the enemy in front",
                                     .badge = "fires 1",
                                     .power = 3,
                                     .turn_start = turret_fire};

static void vampire_bite(skirmish_chain *chain, int slot, int target, int card) {
    (void)card;
    agon_skirmish_damage(chain, target, 2, skirmish_ref_on(chain->s, slot));
}

static const skirmish_card vampire = {
    .name = "vampire",
    .text = "Gains damage dealt close by; activate: 2 damage close by",
    .asks = "which unit takes 2 damage",
    .badge = "drinks damage",
    .power = 2,
    .cooldown = 1,
    .activate = {units_close, NULL, vampire_bite},
    .saw_damage = agon_skirmish_buff};

static const skirmish_card veteran = {.name = "veteran", .text = "Simply solid", .power = 4};

static void warlock_curse(skirmish_chain *chain, int slot, int target, int power) {
    agon_skirmish_damage(chain, target, power, skirmish_ref_on(chain->s, slot));
}

static const skirmish_card warlock = {
    .name = "warlock",
    .text = "Consume: the eaten unit's power as damage to a close enemy",
    .asks = "which enemy takes the damage",
    .power = 3,
    .consume = {enemies_close, warlock_curse, false}};

static void wizard_channel(skirmish_chain *chain, int slot) {
    agon_skirmish_modify(chain, slot, 2);
}

static const skirmish_card wizard = {.name = "wizard",
                                     .text = "Whenever you play an action: its slot gets +2",
                                     .badge = "likes actions",
                                     .power = 3,
                                     .saw_action = wizard_channel};

// ---------------------------------------------------------------------------------------------
// Action cards

static skirmish_slots assassinate_targets(const skirmish_game *g, const skirmish_state *s,
                                          int player) {
    (void)g;
    uint64_t enemies = s->occupied & skirmish_side(1 - player);
    skirmish_slots strong = 0;
    while (enemies) {
        int slot = skirmish_take(&enemies);
        strong |= (skirmish_slots)((s->units[slot].power >= 5) << slot);
    }
    return strong;
}

static void assassinate_play(skirmish_chain *chain, int card, int target, int to) {
    (void)card;
    (void)to;
    agon_skirmish_kill(chain, target);
}

static const skirmish_card assassinate = {.name = "assassinate",
                                          .text = "Kill an enemy of power 5 or more",
                                          .asks = "which enemy dies",
                                          .type = SKIRMISH_ACTION,
                                          .play = {assassinate_targets, NULL, assassinate_play}};

static skirmish_slots energize_targets(const skirmish_game *g, const skirmish_state *s,
                                       int player) {
    (void)g;
    return s->occupied & skirmish_side(player);
}

static void energize_play(skirmish_chain *chain, int card, int target, int to) {
    (void)card;
    (void)to;
    agon_skirmish_buff(chain, target, 3);
}

static const skirmish_card energize = {.name = "energize",
                                       .text = "A unit of yours gets +3",
                                       .asks = "which unit gets +3",
                                       .type = SKIRMISH_ACTION,
                                       .play = {energize_targets, NULL, energize_play}};

static void fireball_play(skirmish_chain *chain, int card, int target, int to) {
    (void)to;
    uint64_t around = skirmish_close(target);
    agon_skirmish_damage(chain, target, 2, card);
    while (around) {
        agon_skirmish_damage(chain, skirmish_take(&around), 2, card);
    }
}

static const skirmish_card fireball = {
    .name = "fireball",
    .text = "2 damage to a slot and all units on the terrains beside it",
    .asks = "on which slot does it fall",
    .type = SKIRMISH_ACTION,
    .play = {any_slot, NULL, fireball_play}};

static void repositioning_play(skirmish_chain *chain, int card, int target, int to) {
    (void)card;
    if (to >= 0) {
        agon_skirmish_move(chain, target, to);
    }
}

static const skirmish_card repositioning = {
    .name = "repositioning",
    .text = "Move any unit to the next slot of its owner, may swap",
    .asks = "which unit moves, and where",
    .type = SKIRMISH_ACTION,
    .play = {any_unit, own_close_slots, repositioning_play}};

static void seed_play(skirmish_chain *chain, int card, int target, int to) {
    (void)card;
    (void)to;
    uint64_t around = own_close_slots(target);
    agon_skirmish_modify(chain, target, 1);
    while (around) {
        agon_skirmish_modify(chain, skirmish_take(&around), 1);
    }
}

static const skirmish_card seed = {.name = "seed",
                                   .text = "Any slot and its owner's slots beside it get +1",
                                   .asks = "which slot is the middle",
                                   .type = SKIRMISH_ACTION,
                                   .play = {any_slot, NULL, seed_play}};

static void strike_play(skirmish_chain *chain, int card, int target, int to) {
    (void)to;
    agon_skirmish_damage(chain, target, 3, card);
}

static const skirmish_card strike = {.name = "strike",
                                     .text = "3 damage to any unit",
                                     .asks = "which unit takes 3 damage",
                                     .type = SKIRMISH_ACTION,
                                     .play = {any_unit, NULL, strike_play}};

static void unsummon_play(skirmish_chain *chain, int card, int target, int to) {
    (void)card;
    (void)to;
    agon_skirmish_bounce(chain, target);
}

static const skirmish_card unsummon = {.name = "unsummon",
                                       .text = "Return any unit to its owner's hand",
                                       .asks = "which unit returns",
                                       .type = SKIRMISH_ACTION,
                                       .play = {any_unit, NULL, unsummon_play}};

const skirmish_card *const agon_skirmish_catalogue[] = {
    &acolyte,       &apprentice, &archer,  &bard,     &champion,    &dragon,   &engineer,
    &ghoul,         &hunter,     &knight,  &mimic,    &necromancer, &noble,    &priest,
    &ranger,        &rogue,      &rookie,  &roots,    &scout,       &sentinel, &turret,
    &vampire,       &veteran,    &warlock, &wizard,   &assassinate, &energize, &fireball,
    &repositioning, &seed,       &strike,  &unsummon, &squire,      NULL};
