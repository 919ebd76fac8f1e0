// Documents: configs, states, views, actions and events as JSON text, in and out.
//
//     agon_table table;
//     agon_error error;
//     agon_action actions[AGON_MAX_STEPS_PER_ACTION];
//     size_t count;
//     agon_text text = {0};
//     const agon_codec *codec = agon_codec_find("entropy");
//     if (agon_config_from_json(codec, 2, "{\"seed\": 7}", &table, &error) != AGON_OK) return 1;
//     if (agon_action_from_json(&table, "{\"type\": \"end_turn\"}", actions, &count, &error) !=
//             AGON_OK ||
//         agon_apply(table.game, table.state, 0, actions[0], NULL, table.state, &error) != AGON_OK)
//         return 1;
//     agon_state_to_json(&table, table.state, &text);
//     if (!text.failed) puts(text.data);
//     agon_text_free(&text);
//     agon_table_free(&table);
//
// Whatever the text is, an error says what is wrong with it and where (`path`), and nothing has
// changed then. Writers append to a text, whose `failed` says that memory ran out.
#ifndef AGON_DOCUMENT_H
#define AGON_DOCUMENT_H

#include "agon/codec.h"

AGON_C_BEGIN

// Makes a game and its first state of a config, for a number of players (0: the usual one) that the
// config may leave out. NULL: a config without any key. AGON_BAD_JSON, AGON_BAD_CONFIG,
// AGON_NO_MEMORY; the table is then empty. Free it with agon_table_free.
AGON_API AGON_MUST_USE agon_status agon_config_from_json(const agon_codec *codec, int players,
                                                         const char *text, agon_table *table,
                                                         agon_error *error);

// The same of a state or of a view; a document with `viewer` is a view. AGON_BAD_JSON,
// AGON_BAD_STATE, AGON_NO_MEMORY.
AGON_API AGON_MUST_USE agon_status agon_state_from_json(const agon_codec *codec, const char *text,
                                                        agon_table *table, agon_error *error);

// Reads an action for the table's state. `actions` has room for AGON_MAX_STEPS_PER_ACTION: one
// document may stand for several that are made one after the other, all or none of them.
// AGON_BAD_JSON, AGON_BAD_ACTION, AGON_NO_MEMORY.
AGON_API AGON_MUST_USE agon_status agon_action_from_json(const agon_table *table, const char *text,
                                                         agon_action *actions, size_t *count,
                                                         agon_error *error);

// Reads a player as the game names it, or "spectator". AGON_BAD_JSON, AGON_UNKNOWN_PLAYER,
// AGON_NO_MEMORY.
AGON_API AGON_MUST_USE agon_status agon_viewer_from_json(const agon_table *table, const char *text,
                                                         int *viewer, agon_error *error);

// The JSON Schema (2020-12) of the game's configs.
AGON_API void agon_config_schema(const agon_codec *codec, agon_text *text);

// The ways back. A state is one of the table's game, a view of it, or a state after it.
AGON_API void agon_state_to_json(const agon_table *table, const agon_state *state, agon_text *text);
AGON_API void agon_action_to_json(const agon_table *table, agon_action action, agon_text *text);
AGON_API void agon_viewer_to_json(const agon_table *table, int viewer, agon_text *text);
// An event as it is; give those that agon_event_redact has passed to players.
AGON_API void agon_event_to_json(const agon_table *table, const agon_event *event, agon_text *text);

// The board as plain text for people.
AGON_API void agon_state_to_text(const agon_table *table, const agon_state *state, agon_text *text);

AGON_C_END

#endif
