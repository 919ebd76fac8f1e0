// agon play: matches one after the other, until one has enough.
#define _GNU_SOURCE
#include "apps/terminal/match/run.h"

#include "apps/terminal/replay/file.h"
#include "apps/host/tables.h"
#include "src/codec/name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

// One visit to the terminal: a match, or several one after the other.
typedef struct terminal_visit {
    agon_terminal terminal;
    agon_play_settings settings;
    agon_sitting_def def; // of the next match
    char seats[AGON_MAX_PLAYERS][160];
    char path[AGON_PATH_MAX];
    bool is_placed; // nobody chose the path
    json_t *config; // of a tutorial
    bool has_torn;  // the file that is resumed had an incomplete line
    agon_sitting sitting;
} terminal_visit;

const char *agon_play_opponent(const agon_codec *codec) {
    return agon_bot_find(codec->rules, "greedy") ? "greedy" : "search";
}

// ---------------------------------------------------------------------------------------------
// Setting up

static int fail(agon_error *error, int code, const char *message) {
    (void)agon_error_set(error, AGON_BAD_CONFIG, NULL, "%s", message);
    return code;
}

// The number of players that a config asks for, or the usual one; 0, with the reason, if it is bad.
static int usual_players(const agon_play_settings *settings, agon_error *error) {
    agon_table table;
    const agon_status status =
        agon_table_init_for(settings->codec, 0, agon_value_of(settings->config), &table, error);
    const int players = status == AGON_OK ? table.game->players : 0;
    agon_table_free(&table);
    return players;
}

// Fills the seats: those asked for, you among them, bots for the rest.
static int fill_seats(terminal_visit *here, agon_error *error) {
    const agon_play_settings *settings = &here->settings;
    agon_sitting_def *def = &here->def;
    size_t count = 0;
    bool has_person = false;
    for (size_t i = 0; i < settings->seat_count; i++) {
        const char *name = agon_seat_person(settings->seats[i]);
        agon_error why = {0};
        has_person |= name != NULL;
        if (name && name[0] && agon_name_check(name, &why)) {
            agon_error_set(error, AGON_BAD_CONFIG, "--seat", "a name %s", why.message);
            return EX_USAGE;
        }
    }
    if (!has_person) {
        def->seats[count++] = "me";
    }
    for (size_t i = 0; i < settings->seat_count; i++) {
        if (count == AGON_MAX_PLAYERS) {
            return fail(error, EX_USAGE, "there are more seats than a match can have");
        }
        def->seats[count++] = settings->seats[i];
    }
    int players = settings->players;
    if (players == 0 && settings->seat_count == 0) {
        players = usual_players(settings, error);
        if (players == 0) {
            return EX_DATAERR;
        }
    }
    players = players ? players : settings->codec->rules->min_players;
    while (count < (size_t)players && count < AGON_MAX_PLAYERS) {
        def->seats[count++] = agon_play_opponent(settings->codec);
    }
    def->seat_count = count;
    return EX_OK;
}

static int choose_tutorial(terminal_visit *here, agon_error *error) {
    const agon_tutorial *tutorial = agon_game_screen_of(here->settings.codec)->tutorial;
    agon_sitting_def *def = &here->def;
    if (!tutorial) {
        (void)agon_error_set(error, AGON_BAD_CONFIG, NULL, "there is no tutorial for %s",
                             here->settings.codec->rules->title);
        return EX_USAGE;
    }
    if (tutorial->config) {
        here->config = agon_json_parse(tutorial->config, strlen(tutorial->config), error);
        if (!here->config) {
            return EX_SOFTWARE;
        }
    }
    def->tutorial = tutorial;
    def->config = here->config;
    def->seed = agon_seed_number(tutorial->seed);
    def->seat_count = here->settings.codec->rules->min_players;
    for (size_t p = 0; p < def->seat_count; p++) {
        def->seats[p] = tutorial->seats[p];
    }
    def->series.best_of = 1;
    return EX_OK;
}

static int choose_seed(terminal_visit *here, agon_error *error) {
    const agon_play_settings *settings = &here->settings;
    agon_seed *seed = &here->def.seed;
    *seed = settings->seed;
    if (!settings->has_seed && !agon_seed_of_config(agon_value_of(settings->config), seed) &&
        !agon_seed_fresh(seed)) {
        return fail(error, EX_OSERR, "the system gives no random seed");
    }
    return EX_OK;
}

static int choose_path(terminal_visit *here, agon_error *error) {
    const agon_play_settings *settings = &here->settings;
    here->is_placed = !settings->record;
    if (settings->record) {
        snprintf(here->path, sizeof here->path, "%s", settings->record);
    } else if (!agon_match_file_name(settings->codec->rules->id, here->path, error)) {
        return EX_CANTCREAT;
    }
    return EX_OK;
}

static int best_of(const agon_play_settings *settings, const agon_codec *codec) {
    const int wanted = settings->best_of ? settings->best_of : agon_game_screen_of(codec)->best_of;
    return wanted > 0 ? wanted : 1;
}

static int prepare_new(terminal_visit *here, agon_error *error) {
    agon_sitting_def *def = &here->def;
    *def =
        (agon_sitting_def){.codec = here->settings.codec,
                           .config = here->settings.config,
                           .path = here->path,
                           .series = {.best_of = best_of(&here->settings, here->settings.codec)}};
    int code = here->settings.tutorial ? choose_tutorial(here, error) : fill_seats(here, error);
    if (code == EX_OK && !here->settings.tutorial) {
        code = choose_seed(here, error);
    }
    return code == EX_OK ? choose_path(here, error) : code;
}

// ---------------------------------------------------------------------------------------------
// Series

// By the board, unless somebody has forfeited.
static bool is_winner(const agon_result *result, int player) {
    bool has_forfeit = false;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        has_forfeit |= result->forfeits[p] != 0;
    }
    return has_forfeit ? result->places[player] == 1 : result->winners >> player & 1u;
}

// Adds what a finished match says to the score.
static void count_result(const agon_game *game, const agon_result *result, agon_series *series) {
    int winners = 0;
    for (int p = 0; p < game->players; p++) {
        series->wins[p] += is_winner(result, p);
        winners += is_winner(result, p);
    }
    series->draws += winners == 0;
}

// The matches before this one, from their files. One that is not there does not count.
static void recall_series(const char *path, agon_series *series) {
    const int number = agon_match_file_number(path);
    for (int i = 1; i < number; i++) {
        char sibling[AGON_PATH_MAX];
        agon_watch_file file;
        agon_match_file_sibling(path, i, sibling);
        if (agon_watch_open(&file, sibling, NULL) == AGON_OK && file.timeline.verdict.ok) {
            const agon_result result = agon_timeline_result(&file.timeline);
            count_result(file.timeline.replay.table.game, &result, series);
        }
        agon_watch_close(&file);
    }
}

static bool is_series_over(const agon_series *series, int players) {
    bool is_over = series->best_of <= 1;
    for (int p = 0; p < players; p++) {
        is_over |= series->wins[p] > series->best_of / 2;
    }
    return is_over;
}

// The next match of the series: the same people, another seed, the file beside the last one.
static int prepare_next(terminal_visit *here, agon_error *error) {
    agon_sitting *sitting = &here->sitting;
    agon_sitting_def *def = &here->def;
    char path[AGON_PATH_MAX];
    agon_match_file_sibling(sitting->record.path, agon_match_file_number(sitting->record.path) + 1,
                            path);
    const int players = sitting->record.replay.table.game->players;
    *def = (agon_sitting_def){.codec = sitting->codec,
                              .config = here->settings.config,
                              .seat_count = (size_t)players,
                              .path = here->path,
                              .series = sitting->series};
    for (int p = 0; p < players; p++) {
        snprintf(here->seats[p], sizeof here->seats[p], "%s", sitting->seat_texts[p]);
        def->seats[p] = here->seats[p];
    }
    // A seed that was given leads to the same series again.
    def->seed = sitting->seed;
    def->seed.lo++;
    if (!here->settings.has_seed && !agon_seed_fresh(&def->seed)) {
        return fail(error, EX_OSERR, "the system gives no random seed");
    }
    snprintf(here->path, sizeof here->path, "%s", path);
    return EX_OK;
}

// ---------------------------------------------------------------------------------------------
// Endings

// A path as one can give it to a shell.
static void quote(const char *path, agon_text *text) {
    const bool is_plain = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789/._-+,:@") == strlen(path);
    const char *home = getenv("HOME");
    const size_t length = home ? strlen(home) : 0;
    if (is_plain) {
        const bool is_home = length > 1 && strncmp(path, home, length) == 0 && path[length] == '/';
        agon_text_printf(text, "%s%s", is_home ? "~" : "", is_home ? path + length : path);
        return;
    }
    agon_text_puts(text, "'");
    for (; *path; path++) {
        if (*path == '\'') {
            agon_text_puts(text, "'\\''");
        } else {
            agon_text_add(text, path, 1);
        }
    }
    agon_text_puts(text, "'");
}

static void say_scores(const agon_sitting *sitting, const agon_result *result, agon_text *text) {
    for (int p = 0; p < sitting->match.game->players; p++) {
        agon_text_printf(text, "%s%s %d%s", p ? ", " : " ", sitting->names[p],
                         (int)result->scores[p], result->forfeits[p] ? " (forfeited)" : "");
    }
}

// "You win." "A draw between greedy and you." Scores are those of the board that is shown.
static void say_outcome(const agon_sitting *sitting, agon_text *text) {
    agon_result result = agon_match_result(&sitting->match);
    int listed = 0;
    bool is_you = false;
    agon_scores(sitting->match.game, agon_match_shown(&sitting->match), result.scores);
    for (int p = 0; p < sitting->match.game->players; p++) {
        if (is_winner(&result, p)) {
            is_you = strcmp(sitting->names[p], "you") == 0;
            agon_text_printf(text, "%s%s", listed++ ? " and " : "", sitting->names[p]);
        }
    }
    agon_text_puts(text, listed == 0 ? "A draw." : listed > 1 || is_you ? " win." : " wins.");
    agon_text_puts(text, " Scores:");
    say_scores(sitting, &result, text);
    agon_text_puts(text, ".");
    if (text->length > 0) {
        text->data[0] = (char)toupper((unsigned char)text->data[0]);
    }
}

static void say_series(const agon_sitting *sitting, agon_text *text) {
    const agon_series *series = &sitting->series;
    if (series->best_of <= 1) {
        return;
    }
    agon_text_printf(text, " Best of %d:", series->best_of);
    for (int p = 0; p < sitting->match.game->players; p++) {
        agon_text_printf(text, "%s%s %d", p ? ", " : " ", sitting->names[p], series->wins[p]);
    }
    agon_text_puts(text, is_series_over(series, sitting->match.game->players) ? ": that decides it."
                                                                              : ".");
}

// As --seed takes it.
static void say_seed(agon_seed seed, agon_text *text) {
    if (seed.is_wide) {
        agon_text_printf(text, "%016llx%016llx", (unsigned long long)seed.hi,
                         (unsigned long long)seed.lo);
    } else {
        agon_text_printf(text, "%lld", (long long)seed.lo);
    }
}

static void say_file(const agon_sitting *sitting, agon_text *text) {
    agon_text_puts(text, "replay  ");
    quote(sitting->record.path, text);
    agon_text_puts(text, "\nverify  agon replay verify ");
    quote(sitting->record.path, text);
    agon_text_puts(text, "\nwatch   agon watch ");
    quote(sitting->record.path, text);
    agon_text_puts(text, "\nseed    ");
    say_seed(sitting->seed, text);
    agon_text_puts(text, "\n");
}

// The person whose board is shown at the end.
static int last_person(const agon_sitting *sitting) {
    int person = sitting->at_keyboard;
    for (int p = sitting->match.game->players - 1; p >= 0 && sitting->at_keyboard < 0; p--) {
        person = sitting->is_person[p] ? p : person;
    }
    return person;
}

static void show_end(agon_sitting *sitting) {
    agon_text message = {0};
    agon_text footer = {0};
    say_outcome(sitting, &message);
    say_series(sitting, &message);
    if (sitting->course.tutorial && sitting->course.tutorial->farewell) {
        agon_text_printf(&message, " %s", sitting->course.tutorial->farewell);
    }
    if (is_series_over(&sitting->series, sitting->match.game->players)) {
        say_file(sitting, &footer);
    }
    agon_sitting_tell(sitting, false, "%s", message.data ? message.data : "");
    sitting->course.tutorial = NULL;
    sitting->known[last_person(sitting)] =
        sitting->record.move_count > 0
            ? sitting->record.moves[sitting->record.move_count - 1].first_event
            : 0;
    agon_sitting_draw_end(sitting, last_person(sitting), footer.data ? footer.data : "");
    agon_text_free(&message);
    agon_text_free(&footer);
}

static bool ask_yes(agon_terminal *terminal, const char *question, bool standard) {
    char line[AGON_INPUT_MAX];
    agon_input input;
    do {
        input = agon_terminal_ask(terminal, question, NULL, line);
    } while (input == AGON_INPUT_NOTHING);
    const char first = line[strspn(line, " \t")];
    const char *const against = standard ? "nNqQ" : "yY";
    const bool is_other = first && strchr(against, first);
    return input == AGON_INPUT_LINE && is_other != standard;
}

// How to go on with a match that was left.
static void say_farewell(terminal_visit *here) {
    agon_sitting *sitting = &here->sitting;
    agon_text text = {0};
    if (sitting->record.move_count == 0 && here->is_placed && !here->settings.resume) {
        unlink(sitting->record.path);
        agon_text_puts(&text, "Nothing was played, nothing is kept.\n");
    } else {
        agon_text_printf(&text,
                         "The match is kept, after %u moves. Go on with it:\n"
                         "  agon play --resume ",
                         (unsigned)sitting->match.moves);
        quote(sitting->record.path, &text);
        agon_text_puts(&text, "\n");
    }
    printf("%s%s", here->terminal.live ? "\r\n" : "", text.data ? text.data : "");
    fflush(stdout);
    agon_text_free(&text);
}

// ---------------------------------------------------------------------------------------------
// Matches

static int code_of(agon_status status, bool is_resumed) {
    return status == AGON_NO_MEMORY   ? EX_OSERR
           : status == AGON_GAME_OVER ? EX_USAGE
           : is_resumed               ? EX_DATAERR
                                      : EX_USAGE;
}

// Whether there is another match, which is then prepared.
static bool goes_on(terminal_visit *here, int *code, agon_error *error) {
    agon_sitting *sitting = &here->sitting;
    const int players = sitting->match.game->players;
    const agon_result result = agon_match_result(&sitting->match);
    count_result(sitting->match.game, &result, &sitting->series);
    show_end(sitting);
    if (!is_series_over(&sitting->series, players)) {
        if (!ask_yes(&here->terminal, "The next match? [Y/n] ", true)) {
            return false;
        }
        *code = prepare_next(here, error);
        return *code == EX_OK;
    }
    if (!ask_yes(&here->terminal, "Play again? [y/N] ", false)) {
        return false;
    }
    const agon_series again = {.best_of = sitting->series.best_of};
    *code = prepare_next(here, error);
    here->def.series = again;
    here->is_placed = true;
    if (*code == EX_OK && !agon_match_file_name(sitting->codec->rules->id, here->path, error)) {
        *code = EX_CANTCREAT;
    }
    return *code == EX_OK;
}

// A bot still thinks and cannot be stopped: everything is stored, so the program just ends.
static void leave_at_once(int code) {
    fflush(stdout);
    _exit(code);
}

// Plays the match that is described. True: there is another one.
static bool play_one(terminal_visit *here, int *code, agon_error *error) {
    const bool is_resumed = here->def.is_resumed;
    const agon_status status =
        agon_sitting_open(&here->sitting, &here->terminal, &here->def, error);
    if (status) {
        *code = code_of(status, is_resumed);
        if (!is_resumed && here->sitting.record.file >= 0) {
            unlink(here->sitting.record.path); // it was made here, and nobody could sit down
        }
        agon_sitting_close(&here->sitting);
        return false;
    }
    if (here->has_torn) {
        here->has_torn = false;
        agon_sitting_tell(&here->sitting, true,
                          "The last line of the file was incomplete: cut off.");
    }
    const agon_match_end end = agon_sitting_play(&here->sitting, error);
    bool is_more = false;
    if (end == AGON_MATCH_OVER) {
        is_more = goes_on(here, code, error);
    } else {
        *code = end == AGON_MATCH_LEFT ? EX_OK : EX_IOERR;
        say_farewell(here);
    }
    if (here->sitting.is_abandoned) {
        leave_at_once(*code);
    }
    agon_sitting_close(&here->sitting);
    return is_more;
}

static int prepare(terminal_visit *here, agon_error *error) {
    agon_play_settings *settings = &here->settings;
    if (!settings->resume && !settings->codec && !agon_play_menu(&here->terminal, settings)) {
        return -1;
    }
    if (!settings->resume) {
        return prepare_new(here, error);
    }
    here->def = (agon_sitting_def){
        .path = settings->resume, .seat_count = settings->seat_count, .is_resumed = true};
    memcpy(here->def.seats, settings->seats, sizeof settings->seats);
    return EX_OK;
}

// What a resumed match belongs to is known once its game is.
static void recall(terminal_visit *here) {
    agon_match_file record;
    if (agon_match_file_open(&record, here->settings.resume, NULL) == AGON_OK) {
        here->def.series.best_of = best_of(&here->settings, record.replay.table.codec);
    }
    here->has_torn = record.has_torn;
    agon_match_file_close(&record);
    recall_series(here->settings.resume, &here->def.series);
}

int agon_play_run(const agon_play_settings *settings, agon_error *error) {
    terminal_visit *here = calloc(1, sizeof *here);
    if (!here || agon_terminal_open(&here->terminal)) {
        free(here);
        return fail(error, EX_OSERR, "out of memory");
    }
    here->settings = *settings;
    int code = prepare(here, error);
    if (code == EX_OK && here->settings.resume) {
        recall(here);
    }
    while (code == EX_OK && play_one(here, &code, error)) {
        // The next one.
    }
    agon_terminal_close(&here->terminal);
    json_decref(here->config);
    free(here);
    return code < 0 ? EX_OK : code;
}
