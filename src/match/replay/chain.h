// The chain: each line of a replay ends with a hash of everything before it.
#ifndef AGON_SRC_MATCH_REPLAY_CHAIN_H
#define AGON_SRC_MATCH_REPLAY_CHAIN_H

#include "agon/codec.h"

#define AGON_CHAIN_TAIL 45 // bytes of ,"chain":"…"} and \n at the end of every line

void agon_chain_start(agon_hasher *chain);

// Completes a line: `text` from `start` on is an object without its closing brace.
void agon_chain_close(agon_hasher *chain, agon_text *text, size_t start);

// Whether a line (with its \n) ends as it must; if so, the chain has moved on. NULL, or what is
// wrong with it.
const char *agon_chain_check(agon_hasher *chain, const char *line, size_t length);

#endif
