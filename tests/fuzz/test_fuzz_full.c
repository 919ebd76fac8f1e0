// The fuzz targets without libFuzzer, for longer than the quick tier has time.
// label: full
//
//     test_fuzz_full                  all kinds of input
//     test_fuzz_full KIND FILE...     runs files, for example what libFuzzer has kept as a crash
#include "tests/support/support.h"

#include "tests/support/fuzzing.h"

int main(int argc, char **argv) {
    return fuzz_smoke("fuzz_full", 40, argc, argv);
}
