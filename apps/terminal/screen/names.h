// What those who play are called.
#ifndef AGON_APPS_TERMINAL_SCREEN_NAMES_H
#define AGON_APPS_TERMINAL_SCREEN_NAMES_H

#include <stdbool.h>

#define AGON_SHOWN_NAME_SIZE 32

// The name of a person's seat ("me", "human", "me:Ann"), "" if it gives none. NULL: it is not a
// person's.
const char *agon_seat_person(const char *text);

// Names for seats as they were asked for: a bot's id, a program without folders, a person's name;
// without one "you", or "player 2" unless there is only one. Equal names get numbers.
void agon_seat_names(const char *const *seats, int players, bool has_you,
                     char (*names)[AGON_SHOWN_NAME_SIZE]);

#endif
