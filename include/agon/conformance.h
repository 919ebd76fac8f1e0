// The conformance suite: does a game keep the contract?
//
// It plays random matches of one game through the public contract and its codec, and compares at
// every state: the same for every game, registered or not. Run it on your own game:
//
//     agon_conformance_report report;
//     if (agon_conformance_run(&my_codec, NULL, 1000, 1, &report, &error) == AGON_OK &&
//         report.findings.count == 0) …
//
// What it holds a game to (the name in brackets is the one in a finding):
//   [actions]  The valid actions are the same on every call and on the player's view, each is there
//              once, each is accepted by check and apply; the list is empty for players who may not
//              act, for strangers, and when the game is over.
//   [refused]  What check refuses, apply refuses with the same status and message, and the output
//              stays as it was. Tried: random bytes, valid actions changed in one field, valid
//              actions of others. What check accepts, listed or not, apply accepts.
//   [apply]    Equal input gives equal output; the input stays as it was; in place = out of place;
//              with events = without.
//   [copy]     The used bytes are all there is to a state.
//   [rolls]    Draws from outside: too few or out of range is bad_rolls, and the output stays as it
//              was; enough of them, and the step is as repeatable as any.
//   [json]     State, views and actions survive JSON: same packed bytes, same text.
//   [pack]     The same for packed bytes; bytes cut short or changed are refused or load as a state
//              that keeps this contract, and never crash.
//   [view]     A view has the state's to_act and over; is the view of itself; answers for its
//   viewer
//              only; cannot be applied to.
//   [resample] resample(view) is a full state with the same view.
//   [events]   Known types; players that exist; null only where AGON_FIELD_NULL says so; redaction
//              removes and only removes.
//   [end]      A match ends within game->max_steps; winners and scores fit the players; nobody acts
//              after the end.
//   [shortcut] Where the rules table has shortcuts: they lead where the long way leads, and draw as
//              much; what is refused out of place is refused in place.
//   [space]    Where the game has a space (agon/space.h): the mask holds the numbers of the valid
//              actions and nothing else, each valid action has a number of its own or none, a number
//              outside the mask is refused; the observation is the same for all states with the same
//              view.
//   [replay]   The actions played again from the start give the same hashes.
#ifndef AGON_CONFORMANCE_H
#define AGON_CONFORMANCE_H

#include "agon/check.h"
#include "agon/space.h"

AGON_C_BEGIN

typedef struct agon_conformance_report {
    uint64_t matches;
    uint64_t steps;   // accepted actions
    uint64_t checks;  // single comparisons
    uint32_t longest; // accepted actions of the longest match
    agon_findings findings;
} agon_conformance_report;

// Plays `matches` random matches of the game that `config` describes (a missing `seed` is added;
// NULL: the default config for every number of players, a share of the matches each) and checks
// every state on the way. The same seed gives the same report.
// AGON_OK: the suite ran; the report holds what it found. AGON_BAD_CONFIG, AGON_NO_MEMORY: it did
// not.
AGON_API AGON_MUST_USE agon_status agon_conformance_run(const agon_codec *codec,
                                                        const agon_value *config, uint64_t matches,
                                                        uint64_t seed,
                                                        agon_conformance_report *report,
                                                        agon_error *error);

// The same for games with long matches: looks closely at the first and the last state of a match
// and at one in `every` of the others.
AGON_API AGON_MUST_USE agon_status agon_conformance_sample(
    const agon_codec *codec, const agon_value *config, uint64_t matches, uint32_t every,
    uint64_t seed, agon_conformance_report *report, agon_error *error);

// The suite for a game with a space that is not registered.
AGON_API AGON_MUST_USE agon_status agon_conformance_space(
    const agon_codec *codec, const agon_space *space, const agon_value *config, uint64_t matches,
    uint64_t seed, agon_conformance_report *report, agon_error *error);

// Writes the report for people: figures on the first line, then a line per finding.
AGON_API void agon_conformance_write(const agon_conformance_report *report, agon_text *text);

AGON_C_END

#endif
