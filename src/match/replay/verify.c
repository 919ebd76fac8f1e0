// Whether a replay is whole and true.
#include "src/match/replay/verify.h"

#include <stdio.h>

static void refuse(agon_replay_verdict *verdict, uint32_t line, const agon_error *error) {
    verdict->ok = false;
    verdict->line = line;
    snprintf(verdict->reason, sizeof verdict->reason, "%s%s%s", error->path,
             error->path[0] ? ": " : "",
             error->message[0] ? error->message : agon_status_text(error->status));
}

static agon_status read_lines(agon_replay *replay, agon_replay_watch *watch, void *user,
                              bool *is_cut, agon_error *error) {
    agon_replay_part part = AGON_REPLAY_MOVE;
    agon_status status = AGON_OK;
    while (status == AGON_OK && part == AGON_REPLAY_MOVE) {
        status = agon_replay_next(replay, &part, error);
        if (status == AGON_OK && part == AGON_REPLAY_MOVE && watch && !watch(user, replay)) {
            status = agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
        }
    }
    if (status == AGON_OK && part == AGON_REPLAY_CUT) {
        replay->line++;
        *is_cut = true;
        status = agon_error_set(error, AGON_BAD_REPLAY, NULL, "the replay ends without a result");
    }
    return status;
}

agon_replay_verdict agon_replay_read(agon_replay *replay, const char *text, size_t length,
                                     const agon_codec *codec, agon_sink *sink,
                                     agon_replay_watch *watch, void *user) {
    agon_replay_verdict verdict = {0};
    agon_error error = {0};
    agon_status status = agon_replay_open(text, length, codec, replay, &error);
    if (status == AGON_OK) {
        replay->sink = sink;
        status = read_lines(replay, watch, user, &verdict.is_cut, &error);
        replay->sink = NULL;
    }
    if (status == AGON_OK) {
        verdict.ok = true;
        verdict.result = replay->result;
        verdict.result_length = replay->result_length;
        verdict.chance = agon_replay_judge_chance(replay);
    } else {
        verdict.status = error.status = status;
        refuse(&verdict, replay->line, &error);
    }
    return verdict;
}

static agon_replay_verdict verify(const char *text, size_t length, const agon_codec *codec,
                                  const char *commitment) {
    agon_replay replay;
    agon_replay_verdict verdict = agon_replay_read(&replay, text, length, codec, NULL, NULL, NULL);
    if (commitment) {
        agon_replay_compare(&replay, commitment, &verdict);
    }
    agon_replay_close(&replay);
    return verdict;
}

agon_replay_verdict agon_replay_verify(const char *text, size_t length, const agon_codec *codec) {
    AGON_ASSERT(text || length == 0);
    return verify(text, length, codec, NULL);
}

agon_replay_verdict agon_replay_verify_committed(const char *text, size_t length,
                                                 const agon_codec *codec, const char *commitment) {
    AGON_ASSERT((text || length == 0) && commitment);
    return verify(text, length, codec, commitment);
}
