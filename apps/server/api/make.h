// Making a match, from a request or as a rematch.
#ifndef AGON_APPS_SERVER_API_MAKE_H
#define AGON_APPS_SERVER_API_MAKE_H

#include "apps/server/internal.h"

typedef struct agon_making {
    const agon_codec *codec;
    const json_t *config;    // may be NULL
    agon_server_seats seats; // count 0: the usual ones
    int me;                  // the seat of who makes it; −1: none
    agon_terms terms;
    bool listed;
} agon_making;

// Makes a match and stores it; ticket->saved is called with its room. The ticket is answered on
// failure.
void agon_make_match(agon_service *service, agon_ticket *ticket, agon_making *making);

// Draws the secrets of a room->next that is being made.
void agon_make_secrets(agon_room *room, agon_ticket *ticket);

// Seats a person, with a new token.
void agon_server_seat_give(agon_server_seat *seat, const agon_random *random,
                           char token[AGON_TOKEN_SIZE]);

#endif
