// What the files of this game share.
#ifndef AGON_RPS_STATE_H
#define AGON_RPS_STATE_H

#include "games/rock-paper-scissors/rock-paper-scissors.h"

typedef struct rps_game {
    agon_game head;
    char ids[2][AGON_RPS_ID_MAX + 1];
} rps_game;

// A choice as the state keeps it: nothing yet, one of the three, or (in views) made but unknown.
enum { RPS_NO_CHOICE, RPS_FIRST_CHOICE, RPS_HIDDEN = RPS_FIRST_CHOICE + 3 };

// Kinds of event fields that only this game has.
enum { RPS_KIND_CHOICE = AGON_KIND_CUSTOM, RPS_KIND_CHOICES, RPS_KIND_WINNERS };

typedef struct rps_state {
    agon_state head;
    uint8_t choices[2];
    uint8_t seed_is_wide; // the seed as given (RPS-2); all zero in views
    uint64_t seed[2];     // lower half, upper half
} rps_state;

extern const char *const agon_rps_choice_words[]; // in the order of the choices; ends with NULL

// The winner by RPS-6, or −1: equal choices. Both must have chosen.
int agon_rps_winner(const rps_state *s);

void agon_rps_view(const agon_game *game, const agon_state *state, int viewer, agon_state *out);
void agon_rps_resample(const agon_game *game, const agon_state *view, agon_rng *bits,
                       agon_state *out);

extern const agon_space agon_rps_space;       // space.c
extern const agon_bot *const agon_rps_bots[]; // bots.c

#endif
