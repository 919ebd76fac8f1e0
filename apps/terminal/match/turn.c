// A person's turn: the screen, a line, what it means; until there is a decision.
#include "apps/terminal/match/session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Who is being asked.
typedef struct desk {
    agon_party *party;
    int player;
} desk;

static void redraw(void *user) {
    const desk *at = user;
    agon_party_draw(at->party, at->player, true);
}

// ---------------------------------------------------------------------------------------------
// Completion

// Adds the word that follows `begin` in each choice of the list for it.
static void next_words(const agon_party *party, const agon_scene *scene, const char *begin,
                       agon_choices *words) {
    agon_choices listed = {0};
    const size_t length = strlen(begin);
    party->face->list(scene, begin, &listed);
    for (size_t i = 0; i < listed.count; i++) {
        const char *line = listed.items[i].words;
        const char *next = length == 0 ? line : line + length + 1;
        if (strlen(line) > length && (length == 0 || line[length] == ' ')) {
            agon_choices_add(words, true, "%.*s", (int)strcspn(next, " "), next);
        }
    }
    agon_choices_free(&listed);
}

static void complete_in_game(agon_party *party, int player, const char *line, agon_choices *words) {
    const agon_scene scene = agon_party_scene(party, player);
    char whole[AGON_LINE_SIZE];
    snprintf(whole, sizeof whole, "%s%s%s", party->words, party->words[0] ? " " : "", line);
    if (party->face->complete) {
        party->face->complete(&scene, whole, words);
        return;
    }
    char *space = strrchr(whole, ' ');
    *(space ? space : whole) = '\0';
    next_words(party, &scene, whole, words);
}

static void complete(void *user, const char *line, agon_choices *words) {
    const desk *at = user;
    if (!strchr(line, ' ')) {
        const char *word;
        for (size_t i = 0; (word = agon_command_word(i)) != NULL; i++) {
            agon_choices_add(words, true, "%s", word);
        }
    }
    complete_in_game(at->party, at->player, line, words);
}

// ---------------------------------------------------------------------------------------------
// Decisions

// Whether the engine accepts all the actions one after the other; if not, tells why.
static bool is_accepted(agon_party *party, int player, const agon_reading *reading) {
    const agon_table *table = &party->record.replay.table;
    agon_error error = {0};
    agon_state *scratch = malloc(table->game->state_max);
    agon_status status = agon_check(table->game, party->view, player, reading->actions[0], &error);
    if (!scratch) {
        status = agon_fail(&error, AGON_NO_MEMORY, NULL, "out of memory");
    } else {
        agon_copy(scratch, table->state);
    }
    for (size_t i = 0; i < reading->count && status == AGON_OK; i++) {
        status =
            agon_apply(table->game, scratch, player, reading->actions[i], NULL, scratch, &error);
    }
    free(scratch);
    if (status) {
        agon_party_tell(party, true, "That is not possible: %s.",
                        error.message[0] ? error.message : agon_status_text(status));
    }
    return status == AGON_OK;
}

static void take(const agon_reading *reading, agon_answer *answer) {
    *answer = (agon_answer){.count = reading->count};
    memcpy(answer->actions, reading->actions, reading->count * sizeof answer->actions[0]);
}

// A word that is nearly a command, unless the game has a better idea.
static void refuse(agon_party *party, const char *line, const agon_reading *reading) {
    const char *words[32];
    size_t count = 0;
    agon_line split;
    agon_line_split(&split, line);
    while (count < 32 && (words[count] = agon_command_word(count)) != NULL) {
        count++;
    }
    const int nearest = split.count == 1 && strlen(split.words[0]) > 2
                            ? agon_word_nearest(split.words[0], words, count)
                            : -1;
    if (nearest >= 0 && !strstr(reading->answer, "did you mean")) {
        agon_party_tell(party, true, "%s (Or did you mean '%s'?)", reading->answer, words[nearest]);
    } else {
        agon_party_tell(party, true, "%s", reading->answer);
    }
}

// What a line means to the game. True: there is a decision.
static bool heed(agon_party *party, int player, const char *line, agon_answer *answer) {
    static const agon_reading nothing;
    const agon_scene scene = agon_party_scene(party, player);
    agon_reading reading = nothing;
    char whole[AGON_INPUT_MAX + AGON_CHOICE_WORDS + 2];
    snprintf(whole, sizeof whole, "%s%s%s", party->words, party->words[0] ? " " : "", line);
    agon_heed found = party->face->read(&scene, whole, &reading);
    if (found == AGON_HEED_WRONG && party->words[0]) {
        // Perhaps something else is meant than what was begun.
        agon_reading other = nothing;
        const agon_heed second = party->face->read(&scene, line, &other);
        if (second != AGON_HEED_WRONG) {
            found = second;
            reading = other;
            snprintf(whole, sizeof whole, "%s", line);
        }
    }
    party->page = 0;
    if (found == AGON_HEED_WRONG) {
        refuse(party, line, &reading);
        return false;
    }
    if (found == AGON_HEED_MORE) {
        snprintf(party->words, sizeof party->words, "%s", whole);
        return false;
    }
    if (!is_accepted(party, player, &reading)) {
        return false;
    }
    take(&reading, answer);
    return true;
}

// A choice has been picked. True: there is a decision.
static bool pick(agon_party *party, int player, const agon_choice *choice, agon_answer *answer) {
    char words[AGON_CHOICE_WORDS];
    snprintf(words, sizeof words, "%s", choice->words);
    const bool is_whole = choice->is_whole;
    party->words[0] = '\0';
    party->page = 0;
    if (is_whole) {
        return heed(party, player, words, answer);
    }
    snprintf(party->words, sizeof party->words, "%s", words);
    return false;
}

// ---------------------------------------------------------------------------------------------
// Lines

static const char *without_edges(char *line) {
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    return line + strspn(line, " \t");
}

// A line in a lesson that only waits for Enter.
static void hear_in_lesson(agon_party *party, const char *line) {
    if (line[0] == '\0') {
        agon_course_next(&party->course);
    } else {
        agon_party_tell(party, true, "Enter goes on with the lesson; 'skip' leaves it out.");
    }
}

// True: there is a decision.
static bool hear(agon_party *party, int player, const char *line, agon_answer *answer) {
    long number;
    const bool is_number = agon_word_number(line, 0, 1000000, &number);
    if (agon_course_waits(&party->course)) {
        hear_in_lesson(party, line);
        return false;
    }
    if (line[0] == '\0') {
        return false;
    }
    if (is_number && !party->choices.is_amount) {
        if (number >= 1 && (size_t)number <= party->choices.count) {
            return pick(party, player, &party->choices.items[number - 1], answer);
        }
        agon_party_tell(party, true, "There are choices from 1 to %zu.", party->choices.count);
        return false;
    }
    return heed(party, player, line, answer);
}

static agon_turn turn_of(agon_command_end end) {
    return end == AGON_COMMAND_UNDONE  ? AGON_TURN_UNDONE
           : end == AGON_COMMAND_LEAVE ? AGON_TURN_LEAVE
                                       : AGON_TURN_FAILED;
}

// One line. False: it led to no decision, ask again.
static bool ask_once(const desk *at, agon_answer *answer, agon_turn *turn, agon_error *error) {
    agon_party *party = at->party;
    const agon_asker asker = {redraw, complete, (void *)at};
    char prompt[AGON_CHOICE_WORDS + 4];
    char line[AGON_INPUT_MAX];
    const bool is_lesson =
        agon_course_waits(&party->course); // a message may hide what else says so
    snprintf(prompt, sizeof prompt, "%s> ", is_lesson ? "Enter" : party->words);
    agon_party_draw(party, at->player, true);
    const agon_input input = agon_terminal_ask(party->terminal, prompt, &asker, line);
    party->message[0] = '\0';
    if (input == AGON_INPUT_NOTHING) {
        agon_party_tell(party, false, "Ctrl-C once more leaves the match; it is kept.");
        return false;
    }
    if (input == AGON_INPUT_LEAVE) {
        *turn = AGON_TURN_LEAVE;
        return true;
    }
    const char *words = without_edges(line);
    const agon_command_end end = agon_party_command(party, at->player, words, error);
    if (end == AGON_COMMAND_NONE && hear(party, at->player, words, answer)) {
        *turn = AGON_TURN_DECIDED;
        return true;
    }
    if (end == AGON_COMMAND_NONE || end == AGON_COMMAND_DONE) {
        const agon_scene scene = agon_party_scene(party, at->player);
        agon_course_look(&party->course, &scene, words);
        return false;
    }
    *turn = turn_of(end);
    return true;
}

// Between two people who must not see each other's screens.
static bool pass_keyboard(agon_party *party, int player) {
    const bool is_hidden = party->codec->rules->has_hidden;
    char line[AGON_INPUT_MAX];
    char prompt[AGON_NAME_SIZE + 64];
    if (party->persons < 2 || party->at_keyboard == player || !is_hidden) {
        return true;
    }
    agon_terminal_cover(party->terminal);
    snprintf(prompt, sizeof prompt,
             "Pass the keyboard to %s, who presses Enter: ", party->names[player]);
    agon_input input;
    do {
        input = agon_terminal_ask(party->terminal, prompt, NULL, line);
    } while (input == AGON_INPUT_NOTHING);
    return input == AGON_INPUT_LINE;
}

agon_turn agon_party_turn(agon_party *party, int player, agon_answer *answer, agon_error *error) {
    desk at = {party, player};
    agon_turn turn = AGON_TURN_LEAVE;
    party->words[0] = '\0';
    party->page = 0;
    if (!pass_keyboard(party, player)) {
        return AGON_TURN_LEAVE;
    }
    party->at_keyboard = player;
    const agon_scene scene = agon_party_scene(party, player);
    agon_course_look(&party->course, &scene, NULL);
    while (!ask_once(&at, answer, &turn, error)) {
        // Until it leads to something.
    }
    if (turn == AGON_TURN_DECIDED) {
        agon_course_note(&party->course, answer);
    }
    return turn;
}
