// The store: what outlives the process, behind a small table of functions.
//
// A match is a record and rows. The record is small and replaced as a whole; rows are only ever
// added, each the work of one step: lines of the replay, and what is needed to recognise a repeated
// request. Head, rows' lines and result put together are the replay.
//
// Every save names the version of the record it was made from. A store refuses one that is not the
// present version (AGON_STORE_CONFLICT): so two processes on one store can never both continue a
// match. All functions block; threads of the pool call them (workers.h), one thread per store handle.
#ifndef AGON_APPS_SERVER_STORE_STORE_H
#define AGON_APPS_SERVER_STORE_STORE_H

#include "agon/codec.h"

#define AGON_ID_SIZE 23 // 22 characters and NUL
#define AGON_HASH_SIZE 32
#define AGON_NEVER INT64_MAX                      // as a deadline
#define AGON_TIME_MAX INT64_C(253402300800000000) // the year 10000: sums of times do not overflow
#define AGON_ROWS_MAX 10000000                    // of one match

typedef enum agon_store_status {
    AGON_STORE_OK,
    AGON_STORE_CONFLICT, // somebody else has saved this match, or made one with this id
    AGON_STORE_MISSING,  // there is no such match
    AGON_STORE_DAMAGED,  // what is stored under this id cannot be a match
    AGON_STORE_FAILED    // nothing has been stored (full disk, failing write, no memory)
} agon_store_status;

typedef enum agon_record_status {
    AGON_RECORD_WAITING,
    AGON_RECORD_RUNNING,
    AGON_RECORD_OVER,
    AGON_RECORD_CANCELLED,
    AGON_RECORD_STATUS_COUNT
} agon_record_status;

// Texts are owned, malloc; NULL: there is none. Times are microseconds since 1970.
typedef struct agon_record {
    char id[AGON_ID_SIZE];
    int64_t version; // 0: not stored yet; every save adds one
    agon_record_status status;
    bool listed;
    bool open; // somebody may take a seat without an invitation
    int64_t created;
    int64_t updated;
    int64_t deadline; // of a clock, or of waiting; AGON_NEVER
    int64_t shift;    // what the server's absence has added to the deadline since the last save
    char *game;
    int rules_version; // which the match is played by, to its end
    char *config;      // JSON
    char *seats;       // JSON, see seats.h
    char *timer;       // JSON, see timer.h
    char *seed;        // 32 hex digits
    char *salt;        // 64 hex digits
    char *head;        // the replay's first line
    char *result;      // the replay's last line
    char *rematch;
    uint32_t rows;
} agon_record;

// One step of a match.
typedef struct agon_row {
    uint32_t number;                     // from 1
    int32_t player;                      // who asked for it; −1: the server made it
    uint32_t sequence;                   // the number it answered to
    uint32_t now;                        // that player's number after it
    uint8_t fingerprint[AGON_HASH_SIZE]; // of client and action: tells a repeated request
    int64_t at;
    char *lines; // of the replay, owned
} agon_row;

// A match as it is read.
typedef struct agon_stored {
    agon_record record;
    agon_row *rows;
    size_t count;
    agon_error why; // of AGON_STORE_DAMAGED: for the operator, since it may tell what is hidden
} agon_stored;

// A place in a list that is ordered by a time, and by ids where times are equal.
typedef struct agon_place {
    int64_t at;
    char id[AGON_ID_SIZE];
} agon_place;

typedef struct agon_records {
    agon_record *items;
    size_t count, capacity;
    agon_place
        last; // of a list as long as was asked for: there may be more after it; id "": the end
} agon_records;

// Which matches to list. Newest first.
typedef struct agon_filter {
    const char *game;  // NULL: all
    int status;        // −1: all
    int open;          // 0, 1, or −1: both
    agon_place before; // made before it
    uint32_t limit;
} agon_filter;

// Which matches to list by a time of theirs, the earliest first: after a place, up to a time.
typedef struct agon_span {
    agon_place after;
    int64_t until;
    uint32_t limit;
} agon_span;

typedef struct agon_store agon_store;

// What a kind of store does.
typedef struct agon_store_kind {
    // Several saves between begin and commit reach the disk together, or none of them does.
    agon_store_status (*begin)(agon_store *store);
    agon_store_status (*commit)(agon_store *store);
    void (*rollback)(agon_store *store);
    // Replaces a record that has record->version − 1, or adds one with version 1; adds the row, if
    // there is one.
    agon_store_status (*save)(agon_store *store, const agon_record *record, const agon_row *row);
    agon_store_status (*load)(agon_store *store, const char *id, agon_stored *stored);
    // Listed matches whose rules are served.
    agon_store_status (*list)(agon_store *store, const agon_filter *filter, agon_records *records);
    // Matches whose rules are served, by their deadline. One that is damaged has its id and version 0.
    agon_store_status (*due)(agon_store *store, const agon_span *span, agon_records *records);
    // The server lives at this time.
    agon_store_status (*alive)(agon_store *store, int64_t now);
    // The server starts at this time: clocks have stood still since it last lived. Deadlines of
    // running matches move by as much, back if the clock of the machine has been set back.
    agon_store_status (*wake)(agon_store *store, int64_t now);
    void (*close)(agon_store *store);
} agon_store_kind;

struct agon_store {
    const agon_store_kind *kind;
};

// SQLite: a file in WAL mode, every commit synced, for its owner only (private.h), and brought to the
// present schema (schema.h). NULL, with the reason. Each handle is for one thread; several handles may
// have the same file open.
agon_store *agon_store_open_sqlite(const char *path, agon_error *error);

// The same for looking only: the file is not made, changed or brought to another schema. One of another
// schema than ours is refused.
agon_store *agon_store_open_sqlite_reading(const char *path, agon_error *error);

// For mending: one that nobody else has open, and that nobody else can open meanwhile; likewise.
agon_store *agon_store_open_sqlite_alone(const char *path, agon_error *error);
// Copies all of it into a file that is not there yet, for its owner only. False, with the reason.
AGON_MUST_USE bool agon_store_sqlite_copy(agon_store *store, const char *path, agon_error *error);
// Keeps the first `rows` steps of a match, or makes it one that was cancelled before it began.
AGON_MUST_USE agon_store_status agon_store_sqlite_cut(agon_store *store, const char *id,
                                                      uint32_t rows);
AGON_MUST_USE agon_store_status agon_store_sqlite_cancel(agon_store *store, const char *id);

// Like `load`; of a match that is damaged `stored` has what could be read before the damage: nothing,
// the record, or record and rows. Free it in any case.
agon_store_status agon_store_sqlite_salvage(agon_store *store, const char *id, agon_stored *stored);

// What is found by looking at a whole database (audit.c). All of it is of one moment.
typedef struct agon_audit {
    void *user;
    // Something is wrong with the file, as SQLite says it: it names tables and pages, not what is in them.
    void (*fault)(void *user, const char *message);
    // A match; NULL: something is there instead of an id. False ends the audit.
    bool (*match)(void *user, const char *id);
    int64_t strays; // set: steps of matches that are not there
    int schema;     // set
} agon_audit;

// AGON_STORE_FAILED: the file could not be read to its end, which `fault` was told.
AGON_MUST_USE agon_store_status agon_store_sqlite_audit(agon_store *store, agon_audit *audit);

// What the handle's statements have cost since it was last asked: steps of SQLite's machine.
int64_t agon_store_sqlite_steps(agon_store *store);

// Whether this program has the game and plays by that version of its rules; otherwise the sentence that
// says why not, for whoever wants the match.
AGON_MUST_USE agon_status agon_record_serves(const char *game, int rules_version,
                                             agon_error *error);

void agon_record_free(agon_record *record);
// False: no memory; `to` is then empty.
AGON_MUST_USE bool agon_record_copy(agon_record *to, const agon_record *from);
void agon_row_free(agon_row *row);
void agon_stored_free(agon_stored *stored);
// Adds the replay, as far as it is stored: head, the lines of all rows, and the result if there is one and
// no row is missing before it. False: no memory.
AGON_MUST_USE bool agon_stored_write(const agon_stored *stored, agon_text *replay);
void agon_records_free(agon_records *records);

extern const char *const agon_record_words[]; // "waiting", …, NULL

#endif
