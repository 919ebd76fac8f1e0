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
    const char *client; // of who makes it, to take its seat again; NULL: none
} agon_making;

// Makes a match and stores it; ticket->saved is called with its room. The ticket is answered on
// failure.
void agon_make_match(agon_service *service, agon_ticket *ticket, agon_making *making);

// Reads the secret by which a client takes its seat again; NULL if it is not given. Refused unless it has
// the form of 128 random bits: AGON_CLIENT_MIN to AGON_CLIENT_MAX characters of base64url, more than
// hexadecimal digits if there are fewer than 32.
AGON_MUST_USE bool agon_client_read(const agon_cursor *at, const char **client);

#endif
