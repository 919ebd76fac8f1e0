// JSON at the border: config, state, view, action and event, in and out.
//
// Most programs need document.h only, text in and text out. This is what is behind it, for those who
// define a game (one agon_codec per game) or take documents apart themselves.
//
// Reading goes through cursors that know their JSON path, so that every error names the value it is
// about. Writing goes straight to text, in a fixed key order and without spaces: equal values give
// equal bytes. A writer remembers that memory ran out, so that code which writes needs no checks on
// the way.
#ifndef AGON_CODEC_H
#define AGON_CODEC_H

#include "agon/fields.h"

AGON_C_BEGIN

// ---------------------------------------------------------------------------------------------
// Text that grows

typedef struct agon_text {
    char *data; // NUL-terminated once anything has been added; owned, agon_text_free
    size_t length;
    size_t capacity;
    bool failed; // memory ran out: the text is not complete
} agon_text;

// Appends bytes, a string, or what printf would print.
AGON_API void agon_text_add(agon_text *text, const char *bytes, size_t length);
AGON_API void agon_text_puts(agon_text *text, const char *string);
AGON_API void agon_text_printf(agon_text *text, const char *format, ...) AGON_PRINTF(2, 3);
// Frees the text; it can be used again.
AGON_API void agon_text_free(agon_text *text);

// ---------------------------------------------------------------------------------------------
// JSON that has been read

// A value, and all that is in it. Every function below takes NULL for a value that is not there.
typedef struct agon_value agon_value;

typedef enum agon_value_kind {
    AGON_VALUE_NONE, // there is no value
    AGON_VALUE_NULL,
    AGON_VALUE_BOOL,
    AGON_VALUE_INT,
    AGON_VALUE_REAL,
    AGON_VALUE_TEXT,
    AGON_VALUE_LIST,
    AGON_VALUE_OBJECT
} agon_value_kind;

#define AGON_JSON_MAX_BYTES (1u << 20)
#define AGON_JSON_MAX_DEPTH 64

// Parses one JSON value: at most AGON_JSON_MAX_BYTES and AGON_JSON_MAX_DEPTH, no duplicate keys,
// nothing after it. Integers beyond 64 bits become reals, too large reals the largest one: they
// are then wrong where they are used, not where they stand. NULL on error (AGON_BAD_JSON or
// AGON_NO_MEMORY), with the reason; the result is the caller's, agon_value_free.
AGON_API agon_value *agon_value_parse(const char *text, size_t length, agon_error *error);
AGON_API void agon_value_free(agon_value *value);

// What a value is.
AGON_API agon_value_kind agon_value_kind_of(const agon_value *value);
// A string; it belongs to the value. NULL if it is none.
AGON_API const char *agon_value_text(const agon_value *value);
// An integer; one beyond 64 bits is the nearest that fits. False if it is none.
AGON_API bool agon_value_int(const agon_value *value, int64_t *number);
// Entries of a list or an object, 0 for all else; one of them, or NULL.
AGON_API size_t agon_value_count(const agon_value *value);
AGON_API const agon_value *agon_value_item(const agon_value *list, size_t index);
AGON_API const agon_value *agon_value_member(const agon_value *object, const char *key);

// ---------------------------------------------------------------------------------------------
// Writing JSON

typedef struct agon_json {
    agon_text *text;
    bool needs_comma;
} agon_json;

// Each writes one value, or a key and then its value; commas come by themselves.
AGON_API void agon_json_open(agon_json *json, char bracket);  // '{' or '['
AGON_API void agon_json_close(agon_json *json, char bracket); // '}' or ']'
AGON_API void agon_json_key(agon_json *json, const char *key);
AGON_API void agon_json_int(agon_json *json, int64_t value);
AGON_API void agon_json_bool(agon_json *json, bool value);
AGON_API void agon_json_null(agon_json *json);
AGON_API void agon_json_string(agon_json *json, const char *value);      // NULL writes null
AGON_API void agon_json_hex(agon_json *json, uint64_t value);            // 16 hex digits, a string
AGON_API void agon_json_raw(agon_json *json, const char *value);         // one JSON value as it is
AGON_API void agon_json_value(agon_json *json, const agon_value *value); // keys in their order
// The same with all keys sorted: equal values give equal texts.
AGON_API void agon_json_value_sorted(agon_json *json, const agon_value *value);
AGON_API void agon_json_rng(agon_json *json, const agon_rng *rng); // {"key":…,"pos":…}
AGON_API void agon_json_seed(agon_json *json, agon_seed seed);     // number or hex string

// Key and value in one call.
AGON_API void agon_json_put_int(agon_json *json, const char *key, int64_t value);
AGON_API void agon_json_put_bool(agon_json *json, const char *key, bool value);
AGON_API void agon_json_put_string(agon_json *json, const char *key, const char *value);
AGON_API void agon_json_put_null(agon_json *json, const char *key);

// ---------------------------------------------------------------------------------------------
// Reading JSON

// Memory that is freed all at once. A table owns one, so that a config can point to what its
// document does not hold as it is needed (lists of structs, texts put together).
typedef struct agon_arena {
    struct agon_arena_block *last;
    bool failed; // memory ran out
} agon_arena;

// Where errors of one document go, and as which status.
typedef struct agon_reader {
    agon_status status;      // of every error: AGON_BAD_STATE, AGON_BAD_CONFIG or AGON_BAD_ACTION
    agon_error *error;       // may be NULL
    agon_arena *arena;       // what agon_cursor_alloc takes from; NULL where nothing can be kept
    const agon_rules *rules; // of the game that the document is about
} agon_reader;

// A value and the way to it. A cursor lives on the stack, below the one it came from.
typedef struct agon_cursor {
    const agon_reader *reader;
    const struct agon_cursor *up;
    const char *key; // NULL: an item of a list
    size_t index;
    const agon_value *value; // NULL: there is no such key
} agon_cursor;

// A cursor at a whole document; at a key of an object; at an entry of a list. What is not there has no
// `value`.
AGON_API agon_cursor agon_cursor_root(const agon_reader *reader, const agon_value *value);
AGON_API agon_cursor agon_cursor_child(const agon_cursor *up, const char *key);
AGON_API agon_cursor agon_cursor_item(const agon_cursor *up, size_t index);

// Zeroed memory from the reader's arena, aligned for anything; while configs and states are read it
// lives as long as the table. NULL, with the error set, if there is none.
AGON_API void *agon_cursor_alloc(const agon_cursor *at, size_t size);
AGON_API void agon_arena_free(agon_arena *arena);

// Sets the reader's error at this place; returns false.
AGON_API bool agon_cursor_refuse(const agon_cursor *at, const char *format, ...) AGON_PRINTF(2, 3);

// The value is there and not null.
AGON_API bool agon_cursor_is_given(const agon_cursor *at);

// These return false, with the error set, if the value is missing or of another type or range.
AGON_API AGON_MUST_USE bool agon_cursor_read_object(const agon_cursor *at);
AGON_API AGON_MUST_USE bool agon_cursor_read_list(const agon_cursor *at, size_t min, size_t max,
                                                  size_t *count);
AGON_API AGON_MUST_USE bool agon_cursor_read_int(const agon_cursor *at, int64_t min, int64_t max,
                                                 int64_t *value);
// The same for an integer of any size; one beyond 64 bits is the nearest that fits.
AGON_API AGON_MUST_USE bool agon_cursor_read_any_int(const agon_cursor *at, int64_t *value);
AGON_API AGON_MUST_USE bool agon_cursor_read_bool(const agon_cursor *at, bool *value);
// The text belongs to the document.
AGON_API AGON_MUST_USE bool agon_cursor_read_string(const agon_cursor *at, const char **value);
// The index of the string in `words`, a list that ends with NULL.
AGON_API AGON_MUST_USE bool agon_cursor_read_word(const agon_cursor *at, const char *const *words,
                                                  int *value);
// A JSON integer or 32 hex digits.
AGON_API AGON_MUST_USE bool agon_cursor_read_seed(const agon_cursor *at, agon_seed *seed);
// {"key": 32 hex digits, "pos": a number or a string of digits}
AGON_API AGON_MUST_USE bool agon_cursor_read_rng(const agon_cursor *at, agon_rng *rng);

// ---------------------------------------------------------------------------------------------
// A game's JSON

#define AGON_MAX_STEPS_PER_ACTION 130 // one JSON action expands to at most this many actions

// One number of a field, of its range or one of its words; and written.
AGON_API AGON_MUST_USE bool agon_field_read(const agon_cursor *at, const agon_field *field,
                                            int64_t *value);
AGON_API void agon_field_write(const agon_field *field, int64_t value, agon_json *json);

// One key of a game's config: the same table reads configs and describes them.
typedef struct agon_config_key {
    agon_field field; // key, meaning, and where and what a number is (agon/fields.h)
    // For what is not a number: reads it, and describes it by members of a JSON Schema,
    // "\"type\":\"array\",…".
    bool (*read)(const agon_cursor *at, void *config);
    const char *schema;
    bool is_seed; // it is in no config struct
    // The value, as JSON, by which whoever sets it knows what the game hides, such as the order of a deck that
    // is not shuffled; "*": any value does. NULL: none does. See agon_config_check_hidden.
    const char *reveals;
} agon_config_key;

// Reads the key that is called so, if the object `at` has it.
AGON_API AGON_MUST_USE bool agon_config_read_key(const agon_config_key *keys, const char *name,
                                                 const agon_cursor *at, void *config);

// Reads all of them.
AGON_API AGON_MUST_USE bool agon_config_read_keys(const agon_config_key *keys,
                                                  const agon_cursor *at, void *config,
                                                  agon_seed *seed);

// How one game is read, written and drawn. Every function is required; those of a game that is
// described are at the end.
typedef struct agon_codec {
    const agon_rules *rules;
    // A config document (NULL: none given) into the rules' config struct, already filled with
    // defaults, and its seed (already the default of rule ALL-6). Texts may point into the
    // document, which outlives the config.
    bool (*config_read)(const agon_cursor *at, void *config, agon_seed *seed);
    // The config that a state or view document implies (same struct, already filled with defaults).
    bool (*config_of_state)(const agon_cursor *at, void *config);
    // A state document, or a view document when `state->viewer` is not AGON_NOBODY, into `state`.
    // The memory is zeroed and `viewer` is set; `validate` runs afterwards. Either of the two sets
    // `used`.
    bool (*state_read)(const agon_game *game, const agon_cursor *at, agon_state *state);
    // A state or a view (state->viewer tells which).
    void (*state_write)(const agon_game *game, const agon_state *state, agon_json *json);
    // One action document into one or more actions (reader status is AGON_BAD_ACTION). `actions`
    // has room for AGON_MAX_STEPS_PER_ACTION. Ids that name nothing must become actions that
    // `check` refuses as AGON_INVALID_MOVE.
    bool (*action_read)(const agon_game *game, const agon_state *state, const agon_cursor *at,
                        agon_action *actions, size_t *count);
    void (*action_write)(const agon_game *game, const agon_state *state, agon_action action,
                         agon_json *json);
    // The player that a JSON value names, or −1.
    int (*player_read)(const agon_game *game, const agon_value *value);
    void (*player_write)(const agon_game *game, int player, agon_json *json);
    // The value of an event field whose kind is AGON_KIND_CUSTOM or above.
    void (*event_field_write)(const agon_game *game, const agon_event *event,
                              const agon_event_field *field, agon_json *json);
    // The board as plain text for people. A view shows what its viewer sees.
    void (*render)(const agon_game *game, const agon_state *state, agon_text *text);
    // What people may want to know besides the rules (cards, decks), as members of an object that is
    // open. NULL: nothing.
    void (*facts_write)(agon_json *json);
    // Keys of the config that players may not see, besides `seed`; ends with NULL. NULL: none.
    const char *const *config_secrets;
    // What the kinds from AGON_KIND_CUSTOM on are in TypeScript; NULL: there are none.
    const char *const *kind_types;
    // The keys that a config may have; ends with one without a key. NULL: what config_fields of the
    // rules say, and a seed; where there are none either, any.
    const agon_config_key *config_keys;
} agon_codec;

// The functions of a codec for a game with descriptions (agon/fields.h) of config, state and actions.
// A game whose documents differ in places takes those that fit. A whole codec of them:
//
//     const agon_codec agon_pig_codec = AGON_DESCRIBED_CODEC(&agon_pig_rules);
AGON_API bool agon_fields_config_read(const agon_cursor *at, void *config, agon_seed *seed);
AGON_API bool agon_fields_config_of_state(const agon_cursor *at, void *config);
AGON_API bool agon_fields_state_read(const agon_game *game, const agon_cursor *at,
                                     agon_state *state);
AGON_API void agon_fields_state_write(const agon_game *game, const agon_state *state,
                                      agon_json *json);
AGON_API bool agon_fields_action_read(const agon_game *game, const agon_state *state,
                                      const agon_cursor *at, agon_action *actions, size_t *count);
AGON_API void agon_fields_action_write(const agon_game *game, const agon_state *state,
                                       agon_action action, agon_json *json);
AGON_API int agon_fields_player_read(const agon_game *game, const agon_value *value);
AGON_API void agon_fields_player_write(const agon_game *game, int player, agon_json *json);
AGON_API void agon_fields_event_write(const agon_game *game, const agon_event *event,
                                      const agon_event_field *field, agon_json *json);
AGON_API void agon_fields_render(const agon_game *game, const agon_state *state, agon_text *text);

#define AGON_DESCRIBED_CODEC(table)                                                                \
    {                                                                                              \
        .rules = (table), .config_read = agon_fields_config_read,                                  \
        .config_of_state = agon_fields_config_of_state, .state_read = agon_fields_state_read,      \
        .state_write = agon_fields_state_write, .action_read = agon_fields_action_read,            \
        .action_write = agon_fields_action_write, .player_read = agon_fields_player_read,          \
        .player_write = agon_fields_player_write, .event_field_write = agon_fields_event_write,    \
        .render = agon_fields_render,                                                              \
    }

// The codec of a registered game, or NULL.
AGON_API const agon_codec *agon_codec_find(const char *id);
// The i-th registered game's codec, or NULL beyond the last.
AGON_API const agon_codec *agon_codec_at(size_t i);

// A game and a state in memory of their own, made from a document. Free with agon_table_free.
typedef struct agon_table {
    const agon_codec *codec;
    agon_game *game;
    agon_state *state;
    void *config;
    agon_arena arena;     // what the config points to, besides the document
    agon_value *document; // freed with the table; NULL: it is the caller's, and outlives the table
} agon_table;

// Refuses a config with a key that its game does not know, and names the nearest that it does. What
// objects inside it may have follows from the schemas of its keys, where they say
// "additionalProperties":false.
AGON_API AGON_MUST_USE agon_status agon_config_check(const agon_codec *codec,
                                                     const agon_value *config, agon_error *error);

// Refuses a config by which its author knows what the game hides from players: one with a seed, with a key
// of `config_secrets`, or with a value that a key `reveals` by. For whoever draws chance for people who do
// not trust each other.
AGON_API AGON_MUST_USE agon_status agon_config_check_hidden(const agon_codec *codec,
                                                            const agon_value *config,
                                                            agon_error *error);

// Writes the JSON Schema (2020-12) of a game's configs.
AGON_API void agon_config_schema_write(const agon_codec *codec, agon_json *json);

// Makes game and first state from a config document (NULL: all defaults).
AGON_API AGON_MUST_USE agon_status agon_table_init(const agon_codec *codec,
                                                   const agon_value *config, agon_table *table,
                                                   agon_error *error);

// The same for a number of players (0: the usual one) that the config may leave out.
AGON_API AGON_MUST_USE agon_status agon_table_init_for(const agon_codec *codec, int players,
                                                       const agon_value *config, agon_table *table,
                                                       agon_error *error);

// The same by that version of the rules (0: the newest), which also says what a config leaves out.
// AGON_BAD_CONFIG if the version is not served. With a version other than 0 the config has been
// accepted before, perhaps by another program: keys that are not known are ignored then.
AGON_API AGON_MUST_USE agon_status agon_table_init_as(const agon_codec *codec, int version,
                                                      int players, const agon_value *config,
                                                      agon_table *table, agon_error *error);

// The same with this seed, whatever the config says of it; for matches, which keep it apart.
AGON_API AGON_MUST_USE agon_status agon_table_seat(const agon_codec *codec, int players,
                                                   const agon_value *config, agon_seed seed,
                                                   agon_table *table, agon_error *error);

// The same by that version of the rules (0: the newest), for a match that began under it.
AGON_API AGON_MUST_USE agon_status agon_table_seat_as(const agon_codec *codec, int version,
                                                      int players, const agon_value *config,
                                                      agon_seed seed, agon_table *table,
                                                      agon_error *error);

// The seed that a config asks for. False: it has none, or not a good one.
AGON_API bool agon_seed_of_config(const agon_value *config, agon_seed *seed);

// Makes game and state from a state or view document; a document with `viewer` is a view.
AGON_API AGON_MUST_USE agon_status agon_table_load(const agon_codec *codec, const agon_value *state,
                                                   agon_table *table, agon_error *error);

// The same by that version of the rules (0: the newest).
AGON_API AGON_MUST_USE agon_status agon_table_load_as(const agon_codec *codec, int version,
                                                      const agon_value *state, agon_table *table,
                                                      agon_error *error);

// Frees what the table holds, and empties it.
AGON_API void agon_table_free(agon_table *table);

// Reads an action document. AGON_BAD_ACTION if it is malformed.
AGON_API AGON_MUST_USE agon_status agon_action_read(const agon_codec *codec, const agon_game *game,
                                                    const agon_state *state,
                                                    const agon_value *document,
                                                    agon_action *actions, size_t *count,
                                                    agon_error *error);

// Reads a viewer: a player of the game, or "spectator". −1 if it is neither.
AGON_API int agon_viewer_read(const agon_codec *codec, const agon_game *game,
                              const agon_value *document);
AGON_API void agon_viewer_write(const agon_codec *codec, const agon_game *game, int viewer,
                                agon_json *json);

// A list of the players in a set, in player order.
AGON_API void agon_players_write(const agon_codec *codec, const agon_game *game, agon_viewers set,
                                 agon_json *json);

// Writes the facts of a game (id, title, players, …) as members of an object that is open.
AGON_API void agon_rules_write(const agon_rules *rules, agon_json *json);

// Writes a state or view in canonical form.
AGON_API void agon_state_write(const agon_codec *codec, const agon_game *game,
                               const agon_state *state, agon_json *json);

// Writes an event. With `with_visible` its last key is `visible`: "all" or a list of players.
AGON_API void agon_event_write(const agon_codec *codec, const agon_game *game,
                               const agon_event *event, bool with_visible, agon_json *json);

// Players written as numbers from `base` on; for codecs of games that number their players.
AGON_API int agon_player_read_number(const agon_game *game, const agon_value *value, int base);

AGON_C_END

#endif
