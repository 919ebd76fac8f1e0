// The manuals.
#include "apps/host/manual.h"

#include <stddef.h>
#include <string.h>

const char *agon_manual_find(const char *game) {
    for (const agon_manual *manual = agon_manuals; manual->game; manual++) {
        if (strcmp(manual->game, game) == 0) {
            return manual->text;
        }
    }
    return NULL;
}
