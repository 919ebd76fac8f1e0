// Rock-Paper-Scissors at the limit: two draws of three and a comparison.
#include "bench/lib/limit.h"

uint64_t limit_rps(void *self, uint64_t first, uint64_t count, uint64_t *sum) {
    (void)self;
    uint64_t games[3] = {0}; // by difference of the choices, so that the work is not thrown away
    for (uint64_t i = 0; i < count; i++) {
        limit_rng rng = limit_chooser(first + i);
        uint32_t a = limit_uniform(&rng, 3);
        uint32_t b = limit_uniform(&rng, 3);
        uint32_t difference = (a + 3 - b) % 3;
        games[difference]++;
        if (sum) {
            int32_t scores[2] = {difference == 1, difference == 2};
            *sum = bench_fold_result(*sum, scores, 2, difference, 2);
        }
    }
    return 2 * (games[0] + games[1] + games[2]);
}
