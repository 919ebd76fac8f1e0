// The seats of a match as the server keeps them: who may take one, who holds it, by which token.
#ifndef AGON_APPS_SERVER_MATCH_SEATS_H
#define AGON_APPS_SERVER_MATCH_SEATS_H

#include "apps/server/secrets.h"

#define AGON_NAME_MAX 40 // characters
#define AGON_NAME_SIZE (4 * AGON_NAME_MAX + 1)
#define AGON_BOT_SIZE 80

typedef enum agon_place_kind {
    AGON_PLACE_OPEN,
    AGON_PLACE_INVITED,
    AGON_PLACE_PERSON,
    AGON_PLACE_BOT,
    AGON_PLACE_KIND_COUNT
} agon_place_kind;

extern const char *const agon_place_words[]; // "open", …, NULL

typedef struct agon_secret {
    bool is_set;
    uint8_t hash[AGON_HASH_SIZE];
} agon_secret;

typedef struct agon_place {
    agon_place_kind kind;
    bool left;                 // has left, forfeited or run out of time
    bool late;                 // it was the time
    const char *player;        // its player as JSON; of the agon_places
    char name[AGON_NAME_SIZE]; // "": none
    char bot[AGON_BOT_SIZE];   // as it was asked for
    agon_secret token;         // of the one who holds it
    agon_secret invite;        // of the one who may take it
    agon_secret client;        // of the one who took it: may ask for a new token
} agon_place;

typedef struct agon_places {
    int count;
    agon_place items[AGON_MAX_PLAYERS];
    char *players[AGON_MAX_PLAYERS]; // owned
} agon_places;

// Reads what agon_places_write wrote. False: it did not, or there is no memory.
AGON_MUST_USE bool agon_places_read(const char *text, agon_places *places);
// The way back: everything, secrets' hashes included; NULL if memory ran out.
char *agon_places_write(const agon_places *places);
void agon_places_free(agon_places *places);

// Names the players as the game does. False: no memory.
AGON_MUST_USE bool agon_places_name(agon_places *places, const agon_codec *codec,
                                    const agon_game *game);

// The seat that a token holds, or −1. Takes the same time whichever it is.
int agon_places_find(const agon_places *places, const char *token);

bool agon_places_has(const agon_places *places, agon_place_kind kind);
bool agon_places_are_taken(const agon_places *places); // none is open or invited

// Whether a name can be shown: 1 to 40 characters, none of them a control character.
bool agon_name_is_good(const char *name);

#endif
