// Ids, tokens and seeds from libsodium.
#include "apps/server/secrets.h"

#include <sodium.h>
#include <string.h>

bool agon_secrets_init(void) {
    return sodium_init() >= 0;
}

static void fill(void *user, void *bytes, size_t size) {
    (void)user;
    randombytes_buf(bytes, size);
}

const agon_random agon_random_system = {fill, NULL};

static void make_text(const agon_random *random, size_t size, char *text, size_t text_size) {
    uint8_t bytes[32];
    random->fill(random->user, bytes, size);
    sodium_bin2base64(text, text_size, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

static void make_hex(const agon_random *random, size_t size, char *hex) {
    uint8_t bytes[32];
    random->fill(random->user, bytes, size);
    sodium_bin2hex(hex, 2 * size + 1, bytes, size);
    sodium_memzero(bytes, sizeof bytes);
}

void agon_secrets_id(const agon_random *random, char text[AGON_ID_SIZE]) {
    make_text(random, 16, text, AGON_ID_SIZE);
}

void agon_secrets_token(const agon_random *random, char text[AGON_TOKEN_SIZE]) {
    make_text(random, 32, text, AGON_TOKEN_SIZE);
}

void agon_secrets_seed(const agon_random *random, char hex[AGON_SEED_SIZE]) {
    make_hex(random, 16, hex);
}

void agon_secrets_salt(const agon_random *random, char hex[AGON_SALT_SIZE]) {
    make_hex(random, 32, hex);
}

void agon_secrets_hash(const char *text, size_t length, uint8_t hash[AGON_HASH_SIZE]) {
    crypto_generichash(hash, AGON_HASH_SIZE, (const unsigned char *)text, length, NULL, 0);
}

void agon_secrets_hash2(const char *a, const char *b, uint8_t hash[AGON_HASH_SIZE]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, AGON_HASH_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)a, strlen(a) + 1);
    crypto_generichash_update(&state, (const unsigned char *)b, strlen(b));
    crypto_generichash_final(&state, hash, AGON_HASH_SIZE);
}

bool agon_secrets_equal(const uint8_t a[AGON_HASH_SIZE], const uint8_t b[AGON_HASH_SIZE]) {
    return sodium_memcmp(a, b, AGON_HASH_SIZE) == 0;
}

void agon_secrets_write(const uint8_t hash[AGON_HASH_SIZE], char hex[2 * AGON_HASH_SIZE + 1]) {
    sodium_bin2hex(hex, 2 * AGON_HASH_SIZE + 1, hash, AGON_HASH_SIZE);
}

bool agon_secrets_read(const char *hex, uint8_t hash[AGON_HASH_SIZE]) {
    size_t length;
    const char *end;
    return sodium_hex2bin(hash, AGON_HASH_SIZE, hex, strlen(hex), NULL, &length, &end) == 0 &&
           length == AGON_HASH_SIZE && *end == '\0';
}
