// Screens as assertions.
#include "tests/support/screens.h"

#include "apps/terminal/screen/screen.h"

#include "src/codec/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const int sizes[][2] = {{80, 24}, {100, 31}, {160, 50}};

// The match and what is needed to look at it.
typedef struct fixture {
    const agon_codec *codec;
    const agon_game_screen *game_screen;
    const screens_budget *budget;
    agon_table table;
    agon_rng rng;
    agon_state *view;
    agon_state *other;      // a state that the viewer cannot tell from the real one
    agon_state *other_view; // what it sees of that
    agon_event events[AGON_MAX_PLAYERS + 1][64]; // of each viewer, the spectator's last
    size_t event_counts[AGON_MAX_PLAYERS + 1];
    const char *names[AGON_MAX_PLAYERS];
    agon_series series;
} fixture;

static int slot_of(const fixture *on, int viewer) {
    return viewer == AGON_SPECTATOR ? on->table.game->players : viewer;
}

static agon_scene scene_of(const fixture *on, const agon_state *view, int viewer) {
    const int slot = slot_of(on, viewer);
    return (agon_scene){.codec = on->codec,
                        .game = on->table.game,
                        .view = view,
                        .player = viewer,
                        .names = on->names,
                        .events = on->events[slot],
                        .event_count = on->event_counts[slot],
                        .fresh = on->event_counts[slot] / 2,
                        .series = &on->series,
                        .width = AGON_SCREEN_WIDTH,
                        .height = AGON_BOARD_LEAST};
}

// ---------------------------------------------------------------------------------------------
// Events, as each viewer has seen them

static void hear(void *user, const agon_event *event) {
    fixture *on = user;
    for (int i = 0; i <= on->table.game->players; i++) {
        const int viewer = i == on->table.game->players ? AGON_SPECTATOR : i;
        agon_event seen;
        if (!agon_event_redact(on->codec->rules->events, event, viewer, &seen)) {
            continue;
        }
        if (on->event_counts[i] == 64) {
            memmove(on->events[i], on->events[i] + 1, 63 * sizeof seen);
            on->event_counts[i]--;
        }
        on->events[i][on->event_counts[i]++] = seen;
    }
}

// ---------------------------------------------------------------------------------------------
// Geometry

static void assert_fits(const char *text, const agon_pen *pen, int width, int height) {
    int lines = 0;
    for (const char *at = text; *at; lines++) {
        const size_t size = strcspn(at, "\n");
        const int columns = agon_style_width(at, size);
        if (columns > width) {
            fail_msg("a line of %d columns on %d: %.*s", columns, width, (int)size, at);
        }
        assert_int_equal(at[size], '\n');
        at += size + 1;
    }
    if (lines > height) {
        fail_msg("a board of %d lines on %d:\n%s", lines, height, text);
    }
    for (const char *at = text; *at; at++) {
        if ((*at == 033 && !pen->colour) || ((*at & 0x80) && !pen->unicode)) {
            fail_msg("byte %02x on a plain screen:\n%s", (unsigned)(unsigned char)*at, text);
        }
    }
}

static void look_at_board(const fixture *on, const agon_state *view, int viewer, bool is_plain) {
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        agon_text text = {0};
        agon_pen pen = {.text = &text, .colour = !is_plain, .unicode = !is_plain, .width = 0};
        agon_scene scene = scene_of(on, view, viewer);
        scene.width = sizes[i][0];
        scene.height = sizes[i][1] - 10;
        // A pen without a limit: a screen must keep to the width by itself, or ask the pen to.
        pen.width = scene.width;
        on->game_screen->draw(&scene, &pen);
        assert_false(text.failed);
        assert_fits(text.data ? text.data : "", &pen, scene.width, scene.height);
        agon_text_free(&text);
    }
}

// ---------------------------------------------------------------------------------------------
// Lists and readings

static void look_at_reading(const fixture *on, const agon_scene *scene, const char *line,
                            bool is_listed, agon_text *text) {
    static const agon_reading nothing;
    agon_reading reading = nothing;
    const agon_line_result found = on->game_screen->read(scene, line, &reading);
    agon_error error = {0};
    agon_text_printf(text, "%s => %d %zu %s\n", line, (int)found, reading.count, reading.answer);
    if (found == AGON_LINE_ACTIONS) {
        assert_true(reading.count > 0 && reading.count <= AGON_MAX_STEPS_PER_ACTION);
        agon_text_add(text, (const char *)reading.actions, reading.count * sizeof(agon_action));
    } else if (found == AGON_LINE_WRONG) {
        assert_true(reading.answer[0] != '\0');
    }
    if (is_listed) {
        if (found != AGON_LINE_ACTIONS) {
            fail_msg("'%s' is listed, but: %s", line, reading.answer);
        }
        if (agon_check(scene->game, scene->view, scene->player, reading.actions[0], &error)) {
            fail_msg("'%s' is listed, but: %s", line, error.message);
        }
    }
}

// A list and, from some of its choices, those that follow.
static void look_at_list(fixture *on, const agon_scene *scene, const char *words, int depth,
                         agon_text *text) {
    agon_choices choices = {0};
    on->game_screen->list(scene, words, &choices);
    assert_false(choices.failed);
    if (choices.count == 0 && !choices.is_amount) {
        fail_msg("'%s' leads nowhere", words);
    }
    agon_text_printf(text, "%s: %s\n", words, choices.question);
    for (size_t i = 0; i < choices.count; i++) {
        const agon_choice *choice = &choices.items[i];
        assert_true(choice->words[0] && (choice->label[0] || choices.is_amount));
        assert_true(strncmp(choice->words, words, strlen(words)) == 0 || !words[0]);
        agon_text_printf(text, "  %s | %s\n", choice->words, choice->label);
        const bool is_chosen = i < on->budget->deep || i + 1 == choices.count;
        if (is_chosen && choice->is_whole) {
            look_at_reading(on, scene, choice->words, true, text);
        } else if (is_chosen) {
            assert_true(depth < 8);
            look_at_list(on, scene, choice->words, depth + 1, text);
        }
    }
    if (on->game_screen->complete) {
        agon_choices words_at = {0};
        char line[AGON_CHOICE_WORDS + 2];
        snprintf(line, sizeof line, "%s%s", words, words[0] ? " " : "");
        on->game_screen->complete(scene, line, &words_at);
        for (size_t i = 0; i < words_at.count; i++) {
            assert_null(strchr(words_at.items[i].words, ' '));
            agon_text_printf(text, "  + %s\n", words_at.items[i].words);
        }
        agon_choices_free(&words_at);
    }
    agon_choices_free(&choices);
}

// Nonsense made of words that the game knows, words that nobody knows, and numbers.
static void look_at_nonsense(fixture *on, const agon_scene *scene, agon_rng bits, agon_text *text) {
    static const char *const words[] = {
        "send", "attack", "play",    "a", "F",    "-1",  "1", "99999999999999999999",
        "to",   "from",   "\x1b[2J", "{", "pass", "end", "x", "all",
        "\xc3", "knight", "0"};
    char line[160] = "";
    const uint32_t count = agon_uniform(&bits, 6);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t pick = agon_uniform(&bits, sizeof words / sizeof words[0]);
        strcat(strcat(line, i ? " " : ""), words[pick]);
    }
    look_at_reading(on, scene, line, false, text);
}

// A valid action's own words mean that action.
static void look_at_words(fixture *on, const agon_scene *scene, agon_rng bits, agon_text *text) {
    agon_action action;
    agon_text words = {0};
    static const agon_reading nothing;
    agon_reading reading = nothing;
    if (agon_random_action(scene->game, scene->view, scene->player, &bits, &action)) {
        return;
    }
    on->game_screen->say_action(scene, scene->player, action, &words);
    assert_non_null(words.data);
    agon_text_printf(text, "%s\n", words.data);
    if (on->game_screen != &agon_generic_screen) {
        const agon_line_result found = on->game_screen->read(scene, words.data, &reading);
        if (found != AGON_LINE_ACTIONS || reading.count != 1 ||
            memcmp(&reading.actions[0], &action, sizeof action) != 0) {
            fail_msg("'%s' is not read as what it says: %s", words.data, reading.answer);
        }
    }
    agon_text_free(&words);
}

static void look_at_events(const fixture *on, const agon_scene *scene, agon_text *text) {
    for (size_t i = 0; i < scene->event_count; i++) {
        const size_t before = text->length;
        on->game_screen->say_event(scene, &scene->events[i], text);
        assert_null(memchr(text->data + before, '\n', text->length - before));
        agon_text_puts(text, "\n");
    }
}

// ---------------------------------------------------------------------------------------------
// Everything a viewer gets, as one text

static void write_screen(const fixture *on, const agon_scene *scene, const agon_choices *choices,
                         agon_text *text) {
    agon_pen pen = {.text = text, .colour = true, .unicode = true, .width = 80};
    const agon_screen screen = {.game_screen = on->game_screen,
                                .scene = scene,
                                .title = "title",
                                .corner = "",
                                .choices = choices,
                                .message = "message",
                                .footer = "",
                                .width = 80,
                                .height = 24};
    const size_t begin = text->length;
    agon_screen_write(&screen, &pen);
    assert_fits(text->data + begin, &pen, 80, 23);
}

static void write_all(fixture *on, const agon_state *view, int viewer, agon_rng bits,
                      agon_text *text) {
    const agon_scene scene = scene_of(on, view, viewer);
    const bool may_act = agon_count(scene.game, view, viewer) > 0;
    agon_choices choices = {0};
    agon_text_puts(text, "");
    if (may_act) {
        on->game_screen->list(&scene, "", &choices);
        look_at_list(on, &scene, "", 0, text);
        look_at_nonsense(on, &scene, bits, text);
        look_at_words(on, &scene, bits, text);
    }
    look_at_events(on, &scene, text);
    write_screen(on, &scene, may_act ? &choices : NULL, text);
    agon_choices_free(&choices);
}

static void look(fixture *on, int viewer) {
    const agon_game *game = on->table.game;
    agon_text one = {0};
    agon_text two = {0};
    const agon_rng bits = on->rng;
    assert_int_equal(agon_view(game, on->table.state, viewer, on->view), AGON_OK);
    assert_int_equal(agon_resample(game, on->view, &on->rng, on->other), AGON_OK);
    // Whatever is in memory beside the view must not matter.
    memset(on->other_view, 0xa5, game->state_max);
    assert_int_equal(agon_view(game, on->other, viewer, on->other_view), AGON_OK);
    write_all(on, on->view, viewer, bits, &one);
    write_all(on, on->other_view, viewer, bits, &two);
    assert_false(one.failed || two.failed);
    if (one.length != two.length || memcmp(one.data, two.data, one.length) != 0) {
        fail_msg("%s: viewer %d sees a difference:\n%s\n---\n%s", on->codec->rules->id, viewer,
                 one.data, two.data);
    }
    look_at_board(on, on->view, viewer, false);
    look_at_board(on, on->view, viewer, true);
    agon_text_free(&one);
    agon_text_free(&two);
}

// One who watches may see it all; nothing is compared then, but it must fit too.
static void look_at_all(fixture *on) {
    const int viewer = AGON_NOBODY;
    agon_scene scene = scene_of(on, on->table.state, AGON_SPECTATOR);
    scene.player = viewer;
    agon_text text = {0};
    write_screen(on, &scene, NULL, &text);
    agon_text_free(&text);
}

// ---------------------------------------------------------------------------------------------
// Matches

static void step(fixture *on) {
    agon_state *state = on->table.state;
    const agon_sink sink = {hear, on};
    const agon_context context = {.sink = (agon_sink *)&sink};
    agon_action action;
    int player = 0;
    while (!(state->to_act >> player & 1u)) {
        player++;
    }
    // Of games with many ways to go on and one to end a turn, the end is taken often enough.
    const uint32_t count = agon_count(on->table.game, state, player);
    if (agon_uniform(&on->rng, 4) == 0) {
        action = agon_nth(on->table.game, state, player, count - 1);
    } else {
        assert_int_equal(agon_random_action(on->table.game, state, player, &on->rng, &action),
                         AGON_OK);
    }
    assert_int_equal(agon_apply(on->table.game, state, player, action, &context, state, NULL),
                     AGON_OK);
}

static void play(fixture *on) {
    const int players = on->table.game->players;
    uint64_t until = agon_uniform(&on->rng, on->budget->every);
    for (bool is_over = false; !is_over;) {
        is_over = on->table.state->over;
        if (until-- == 0 || is_over) {
            for (int viewer = 0; viewer < players; viewer++) {
                look(on, viewer);
            }
            look(on, AGON_SPECTATOR);
            look_at_all(on);
            until = agon_uniform(&on->rng, 2 * on->budget->every);
        }
        if (!is_over) {
            step(on);
        }
    }
}

void screens_assert(const agon_codec *codec, const agon_game_screen *game_screen,
                    const screens_budget *budget) {
    static const char *const names[AGON_MAX_PLAYERS] = {
        "you", "greedy", "player 3", "a rather long name it is", "e", "f", "g\x1b[2J", "h"};
    fixture *on = calloc(1, sizeof *on);
    assert_non_null(on);
    on->codec = codec;
    on->game_screen = game_screen;
    on->budget = budget;
    on->series.best_of = 5;
    on->rng = agon_rng_make(agon_seed_number((int64_t)budget->seed));
    memcpy(on->names, names, sizeof names);
    for (uint32_t i = 0; i < budget->matches; i++) {
        json_t *config = json_pack("{s:i}", "seed", (int)(budget->seed + i));
        assert_int_equal(
            agon_table_init_for(codec, budget->players, agon_value_of(config), &on->table, NULL),
            AGON_OK);
        on->view = malloc(on->table.game->state_max);
        on->other = malloc(on->table.game->state_max);
        on->other_view = malloc(on->table.game->state_max);
        memset(on->event_counts, 0, sizeof on->event_counts);
        play(on);
        free(on->view);
        free(on->other);
        free(on->other_view);
        agon_table_free(&on->table);
        json_decref(config);
    }
    free(on);
}
