// What Skirmish's tests share: a table in a few words, actions in a few words, and what was heard.
//
//     sit("u0@1:acolyte u1@2:champion/d1 m0@1:+2 h0:dragon,scout d0:veteran g1:strike cur:0");
//     act(0, "play dragon 1");
//     assert_int_equal(power(0, 1), 12);
//     expect_heard("CARD_PLAYED 0 0-dragon-1 1 null", …);
//
// u: a unit (/b buffs, /d damage, /c cooldown, /used, /mute), m: a modifier, h: hand, d: deck (next
// draw first), g: graveyard, each with its player; cur, start, round: numbers; done: players who
// are; won: wins. Copies are numbered in the order in which they are mentioned.
//
// Actions: play CARD TERRAIN · play CARD @P,T · play CARD @P,T > T · use P@T @P,T [CARD] ·
// input @P,T · skip · end · pass
#ifndef AGON_SKIRMISH_TEST_TABLE_H
#define AGON_SKIRMISH_TEST_TABLE_H

#include "tests/support/support.h"

#include "games/skirmish/effects.h"

#include "agon/codec.h"

extern const agon_codec agon_skirmish_codec;

#define HEARD_MAX 64

static agon_table table;
static agon_error refusal;         // of the last thing that was refused
static char heard[HEARD_MAX][120]; // events of the last action but its snapshot, in short
static int heard_count;
static int last_type; // of the last event, whatever it was

static inline const skirmish_game *game(void) {
    return (const skirmish_game *)table.game;
}

static inline skirmish_state *state(void) {
    return (skirmish_state *)table.state;
}

static inline int leave(void **unused) {
    (void)unused;
    agon_table_free(&table);
    return 0;
}

static inline agon_status load_json(const json_t *json) {
    leave(NULL);
    refusal = (agon_error){0};
    return agon_table_load(&agon_skirmish_codec, agon_value_of(json), &table, &refusal);
}

static inline agon_status load(const char *text) {
    json_t *json = support_json(text);
    agon_status status = load_json(json);
    json_decref(json);
    return status;
}

static inline agon_status start(const char *config) {
    leave(NULL);
    json_t *json = support_json(config);
    refusal = (agon_error){0};
    agon_status status =
        agon_table_init(&agon_skirmish_codec, agon_value_of(json), &table, &refusal);
    json_decref(json);
    return status;
}

// ---------------------------------------------------------------------------------------------
// A table in a few words

typedef struct sketch {
    json_t *document;
    int copies[2][AGON_SKIRMISH_KINDS_MAX];
} sketch;

// Cuts the next word off a text; NULL at its end.
static inline char *cut(char **rest, char separator) {
    char *word = *rest;
    if (!word || !*word) {
        return NULL;
    }
    char *end = strchr(word, separator);
    *rest = end ? end + 1 : NULL;
    if (end) {
        *end = '\0';
    }
    return word;
}

static inline json_t *sketch_id(sketch *k, int player, const char *name) {
    char id[80];
    int kind = agon_skirmish_kind(agon_skirmish_catalogue, name, strlen(name));
    if (kind < 0) {
        fail_msg("no card %s", name);
    }
    snprintf(id, sizeof id, "%d-%s-%d", player, name, ++k->copies[player][kind]);
    return json_string(id);
}

static inline json_t *sketch_blank(void) {
    json_t *slots = json_array();
    for (int t = 0; t < AGON_SKIRMISH_TERRAINS; t++) {
        json_array_append_new(slots, json_pack("{s:[n,n],s:[i,i]}", "units", "modifiers", 0, 0));
    }
    return json_pack("{s:[{s:[],s:[],s:[]},{s:[],s:[],s:[]}],s:o,s:i,s:[b,b]}", "players", "hand",
                     "deck", "discard", "hand", "deck", "discard", "slots", slots, "currentPlayer",
                     0, "hasPassed", 0, 0);
}

static inline void sketch_cards(sketch *k, const char *zone, int player, char *list) {
    json_t *owner = json_array_get(json_object_get(k->document, "players"), (size_t)player);
    for (char *name = cut(&list, ','); name; name = cut(&list, ',')) {
        json_array_append_new(json_object_get(owner, zone), sketch_id(k, player, name));
    }
}

static inline void sketch_unit(sketch *k, int player, int terrain, char *text) {
    char *name = cut(&text, '/');
    json_t *unit = json_pack("{s:o}", "cardId", sketch_id(k, player, name));
    for (char *part = cut(&text, '/'); part; part = cut(&text, '/')) {
        bool is_word = strcmp(part, "used") == 0 || strcmp(part, "mute") == 0;
        if (is_word) {
            json_object_set_new(unit, *part == 'u' ? "activated" : "silenced", json_true());
        } else {
            const char *key = *part == 'b' ? "buffs" : *part == 'd' ? "damage" : "cooldown";
            json_object_set_new(unit, key, json_integer(atoi(part + 1)));
        }
    }
    json_t *slot = json_array_get(json_object_get(k->document, "slots"), (size_t)terrain);
    json_array_set_new(json_object_get(slot, "units"), (size_t)player, unit);
}

static inline void sketch_modifier(sketch *k, int player, int terrain, int value) {
    json_t *slot = json_array_get(json_object_get(k->document, "slots"), (size_t)terrain);
    json_array_set_new(json_object_get(slot, "modifiers"), (size_t)player, json_integer(value));
}

static inline void sketch_word(sketch *k, char *word) {
    char *value = strchr(word, ':') + 1;
    int player = word[1] - '0';
    int terrain = word[2] == '@' ? word[3] - '0' : 0;
    value[-1] = '\0';
    if (strcmp(word, "cur") == 0) {
        json_object_set_new(k->document, "currentPlayer", json_integer(atoi(value)));
    } else if (strcmp(word, "start") == 0) {
        json_object_set_new(k->document, "startingPlayer", json_integer(atoi(value)));
    } else if (strcmp(word, "round") == 0) {
        json_object_set_new(k->document, "currentRound", json_integer(atoi(value)));
    } else if (strcmp(word, "won") == 0) {
        json_object_set_new(k->document, "roundsWon",
                            json_pack("[i,i]", value[0] - '0', value[2] - '0'));
    } else if (strcmp(word, "done") == 0) {
        json_array_set_new(json_object_get(k->document, "hasPassed"), (size_t)atoi(value),
                           json_true());
    } else if (word[0] == 'u') {
        sketch_unit(k, player, terrain, value);
    } else if (word[0] == 'm') {
        sketch_modifier(k, player, terrain, atoi(value));
    } else {
        sketch_cards(k,
                     word[0] == 'h'   ? "hand"
                     : word[0] == 'd' ? "deck"
                                      : "discard",
                     player, value);
    }
}

static inline json_t *sketch_document(const char *words) {
    sketch k = {.document = sketch_blank()};
    char text[1000];
    char *rest = text;
    snprintf(text, sizeof text, "%s", words);
    for (char *word = cut(&rest, ' '); word; word = cut(&rest, ' ')) {
        sketch_word(&k, word);
    }
    return k.document;
}

static inline void sit(const char *words) {
    json_t *document = sketch_document(words);
    if (load_json(document) != AGON_OK) {
        fail_msg("%s: %s", refusal.path, refusal.message);
    }
    json_decref(document);
}

// ---------------------------------------------------------------------------------------------
// Looking at the table

static inline int power(int player, int terrain) {
    int slot = agon_skirmish_slot(player, terrain);
    return skirmish_has(state()->occupied, slot) ? state()->units[slot].power : -1;
}

static inline int modifier(int player, int terrain) {
    return state()->modifiers[agon_skirmish_slot(player, terrain)];
}

// Adds a word to a list.
static inline void join(char *text, size_t size, const char *word) {
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length ? "," : "", word);
}

static inline const char *names(int player, const uint8_t *list, int count) {
    static char text[1000];
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        join(text, sizeof text, game()->cards[game()->kind_of[player][list[i]]]->name);
    }
    return text;
}

static inline const char *hand(int player) {
    return names(player, state()->hand[player], state()->hand_count[player]);
}

static inline const char *grave(int player) {
    return names(player, state()->grave[player], state()->grave_count[player]);
}

static inline const char *unit_at(int player, int terrain) {
    int slot = agon_skirmish_slot(player, terrain);
    return skirmish_has(state()->occupied, slot) ? game()->cards[state()->units[slot].kind]->name
                                                 : "";
}

// ---------------------------------------------------------------------------------------------
// Acting

static inline void hear(void *user, const agon_event *event) {
    (void)user;
    last_type = event->type;
    if (event->type == AGON_SKIRMISH_STATE_SNAPSHOT) {
        return;
    }
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_event_write(&agon_skirmish_codec, table.game, event, false, &json);
    json_t *parsed = agon_json_parse(text.data, text.length, NULL);
    assert_true(heard_count < HEARD_MAX);
    char *out = heard[heard_count++];
    const char *key;
    json_t *value;
    out[0] = '\0';
    json_object_foreach(parsed, key, value) {
        char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        size_t length = strlen(out);
        bool is_text = dumped[0] == '"';
        snprintf(out + length, sizeof heard[0] - length, "%s%.*s", length ? " " : "",
                 (int)strlen(dumped) - (is_text ? 2 : 0), dumped + is_text);
        free(dumped);
    }
    json_decref(parsed);
    agon_text_free(&text);
}

// The lowest copy of a card in a list, or a card that nobody has.
static inline void pick_card(int player, const uint8_t *list, int count, const char *name, char *id,
                             size_t size) {
    int best = 0;
    for (int i = 0; i < count; i++) {
        int copy = game()->copy_of[player][list[i]];
        bool is_it = strcmp(game()->cards[game()->kind_of[player][list[i]]]->name, name) == 0;
        best = is_it && (best == 0 || copy < best) ? copy : best;
    }
    snprintf(id, size, "%d-%s-%d", player, name, best ? best : 1);
}

static inline json_t *action_of(int player, const char *words) {
    char verb[16] = "", name[32] = "", id[64], unit[64], rest[32] = "";
    int p, t, up, ut, to;
    sscanf(words, "%15s %31s", verb, name);
    if (strcmp(verb, "pass") == 0 || strcmp(verb, "end") == 0) {
        return json_pack("{s:s}", "type", *verb == 'p' ? "PASS" : "END_TURN");
    }
    if (strcmp(verb, "skip") == 0) {
        return json_pack("{s:s,s:b}", "type", "INPUT", "skip", 1);
    }
    if (sscanf(words, "input @%d,%d", &p, &t) == 2) {
        return json_pack("{s:s,s:[i,i]}", "type", "INPUT", "target", p, t);
    }
    if (sscanf(words, "use %d@%d @%d,%d %31s", &up, &ut, &p, &t, rest) >= 4) {
        int slot = agon_skirmish_slot(up, ut);
        snprintf(unit, sizeof unit, "%d-%s-%d", up, unit_at(up, ut),
                 game()->copy_of[up][state()->units[slot].card]);
        json_t *use =
            json_pack("{s:s,s:s,s:[i,i]}", "type", "ACTIVATE", "unitId", unit, "target", p, t);
        if (rest[0]) {
            pick_card(player, state()->grave[player], state()->grave_count[player], rest, id,
                      sizeof id);
            json_object_set_new(use, "cardId", json_string(id));
        }
        return use;
    }
    pick_card(player, state()->hand[player], state()->hand_count[player], name, id, sizeof id);
    if (sscanf(words, "play %*s @%d,%d > %d", &p, &t, &to) == 3) {
        return json_pack("{s:s,s:s,s:[i,i],s:i}", "type", "PLAY_CARD", "cardId", id, "target", p, t,
                         "to", to);
    }
    if (sscanf(words, "play %*s @%d,%d", &p, &t) == 2) {
        return json_pack("{s:s,s:s,s:[i,i]}", "type", "PLAY_CARD", "cardId", id, "target", p, t);
    }
    assert_int_equal(sscanf(words, "play %*s %d", &t), 1);
    return json_pack("{s:s,s:s,s:i}", "type", "PLAY_CARD", "cardId", id, "slotId", t);
}

static inline agon_status try_json(int player, const json_t *json) {
    agon_action actions[AGON_MAX_STEPS_PER_ACTION];
    size_t count;
    agon_sink sink = {hear, NULL};
    agon_context context = {.sink = &sink};
    heard_count = 0;
    refusal = (agon_error){0};
    agon_status status = agon_action_read(&agon_skirmish_codec, table.game, table.state,
                                          agon_value_of(json), actions, &count, &refusal);
    if (status == AGON_OK) {
        status = agon_apply(table.game, table.state, player, actions[0], &context, table.state,
                            &refusal);
    }
    return status;
}

static inline agon_status try(int player, const char *words) {
    json_t *json = action_of(player, words);
    agon_status status = try_json(player, json);
    json_decref(json);
    return status;
}

static inline void act(int player, const char *words) {
    if (try(player, words) != AGON_OK) {
        fail_msg("%s: %s %s", words, refusal.path, refusal.message);
    }
}

#define refuse(player, words) assert_int_equal(try(player, words), AGON_INVALID_MOVE)

// ---------------------------------------------------------------------------------------------
// Listening

static inline void expect_list(const char *const *expected, int count, const char *file, int line) {
    for (int i = 0; i < count || i < heard_count; i++) {
        const char *want = i < count ? expected[i] : "nothing";
        const char *got = i < heard_count ? heard[i] : "nothing";
        if (strcmp(want, got) != 0) {
            print_error("event %d: expected %s\n           heard %s\n", i, want, got);
            _fail(file, line);
        }
    }
}

#define expect_heard(...)                                                                          \
    expect_list((const char *const[]){__VA_ARGS__},                                                \
                (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)),          \
                __FILE__, __LINE__)

// Whether an event of the last action was this one.
static inline bool was_heard(const char *event) {
    for (int i = 0; i < heard_count; i++) {
        if (strcmp(heard[i], event) == 0) {
            return true;
        }
    }
    return false;
}

#endif
