// Things nobody can guess: ids, tokens, seeds.
#ifndef AGON_APPS_SERVER_SECRETS_H
#define AGON_APPS_SERVER_SECRETS_H

#include "apps/server/store/store.h"

#define AGON_TOKEN_SIZE 44 // 43 characters and NUL: 256 bits
#define AGON_SEED_SIZE 33  // 128 bits as hex, and NUL
#define AGON_SALT_SIZE 65  // 256 bits as hex, and NUL

// Where random bytes come from.
typedef struct agon_random {
    void (*fill)(void *user, void *bytes, size_t size);
    void *user;
} agon_random;

// libsodium's source. Call agon_secrets_init first; false: it does not work here.
AGON_MUST_USE bool agon_secrets_init(void);
extern const agon_random agon_random_system;

void agon_secrets_id(const agon_random *random, char text[AGON_ID_SIZE]);
void agon_secrets_token(const agon_random *random, char text[AGON_TOKEN_SIZE]);
void agon_secrets_seed(const agon_random *random, char hex[AGON_SEED_SIZE]);
void agon_secrets_salt(const agon_random *random, char hex[AGON_SALT_SIZE]);

// What is kept of a token: a hash of it. Tokens are random, so the hash needs no salt.
void agon_secrets_hash(const char *text, size_t length, uint8_t hash[AGON_HASH_SIZE]);
// The same for two texts; no two pairs have the same bytes.
void agon_secrets_hash2(const char *a, const char *b, uint8_t hash[AGON_HASH_SIZE]);
// In constant time.
bool agon_secrets_equal(const uint8_t a[AGON_HASH_SIZE], const uint8_t b[AGON_HASH_SIZE]);

void agon_secrets_write(const uint8_t hash[AGON_HASH_SIZE], char hex[2 * AGON_HASH_SIZE + 1]);
AGON_MUST_USE bool agon_secrets_read(const char *hex, uint8_t hash[AGON_HASH_SIZE]);

#endif
