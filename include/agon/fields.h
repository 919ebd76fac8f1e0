// Descriptions: what a simple game names once.
//
// A game whose state is a flat struct of numbers describes it in tables: the fields of its config, of
// its state, and the operands of its actions. From them come the canonical bytes, views, documents in
// JSON and their checks, action numbers and observations, TypeScript types and the tables of its
// page in docs/games. examples/sixth_game is such a game.
//
//     static const agon_field state_fields[] = {
//         AGON_NUMBER(pig_state, points, 0, 999, "points of the running turn"),
//         AGON_EACH(pig_state, scores, 0, 2000, "the players' scores"),
//         AGON_PLAYER(pig_state, player, "whose turn it is"),
//         AGON_GENERATOR(pig_state, rng),
//         {0},
//     };
//
// The functions at the end go into the rules table as they are (.pack = agon_fields_pack). A game
// that outgrows one of them writes its own; the tables are not all or nothing.
#ifndef AGON_FIELDS_H
#define AGON_FIELDS_H

#include "agon/game.h"

#include <stddef.h>

AGON_C_BEGIN

// ---------------------------------------------------------------------------------------------
// Fields of a struct

typedef enum agon_shape {
    AGON_SHAPE_ONE,  // one number
    AGON_SHAPE_EACH, // one number per player, a list
    AGON_SHAPE_RNG   // a generator (agon_rng); nobody sees it
} agon_shape;

// One field of a config or of a state. A list of them ends with one without a key.
struct agon_field {
    const char *key;     // in documents
    const char *meaning; // a few words for people
    uint16_t offset;     // in the struct
    uint8_t size;        // bytes of one number: 1, 2 or 4; signed if `min` is negative
    uint8_t shape;       // agon_shape
    uint8_t kind;        // AGON_KIND_INT, AGON_KIND_BOOL or AGON_KIND_PLAYER
    uint8_t flags;       // AGON_FIELD_SECRET: only player p sees entry p of AGON_SHAPE_EACH
    int32_t min, max;    // of every number
    int32_t usual;       // in a config: where the document does not say
    // Names of min … max, ends with NULL: in documents a word stands for the number. NULL: none.
    const char *const *words;
};

#define AGON_DESCRIBED(type, member, of, low, high, what)                                          \
    .key = #member, .meaning = (what), .offset = offsetof(type, member),                           \
    .size = sizeof(((type *)0)->of), .min = (low), .max = (high)

// A number of a state; a number of a config, with its default; a number per player; a player.
#define AGON_NUMBER(type, member, low, high, what)                                                 \
    { AGON_DESCRIBED(type, member, member, low, high, what) }
#define AGON_SETTING(type, member, low, high, usually, what)                                       \
    { AGON_DESCRIBED(type, member, member, low, high, what), .usual = (usually) }
// NOLINTBEGIN(bugprone-macro-parentheses): a member's name cannot have them
#define AGON_EACH(type, member, low, high, what)                                                   \
    { AGON_DESCRIBED(type, member, member[0], low, high, what), .shape = AGON_SHAPE_EACH }
// NOLINTEND(bugprone-macro-parentheses)
#define AGON_PLAYER(type, member, what)                                                            \
    {                                                                                              \
        AGON_DESCRIBED(type, member, member, 0, AGON_MAX_PLAYERS - 1, what),                       \
            .kind = AGON_KIND_PLAYER                                                               \
    }
#define AGON_GENERATOR(type, member)                                                               \
    { .key = #member, .offset = offsetof(type, member), .shape = AGON_SHAPE_RNG }

// Entry `i` of a field of the struct at `base`.
AGON_API int64_t agon_field_get(const agon_field *field, const void *base, int i);
AGON_API void agon_field_set(const agon_field *field, void *base, int i, int64_t value);

// How many numbers a field has with so many players; 0 for a generator.
AGON_API int agon_field_length(const agon_field *field, int players);

// Fills a config with its usual values.
AGON_API void agon_fields_usual(const agon_field *fields, void *config);

// Whether every number is within its range; else `status`, and the error names the field.
AGON_API AGON_MUST_USE agon_status agon_fields_in_range(const agon_field *fields, const void *base,
                                                        int players, agon_status status,
                                                        agon_error *error);

// ---------------------------------------------------------------------------------------------
// Actions

// One operand of an action.
typedef struct agon_action_field {
    const char *key;
    char place;       // 'a', 'b', 'c' or 'n': the field of agon_action
    uint8_t kind;     // AGON_KIND_INT or AGON_KIND_PLAYER
    int32_t min, max; // of a, b and c: within 0 … 254, of n: anything but the least number
    const char *const *words; // as in agon_field
} agon_action_field;

struct agon_action_type {
    const char *name; // the `type` in documents
    const char *meaning;
    const agon_action_field *fields;
    uint8_t field_count;
};

// An operand of an action by its place: 'a', 'b', 'c' or 'n'.
AGON_API int32_t agon_action_get(agon_action action, char place);
AGON_API void agon_action_set(agon_action *action, char place, int32_t value);

// All actions that the table can name have numbers, in the order of the table, the last operand
// changing fastest. How many there are; which one has a number below that; and the number of one, or
// UINT32_MAX if the table has no such action. With more than 2^31 actions there are none.
AGON_API uint32_t agon_action_numbers(const agon_rules *rules);
AGON_API agon_action agon_action_numbered(const agon_rules *rules, uint32_t number);
AGON_API uint32_t agon_action_number(const agon_rules *rules, agon_action action);

// ---------------------------------------------------------------------------------------------
// For rules tables with `state_fields`

// Canonical bytes, and views that leave out generators and the secrets of others.
AGON_API void agon_fields_pack(const agon_game *game, agon_state *state, agon_pack *p);
AGON_API void agon_fields_view(const agon_game *game, const agon_state *state, int viewer,
                               agon_state *out);
// A new generator. For games that hide nothing else.
AGON_API void agon_fields_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                                   agon_state *out);
// The ranges, players that exist, and no generator in a view. A game's own `validate` calls it first.
AGON_API agon_status agon_fields_validate(const agon_game *game, agon_state *state,
                                          agon_error *error);

// For rules tables with `actions`. Every action of the table is valid for those who may act; a game
// whose `check` says no to some calls this first.
AGON_API agon_status agon_fields_check(const agon_game *game, const agon_state *state, int player,
                                       agon_action action, agon_error *error);
// What the game's `check` accepts, by number. For games with few actions: each call tries them all.
AGON_API uint32_t agon_fields_count(const agon_game *game, const agon_state *state, int player);
AGON_API agon_action agon_fields_nth(const agon_game *game, const agon_state *state, int player,
                                     uint32_t i);

AGON_C_END

#endif
