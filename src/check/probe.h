// A probe: random matches of any game, and what the checks need to look at them. Private to the
// leak check and the conformance suite.
#ifndef AGON_SRC_CHECK_PROBE_H
#define AGON_SRC_CHECK_PROBE_H

#include "agon/check.h"

#include "src/common/list.h"

typedef struct agon_probe {
    const agon_codec *codec;
    agon_value *config; // the config's texts may point into its document
    agon_table table;   // table.state is the match being played
    agon_rng rng;       // every choice of the check; the games have generators of their own
    uint64_t match;     // matches begun so far
    uint32_t step;      // accepted actions of this match so far
    agon_seed seed;     // of this match
    bool is_exhausted;  // memory ran out
} agon_probe;

// Makes the game from a config document (NULL: the defaults for so many players; 0: the usual
// number). A document without `seed` gets one, since without one a deck may stay unshuffled.
agon_status agon_probe_open(agon_probe *probe, const agon_codec *codec, int players,
                            const agon_value *config, uint64_t seed, agon_error *error);
void agon_probe_close(agon_probe *probe);

// Begins the next match, under a seed of its own.
void agon_probe_start(agon_probe *probe);

// Zeroed memory for one state; NULL marks the probe as exhausted.
agon_state *agon_probe_state(agon_probe *probe);

// A random player among those who may act, and a uniform choice of its valid actions. False if
// nobody can do anything.
bool agon_probe_pick(agon_probe *probe, const agon_state *state, int *player, agon_action *action);

// An action that is probably not valid: random bytes, or a valid action of anybody with one field
// changed.
agon_action agon_probe_mutant(agon_probe *probe, const agon_state *state);

// A random player, or the spectator.
int agon_probe_viewer(agon_probe *probe);

// Canonical bytes with the map of who may see each.
typedef struct agon_packed {
    uint8_t *bytes;
    agon_viewers *map;
    size_t size;
    size_t capacity;
} agon_packed;

void agon_packed_fill(agon_probe *probe, agon_packed *packed, const agon_state *state);
void agon_packed_free(agon_packed *packed);
bool agon_packed_equal(const agon_packed *a, const agon_packed *b);

// Applies `action` to `in`, keeping the events of this one apply (list may be NULL).
agon_status agon_probe_apply(agon_probe *probe, const agon_state *in, int player,
                             agon_action action, agon_event_list *list, agon_state *out);

// Empties `text` and writes the JSON of a state or view into it.
void agon_probe_json(agon_probe *probe, const agon_state *state, agon_text *text);

// Parses what `text` holds. NULL: it is not JSON, or memory ran out.
agon_value *agon_probe_parse(agon_probe *probe, const agon_text *text, agon_error *error);

// Where two texts part, with a little of both, for a finding's text.
void agon_probe_contrast(const char *a, const char *b, char *out, size_t size);

bool agon_action_equal(agon_action a, agon_action b);

#endif
