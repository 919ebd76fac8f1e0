// The errors of the sequential test again, with many more simulations.
// label: full
#define SCALE 50
#include "tests/tourney/test_sprt.c"
