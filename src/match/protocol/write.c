// What a bot is told.
#include "agon/protocol.h"
#include "agon/replay.h"
#include "agon/version.h"

#include "src/codec/json.h"

static agon_json begin(agon_text *text, const char *type) {
    agon_json json = {.text = text};
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "type", type);
    return json;
}

static void finish(agon_json *json) {
    agon_json_close(json, '}');
    agon_text_puts(json->text, "\n");
}

void agon_protocol_hello(agon_text *text) {
    AGON_ASSERT(text);
    agon_json json = begin(text, "hello");
    agon_json_put_int(&json, "protocol", AGON_PROTOCOL_VERSION);
    agon_json_put_string(&json, "engine", "agon " AGON_VERSION);
    finish(&json);
}

void agon_protocol_quit(agon_text *text) {
    AGON_ASSERT(text);
    agon_json json = begin(text, "quit");
    finish(&json);
}

static void put_player(const agon_codec *codec, const agon_game *game, int player,
                       agon_json *json) {
    agon_json_key(json, "player");
    codec->player_write(game, player, json);
}

static void put_players(const agon_codec *codec, const agon_game *game, agon_json *json) {
    agon_json_key(json, "players");
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        codec->player_write(game, p, json);
    }
    agon_json_close(json, ']');
}

// A time as whole milliseconds, rounded down.
static void put_time(const char *key, int64_t time, bool has_clock, agon_json *json) {
    if (has_clock) {
        agon_json_put_int(json, key, time / 1000);
    } else {
        agon_json_put_null(json, key);
    }
}

static void put_config(const agon_codec *codec, const agon_value *config, agon_json *json) {
    json_t *copy = agon_config_copy(config);
    agon_json_key(json, "config");
    if (!copy) {
        json->text->failed = true;
        return;
    }
    json_object_del(copy, "seed");
    for (size_t i = 0; codec->config_secrets && codec->config_secrets[i]; i++) {
        json_object_del(copy, codec->config_secrets[i]);
    }
    agon_json_value(json, agon_value_of(copy));
    json_decref(copy);
}

void agon_protocol_match(const agon_codec *codec, const agon_value *config,
                         const agon_seating *seating, agon_text *text) {
    AGON_ASSERT(codec && seating && text);
    bool has_clock = seating->terms->bank != AGON_NO_LIMIT;
    agon_json json = begin(text, "match");
    agon_json_put_string(&json, "game", codec->rules->id);
    agon_json_put_int(&json, "rules_version", seating->game->version);
    put_player(codec, seating->game, seating->player, &json);
    agon_json_put_int(&json, "seed", seating->seed);
    put_time("bank_ms", seating->terms->bank, has_clock, &json);
    put_time("increment_ms", seating->terms->increment, has_clock, &json);
    put_players(codec, seating->game, &json);
    put_config(codec, config, &json);
    finish(&json);
}

static void put_page(const agon_codec *codec, const agon_question *question, uint32_t offset,
                     uint32_t limit, agon_json *json) {
    uint32_t count = agon_count(question->game, question->view, question->player);
    agon_json_put_int(json, "count", count);
    agon_json_put_int(json, "offset", offset);
    agon_json_key(json, "actions");
    agon_json_open(json, '[');
    for (uint32_t i = offset; i < count && i - offset < limit; i++) {
        agon_action action = agon_nth(question->game, question->view, question->player, i);
        codec->action_write(question->game, question->view, action, json);
    }
    agon_json_close(json, ']');
}

static void put_events(const agon_codec *codec, const agon_game *game, const agon_event *events,
                       size_t count, agon_json *json) {
    agon_json_key(json, "events");
    agon_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        agon_event_write(codec, game, &events[i], false, json);
    }
    agon_json_close(json, ']');
}

static void put_view(const agon_codec *codec, const agon_game *game, const agon_state *view,
                     agon_json *json) {
    agon_json_key(json, "view");
    agon_state_write(codec, game, view, json);
}

// The words of a note: which fault, and why.
static void put_note(const agon_fault_note *note, agon_json *json) {
    agon_json_put_string(json, "fault", note ? agon_fault_word(note->fault) : NULL);
    agon_json_put_string(json, "reason", note ? note->reason : NULL);
}

void agon_protocol_think(const agon_codec *codec, const agon_question *question, uint32_t id,
                         uint32_t page, agon_text *text) {
    AGON_ASSERT(codec && question && text);
    agon_json json = begin(text, "think");
    agon_json_put_int(&json, "id", id);
    put_player(codec, question->game, question->player, &json);
    put_time("time_left_ms", question->time_left, question->time_left != AGON_NO_LIMIT, &json);
    put_note(question->refused, &json);
    put_page(codec, question, 0, page, &json);
    put_events(codec, question->game, question->events, question->event_count, &json);
    put_view(codec, question->game, question->view, &json);
    finish(&json);
}

void agon_protocol_actions(const agon_codec *codec, const agon_question *question, uint32_t id,
                           uint32_t offset, uint32_t limit, agon_text *text) {
    AGON_ASSERT(codec && question && text);
    agon_json json = begin(text, "actions");
    agon_json_put_int(&json, "id", id);
    put_page(codec, question, offset, limit, &json);
    finish(&json);
}

void agon_protocol_end(const agon_codec *codec, const agon_ending *ending, agon_text *text) {
    AGON_ASSERT(codec && ending && text);
    agon_json json = begin(text, "end");
    put_player(codec, ending->game, ending->player, &json);
    put_note(ending->forfeit, &json);
    agon_json_key(&json, "result");
    agon_result_write(codec, ending->game, ending->result, NULL, &json);
    put_events(codec, ending->game, ending->events, ending->event_count, &json);
    put_view(codec, ending->game, ending->view, &json);
    finish(&json);
}
