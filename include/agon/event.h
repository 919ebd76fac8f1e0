// Events: what happened, in order of occurrence, each with the set of viewers that may see it.
//
// An event is a fixed-size value. Its meaning is declared once per game in a table of
// agon_event_type: the codec writes JSON from it, redaction removes the secret fields by it, and
// the leak check compares by it. A game emits events only where a sink asks for them.
#ifndef AGON_EVENT_H
#define AGON_EVENT_H

#include "agon/export.h"

#include <stdbool.h>
#include <stdint.h>

AGON_C_BEGIN

#define AGON_MAX_PLAYERS 8

// Viewers. A player is its index from 0; these two stand beside the players.
#define AGON_SPECTATOR 254 // sees what is public and nothing else
#define AGON_NOBODY 255    // the `viewer` of a full state

// A set of players and the spectator: bit p for player p, bit 15 for the spectator.
typedef uint16_t agon_viewers;
#define AGON_ALL ((agon_viewers)0xffffu)
#define AGON_NONE ((agon_viewers)0)

// The set that holds one viewer only.
static inline agon_viewers agon_viewer_bit(int viewer) {
    return (agon_viewers)(viewer == AGON_SPECTATOR ? 0x8000u : 1u << viewer);
}

// Whether a viewer is in a set.
static inline bool agon_viewers_has(agon_viewers set, int viewer) {
    return (set & agon_viewer_bit(viewer)) != 0;
}

#define AGON_EVENT_FIELDS 20
#define AGON_NULL INT32_MIN // a number that is absent; null in JSON

typedef struct agon_event {
    uint16_t type;                // index into the game's table of event types
    agon_viewers visible;         // who sees it in full; AGON_ALL or a set of players
    uint32_t redacted;            // bit i: field i of the type has been removed (set by redaction)
    int32_t f[AGON_EVENT_FIELDS]; // the fields, as the type's table lays them out
} agon_event;

// How a field's numbers become JSON. Kinds from AGON_KIND_CUSTOM on belong to the game's codec.
typedef enum agon_event_kind {
    AGON_KIND_INT,     // one number; AGON_NULL is null
    AGON_KIND_BOOL,    // one number, 0 or 1
    AGON_KIND_PLAYER,  // one player index, written as the game names its players; negative is null
    AGON_KIND_PLAYERS, // one set of players (bits), written as a list in player order
    AGON_KIND_CUSTOM   // and above: the game's own
} agon_event_kind;

// A field is plain unless it is marked.
// Reveal: chance or a secret becomes public here (dice, a card turned up).
#define AGON_FIELD_REVEAL 1u
// Secret: removed for those not in `visible`. An event without secret fields is dropped for them.
#define AGON_FIELD_SECRET 2u
// Null: the number may be absent, or the player none.
#define AGON_FIELD_NULL 4u

typedef struct agon_event_field {
    const char *key;
    uint8_t kind;  // agon_event_kind, or the game's own
    uint8_t first; // index of its first number in agon_event.f
    uint8_t span;  // how many numbers it uses
    uint8_t flags; // AGON_FIELD_…
} agon_event_field;

typedef struct agon_event_type {
    const char *name; // upper snake case
    const agon_event_field *fields;
    uint8_t field_count;
} agon_event_type;

// Where events go. `emit` is called once per event, in order; the event lives for the call only.
typedef struct agon_sink {
    void (*emit)(void *user, const agon_event *event);
    void *user;
} agon_sink;

// Writes into `out` what `viewer` may see of `event`, an event of one of `types`. False: nothing.
AGON_API bool agon_event_redact(const agon_event_type *types, const agon_event *event, int viewer,
                                agon_event *out);

AGON_C_END

#endif
