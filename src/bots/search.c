// The search bot: a race where the game's heuristic guides it, a tree otherwise. See agon/search.h.
#include "src/bots/search.h"

#include <string.h>

static bool is_less(const agon_search_line *x, const agon_search_line *y) {
    return x->visits < y->visits || (x->visits == y->visits && x->value < y->value);
}

void agon_search_add_line(agon_search_report *report, const agon_search_line *line) {
    uint32_t at = report->line_count;
    while (at > 0 && is_less(&report->lines[at - 1], line)) {
        at--;
    }
    if (at == AGON_SEARCH_LINES) {
        return;
    }
    if (report->line_count < AGON_SEARCH_LINES) {
        report->line_count++;
    }
    memmove(&report->lines[at + 1], &report->lines[at],
            (report->line_count - at - 1) * sizeof report->lines[0]);
    report->lines[at] = *line;
}

agon_status agon_search_run(const agon_thought *thought, agon_search_report *report) {
    AGON_ASSERT(thought && thought->game && thought->view && thought->rng && report);
    *report = (agon_search_report){0};
    uint32_t count = agon_count(thought->game, thought->view, thought->player);
    if (count == 0) {
        return AGON_NO_ACTION;
    }
    report->action = agon_nth(thought->game, thought->view, thought->player, 0);
    if (count == 1) {
        return AGON_OK; // nothing to think about
    }
    if (agon_search_world(thought).guide) {
        return agon_search_race(thought, report);
    }
    return agon_search_grow(thought, report);
}

static agon_action think(const agon_thought *thought) {
    agon_search_report report;
    if (agon_search_run(thought, &report) == AGON_OK) {
        return report.action;
    }
    return agon_random_bot.think(thought);
}

const agon_bot agon_search_bot = {
    .id = "search", .summary = "information-set Monte Carlo search", .think = think};
