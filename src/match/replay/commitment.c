// A server's commitment to the seed of a match, and what a replay proves by it.
#include "src/match/replay/verify.h"
#include "src/match/replay/sha256.h"

#include <stdio.h>
#include <string.h>

#define PREFIX "sha256:"

bool agon_commitment_make(const char *seed, const char *salt, char *text) {
    AGON_ASSERT(seed && salt && text);
    char opening[AGON_COMMITMENT_SALT_MAX + 64];
    int length = snprintf(opening, sizeof opening, "agon seed %s salt %s", seed, salt);
    if (length < 0 || (size_t)length >= sizeof opening) {
        return false;
    }
    agon_sha256(opening, (size_t)length, strcpy(text, PREFIX) + sizeof PREFIX - 1);
    return true;
}

bool agon_commitment_is_valid(const char *text) {
    const size_t prefix = sizeof PREFIX - 1;
    return strncmp(text, PREFIX, prefix) == 0 && strlen(text) == AGON_COMMITMENT_SIZE - 1 &&
           strspn(text + prefix, "0123456789abcdef") == AGON_COMMITMENT_SIZE - 1 - prefix;
}

static bool is_given(const agon_value *value) {
    return value && agon_value_kind_of(value) != AGON_VALUE_NULL;
}

bool agon_replay_has_seed(const agon_value *head) {
    return is_given(agon_value_member(head, "seed")) ||
           is_given(agon_value_member(agon_value_member(head, "config"), "seed"));
}

static bool begins_with_a_given_state(const agon_replay *replay) {
    return agon_value_member(replay->head, "state") && !agon_replay_has_seed(replay->head);
}

bool agon_replay_opens(const agon_replay *replay, const agon_value *result,
                       const char *commitment) {
    const char *seed = agon_value_text(agon_value_member(replay->head, "seed"));
    const char *salt = agon_value_text(agon_value_member(result, "salt"));
    char opened[AGON_COMMITMENT_SIZE];
    return seed && salt && agon_commitment_make(seed, salt, opened) &&
           strcmp(opened, commitment) == 0;
}

// ---------------------------------------------------------------------------------------------
// What is proven

static const struct {
    const char *word;
    const char *text;
} chances[] = {
    [AGON_CHANCE_UNKNOWN] = {NULL, "chance not proven"},
    [AGON_CHANCE_GIVEN] = {"given_position", "given position: chance not proven"},
    [AGON_CHANCE_NOT_COMMITTED] = {"not_committed", "no commitment: chance not proven"},
    [AGON_CHANCE_OPENED] = {"opened", "seed and salt open the commitment in the replay: chance "
                                      "proven to whoever noted it before the match"},
    [AGON_CHANCE_PROVEN] = {"proven", "seed and salt open the commitment given: chance proven"},
};

const char *agon_replay_chance_word(agon_replay_chance chance) {
    return chances[chance].word;
}

const char *agon_replay_chance_text(agon_replay_chance chance) {
    return chances[chance].text;
}

agon_replay_chance agon_replay_judge_chance(const agon_replay *replay) {
    if (begins_with_a_given_state(replay)) {
        return AGON_CHANCE_GIVEN;
    }
    return agon_value_member(replay->head, "commitment") ? AGON_CHANCE_OPENED
                                                         : AGON_CHANCE_NOT_COMMITTED;
}

// Why the commitment that was noted is not that of a replay which otherwise holds; NULL: it is.
static const char *find_difference(const agon_replay *replay, const char *commitment,
                                   const agon_replay_verdict *verdict) {
    const char *published = agon_value_text(agon_value_member(replay->head, "commitment"));
    const agon_value *result = agon_value_member(replay->document, "result");
    if (published) {
        return strcmp(published, commitment) == 0 ? NULL : "the replay has another than was noted";
    }
    if (begins_with_a_given_state(replay)) {
        return "the replay begins with a given position, which no commitment covers";
    }
    return !verdict->ok || agon_replay_opens(replay, result, commitment)
               ? NULL
               : "the replay has none, and its seed and salt do not open the one that was noted";
}

void agon_replay_compare(const agon_replay *replay, const char *commitment,
                         agon_replay_verdict *verdict) {
    if (!replay->head || verdict->line == 1) {
        return;
    }
    const char *difference = find_difference(replay, commitment, verdict);
    if (difference) {
        *verdict = (agon_replay_verdict){.status = AGON_BAD_REPLAY, .line = 1};
        snprintf(verdict->reason, sizeof verdict->reason, "commitment: %s", difference);
    } else if (verdict->ok) {
        verdict->chance = AGON_CHANCE_PROVEN;
    }
}
