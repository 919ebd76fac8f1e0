// The version that the library was built as.
#include "agon/version.h"

const char *agon_version(void) {
    return AGON_VERSION;
}
