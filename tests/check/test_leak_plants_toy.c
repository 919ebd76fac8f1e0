// Planted leaks in toy-cards: the leak check must find every one of them.
//
// A plant is a copy of a game's rules or codec with one function that tells too much. The honest
// game passes the same check (test_leaks.c), so what is found here is the plant.
#include "tests/support/support.h"

#include "tests/support/plants.h"
#include "tests/support/toy.h"

#define STEPS 2000

// --- Toy-cards: views --------------------------------------------------------------------------

static const toy_state *toy(const agon_state *state) {
    return (const toy_state *)state;
}

// Plants in a view work on full states only: the view of a view must stay what it is.
static bool is_full(const agon_state *state) {
    return state->viewer == AGON_NOBODY;
}

static void toy_view_with_hash(const agon_game *game, const agon_state *state, int viewer,
                               agon_state *out) {
    toy_view(game, state, viewer, out);
    ((toy_state *)out)->note = is_full(state) ? agon_hash(game, state) : toy(state)->note;
}

static void sow_hash_in_view(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_with_hash;
}

// How many high cards the others hold: a number, not a card.
static void toy_view_with_count(const agon_game *game, const agon_state *state, int viewer,
                                agon_state *out) {
    toy_view(game, state, viewer, out);
    for (int p = 0; p < game->players; p++) {
        for (int i = 0; p != viewer && i < toy(state)->hand_counts[p]; i++) {
            ((toy_state *)out)->note += toy(state)->hands[p][i] > 4;
        }
    }
}

static void sow_count_of_hidden(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_with_count;
}

// Where in the deck the first six lies.
static void toy_view_with_order(const agon_game *game, const agon_state *state, int viewer,
                                agon_state *out) {
    toy_view(game, state, viewer, out);
    while (((toy_state *)out)->note < toy(state)->deck_count &&
           toy(state)->deck[((toy_state *)out)->note] != 6) {
        ((toy_state *)out)->note++;
    }
}

static void sow_order_of_hidden(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_with_order;
}

// The memory that a view takes depends on a hidden card.
static void toy_view_with_size(const agon_game *game, const agon_state *state, int viewer,
                               agon_state *out) {
    toy_view(game, state, viewer, out);
    if (toy(state)->deck_count > 0 && toy(state)->deck[toy(state)->deck_count - 1] == 6) {
        out->used -= 8;
    }
}

static void sow_size_of_view(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_with_size;
}

// --- Toy-cards: what is carried beside the packed bytes -----------------------------------------

static void toy_view_with_spare(const agon_game *game, const agon_state *state, int viewer,
                                agon_state *out) {
    toy_view(game, state, viewer, out);
    memcpy(((toy_state *)out)->spare, is_full(state) ? toy(state)->deck : toy(state)->spare,
           TOY_CARDS);
}

static void toy_render_spare(const agon_game *game, const agon_state *state, agon_text *text) {
    toy_codec.render(game, state, text);
    agon_text_printf(text, "next card: %d\n", toy(state)->spare[0]);
}

static void sow_rendering(agon_rules *rules, agon_codec *codec) {
    rules->view = toy_view_with_spare;
    codec->render = toy_render_spare;
}

static void toy_state_write_spare(const agon_game *game, const agon_state *state, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_put_int(json, "next", toy(state)->spare[0]);
    agon_json_key(json, "state");
    toy_codec.state_write(game, state, json);
    agon_json_close(json, '}');
}

static void sow_json(agon_rules *rules, agon_codec *codec) {
    rules->view = toy_view_with_spare;
    codec->state_write = toy_state_write_spare;
}

// A resample that peeks: the deck that the view carries along is the real one.
static void toy_resample_peeking(const agon_game *game, const agon_state *view, agon_rng *bits,
                                 agon_state *out) {
    toy_resample(game, view, bits, out);
    memcpy(((toy_state *)out)->deck, toy(view)->spare, TOY_CARDS);
}

static void sow_resample_hole(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_with_spare;
    rules->resample = toy_resample_peeking;
}

// A resample that guesses bids but always the same one: no hole in the bytes of the deck.
static void toy_resample_keeping_bids(const agon_game *game, const agon_state *view, agon_rng *bits,
                                      agon_state *out) {
    toy_resample(game, view, bits, out);
    memcpy(((toy_state *)out)->bids, toy(view)->spare, TOY_MAX_PLAYERS);
}

static void toy_view_with_spare_bids(const agon_game *game, const agon_state *state, int viewer,
                                     agon_state *out) {
    toy_view(game, state, viewer, out);
    memcpy(((toy_state *)out)->spare, is_full(state) ? toy(state)->bids : toy(state)->spare,
           TOY_MAX_PLAYERS);
}

static void sow_resample_small_hole(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_with_spare_bids;
    rules->resample = toy_resample_keeping_bids;
}

// --- Toy-cards: status, actions, events -----------------------------------------------------------

static void toy_scores_with_bonus(const agon_game *game, const agon_state *state, int32_t *scores) {
    for (int p = 0; p < game->players; p++) {
        int points = toy(state)->points[p];
        scores[p] = points + (toy(state)->bids[p] - TOY_FIRST_BID == points % 3 ? 3 : 0);
    }
}

static void sow_scores(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->scores = toy_scores_with_bonus;
}

static void toy_action_write_with_bid(const agon_game *game, const agon_state *state,
                                      agon_action action, agon_json *json) {
    (void)game;
    agon_json_open(json, '{');
    agon_json_put_int(json, "index", action.a);
    agon_json_put_bool(json, "good", toy(state)->bids[0] == TOY_FIRST_BID);
    agon_json_close(json, '}');
}

static void sow_action_json(agon_rules *rules, agon_codec *codec) {
    (void)rules;
    codec->action_write = toy_action_write_with_bid;
}

// One event more when the bid is high: its mere presence tells.
static agon_status toy_step_with_extra_event(const agon_game *game, agon_state *state, int player,
                                             agon_action action, const agon_context *context) {
    if (agon_wants_events(context) && action.type == TOY_BID && action.a == 2) {
        agon_event event = {.type = TOY_BID_MADE, .visible = AGON_NONE, .f = {player, 0}};
        agon_emit(context, &event);
    }
    return toy_rules.step(game, state, player, action, context);
}

static void sow_extra_event(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = toy_step_with_extra_event;
}

// Who comes next depends on the card on top of the deck.
static agon_status toy_step_by_deck(const agon_game *game, agon_state *state, int player,
                                    agon_action action, const agon_context *context) {
    agon_status status = toy_rules.step(game, state, player, action, context);
    toy_state *s = (toy_state *)state;
    if (!state->over && s->is_playing && !s->asked && s->deck_count > 0 &&
        s->deck[s->deck_count - 1] == 6 && s->hand_counts[0] > 0) {
        s->turn = 0;
        toy_set_to_act(game, s);
    }
    return status;
}

static void sow_turn_by_secret(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = toy_step_by_deck;
}

// An event whose presence depends on the card on top of the deck.
static agon_status toy_step_with_omen(const agon_game *game, agon_state *state, int player,
                                      agon_action action, const agon_context *context) {
    const toy_state *s = toy(state);
    if (agon_wants_events(context) && s->deck_count > 0 && s->deck[s->deck_count - 1] == 6) {
        agon_event event = {.type = TOY_ROLLED, .visible = AGON_ALL, .f = {player, 1}};
        agon_emit(context, &event);
    }
    return toy_rules.step(game, state, player, action, context);
}

static void sow_omen(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = toy_step_with_omen;
}

// Dice that only their owner hears of.
static void emit_to_owner(void *user, const agon_event *event) {
    agon_event shown = *event;
    if (event->type == TOY_ROLLED) {
        shown.visible = agon_viewer_bit(event->f[0]);
    }
    agon_sink *to = user;
    to->emit(to->user, &shown);
}

static agon_status toy_step_hiding_dice(const agon_game *game, agon_state *state, int player,
                                        agon_action action, const agon_context *context) {
    if (!agon_wants_events(context)) {
        return toy_rules.step(game, state, player, action, context);
    }
    agon_sink sink = {emit_to_owner, context->sink};
    agon_context hidden = {.sink = &sink, .draws = context->draws};
    return toy_rules.step(game, state, player, action, &hidden);
}

static void sow_dice_hidden(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = toy_step_hiding_dice;
}

// A step that files a secret under a public field: only an oracle can know that it is one.
static agon_status toy_step_with_note(const agon_game *game, agon_state *state, int player,
                                      agon_action action, const agon_context *context) {
    agon_status status = toy_rules.step(game, state, player, action, context);
    if (action.type == TOY_BID) {
        ((toy_state *)state)->note += action.a;
    }
    return status;
}

static void toy_view_with_note(const agon_game *game, const agon_state *state, int viewer,
                               agon_state *out) {
    toy_view(game, state, viewer, out);
    ((toy_state *)out)->note = toy(state)->note;
}

static void sow_secret_filed_as_public(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = toy_step_with_note;
    rules->view = toy_view_with_note;
}

static bool is_bid_secret(const agon_game *game, const agon_state *state, int player, int viewer) {
    (void)game;
    return !toy(state)->is_playing && player != viewer;
}

static const agon_leaks_oracle choice_oracle = {.is_secret = is_bid_secret};

// A secret field that is declared as a reveal to all: L2 must believe it, the oracle does not.
static agon_status toy_step_showing_draws(const agon_game *game, agon_state *state, int player,
                                          agon_action action, const agon_context *context) {
    if (action.type == TOY_BID) {
        return toy_rules.step(game, state, player, action, context);
    }
    return plant_step_showing_all(&toy_rules, game, state, player, action, context);
}

static void sow_drawn_card_shown(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->step = toy_step_showing_draws;
}

static agon_viewers sees_event(const agon_leaks_event *at) {
    (void)at;
    return AGON_ALL; // every event of this game is public, its secrets are fields
}

static agon_viewers sees_field(const agon_leaks_event *at, const agon_event_field *field) {
    bool is_secret = (at->event->type == TOY_DRAWN && strcmp(field->key, "value") == 0) ||
                     (at->event->type == TOY_BID_MADE && strcmp(field->key, "bid") == 0);
    return is_secret ? agon_viewer_bit(at->player) : AGON_ALL;
}

static bool checks_view(const agon_game *game, const agon_state *state, int viewer,
                        const agon_state *view, char *why, size_t why_size) {
    for (int p = 0; p < game->players; p++) {
        bool knows = p == viewer || state->over || toy(state)->bids[p] == TOY_NO_BID;
        uint8_t expected = knows ? toy(state)->bids[p] : (uint8_t)TOY_HIDDEN_BID;
        if (toy(view)->bids[p] != expected) {
            snprintf(why, why_size, "bid of %d", p);
            return false;
        }
    }
    return true;
}

static const agon_leaks_oracle toy_oracle = {.sees_event = sees_event,
                                             .sees_field = sees_field,
                                             .is_secret = is_bid_secret,
                                             .checks_view = checks_view};

// The view forgets the viewer's own bid, consistently: nothing leaks, but it is not the rules.
static void toy_view_without_own_bid(const agon_game *game, const agon_state *state, int viewer,
                                     agon_state *out) {
    toy_view(game, state, viewer, out);
    if (viewer != AGON_SPECTATOR && toy(out)->bids[viewer] != TOY_NO_BID && !state->over) {
        ((toy_state *)out)->bids[viewer] = TOY_HIDDEN_BID;
    }
}

static void sow_own_bid_hidden(agon_rules *rules, agon_codec *codec) {
    (void)codec;
    rules->view = toy_view_without_own_bid;
}

static const plant plants[] = {
    {"hash in view", &toy_codec, "L1 view", sow_hash_in_view, NULL},
    {"count of something hidden", &toy_codec, "L1 view", sow_count_of_hidden, NULL},
    {"order of something hidden", &toy_codec, "L1 view", sow_order_of_hidden, NULL},
    {"size of the view", &toy_codec, "L1 view", sow_size_of_view, NULL},
    {"rendering", &toy_codec, "L1 rendering", sow_rendering, NULL},
    {"json of the view", &toy_codec, "L1 view json", sow_json, NULL},
    {"resample that peeks", &toy_codec, "L4", sow_resample_hole, NULL},
    {"resample that keeps one byte", &toy_codec, "L4", sow_resample_small_hole, NULL},
    {"scores", &toy_codec, "L1 status", sow_scores, NULL},
    {"json of an action", &toy_codec, "L1 action json", sow_action_json, NULL},
    {"presence of an event", &toy_codec, "L2 event", sow_extra_event, NULL},
    {"secret filed as public", &toy_codec, "L2", sow_secret_filed_as_public, &choice_oracle},
    {"drawn card shown to all", &toy_codec, "L3 field", sow_drawn_card_shown, &toy_oracle},
    {"own bid hidden", &toy_codec, "L3 view", sow_own_bid_hidden, &toy_oracle},
    {"turn by the deck", &toy_codec, "L2 status", sow_turn_by_secret, NULL},
    {"event by the deck", &toy_codec, "L2 event", sow_omen, NULL},
    {"dice hidden", &toy_codec, "L3 event", sow_dice_hidden, &toy_oracle},
};

// L3 with an honest oracle over the honest game finds nothing.
static void honest_oracle_agrees(void **state) {
    (void)state;
    agon_leaks_report report;
    assert_int_equal(agon_leaks_check_with(&toy_codec, NULL, STEPS, 1, &toy_oracle, &report, NULL),
                     AGON_OK);
    assert_true(agon_leaks_passed(&report));
    assert_true(report.secret > 0 && report.hidden > 0);
}

// The same omen as an event that is declared to reveal something as a whole is no leak.
static void revelations_may_be_missing(void **state) {
    (void)state;
    static agon_event_type types[TOY_EVENTS];
    static const agon_event_field omen[] = {{"player", AGON_KIND_PLAYER, 0, 1, AGON_FIELD_REVEAL},
                                            {"d6", AGON_KIND_INT, 1, 1, AGON_FIELD_REVEAL}};
    memcpy(types, toy_rules.events, sizeof types);
    types[TOY_ROLLED].fields = omen;
    agon_rules rules = toy_rules;
    rules.events = types;
    rules.step = toy_step_with_omen;
    agon_codec codec = toy_codec;
    codec.rules = &rules;
    agon_leaks_report report;
    assert_int_equal(agon_leaks_check(&codec, NULL, STEPS, 1, &report, NULL), AGON_OK);
    assert_true(agon_leaks_passed(&report));
}

static void reports_are_readable(void **state) {
    (void)state;
    agon_rules rules = toy_rules;
    agon_codec codec = toy_codec;
    codec.rules = &rules;
    sow_hash_in_view(&rules, &codec);
    agon_leaks_report report;
    assert_int_equal(agon_leaks_check(&codec, NULL, 300, 1, &report, NULL), AGON_OK);
    agon_text text = {0};
    agon_leaks_write(&report, &text);
    assert_non_null(strstr(text.data, "300 steps in "));
    assert_non_null(strstr(text.data, "\n  L1 view bytes (match 0, step 0, "));
    assert_non_null(strstr(text.data, "spectator): packed views differ at byte "));
    assert_non_null(strstr(text.data, "\n  and "));
    agon_text_free(&text);
    report = (agon_leaks_report){0};
    agon_leaks_write(&report, &text);
    assert_non_null(strstr(text.data, "L5"));
    agon_text_free(&text);
}

// A hole names the byte and those who may see it.
static void holes_are_readable(void **state) {
    (void)state;
    static void (*const sow[])(agon_rules *, agon_codec *) = {sow_resample_hole,
                                                              sow_resample_small_hole};
    static const char *const texts[] = {" of what nobody may see varies (",
                                        " of what only player index 1 may see varies ("};
    for (int i = 0; i < 2; i++) {
        agon_rules rules = toy_rules;
        agon_codec codec = toy_codec;
        codec.rules = &rules;
        sow[i](&rules, &codec);
        agon_leaks_report report;
        assert_int_equal(agon_leaks_check(&codec, NULL, 3000, 1, &report, NULL), AGON_OK);
        agon_text text = {0};
        agon_leaks_write(&report, &text);
        assert_non_null(strstr(text.data, "\n  L4 hole (match "));
        assert_non_null(strstr(text.data, texts[i]));
        agon_text_free(&text);
    }
}

// L5: where nothing can be compared to the end the check fails, even without a finding.
static void nothing_compared_fails(void **state) {
    (void)state;
    agon_leaks_report report;
    assert_int_equal(agon_leaks_check(&toy_codec, NULL, 0, 1, &report, NULL), AGON_OK);
    assert_int_equal(report.findings.count, 0);
    assert_false(agon_leaks_passed(&report));
    assert_int_equal(agon_leaks_share(&report), 0);
}

static void same_seed_same_report(void **state) {
    (void)state;
    static agon_leaks_report first, second;
    assert_int_equal(agon_leaks_check(&toy_codec, NULL, 500, 7, &first, NULL), AGON_OK);
    assert_int_equal(agon_leaks_check(&toy_codec, NULL, 500, 7, &second, NULL), AGON_OK);
    assert_memory_equal(&first, &second, sizeof first);
}

static void bad_config_is_refused(void **state) {
    (void)state;
    agon_leaks_report report;
    agon_error error = {0};
    json_t *config = support_json("{'players': 9}");
    assert_int_equal(agon_leaks_check(&toy_codec, agon_value_of(config), 10, 1, &report, &error),
                     AGON_BAD_CONFIG);
    assert_string_equal(error.path, "players");
    json_decref(config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_oracle_agrees),   cmocka_unit_test(revelations_may_be_missing),
        cmocka_unit_test(reports_are_readable),   cmocka_unit_test(holes_are_readable),
        cmocka_unit_test(nothing_compared_fails), cmocka_unit_test(same_seed_same_report),
        cmocka_unit_test(bad_config_is_refused),
    };
    int failed = cmocka_run_group_tests_name("leak_check", tests, NULL, NULL);
    return failed + plants_run("leak_plants_toy", plants, sizeof plants / sizeof plants[0]);
}
