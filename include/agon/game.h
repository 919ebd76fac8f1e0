// The contract: what a game is, and everything one can do with it.
//
// Five words:
//   rules   a constant table of facts and functions; one per game, the same for every match
//   game    an immutable instance made from a config; public facts only; share it freely
//   state   a flat value without pointers in memory you own; copy it with agon_copy
//   view    a state with everything hidden from one viewer removed; it carries its viewer
//   action  eight bytes
//
//     agon_rps_config config = agon_rps_config_default();
//     agon_game *game = malloc(agon_game_size(&agon_rps_rules, &config));
//     if (!game || agon_configure(&agon_rps_rules, &config, game, NULL) != AGON_OK) return 1;
//     agon_state *state = malloc(game->state_max);
//     if (!state) return 1;
//     agon_init(game, &config, agon_seed_number(1), state);
//     for (int p = 0; !state->over; p = (p + 1) % game->players) {
//         if (agon_count(game, state, p) > 0) {
//             agon_action action = agon_nth(game, state, p, 0);
//             if (agon_apply(game, state, p, action, NULL, state, NULL) != AGON_OK) return 1;
//         }
//     }
//     free(state);
//     free(game);
//
// Nothing here allocates, does I/O, reads a clock or keeps anything between calls: any number of
// threads may use one game, each with states of its own. All memory must be aligned to 8 bytes.
#ifndef AGON_GAME_H
#define AGON_GAME_H

#include "agon/event.h"
#include "agon/pack.h"
#include "agon/rng.h"
#include "agon/status.h"

AGON_C_BEGIN

typedef struct agon_rules agon_rules;
typedef struct agon_field agon_field;             // agon/fields.h
typedef struct agon_action_type agon_action_type; // agon/fields.h
typedef struct agon_space agon_space;             // agon/space.h
typedef struct agon_bot agon_bot;                 // agon/bot.h

// The public head of every game instance. Each game appends its own facts (names, planets, deck
// lists). Made by agon_configure and never changed after it.
typedef struct agon_game {
    const agon_rules *rules;
    uint32_t state_max; // bytes that any state, view or resample of this game needs at most
    uint32_t max_steps; // no match takes more accepted actions than this
    uint16_t version;   // of the rules that it is played by
    uint8_t players;
} agon_game;

// The public head of every state and view. The game keeps it up to date; treat it as read-only.
typedef struct agon_state {
    uint32_t used;       // bytes in use, this head included
    agon_viewers to_act; // the players who may act now; empty when the game is over
    uint8_t viewer;      // AGON_NOBODY for a full state, else whose view this is
    uint8_t over;        // 1 when the game is over
#ifdef AGON_CHECKED
    uint64_t mark; // whose state this is, for the checked library
#endif
} agon_state;

// An action: its type and operands mean what the game's header says. Fields a type does not use
// must be 0: equal actions are equal bytes.
typedef struct agon_action {
    uint8_t type;
    uint8_t a, b, c;
    int32_t n;
} agon_action;

// Draws from outside instead of the generator, for tests and analysis: the results of the next
// bounded draws in order, as the rules count them (d6: 1…6, an index: from 0).
typedef struct agon_draws {
    const int32_t *values;
    size_t count;
    size_t used;         // how many have been taken
    bool failed;         // a value was out of range, or there were too few
    agon_state *scratch; // game->state_max bytes, so that a wrong draw leaves the output untouched
} agon_draws;

// What an apply may be given besides its action. NULL stands for an empty one.
typedef struct agon_context {
    agon_sink *sink;   // receives the events; NULL: nobody wants them, and they cost nothing
    agon_draws *draws; // replaces the generator's bounded draws; NULL: the generator draws
} agon_context;

// ---------------------------------------------------------------------------------------------
// Using a game

// Bytes of memory that agon_configure needs for this config.
AGON_API size_t agon_game_size(const agon_rules *rules, const void *config);

// Makes a game in `game` from `config`, the rules' own config struct (its texts are copied).
// AGON_BAD_CONFIG: `error` says what and where; `game` is then not usable.
AGON_API AGON_MUST_USE agon_status agon_configure(const agon_rules *rules, const void *config,
                                                  agon_game *game, agon_error *error);

// The same by an older version of the rules that is still served: a match that began under it goes on
// and is verified under it. AGON_BAD_CONFIG also if the version is not served (agon_serves).
AGON_API AGON_MUST_USE agon_status agon_configure_as(const agon_rules *rules, int version,
                                                     const void *config, agon_game *game,
                                                     agon_error *error);

// Fills a config with the defaults of that version of the rules for so many players; 0: the usual
// number.
AGON_API void agon_config_default(const agon_rules *rules, int version, void *config, int players);

// Whether one can play by this version of the rules here. If not, AGON_BAD_CONFIG, and `error` has the
// sentence that says so.
AGON_API AGON_MUST_USE agon_status agon_serves(const agon_rules *rules, int version,
                                               agon_error *error);

// The first state of a match. `config` is the one the game was made from: what is secret in it
// (the order of a deck that is not shuffled) goes into the state, not into the game.
AGON_API void agon_init(const agon_game *game, const void *config, agon_seed seed,
                        agon_state *state);

// Copies the used bytes of a state or view. `to` has room for game->state_max bytes.
AGON_API void agon_copy(agon_state *to, const agon_state *from);

// Whether `player` may do `action` now, and if not, why. Checked in the order of rule ALL-1:
// bad_action, game_over, unknown_player, not_your_turn, invalid_move. On a view it answers for
// its viewer only (AGON_WRONG_VIEWER for others).
AGON_API AGON_MUST_USE agon_status agon_check(const agon_game *game, const agon_state *state,
                                              int player, agon_action action, agon_error *error);

// Applies an action: `out` becomes the state after it. `in` and `out` may be the same memory; if
// they are not, `in` is untouched. On any error `out` is untouched. A view is AGON_BAD_STATE.
AGON_API AGON_MUST_USE agon_status agon_apply(const agon_game *game, const agon_state *in,
                                              int player, agon_action action,
                                              const agon_context *context, agon_state *out,
                                              agon_error *error);

// The number of valid actions of a player; 0 if it may not act, if there is no such player, and
// on somebody else's view.
AGON_API uint32_t agon_count(const agon_game *game, const agon_state *state, int player);

// The i-th valid action in the game's documented order; i < agon_count.
AGON_API agon_action agon_nth(const agon_game *game, const agon_state *state, int player,
                              uint32_t i);

// Writes the valid actions from `offset` on, at most `max` of them; returns how many.
AGON_API size_t agon_list(const agon_game *game, const agon_state *state, int player,
                          uint32_t offset, agon_action *actions, size_t max);

// A uniform choice among the valid actions. AGON_NO_ACTION if there is none.
AGON_API AGON_MUST_USE agon_status agon_random_action(const agon_game *game,
                                                      const agon_state *state, int player,
                                                      agon_rng *rng, agon_action *action);

// Plays on: whoever may act, the lowest player first, chooses uniformly among its valid actions,
// until the game is over or `most` actions have been made. Returns how many; 0 on a view. It is
// agon_random_action and agon_apply in a loop, without asking again what cannot have changed.
AGON_API uint64_t agon_playout(const agon_game *game, agon_state *state, agon_rng *rng,
                               uint64_t most);

// What `viewer` (a player or AGON_SPECTATOR) may know of `state`, as a state of the same type
// without everything else. A view of a view is the same view for the same viewer.
// AGON_UNKNOWN_PLAYER or AGON_WRONG_VIEWER otherwise. `out` must not be `state`.
AGON_API AGON_MUST_USE agon_status agon_view(const agon_game *game, const agon_state *state,
                                             int viewer, agon_state *out);

// A full state, generator included, that `view` does not contradict: what search uses instead of
// peeking. All chance comes from `bits`. AGON_BAD_STATE if `view` is not a view. `out` must not be
// `view`.
AGON_API AGON_MUST_USE agon_status agon_resample(const agon_game *game, const agon_state *view,
                                                 agon_rng *bits, agon_state *out);

// The winners (empty on a draw, and while the game goes on: ask state->over).
AGON_API agon_viewers agon_winners(const agon_game *game, const agon_state *state);

// One number per player, in player order.
AGON_API void agon_scores(const agon_game *game, const agon_state *state,
                          int32_t scores[AGON_MAX_PLAYERS]);

// The one player who may act now, or −1: none, several, or a simultaneous game (rule ALL-7).
AGON_API int agon_current_player(const agon_game *game, const agon_state *state);

// The canonical bytes of a state or view: equal on every platform, equal for equal states.
// Returns the size; writes at most `size` bytes (call with NULL, 0 to measure). `map` may be NULL;
// otherwise it receives, for every byte, who may see it.
AGON_API size_t agon_pack_state(const agon_game *game, const agon_state *state, uint8_t *bytes,
                                size_t size, agon_viewers *map);

// The way back. Any bytes are safe: AGON_BAD_STATE if they are not a possible state of this game.
AGON_API AGON_MUST_USE agon_status agon_unpack_state(const agon_game *game, const uint8_t *bytes,
                                                     size_t size, agon_state *state,
                                                     agon_error *error);

// A 64-bit hash of the canonical bytes.
AGON_API uint64_t agon_hash(const agon_game *game, const agon_state *state);

// ---------------------------------------------------------------------------------------------
// Defining a game
//
// Every function is required, but for the shortcuts at the end. The functions above have checked
// their arguments before they call one of these: players exist, views are views, `check` runs before
// `step`.

struct agon_rules {
    const char *id;    // "rock-paper-scissors"
    const char *title; // "Rock-Paper-Scissors"
    // What awaits the players: one sentence of at most 50 columns. Menus and lists show it; the
    // text that teaches the game is manual.md in its folder.
    const char *summary;
    uint16_t version; // goes up whenever the behaviour changes
    // Versions from this one on are served besides: matches that began under them are read, verified
    // and played on. 0: none but `version`.
    uint16_t oldest_version;
    uint8_t min_players, max_players;
    bool is_simultaneous; // players act at the same time: there never is a current player
    bool has_chance;      // something is drawn after the start
    bool has_hidden;      // views differ from the state by more than the generator
    uint8_t action_types; // valid types are 0 … action_types−1
    uint8_t event_types;
    const agon_event_type *events;

    size_t config_size;
    // Fills a config with the defaults of the rules for so many players; 0: the usual number.
    void (*config_default)(void *config, int players);
    // Changes these defaults to those of an older version. NULL: they are the same, or none is served.
    void (*config_older)(void *config, int version);
    // Bytes for a game of this config (any config, valid or not: bound what you read).
    size_t (*game_size)(const void *config);
    // Checks the config and fills in the game: state_max, max_steps, players, its own facts. `game`
    // has its version: what differs between versions, and no config says, is decided by that.
    agon_status (*configure)(const void *config, agon_game *game, agon_error *error);
    // Fills in everything but `viewer`: used, to_act, over, its own part.
    void (*init)(const agon_game *game, const void *config, agon_seed seed, agon_state *state);

    // Whether a player in to_act may do an action of a known type: AGON_OK, AGON_INVALID_MOVE or
    // AGON_BAD_ACTION (a field out of its type's range that no document could contain). Works on
    // views of that player.
    agon_status (*check)(const agon_game *game, const agon_state *state, int player,
                         agon_action action, agon_error *error);
    // Applies an action that `check` has accepted, in place. Only AGON_ENGINE_FAULT may come back,
    // and then the state must be as it was.
    agon_status (*step)(const agon_game *game, agon_state *state, int player, agon_action action,
                        const agon_context *context);
    // Valid actions of a player in to_act; on views of that player too.
    uint32_t (*count)(const agon_game *game, const agon_state *state, int player);
    agon_action (*nth)(const agon_game *game, const agon_state *state, int player, uint32_t i);

    // Builds the view field by field: what is not written is not there (`out` is all zero but for
    // its head, which is copied with the viewer set). Works on views of the same viewer.
    void (*view)(const agon_game *game, const agon_state *state, int viewer, agon_state *out);
    // A full state consistent with the view (`out` is zero but for its head, which is copied with
    // the viewer set to nobody).
    void (*resample)(const agon_game *game, const agon_state *view, agon_rng *bits,
                     agon_state *out);

    agon_viewers (*winners)(const agon_game *game, const agon_state *state); // when over
    void (*scores)(const agon_game *game, const agon_state *state, int32_t *scores);

    // Describes every field of the state (see pack.h) but the head. When reading, `used` must be
    // set before returning.
    void (*pack)(const agon_game *game, agon_state *state, agon_pack *p);
    // Checks everything about a state or view from outside (JSON or bytes): ranges, counts,
    // consistency; and rebuilds what follows from the rest (to_act, caches). Errors name the JSON
    // path. After AGON_OK no function of this table may misbehave on the state.
    agon_status (*validate)(const agon_game *game, agon_state *state, agon_error *error);

    // For rules that say what follows in a match when a player tries an action that is refused
    // (entropy: its turn ends, EN-20): the action made instead, valid whenever the player may act.
    bool has_fallback;
    agon_action fallback;

    // For rules that take any number of an action and drop what is too much (space-conquest: orders
    // beyond 128, SC-13): whether a valid action is one of those that leave the state as it is, now and
    // however often it is repeated. A match refuses it with AGON_TOO_MANY, so that nobody can make a
    // record grow without an end. Asked of states and of the player's view. NULL: there are none.
    bool (*is_surplus)(const agon_game *game, const agon_state *state, int player,
                       agon_action action);

    // Descriptions (agon/fields.h), each NULL if there is none: the actions by type; the fields of
    // the config, and where in the game a copy of the config is; the fields of the state.
    const agon_action_type *actions;
    const agon_field *config_fields;
    size_t config_at;
    const agon_field *state_fields;

    // Action numbers and observations (agon/space.h). NULL: those that follow from the descriptions.
    const agon_space *space;

    // The game's own bots (agon/bot.h), a list that ends with NULL. NULL: none.
    const agon_bot *const *bots;

    // Shortcuts for games whose steps are so short that calls are what they spend their time on.
    // NULL: there is none. Each does what the functions above do one after the other; the
    // conformance suite compares.
    //
    // `check` and, if it accepts, `step` without a context.
    agon_status (*act)(const agon_game *game, agon_state *state, int player, agon_action action,
                       agon_error *error);
    // `nth` of a uniform draw below `count`, for a player in to_act.
    agon_action (*pick)(const agon_game *game, const agon_state *state, int player, agon_rng *rng);
    // agon_playout, on a full state.
    uint64_t (*playout)(const agon_game *game, agon_state *state, agon_rng *rng, uint64_t most);
};

// The next draw from outside, as agon_draw takes it; `base` after one that does not fit.
AGON_API int32_t agon_draws_next(agon_draws *draws, uint32_t n, int32_t base);

// A bounded draw as the rules count it: base … base+n−1.
static inline int32_t agon_draw(const agon_context *context, agon_rng *rng, uint32_t n,
                                int32_t base) {
    if (AGON_UNLIKELY(context && context->draws)) {
        return agon_draws_next(context->draws, n, base);
    }
    return base + (int32_t)agon_uniform(rng, n);
}

// Whether anybody listens. Build an event only then.
static inline bool agon_wants_events(const agon_context *context) {
    return AGON_UNLIKELY(context && context->sink);
}

// Passes an event on to whoever listens.
static inline void agon_emit(const agon_context *context, const agon_event *event) {
    if (agon_wants_events(context)) {
        context->sink->emit(context->sink->user, event);
    }
}

AGON_C_END

#endif
