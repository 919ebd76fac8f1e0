// Reading replays: every line is checked, played and compared.
#include "src/match/replay/chain.h"
#include "src/match/replay/verify.h"
#include "src/codec/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESULT_KEY "{\"result\":"

static agon_status bad(agon_error *error, const char *text) {
    return agon_error_set(error, AGON_BAD_REPLAY, NULL, "%s", text);
}

// Takes the next line, checks its chain and parses it into replay->document.
static agon_status read_line(agon_replay *replay, const char **line, size_t *length,
                             agon_error *error) {
    const char *start = replay->text + replay->at;
    size_t rest = replay->length - replay->at;
    const char *end = rest > 0 ? memchr(start, '\n', rest) : NULL;
    *line = start;
    *length = end ? (size_t)(end - start) + 1 : rest;
    replay->line++;
    const char *damage = agon_chain_check(&replay->chain, start, *length);
    if (damage) {
        return bad(error, damage);
    }
    replay->at += *length;
    agon_value_free(replay->document);
    replay->document = agon_value_parse(start, *length - 1, error);
    if (!replay->document) {
        return error && error->status == AGON_NO_MEMORY ? AGON_NO_MEMORY : AGON_BAD_REPLAY;
    }
    return AGON_OK;
}

static agon_status check_format(const agon_cursor *at) {
    agon_cursor format = agon_cursor_child(at, "format");
    agon_cursor version = agon_cursor_child(at, "version");
    const char *word;
    int64_t number;
    if (!agon_cursor_read_object(at) || !agon_cursor_read_string(&format, &word) ||
        !agon_cursor_read_int(&version, 1, INT32_MAX, &number)) {
        return AGON_BAD_REPLAY;
    }
    if (strcmp(word, "agon-replay") != 0) {
        agon_cursor_refuse(&format, "this is not a replay of agon");
        return AGON_BAD_REPLAY;
    }
    if (number != AGON_REPLAY_VERSION) {
        agon_cursor_refuse(&version,
                           "the replay has format version %d, this program reads version %d",
                           (int)number, AGON_REPLAY_VERSION);
        return AGON_BAD_REPLAY;
    }
    return AGON_OK;
}

// Finds the game's codec, unless one is given.
static agon_status find_codec(const agon_cursor *at, const agon_codec **codec) {
    agon_cursor game = agon_cursor_child(at, "game");
    const char *id;
    if (!agon_cursor_read_string(&game, &id)) {
        return AGON_BAD_REPLAY;
    }
    if (!*codec) {
        *codec = agon_codec_find(id);
    }
    if (!*codec || strcmp((*codec)->rules->id, id) != 0) {
        return agon_error_set(at->reader->error, AGON_UNKNOWN_GAME, "game",
                              "there is no game %.60s here", id);
    }
    return AGON_OK;
}

// The version of the rules that the match was played by.
static agon_status read_rules_version(const agon_cursor *at, const agon_rules *rules,
                                      int *version) {
    agon_cursor place = agon_cursor_child(at, "rules_version");
    agon_error error = {0};
    int64_t number;
    if (!agon_cursor_read_int(&place, 1, UINT16_MAX, &number)) {
        return AGON_BAD_REPLAY;
    }
    if (agon_serves(rules, (int)number, &error)) {
        agon_cursor_refuse(&place, "%s", error.message);
        return AGON_BAD_REPLAY;
    }
    *version = (int)number;
    return AGON_OK;
}

// The config with the seed put back into it.
static agon_value *whole_config(const agon_cursor *at) {
    json_t *seed = agon_json_of(agon_value_member(at->value, "seed"));
    json_t *whole = agon_config_copy(agon_value_member(at->value, "config"));
    if (seed && !json_is_null(seed) && json_object_set(whole, "seed", seed) != 0) {
        json_decref(whole);
        return NULL;
    }
    return agon_value_of(whole);
}

static agon_status start_by_config(agon_replay *replay, const agon_codec *codec, int version,
                                   const agon_cursor *at, agon_error *error) {
    agon_cursor players = agon_cursor_child(at, "players");
    int64_t number = 0;
    if (agon_cursor_is_given(&players) &&
        !agon_cursor_read_int(&players, 0, AGON_MAX_PLAYERS, &number)) {
        return AGON_BAD_REPLAY;
    }
    agon_cursor given = agon_cursor_child(at, "config");
    if (agon_cursor_is_given(&given) && !agon_cursor_read_object(&given)) {
        return AGON_BAD_REPLAY;
    }
    agon_value *config = whole_config(at);
    if (!config) {
        return agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    }
    agon_status status =
        agon_table_init_as(codec, version, (int)number, config, &replay->table, error);
    agon_value_free(config);
    return status;
}

static agon_status start_by_state(agon_replay *replay, const agon_codec *codec, int version,
                                  const agon_value *state, agon_error *error) {
    agon_status status = agon_table_load_as(codec, version, state, &replay->table, error);
    if (status == AGON_OK && replay->table.state->viewer != AGON_NOBODY) {
        return bad(error, "a replay begins with a full state, not with a view");
    }
    return status;
}

// A state beside a seed decides nothing: the match begins with what config and seed give, and the
// state must be that. Otherwise a deal could be rigged under a commitment that is kept.
static agon_status start_by_both(agon_replay *replay, const agon_codec *codec, int version,
                                 const agon_cursor *at, const agon_cursor *state,
                                 agon_error *error) {
    agon_table given = {0};
    agon_status status = start_by_config(replay, codec, version, at, error);
    if (status) {
        return status;
    }
    status = agon_table_load_as(codec, version, state->value, &given, error);
    if (status == AGON_OK &&
        agon_hash(given.game, given.state) != agon_hash(replay->table.game, replay->table.state)) {
        agon_cursor_refuse(state, "config and seed give another one");
        status = AGON_BAD_REPLAY;
    }
    agon_table_free(&given);
    return status;
}

static agon_status make_first(agon_replay *replay, const agon_codec *codec, int version,
                              const agon_cursor *at, agon_error *error) {
    const agon_cursor state = agon_cursor_child(at, "state");
    if (!state.value) {
        return start_by_config(replay, codec, version, at, error);
    }
    if (agon_replay_has_seed(at->value)) {
        return start_by_both(replay, codec, version, at, &state, error);
    }
    if (agon_value_member(at->value, "commitment")) {
        agon_cursor_refuse(&state, "there is a commitment, but no seed that it could be to");
        return AGON_BAD_REPLAY;
    }
    return start_by_state(replay, codec, version, state.value, error);
}

static agon_status check_hash(const agon_replay *replay, const agon_cursor *at) {
    agon_cursor hash = agon_cursor_child(at, "hash");
    const char *recorded;
    char played[17];
    if (!agon_cursor_read_string(&hash, &recorded)) {
        return AGON_BAD_REPLAY;
    }
    snprintf(played, sizeof played, "%016llx",
             (unsigned long long)agon_hash(replay->table.game, replay->table.state));
    if (strcmp(recorded, played) != 0) {
        agon_cursor_refuse(&hash, "the state differs: its hash is %s", played);
        return AGON_BAD_REPLAY;
    }
    return AGON_OK;
}

static agon_status start(agon_replay *replay, const agon_codec *codec, const agon_cursor *at,
                         agon_error *error) {
    int version = 0;
    agon_status status = check_format(at);
    if (status == AGON_OK) {
        status = find_codec(at, &codec);
    }
    if (status == AGON_OK) {
        status = read_rules_version(at, codec->rules, &version);
    }
    if (status) {
        return status;
    }
    status = make_first(replay, codec, version, at, error);
    return status ? status : check_hash(replay, at);
}

agon_status agon_replay_open(const char *text, size_t length, const agon_codec *codec,
                             agon_replay *replay, agon_error *error) {
    AGON_ASSERT((text || length == 0) && replay);
    const char *line;
    size_t line_length;
    *replay = (agon_replay){.text = text, .length = length};
    agon_chain_start(&replay->chain);
    agon_status status = read_line(replay, &line, &line_length, error);
    if (status) {
        return status;
    }
    replay->head = replay->document;
    replay->document = NULL;
    agon_reader reader = {.status = AGON_BAD_REPLAY, .error = error};
    agon_cursor at = agon_cursor_root(&reader, replay->head);
    return start(replay, codec, &at, error);
}

static agon_status check_number(const agon_replay *replay, const agon_cursor *at) {
    agon_cursor n = agon_cursor_child(at, "n");
    int64_t number;
    if (!agon_cursor_read_int(&n, 0, UINT32_MAX, &number)) {
        return AGON_BAD_REPLAY;
    }
    if (number != (int64_t)replay->moves + 1) {
        agon_cursor_refuse(&n, "move %lld where move %lld should be", (long long)number,
                           (long long)replay->moves + 1);
        return AGON_BAD_REPLAY;
    }
    return AGON_OK;
}

static agon_status read_player(agon_replay *replay, const agon_cursor *at) {
    agon_cursor player = agon_cursor_child(at, "player");
    if (!player.value) {
        agon_cursor_refuse(&player, "is missing");
        return AGON_BAD_REPLAY;
    }
    replay->player = replay->table.codec->player_read(replay->table.game, player.value);
    if (replay->player < 0) {
        agon_cursor_refuse(&player, "there is no such player");
        return AGON_BAD_REPLAY;
    }
    return AGON_OK;
}

static agon_status apply_actions(agon_replay *replay, agon_error *error) {
    agon_context context = {.sink = replay->sink};
    agon_state *state = replay->table.state;
    for (size_t i = 0; i < replay->count; i++) {
        agon_status status = agon_apply(replay->table.game, state, replay->player,
                                        replay->actions[i], &context, state, error);
        if (status) {
            return status;
        }
        replay->moves++;
    }
    return AGON_OK;
}

static void note_forfeit(agon_replay *replay) {
    uint8_t count = 0;
    if (!json_is_true(agon_json_of(agon_value_member(replay->document, "forfeit")))) {
        return;
    }
    for (int p = 0; p < replay->table.game->players; p++) {
        count = (uint8_t)(count + (replay->forfeits[p] != 0));
    }
    if (replay->forfeits[replay->player] == 0) {
        replay->forfeits[replay->player] = (uint8_t)(count + 1);
    }
}

static agon_status play_move(agon_replay *replay, const agon_cursor *at, agon_error *error) {
    agon_status status = check_number(replay, at);
    if (status == AGON_OK) {
        status = read_player(replay, at);
    }
    if (status == AGON_OK) {
        status = agon_action_read(replay->table.codec, replay->table.game, replay->table.state,
                                  agon_value_member(at->value, "action"), replay->actions,
                                  &replay->count, error);
    }
    if (status == AGON_OK) {
        status = apply_actions(replay, error);
    }
    if (status == AGON_OK) {
        note_forfeit(replay);
        status = check_hash(replay, at);
    }
    return status;
}

// Every key of `played` must be in `recorded` with the same value; it may have more.
static agon_status compare_results(const agon_value *played, const agon_value *recorded,
                                   agon_error *error) {
    const char *key;
    json_t *value;
    json_object_foreach(agon_json_of(played), key, value) {
        if (!json_equal(value, agon_json_of(agon_value_member(recorded, key)))) {
            return agon_error_set(error, AGON_BAD_REPLAY, key, "the match came out differently");
        }
    }
    return AGON_OK;
}

static agon_status check_result(const agon_replay *replay, const agon_value *recorded,
                                agon_error *error) {
    const agon_table *table = &replay->table;
    agon_result result =
        agon_result_make(table->game, table->state, replay->forfeits, replay->moves);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_result_write(table->codec, table->game, &result, NULL, &json);
    agon_value *played = text.failed ? NULL : agon_value_parse(text.data, text.length, NULL);
    agon_status status = played ? compare_results(played, recorded, error)
                                : agon_error_set(error, AGON_NO_MEMORY, NULL, "out of memory");
    agon_value_free(played);
    agon_text_free(&text);
    return status;
}

// Whether seed and salt open what was published before the match.
static agon_status check_commitment(const agon_replay *replay, const agon_value *result,
                                    agon_error *error) {
    const agon_value *published = agon_value_member(replay->head, "commitment");
    const char *commitment = agon_value_text(published);
    if (published && (!commitment || !agon_replay_opens(replay, result, commitment))) {
        return agon_error_set(error, AGON_BAD_REPLAY, "commitment", "seed and salt do not open it");
    }
    return AGON_OK;
}

// The last line: {"result":…,"chain":…}, and nothing else before or after it.
static agon_status read_result(agon_replay *replay, const agon_value *result, const char *line,
                               size_t length, agon_error *error) {
    const size_t key = sizeof RESULT_KEY - 1;
    agon_status status = check_result(replay, result, error);
    if (status == AGON_OK) {
        status = check_commitment(replay, result, error);
    }
    if (status) {
        return status;
    }
    if (memcmp(line, RESULT_KEY, key) != 0 || agon_value_count(replay->document) != 2) {
        return bad(error, "the last line has more than a result");
    }
    replay->result = line + key;
    replay->result_length = length - key - AGON_CHAIN_TAIL;
    if (replay->at != replay->length) {
        replay->line++;
        return bad(error, "something follows the result");
    }
    return AGON_OK;
}

agon_status agon_replay_next(agon_replay *replay, agon_replay_part *part, agon_error *error) {
    AGON_ASSERT(replay && part);
    const char *line;
    size_t length;
    if (replay->at == replay->length) {
        *part = AGON_REPLAY_CUT;
        return AGON_OK;
    }
    agon_status status = read_line(replay, &line, &length, error);
    if (status) {
        return status;
    }
    agon_reader reader = {.status = AGON_BAD_REPLAY, .error = error};
    agon_cursor at = agon_cursor_root(&reader, replay->document);
    if (!agon_cursor_read_object(&at)) {
        return AGON_BAD_REPLAY;
    }
    const agon_value *result = agon_value_member(replay->document, "result");
    *part = result ? AGON_REPLAY_RESULT : AGON_REPLAY_MOVE;
    return result ? read_result(replay, result, line, length, error)
                  : play_move(replay, &at, error);
}

agon_replay_writer agon_replay_resume(const agon_replay *replay, agon_text *text) {
    AGON_ASSERT(replay && text);
    return (agon_replay_writer){.codec = replay->table.codec,
                                .game = replay->table.game,
                                .text = text,
                                .chain = replay->chain};
}

void agon_replay_close(agon_replay *replay) {
    AGON_ASSERT(replay);
    agon_value_free(replay->head);
    agon_value_free(replay->document);
    agon_table_free(&replay->table);
    *replay = (agon_replay){0};
}
