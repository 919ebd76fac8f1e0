// SK-26: who may know what. Views, redacted events, guesses; and an oracle for the leak check that
// states the rule a second time.
#include "games/skirmish/tests/test_table.h"

#include "tests/support/suites.h"

static skirmish_state view;

static void look(int viewer) {
    assert_int_equal(agon_view(table.game, table.state, viewer, &view.head), AGON_OK);
}

static char *json_of(const agon_state *s) {
    static agon_text text;
    agon_json json = {.text = &text};
    text.length = 0;
    agon_state_write(&agon_skirmish_codec, table.game, s, &json);
    return text.data;
}

static void sk26_hands_and_decks_are_hidden(void **unused) {
    (void)unused;
    sit("h0:scout,bard d0:veteran,archer h1:strike d1:seed,seed u0@1:champion g1:roots");
    look(0);
    const char *own = "{\"players\":[{\"id\":0,\"hand\":[\"0-scout-1\",\"0-bard-1\"],\"deck\":2,"
                      "\"discard\":[],\"vp\":0},{\"id\":1,\"hand\":1,\"deck\":2,"
                      "\"discard\":[\"1-roots-1\"],\"vp\":0}],";
    assert_memory_equal(json_of(&view.head), own, strlen(own));
    assert_non_null(strstr(json_of(&view.head), "\"viewer\":0}"));
    assert_null(strstr(json_of(&view.head), "rng"));
    assert_non_null(strstr(json_of(&view.head),
                           "\"decks\":[[\"archer\",\"bard\",\"champion\",\"scout\",\"veteran\"],"
                           "[\"roots\",\"seed\",\"seed\",\"strike\"]]"));
    look(AGON_SPECTATOR);
    assert_int_equal(view.hand[0][0], SKIRMISH_HIDDEN);
    assert_int_equal(view.hand[1][0], SKIRMISH_HIDDEN);
    assert_non_null(strstr(json_of(&view.head), "\"viewer\":\"spectator\"}"));
    assert_int_equal(view.rng.key[0] | view.rng.key[1] | view.rng.pos, 0);
}

static void sk26_pending_input_is_public(void **unused) {
    (void)unused;
    sit("h0:warlock u0@1:acolyte u1@2:champion");
    act(0, "play warlock 1");
    look(1);
    assert_non_null(strstr(json_of(&view.head),
                           "\"pendingInput\":{\"player\":0,\"source\":\"0-warlock-1\","
                           "\"kind\":\"warlock\",\"choices\":[[1,2]],\"optional\":false},"
                           "\"queue\":[{\"type\":\"CONSUME_ABILITY\",\"source\":\"0-warlock-1\","
                           "\"amount\":1}]"));
}

static void assert_same_queue(const skirmish_state *seen) {
    assert_int_equal(seen->queue.base.count, state()->queue.base.count);
    for (uint16_t i = 0; i < seen->queue.base.count; i++) {
        agon_effect real = agon_queue_at(&state()->queue.base, SKIRMISH_QUEUE_MAX, i);
        agon_effect shown = agon_queue_at(&seen->queue.base, SKIRMISH_QUEUE_MAX, i);
        assert_memory_equal(&shown, &real, sizeof real);
    }
}

// What waits behind the input is public too, and part of every guess.
static void sk26_queue_is_public(void **unused) {
    (void)unused;
    sit("h0:warlock u0@1:acolyte u1@2:champion");
    act(0, "play warlock 1");
    int champion = skirmish_ref_on(state(), agon_skirmish_slot(1, 2));
    for (int16_t n = 1; n <= 3; n++) {
        agon_effect effect = {.type = SKIRMISH_SAW_DAMAGE, .a = (uint8_t)champion, .n = n};
        agon_queue_push(&state()->queue.base, SKIRMISH_QUEUE_MAX, effect);
    }
    agon_rng bits = agon_rng_make(agon_seed_number(3));
    const int viewers[] = {0, 1, AGON_SPECTATOR};
    for (int v = 0; v < 3; v++) {
        static skirmish_state guess;
        look(viewers[v]);
        assert_same_queue(&view);
        assert_int_equal(agon_resample(table.game, &view.head, &bits, &guess.head), AGON_OK);
        assert_same_queue(&guess);
    }
}

static void sk26_draws_are_named_to_their_owner(void **unused) {
    (void)unused;
    agon_event drawn = {.type = AGON_SKIRMISH_CARD_DRAWN, .visible = 1, .f = {0, 5}};
    agon_event seen;
    assert_true(agon_event_redact(agon_skirmish_events, &drawn, 0, &seen));
    assert_int_equal(seen.f[1], 5);
    assert_true(agon_event_redact(agon_skirmish_events, &drawn, 1, &seen));
    assert_int_equal(seen.f[0], 0);
    assert_int_equal(seen.f[1], 0);
    assert_int_equal(seen.redacted, 2);
    assert_true(agon_event_redact(agon_skirmish_events, &drawn, AGON_SPECTATOR, &seen));
    assert_int_equal(seen.redacted, 2);
}

// A card that was returned to hand is known to be there until it is played.
static void returned_cards_are_known(void **unused) {
    (void)unused;
    sit("h0:unsummon,archer h1:scout,bard,rogue d1:veteran,ghoul,seed u1@2:champion");
    act(0, "play unsummon @1,2");
    look(0);
    assert_non_null(strstr(json_of(&view.head), "\"known\":[[],[\"1-champion-1\"]]"));
    agon_rng bits = agon_rng_make(agon_seed_number(3));
    int hands[AGON_SKIRMISH_INDEX_MAX] = {0};
    for (int i = 0; i < 300; i++) {
        static skirmish_state guess;
        assert_int_equal(agon_resample(table.game, &view.head, &bits, &guess.head), AGON_OK);
        assert_int_equal(guess.hand_count[1], 4);
        for (int k = 0; k < 4; k++) {
            hands[guess.hand[1][k]]++;
        }
    }
    for (int index = 0; index < game()->list_count[1]; index++) {
        bool is_champion = strcmp(names(1, (uint8_t[]){(uint8_t)index}, 1), "champion") == 0;
        assert_true(is_champion ? hands[index] == 300 : hands[index] > 50 && hands[index] < 250);
    }
    act(1, "play champion 0");
    assert_true(state()->known[1] == 0);
    look(0);
    assert_null(strstr(json_of(&view.head), "known"));
}

static void squires_in_hand_are_known(void **unused) {
    (void)unused;
    sit("h1:squire,scout d1:bard h0:unsummon");
    look(0);
    assert_non_null(strstr(json_of(&view.head), "\"known\":[[],[\"1-squire-1\"]]"));
}

// A deployment in the queue has its card with it; the source of any other effect lies somewhere else.
static void cards_in_the_queue_are_seen(void **unused) {
    (void)unused;
    sit("d0:veteran,archer,scout d1:seed,ghoul,bard");
    for (int player = 0; player < 2; player++) {
        assert_int_equal(agon_skirmish_unseen(game(), state(), player, player), 7);
    }
    static const struct {
        uint8_t type, player, index;
    } effects[] = {{SKIRMISH_DEPLOY, 0, 0}, {SKIRMISH_CONSUME, 1, 1}, {SKIRMISH_DEPLOYED, 1, 2}};
    for (size_t i = 0; i < 3; i++) {
        int card = skirmish_ref(effects[i].player, effects[i].index);
        agon_effect effect = {.type = effects[i].type, .a = (uint8_t)card};
        agon_queue_push(&state()->queue.base, SKIRMISH_QUEUE_MAX, effect);
    }
    assert_int_equal(agon_skirmish_unseen(game(), state(), 0, 0), 7 & ~1);
    assert_int_equal(agon_skirmish_unseen(game(), state(), 1, 1), 7 & ~2);
}

// A list may be longer than what is left in the state; view(resample(view)) is the view all the same.
static void odd_lists_are_resampled(void **unused) {
    (void)unused;
    assert_int_equal(load("{'players':[{'hand':['0-scout-1']},{'hand':['1-rogue-2'],'deck':"
                          "['1-seed-1']}],'slots':[{},{},{},{},{}],'currentPlayer':0,'decks':"
                          "[['scout','bard'],['rogue','rogue','seed','dragon','dragon']]}"),
                     AGON_OK);
    agon_rng bits = agon_rng_make(agon_seed_number(3));
    for (int viewer = 0; viewer < 3; viewer++) {
        static skirmish_state guess, again;
        int who = viewer < 2 ? viewer : AGON_SPECTATOR;
        for (int i = 0; i < 50; i++) {
            look(who);
            assert_int_equal(agon_resample(table.game, &view.head, &bits, &guess.head), AGON_OK);
            assert_int_equal(agon_skirmish_validate(table.game, &guess.head, NULL), AGON_OK);
            assert_int_equal(agon_view(table.game, &guess.head, who, &again.head), AGON_OK);
            assert_true(agon_hash(table.game, &again.head) == agon_hash(table.game, &view.head));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The oracle: everything is public but the names of drawn cards, other hands, decks and the
// generator; no choice is secret.

static agon_viewers sees_event(const agon_leaks_event *at) {
    (void)at;
    return AGON_ALL;
}

static agon_viewers sees_field(const agon_leaks_event *at, const agon_event_field *field) {
    bool is_drawn_card = strcmp(at->game->rules->events[at->event->type].name, "CARD_DRAWN") == 0 &&
                         strcmp(field->key, "cardId") == 0;
    return is_drawn_card ? agon_viewer_bit(at->event->f[0]) : AGON_ALL;
}

static bool is_hidden(const uint8_t *cards, int count) {
    for (int i = 0; i < count; i++) {
        if (cards[i] != SKIRMISH_HIDDEN) {
            return false;
        }
    }
    return true;
}

static bool checks_view(const agon_game *g, const agon_state *full, int viewer,
                        const agon_state *seen, char *why, size_t why_size) {
    (void)g;
    const skirmish_state *s = (const skirmish_state *)full;
    const skirmish_state *v = (const skirmish_state *)seen;
    for (int p = 0; p < 2; p++) {
        bool is_hand_right = p == viewer
                                 ? memcmp(v->hand[p], s->hand[p], s->hand_count[p]) == 0
                                 : is_hidden(v->hand[p], s->hand_count[p]) && v->hand_set[p] == 0;
        bool is_deck_right = is_hidden(v->deck[p], s->deck_count[p]);
        bool are_counts_right = v->hand_count[p] == s->hand_count[p] &&
                                v->deck_count[p] == s->deck_count[p] &&
                                v->grave_count[p] == s->grave_count[p];
        // What is known came back from the board: it is in hand, and every viewer knows the same.
        bool is_known_right = v->known[p] == s->known[p] && (s->known[p] & ~s->hand_set[p]) == 0;
        if (!is_hand_right || !is_deck_right || !are_counts_right || !is_known_right) {
            snprintf(why, why_size, "player %d's cards", p);
            return false;
        }
    }
    bool is_board_right = memcmp(v->units, s->units, sizeof s->units) == 0 &&
                          memcmp(v->modifiers, s->modifiers, sizeof s->modifiers) == 0;
    snprintf(why, why_size, "the board");
    return is_board_right && v->rng.key[0] == 0 && v->rng.key[1] == 0;
}

static const agon_leaks_oracle oracle = {
    .sees_event = sees_event, .sees_field = sees_field, .checks_view = checks_view};

static void sk26_nothing_leaks(void **unused) {
    (void)unused;
    suites_assert_no_leaks(&agon_skirmish_codec, 3000, &oracle);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(sk26_hands_and_decks_are_hidden),
        TEST(sk26_pending_input_is_public),
        TEST(sk26_queue_is_public),
        TEST(sk26_draws_are_named_to_their_owner),
        TEST(returned_cards_are_known),
        TEST(squires_in_hand_are_known),
        TEST(cards_in_the_queue_are_seen),
        TEST(odd_lists_are_resampled),
        TEST(sk26_nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
