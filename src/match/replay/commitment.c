// A server's commitment to the seed of a match.
#include "agon/replay.h"
#include "src/match/replay/sha256.h"

#include <stdio.h>
#include <string.h>

bool agon_commitment_make(const char *seed, const char *salt, char *text) {
    char opening[AGON_COMMITMENT_SALT_MAX + 64];
    int length = snprintf(opening, sizeof opening, "agon seed %s salt %s", seed, salt);
    if (length < 0 || (size_t)length >= sizeof opening) {
        return false;
    }
    agon_sha256(opening, (size_t)length, strcpy(text, "sha256:") + 7);
    return true;
}
