// agon-describe: what follows from the games' tables outside of C, readable files under version control.
//
//     agon-describe            compares every file with what the tables say; 1 if one differs
//     agon-describe --write    writes the files anew (make golden)
//
//   web/engine/src/games/index.ts         the games by their ids
//   web/engine/src/games/<id>.tables.ts   types of a game's events and, where a table has them, actions
//   web/engine/src/games/<id>.ts          all types of a game that is described (agon/fields.h)
//   docs/games/<id>.md                    of such a game: the part between the two marks
#include "tests/support/support.h"

#include "agon/fields.h"

#include <ctype.h>

#define TYPES "web/engine/src/games/"
#define BEGIN "<!-- Made by agon-describe of the game's tables. -->\n"
#define END "<!-- The end of what is made. -->\n"

static bool is_writing;
static int differing;

// ---------------------------------------------------------------------------------------------
// Files

static void settle(const char *path, agon_text *text) {
    char full[1024];
    char *found = support_read(path, NULL);
    assert_false(text->failed);
    if (found && strcmp(found, text->data) == 0) {
        free(found);
        agon_text_free(text);
        return;
    }
    free(found);
    if (!is_writing) {
        fprintf(stderr, "%s is not what the tables say: make golden\n", path);
        differing++;
    } else {
        snprintf(full, sizeof full, "%s/%s", AGON_SOURCE_DIR, path);
        FILE *file = fopen(full, "wb");
        if (!file || fwrite(text->data, 1, text->length, file) != text->length || fclose(file)) {
            fail_msg("cannot write %s", full);
        }
        printf("%s\n", path);
    }
    agon_text_free(text);
}

// ---------------------------------------------------------------------------------------------
// Names: space-conquest, SpaceConquest, spaceConquest

static const char *in_camels(const char *id, bool is_upper, char *name, size_t size) {
    size_t length = 0;
    for (; *id && length + 1 < size; id++) {
        if (*id == '-' || *id == '_') {
            is_upper = true;
        } else {
            name[length++] = (char)(is_upper ? toupper((unsigned char)*id) : *id);
            is_upper = false;
        }
    }
    name[length] = '\0';
    return name;
}

static void put_words(agon_text *text, const char *const *words) {
    for (size_t i = 0; words[i]; i++) {
        agon_text_printf(text, "%s\"%s\"", i ? " | " : "", words[i]);
    }
}

static void put_kind(agon_text *text, uint8_t kind, const char *const *words) {
    if (words) {
        put_words(text, words);
    } else {
        agon_text_puts(text, kind == AGON_KIND_BOOL     ? "boolean"
                             : kind == AGON_KIND_PLAYER ? "Player"
                                                        : "number");
    }
}

// ---------------------------------------------------------------------------------------------
// Types of events and actions

static const char *event_type_of(const agon_codec *codec, const agon_event_field *field) {
    switch (field->kind) {
    case AGON_KIND_INT:
        return "number";
    case AGON_KIND_BOOL:
        return "boolean";
    case AGON_KIND_PLAYER:
        return "Player";
    case AGON_KIND_PLAYERS:
        return "Player[]";
    default:
        assert_non_null(codec->kind_types);
        return codec->kind_types[field->kind - AGON_KIND_CUSTOM];
    }
}

static void put_event(agon_text *text, const agon_codec *codec, const agon_event_type *type) {
    agon_text_printf(text, "\n  | { type: \"%s\"", type->name);
    for (uint8_t i = 0; i < type->field_count; i++) {
        const agon_event_field *field = &type->fields[i];
        const bool may_be_null = (field->flags & (AGON_FIELD_SECRET | AGON_FIELD_NULL)) != 0;
        agon_text_printf(text, "; %s: %s%s", field->key, event_type_of(codec, field),
                         may_be_null ? " | null" : "");
    }
    agon_text_puts(text, " }");
}

static void put_events(agon_text *text, const agon_codec *codec) {
    agon_text_puts(text,
                   "\n/** What only some may know is null for the others. */\nexport type Event =");
    for (uint8_t t = 0; t < codec->rules->event_types; t++) {
        put_event(text, codec, &codec->rules->events[t]);
    }
    agon_text_puts(text, ";\n");
}

static void put_actions(agon_text *text, const agon_rules *rules) {
    char name[64];
    for (uint8_t t = 0; t < rules->action_types; t++) {
        const agon_action_type *type = &rules->actions[t];
        agon_text_printf(text, "\n/** %c%s. */\nexport interface %s {\n  type: \"%s\";\n",
                         toupper((unsigned char)type->meaning[0]), type->meaning + 1,
                         in_camels(type->name, true, name, sizeof name), type->name);
        for (uint8_t k = 0; k < type->field_count; k++) {
            agon_text_printf(text, "  %s: ", type->fields[k].key);
            put_kind(text, type->fields[k].kind, type->fields[k].words);
            agon_text_puts(text, ";\n");
        }
        agon_text_puts(text, "}\n");
    }
    agon_text_puts(text, "export type Action =");
    for (uint8_t t = 0; t < rules->action_types; t++) {
        agon_text_printf(text, "%s %s", t ? " |" : "",
                         in_camels(rules->actions[t].name, true, name, sizeof name));
    }
    agon_text_puts(text, ";\n");
}

// Adds the names of types that a type is made of; those of TypeScript itself are not ours.
static void collect_names(const char *type, json_t *names) {
    while (*type) {
        const size_t length =
            strspn(type, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") > 0 ? strcspn(type, " <>[]|,;:{}\"") : 0;
        if (length > 0) {
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)length, type);
            if (strcmp(name, "Record") != 0) {
                json_object_set_new(names, name, json_true());
            }
        }
        type += length ? length : 1;
    }
}

static void put_imports(agon_text *text, const agon_codec *codec) {
    json_t *names = json_object();
    for (uint8_t t = 0; t < codec->rules->event_types; t++) {
        const agon_event_type *type = &codec->rules->events[t];
        for (uint8_t i = 0; i < type->field_count; i++) {
            collect_names(event_type_of(codec, &type->fields[i]), names);
        }
    }
    char *list = json_dumps(names, JSON_SORT_KEYS | JSON_COMPACT);
    json_decref(names);
    const char *between = "";
    agon_text_puts(text, "import type { ");
    for (const char *name = strtok(list, "{}\":,"); name; name = strtok(NULL, "{}\":,")) {
        if (strcmp(name, "true") != 0) {
            agon_text_printf(text, "%s%s", between, name);
            between = ", ";
        }
    }
    agon_text_printf(text, " } from \"./%s.js\";\n", codec->rules->id);
    free(list);
}

static void describe_tables(const agon_codec *codec) {
    agon_text text = {0};
    char path[300];
    agon_text_printf(&text, "// %s: types made by agon-describe of the game's tables.\n",
                     codec->rules->title);
    put_imports(&text, codec);
    if (codec->rules->actions) {
        put_actions(&text, codec->rules);
    }
    put_events(&text, codec);
    snprintf(path, sizeof path, TYPES "%s.tables.ts", codec->rules->id);
    settle(path, &text);
}

// ---------------------------------------------------------------------------------------------
// All types of a game that is described

static bool is_described(const agon_codec *codec) {
    return codec->config_read == agon_fields_config_read &&
           codec->state_write == agon_fields_state_write &&
           codec->action_write == agon_fields_action_write;
}

static void put_range(agon_text *text, const agon_field *field) {
    if (field->words || field->kind == AGON_KIND_BOOL) {
        return;
    }
    if (field->kind == AGON_KIND_PLAYER) {
        agon_text_puts(text, "a player");
    } else {
        agon_text_printf(text, "%d to %d", (int)field->min, (int)field->max);
    }
}

static void put_member(agon_text *text, const agon_field *field, bool is_optional) {
    const char *meaning = field->meaning ? field->meaning : field->key;
    agon_text_printf(text, "  /** %c%s", toupper((unsigned char)meaning[0]), meaning + 1);
    if (!field->words && field->kind == AGON_KIND_INT) {
        agon_text_puts(text, ", ");
        put_range(text, field);
    }
    agon_text_printf(text, ". */\n  %s%s: ", field->key, is_optional ? "?" : "");
    const bool is_list = field->shape == AGON_SHAPE_EACH;
    const bool may_hide = is_list && (field->flags & AGON_FIELD_SECRET) != 0;
    agon_text_puts(text, is_list ? "(" : "");
    put_kind(text, field->kind, field->words);
    agon_text_puts(text, may_hide ? " | null)[];\n" : is_list ? ")[];\n" : ";\n");
}

static bool has_generator(const agon_rules *rules) {
    const agon_field *field = rules->state_fields;
    while (field->key && field->shape != AGON_SHAPE_RNG) {
        field++;
    }
    return field->key != NULL;
}

static void put_documents(agon_text *text, const agon_rules *rules) {
    agon_text_puts(text, "\nexport interface Config {\n");
    for (const agon_field *field = rules->config_fields; field->key; field++) {
        put_member(text, field, true);
    }
    agon_text_puts(text, "  seed?: Seed;\n}\n\ninterface Table {\n");
    for (const agon_field *field = rules->config_fields; field->key; field++) {
        put_member(text, field, false);
    }
    for (const agon_field *field = rules->state_fields; field->key; field++) {
        if (field->shape != AGON_SHAPE_RNG) {
            put_member(text, field, false);
        }
    }
    agon_text_puts(text, "  over: boolean;\n}\n\n");
    agon_text_puts(text, has_generator(rules)
                             ? "export interface State extends Table {\n  rng: Generator;\n}\n"
                             : "export type State = Table;\n");
    agon_text_puts(text,
                   "export interface View extends Table {\n  viewer: Player | Spectator;\n}\n");
}

static void describe_types(const agon_codec *codec) {
    agon_text text = {0};
    char path[300];
    char name[64];
    agon_text_printf(&text,
                     "// %s: the types of its JSON, made by agon-describe of the game's tables.\n"
                     "import type { %sSeed, Spectator } from \"./common.js\";\n\n"
                     "/** An index from 0. */\nexport type Player = number;\n",
                     codec->rules->title, has_generator(codec->rules) ? "Generator, " : "");
    put_documents(&text, codec->rules);
    put_actions(&text, codec->rules);
    put_events(&text, codec);
    agon_text_printf(&text,
                     "\nexport interface %s {\n  Player: Player;\n  Config: Config;\n"
                     "  State: State;\n  View: View;\n  Action: Action;\n  Event: Event;\n}\n",
                     in_camels(codec->rules->id, true, name, sizeof name));
    snprintf(path, sizeof path, TYPES "%s.ts", codec->rules->id);
    settle(path, &text);
}

static void describe_index(void) {
    agon_text text = {0};
    char name[64];
    const agon_codec *codec;
    agon_text_puts(&text, "// The games by their ids. Made by agon-describe of games/games.def.\n");
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        agon_text_printf(&text, "import type { %s } from \"./%s.js\";\n",
                         in_camels(codec->rules->id, true, name, sizeof name), codec->rules->id);
    }
    agon_text_puts(&text, "\nexport interface Games {\n");
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        agon_text_printf(&text, "  \"%s\": %s;\n", codec->rules->id,
                         in_camels(codec->rules->id, true, name, sizeof name));
    }
    agon_text_puts(&text, "}\n\nexport type GameId = keyof Games;\n\n");
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        agon_text_printf(&text, "export type * as %s from \"./%s.js\";\n",
                         in_camels(codec->rules->id, false, name, sizeof name), codec->rules->id);
    }
    agon_text_puts(&text, "export type * from \"./common.js\";\n");
    settle(TYPES "index.ts", &text);
}

// ---------------------------------------------------------------------------------------------
// The page of a game that is described

static void put_values(agon_text *text, const agon_field *field) {
    if (field->words) {
        for (size_t i = 0; field->words[i]; i++) {
            agon_text_printf(text, "%s`\"%s\"`", i ? ", " : "", field->words[i]);
        }
    } else if (field->kind == AGON_KIND_BOOL) {
        agon_text_puts(text, "`true` or `false`");
    }
    put_range(text, field);
    agon_text_puts(text, field->shape == AGON_SHAPE_EACH ? ", a list with one per player" : "");
}

static void put_config_table(agon_text *text, const agon_rules *rules) {
    agon_text_puts(text, "## Config\n\n| key | meaning | values | usually |\n|---|---|---|---|\n");
    for (const agon_field *field = rules->config_fields; field->key; field++) {
        agon_text_printf(text, "| `%s` | %s | ", field->key, field->meaning);
        put_values(text, field);
        if (field->words) {
            agon_text_printf(text, " | `\"%s\"` |\n", field->words[field->usual - field->min]);
        } else {
            agon_text_printf(text, " | %d |\n", (int)field->usual);
        }
    }
    agon_text_puts(text,
                   "| `seed` | of everything that is drawn | a number or 32 hex digits | 42 |\n");
}

static void put_state_table(agon_text *text, const agon_rules *rules) {
    agon_text_puts(text, "\n## State\n\nThe keys of the config but `seed`, and these:\n\n"
                         "| key | meaning | values |\n|---|---|---|\n");
    for (const agon_field *field = rules->state_fields; field->key; field++) {
        if (field->shape == AGON_SHAPE_RNG) {
            agon_text_printf(text, "| `%s` | the generator; views have none | `key` and `pos` |\n",
                             field->key);
            continue;
        }
        agon_text_printf(text, "| `%s` | %s | ", field->key, field->meaning);
        put_values(text, field);
        agon_text_puts(text,
                       field->flags & AGON_FIELD_SECRET ? "; `null` for the others |\n" : " |\n");
    }
    agon_text_puts(text, "| `over` | the game is over | `true` or `false` |\n"
                         "| `viewer` | in a view, whose it is | a player or `\"spectator\"` |\n");
}

static void put_action_table(agon_text *text, const agon_rules *rules) {
    agon_text_puts(text, "\n## Actions\n\n| type | meaning | fields |\n|---|---|---|\n");
    for (uint8_t t = 0; t < rules->action_types; t++) {
        const agon_action_type *type = &rules->actions[t];
        agon_text_printf(text, "| `%s` | %s | ", type->name, type->meaning);
        for (uint8_t k = 0; k < type->field_count; k++) {
            const agon_action_field *field = &type->fields[k];
            const agon_field same = {.key = field->key,
                                     .kind = field->kind,
                                     .min = field->min,
                                     .max = field->max,
                                     .words = field->words};
            agon_text_printf(text, "%s`%s`: ", k ? "; " : "", field->key);
            put_values(text, &same);
        }
        agon_text_puts(text, " |\n");
    }
}

static void put_event_table(agon_text *text, const agon_rules *rules) {
    agon_text_puts(text, "\n## Events\n\n| type | fields |\n|---|---|\n");
    for (uint8_t t = 0; t < rules->event_types; t++) {
        agon_text_printf(text, "| `%s` | ", rules->events[t].name);
        for (uint8_t i = 0; i < rules->events[t].field_count; i++) {
            const agon_event_field *field = &rules->events[t].fields[i];
            agon_text_printf(text, "%s`%s`%s", i ? ", " : "", field->key,
                             field->flags & AGON_FIELD_SECRET ? " (for some)" : "");
        }
        agon_text_puts(text, " |\n");
    }
}

// What is written by people stands before and after the marks; a page that is not there yet is begun.
static void describe_page(const agon_codec *codec) {
    agon_text text = {0};
    char path[300];
    const agon_rules *rules = codec->rules;
    snprintf(path, sizeof path, "docs/games/%s.md", rules->id);
    char *page = support_read(path, NULL);
    const char *begin = page ? strstr(page, BEGIN) : NULL;
    const char *end = begin ? strstr(begin, END) : NULL;
    if (end) {
        agon_text_add(&text, page, (size_t)(begin - page));
    } else {
        agon_text_printf(&text,
                         "# %s\n\nThe rules with their numbers are in [RULES.md](../../games/"
                         "%s/RULES.md).\n\n",
                         rules->title, rules->id);
    }
    agon_text_puts(&text, BEGIN "\n");
    put_config_table(&text, rules);
    put_state_table(&text, rules);
    put_action_table(&text, rules);
    put_event_table(&text, rules);
    agon_text_puts(&text, "\n" END);
    agon_text_puts(&text, end ? end + strlen(END) : "");
    free(page);
    settle(path, &text);
}

int main(int argc, char **argv) {
    is_writing = argc == 2 && strcmp(argv[1], "--write") == 0;
    if (argc > 1 && !is_writing) {
        fprintf(stderr, "usage: agon-describe [--write]\n");
        return 64;
    }
    const agon_codec *codec;
    describe_index();
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        if (is_described(codec)) {
            describe_types(codec);
            describe_page(codec);
        } else {
            describe_tables(codec);
        }
    }
    return differing > 0;
}
