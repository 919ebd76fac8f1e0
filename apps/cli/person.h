// A person at the terminal as a seat: plain lines, for a quick try. `agon play` is the comfortable
// way.
#ifndef AGON_APPS_CLI_PERSON_H
#define AGON_APPS_CLI_PERSON_H

#include "agon/seat.h"

// The seat's `self` is the game's codec.
extern const agon_driver agon_cli_person;

#endif
