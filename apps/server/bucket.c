// Allowances as one number: the moment at which they are full again.
#include "apps/server/bucket.h"

bool agon_bucket_take(agon_bucket *bucket, int64_t now, int64_t per, int64_t burst) {
    const int64_t most = burst > 4 * per ? burst : 4 * per;
    const int64_t full_at = bucket->full_at > now ? bucket->full_at : now;
    if (full_at + per > now + most) {
        return false;
    }
    bucket->full_at = full_at + per;
    return true;
}

void agon_bucket_charge(agon_bucket *bucket, int64_t now, int64_t cost) {
    bucket->full_at = (bucket->full_at > now ? bucket->full_at : now) + cost;
}

int64_t agon_bucket_wait(const agon_bucket *bucket, int64_t now, int64_t size) {
    const int64_t over = bucket->full_at - now - size;
    return over > 0 ? over : 0;
}
