// Hints: what the search bot would do, and why.
#include "apps/terminal/match/sitting.h"
#include "apps/host/programs/process.h"
#include "apps/terminal/match/think.h"

#include "agon/search.h"

#include <stdlib.h>
#include <string.h>

#define SIMULATIONS 1000
#define TIME 4000000 // microseconds
#define TOLD 3       // actions that are compared

typedef struct study {
    agon_thought thought;
    agon_rng rng;
    agon_search_report report;
    agon_status status;
    const atomic_bool *stop;
    int64_t end;
} study;

static bool is_time_up(void *user) {
    const study *work = user;
    return atomic_load(work->stop) || agon_process_now(NULL) >= work->end;
}

static void run(void *user, const atomic_bool *stop) {
    study *work = user;
    work->stop = stop;
    work->status = agon_search_run(&work->thought, &work->report);
}

static void draw(void *user) {
    agon_sitting *sitting = user;
    agon_sitting_draw(sitting, sitting->at_keyboard, true);
}

static unsigned percent(int64_t part, int64_t whole) {
    return whole > 0 ? (unsigned)((100 * part + whole / 2) / whole) : 0;
}

static void add_line(const agon_sitting *sitting, const agon_scene *scene,
                     const agon_search_line *line, agon_text *text) {
    sitting->game_screen->say_action(scene, scene->player, line->action, text);
    agon_text_printf(text, " (%u visits, %u%%)", (unsigned)line->visits,
                     percent(line->value, AGON_SURE));
}

// "Hint: send A F 5 (412 visits, 63 %). Then: …"
static void tell(agon_sitting *sitting, int player, const agon_search_report *report) {
    const agon_scene scene = agon_sitting_scene(sitting, player);
    agon_text text = {0};
    size_t told = 0;
    agon_text_puts(&text, "Hint: ");
    for (uint32_t i = 0; i < report->line_count && told == 0; i++) {
        if (memcmp(&report->lines[i].action, &report->action, sizeof report->action) == 0) {
            add_line(sitting, &scene, &report->lines[i], &text);
            told++;
        }
    }
    if (told == 0) {
        sitting->game_screen->say_action(&scene, player, report->action, &text);
        told++;
    }
    for (uint32_t i = 0; i < report->line_count && told < TOLD; i++) {
        if (memcmp(&report->lines[i].action, &report->action, sizeof report->action) != 0) {
            agon_text_puts(&text, told++ == 1 ? ". Also looked at: " : "; ");
            add_line(sitting, &scene, &report->lines[i], &text);
        }
    }
    agon_text_printf(&text, ". %u games tried; 100%% is a sure win.",
                     (unsigned)report->simulations);
    agon_sitting_tell(sitting, false, "%s",
                      text.data && !text.failed ? text.data : "out of memory");
    agon_text_free(&text);
}

static agon_command_end finish(agon_sitting *sitting, int player, study *work, agon_think_end end) {
    if (end == AGON_THINK_STOPPED) {
        // Ctrl-C means: no hint, please.
        agon_terminal_take_interrupt();
        agon_sitting_tell(sitting, false, "No hint, then.");
        return agon_terminal_wants_leave() ? AGON_COMMAND_LEAVE : AGON_COMMAND_DONE;
    }
    if (work->status) {
        agon_sitting_tell(sitting, true, "There is no hint: %s.", agon_status_text(work->status));
    } else {
        tell(sitting, player, &work->report);
    }
    return AGON_COMMAND_DONE;
}

agon_command_end agon_sitting_hint(agon_sitting *sitting, int player) {
    const agon_game *game = sitting->match.game;
    const agon_scene scene = agon_sitting_scene(sitting, player);
    study *work = calloc(1, sizeof *work);
    agon_state *view = malloc(game->state_max);
    if (!work || !view) {
        free(work);
        free(view);
        agon_sitting_tell(sitting, true, "There is no hint: out of memory.");
        return AGON_COMMAND_DONE;
    }
    agon_copy(view, scene.view);
    // Its own chance, which tells nothing of the game's.
    work->rng = agon_seat_make(&agon_search_bot, sitting->seed, AGON_MAX_PLAYERS + player).rng;
    work->rng.key[1] ^= sitting->match.moves;
    work->end = agon_process_now(NULL) + TIME;
    work->thought = (agon_thought){.game = game,
                                   .view = view,
                                   .player = player,
                                   .rng = &work->rng,
                                   .simulations = SIMULATIONS,
                                   .is_time_up = is_time_up,
                                   .user = work};
    const agon_think_task thinking = {run, work, "the search bot", draw, sitting};
    const agon_think_end end = agon_think(sitting->terminal, &thinking);
    if (end == AGON_THINK_ABANDONED) {
        sitting->is_abandoned = true;
        return AGON_COMMAND_LEAVE;
    }
    const agon_command_end result = finish(sitting, player, work, end);
    free(work);
    free(view);
    return result;
}
