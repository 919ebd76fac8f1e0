// The packing primitives: little-endian numbers in three modes.
#include "agon/pack.h"

#include <string.h>

static void write_bytes(agon_pack *p, const uint8_t *bytes, size_t size) {
    if (p->out && p->at <= p->size && size <= p->size - p->at) {
        memcpy(p->out + p->at, bytes, size);
    }
    if (p->map && p->at <= p->size && size <= p->size - p->at) {
        for (size_t i = 0; i < size; i++) {
            p->map[p->at + i] = p->visible;
        }
    }
    p->at += size;
}

static void read_bytes(agon_pack *p, uint8_t *bytes, size_t size) {
    if (p->failed || size > p->size - p->at) {
        p->failed = true;
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, p->in + p->at, size);
    p->at += size;
}

void agon_pack_bytes(agon_pack *p, void *bytes, size_t size) {
    switch (p->mode) {
    case AGON_PACK_WRITE:
        write_bytes(p, bytes, size);
        break;
    case AGON_PACK_READ:
        read_bytes(p, bytes, size);
        break;
    case AGON_PACK_HASH:
        agon_hasher_add(&p->hasher, bytes, size);
        break;
    }
}

// Any unsigned number as `size` little-endian bytes; returns what was written or read.
static uint64_t pack_number(agon_pack *p, uint64_t value, size_t size) {
    uint8_t bytes[8];
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
    agon_pack_bytes(p, bytes, size);
    if (p->mode != AGON_PACK_READ) {
        return value;
    }
    uint64_t result = 0;
    for (size_t i = 0; i < size; i++) {
        result |= (uint64_t)bytes[i] << (8 * i);
    }
    return result;
}

void agon_pack_u8(agon_pack *p, uint8_t *value) {
    agon_pack_bytes(p, value, 1);
}

void agon_pack_i8(agon_pack *p, int8_t *value) {
    agon_pack_bytes(p, value, 1);
}

void agon_pack_u16(agon_pack *p, uint16_t *value) {
    *value = (uint16_t)pack_number(p, *value, 2);
}

void agon_pack_i16(agon_pack *p, int16_t *value) {
    *value = (int16_t)pack_number(p, (uint16_t)*value, 2);
}

void agon_pack_u32(agon_pack *p, uint32_t *value) {
    *value = (uint32_t)pack_number(p, *value, 4);
}

void agon_pack_i32(agon_pack *p, int32_t *value) {
    *value = (int32_t)pack_number(p, (uint32_t)*value, 4);
}

void agon_pack_u64(agon_pack *p, uint64_t *value) {
    *value = pack_number(p, *value, 8);
}

void agon_pack_i64(agon_pack *p, int64_t *value) {
    *value = (int64_t)pack_number(p, (uint64_t)*value, 8);
}

void agon_pack_count(agon_pack *p, uint16_t *count, uint16_t max) {
    agon_pack_u16(p, count);
    if (*count > max) {
        p->failed = true;
        *count = 0;
    }
}

void agon_pack_rng(agon_pack *p, agon_rng *rng) {
    agon_viewers before = p->visible;
    p->visible = AGON_NONE;
    agon_pack_u64(p, &rng->key[0]);
    agon_pack_u64(p, &rng->key[1]);
    agon_pack_u64(p, &rng->pos);
    p->visible = before;
    if (p->mode == AGON_PACK_READ) {
        agon_rng_seek(rng, rng->pos);
    }
}
