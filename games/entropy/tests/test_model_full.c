// The comparison with a second implementation of the rules, over many more matches.
// label: full
#include "games/entropy/tests/test_model_play.h"

int main(void) {
    return compare_with_model(3000);
}
