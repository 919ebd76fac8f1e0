// Allowances that fill up with time. Time is given, never asked for, so tests need not wait.
#ifndef AGON_APPS_SERVER_BUCKET_H
#define AGON_APPS_SERVER_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct agon_bucket {
    int64_t full_at; // when it will be full again, if nothing is taken
} agon_bucket;

// Whether one more may pass at `now`; then it counts. On average one passes every `per` microseconds;
// at once as many as in `burst` microseconds, but four at least.
bool agon_bucket_take(agon_bucket *bucket, int64_t now, int64_t per, int64_t burst);

// What has been spent already is taken out, also beyond the bottom.
void agon_bucket_charge(agon_bucket *bucket, int64_t now, int64_t cost);

// How long until it holds anything again, if it holds what flows in in `size` microseconds; 0: it does.
int64_t agon_bucket_wait(const agon_bucket *bucket, int64_t now, int64_t size);

#endif
