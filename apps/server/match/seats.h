// The seats of a match as the server keeps them: who may take one, who holds it, by which token.
#ifndef AGON_APPS_SERVER_MATCH_SEATS_H
#define AGON_APPS_SERVER_MATCH_SEATS_H

#include "apps/server/secrets.h"

#define AGON_SEAT_NAME_MAX 40 // characters
#define AGON_SEAT_NAME_SIZE (4 * AGON_SEAT_NAME_MAX + 1)
#define AGON_BOT_SIZE 80

typedef enum agon_server_seat_kind {
    AGON_SERVER_SEAT_OPEN,
    AGON_SERVER_SEAT_INVITED,
    AGON_SERVER_SEAT_PERSON,
    AGON_SERVER_SEAT_BOT,
    AGON_SERVER_SEAT_KIND_COUNT
} agon_server_seat_kind;

extern const char *const agon_server_seat_words[]; // "open", …, NULL

typedef struct agon_secret {
    bool is_set;
    uint8_t hash[AGON_HASH_SIZE];
} agon_secret;

typedef struct agon_server_seat {
    agon_server_seat_kind kind;
    bool left;                      // has left, forfeited or run out of time
    bool late;                      // it was the time
    const char *player;             // its player as JSON; of the agon_server_seats
    char name[AGON_SEAT_NAME_SIZE]; // "": none
    char bot[AGON_BOT_SIZE];        // as it was asked for
    agon_secret token;              // of the one who holds it
    agon_secret invite;             // of the one who may take it
    agon_secret client;             // of the one who took it: may ask for a new token
} agon_server_seat;

typedef struct agon_server_seats {
    int count;
    agon_server_seat items[AGON_MAX_PLAYERS];
    char *players[AGON_MAX_PLAYERS]; // owned
} agon_server_seats;

// Reads what agon_server_seats_write wrote. False: it did not, or there is no memory.
AGON_MUST_USE bool agon_server_seats_read(const char *text, agon_server_seats *seats);
// The way back: everything, secrets' hashes included; NULL if memory ran out.
char *agon_server_seats_write(const agon_server_seats *seats);
void agon_server_seats_free(agon_server_seats *seats);

// Names the players as the game does. False: no memory.
AGON_MUST_USE bool agon_server_seats_name(agon_server_seats *seats, const agon_codec *codec,
                                          const agon_game *game);

// The seat that a token holds, or −1. Takes the same time whichever it is.
int agon_server_seats_find(const agon_server_seats *seats, const char *token);

bool agon_server_seats_has(const agon_server_seats *seats, agon_server_seat_kind kind);
bool agon_server_seats_are_taken(const agon_server_seats *seats); // none is open or invited

// The name of the operator's program that has the seat ("program:NAME"); NULL: it is not a program.
const char *agon_server_seat_program(const agon_server_seat *seat);
// The same of a bot as it is asked for.
const char *agon_bot_program(const char *bot);

// Whether a name can be shown: 1 to 40 characters, none of them a control character.
bool agon_name_is_good(const char *name);

#endif
