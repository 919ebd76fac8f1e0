// Lines of words, what they mean, and choices.
#include "apps/terminal/games/game_screen.h"

#include "src/common/list.h"
#include "src/core/word.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void agon_line_split(agon_line *line, const char *text) {
    *line = (agon_line){.is_too_long = strlen(text) >= AGON_LINE_SIZE};
    snprintf(line->typed, sizeof line->typed, "%s", text);
    for (size_t i = 0; i < sizeof line->typed && line->typed[i]; i++) {
        line->lower[i] = (char)tolower((unsigned char)line->typed[i]);
    }
    for (size_t at = 0; line->typed[at];) {
        const size_t start = at + strspn(line->typed + at, " \t\r\n");
        const size_t size = strcspn(line->typed + start, " \t\r\n");
        const bool is_last = line->typed[start + size] == '\0';
        if (size > 0 && line->count == AGON_LINE_WORDS) {
            line->is_too_long = true;
            return;
        }
        if (size > 0) {
            line->words[line->count] = line->lower + start;
            line->raw[line->count++] = line->typed + start;
        }
        line->typed[start + size] = line->lower[start + size] = '\0';
        at = start + size + (is_last ? 0 : 1);
    }
}

bool agon_word_number(const char *word, long min, long max, long *number) {
    char *end;
    const bool has_digits = isdigit((unsigned char)word[word[0] == '-' || word[0] == '+']);
    const long value =
        strtol(word, &end, 10); // out of range becomes the nearest, which is wrong too
    if (!has_digits || *end || value < min || value > max) {
        return false;
    }
    *number = value;
    return true;
}

int agon_word_find(const char *word, const char *const *names, size_t count) {
    int found = -1;
    int matches = 0;
    for (size_t i = 0; i < count; i++) {
        if (strcasecmp(word, names[i]) == 0) {
            return (int)i;
        }
        if (word[0] && strncasecmp(word, names[i], strlen(word)) == 0) {
            found = (int)i;
            matches++;
        }
    }
    return matches == 1 ? found : -1;
}

#define LONGEST 31

int agon_word_nearest(const char *word, const char *const *names, size_t count) {
    const size_t length = strlen(word);
    size_t least = length / 3 + 2; // from this distance on it is another word
    int nearest = -1;
    for (size_t i = 0; i < count && length > 0 && length <= LONGEST; i++) {
        const bool is_start = strncasecmp(names[i], word, length) == 0;
        const size_t far = strlen(names[i]) > LONGEST ? least
                           : is_start                 ? 0
                                                      : agon_word_distance(word, names[i], true);
        // A short word has nothing in common with one of which every letter is different.
        if (far < least && far < strlen(names[i])) {
            least = far;
            nearest = (int)i;
        }
    }
    return nearest;
}

agon_line_result agon_reading_refuse(agon_reading *reading, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->answer, sizeof reading->answer, format, arguments);
    va_end(arguments);
    reading->count = 0;
    return AGON_LINE_WRONG;
}

agon_line_result agon_reading_act(agon_reading *reading, agon_action action) {
    if (reading->count == AGON_MAX_STEPS_PER_ACTION) {
        return agon_reading_refuse(reading, "That is more than fits into one line.");
    }
    reading->actions[reading->count++] = action;
    return AGON_LINE_ACTIONS;
}

static agon_choice *new_choice(agon_choices *choices) {
    if (!agon_grow(&choices->items, &choices->capacity, choices->count + 1,
                   sizeof *choices->items)) {
        choices->failed = true;
        return choices->count > 0 ? &choices->items[choices->count - 1] : NULL;
    }
    return &choices->items[choices->count++];
}

agon_choice *agon_choices_add(agon_choices *choices, bool is_whole, const char *format, ...) {
    static _Thread_local agon_choice nowhere;
    agon_choice *choice = new_choice(choices);
    choice = choice ? choice : &nowhere;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(choice->words, sizeof choice->words, format, arguments);
    va_end(arguments);
    choice->label[0] = '\0';
    choice->is_whole = is_whole;
    return choice;
}

void agon_choice_label(agon_choice *choice, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(choice->label, sizeof choice->label, format, arguments);
    va_end(arguments);
}

void agon_choices_ask(agon_choices *choices, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(choices->question, sizeof choices->question, format, arguments);
    va_end(arguments);
}

void agon_choices_free(agon_choices *choices) {
    free(choices->items);
    *choices = (agon_choices){0};
}
