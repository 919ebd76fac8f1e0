// The rules of toy-cards. See toy.h.
#include "tests/support/toy.h"

#include <string.h>

#define HIGH_CARD 4
#define ASKING_CARD 5
#define EFFECT_LIMIT 64

static const agon_event_field bid_fields[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0},
                                              {"bid", AGON_KIND_INT, 1, 1, AGON_FIELD_SECRET}};
static const agon_event_field card_fields[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0},
                                               {"value", AGON_KIND_INT, 1, 1, AGON_FIELD_REVEAL}};
static const agon_event_field roll_fields[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0},
                                               {"d6", AGON_KIND_INT, 1, 1, AGON_FIELD_REVEAL}};
static const agon_event_field drawn_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"value", AGON_KIND_INT, 1, 1, AGON_FIELD_SECRET | AGON_FIELD_REVEAL}};
static const agon_event_field over_fields[] = {
    {"bids", TOY_KIND_BIDS, 0, TOY_MAX_PLAYERS, AGON_FIELD_REVEAL},
    {"winners", AGON_KIND_PLAYERS, TOY_MAX_PLAYERS, 1, 0}};

static const agon_event_type event_types[] = {
    [TOY_BID_MADE] = {"BID_MADE", bid_fields, 2},    [TOY_PLAYED] = {"PLAYED", card_fields, 2},
    [TOY_ROLLED] = {"ROLLED", roll_fields, 2},       [TOY_DRAWN] = {"DRAWN", drawn_fields, 2},
    [TOY_DISCARDED] = {"DISCARDED", card_fields, 2}, [TOY_OVER] = {"OVER", over_fields, 2},
};

static void config_default(void *config, int players) {
    ((toy_config *)config)->players = players ? players : 2;
}

static size_t game_size(const void *config) {
    (void)config;
    return sizeof(agon_game);
}

static agon_status configure(const void *config, agon_game *game, agon_error *error) {
    int players = ((const toy_config *)config)->players;
    if (players < 2 || players > TOY_MAX_PLAYERS) {
        return agon_error_set(error, AGON_BAD_CONFIG, "players", "must be 2 to 4");
    }
    game->state_max = sizeof(toy_state);
    game->max_steps = TOY_MAX_PLAYERS + TOY_CARDS;
    game->players = (uint8_t)players;
    return AGON_OK;
}

void toy_shuffle(agon_rng *rng, uint8_t *cards, uint32_t count) {
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = agon_uniform(rng, i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
    }
}

static agon_viewers everybody(const agon_game *game) {
    return (agon_viewers)((1u << game->players) - 1);
}

static void init(const agon_game *game, const void *config, agon_seed seed, agon_state *state) {
    (void)config;
    toy_state *s = (toy_state *)state;
    uint8_t viewer = state->viewer;
    memset(s, 0, sizeof *s);
    s->head = (agon_state){.used = sizeof *s, .to_act = everybody(game), .viewer = viewer};
    s->rng = agon_rng_make(seed);
    for (int i = 0; i < TOY_CARDS; i++) {
        s->deck[i] = (uint8_t)(i % TOY_VALUES + 1);
    }
    toy_shuffle(&s->rng, s->deck, TOY_CARDS);
    s->deck_count = TOY_CARDS;
    for (int p = 0; p < game->players; p++) {
        for (int i = 0; i < TOY_HAND; i++) {
            s->hands[p][s->hand_counts[p]++] = s->deck[--s->deck_count];
            s->deck[s->deck_count] = 0;
        }
    }
}

static uint8_t type_of_turn(const toy_state *s) {
    return s->asked ? TOY_DISCARD : s->is_playing ? TOY_PLAY : TOY_BID;
}

static uint32_t count(const agon_game *game, const agon_state *state, int player) {
    (void)game;
    const toy_state *s = (const toy_state *)state;
    return s->is_playing ? s->hand_counts[player] : 3;
}

static agon_action nth(const agon_game *game, const agon_state *state, int player, uint32_t i) {
    (void)game;
    (void)player;
    return (agon_action){.type = type_of_turn((const toy_state *)state), .a = (uint8_t)i};
}

static agon_status check(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error) {
    const toy_state *s = (const toy_state *)state;
    if (action.b || action.c || action.n) {
        return agon_error_set(error, AGON_BAD_ACTION, NULL, "unused fields must be 0");
    }
    if (action.type != type_of_turn(s)) {
        return agon_error_set(error, AGON_INVALID_MOVE, "type", "this is not asked for now");
    }
    if (action.a >= count(game, state, player)) {
        return agon_error_set(error, AGON_INVALID_MOVE, NULL, "there is no such bid or card");
    }
    return AGON_OK;
}

// What an effect works on.
typedef struct toy_turn {
    const agon_game *game;
    toy_state *s;
    const agon_context *context;
} toy_turn;

static void emit(const toy_turn *turn, uint16_t type, agon_viewers visible, int32_t a, int32_t b) {
    if (agon_wants_events(turn->context)) {
        agon_event event = {.type = type, .visible = visible, .f = {a, b}};
        agon_emit(turn->context, &event);
    }
}

static void push(toy_state *s, uint8_t type, int player, int32_t n) {
    agon_queue_push(&s->queue.base, TOY_QUEUE,
                    (agon_effect){.type = type, .a = (uint8_t)player, .n = n});
}

static void draw_card(const toy_turn *turn, int player) {
    toy_state *s = turn->s;
    if (s->deck_count == 0) {
        return;
    }
    uint8_t card = s->deck[--s->deck_count];
    s->deck[s->deck_count] = 0;
    s->hands[player][s->hand_counts[player]++] = card;
    emit(turn, TOY_DRAWN, agon_viewer_bit(player), player, card);
}

static agon_step execute(void *user, agon_effect effect) {
    const toy_turn *turn = user;
    toy_state *s = turn->s;
    int player = effect.a;
    switch (effect.type) {
    case TOY_EFFECT_SCORE:
        s->points[player] = (uint8_t)(s->points[player] + effect.n);
        break;
    case TOY_EFFECT_ROLL: {
        int32_t d6 = agon_draw(turn->context, &s->rng, 6, 1);
        emit(turn, TOY_ROLLED, AGON_ALL, player, d6);
        if (d6 == 6) {
            push(s, TOY_EFFECT_SCORE, player, 1);
        }
        break;
    }
    case TOY_EFFECT_ASK:
        if (s->hand_counts[player] > 0) {
            s->asked = (uint8_t)(player + 1);
            return AGON_STEP_WAIT;
        }
        break;
    default:
        draw_card(turn, player);
    }
    return AGON_STEP_DONE;
}

static uint8_t take_card(toy_state *s, int player, uint8_t i) {
    uint8_t *hand = s->hands[player];
    uint8_t card = hand[i];
    uint8_t left = --s->hand_counts[player];
    memmove(hand + i, hand + i + 1, (size_t)(left - i));
    hand[left] = 0;
    s->gone[card]++;
    return card;
}

static int final_points(const toy_state *s, int player) {
    int points = s->points[player];
    bool is_right = s->bids[player] - TOY_FIRST_BID == points % 3;
    return points + (s->head.over && is_right ? 3 : 0);
}

static agon_viewers winners(const agon_game *game, const agon_state *state) {
    const toy_state *s = (const toy_state *)state;
    int best = -1;
    agon_viewers set = AGON_NONE;
    for (int p = 0; p < game->players; p++) {
        int points = final_points(s, p);
        if (points > best) {
            best = points;
            set = AGON_NONE;
        }
        if (points == best) {
            set |= agon_viewer_bit(p);
        }
    }
    return set;
}

static void scores(const agon_game *game, const agon_state *state, int32_t *out) {
    for (int p = 0; p < game->players; p++) {
        out[p] = final_points((const toy_state *)state, p);
    }
}

static void finish(const toy_turn *turn) {
    toy_state *s = turn->s;
    s->head.over = 1;
    s->head.to_act = AGON_NONE;
    if (agon_wants_events(turn->context)) {
        agon_event event = {.type = TOY_OVER, .visible = AGON_ALL};
        for (int p = 0; p < turn->game->players; p++) {
            event.f[p] = s->bids[p] - TOY_FIRST_BID;
        }
        event.f[TOY_MAX_PLAYERS] = winners(turn->game, &s->head);
        agon_emit(turn->context, &event);
    }
}

// The next player with cards, from `first` on; −1 if all hands are empty.
int toy_next_with_cards(const agon_game *game, const toy_state *s, int first) {
    for (int i = 0; i < game->players; i++) {
        int p = (first + i) % game->players;
        if (s->hand_counts[p] > 0) {
            return p;
        }
    }
    return -1;
}

// Who may act follows from everything else.
void toy_set_to_act(const agon_game *game, toy_state *s) {
    s->head.to_act = AGON_NONE;
    for (int p = 0; p < game->players && !s->is_playing; p++) {
        if (s->bids[p] == TOY_NO_BID) {
            s->head.to_act |= agon_viewer_bit(p);
        }
    }
    if (s->is_playing && !s->head.over) {
        s->head.to_act = agon_viewer_bit(s->asked ? s->asked - 1 : s->turn);
    }
}

static void step_bid(const toy_turn *turn, int player, uint8_t bid) {
    toy_state *s = turn->s;
    s->bids[player] = (uint8_t)(TOY_FIRST_BID + bid);
    emit(turn, TOY_BID_MADE, agon_viewer_bit(player), player, bid);
    s->is_playing = 1;
    for (int p = 0; p < turn->game->players; p++) {
        s->is_playing &= s->bids[p] != TOY_NO_BID;
    }
}

static void step_play(const toy_turn *turn, int player, uint8_t i) {
    toy_state *s = turn->s;
    uint8_t card = take_card(s, player, i);
    emit(turn, TOY_PLAYED, AGON_ALL, player, card);
    push(s, TOY_EFFECT_SCORE, player, card);
    if (card == ASKING_CARD) {
        push(s, TOY_EFFECT_ASK, player, 0);
    }
    if (card >= HIGH_CARD) {
        push(s, TOY_EFFECT_ROLL, player, 0);
        push(s, TOY_EFFECT_DRAW, player, 0);
    }
}

static void step_discard(const toy_turn *turn, int player, uint8_t i) {
    uint8_t card = take_card(turn->s, player, i);
    turn->s->asked = 0;
    emit(turn, TOY_DISCARDED, AGON_ALL, player, card);
}

static agon_status step(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context) {
    toy_state *s = (toy_state *)state;
    toy_turn turn = {game, s, context};
    if (action.type == TOY_BID) {
        step_bid(&turn, player, action.a);
        toy_set_to_act(game, s);
        return AGON_OK;
    }
    if (action.type == TOY_PLAY) {
        step_play(&turn, player, action.a);
    } else {
        step_discard(&turn, player, action.a);
    }
    agon_status status =
        agon_queue_run(&s->queue.base, TOY_QUEUE, execute, NULL, &turn, EFFECT_LIMIT, NULL);
    if (status == AGON_OK && !s->asked) {
        int next = toy_next_with_cards(game, s, player + 1);
        if (next < 0) {
            finish(&turn);
        } else {
            s->turn = (uint8_t)next;
        }
    }
    toy_set_to_act(game, s);
    return status;
}

const agon_rules toy_rules = {
    .id = "toy-cards",
    .title = "Toy Cards",
    .summary = "A little of everything that games do, for tests.",
    .version = 1,
    .min_players = 2,
    .max_players = TOY_MAX_PLAYERS,
    .has_chance = true,
    .has_hidden = true,
    .action_types = TOY_ACTIONS,
    .event_types = TOY_EVENTS,
    .events = event_types,
    .config_size = sizeof(toy_config),
    .config_default = config_default,
    .game_size = game_size,
    .configure = configure,
    .init = init,
    .check = check,
    .step = step,
    .count = count,
    .nth = nth,
    .view = toy_view,
    .resample = toy_resample,
    .winners = winners,
    .scores = scores,
    .pack = toy_pack,
    .validate = toy_validate,
};
