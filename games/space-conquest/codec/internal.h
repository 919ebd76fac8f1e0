// What the JSON and text files of this game share.
#ifndef AGON_CONQUEST_CODEC_INTERNAL_H
#define AGON_CONQUEST_CODEC_INTERNAL_H

#include "games/space-conquest/state.h"

#include "agon/codec.h"

extern const char *const agon_conquest_players[];      // "p1", "p2", NULL
extern const char *const agon_conquest_controls[];     // "me", "opp", "npc", "none", NULL
extern const char *const agon_conquest_combat_types[]; // "npc", "pvp", NULL
extern const char *const agon_conquest_sides[];        // "attacker", "defender", NULL
extern const char *const agon_conquest_results[];      // by winner − 1: "p1", "p2", "draw", NULL

enum { CONQUEST_ME, CONQUEST_OPP, CONQUEST_NPC, CONQUEST_NONE }; // indices of controls

// One order from JSON, whatever it is: what is wrong with it becomes a wrong order (SC-13).
void agon_conquest_order_read(const agon_value *json, conquest_order *order);

bool agon_conquest_state_read(const agon_game *game, const agon_cursor *at, agon_state *state);
bool agon_conquest_reports_read(const agon_cursor *at, conquest_state *s);
void agon_conquest_state_write(const agon_game *game, const agon_state *state, agon_json *json);
void agon_conquest_render(const agon_game *game, const agon_state *state, agon_text *text);

// Pieces of documents that reading shares.
bool agon_conquest_read_letter(const agon_cursor *at, uint8_t *star); // a star id, A to P
bool agon_conquest_read_fleet(const agon_cursor *at, const char *id_key, conquest_fleet *fleet);

// Values that writing shares.
void agon_conquest_write_letter(unsigned star, agon_json *json); // null if it is no letter
void agon_conquest_write_fleet_id(unsigned owner, uint32_t number, agon_json *json);
void agon_conquest_write_fleet(const conquest_fleet *fleet, agon_json *json);
void agon_conquest_write_order(unsigned from, unsigned to, int32_t ships, agon_json *json);

#endif
