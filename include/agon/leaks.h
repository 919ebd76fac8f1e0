// The leak check: does a player learn anything that it may not know?
//
// It plays random matches. At each step it takes the state s, a viewer v (a player or the
// spectator), and s' = resample(view(s, v)): another state that v must not be able to tell from s.
//
//   L1  Equal for s and s': v's view (packed and JSON), its rendering, to_act, over, winners,
//       scores, v's valid actions, and check's status and message on sampled actions. The same on
//       the view itself, as far as a view answers. Where the game has a space (agon/space.h): v's
//       observation and mask.
//   L2  One action on both, where it is valid in both; and, where the choice of another player is
//       secret from v, two different choices on s. What v sees of the events must agree up to the
//       first differing field that is declared as AGON_FIELD_REVEAL, and to the end, next view
//       included, where none differs. An event whose first field is a reveal is a revelation as a
//       whole: it may appear in one case and not in the other. A choice counts as secret if both
//       results agree in all packed bytes that v may see (agon_pack_visible), or if the oracle
//       says so.
//   L3  Who sees an event and each field of it is what an oracle says, a second statement of the
//       rules that does not share code with the game. Each game's tests bring one.
//   L4  Every packed byte that v may not see differs between s and s' in some sample, unless it
//       never varies in real states; otherwise resample keeps a secret, and L1 and L2 are blind
//       for it.
//   L5  The share of L2 comparisons that reached the end is reported; 0 fails.
//
//     agon_leaks_report report;
//     if (agon_leaks_check(codec, NULL, 100000, 1, &report, &error) == AGON_OK &&
//         agon_leaks_passed(&report)) …
#ifndef AGON_LEAKS_H
#define AGON_LEAKS_H

#include "agon/check.h"
#include "agon/space.h"

AGON_C_BEGIN

typedef struct agon_leaks_report {
    uint64_t steps;       // accepted actions looked at
    uint64_t matches;     // random matches begun
    uint64_t comparisons; // single things compared
    uint64_t transitions; // L2: pairs of steps compared
    uint64_t complete;    // L2: those among them that were compared to the end
    uint64_t secret;      // L2: those among them that were two choices of one secret
    uint64_t hidden;      // L4: bytes that vary and that some viewer may not see
    uint64_t holes;       // L4: those among them that resample never changed
    agon_findings findings;
} agon_leaks_report;

// What an oracle is asked about: one event of one step.
typedef struct agon_leaks_event {
    const agon_game *game;
    const agon_state *before; // full states
    const agon_state *after;
    int player; // who did `action`
    agon_action action;
    const agon_event *event; // as emitted, not redacted
} agon_leaks_event;

// A second statement of who may know what. Any function may be NULL.
typedef struct agon_leaks_oracle {
    // Who sees the event at all, in full or redacted: a set with bit 15 for the spectator.
    agon_viewers (*sees_event)(const agon_leaks_event *at);
    // Who sees this field of it; asked for viewers of the event only.
    agon_viewers (*sees_field)(const agon_leaks_event *at, const agon_event_field *field);
    // Whether `viewer` must not be able to tell which of its valid actions `player` chooses now.
    bool (*is_secret)(const agon_game *game, const agon_state *state, int player, int viewer);
    // Whether `view` shows what `viewer` may know of `state`; if not, says in `why` what is wrong.
    bool (*checks_view)(const agon_game *game, const agon_state *state, int viewer,
                        const agon_state *view, char *why, size_t why_size);
    const agon_space *space; // of a game that is not registered
} agon_leaks_oracle;

// Runs L1, L2, L4 and L5 over `steps` steps of random matches of the game that `config` describes
// (a missing `seed` is added, since a config without one may not shuffle; NULL: the default config
// for every number of players, a share of the steps each). The same seed gives the same report. AGON_OK: the check ran, ask agon_leaks_passed for the result.
// AGON_BAD_CONFIG, AGON_NO_MEMORY: it did not.
AGON_API AGON_MUST_USE agon_status agon_leaks_check(const agon_codec *codec,
                                                    const agon_value *config, uint64_t steps,
                                                    uint64_t seed, agon_leaks_report *report,
                                                    agon_error *error);

// The same, and L3 with an oracle.
AGON_API AGON_MUST_USE agon_status agon_leaks_check_with(
    const agon_codec *codec, const agon_value *config, uint64_t steps, uint64_t seed,
    const agon_leaks_oracle *oracle, agon_leaks_report *report, agon_error *error);

// No finding, and something was compared to the end (L5).
AGON_API bool agon_leaks_passed(const agon_leaks_report *report);

// L5 in thousandths: complete ÷ transitions.
AGON_API int agon_leaks_share(const agon_leaks_report *report);

// Writes the report for people: figures on the first line, then a line per finding.
AGON_API void agon_leaks_write(const agon_leaks_report *report, agon_text *text);

AGON_C_END

#endif
