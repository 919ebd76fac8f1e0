// A card of one's own: one structure, its functions, and a line in a catalogue. The example of
// docs/games/skirmish.md.
#include "tests/support/support.h"

#include "games/skirmish/effects.h"

// The Herald, power 2. Deploy: choose an own unit on a close terrain; it gets +1, and the Herald too.
// Whenever its owner plays an action card, the Herald's slot gets +1.
static skirmish_slots herald_choices(const skirmish_game *g, const skirmish_state *s, int slot) {
    (void)g;
    return skirmish_close(slot) & skirmish_side(agon_skirmish_player_of(slot)) & s->occupied;
}

static void herald_cheer(skirmish_chain *chain, int slot, int target, int power) {
    (void)power;
    agon_skirmish_buff(chain, target, 1);
    agon_skirmish_buff(chain, slot, 1);
}

static void herald_announce(skirmish_chain *chain, int slot) {
    agon_skirmish_modify(chain, slot, 1);
}

static const skirmish_card herald = {.name = "herald",
                                     .power = 2,
                                     .deploy = {herald_choices, herald_cheer, false},
                                     .saw_action = herald_announce};

static skirmish_game g;
static skirmish_state s;

static void play(agon_action action) {
    int player = agon_current_player(&g.head, &s.head);
    assert_int_equal(agon_apply(&g.head, &s.head, player, action, NULL, &s.head, NULL), AGON_OK);
}

static agon_action card(const char *name, int operand) {
    uint64_t held = s.hand_set[s.current];
    while (held) {
        int ref = skirmish_ref(s.current, skirmish_take(&held));
        if (strcmp(skirmish_card_of(&g, ref)->name, name) == 0) {
            return (agon_action){AGON_SKIRMISH_PLAY_CARD, (uint8_t)ref, (uint8_t)operand, 0, 0};
        }
    }
    fail_msg("no %s in hand", name);
    return (agon_action){0};
}

static void a_new_card_plays_like_any_other(void **unused) {
    (void)unused;
    const skirmish_card *catalogue[AGON_SKIRMISH_KINDS_MAX] = {&herald};
    for (int i = 0; agon_skirmish_catalogue[i]; i++) {
        catalogue[i + 1] = agon_skirmish_catalogue[i];
    }
    agon_skirmish_config config = agon_skirmish_config_default();
    config.catalogue = catalogue;
    config.max_copies = 20;
    for (int p = 0; p < 2; p++) {
        config.decks[p].count = 20;
        for (int i = 0; i < 20; i++) {
            config.decks[p].cards[i] = i % 3 ? "herald" : i % 2 ? "veteran" : "seed";
        }
    }
    assert_int_equal(agon_configure(&agon_skirmish_rules, &config, &g.head, NULL), AGON_OK);
    agon_init(&g.head, &config, agon_seed_number(4), &s.head);
    int me = s.current;
    play(card("herald", 1)); // nobody to cheer
    assert_int_equal(s.current, 1 - me);
    play((agon_action){.type = AGON_SKIRMISH_PASS});
    play(card("herald", 2));
    assert_int_equal(s.pending.type, SKIRMISH_DEPLOYED);
    int first = agon_skirmish_slot(me, 1), second = agon_skirmish_slot(me, 2);
    play((agon_action){.type = AGON_SKIRMISH_INPUT, .b = (uint8_t)first});
    assert_int_equal(s.units[first].power, 3);
    assert_int_equal(s.units[second].power, 3);
    play(card("seed", agon_skirmish_slot(me, 4)));
    assert_int_equal(s.modifiers[first], 1);
    assert_int_equal(s.units[second].power, 4);
}

static agon_status configure(const skirmish_card *const *catalogue) {
    agon_skirmish_config config = agon_skirmish_config_default();
    config.catalogue = catalogue;
    config.max_copies = 20;
    for (int p = 0; p < 2; p++) {
        config.decks[p].count = 20;
        for (int i = 0; i < 20; i++) {
            config.decks[p].cards[i] = "herald";
        }
    }
    return agon_configure(&agon_skirmish_rules, &config, &g.head, NULL);
}

// One to 64 cards, the Squire last.
static void bad_catalogues_are_refused(void **unused) {
    (void)unused;
    const skirmish_card *squire = agon_skirmish_catalogue[32];
    assert_int_equal(squire->type, SKIRMISH_TOKEN);
    const skirmish_card *cards[AGON_SKIRMISH_KINDS_MAX + 2] = {NULL};
    assert_int_equal(configure(cards), AGON_BAD_CONFIG);
    for (int i = 0; i < AGON_SKIRMISH_KINDS_MAX - 1; i++) {
        cards[i] = &herald;
    }
    assert_int_equal(configure(cards), AGON_BAD_CONFIG); // no Squire
    cards[AGON_SKIRMISH_KINDS_MAX - 1] = squire;
    assert_int_equal(configure(cards), AGON_OK);
    cards[AGON_SKIRMISH_KINDS_MAX] = squire;
    assert_int_equal(configure(cards), AGON_BAD_CONFIG); // one too many
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_new_card_plays_like_any_other),
                                       cmocka_unit_test(bad_catalogues_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
