// Reading a replay to its end, for those who verify and for those who keep what they read.
#ifndef AGON_SRC_MATCH_REPLAY_VERIFY_H
#define AGON_SRC_MATCH_REPLAY_VERIFY_H

#include "agon/replay.h"

// Called after every line of moves that holds; false: memory has run out.
typedef bool agon_replay_watch(void *user, const agon_replay *replay);

// Opens and reads a replay as far as it holds. Close it in any case. `watch` may be NULL; events go
// to replay->sink, which is set to `sink`.
agon_replay_verdict agon_replay_read(agon_replay *replay, const char *text, size_t length,
                                     const agon_codec *codec, agon_sink *sink,
                                     agon_replay_watch *watch, void *user);

// Whether a first line has a seed, by itself or in its config.
bool agon_replay_has_seed(const agon_value *head);

// Whether the seed of a replay and the salt in its result open a commitment.
bool agon_replay_opens(const agon_replay *replay, const agon_value *result, const char *commitment);

// What a replay that holds proves by itself.
agon_replay_chance agon_replay_judge_chance(const agon_replay *replay);

#endif
