// Events: their tables, and how they are made.
#include "games/space-conquest/state.h"

#include <string.h>

#define FIELDS(list) (list), sizeof(list) / sizeof(list)[0]
#define REVEAL AGON_FIELD_REVEAL

// An event that is seen only because of something hidden begins with a field marked as a reveal.
static const agon_event_field committed[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0}};
static const agon_event_field launched[] = {{"fleet", CONQUEST_KIND_FLEET, 0, 6, 0}};
static const agon_event_field rejected[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0},
                                            {"order", AGON_KIND_INT, 1, 1, AGON_FIELD_NULL},
                                            {"reason", CONQUEST_KIND_REASON, 2, 1, 0}};
static const agon_event_field rebellion_roll[] = {{"star", CONQUEST_KIND_STAR, 0, 1, 0},
                                                  {"d6", AGON_KIND_INT, 1, 1, REVEAL}};
static const agon_event_field rebellion[] = {
    {"star", CONQUEST_KIND_STAR, 0, 1, 0},       {"star_name", CONQUEST_KIND_STAR_NAME, 0, 1, 0},
    {"owner", AGON_KIND_PLAYER, 1, 1, 0},        {"ru", AGON_KIND_INT, 2, 1, 0},
    {"garrison_before", AGON_KIND_INT, 3, 1, 0}, {"rebel_ships", AGON_KIND_INT, 2, 1, 0},
    {"outcome", CONQUEST_KIND_OUTCOME, 4, 1, 0}, {"garrison_after", AGON_KIND_INT, 5, 1, 0},
    {"rebel_survivors", AGON_KIND_INT, 6, 1, 0},
};
static const agon_event_field production[] = {{"star", CONQUEST_KIND_STAR, 0, 1, 0},
                                              {"owner", AGON_KIND_PLAYER, 1, 1, 0},
                                              {"ships", AGON_KIND_INT, 2, 1, 0}};
static const agon_event_field turn_started[] = {{"turn", AGON_KIND_INT, 0, 1, 0}};
static const agon_event_field hyperspace_roll[] = {{"fleet_id", CONQUEST_KIND_FLEET_ID, 0, 2, 0},
                                                   {"d50", AGON_KIND_INT, 2, 1, REVEAL}};
static const agon_event_field hyperspace_loss[] = {{"fleet_id", CONQUEST_KIND_FLEET_ID, 0, 2, 0},
                                                   {"owner", AGON_KIND_PLAYER, 0, 1, 0},
                                                   {"ships", AGON_KIND_INT, 2, 1, 0},
                                                   {"origin", CONQUEST_KIND_STAR, 3, 1, 0},
                                                   {"dest", CONQUEST_KIND_STAR, 4, 1, 0}};
static const agon_event_field arrived[] = {{"fleet_id", CONQUEST_KIND_FLEET_ID, 0, 2, 0},
                                           {"star", CONQUEST_KIND_STAR, 2, 1, 0}};
static const agon_event_field revealed[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0},
                                            {"star", CONQUEST_KIND_STAR, 1, 1, 0},
                                            {"ru", AGON_KIND_INT, 2, 1, REVEAL}};
static const agon_event_field combat[] = {
    {"star_id", CONQUEST_KIND_STAR, 0, 1, REVEAL},
    {"star_name", CONQUEST_KIND_STAR_NAME, 0, 1, REVEAL},
    {"combat_type", CONQUEST_KIND_COMBAT_TYPE, 1, 1, REVEAL},
    {"attacker", AGON_KIND_PLAYER, 2, 1, REVEAL},
    {"defender", CONQUEST_KIND_DEFENDER, 3, 1, REVEAL},
    {"attacker_ships", AGON_KIND_INT, 4, 1, REVEAL},
    {"defender_ships", AGON_KIND_INT, 5, 1, REVEAL},
    {"winner", CONQUEST_KIND_SIDE, 6, 1, REVEAL},
    {"attacker_survivors", AGON_KIND_INT, 7, 1, REVEAL},
    {"defender_survivors", AGON_KIND_INT, 8, 1, REVEAL},
    {"attacker_losses", AGON_KIND_INT, 9, 1, REVEAL},
    {"defender_losses", AGON_KIND_INT, 10, 1, REVEAL},
    {"control_before", AGON_KIND_PLAYER, 11, 1, REVEAL | AGON_FIELD_NULL},
    {"control_after", AGON_KIND_PLAYER, 12, 1, REVEAL | AGON_FIELD_NULL},
    {"simultaneous", AGON_KIND_BOOL, 13, 1, REVEAL},
};
static const agon_event_field taken[] = {
    {"star", CONQUEST_KIND_STAR, 0, 1, REVEAL},
    {"owner", AGON_KIND_PLAYER, 1, 1, REVEAL | AGON_FIELD_NULL}};
static const agon_event_field game_over[] = {{"winner", CONQUEST_KIND_WINNER, 0, 1, REVEAL}};

const agon_event_type agon_conquest_events[AGON_CONQUEST_EVENT_TYPES] = {
    [AGON_CONQUEST_ORDERS_COMMITTED] = {"ORDERS_COMMITTED", FIELDS(committed)},
    [AGON_CONQUEST_FLEET_LAUNCHED] = {"FLEET_LAUNCHED", FIELDS(launched)},
    [AGON_CONQUEST_ORDER_REJECTED] = {"ORDER_REJECTED", FIELDS(rejected)},
    [AGON_CONQUEST_REBELLION_ROLL] = {"REBELLION_ROLL", FIELDS(rebellion_roll)},
    [AGON_CONQUEST_REBELLION] = {"REBELLION", FIELDS(rebellion)},
    [AGON_CONQUEST_PRODUCTION] = {"PRODUCTION", FIELDS(production)},
    [AGON_CONQUEST_TURN_STARTED] = {"TURN_STARTED", FIELDS(turn_started)},
    [AGON_CONQUEST_HYPERSPACE_ROLL] = {"HYPERSPACE_ROLL", FIELDS(hyperspace_roll)},
    [AGON_CONQUEST_HYPERSPACE_LOSS] = {"HYPERSPACE_LOSS", FIELDS(hyperspace_loss)},
    [AGON_CONQUEST_FLEET_ARRIVED] = {"FLEET_ARRIVED", FIELDS(arrived)},
    [AGON_CONQUEST_STAR_REVEALED] = {"STAR_REVEALED", FIELDS(revealed)},
    [AGON_CONQUEST_COMBAT] = {"COMBAT", FIELDS(combat)},
    [AGON_CONQUEST_STAR_TAKEN] = {"STAR_TAKEN", FIELDS(taken)},
    [AGON_CONQUEST_GAME_OVER] = {"GAME_OVER", FIELDS(game_over)},
};

void agon_conquest_tell(const agon_context *context, int type, agon_viewers visible, int count,
                        const int32_t *fields) {
    agon_event event = {.type = (uint16_t)type, .visible = visible};
    memcpy(event.f, fields, (size_t)count * sizeof fields[0]);
    agon_emit(context, &event);
}

void agon_conquest_tell_launch(const agon_context *context, const conquest_fleet *fleet) {
    int32_t fields[] = {fleet->owner, (int32_t)fleet->number, (int32_t)fleet->ships, fleet->from,
                        fleet->to,    fleet->distance};
    agon_conquest_tell(context, AGON_CONQUEST_FLEET_LAUNCHED, agon_viewer_bit(fleet->owner), 6,
                       fields);
}

void agon_conquest_tell_loss(const agon_context *context, const conquest_fleet *fleet) {
    int32_t fields[] = {fleet->owner, (int32_t)fleet->number, (int32_t)fleet->ships, fleet->from,
                        fleet->to};
    agon_conquest_tell(context, AGON_CONQUEST_HYPERSPACE_LOSS, agon_viewer_bit(fleet->owner), 5,
                       fields);
}

void agon_conquest_tell_rebellion(const agon_context *context, const conquest_rebellion *report) {
    conquest_fight fight = agon_conquest_fight(report->ru, report->garrison);
    int32_t fields[] = {report->star,
                        report->owner,
                        report->ru,
                        report->garrison,
                        0,
                        (int32_t)fight.defenders,
                        (int32_t)fight.attackers};
    agon_conquest_tell(context, AGON_CONQUEST_REBELLION, agon_viewer_bit(report->owner), 7, fields);
}

agon_viewers agon_conquest_combatants(const conquest_combat *report) {
    return report->flags & CONQUEST_PVP ? (agon_viewers)3 : agon_viewer_bit(report->flags & 1);
}

void agon_conquest_tell_combat(const agon_context *context, const conquest_combat *report) {
    conquest_fight fight = agon_conquest_fight(report->attackers, report->defenders);
    int attacker = report->flags & 1;
    bool is_pvp = (report->flags & CONQUEST_PVP) != 0;
    int32_t fields[] = {
        report->star,
        is_pvp,
        attacker,
        is_pvp ? 1 - attacker : 2,
        (int32_t)report->attackers,
        (int32_t)report->defenders,
        fight.winner,
        (int32_t)fight.attackers,
        (int32_t)fight.defenders,
        (int32_t)(report->attackers - fight.attackers),
        (int32_t)(report->defenders - fight.defenders),
        report->before - 1,
        report->after - 1,
        (report->flags & CONQUEST_SIMULTANEOUS) != 0,
    };
    agon_conquest_tell(context, AGON_CONQUEST_COMBAT, agon_conquest_combatants(report), 14, fields);
}
