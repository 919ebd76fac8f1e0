// The module's exports: the engine as text in, text out. apps/wasm/agon.mjs wraps them.
#include "agon/check.h"
#include "agon/rpc.h"

#include <stdlib.h>

void *agon_wasm_alloc(size_t size);
void agon_wasm_free(void *memory);
char *agon_wasm_rpc(const char *request, size_t length);
uint64_t agon_wasm_signature(uint32_t games);

// Memory for a request; NULL when there is none. Free with agon_wasm_free.
void *agon_wasm_alloc(size_t size) {
    return malloc(size ? size : 1);
}

void agon_wasm_free(void *memory) {
    free(memory);
}

// Answers one JSON-RPC request. The answer ends with NUL and is the caller's, agon_wasm_free;
// NULL: a notification, nothing to answer.
char *agon_wasm_rpc(const char *request, size_t length) {
    return agon_rpc_handle(request, length);
}

// The signature over `games` random games of each rules; equal on every platform.
uint64_t agon_wasm_signature(uint32_t games) {
    return agon_signature(games);
}
