// Writing replays.
#include "agon/replay.h"
#include "src/match/replay/chain.h"
#include "src/codec/json.h"

#include <string.h>

static const char *const mover_words[] = {
    [AGON_MOVER_SEAT] = "seat",
    [AGON_MOVER_RANDOM] = "random",
    [AGON_MOVER_RULES] = "rules",
};

static void write_hash(const agon_game *game, const agon_state *state, agon_json *json) {
    agon_json_key(json, "hash");
    agon_json_hex(json, agon_hash(game, state));
}

// The config without its seed, which has a key of its own.
static void write_config(const agon_value *config, agon_json *json) {
    agon_json_key(json, "config");
    if (agon_value_kind_of(config) != AGON_VALUE_OBJECT) {
        agon_json_null(json);
        return;
    }
    agon_json_open(json, '{');
    const char *key;
    json_t *value;
    json_object_foreach(agon_json_of(config), key, value) {
        if (strcmp(key, "seed") != 0) {
            agon_json_key(json, key);
            agon_json_value(json, agon_value_of(value));
        }
    }
    agon_json_close(json, '}');
}

static void write_terms(const agon_terms *terms, agon_json *json) {
    char text[AGON_TERMS_SIZE];
    agon_terms_write_clock(terms, text);
    agon_json_put_string(json, "clock", text);
    agon_terms_write_policy(terms, text);
    agon_json_put_string(json, "fault", text);
}

static void write_start(const agon_replay_head *head, agon_json *json) {
    if (head->seed) {
        write_config(head->config, json);
        agon_json_key(json, "seed");
        agon_json_seed(json, *head->seed);
    } else {
        agon_json_key(json, "state");
        agon_state_write(head->codec, head->game, head->first, json);
    }
}

static void write_seats(const agon_replay_head *head, agon_json *json) {
    agon_json_key(json, "seats");
    agon_json_open(json, '[');
    for (int p = 0; p < head->game->players; p++) {
        agon_json_string(json, head->seats[p]);
    }
    agon_json_close(json, ']');
}

void agon_replay_begin(agon_replay_writer *writer, agon_text *text, const agon_replay_head *head) {
    AGON_ASSERT(writer && text && head);
    size_t start = text->length;
    agon_json json = {.text = text};
    *writer = (agon_replay_writer){.codec = head->codec, .game = head->game, .text = text};
    agon_chain_start(&writer->chain);
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "format", "agon-replay");
    agon_json_put_int(&json, "version", AGON_REPLAY_VERSION);
    agon_json_put_string(&json, "game", head->codec->rules->id);
    agon_json_put_int(&json, "rules_version", head->game->version);
    agon_json_put_int(&json, "players", head->game->players);
    write_start(head, &json);
    write_seats(head, &json);
    write_terms(head->terms, &json);
    if (head->commitment) {
        agon_json_put_string(&json, "commitment", head->commitment);
    }
    write_hash(head->game, head->first, &json);
    agon_chain_close(&writer->chain, text, start);
}

static void write_faults(const agon_move *move, agon_json *json) {
    agon_json_key(json, "faults");
    agon_json_open(json, '[');
    for (size_t i = 0; i < move->fault_count; i++) {
        agon_json_open(json, '{');
        agon_json_put_string(json, "fault", agon_fault_word(move->faults[i].fault));
        agon_json_put_string(json, "reason", move->faults[i].reason);
        agon_json_close(json, '}');
    }
    agon_json_close(json, ']');
}

void agon_replay_add(agon_replay_writer *writer, const agon_move *move) {
    AGON_ASSERT(writer && writer->text && move);
    size_t start = writer->text->length;
    agon_json json = {.text = writer->text};
    agon_json_open(&json, '{');
    agon_json_put_int(&json, "n", move->number);
    agon_json_key(&json, "player");
    writer->codec->player_write(writer->game, move->player, &json);
    agon_json_key(&json, "action");
    writer->codec->action_write(writer->game, move->before, move->action, &json);
    write_hash(writer->game, move->after, &json);
    if (move->time >= 0) {
        agon_json_put_int(&json, "us", move->time);
    }
    if (move->by != AGON_MOVER_SEAT) {
        agon_json_put_string(&json, "by", mover_words[move->by]);
    }
    if (move->fault_count > 0) {
        write_faults(move, &json);
    }
    if (move->forfeits) {
        agon_json_put_bool(&json, "forfeit", true);
    }
    agon_chain_close(&writer->chain, writer->text, start);
}

static void write_places(const agon_game *game, const agon_result *result, agon_json *json) {
    agon_json_key(json, "places");
    if (!result->over) {
        agon_json_null(json);
        return;
    }
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        agon_json_int(json, result->places[p]);
    }
    agon_json_close(json, ']');
}

// Those who forfeited, in the order in which they did.
static void write_forfeits(const agon_codec *codec, const agon_game *game,
                           const agon_result *result, agon_json *json) {
    agon_json_key(json, "forfeits");
    agon_json_open(json, '[');
    for (int order = 1; order <= game->players; order++) {
        for (int p = 0; p < game->players; p++) {
            if (result->forfeits[p] == order) {
                codec->player_write(game, p, json);
            }
        }
    }
    agon_json_close(json, ']');
}

void agon_result_write(const agon_codec *codec, const agon_game *game, const agon_result *result,
                       const char *salt, agon_json *json) {
    AGON_ASSERT(codec && game && result && json);
    agon_json_open(json, '{');
    agon_json_put_bool(json, "over", result->over);
    agon_json_put_int(json, "moves", result->moves);
    agon_json_key(json, "winners");
    if (result->over) {
        agon_players_write(codec, game, result->winners, json);
    } else {
        agon_json_null(json);
    }
    agon_json_key(json, "scores");
    agon_json_open(json, '[');
    for (int p = 0; p < game->players; p++) {
        agon_json_int(json, result->scores[p]);
    }
    agon_json_close(json, ']');
    write_places(game, result, json);
    write_forfeits(codec, game, result, json);
    if (salt) {
        agon_json_put_string(json, "salt", salt);
    }
    agon_json_close(json, '}');
}

void agon_replay_finish(agon_replay_writer *writer, const agon_result *result, const char *salt) {
    AGON_ASSERT(writer && writer->text && result);
    size_t start = writer->text->length;
    agon_json json = {.text = writer->text};
    agon_json_open(&json, '{');
    agon_json_key(&json, "result");
    agon_result_write(writer->codec, writer->game, result, salt, &json);
    agon_chain_close(&writer->chain, writer->text, start);
}
