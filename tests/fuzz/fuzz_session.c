// libFuzzer target: see tests/support/fuzzing.h.
#include "tests/support/fuzzing.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    return fuzz_initialize(FUZZ_SESSION, *argc, *argv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_one(FUZZ_SESSION, data, size);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    agon_rng rng = agon_rng_make(agon_seed_number(seed));
    return fuzz_mutate(FUZZ_SESSION, data, size, max_size, &rng);
}
