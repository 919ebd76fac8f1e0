// SHA-256, for commitments.
#ifndef AGON_SRC_MATCH_REPLAY_SHA256_H
#define AGON_SRC_MATCH_REPLAY_SHA256_H

#include <stddef.h>
#include <stdint.h>

// Writes 64 hex digits and NUL.
void agon_sha256(const void *bytes, size_t length, char *hex);

#endif
