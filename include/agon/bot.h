// Strategies: (view, valid actions, own generator, budget) → action.
//
// A bot sees a view, never a state; its valid actions are agon_count and agon_nth on that view;
// its chance comes from a generator of its own, so that bots never disturb the dice.
#ifndef AGON_BOT_H
#define AGON_BOT_H

#include "agon/game.h"

AGON_C_BEGIN

// Runs job(context, 0) … job(context, jobs − 1), perhaps at the same time, and returns when all are
// done. Whoever has threads offers it; the library has none of its own.
typedef void agon_run_jobs(uint32_t jobs, void (*job)(void *context, uint32_t i), void *context);

// Everything a bot is told when it is asked for one action.
typedef struct agon_thought {
    const agon_game *game;
    const agon_state *view; // of `player`; at least one action is valid
    int player;
    agon_rng *rng;        // the bot's own
    uint32_t simulations; // budget for bots that search; 0: the bot's default
    // Asked now and then by bots that search: whether to stop and answer. May be NULL: never.
    bool (*is_time_up)(void *user);
    void *user;
    // For bots that search: so many jobs at once. Neither changes the answer to a number of
    // simulations. May be NULL: one after the other.
    agon_run_jobs *run_jobs;
    uint32_t threads; // at most AGON_MAX_THREADS; 0 is 1
    // Asked often by bots that search, perhaps by several threads at once: whether nobody wants the
    // answer any more. Then any valid action will do, at once. Unlike is_time_up it does not change
    // how a number of simulations is spent. May be NULL: never.
    bool (*is_given_up)(void *user);
} agon_thought;

#define AGON_MAX_THREADS 64

// What a bot knows about its game, offered to search; see agon/search.h.
typedef struct agon_guide {
    // The prospects of every player in a full state that is not over: AGON_SURE shared out among
    // the players. NULL: playouts go to the end.
    void (*estimate)(const agon_game *game, const agon_state *state, int32_t *values);
    uint32_t horizon;        // actions of a playout before it is ended by an estimate
    uint32_t guided_percent; // share of the actions in a playout that the bot itself chooses
    uint32_t rivals_percent; // share of the playouts in which it also chooses for the others
    // By how many standard errors another action must do better than the bot's own choice to be
    // taken instead; 0 is 1.
    uint32_t caution;
    // Any valid action that is worth a look, by chance; for games with far too many actions to look
    // at all of them. NULL: all are equally worth it.
    agon_action (*suggest)(const agon_thought *thought);
    // In a full state made up by agon_resample for `player`: makes of what the others have chosen in
    // secret what the bot would have chosen in their place. `player` must see no difference. NULL:
    // nothing is chosen in secret, or anything is as likely.
    void (*imagine)(const agon_game *game, agon_state *state, int player, agon_rng *rng);
} agon_guide;

#define AGON_SURE 65536 // certain victory, as a fixed-point number

struct agon_bot {
    const char *id;      // "random"
    const char *summary; // one line for people
    // Returns a valid action. The view may also be a full state: search asks like this in its
    // playouts, where it has made up the state itself.
    agon_action (*think)(const agon_thought *thought);
    const agon_guide *guide; // may be NULL
};

// The bot `id` for the game with these rules, or NULL. `random` and `search` exist for every game.
AGON_API const agon_bot *agon_bot_find(const agon_rules *rules, const char *id);

// The i-th bot for these rules, or NULL beyond the last.
AGON_API const agon_bot *agon_bot_at(const agon_rules *rules, size_t i);

// A uniform choice among the valid actions; works for every game, registered or not.
AGON_API extern const agon_bot agon_random_bot;

AGON_C_END

#endif
