// The comparison with the second implementation, over many more matches.
// label: full
#define MATCHES 3000
#include "test_model.c"
