// What the files of this game share.
//
// Planets. The game keeps the *kinds* of planets: those of the deck, sorted as the views want them
// (by id, then canonical JSON), equal ones once. A deck is a sequence of kinds; so equal decks are
// equal bytes, whatever document they came from, and the list gives nothing away.
//
// Cards. A hand is a set of positions in the player's fleet, a list of values. The first of several
// equal cards leaves first (SS-6), so what remains of them is always the last ones.
#ifndef AGON_STELLAR_STATE_H
#define AGON_STELLAR_STATE_H

#include "games/stellar-skirmish/stellar-skirmish.h"

#define STELLAR_SLOTS                                                                              \
    128 // twice the largest number of different values: there is always a free one

// All positions of one value in a fleet. A free slot has none.
typedef struct stellar_slot {
    uint64_t positions;
    int32_t value;
} stellar_slot;

// The cards of a player, in listing order.
typedef struct stellar_fleet {
    uint8_t count;
    uint8_t distinct;                          // how many different values
    uint8_t ascending[AGON_STELLAR_MAX_CARDS]; // positions in the order of their values
    int32_t values[AGON_STELLAR_MAX_CARDS];    // by position
    stellar_slot slots[STELLAR_SLOTS];         // each value in the first slot free from its own on
} stellar_fleet;

// A planet and its canonical JSON behind the victory points: `,"name":…}`.
typedef struct stellar_kind {
    agon_stellar_planet planet;
    const char *tail;
} stellar_kind;

// Followed by its fleets, kinds, abilities and texts.
typedef struct stellar_game {
    agon_game head;
    uint8_t deck_size;
    uint8_t kind_count;
    uint8_t final_tie;
    uint8_t most_cards; // of the largest fleet; one at least, so that there is something to number
    uint8_t turns_up;   // planets turned up at the end of a battle: 1 (AGON_STELLAR_BATTLE) or 0
    bool is_fleet_known;
    agon_viewers everybody;
    uint16_t claims_at, deck_at, plays_at; // where the parts of a state begin, in bytes
    // If everybody's cards are consecutive values in ascending order: how many and from where on.
    // A card's position is then its value less the first. 0: they are not.
    uint32_t run_length;
    int32_t run_start;
    const stellar_fleet *fleets[AGON_MAX_PLAYERS]; // whose cards are whose
    const stellar_fleet *common;                   // the fleet of the config
    const stellar_kind *kinds;
    int32_t points[AGON_STELLAR_MAX_PLANETS];  // by kind
    uint8_t doubles[AGON_STELLAR_MAX_PLANETS]; // by kind: how many planets it pulls along
    uint8_t copies[AGON_STELLAR_MAX_PLANETS];  // by kind: how many the deck holds
    // By kind: what it is once its victory points are doubled, in the numbers of claims. Usually
    // the kind with AGON_STELLAR_DOUBLED; but where the deck has another planet just like that, or
    // the points are 0, nobody can tell the two apart, and so they must not differ in the state.
    uint8_t doubled_as[AGON_STELLAR_MAX_PLANETS];
    uint8_t family[AGON_STELLAR_MAX_PLANETS]; // by kind: the first that differs in points at most
    bool has_lookalikes;                      // some planet, doubled, is like another of the deck
    // The deck before it is shuffled. Without shuffling the order is secret, and not kept here.
    uint8_t order[AGON_STELLAR_MAX_PLANETS];
    bool shuffle;
} stellar_game;

// A play as the state keeps it: a position of the fleet, or one of these.
enum { STELLAR_HIDDEN = 254, STELLAR_NO_PLAY = 255 };

// The leading card of a battle in one number, so that it changes hands without a branch: its
// position, its player, whether another has the same value.
#define STELLAR_LEAD_TIED 0x8000u
static inline uint32_t stellar_lead(int player, int position) {
    return (uint32_t)position | (uint32_t)player << 8;
}
static inline int stellar_lead_player(uint32_t lead) {
    return (int)(lead >> 8 & 7);
}
static inline int stellar_lead_position(uint32_t lead) {
    return (int)(lead & 0xff);
}

// A claimed planet as the state keeps it: what it is, and its owner from this bit on.
#define STELLAR_OWNER 8
static inline uint16_t stellar_claim(int player, int planet) {
    return (uint16_t)(planet | player << STELLAR_OWNER);
}

// Behind it, where the game says: claims (16 bits each, in the order of claiming), deck (kinds) and
// plays (by player). 103 bytes for the standard game.
typedef struct stellar_state {
    agon_state head;
    uint64_t key[2], pos; // the generator, without its cache; all zero in views
    uint8_t index;        // planets of the deck that have been revealed
    uint8_t pot;          // the last so many of them are the pot
    uint8_t claimed;      // number of claims
    uint8_t end_reason;
    // These follow from hands and plays: agon_stellar_recall. Both are 0 in views.
    uint16_t lead;       // the leading card (stellar_lead), if any has been played
    uint8_t is_strained; // somebody has played its last card: the game ends with this battle
    uint64_t hands[];    // by player: positions of its fleet
} stellar_state;

// Kinds of event fields that only this game has.
enum {
    STELLAR_KIND_PLANET = AGON_KIND_CUSTOM,
    STELLAR_KIND_CARDS,
    STELLAR_KIND_SCORES,
    STELLAR_KIND_REASON
};

static inline const stellar_game *stellar_game_of(const agon_game *game) {
    return (const stellar_game *)game;
}

static inline uint16_t *stellar_claims(const stellar_game *g, const stellar_state *s) {
    return (uint16_t *)((char *)s + g->claims_at);
}

static inline uint8_t *stellar_deck(const stellar_game *g, const stellar_state *s) {
    return (uint8_t *)s + g->deck_at;
}

static inline uint8_t *stellar_plays(const stellar_game *g, const stellar_state *s) {
    return (uint8_t *)s + g->plays_at;
}

// What a player has on the table: a position, STELLAR_HIDDEN or STELLAR_NO_PLAY. What stands in the
// list of plays for somebody who may still act is of an earlier battle.
static inline uint8_t stellar_play_of(const stellar_game *g, const stellar_state *s, int player) {
    bool has_played = !s->head.over && !(s->head.to_act >> player & 1);
    return has_played ? stellar_plays(g, s)[player] : STELLAR_NO_PLAY;
}

static inline bool stellar_is_view(const stellar_state *s) {
    return s->head.viewer != AGON_NOBODY;
}

// Whether a hand is shown ascending, and not in hand order: in views, all but the viewer's own.
static inline bool stellar_is_sorted(const stellar_state *s, int player) {
    return stellar_is_view(s) && s->head.viewer != player;
}

// All cards of a fleet.
static inline uint64_t stellar_full_hand(const stellar_fleet *fleet) {
    return fleet->count ? ~UINT64_C(0) >> (64 - fleet->count) : 0;
}

// All positions of a value; 0: there is none.
static inline uint64_t stellar_equals(const stellar_fleet *fleet, int32_t value) {
    uint32_t at = (uint32_t)value % STELLAR_SLOTS;
    while (AGON_UNLIKELY(fleet->slots[at].value != value) && fleet->slots[at].positions) {
        at = (at + 1) % STELLAR_SLOTS;
    }
    return fleet->slots[at].positions;
}

static inline int stellar_lowest_bit(uint64_t set) {
    return __builtin_ctzll(set);
}

static inline int stellar_highest_bit(uint64_t set) {
    return 63 - __builtin_clzll(set);
}

// fleet.c
void agon_stellar_fleet_make(stellar_fleet *fleet, agon_stellar_cards cards);
int agon_stellar_hand_values(const stellar_fleet *fleet, uint64_t hand, bool is_sorted,
                             int32_t *values);
// The set of positions that a list of values stands for; false if the fleet does not explain it.
bool agon_stellar_hand_find(const stellar_fleet *fleet, const int32_t *values, int count,
                            bool is_sorted, uint64_t *hand);
int agon_stellar_count_distinct(const stellar_fleet *fleet, uint64_t hand);
// The position of a card that has left `hand`, or −1: there is no such card.
int agon_stellar_play_find(const stellar_fleet *fleet, uint64_t hand, int32_t value);

// planets.c
extern const agon_stellar_planet agon_stellar_default_deck[15];
size_t agon_stellar_tail_size(const agon_stellar_planet *planet);
char *agon_stellar_tail_write(const agon_stellar_planet *planet, char *out);
// Sorts `count` kinds and removes equal ones; returns how many are left.
int agon_stellar_kinds_sort(stellar_kind *kinds, int count);
// The kind that is this planet, with these victory points; −1: none.
int agon_stellar_kind_find(const stellar_game *g, const agon_stellar_planet *planet,
                           int32_t victory_points);

// configure.c
size_t agon_stellar_game_size(const void *config);
agon_status agon_stellar_configure(const void *config, agon_game *game, agon_error *error);

// rules.c
void agon_stellar_scores(const stellar_game *g, const stellar_state *s,
                         int32_t scores[AGON_MAX_PLAYERS]);
void agon_stellar_shuffle(uint8_t *deck, uint32_t count, agon_rng *rng);

// plays.c: the functions of the rules table that are about single plays.
agon_status agon_stellar_check(const agon_game *game, const agon_state *state, int player,
                               agon_action action, agon_error *error);
agon_status agon_stellar_step(const agon_game *game, agon_state *state, int player,
                              agon_action action, const agon_context *context);
uint32_t agon_stellar_count(const agon_game *game, const agon_state *state, int player);
agon_action agon_stellar_nth(const agon_game *game, const agon_state *state, int player,
                             uint32_t i);
agon_status agon_stellar_act(const agon_game *game, agon_state *state, int player,
                             agon_action action, agon_error *error);
agon_action agon_stellar_pick(const agon_game *game, const agon_state *state, int player,
                              agon_rng *rng);
uint64_t agon_stellar_playout(const agon_game *game, agon_state *state, agon_rng *rng,
                              uint64_t most);
// Lays one of a player's cards on the table, each value as likely as the others. What follows from
// it is not made: agon_stellar_recall.
void agon_stellar_guess(const stellar_game *g, stellar_state *s, int player, agon_rng *bits);
// Makes what follows from hands, plays and to_act in a full state.
void agon_stellar_recall(const stellar_game *g, stellar_state *s);

// battle.c
// Resolves the battle in which all have played. Returns AGON_OK.
agon_status agon_stellar_battle(const stellar_game *g, stellar_state *s,
                                const agon_context *context);

// events.c: call these only if somebody listens.
extern const agon_event_type agon_stellar_event_types[AGON_STELLAR_EVENTS];
void agon_stellar_emit_revealed(const agon_context *context, uint8_t planet);
void agon_stellar_emit_played(const agon_context *context, int player, int32_t card);
void agon_stellar_emit_resolved(const agon_context *context, const int32_t *cards, int players,
                                int winner);
void agon_stellar_emit_claimed(const agon_context *context, int player, int planet,
                               bool is_doubled);
void agon_stellar_emit_discarded(const agon_context *context);
void agon_stellar_emit_over(const agon_context *context, const stellar_game *g,
                            const stellar_state *s);

// view.c
void agon_stellar_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out);
void agon_stellar_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                           agon_state *out);

// pack.c, validate.c
void agon_stellar_pack(const agon_game *game, agon_state *state, agon_pack *p);
agon_status agon_stellar_validate(const agon_game *game, agon_state *state, agon_error *error);

extern const agon_space agon_stellar_space;       // space.c
extern const agon_bot *const agon_stellar_bots[]; // bots.c

#endif
