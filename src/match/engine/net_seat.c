// A net at a match's table: a driver, since it brings weights along and can fail to fit the game.
#include "agon/seat.h"

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    agon_net_seat *seat = self;
    agon_error error = {0};
    seat->rng = agon_rng_make(agon_seed_number(seating->seed));
    seat->is_fit = agon_net_fits(seat->net, seating->game, &error) == AGON_OK;
    if (!seat->is_fit) {
        agon_answer answer = {0};
        agon_answer_fault(&answer, AGON_FAULT_DEAD, "%s", error.message);
        *note = answer.note;
    }
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    agon_net_seat *seat = self;
    if (!seat->is_fit) {
        agon_answer_fault(answer, AGON_FAULT_DEAD, "the net does not fit the game");
        return;
    }
    answer->count = 1;
    answer->actions[0] =
        agon_net_choose(seat->net, question->game, question->view, question->player, &seat->rng);
}

static void end(void *self, const agon_ending *ending) {
    (void)self;
    (void)ending;
}

const agon_driver agon_net_driver = {start, think, end};
