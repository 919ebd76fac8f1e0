// Texts that screens show, and tutorials: they fit, they can be followed, and nobody gets stuck.
#include "tests/terminal/scenes.h"

#include <ctype.h>

static const agon_codec *codec_at(size_t i) {
    return agon_codec_at(i);
}

// Lines of at most `columns`; returns how many.
static int check_lines(const char *text, int columns) {
    int lines = 0;
    for (const char *at = text; *at; lines++) {
        const size_t size = strcspn(at, "\n");
        if (agon_style_width(at, size) > columns) {
            fail_msg("too long: %.*s", (int)size, at);
        }
        assert_false(size > 0 && at[size - 1] == ' ');
        at += size + (at[size] == '\n');
    }
    return lines;
}

static void test_texts(void **unused) {
    (void)unused;
    for (size_t i = 0; codec_at(i); i++) {
        const agon_game_screen *game_screen = agon_game_screen_of(codec_at(i));
        assert_int_not_equal(check_lines(game_screen->help, 78), 0);
        if (!game_screen->tutorial) {
            continue;
        }
        assert_in_range(game_screen->tutorial->lesson_count, 6, 14);
        assert_int_not_equal(check_lines(game_screen->tutorial->farewell, 78), 0);
        for (size_t k = 0; k < game_screen->tutorial->lesson_count; k++) {
            const agon_lesson *lesson = &game_screen->tutorial->lessons[k];
            assert_in_range(check_lines(lesson->text, 78), 1, lesson->is_done ? 3 : 7);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// A pupil: goes through the lessons of a tutorial with lines of its own

typedef struct pupil {
    scene_table t;
    size_t lesson;
    agon_action actions[64]; // since the lesson began
    agon_lesson_progress progress;
    agon_rng rng; // of the opponent, who plays anything
} pupil;

static const agon_lesson *lesson_of(const pupil *p) {
    const agon_tutorial *tutorial = p->t.game_screen->tutorial;
    return p->lesson < tutorial->lesson_count ? &tutorial->lessons[p->lesson] : NULL;
}

static void begin_lesson(pupil *p) {
    p->lesson++;
    p->progress = (agon_lesson_progress){.line = "", .actions = p->actions};
}

// Goes on while lessons are done; those without a task are read at once.
static void look(pupil *p) {
    const agon_scene scene = scene_of_player(&p->t, 0, 80, 14);
    const agon_lesson *lesson;
    while ((lesson = lesson_of(p)) != NULL &&
           (!lesson->is_done || lesson->is_done(&scene, &p->progress))) {
        begin_lesson(p);
    }
}

static void open_pupil(pupil *p, const char *game, uint64_t opponent) {
    char config[64];
    memset(p, 0, sizeof *p);
    snprintf(config, sizeof config, "{\"seed\":%d}",
             (int)agon_game_screen_of(agon_codec_find(game))->tutorial->seed);
    scene_open(&p->t, game, 2, config);
    p->progress = (agon_lesson_progress){.line = "", .actions = p->actions};
    p->rng = agon_rng_make(agon_seed_number((int64_t)opponent));
    look(p);
}

static void let_others_play(pupil *p) {
    agon_state *state = p->t.table.state;
    agon_sink sink = {scene_hear, &p->t};
    const agon_context context = {.sink = &sink};
    while (!state->over && !(state->to_act & 1u)) {
        agon_action action;
        assert_int_equal(agon_random_action(p->t.table.game, state, 1, &p->rng, &action), AGON_OK);
        assert_int_equal(agon_apply(p->t.table.game, state, 1, action, &context, state, NULL),
                         AGON_OK);
    }
    p->progress.asks++;
}

static void type_line(pupil *p, const char *line) {
    if (scene_read(&p->t, 0, line) == AGON_LINE_ACTIONS) {
        scene_type(&p->t, 0, line);
        for (size_t i = 0; i < p->t.reading.count && p->progress.count < 64; i++) {
            p->actions[p->progress.count++] = p->t.reading.actions[i];
        }
        let_others_play(p);
    }
    p->progress.line = line;
    if (!p->t.table.state->over) {
        look(p);
    }
    p->progress.line = "";
}

// The command that a lesson proposes: what is indented, up to three spaces or a bracket.
static bool proposal_of(const agon_lesson *lesson, char line[80]) {
    const char *at = strstr(lesson->text, "\n    ");
    if (!at) {
        return false;
    }
    at += 5;
    size_t size = strcspn(at, "\n");
    const char *gap = strstr(at, "   ");
    size = gap && (size_t)(gap - at) < size ? (size_t)(gap - at) : size;
    snprintf(line, 80, "%.*s", (int)size, at);
    return true;
}

// Who does what the lessons say gets through them, lesson by lesson.
static void follow(const char *game, const char *const *between) {
    pupil p;
    char line[80];
    int lines = 0;
    open_pupil(&p, game, 1);
    for (; lesson_of(&p); lines++) {
        const size_t before = p.lesson;
        assert_true(lines < 40);
        if (proposal_of(lesson_of(&p), line)) {
            type_line(&p, line);
        }
        for (size_t i = 0; between[i] && p.lesson == before; i++) {
            type_line(&p, between[i]);
        }
        assert_false(p.t.table.state->over);
    }
    scene_close(&p.t);
}

static void test_lessons_can_be_followed(void **unused) {
    static const char *const commit[] = {"commit", NULL};
    static const char *const pick[] = {"pick 5", "pick 3", "veteran 1", "pick 4", NULL};
    (void)unused;
    follow("space-conquest", commit);
    follow("skirmish", pick);
}

// Who does anything at all gets through them too, or to the end of the match.
static void test_nobody_gets_stuck(void **unused) {
    static const char *const games[] = {"space-conquest", "skirmish"};
    (void)unused;
    for (int round = 0; round < 20; round++) {
        pupil p;
        open_pupil(&p, games[round % 2], (uint64_t)round);
        for (int lines = 0; lesson_of(&p) && !p.t.table.state->over; lines++) {
            agon_text words = {0};
            agon_action action;
            const agon_scene scene = scene_of_player(&p.t, 0, 80, 14);
            assert_true(lines < 400);
            // A match that is given up too late rather than never: the last action ends turns.
            const uint32_t count = agon_count(scene.game, scene.view, 0);
            action = agon_nth(scene.game, scene.view, 0,
                              agon_uniform(&p.rng, 3) ? agon_uniform(&p.rng, count) : count - 1);
            p.t.game_screen->say_action(&scene, 0, action, &words);
            type_line(&p, words.data);
            agon_text_free(&words);
        }
        scene_close(&p.t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_lessons_can_be_followed),
        cmocka_unit_test(test_nobody_gets_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
