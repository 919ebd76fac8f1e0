// What search finds, to the letter: the lines of its reports for positions of every game, against
// tests/golden/search. `make golden` writes the files anew after a change of the search or of a guide.
#include "tests/support/support.h"

#include "agon/search.h"

#define POSITIONS 5
#define BETWEEN 4 // random moves from one position to the next

static void write_report(const agon_search_report *report, agon_text *text) {
    agon_text_printf(text, "%u simulations\n", (unsigned)report->simulations);
    for (uint32_t i = 0; i < report->line_count; i++) {
        const agon_action *a = &report->lines[i].action;
        agon_text_printf(text, "    {%d,%d,%d,%d,%d}: %u visits, value %d\n", a->type, a->a, a->b,
                         a->c, (int)a->n, (unsigned)report->lines[i].visits,
                         (int)report->lines[i].value);
    }
}

static void search_position(const agon_table *table, int player, agon_state *view,
                            agon_text *text) {
    agon_rng rng = agon_rng_make(agon_seed_number(5));
    agon_search_report report;
    assert_int_equal(agon_view(table->game, table->state, player, view), AGON_OK);
    agon_thought thought = {
        .game = table->game, .view = view, .player = player, .rng = &rng, .simulations = 300};
    assert_int_equal(agon_search_run(&thought, &report), AGON_OK);
    agon_text_printf(text, "player %d: ", player);
    write_report(&report, text);
}

static void finds_what_it_found(void **state) {
    const agon_codec *codec = *state;
    agon_text text = {0};
    agon_table table;
    agon_rng dice = agon_rng_make(agon_seed_number(3));
    assert_int_equal(agon_table_init(codec, NULL, &table, NULL), AGON_OK);
    agon_state *view = malloc(table.game->state_max);
    for (int i = 0; i < POSITIONS * BETWEEN && !table.state->over; i++) {
        int player = __builtin_ctz(table.state->to_act);
        if (i % BETWEEN == 0) {
            search_position(&table, player, view, &text);
        }
        support_play_random(&table, player, &dice);
    }
    char name[100];
    snprintf(name, sizeof name, "search/%s.txt", codec->rules->id);
    support_golden(name, &text);
    free(view);
    agon_table_free(&table);
}

int main(void) {
    return support_run_per_game("search_lines", finds_what_it_found, 1);
}
