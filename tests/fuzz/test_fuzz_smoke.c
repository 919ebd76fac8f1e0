// label: full
// The fuzz targets without libFuzzer: every seed as it is, then changed at random.
//
//     test_fuzz_smoke                  all kinds of input
//     test_fuzz_smoke KIND FILE...     runs files, for example what libFuzzer has kept as a crash
#include "tests/support/support.h"

#include "tests/support/fuzzing.h"

int main(int argc, char **argv) {
    return fuzz_smoke("fuzz_smoke", 2, argc, argv);
}
