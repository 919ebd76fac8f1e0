// The coverage of the intervals again, with many more simulations.
// label: full
#define SCALE 16
#include "tests/tourney/test_ratings.c"
