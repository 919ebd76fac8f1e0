// What the JSON files of this game share.
#ifndef AGON_SKIRMISH_CODEC_INTERNAL_H
#define AGON_SKIRMISH_CODEC_INTERNAL_H

#include "games/skirmish/state.h"

#include "agon/codec.h"

// A card as its id names it, whoever's it is and whether or not anybody owns it.
typedef struct skirmish_id {
    int player;
    int kind; // of the catalogue
    int copy;
} skirmish_id;

// Takes an id apart: owner-card-copy, for example 0-archer-1. False: it names nothing.
bool agon_skirmish_id_parse(const skirmish_card *const *catalogue, const char *text,
                            skirmish_id *id);

// The reference of the card with this id, or −1.
int agon_skirmish_id_find(const skirmish_game *g, const char *text);

void agon_skirmish_id_write(const skirmish_game *g, int ref, agon_json *json);

// [player, terrain]
void agon_skirmish_slot_write(int slot, agon_json *json);
void agon_skirmish_slots_write(skirmish_slots set, agon_json *json);

// How an operand of an effect is written.
typedef enum skirmish_operand {
    SKIRMISH_OPERAND_NONE,
    SKIRMISH_OPERAND_CARD,
    SKIRMISH_OPERAND_MAYBE_CARD, // or null
    SKIRMISH_OPERAND_SLOT,
    SKIRMISH_OPERAND_MAYBE_SLOT, // or null
    SKIRMISH_OPERAND_FLAG,
    SKIRMISH_OPERAND_NUMBER
} skirmish_operand;

typedef struct skirmish_operand_format {
    const char *key;
    skirmish_operand kind;
} skirmish_operand_format;

typedef struct skirmish_effect_format {
    const char *name;
    skirmish_operand_format operands[4]; // a, b, c, n
} skirmish_effect_format;

extern const skirmish_effect_format agon_skirmish_effect_formats[SKIRMISH_EFFECT_TYPES];

// Why units die, by SKIRMISH_BY_…; ended by NULL.
extern const char *const agon_skirmish_causes[];

extern const agon_config_key agon_skirmish_config_keys[];
bool agon_skirmish_config_read(const agon_cursor *at, void *config, agon_seed *seed);
bool agon_skirmish_config_of_state(const agon_cursor *at, void *config);
bool agon_skirmish_state_read(const agon_game *game, const agon_cursor *at, agon_state *state);
bool agon_skirmish_queue_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s);
bool agon_skirmish_pending_read(const skirmish_game *g, const agon_cursor *at, skirmish_state *s);
bool agon_skirmish_pending_agrees(const skirmish_game *g, const agon_cursor *at,
                                  const skirmish_state *s);
void agon_skirmish_state_write(const agon_game *game, const agon_state *state, agon_json *json);
void agon_skirmish_render(const agon_game *game, const agon_state *state, agon_text *text);

// A list of two, or nothing where `at` is not given. Sets `is_given`.
bool agon_skirmish_pair_read(const agon_cursor *at, bool *is_given);

// The slot that [player, terrain] names. SKIRMISH_NONE: there is no such slot.
bool agon_skirmish_slot_read(const agon_cursor *at, uint8_t *slot);

#endif
