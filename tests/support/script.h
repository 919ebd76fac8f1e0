// Scripts: matches with scripted answers, to be conducted in several ways with one result.
//
// A script is a match with everything that seats do in it: legal answers, refused and unparsable
// ones, late, dead and leaving seats, pauses. script_play conducts it with agon_loop and writes down
// its steps and the replay. Whoever else conducts matches (the server, the terminal, the page's
// module) must get the same replay from the same steps, byte for byte.
//
// The clock is part of the script: an answer comes `us` microseconds after its question was put. Of
// players who may act at the same time each has a time of its own, so a conductor that asks them
// one after the other and one that asks all at once measure the same.
#ifndef AGON_TESTS_SUPPORT_SCRIPT_H
#define AGON_TESTS_SUPPORT_SCRIPT_H

#include "agon/loop.h"

typedef enum script_kind {
    SCRIPT_LEGAL,
    SCRIPT_REFUSED,    // an action that can be read, but not made
    SCRIPT_UNPARSABLE, // an answer that is none
    SCRIPT_LATE,       // no answer until the clock has run out
    SCRIPT_DEAD,       // a program that has ended
    SCRIPT_LEAVE,      // a person who leaves for good
    SCRIPT_PAUSE,      // nobody is there for `us`: nothing is charged, nothing is written
    SCRIPT_KIND_COUNT
} script_kind;

extern const char *const script_kind_words[]; // "legal", …

// What a program says that answers nonsense, and one that has ended.
#define SCRIPT_NONSENSE "this is no answer"
#define SCRIPT_ENDED "the program has ended"

typedef struct script_step {
    int player;
    script_kind kind;
    agon_action action; // of a legal or refused answer
    char *json;         // the same as a document; NULL
    int64_t us;
} script_step;

typedef struct script {
    // Set these.
    const agon_codec *codec;
    int players;
    agon_seed seed;
    const char *clock;
    const char *policy;
    agon_viewers persons; // the others are programs
    bool insists;         // everybody repeats an action until it is surplus, and then some
    // Made by script_play.
    char name[96];
    char seat_texts[AGON_MAX_PLAYERS][16];
    const char *seats[AGON_MAX_PLAYERS];
    script_step *steps;
    size_t count;
    agon_text replay;
} script;

// The salt with which every script's replay ends, and the commitment in its head.
#define SCRIPT_SALT "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
void script_commitment(const script *s, char commitment[AGON_COMMITMENT_SIZE]);

// How many scripts there are, and the i-th: every game, every number of players, every kind of clock
// and policy; then every game with actions that can be surplus, with every policy and people who insist.
size_t script_total(void);
void script_make(script *s, size_t i);

// Plays it; everything is the script's to free.
void script_play(script *s);
void script_free(script *s);

// What `agon_match_open` gets for it, whoever conducts it. Points into `s`, `table` and `commitment`.
agon_match_def script_def(const script *s, const agon_table *table, const char *commitment);
void script_table(const script *s, agon_table *table);

// The script with its steps and replay as a JSON document, for conductors in other languages.
void script_write(const script *s, agon_text *text);

#endif
