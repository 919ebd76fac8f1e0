// docs/batch.md says field by field what the code does: its tables are those that are made here.
#include "tests/support/support.h"

#include "agon/space.h"

#define DOCUMENT "docs/batch.md"

typedef bool field_at(const agon_game *game, uint32_t i, agon_space_field *field);

static agon_game *make_game(const agon_rules *rules, int players) {
    void *config = calloc(1, rules->config_size);
    assert_non_null(config);
    rules->config_default(config, players);
    agon_game *game = calloc(1, agon_game_size(rules, config));
    assert_non_null(game);
    assert_int_equal(agon_configure(rules, config, game, NULL), AGON_OK);
    free(config);
    return game;
}

// A row per field: its name, where it begins, how many there are, what one of them means.
static void put_fields(agon_text *text, const agon_game *game, const char *what, field_at *at) {
    agon_space_field field;
    uint32_t begin = 0;
    agon_text_printf(text, "| %s | from | count | meaning |\n|---|---|---|---|\n", what);
    for (uint32_t i = 0; at(game, i, &field); begin += field.count, i++) {
        agon_text_printf(text, "| `%s` | %u | %u | %s |\n", field.name, begin, field.count,
                         field.meaning);
    }
}

static void put_sizes(agon_text *text, const agon_rules *rules, const agon_space *space) {
    agon_text_puts(text, "| players | actions | values |\n|---|---|---|\n");
    for (int players = rules->min_players; players <= rules->max_players; players++) {
        agon_game *game = make_game(rules, players);
        agon_text_printf(text, "| %d | %u | %u |\n", players, space->action_count(game),
                         agon_space_width(space, game));
        free(game);
    }
}

static bool has_section(const char *document, const char *id) {
    char head[80];
    snprintf(head, sizeof head, "\n## %s\n", id);
    return strstr(document, head) != NULL;
}

// The document must contain the text; if it does not, the text is printed to be put there.
static void assert_told(const char *document, const char *id, agon_text *text) {
    assert_false(text->failed);
    if (!strstr(document, text->data)) {
        fail_msg(DOCUMENT " should say of %s:\n%s", id, text->data);
    }
    agon_text_free(text);
    *text = (agon_text){0};
}

// Games without a section are other people's: they document their spaces where they like.
static void tables_of_the_document_are_true(void **unused) {
    (void)unused;
    char *document = support_read(DOCUMENT, NULL);
    assert_non_null(document);
    const agon_codec *codec;
    int told = 0;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        const agon_rules *rules = codec->rules;
        const agon_space *space = agon_space_find(rules);
        if (!space || !has_section(document, rules->id)) {
            continue;
        }
        agon_text text = {0};
        agon_game *game = make_game(rules, 0);
        put_fields(&text, game, "action", space->action_field);
        assert_told(document, rules->id, &text);
        put_fields(&text, game, "value", space->field);
        assert_told(document, rules->id, &text);
        put_sizes(&text, rules, space);
        assert_told(document, rules->id, &text);
        free(game);
        told++;
    }
    assert_int_equal(told, 5);
    free(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_of_the_document_are_true)};
    return cmocka_run_group_tests_name("space docs", tests, NULL, NULL);
}
