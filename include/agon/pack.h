// Packing: one function per game describes its state's fields; from that description come the
// canonical bytes, the way back, the hash, and the map of which byte is whose secret.
//
//     static void pack(const agon_game *game, agon_state *state, agon_pack *p) {
//         my_state *s = (my_state *)state;
//         agon_pack_u8(p, &s->round);          // public by default
//         agon_pack_visible(p, 1u << 0);       // what follows only player 0 may see
//         agon_pack_i32(p, &s->choice);
//         agon_pack_rng(p, &s->rng);           // nobody may see a generator
//     }
//
// When reading, a field may hold any bits; the game's `validate` runs afterwards. A pack function
// must guard its own loops: after reading a count it must clamp it (agon_pack_count does).
// All numbers are little-endian.
#ifndef AGON_PACK_H
#define AGON_PACK_H

#include "agon/event.h"
#include "agon/rng.h"

#include <stddef.h>

AGON_C_BEGIN

// SipHash-1-3 over a stream of bytes: 64 bits for states, 128 for replay chains.
typedef struct agon_hasher {
    uint64_t v[4];
    uint64_t tail;   // bytes not yet mixed
    uint64_t length; // bytes so far
    bool is_wide;
} agon_hasher;

// Begins a hash under a key, and takes in bytes.
AGON_API void agon_hasher_start(agon_hasher *hasher, const uint64_t key[2], bool is_wide);
AGON_API void agon_hasher_add(agon_hasher *hasher, const void *bytes, size_t size);
// Finishes and writes one word, or two for a wide hasher.
AGON_API void agon_hasher_finish(agon_hasher *hasher, uint64_t *out);

typedef enum agon_pack_mode { AGON_PACK_WRITE, AGON_PACK_READ, AGON_PACK_HASH } agon_pack_mode;

typedef struct agon_pack {
    agon_pack_mode mode;
    bool failed;          // READ: the bytes ended early or a count was too large
    agon_viewers visible; // who may see the fields that follow
    uint8_t *out;         // WRITE: where to, or NULL to measure only
    const uint8_t *in;    // READ: where from
    agon_viewers *map;    // WRITE: if not NULL, who may see each byte
    size_t size;          // bytes at `out`, `in` and `map`
    size_t at;            // bytes done so far (may pass `size` when writing)
    agon_hasher hasher;   // HASH
} agon_pack;

// Who may see the fields that follow, until the next call.
static inline void agon_pack_visible(agon_pack *p, agon_viewers viewers) {
    p->visible = viewers;
}

// A field each: written, read or hashed, as the mode says.
AGON_API void agon_pack_bytes(agon_pack *p, void *bytes, size_t size);
AGON_API void agon_pack_u8(agon_pack *p, uint8_t *value);
AGON_API void agon_pack_i8(agon_pack *p, int8_t *value);
AGON_API void agon_pack_u16(agon_pack *p, uint16_t *value);
AGON_API void agon_pack_i16(agon_pack *p, int16_t *value);
AGON_API void agon_pack_u32(agon_pack *p, uint32_t *value);
AGON_API void agon_pack_i32(agon_pack *p, int32_t *value);
AGON_API void agon_pack_u64(agon_pack *p, uint64_t *value);
AGON_API void agon_pack_i64(agon_pack *p, int64_t *value);

// A 16-bit count; when reading, one above `max` fails and becomes 0.
AGON_API void agon_pack_count(agon_pack *p, uint16_t *count, uint16_t max);

// Key and position, 24 bytes that nobody may see. `visible` is as before afterwards.
AGON_API void agon_pack_rng(agon_pack *p, agon_rng *rng);

AGON_C_END

#endif
