// States and views as documents.
#include "games/skirmish/codec/internal.h"

static void cards_write(const skirmish_game *g, int player, const uint8_t *list, int count,
                        agon_json *json) {
    agon_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        agon_skirmish_id_write(g, skirmish_ref(player, list[i]), json);
    }
    agon_json_close(json, ']');
}

static void deck_write(const skirmish_game *g, const skirmish_state *s, int player,
                       agon_json *json) {
    agon_json_open(json, '[');
    for (int i = s->deck_count[player] - 1; i >= 0; i--) { // the next draw first
        agon_skirmish_id_write(g, skirmish_ref(player, s->deck[player][i]), json);
    }
    agon_json_close(json, ']');
}

static void player_write(const skirmish_game *g, const skirmish_state *s, int player,
                         agon_json *json) {
    bool is_view = s->head.viewer != AGON_NOBODY;
    agon_json_open(json, '{');
    agon_json_put_int(json, "id", player);
    agon_json_key(json, "hand");
    if (is_view && s->head.viewer != player) {
        agon_json_int(json, s->hand_count[player]);
    } else {
        cards_write(g, player, s->hand[player], s->hand_count[player], json);
    }
    agon_json_key(json, "deck");
    if (is_view) {
        agon_json_int(json, s->deck_count[player]);
    } else {
        deck_write(g, s, player, json);
    }
    agon_json_key(json, "discard");
    cards_write(g, player, s->grave[player], s->grave_count[player], json);
    agon_json_put_int(json, "vp", s->vp[player]);
    agon_json_close(json, '}');
}

static void lists_write(const skirmish_game *g, agon_json *json) {
    agon_json_key(json, "decks");
    agon_json_open(json, '[');
    for (int p = 0; p < 2; p++) {
        agon_json_open(json, '[');
        for (int i = 0; i < g->list_count[p]; i++) {
            agon_json_string(json, g->cards[g->list[p][i]]->name);
        }
        agon_json_close(json, ']');
    }
    agon_json_close(json, ']');
}

static void unit_write(const skirmish_game *g, const skirmish_state *s, int slot, agon_json *json) {
    const skirmish_unit *unit = &s->units[slot];
    const skirmish_card *card = g->cards[unit->kind];
    if (!skirmish_has(s->occupied, slot)) {
        agon_json_null(json);
        return;
    }
    agon_json_open(json, '{');
    agon_json_key(json, "cardId");
    agon_skirmish_id_write(g, skirmish_ref_on(s, slot), json);
    agon_json_put_string(json, "card", card->name);
    agon_json_put_int(json, "owner", agon_skirmish_player_of(slot));
    agon_json_put_int(json, "base", card->power);
    agon_json_put_int(json, "buffs", unit->buffs);
    agon_json_put_int(json, "damage", unit->damage);
    agon_json_put_int(json, "power", unit->power);
    agon_json_put_int(json, "cooldown", unit->cooldown);
    agon_json_put_bool(json, "activated", (unit->flags & SKIRMISH_ACTIVATED) != 0);
    agon_json_put_bool(json, "silenced", (unit->flags & SKIRMISH_SILENCED) != 0);
    agon_json_close(json, '}');
}

static void terrain_write(const skirmish_game *g, const skirmish_state *s, int terrain,
                          agon_json *json) {
    int slot = agon_skirmish_slot(0, terrain);
    agon_json_open(json, '{');
    agon_json_put_int(json, "id", terrain);
    agon_json_key(json, "units");
    agon_json_open(json, '[');
    unit_write(g, s, slot, json);
    unit_write(g, s, slot + 1, json);
    agon_json_close(json, ']');
    agon_json_key(json, "modifiers");
    agon_json_open(json, '[');
    agon_json_int(json, s->modifiers[slot]);
    agon_json_int(json, s->modifiers[slot + 1]);
    agon_json_close(json, ']');
    agon_json_close(json, '}');
}

static void pending_write(const skirmish_game *g, const skirmish_state *s, agon_json *json) {
    skirmish_slots choices;
    agon_json_key(json, "pendingInput");
    if (!s->pending.type) {
        agon_json_null(json);
        return;
    }
    const skirmish_ability *ability = agon_skirmish_pending(g, s, &choices);
    agon_json_open(json, '{');
    agon_json_put_int(json, "player", agon_skirmish_ref_player(s->pending.a));
    agon_json_key(json, "source");
    agon_skirmish_id_write(g, s->pending.a, json);
    agon_json_put_string(json, "kind", skirmish_card_of(g, s->pending.a)->name);
    agon_json_key(json, "choices");
    agon_skirmish_slots_write(choices, json);
    agon_json_put_bool(json, "optional", ability->is_optional);
    agon_json_close(json, '}');
}

static void operand_write(const skirmish_game *g, const skirmish_operand_format *format,
                          int32_t value, agon_json *json) {
    if (format->kind == SKIRMISH_OPERAND_NONE) {
        return;
    }
    agon_json_key(json, format->key);
    bool is_absent = value == SKIRMISH_NONE && (format->kind == SKIRMISH_OPERAND_MAYBE_CARD ||
                                                format->kind == SKIRMISH_OPERAND_MAYBE_SLOT);
    if (is_absent) {
        agon_json_null(json);
    } else if (format->kind == SKIRMISH_OPERAND_FLAG) {
        agon_json_bool(json, value != 0);
    } else if (format->kind == SKIRMISH_OPERAND_NUMBER) {
        agon_json_int(json, value);
    } else if (format->kind <= SKIRMISH_OPERAND_MAYBE_CARD) {
        agon_skirmish_id_write(g, value, json);
    } else {
        agon_skirmish_slot_write(value, json);
    }
}

static void doomed_write(const skirmish_game *g, const skirmish_state *s, uint8_t batch,
                         agon_json *json) {
    uint64_t left = s->occupied;
    agon_json_key(json, "units");
    agon_json_open(json, '[');
    while (left) {
        int slot = skirmish_take(&left);
        const skirmish_unit *unit = &s->units[slot];
        if (unit->doomed == batch) {
            agon_json_open(json, '{');
            agon_json_key(json, "unitId");
            agon_skirmish_id_write(g, skirmish_ref_on(s, slot), json);
            agon_json_put_string(json, "cause", agon_skirmish_causes[unit->cause]);
            agon_json_put_int(json, "power", unit->fell_from);
            agon_json_close(json, '}');
        }
    }
    agon_json_close(json, ']');
}

static void effect_write(const skirmish_game *g, const skirmish_state *s, agon_effect effect,
                         agon_json *json) {
    const skirmish_effect_format *format = &agon_skirmish_effect_formats[effect.type];
    const int32_t values[4] = {effect.a, effect.b, effect.c, effect.n};
    agon_json_open(json, '{');
    agon_json_put_string(json, "type", format->name);
    for (int i = 0; i < 4; i++) {
        operand_write(g, &format->operands[i], values[i], json);
    }
    if (effect.type == SKIRMISH_DEATHS) {
        doomed_write(g, s, effect.a, json);
    }
    agon_json_close(json, '}');
}

static void queue_write(const skirmish_game *g, const skirmish_state *s, agon_json *json) {
    agon_json_key(json, "queue");
    agon_json_open(json, '[');
    if (s->pending.type) {
        effect_write(g, s, s->pending, json);
    }
    for (uint16_t i = 0; i < s->queue.base.count; i++) {
        effect_write(g, s, agon_queue_at(&s->queue.base, SKIRMISH_QUEUE_MAX, i), json);
    }
    agon_json_close(json, ']');
}

static void set_write(const skirmish_game *g, int player, uint64_t set, agon_json *json) {
    agon_json_open(json, '[');
    while (set) {
        agon_skirmish_id_write(g, skirmish_ref(player, skirmish_take(&set)), json);
    }
    agon_json_close(json, ']');
}

// Only there when there is something to tell.
static void known_write(const skirmish_game *g, const skirmish_state *s, agon_json *json) {
    if (s->known[0] | s->known[1]) {
        agon_json_key(json, "known");
        agon_json_open(json, '[');
        set_write(g, 0, s->known[0], json);
        set_write(g, 1, s->known[1], json);
        agon_json_close(json, ']');
    }
}

static void pair_write(agon_json *json, const char *key, const uint8_t pair[2], bool are_flags) {
    agon_json_key(json, key);
    agon_json_open(json, '[');
    for (int p = 0; p < 2; p++) {
        if (are_flags) {
            agon_json_bool(json, pair[p] != 0);
        } else {
            agon_json_int(json, pair[p]);
        }
    }
    agon_json_close(json, ']');
}

static void table_write(const skirmish_game *g, const skirmish_state *s, agon_json *json) {
    agon_json_key(json, "players");
    agon_json_open(json, '[');
    player_write(g, s, 0, json);
    player_write(g, s, 1, json);
    agon_json_close(json, ']');
    agon_json_put_int(json, "currentPlayer", s->current);
    agon_json_put_int(json, "startingPlayer", s->starting);
    lists_write(g, json);
    agon_json_key(json, "slots");
    agon_json_open(json, '[');
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        terrain_write(g, s, terrain, json);
    }
    agon_json_close(json, ']');
}

static void match_write(const skirmish_state *s, agon_json *json) {
    agon_json_put_int(json, "currentRound", s->round);
    pair_write(json, "roundsWon", s->rounds_won, false);
    agon_json_put_int(json, "tieRounds", s->tie_rounds);
    pair_write(json, "hasPassed", s->has_passed, true);
    agon_json_put_bool(json, "activating", s->is_activating != 0);
}

static void result_write(const skirmish_state *s, agon_json *json) {
    if (s->head.over) {
        agon_json_key(json, "matchWinner");
        if (s->match_winner == SKIRMISH_DRAW) {
            agon_json_null(json);
        } else {
            agon_json_int(json, s->match_winner);
        }
    }
}

void agon_skirmish_state_write(const agon_game *game, const agon_state *state, agon_json *json) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *s = (const skirmish_state *)state;
    agon_json_open(json, '{');
    table_write(g, s, json);
    match_write(s, json);
    pending_write(g, s, json);
    queue_write(g, s, json);
    known_write(g, s, json);
    result_write(s, json);
    if (state->viewer == AGON_NOBODY) {
        agon_json_key(json, "rng");
        agon_json_rng(json, &s->rng);
    } else {
        agon_json_key(json, "viewer");
        if (state->viewer == AGON_SPECTATOR) {
            agon_json_string(json, "spectator");
        } else {
            agon_json_int(json, state->viewer);
        }
    }
    agon_json_close(json, '}');
}
