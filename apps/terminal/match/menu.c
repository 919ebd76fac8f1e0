// The menu: which game, against whom.
#include "apps/terminal/match/run.h"

#include <stdio.h>
#include <string.h>

#define CHOICES 32

// A list to choose from by number or word.
typedef struct menu {
    const char *question;
    size_t count;
    size_t standard; // what Enter alone chooses
    bool is_amount;  // a number is a word of the list, not a place in it
    char words[CHOICES][48];
    char notes[CHOICES][96];
} menu;

static void add(menu *list, const char *word, const char *note) {
    if (list->count < CHOICES) {
        snprintf(list->words[list->count], sizeof list->words[0], "%s", word);
        snprintf(list->notes[list->count++], sizeof list->notes[0], "%s", note);
    }
}

static void show(agon_terminal *terminal, const menu *list, const char *message) {
    agon_text text = {0};
    agon_pen pen = agon_terminal_pen(terminal, &text);
    agon_pen_put(&pen, AGON_INK_BOLD, "Agon");
    agon_pen_end(&pen);
    agon_pen_end(&pen);
    agon_pen_put(&pen, AGON_INK_BOLD, "%s", list->question);
    agon_pen_end(&pen);
    agon_pen_end(&pen);
    for (size_t i = 0; i < list->count; i++) {
        if (list->is_amount) {
            agon_pen_put(&pen, AGON_INK_BOLD, "%4s", list->words[i]);
        } else {
            agon_pen_put(&pen, AGON_INK_BOLD, "%4zu", i + 1);
            agon_pen_put(&pen, AGON_INK_PLAIN, "  %s", list->words[i]);
        }
        agon_pen_to(&pen, list->is_amount ? 6 : 27);
        agon_pen_put(&pen, AGON_INK_DIM, "%s", list->notes[i]);
        agon_pen_end(&pen);
    }
    agon_pen_end(&pen);
    agon_pen_wrap(&pen, message[0] ? AGON_INK_BAD : AGON_INK_DIM, 0,
                  message[0] ? message
                             : "A number or a word; Enter alone takes the first; q leaves.");
    agon_terminal_show(terminal, &text);
    agon_text_free(&text);
}

// What is redrawn when the window changes.
typedef struct menu_prompt {
    agon_terminal *terminal;
    const menu *list;
    const char *message;
} menu_prompt;

static void redraw(void *user) {
    const menu_prompt *prompt = user;
    show(prompt->terminal, prompt->list, prompt->message);
}

static void complete(void *user, const char *line, agon_choices *words) {
    const menu_prompt *prompt = user;
    for (size_t i = 0; !strchr(line, ' ') && i < prompt->list->count; i++) {
        agon_choices_add(words, true, "%s", prompt->list->words[i]);
    }
}

// The choice that a line means, or −1.
static int understand(const menu *list, const char *line) {
    const char *names[CHOICES];
    long number;
    for (size_t i = 0; i < list->count; i++) {
        names[i] = list->words[i];
    }
    agon_line split;
    agon_line_split(&split, line);
    if (split.count == 0) {
        return (int)list->standard;
    }
    return !list->is_amount && agon_word_number(split.words[0], 1, (long)list->count, &number)
               ? (int)number - 1
               : agon_word_find(split.words[0], names, list->count);
}

// The index of the choice; −1: one wants to leave.
static int ask(agon_terminal *terminal, const menu *list) {
    char message[160] = "";
    char line[AGON_INPUT_MAX];
    char count[24];
    snprintf(count, sizeof count, "%zu", list->count);
    menu_prompt prompt = {terminal, list, message};
    const agon_asker asker = {redraw, complete, &prompt};
    for (;;) {
        show(terminal, list, message);
        const agon_input input = agon_terminal_ask(terminal, "> ", &asker, line);
        if (input == AGON_INPUT_LEAVE || strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) {
            return -1;
        }
        const int found = understand(list, line);
        if (found >= 0) {
            return found;
        }
        snprintf(message, sizeof message, "'%.40s' is none of these. %s to %s would do.", line,
                 list->is_amount ? list->words[0] : "1",
                 list->is_amount ? list->words[list->count - 1] : count);
    }
}

#define CONTINUE "continue"

static bool ask_game(agon_terminal *terminal, agon_play_settings *settings) {
    static char unfinished[AGON_PATH_MAX]; // the settings keep it
    menu games = {.question = "What shall we play?"};
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)) != NULL; i++) {
        add(&games, codec->rules->id, codec->rules->summary);
    }
    if (agon_match_file_unfinished(unfinished)) {
        add(&games, CONTINUE, strrchr(unfinished, '/') + 1);
    }
    const int found = ask(terminal, &games);
    settings->codec = found >= 0 ? agon_codec_at((size_t)found) : NULL;
    settings->resume = found >= 0 && !settings->codec ? unfinished : NULL;
    return found >= 0;
}

#define TUTORIAL "tutorial"
#define PERSON "person"

// NULL: one wants to leave.
static const char *ask_opponent(agon_terminal *terminal, const agon_codec *codec,
                                char word[static 48]) {
    menu list = {.question = "Against whom?"};
    const char *standard = agon_play_opponent(codec);
    const agon_bot *bot;
    add(&list, standard, agon_bot_find(codec->rules, standard)->summary);
    for (size_t i = 0; (bot = agon_bot_at(codec->rules, i)) != NULL; i++) {
        if (strcmp(bot->id, standard) != 0) {
            add(&list, bot->id, bot->summary);
        }
    }
    add(&list, PERSON, "another person at this keyboard");
    if (agon_game_screen_of(codec)->tutorial) {
        add(&list, TUTORIAL, "never played it? this explains as you go");
    }
    const int found = ask(terminal, &list);
    snprintf(word, 48, "%s", found >= 0 ? list.words[found] : "");
    return found >= 0 ? word : NULL;
}

static bool ask_players(agon_terminal *terminal, agon_play_settings *settings) {
    const agon_rules *rules = settings->codec->rules;
    menu list = {.question = "How many players?", .is_amount = true};
    if (rules->min_players == rules->max_players) {
        settings->players = rules->min_players;
        return true;
    }
    for (int n = rules->min_players; n <= rules->max_players; n++) {
        char word[8];
        snprintf(word, sizeof word, "%d", n);
        add(&list, word, "players");
    }
    const int found = ask(terminal, &list);
    settings->players = rules->min_players + found;
    return found >= 0;
}

// Seats: you, and the others as asked for. `word` outlives the settings.
static void seat(agon_play_settings *settings, const char *word) {
    const bool is_person = strcmp(word, PERSON) == 0;
    settings->seat_count = (size_t)settings->players;
    for (size_t p = 0; p < settings->seat_count; p++) {
        settings->seats[p] = p == 0 || is_person ? "me" : word;
    }
}

bool agon_play_menu(agon_terminal *terminal, agon_play_settings *settings) {
    static char word[48]; // the settings keep it
    if (!ask_game(terminal, settings)) {
        return false;
    }
    if (settings->resume) {
        return true;
    }
    if (!ask_opponent(terminal, settings->codec, word)) {
        return false;
    }
    if (strcmp(word, TUTORIAL) == 0) {
        settings->tutorial = true;
        return true;
    }
    if (!ask_players(terminal, settings)) {
        return false;
    }
    seat(settings, word);
    return true;
}
