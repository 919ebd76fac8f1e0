// A person's turn: the screen, a line, what it means; until there is a decision.
#include "apps/terminal/match/sitting.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Who is being asked.
typedef struct asking {
    agon_sitting *sitting;
    int player;
} asking;

static void redraw(void *user) {
    const asking *at = user;
    agon_sitting_draw(at->sitting, at->player, true);
}

// ---------------------------------------------------------------------------------------------
// Completion

// Adds the word that follows `begin` in each choice of the list for it.
static void next_words(const agon_sitting *sitting, const agon_scene *scene, const char *begin,
                       agon_choices *words) {
    agon_choices listed = {0};
    const size_t length = strlen(begin);
    sitting->game_screen->list(scene, begin, &listed);
    for (size_t i = 0; i < listed.count; i++) {
        const char *line = listed.items[i].words;
        const char *next = length == 0 ? line : line + length + 1;
        if (strlen(line) > length && (length == 0 || line[length] == ' ')) {
            agon_choices_add(words, true, "%.*s", (int)strcspn(next, " "), next);
        }
    }
    agon_choices_free(&listed);
}

static void complete_in_game(agon_sitting *sitting, int player, const char *line,
                             agon_choices *words) {
    const agon_scene scene = agon_sitting_scene(sitting, player);
    char whole[AGON_LINE_SIZE];
    snprintf(whole, sizeof whole, "%s%s%s", sitting->words, sitting->words[0] ? " " : "", line);
    if (sitting->game_screen->complete) {
        sitting->game_screen->complete(&scene, whole, words);
        return;
    }
    char *space = strrchr(whole, ' ');
    *(space ? space : whole) = '\0';
    next_words(sitting, &scene, whole, words);
}

static void complete(void *user, const char *line, agon_choices *words) {
    const asking *at = user;
    if (!strchr(line, ' ')) {
        const char *word;
        for (size_t i = 0; (word = agon_command_word(i)) != NULL; i++) {
            agon_choices_add(words, true, "%s", word);
        }
    }
    complete_in_game(at->sitting, at->player, line, words);
}

// ---------------------------------------------------------------------------------------------
// Decisions

static void take(const agon_reading *reading, agon_answer *answer) {
    *answer = (agon_answer){.count = reading->count};
    memcpy(answer->actions, reading->actions, reading->count * sizeof answer->actions[0]);
}

// A word that is nearly a command, unless the game has a better idea.
static void refuse(agon_sitting *sitting, const char *line, const agon_reading *reading) {
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
        agon_sitting_tell(sitting, true, "%s (Or did you mean '%s'?)", reading->answer,
                          words[nearest]);
    } else {
        agon_sitting_tell(sitting, true, "%s", reading->answer);
    }
}

// What a line means to the game. True: there is a decision.
static bool result(agon_sitting *sitting, int player, const char *line, agon_answer *answer) {
    static const agon_reading nothing;
    const agon_scene scene = agon_sitting_scene(sitting, player);
    agon_reading reading = nothing;
    char whole[AGON_INPUT_MAX + AGON_CHOICE_WORDS + 2];
    snprintf(whole, sizeof whole, "%s%s%s", sitting->words, sitting->words[0] ? " " : "", line);
    agon_line_result found = sitting->game_screen->read(&scene, whole, &reading);
    if (found == AGON_LINE_WRONG && sitting->words[0]) {
        // Perhaps something else is meant than what was begun.
        agon_reading other = nothing;
        const agon_line_result second = sitting->game_screen->read(&scene, line, &other);
        if (second != AGON_LINE_WRONG) {
            found = second;
            reading = other;
            snprintf(whole, sizeof whole, "%s", line);
        }
    }
    sitting->page = 0;
    if (found == AGON_LINE_WRONG) {
        refuse(sitting, line, &reading);
        return false;
    }
    if (found == AGON_LINE_MORE) {
        snprintf(sitting->words, sizeof sitting->words, "%s", whole);
        return false;
    }
    take(&reading, answer);
    return true;
}

// A choice has been picked. True: there is a decision.
static bool pick(agon_sitting *sitting, int player, const agon_choice *choice,
                 agon_answer *answer) {
    char words[AGON_CHOICE_WORDS];
    snprintf(words, sizeof words, "%s", choice->words);
    const bool is_whole = choice->is_whole;
    sitting->words[0] = '\0';
    sitting->page = 0;
    if (is_whole) {
        return result(sitting, player, words, answer);
    }
    snprintf(sitting->words, sizeof sitting->words, "%s", words);
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
static void hear_in_lesson(agon_sitting *sitting, const char *line) {
    if (line[0] == '\0') {
        agon_course_next(&sitting->course);
    } else {
        agon_sitting_tell(sitting, true, "Enter goes on with the lesson; 'skip' leaves it out.");
    }
}

// True: there is a decision.
static bool hear(agon_sitting *sitting, int player, const char *line, agon_answer *answer) {
    long number;
    const bool is_number = agon_word_number(line, 0, 1000000, &number);
    if (agon_course_waits(&sitting->course)) {
        hear_in_lesson(sitting, line);
        return false;
    }
    if (line[0] == '\0') {
        return false;
    }
    if (is_number && !sitting->choices.is_amount) {
        if (number >= 1 && (size_t)number <= sitting->choices.count) {
            return pick(sitting, player, &sitting->choices.items[number - 1], answer);
        }
        agon_sitting_tell(sitting, true, "There are choices from 1 to %zu.",
                          sitting->choices.count);
        return false;
    }
    return result(sitting, player, line, answer);
}

static agon_turn turn_of(agon_command_end end) {
    return end == AGON_COMMAND_UNDONE  ? AGON_TURN_UNDONE
           : end == AGON_COMMAND_LEAVE ? AGON_TURN_LEAVE
                                       : AGON_TURN_FAILED;
}

// One line. False: it led to no decision, ask again.
static bool ask_once(const asking *at, agon_answer *answer, agon_turn *turn, agon_error *error) {
    agon_sitting *sitting = at->sitting;
    const agon_asker asker = {redraw, complete, (void *)at};
    char prompt[AGON_CHOICE_WORDS + 4];
    char line[AGON_INPUT_MAX];
    const bool is_lesson =
        agon_course_waits(&sitting->course); // a message may hide what else says so
    snprintf(prompt, sizeof prompt, "%s> ", is_lesson ? "Enter" : sitting->words);
    agon_sitting_draw(sitting, at->player, true);
    const agon_input input = agon_terminal_ask(sitting->terminal, prompt, &asker, line);
    sitting->message[0] = '\0';
    if (input == AGON_INPUT_NOTHING) {
        agon_sitting_tell(sitting, false, "Ctrl-C once more leaves the match; it is kept.");
        return false;
    }
    if (input == AGON_INPUT_LEAVE) {
        *turn = AGON_TURN_LEAVE;
        return true;
    }
    const char *words = without_edges(line);
    const agon_command_end end = agon_sitting_command(sitting, at->player, words, error);
    if (end == AGON_COMMAND_NONE && hear(sitting, at->player, words, answer)) {
        *turn = AGON_TURN_DECIDED;
        return true;
    }
    if (end == AGON_COMMAND_NONE || end == AGON_COMMAND_DONE) {
        const agon_scene scene = agon_sitting_scene(sitting, at->player);
        agon_course_look(&sitting->course, &scene, words);
        return false;
    }
    *turn = turn_of(end);
    return true;
}

// Between two people who must not see each other's screens.
static bool pass_keyboard(agon_sitting *sitting, int player) {
    const bool is_hidden = sitting->codec->rules->has_hidden;
    char line[AGON_INPUT_MAX];
    char prompt[AGON_SHOWN_NAME_SIZE + 64];
    if (sitting->persons < 2 || sitting->at_keyboard == player || !is_hidden) {
        return true;
    }
    agon_terminal_cover(sitting->terminal);
    snprintf(prompt, sizeof prompt,
             "Pass the keyboard to %s, who presses Enter: ", sitting->names[player]);
    agon_input input;
    do {
        input = agon_terminal_ask(sitting->terminal, prompt, NULL, line);
    } while (input == AGON_INPUT_NOTHING);
    return input == AGON_INPUT_LINE;
}

bool agon_sitting_begin_turn(agon_sitting *sitting, int player) {
    sitting->words[0] = '\0';
    sitting->page = 0;
    if (!pass_keyboard(sitting, player)) {
        return false;
    }
    sitting->at_keyboard = player;
    const agon_scene scene = agon_sitting_scene(sitting, player);
    agon_course_look(&sitting->course, &scene, NULL);
    return true;
}

agon_turn agon_sitting_turn(agon_sitting *sitting, int player, agon_answer *answer,
                            agon_error *error) {
    asking at = {sitting, player};
    agon_turn turn = AGON_TURN_LEAVE;
    while (!ask_once(&at, answer, &turn, error)) {
        // Until it leads to something.
    }
    return turn;
}
