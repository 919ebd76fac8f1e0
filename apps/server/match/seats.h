// The seats of a match as the server keeps them: who may take one, who holds it, by which token.
//
// Whoever shows the token of a seat has the authority of its holder, for as long as the holder is the same.
// A seat counts its holders: its epoch is raised whenever it is given to somebody, given anew with another
// token, or released. What was allowed by an earlier epoch is allowed no more, whoever remembers it:
//
//              give: epoch + 1                       give: epoch + 1, another token
//     ┌─────────────────┐ ───────────► ┌────────┐ ─────────┐
//     │ OPEN or INVITED │              │ PERSON │          │
//     └─────────────────┘ ◄─────────── └────────┘ ◄────────┘
//                        release: epoch + 1
//
// The epoch is stored with the seat, so it holds for every process that serves the match, and only grows.
#ifndef AGON_APPS_SERVER_MATCH_SEATS_H
#define AGON_APPS_SERVER_MATCH_SEATS_H

#include "apps/server/secrets.h"

#include "src/codec/name.h"

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
    bool left;          // has left, forfeited or run out of time
    bool late;          // it was the time
    bool is_reserved;   // when it is free, only who is invited may take it
    bool is_maker;      // its holder made the match: may invite
    bool is_heir;       // of a rematch: for the holder of the seat before it in the old match
    int64_t epoch;      // how often it was given or released
    const char *player; // its player as JSON; of the agon_server_seats
    char name[AGON_NAME_SIZE]; // "": none
    char bot[AGON_BOT_SIZE];   // as it was asked for
    agon_secret token;         // of the one who holds it
    agon_secret invite;        // of the one who may take it; spent when it is taken
    agon_secret client;        // of the one who took it: may ask for a new token
} agon_server_seat;

// Who somebody is in a match: the holder of a seat, at a time. A seat of −1 is nobody's.
typedef struct agon_authority {
    int seat;
    int64_t epoch;
} agon_authority;

extern const agon_authority agon_nobody;

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

// Seats a person, with a new token. An invitation is spent by it.
void agon_server_seat_give(agon_server_seat *seat, const agon_random *random,
                           char token[AGON_TOKEN_SIZE]);
// The holder goes: the seat can be taken again, and nothing of the holder is kept.
void agon_server_seat_release(agon_server_seat *seat);

// Draws an invitation; an earlier one is worth nothing then.
void agon_server_seat_invite(agon_server_seat *seat, const agon_random *random,
                             char invite[AGON_TOKEN_SIZE]);

// What is kept of a secret; and whether a text is the one.
void agon_secret_keep(agon_secret *secret, const char *text);
bool agon_secret_fits(const agon_secret *secret, const char *text);

// The seat that a token, or the secret of its client, holds; or −1. Takes the same time whichever it is.
int agon_server_seats_find(const agon_server_seats *seats, const char *token);
int agon_server_seats_find_client(const agon_server_seats *seats, const char *client);

// The authority of who holds the seat now; −1: nobody's.
agon_authority agon_server_seats_authority(const agon_server_seats *seats, int seat);
// Whether the seat has still the holder that it had then. False for nobody.
bool agon_server_seats_honour(const agon_server_seats *seats, agon_authority authority);

int agon_server_seats_maker(
    const agon_server_seats *seats); // whose holder made the match; −1: none
bool agon_server_seats_has(const agon_server_seats *seats, agon_server_seat_kind kind);
bool agon_server_seats_are_taken(const agon_server_seats *seats); // none is open or invited

// The name of the operator's program that has the seat ("program:NAME"); NULL: it is not a program.
const char *agon_server_seat_program(const agon_server_seat *seat);
// The same of a bot as it is asked for.
const char *agon_bot_program(const char *bot);

// Reads the name of a person, if it is given: as agon_name_check has it.
AGON_MUST_USE bool agon_seat_name_read(const agon_cursor *at, char name[AGON_NAME_SIZE]);

#endif
