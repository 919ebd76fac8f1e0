// What the files of this game share: the game, the state, and how places are counted.
#ifndef AGON_SKIRMISH_STATE_H
#define AGON_SKIRMISH_STATE_H

#include "games/skirmish/cards.h"

#include "agon/queue.h"

#include "src/core/bits.h"

// ---------------------------------------------------------------------------------------------
// Small sets

static inline int skirmish_popcount(uint64_t set) {
    return (int)agon_bits_count(set);
}

// The lowest member; the set must not be empty.
static inline int skirmish_lowest(uint64_t set) {
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    return skirmish_popcount(set ^ (set - 1)) - 1;
#endif
}

// Takes the lowest member out of a set that is not empty.
static inline int skirmish_take(uint64_t *set) {
    int member = skirmish_lowest(*set);
    *set &= *set - 1;
    return member;
}

static inline bool skirmish_has(uint64_t set, int member) {
    return (set >> member & 1u) != 0;
}

// ---------------------------------------------------------------------------------------------
// Places (SK-12)

#define SKIRMISH_ALL_SLOTS ((skirmish_slots)0x3ffu)
#define SKIRMISH_NO_SLOT (-1)

// All slots of a player.
static inline skirmish_slots skirmish_side(int player) {
    return (skirmish_slots)(0x155u << player);
}

// The slots on the terrains left and right of a slot's, both players'.
static inline skirmish_slots skirmish_close(int slot) {
    uint32_t terrain = 3u << (slot & ~1);
    return (skirmish_slots)((terrain >> 2 | terrain << 2) & SKIRMISH_ALL_SLOTS);
}

static inline int skirmish_front(int slot) {
    return slot ^ 1;
}

// References to cards of either player.
static inline int skirmish_ref(int player, int index) {
    return player << 6 | index;
}

static inline int skirmish_ref_index(int ref) {
    return ref & 63;
}

// ---------------------------------------------------------------------------------------------
// The game: what is public and never changes

struct skirmish_game {
    agon_game head;
    const skirmish_card *const *cards; // the catalogue, by kind
    uint8_t kinds;                     // cards in the catalogue
    uint8_t squire;                    // the Squire's kind
    uint8_t list_count[2];             // cards in the deck lists, and so indexes below the Squires
    uint8_t list[2][AGON_SKIRMISH_CARDS_MAX];      // their kinds, in the order they were given
    uint8_t positions[2][AGON_SKIRMISH_CARDS_MAX]; // the index of each
    uint8_t kind_of[2][AGON_SKIRMISH_INDEX_MAX];   // by index
    uint16_t copy_of[2][AGON_SKIRMISH_INDEX_MAX];
    uint64_t kind_set[2][AGON_SKIRMISH_KINDS_MAX]; // the indexes of a kind
    uint64_t owned[2];                             // all indexes there are, Squires included
    uint64_t plain_units[2];                       // indexes of units that may go to any free slot
    uint16_t numbers_at[AGON_SKIRMISH_KINDS_MAX + 1]; // the first action number of a kind (space.c)
    // Sets of kinds: which cards have the function of that name.
    uint64_t guards, activates, turn_starts, saws_death, saws_damage, saws_action, conquers;
};

// ---------------------------------------------------------------------------------------------
// The state

enum { SKIRMISH_ACTIVATED = 1, SKIRMISH_SILENCED = 2, SKIRMISH_UNIT_FLAGS = 3 };

typedef struct skirmish_unit {
    uint8_t card; // index among its owner's cards; the slot tells the owner
    uint8_t kind; // follows from `card`
    uint8_t cooldown;
    uint8_t flags;
    uint8_t doomed; // number of the batch it will leave with (SK-18); 0: none
    uint8_t cause;  // of its fall; 0 unless it is at power 0 or doomed
    int16_t buffs;
    int16_t damage;
    int16_t power;     // follows from the rest (SK-14)
    int16_t fell_from; // its power before the blow; 0 unless it is at power 0 or doomed
} skirmish_unit;

// Effects, with their operands. `card`, `source`, `by` are references, `slot` and `target` slots.
typedef enum skirmish_effect_type {
    SKIRMISH_NO_EFFECT,
    SKIRMISH_CONSUME,    // a = card that is coming, b = slot whose unit it consumes; then DEPLOY
    SKIRMISH_DEPLOY,     // a = card, b = slot, c = 1: it consumed a unit of power n
    SKIRMISH_CONSUMED,   // a = card with a Consumed ability, b = card deployed over it
    SKIRMISH_DEPLOYED,   // a = source of a Deploy ability
    SKIRMISH_CONSUMES,   // a = source of a Consume ability, n = power of the consumed unit
    SKIRMISH_SAW_DEATH,  // a = source that saw a unit die
    SKIRMISH_SAW_DAMAGE, // a = source that saw n damage dealt
    SKIRMISH_SAW_ACTION, // a = source that saw its owner play an action card
    SKIRMISH_TURN_START, // a = source of a turn-start ability
    SKIRMISH_CONQUER,    // a = source of a Conquer ability
    SKIRMISH_PLAY,       // a = action card, b = target, c = destination slot or 255
    SKIRMISH_ACTIVATE,   // a = source, b = target, c = graveyard card or 255
    SKIRMISH_DEATHS,     // a = number of the batch that leaves
    SKIRMISH_EFFECT_TYPES
} skirmish_effect_type;

#define SKIRMISH_NONE 255

// The queue never holds more than 26 effects with the cards of SK-40 (docs/games/skirmish.md has
// the reasoning); a chain never has more than a hundred.
#define SKIRMISH_QUEUE_MAX 40
#define SKIRMISH_CHAIN_MAX 1000

#define SKIRMISH_DRAW 2     // match_winner: nobody
#define SKIRMISH_HIDDEN 255 // a card in a view that its viewer may not see

// Fields marked "follows" can be rebuilt from the others; agon_skirmish_validate does.
struct skirmish_state {
    agon_state head;
    agon_rng rng;
    uint64_t known[2];     // cards in hand that everybody knows to be there
    uint64_t hand_set[2];  // follows: indexes in hand
    uint64_t firsts[2];    // follows: of those the lowest of each kind
    uint64_t grave_set[2]; // follows: indexes in the graveyard
    agon_effect pending;   // the ability that waits for input, or SKIRMISH_NO_EFFECT
    skirmish_unit units[AGON_SKIRMISH_SLOTS]; // all zero where nobody stands
    int16_t modifiers[AGON_SKIRMISH_SLOTS];
    skirmish_slots occupied;
    skirmish_slots fallen; // follows: units at power 0 that are not doomed yet
    uint16_t squires[2];   // follows: the Squires that exist
    uint8_t hand_count[2], deck_count[2], grave_count[2];
    uint8_t vp[2];
    uint8_t rounds_won[2];
    uint8_t has_passed[2];
    uint8_t current, starting;
    uint8_t round, tie_rounds;
    uint8_t is_activating;
    uint8_t match_winner;                      // when over: 0, 1 or SKIRMISH_DRAW
    uint8_t hand[2][AGON_SKIRMISH_INDEX_MAX];  // indexes, in the order they came
    uint8_t grave[2][AGON_SKIRMISH_INDEX_MAX]; // oldest first
    uint8_t deck[2][AGON_SKIRMISH_CARDS_MAX];  // the next draw last
    AGON_QUEUE(SKIRMISH_QUEUE_MAX) queue;
};

static inline const skirmish_card *skirmish_card_on(const skirmish_game *g, const skirmish_state *s,
                                                    int slot) {
    return g->cards[s->units[slot].kind];
}

static inline int skirmish_ref_on(const skirmish_state *s, int slot) {
    return skirmish_ref(agon_skirmish_player_of(slot), s->units[slot].card);
}

static inline const skirmish_card *skirmish_card_of(const skirmish_game *g, int ref) {
    return g->cards[g->kind_of[agon_skirmish_ref_player(ref)][skirmish_ref_index(ref)]];
}

// Where the card stands, or SKIRMISH_NO_SLOT.
int agon_skirmish_find(const skirmish_state *s, int ref);

// The units of a player that are ready to be activated (SK-6).
skirmish_slots agon_skirmish_ready(const skirmish_game *g, const skirmish_state *s, int player);

// The slots of a player on which it may deploy a unit without a rule of its own (SK-15).
skirmish_slots agon_skirmish_free_slots(const skirmish_game *g, const skirmish_state *s,
                                        int player);

// SK-22: who wins a terrain as things stand, or −1.
int agon_skirmish_terrain_winner(const skirmish_game *g, const skirmish_state *s, int terrain);

// Power by SK-14, from the parts of the unit on `slot`.
int agon_skirmish_power(const skirmish_game *g, const skirmish_state *s, int slot);

// The ability that waits for input, and the slots it may be answered with.
const skirmish_ability *agon_skirmish_pending(const skirmish_game *g, const skirmish_state *s,
                                              skirmish_slots *choices);

// Of a set of a player's cards the lowest of each kind (SK-10).
uint64_t agon_skirmish_lowest_copies(const skirmish_game *g, int player, uint64_t cards);

// The cards of a player's deck list that are in none of the places that `viewer` sees in `s`, a state
// or its view.
uint64_t agon_skirmish_unseen(const skirmish_game *g, const skirmish_state *s, int player,
                              int viewer);

// The kind of that name, or −1. `length` bytes of the name matter.
int agon_skirmish_kind(const skirmish_card *const *catalogue, const char *name, size_t length);

// The name that `name` is probably meant to be.
const char *agon_skirmish_nearest(const skirmish_card *const *catalogue, const char *name);

// ---------------------------------------------------------------------------------------------
// Parts of the rules table

agon_status agon_skirmish_configure(const void *config, agon_game *game, agon_error *error);
agon_status agon_skirmish_check(const agon_game *game, const agon_state *state, int player,
                                agon_action action, agon_error *error);
agon_status agon_skirmish_step(const agon_game *game, agon_state *state, int player,
                               agon_action action, const agon_context *context);
uint32_t agon_skirmish_count(const agon_game *game, const agon_state *state, int player);
agon_action agon_skirmish_nth(const agon_game *game, const agon_state *state, int player,
                              uint32_t i);
void agon_skirmish_view(const agon_game *game, const agon_state *state, int viewer,
                        agon_state *out);
void agon_skirmish_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                            agon_state *out);
agon_status agon_skirmish_validate(const agon_game *game, agon_state *state, agon_error *error);

// How many action numbers playing a card takes (space.c).
uint32_t agon_skirmish_play_numbers(const skirmish_card *card);

// Begins the first skirmish of a match: the opening draws and the first turn.
void agon_skirmish_begin(const skirmish_game *g, skirmish_state *s);

// Sets to_act after a change.
void agon_skirmish_set_to_act(skirmish_state *s);

// ---------------------------------------------------------------------------------------------
// Kinds of event fields that only this game has

enum {
    SKIRMISH_KIND_CARD = AGON_KIND_CUSTOM, // a reference, written as an id
    SKIRMISH_KIND_NAME,                    // a card's kind, written as its name
    SKIRMISH_KIND_SLOT,                    // a slot, written as [player, terrain]
    SKIRMISH_KIND_SLOTS,                   // a set of slots, written as a list of them
    SKIRMISH_KIND_CAUSE,                   // one of AGON_SKIRMISH_BY_…
    SKIRMISH_KIND_PAIR                     // two numbers, written as a list
};

extern const agon_event_type agon_skirmish_events[AGON_SKIRMISH_EVENT_TYPES];

extern const agon_space agon_skirmish_space;       // space.c
extern const agon_bot *const agon_skirmish_bots[]; // bots.c

#endif
