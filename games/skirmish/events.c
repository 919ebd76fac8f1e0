// The events of Skirmish, and how they are emitted.
#include "games/skirmish/effects.h"

#include <string.h>

#define UNIT                                                                                       \
    { "unitId", SKIRMISH_KIND_CARD, 0, 1, 0 }
#define NUMBER(key, at)                                                                            \
    { key, AGON_KIND_INT, at, 1, 0 }
#define PLAYER(key, at)                                                                            \
    { key, AGON_KIND_PLAYER, at, 1, 0 }
#define WINNER(at)                                                                                 \
    { "winner", AGON_KIND_PLAYER, at, 1, AGON_FIELD_NULL }
#define CARD(key, at)                                                                              \
    { key, SKIRMISH_KIND_CARD, at, 1, 0 }

static const agon_event_field card_played[] = {PLAYER("player", 0),
                                               CARD("cardId", 1),
                                               {"slotId", AGON_KIND_INT, 2, 1, AGON_FIELD_NULL},
                                               {"target", SKIRMISH_KIND_SLOT, 3, 1, 0}};
static const agon_event_field card_drawn[] = {
    PLAYER("player", 0),
    {"cardId", SKIRMISH_KIND_CARD, 1, 1, AGON_FIELD_SECRET | AGON_FIELD_REVEAL}};
static const agon_event_field card_discarded[] = {PLAYER("player", 0), CARD("cardId", 1)};
static const agon_event_field unit_deployed[] = {UNIT, PLAYER("player", 1), NUMBER("slotId", 2)};
static const agon_event_field unit_consumed[] = {UNIT, PLAYER("player", 1), NUMBER("slotId", 2),
                                                 CARD("by", 3)};
static const agon_event_field unit_died[] = {
    UNIT, PLAYER("player", 1), NUMBER("slotId", 2), {"cause", SKIRMISH_KIND_CAUSE, 3, 1, 0}};
static const agon_event_field unit_bounced[] = {UNIT, PLAYER("player", 1), NUMBER("slotId", 2)};
static const agon_event_field unit_moved[] = {UNIT, PLAYER("player", 1), NUMBER("from", 2),
                                              NUMBER("to", 3)};
static const agon_event_field unit_damaged[] = {UNIT, NUMBER("slotId", 1), NUMBER("amount", 2),
                                                CARD("source", 3)};
static const agon_event_field unit_power_changed[] = {
    UNIT, NUMBER("slotId", 1), NUMBER("oldPower", 2), NUMBER("newPower", 3), NUMBER("amount", 4)};
static const agon_event_field unit_silenced[] = {UNIT, NUMBER("slotId", 1)};
static const agon_event_field slot_modifier_changed[] = {PLAYER("player", 0), NUMBER("slotId", 1),
                                                         NUMBER("old", 2), NUMBER("new", 3)};
static const agon_event_field ability_activated[] = {UNIT, PLAYER("player", 1)};
static const agon_event_field input_required[] = {
    PLAYER("player", 0),
    CARD("source", 1),
    {"kind", SKIRMISH_KIND_NAME, 2, 1, 0},
    {"choices", SKIRMISH_KIND_SLOTS, 3, 1, 0},
    {"optional", AGON_KIND_BOOL, 4, 1, 0},
};
static const agon_event_field player_passed[] = {PLAYER("player", 0)};
static const agon_event_field turn_started[] = {PLAYER("player", 0)};
static const agon_event_field round_started[] = {NUMBER("round", 0), PLAYER("startingPlayer", 1)};
static const agon_event_field round_ended[] = {
    NUMBER("round", 0), WINNER(1), {"vp", SKIRMISH_KIND_PAIR, 2, 2, 0}};
static const agon_event_field conquer_triggered[] = {UNIT, NUMBER("slotId", 1)};
static const agon_event_field match_ended[] = {WINNER(0)};

#define TYPE(name, fields)                                                                         \
    { (name), (fields), sizeof(fields) / sizeof((fields)[0]) }

const agon_event_type agon_skirmish_events[AGON_SKIRMISH_EVENT_TYPES] = {
    [AGON_SKIRMISH_CARD_PLAYED] = TYPE("CARD_PLAYED", card_played),
    [AGON_SKIRMISH_CARD_DRAWN] = TYPE("CARD_DRAWN", card_drawn),
    [AGON_SKIRMISH_CARD_DISCARDED] = TYPE("CARD_DISCARDED", card_discarded),
    [AGON_SKIRMISH_UNIT_DEPLOYED] = TYPE("UNIT_DEPLOYED", unit_deployed),
    [AGON_SKIRMISH_UNIT_CONSUMED] = TYPE("UNIT_CONSUMED", unit_consumed),
    [AGON_SKIRMISH_UNIT_DIED] = TYPE("UNIT_DIED", unit_died),
    [AGON_SKIRMISH_UNIT_BOUNCED] = TYPE("UNIT_BOUNCED", unit_bounced),
    [AGON_SKIRMISH_UNIT_MOVED] = TYPE("UNIT_MOVED", unit_moved),
    [AGON_SKIRMISH_UNIT_DAMAGED] = TYPE("UNIT_DAMAGED", unit_damaged),
    [AGON_SKIRMISH_UNIT_POWER_CHANGED] = TYPE("UNIT_POWER_CHANGED", unit_power_changed),
    [AGON_SKIRMISH_UNIT_SILENCED] = TYPE("UNIT_SILENCED", unit_silenced),
    [AGON_SKIRMISH_SLOT_MODIFIER_CHANGED] = TYPE("SLOT_MODIFIER_CHANGED", slot_modifier_changed),
    [AGON_SKIRMISH_ABILITY_ACTIVATED] = TYPE("ABILITY_ACTIVATED", ability_activated),
    [AGON_SKIRMISH_INPUT_REQUIRED] = TYPE("INPUT_REQUIRED", input_required),
    [AGON_SKIRMISH_PLAYER_PASSED] = TYPE("PLAYER_PASSED", player_passed),
    [AGON_SKIRMISH_TURN_STARTED] = TYPE("TURN_STARTED", turn_started),
    [AGON_SKIRMISH_ROUND_STARTED] = TYPE("ROUND_STARTED", round_started),
    [AGON_SKIRMISH_ROUND_ENDED] = TYPE("ROUND_ENDED", round_ended),
    [AGON_SKIRMISH_CONQUER_TRIGGERED] = TYPE("CONQUER_TRIGGERED", conquer_triggered),
    [AGON_SKIRMISH_MATCH_ENDED] = TYPE("MATCH_ENDED", match_ended),
    [AGON_SKIRMISH_STATE_SNAPSHOT] = {"STATE_SNAPSHOT", NULL, 0},
};

void agon_skirmish_emit(const skirmish_chain *chain, int type, const int32_t f[5]) {
    agon_event event = {.type = (uint16_t)type, .visible = AGON_ALL};
    if (type == AGON_SKIRMISH_CARD_DRAWN) { // SK-26: named to its owner only
        event.visible = agon_viewer_bit(f[0]);
    }
    memcpy(event.f, f, 5 * sizeof f[0]);
    agon_emit(chain->context, &event);
}
