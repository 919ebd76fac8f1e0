// Effects in JSON: what waits in the queue, and the ability that waits for input.
//
// While an input is pending, the first entry of `queue` is the ability that asked for it; what
// follows waits behind it.
#include "games/skirmish/codec/internal.h"

#include <string.h>

#define CARD(key)                                                                                  \
    { key, SKIRMISH_OPERAND_CARD }
#define SLOT(key)                                                                                  \
    { key, SKIRMISH_OPERAND_SLOT }
#define NUMBER(key)                                                                                \
    { key, SKIRMISH_OPERAND_NUMBER }

const skirmish_effect_format agon_skirmish_effect_formats[SKIRMISH_EFFECT_TYPES] = {
    [SKIRMISH_NO_EFFECT] = {"NONE", {{NULL, SKIRMISH_OPERAND_NONE}}},
    [SKIRMISH_CONSUME] = {"CONSUME", {CARD("cardId"), SLOT("slot")}},
    [SKIRMISH_DEPLOY] =
        {"DEPLOY",
         {CARD("cardId"), SLOT("slot"), {"consumed", SKIRMISH_OPERAND_FLAG}, NUMBER("amount")}},
    [SKIRMISH_CONSUMED] = {"CONSUMED_ABILITY", {CARD("source"), CARD("by")}},
    [SKIRMISH_DEPLOYED] = {"DEPLOY_ABILITY", {CARD("source")}},
    [SKIRMISH_CONSUMES] = {"CONSUME_ABILITY", {[0] = CARD("source"), [3] = NUMBER("amount")}},
    [SKIRMISH_SAW_DEATH] = {"SAW_DEATH", {CARD("source")}},
    [SKIRMISH_SAW_DAMAGE] = {"SAW_DAMAGE", {[0] = CARD("source"), [3] = NUMBER("amount")}},
    [SKIRMISH_SAW_ACTION] = {"SAW_ACTION", {CARD("source")}},
    [SKIRMISH_TURN_START] = {"TURN_START_ABILITY", {CARD("source")}},
    [SKIRMISH_CONQUER] = {"CONQUER_ABILITY", {CARD("source")}},
    [SKIRMISH_PLAY] = {"PLAY",
                       {CARD("source"), SLOT("target"), {"to", SKIRMISH_OPERAND_MAYBE_SLOT}}},
    [SKIRMISH_ACTIVATE] =
        {"ACTIVATE", {CARD("source"), SLOT("target"), {"raised", SKIRMISH_OPERAND_MAYBE_CARD}}},
    [SKIRMISH_DEATHS] = {"DEATHS", {NUMBER("batch")}},
};

static bool type_read(const agon_cursor *at, uint8_t *type) {
    agon_cursor place = agon_cursor_child(at, "type");
    const char *name;
    if (!agon_cursor_read_object(at) || !agon_cursor_read_string(&place, &name)) {
        return false;
    }
    for (int i = SKIRMISH_NO_EFFECT + 1; i < SKIRMISH_EFFECT_TYPES; i++) {
        if (strcmp(agon_skirmish_effect_formats[i].name, name) == 0) {
            *type = (uint8_t)i;
            return true;
        }
    }
    return agon_cursor_refuse(&place, "there is no effect \"%.40s\"", name);
}

static bool card_operand_read(const skirmish_game *g, const agon_cursor *at, int32_t *value) {
    const char *text;
    if (!agon_cursor_read_string(at, &text)) {
        return false;
    }
    *value = agon_skirmish_id_find(g, text);
    return *value >= 0 || agon_cursor_refuse(at, "names no card");
}

static bool slot_operand_read(const agon_cursor *at, int32_t *value) {
    uint8_t slot;
    if (!agon_skirmish_slot_read(at, &slot)) {
        return false;
    }
    *value = slot;
    return slot != SKIRMISH_NONE || agon_cursor_refuse(at, "there is no such slot");
}

static bool number_operand_read(const agon_cursor *at, int32_t *value) {
    int64_t number;
    if (!agon_cursor_read_int(at, 0, 4 * AGON_SKIRMISH_VALUE_MAX, &number)) {
        return false;
    }
    *value = (int32_t)number;
    return true;
}

static bool operand_read(const skirmish_game *g, const agon_cursor *effect,
                         const skirmish_operand_format *format, int32_t *value) {
    bool flag = false;
    *value = 0;
    if (format->kind == SKIRMISH_OPERAND_NONE) {
        return true;
    }
    agon_cursor at = agon_cursor_child(effect, format->key);
    switch (format->kind) {
    case SKIRMISH_OPERAND_MAYBE_CARD:
        *value = SKIRMISH_NONE;
        return !agon_cursor_is_given(&at) || card_operand_read(g, &at, value);
    case SKIRMISH_OPERAND_CARD:
        return card_operand_read(g, &at, value);
    case SKIRMISH_OPERAND_MAYBE_SLOT:
        *value = SKIRMISH_NONE;
        return !agon_cursor_is_given(&at) || slot_operand_read(&at, value);
    case SKIRMISH_OPERAND_SLOT:
        return slot_operand_read(&at, value);
    case SKIRMISH_OPERAND_FLAG:
        if (!agon_cursor_read_bool(&at, &flag)) {
            return false;
        }
        *value = flag;
        return true;
    default:
        return number_operand_read(&at, value);
    }
}

// The units of a batch, with what they remember of their fall.
static bool doomed_read(const skirmish_game *g, const agon_cursor *at, uint8_t batch,
                        skirmish_state *s) {
    agon_cursor id = agon_cursor_child(at, "unitId");
    agon_cursor cause_at = agon_cursor_child(at, "cause");
    agon_cursor power_at = agon_cursor_child(at, "power");
    int32_t ref;
    int cause;
    int64_t power;
    if (!agon_cursor_read_object(at) || !card_operand_read(g, &id, &ref) ||
        !agon_cursor_read_word(&cause_at, agon_skirmish_causes, &cause) ||
        !agon_cursor_read_int(&power_at, 0, 4 * AGON_SKIRMISH_VALUE_MAX, &power)) {
        return false;
    }
    int slot = agon_skirmish_find(s, ref);
    if (slot < 0 || s->units[slot].doomed) {
        return agon_cursor_refuse(&id, "is not on the board, or is doomed twice");
    }
    s->units[slot].doomed = batch;
    s->units[slot].cause = (uint8_t)cause;
    s->units[slot].fell_from = (int16_t)(power > INT16_MAX ? INT16_MAX : power);
    return true;
}

static bool batch_read(const skirmish_game *g, const agon_cursor *at, uint8_t batch,
                       skirmish_state *s) {
    agon_cursor units = agon_cursor_child(at, "units");
    size_t count;
    if (!agon_cursor_read_list(&units, 0, AGON_SKIRMISH_SLOTS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor unit = agon_cursor_item(&units, i);
        if (!doomed_read(g, &unit, batch, s)) {
            return false;
        }
    }
    return true;
}

static bool effect_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s,
                        agon_effect *effect) {
    int32_t values[4];
    if (!type_read(at, &effect->type)) {
        return false;
    }
    const skirmish_effect_format *format = &agon_skirmish_effect_formats[effect->type];
    for (int i = 0; i < 4; i++) {
        if (!operand_read(g, at, &format->operands[i], &values[i])) {
            return false;
        }
    }
    effect->a = (uint8_t)(values[0] > 255 ? 255 : values[0]);
    effect->b = (uint8_t)values[1];
    effect->c = (uint8_t)values[2];
    effect->n = values[3];
    return effect->type != SKIRMISH_DEATHS || batch_read(g, at, effect->a, s);
}

bool agon_skirmish_queue_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s) {
    agon_cursor queue = agon_cursor_child(at, "queue");
    size_t count;
    if (!agon_cursor_is_given(&queue)) {
        return true;
    }
    if (!agon_cursor_read_list(&queue, 0, SKIRMISH_QUEUE_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(&queue, i);
        agon_effect effect;
        if (!effect_read(g, &item, s, &effect)) {
            return false;
        }
        agon_queue_push(&s->queue.base, SKIRMISH_QUEUE_MAX, effect);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The pending input

// Without its effect in the queue, the ability that asks follows from its source. What was consumed
// is then the newest card in the graveyard, with its base power.
static bool pending_guess(const skirmish_game *g, const agon_cursor *at, int source,
                          skirmish_state *s) {
    const skirmish_card *card = skirmish_card_of(g, source);
    int player = agon_skirmish_ref_player(source);
    int buried = s->grave_count[player];
    if (card->deploy.choices) {
        s->pending = (agon_effect){.type = SKIRMISH_DEPLOYED, .a = (uint8_t)source};
        return true;
    }
    if (!card->consume.choices || buried == 0) {
        return agon_cursor_refuse(at, "has no ability that could ask for anything now");
    }
    int consumed = skirmish_ref(player, s->grave[player][buried - 1]);
    s->pending = (agon_effect){.type = SKIRMISH_CONSUMES, .a = (uint8_t)source};
    s->pending.n = skirmish_card_of(g, consumed)->power;
    return true;
}

bool agon_skirmish_pending_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s) {
    agon_cursor pending = agon_cursor_child(at, "pendingInput");
    agon_cursor source_at = agon_cursor_child(&pending, "source");
    int32_t source;
    if (!agon_cursor_is_given(&pending)) {
        return true;
    }
    if (!agon_cursor_read_object(&pending) || !card_operand_read(g, &source_at, &source)) {
        return false;
    }
    if (s->queue.base.count > 0) {
        agon_effect first = agon_queue_at(&s->queue.base, SKIRMISH_QUEUE_MAX, 0);
        bool asks = first.type == SKIRMISH_DEPLOYED || first.type == SKIRMISH_CONSUMES;
        if (asks && first.a == source) {
            return agon_queue_pop(&s->queue.base, SKIRMISH_QUEUE_MAX, &s->pending);
        }
    }
    return pending_guess(g, &source_at, source, s);
}

static bool choices_read(const agon_cursor *at, skirmish_slots *choices) {
    size_t count;
    if (!agon_cursor_read_list(at, 0, AGON_SKIRMISH_SLOTS, &count)) {
        return false;
    }
    *choices = 0;
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        int32_t slot;
        if (!slot_operand_read(&item, &slot)) {
            return false;
        }
        *choices |= (skirmish_slots)(1u << (slot & 15));
    }
    return true;
}

// What `pendingInput` says besides its source follows from the table; it may not contradict it.
bool agon_skirmish_pending_agrees(const skirmish_game *g, const agon_cursor *at,
                                  const skirmish_state *s) {
    agon_cursor pending = agon_cursor_child(at, "pendingInput");
    if (!s->pending.type) {
        return true;
    }
    agon_cursor player_at = agon_cursor_child(&pending, "player");
    agon_cursor kind_at = agon_cursor_child(&pending, "kind");
    agon_cursor choices_at = agon_cursor_child(&pending, "choices");
    agon_cursor optional_at = agon_cursor_child(&pending, "optional");
    const char *const kinds[] = {skirmish_card_of(g, s->pending.a)->name, NULL};
    int player = agon_skirmish_ref_player(s->pending.a);
    skirmish_slots expected;
    const skirmish_ability *ability = agon_skirmish_pending(g, s, &expected);
    skirmish_slots choices = expected;
    bool is_optional = ability->is_optional;
    int64_t who;
    int kind;
    if ((agon_cursor_is_given(&player_at) &&
         !agon_cursor_read_int(&player_at, player, player, &who)) ||
        (agon_cursor_is_given(&kind_at) && !agon_cursor_read_word(&kind_at, kinds, &kind)) ||
        (agon_cursor_is_given(&choices_at) && !choices_read(&choices_at, &choices)) ||
        (agon_cursor_is_given(&optional_at) &&
         !agon_cursor_read_bool(&optional_at, &is_optional))) {
        return false;
    }
    if (choices != expected) {
        return agon_cursor_refuse(&choices_at, "are not the choices there are");
    }
    return is_optional == ability->is_optional ||
           agon_cursor_refuse(&optional_at, "contradicts the ability");
}
