// The comparison with a second implementation of the rules: see test_model_play.h.
#include "games/entropy/tests/test_model_play.h"

int main(void) {
    return compare_with_model(40);
}
