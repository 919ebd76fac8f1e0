// State and view documents into states.
#include "games/skirmish/codec/internal.h"

#include <string.h>

#define DEFAULT_SEED 42 // rule ALL-6

bool agon_skirmish_pair_read(const agon_cursor *at, bool *is_given) {
    size_t count;
    *is_given = agon_cursor_is_given(at);
    return !*is_given || agon_cursor_read_list(at, 2, 2, &count);
}

// A number that may be left out; `value` keeps its default then.
static bool number_read(const agon_cursor *up, const char *key, int64_t min, int64_t max,
                        uint8_t *value) {
    agon_cursor at = agon_cursor_child(up, key);
    int64_t number;
    if (!agon_cursor_is_given(&at)) {
        return true;
    }
    if (!agon_cursor_read_int(&at, min, max, &number)) {
        return false;
    }
    *value = (uint8_t)number;
    return true;
}

static bool flag_read(const agon_cursor *at, uint8_t *value) {
    bool flag = *value != 0;
    if (agon_cursor_is_given(at) && !agon_cursor_read_bool(at, &flag)) {
        return false;
    }
    *value = flag;
    return true;
}

// The index in the list that `up` is, or the id, must be the place itself.
static bool place_agrees(const agon_cursor *up, int64_t place) {
    agon_cursor at = agon_cursor_child(up, "id");
    int64_t value;
    return !agon_cursor_is_given(&at) || agon_cursor_read_int(&at, place, place, &value);
}

// ---------------------------------------------------------------------------------------------
// Players

static bool own_card_read(const skirmish_game *g, const agon_cursor *at, int player,
                          uint8_t *index) {
    const char *text;
    if (!agon_cursor_read_string(at, &text)) {
        return false;
    }
    int ref = agon_skirmish_id_find(g, text);
    if (ref < 0 || agon_skirmish_ref_player(ref) != player) {
        return agon_cursor_refuse(at, "names no card of player %d", player);
    }
    *index = (uint8_t)skirmish_ref_index(ref);
    return true;
}

// A list of cards that may be left out; or, where `is_hidden`, only their number.
static bool cards_read(const skirmish_game *g, const agon_cursor *at, int player, size_t max,
                       bool is_hidden, uint8_t *list, uint8_t *count) {
    size_t size;
    int64_t number = 0;
    if (!agon_cursor_is_given(at)) {
        return true;
    }
    if (is_hidden) {
        if (!agon_cursor_read_int(at, 0, (int64_t)max, &number)) {
            return false;
        }
        *count = (uint8_t)number;
        memset(list, SKIRMISH_HIDDEN, (size_t)number);
        return true;
    }
    if (!agon_cursor_read_list(at, 0, max, &size)) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!own_card_read(g, &item, player, &list[i])) {
            return false;
        }
    }
    *count = (uint8_t)size;
    return true;
}

// In documents the next draw comes first, in the state last.
static void reverse(uint8_t *list, int count) {
    for (int i = 0; i < count / 2; i++) {
        uint8_t card = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = card;
    }
}

static bool player_read(const skirmish_game *g, const agon_cursor *at, int player,
                        skirmish_state *s) {
    agon_cursor hand = agon_cursor_child(at, "hand");
    agon_cursor deck = agon_cursor_child(at, "deck");
    agon_cursor discard = agon_cursor_child(at, "discard");
    bool is_view = s->head.viewer != AGON_NOBODY;
    bool hides_hand = is_view && s->head.viewer != player;
    if (!agon_cursor_read_object(at) || !place_agrees(at, player) ||
        !cards_read(g, &hand, player, AGON_SKIRMISH_INDEX_MAX, hides_hand, s->hand[player],
                    &s->hand_count[player]) ||
        !cards_read(g, &deck, player, AGON_SKIRMISH_CARDS_MAX, is_view, s->deck[player],
                    &s->deck_count[player]) ||
        !cards_read(g, &discard, player, AGON_SKIRMISH_INDEX_MAX, false, s->grave[player],
                    &s->grave_count[player])) {
        return false;
    }
    reverse(s->deck[player], s->deck_count[player]);
    return number_read(at, "vp", 0, AGON_SKIRMISH_TERRAINS, &s->vp[player]);
}

static bool players_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s) {
    agon_cursor players = agon_cursor_child(at, "players");
    size_t count;
    if (!agon_cursor_read_list(&players, 2, 2, &count)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        agon_cursor player = agon_cursor_item(&players, (size_t)p);
        if (!player_read(g, &player, p, s)) {
            return false;
        }
    }
    return true;
}

// Squires in hand are always known.
static bool known_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s) {
    agon_cursor known = agon_cursor_child(at, "known");
    bool is_given = false;
    if (!agon_skirmish_pair_read(&known, &is_given)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        for (int i = 0; i < s->hand_count[p]; i++) {
            if (s->hand[p][i] != SKIRMISH_HIDDEN && s->hand[p][i] >= AGON_SKIRMISH_FIRST_SQUIRE) {
                s->known[p] |= (uint64_t)1 << s->hand[p][i];
            }
        }
        agon_cursor item = agon_cursor_item(&known, (size_t)p);
        uint8_t list[AGON_SKIRMISH_INDEX_MAX];
        uint8_t count = 0;
        if (!cards_read(g, &item, p, AGON_SKIRMISH_INDEX_MAX, false, list, &count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            s->known[p] |= (uint64_t)1 << list[i];
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Board

static bool value_read(const agon_cursor *up, const char *key, int min, int16_t *value) {
    agon_cursor at = agon_cursor_child(up, key);
    int64_t number;
    if (!agon_cursor_is_given(&at)) {
        return true;
    }
    if (!agon_cursor_read_int(&at, min, AGON_SKIRMISH_VALUE_MAX, &number)) {
        return false;
    }
    *value = (int16_t)number;
    return true;
}

static bool unit_read(const skirmish_game *g, const agon_cursor *at, int slot, skirmish_state *s) {
    int player = agon_skirmish_player_of(slot);
    skirmish_unit *unit = &s->units[slot];
    agon_cursor id = agon_cursor_child(at, "cardId");
    agon_cursor activated_at = agon_cursor_child(at, "activated");
    agon_cursor silenced_at = agon_cursor_child(at, "silenced");
    uint8_t is_activated = 0;
    uint8_t is_silenced = 0;
    if (!agon_cursor_read_object(at) || !own_card_read(g, &id, player, &unit->card) ||
        !value_read(at, "buffs", -AGON_SKIRMISH_VALUE_MAX, &unit->buffs) ||
        !value_read(at, "damage", 0, &unit->damage) ||
        !number_read(at, "cooldown", 0, 99, &unit->cooldown) ||
        !flag_read(&activated_at, &is_activated) || !flag_read(&silenced_at, &is_silenced)) {
        return false;
    }
    unit->kind = g->kind_of[player][unit->card];
    unit->flags =
        (uint8_t)((is_activated ? SKIRMISH_ACTIVATED : 0) | (is_silenced ? SKIRMISH_SILENCED : 0));
    s->occupied |= (skirmish_slots)(1u << slot);
    return true;
}

static bool modifier_read(const agon_cursor *at, int16_t *value) {
    int64_t number;
    if (!agon_cursor_read_int(at, -AGON_SKIRMISH_VALUE_MAX, AGON_SKIRMISH_VALUE_MAX, &number)) {
        return false;
    }
    *value = (int16_t)number;
    return true;
}

static bool terrain_read(const skirmish_game *g, const agon_cursor *at, int terrain,
                         skirmish_state *s) {
    agon_cursor units = agon_cursor_child(at, "units");
    agon_cursor modifiers = agon_cursor_child(at, "modifiers");
    bool has_units = false;
    bool has_modifiers = false;
    if (!agon_cursor_read_object(at) || !place_agrees(at, terrain) ||
        !agon_skirmish_pair_read(&units, &has_units) ||
        !agon_skirmish_pair_read(&modifiers, &has_modifiers)) {
        return false;
    }
    for (int p = 0; p < 2; p++) {
        int slot = agon_skirmish_slot(p, terrain);
        agon_cursor unit = agon_cursor_item(&units, (size_t)p);
        agon_cursor modifier = agon_cursor_item(&modifiers, (size_t)p);
        if ((agon_cursor_is_given(&unit) && !unit_read(g, &unit, slot, s)) ||
            (has_modifiers && !modifier_read(&modifier, &s->modifiers[slot]))) {
            return false;
        }
    }
    return true;
}

static bool slots_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s) {
    agon_cursor slots = agon_cursor_child(at, "slots");
    size_t count;
    if (!agon_cursor_read_list(&slots, AGON_SKIRMISH_TERRAINS, AGON_SKIRMISH_TERRAINS, &count)) {
        return false;
    }
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        agon_cursor slot = agon_cursor_item(&slots, (size_t)terrain);
        if (!terrain_read(g, &slot, terrain, s)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// What follows from the rest may be left out, but may not contradict it

static bool agrees(const agon_cursor *up, const char *key, int64_t expected) {
    agon_cursor at = agon_cursor_child(up, key);
    int64_t value = expected;
    if (agon_cursor_is_given(&at) && !agon_cursor_read_int(&at, INT64_MIN, INT64_MAX, &value)) {
        return false;
    }
    return value == expected || agon_cursor_refuse(&at, "must be %d here", (int)expected);
}

static bool unit_agrees(const skirmish_game *g, const agon_cursor *at, int slot,
                        const skirmish_state *s) {
    const skirmish_card *card = skirmish_card_on(g, s, slot);
    const char *const names[] = {card->name, NULL};
    agon_cursor name = agon_cursor_child(at, "card");
    int index;
    return (!agon_cursor_is_given(&name) || agon_cursor_read_word(&name, names, &index)) &&
           agrees(at, "owner", agon_skirmish_player_of(slot)) && agrees(at, "base", card->power) &&
           agrees(at, "power", s->units[slot].power);
}

static bool board_agrees(const skirmish_game *g, const agon_cursor *at, const skirmish_state *s) {
    agon_cursor slots = agon_cursor_child(at, "slots");
    uint64_t left = s->occupied;
    while (left) {
        int slot = skirmish_take(&left);
        agon_cursor terrain = agon_cursor_item(&slots, (size_t)agon_skirmish_terrain_of(slot));
        agon_cursor units = agon_cursor_child(&terrain, "units");
        agon_cursor unit = agon_cursor_item(&units, (size_t)agon_skirmish_player_of(slot));
        if (!unit_agrees(g, &unit, slot, s)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The match

static bool flags_read(const agon_cursor *at, const char *key, uint8_t flags[2]) {
    agon_cursor list = agon_cursor_child(at, key);
    bool is_given = false;
    if (!agon_skirmish_pair_read(&list, &is_given)) {
        return false;
    }
    agon_cursor first = agon_cursor_item(&list, 0);
    agon_cursor second = agon_cursor_item(&list, 1);
    return !is_given || (flag_read(&first, &flags[0]) && flag_read(&second, &flags[1]));
}

// SK-24: absent while the match goes on, null for a draw. Without `roundsWon`, the wins are those
// that the result needs.
static bool result_read(const agon_cursor *at, skirmish_state *s) {
    agon_cursor result = agon_cursor_child(at, "matchWinner");
    agon_cursor won = agon_cursor_child(at, "roundsWon");
    bool has_won = false;
    int64_t winner = SKIRMISH_DRAW;
    s->head.over = result.value != NULL;
    if (agon_cursor_is_given(&result) && !agon_cursor_read_int(&result, 0, 1, &winner)) {
        return false;
    }
    if (s->head.over) {
        s->match_winner = (uint8_t)winner;
        s->rounds_won[0] = winner == 1 ? 0 : 2;
        s->rounds_won[1] = winner == 0 ? 0 : 2;
    }
    if (!agon_skirmish_pair_read(&won, &has_won)) {
        return false;
    }
    for (size_t p = 0; has_won && p < 2; p++) {
        agon_cursor item = agon_cursor_item(&won, p);
        int64_t number;
        if (!agon_cursor_read_int(&item, 0, 3, &number)) {
            return false;
        }
        s->rounds_won[p] = (uint8_t)number;
    }
    return true;
}

static bool match_read(const agon_cursor *at, skirmish_state *s) {
    agon_cursor activating = agon_cursor_child(at, "activating");
    agon_cursor current_at = agon_cursor_child(at, "currentPlayer");
    int64_t current;
    if (!agon_cursor_read_int(&current_at, 0, 1, &current)) {
        return false;
    }
    s->current = s->starting = (uint8_t)current;
    s->round = 1;
    return number_read(at, "startingPlayer", 0, 1, &s->starting) &&
           number_read(at, "currentRound", 1, 3, &s->round) &&
           number_read(at, "tieRounds", 0, 3, &s->tie_rounds) &&
           flags_read(at, "hasPassed", s->has_passed) &&
           flag_read(&activating, &s->is_activating) && result_read(at, s);
}

static bool generator_read(const agon_cursor *at, skirmish_state *s) {
    agon_cursor rng = agon_cursor_child(at, "rng");
    agon_cursor seed_at = agon_cursor_child(at, "seed");
    agon_seed seed = agon_seed_number(DEFAULT_SEED);
    if (s->head.viewer != AGON_NOBODY) {
        return true;
    }
    if (agon_cursor_is_given(&rng)) {
        return agon_cursor_read_rng(&rng, &s->rng);
    }
    if (agon_cursor_is_given(&seed_at) && !agon_cursor_read_seed(&seed_at, &seed)) {
        return false;
    }
    s->rng = agon_rng_make(seed);
    return true;
}

bool agon_skirmish_state_read(const agon_game *game, const agon_cursor *at, agon_state *state) {
    const skirmish_game *g = (const skirmish_game *)game;
    skirmish_state *s = (skirmish_state *)state;
    state->used = sizeof *s;
    return players_read(g, at, s) && slots_read(g, at, s) && match_read(at, s) &&
           known_read(g, at, s) && agon_skirmish_queue_read(g, at, s) &&
           agon_skirmish_pending_read(g, at, s) && generator_read(at, s) &&
           agon_skirmish_validate(game, state, at->reader->error) == AGON_OK &&
           board_agrees(g, at, s) && agon_skirmish_pending_agrees(g, at, s);
}
