// Who may see and do what, as simply as it can be said; and random clients who try everything else.
//
// The reference knows matches, seats and tokens. A token is worth something while it is the one that its seat
// has; a socket as long as the token that it said hello with. There are no epochs, no queues, no rooms
// and no store in it.
#ifndef AGON_TESTS_SERVER_SUPPORT_AUTHORITY_H
#define AGON_TESTS_SERVER_SUPPORT_AUTHORITY_H

#include <stdbool.h>
#include <stdint.h>

#define AUTHORITY_SEATS 4
#define AUTHORITY_TEXTS 80 // secrets of one match: tokens and invitations
#define AUTHORITY_NONE (-1)

typedef enum authority_kind { AUTHORITY_OPEN, AUTHORITY_INVITED, AUTHORITY_PERSON } authority_kind;

typedef enum authority_status {
    AUTHORITY_WAITING,
    AUTHORITY_RUNNING,
    AUTHORITY_OVER,
    AUTHORITY_CANCELLED
} authority_status;

typedef struct authority_seat {
    authority_kind kind;
    bool is_reserved, is_maker, is_heir, has_left;
    int token;  // the one that holds it
    int invite; // the one that takes it
    int client; // the number of the secret that takes it again
} authority_seat;

// A token or an invitation.
typedef struct authority_text {
    char text[48]; // "": not answered yet
    int seat;
    bool is_invite;
} authority_text;

typedef struct authority_match {
    bool is_used;
    char id[32]; // "": not answered yet
    authority_status status;
    int count;
    authority_seat seats[AUTHORITY_SEATS];
    authority_text texts[AUTHORITY_TEXTS];
    int text_count;
    int rematch;    // its place among the matches
    int64_t number; // of the last message; 0: not begun
    int turn;       // who may act
} authority_match;

typedef struct authority_wish {
    int seat;   // or none
    int invite; // a text of the match, whatever it is worth; or none
    int client; // or none
} authority_wish;

// What follows of a request, in HTTP's numbers; and the new text, if one is issued.
typedef struct authority_answer {
    int status;
    int seat;
    int text; // or none
} authority_answer;

// `kinds` has AUTHORITY_PERSON for the maker's own seat, once at most.
authority_answer authority_make(authority_match *match, const authority_kind *kinds, int count,
                                int client);
authority_answer authority_join(authority_match *match, authority_wish wish);
authority_answer authority_leave(authority_match *match, int token);
authority_answer authority_invite(authority_match *match, int token, int seat);
// `next` is where the new match is, or is to be.
authority_answer authority_rematch(authority_match *match, int token, authority_match *next,
                                   int next_index);
// Whether an action of the seat's turn is made. `token` may be none.
authority_answer authority_act(const authority_match *match, int token);
// The seat that a token holds now, or none.
int authority_seat_of(const authority_match *match, int token);

typedef struct authority_report {
    long steps;
    long matches, tokens, sockets, revoked, refused, acted, rematches, restarts;
} authority_report;

// Plays `steps` random steps of many clients and compares what happens with the reference. Fails the test
// where they differ.
authority_report authority_run(uint64_t seed, long steps);

#endif
