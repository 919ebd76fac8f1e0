// The fuzz targets without libFuzzer, for longer than the quick tier has time.
// label: full
#define CHANGES 40
#include "test_fuzz_smoke.c"
