// Stellar Skirmish: what one may do and say. How it looks: board.c.
#include "apps/terminal/games/stellar-skirmish/internal.h"

#include <stdio.h>

const char *agon_stellar_planet_label(const agon_game *game, int planet, char *buffer,
                                      size_t size) {
    const agon_stellar_planet it = agon_stellar_planet_at(game, planet);
    char name[64];
    agon_name_cut(name, sizeof name, it.name && it.name[0] ? it.name : it.id, 20);
    snprintf(buffer, size, "%s (%s%d)", name, planet & AGON_STELLAR_DOUBLED ? "doubled, " : "",
             (int)it.victory_points);
    return buffer;
}

static bool is_verb(const char *word) {
    const char *const verb = "play";
    return agon_word_find(word, &verb, 1) == 0;
}

static void list(const agon_scene *scene, const char *words, agon_choices *choices) {
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    agon_line line;
    agon_line_split(&line, words);
    if (line.count > 1 || (line.count == 1 && !is_verb(line.words[0]))) {
        return;
    }
    const int count = agon_stellar_legal_cards(scene->game, scene->view, scene->player, cards);
    const int pot = (int)agon_stellar_pot_total(scene->game, scene->view);
    choices->is_amount = true;
    const bool has_deck = agon_stellar_revealed(scene->view) < agon_stellar_deck_size(scene->game);
    if (agon_stellar_pot_summary(scene->game, scene->view).count > 0) {
        agon_choices_ask(choices, "Which card do you bid for a pot of %d?", pot);
    } else if (!has_deck) {
        agon_choices_ask(choices, "Which card do you bid? There is nothing left to win.");
    } else {
        agon_choices_ask(choices, "Which card do you bid? The planet turns up with the first bid.");
    }
    for (int i = 0; i < count; i++) {
        agon_choices_add(choices, true, "play %d", (int)cards[i]);
    }
}

// The hand as the end of a sentence: "2, 5, 9".
static void hand_words(const agon_scene *scene, char *text, size_t size) {
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    const int count = agon_stellar_legal_cards(scene->game, scene->view, scene->player, cards);
    size_t at = 0;
    for (int i = 0; i < count && at + 20 < size; i++) {
        at += (size_t)snprintf(text + at, size - at, "%s%d", i ? ", " : "", (int)cards[i]);
    }
    snprintf(text + at, size - at, "%s", at + 20 >= size ? " ..." : count ? "" : "none");
}

static agon_line_result read(const agon_scene *scene, const char *line, agon_reading *reading) {
    agon_line words;
    char hand[160];
    long card = 0;
    agon_line_split(&words, line);
    const bool has_verb = words.count > 0 && is_verb(words.words[0]);
    if (has_verb && words.count == 1) {
        return AGON_LINE_MORE;
    }
    hand_words(scene, hand, sizeof hand);
    if (words.count != (has_verb ? 2u : 1u) ||
        !agon_word_number(words.words[has_verb], -INT32_MAX, INT32_MAX, &card)) {
        return agon_reading_refuse(reading, "Type the card that you bid. Your hand: %s.", hand);
    }
    const agon_action action = agon_stellar_play((int32_t)card);
    if (agon_check(scene->game, scene->view, scene->player, action, NULL) == AGON_INVALID_MOVE) {
        return agon_reading_refuse(reading, "You have no %ld. Your hand: %s.", card, hand);
    }
    return agon_reading_act(reading, action);
}

static void say_action(const agon_scene *scene, int player, agon_action action, agon_text *text) {
    (void)scene;
    (void)player;
    agon_text_printf(text, "play %d", (int)action.n);
}

// "greedy won with 9: you 7, random 3"
static void say_battle(const agon_scene *scene, const agon_event *event, agon_text *text) {
    const int winner = event->f[AGON_MAX_PLAYERS];
    if (winner < 0) {
        agon_text_puts(text, "a tie, nobody wins");
    } else {
        agon_text_printf(text, "%s won with %d", scene->names[winner], (int)event->f[winner]);
    }
    const char *gap = ": ";
    for (int p = 0; p < scene->game->players; p++) {
        if (p != winner) {
            agon_text_printf(text, "%s%s %d", gap, scene->names[p], (int)event->f[p]);
            gap = ", ";
        }
    }
}

static void say_over(const agon_event *event, agon_text *text) {
    static const char *const reasons[AGON_STELLAR_END_REASONS] = {
        [AGON_STELLAR_NOT_OVER] = "the game goes on",
        [AGON_STELLAR_NORMAL] = "the game is over: every planet is claimed",
        [AGON_STELLAR_SHIPS_EXHAUSTED_PLANETS_REMAINING] =
            "the game is over: the cards are spent, and planets are left",
        [AGON_STELLAR_PLAYER_OUT_OF_CARDS_EARLY] = "the game is over: somebody has no cards left",
        [AGON_STELLAR_FINAL_TIE_POT_DISCARDED] =
            "the game is over: a tie at the end, and the pot is thrown away",
    };
    if (event->f[0] >= 0 && event->f[0] < AGON_STELLAR_END_REASONS) {
        agon_text_puts(text, reasons[event->f[0]]);
    }
}

static void say_event(const agon_scene *scene, const agon_event *event, agon_text *text) {
    char planet[128];
    switch (event->type) {
    case AGON_STELLAR_PLANET_REVEALED:
        agon_stellar_planet_label(scene->game, event->f[0], planet, sizeof planet);
        agon_text_printf(text, "%s turned up", planet);
        break;
    case AGON_STELLAR_CARD_PLAYED:
        agon_text_printf(text, "%s bid", scene->names[event->f[0]]);
        if (!event->redacted) {
            agon_text_printf(text, " %d", (int)event->f[1]);
        }
        break;
    case AGON_STELLAR_BATTLE_RESOLVED:
        say_battle(scene, event, text);
        break;
    case AGON_STELLAR_PLANET_CLAIMED:
        agon_stellar_planet_label(scene->game,
                                  event->f[1] | (event->f[2] ? AGON_STELLAR_DOUBLED : 0), planet,
                                  sizeof planet);
        agon_text_printf(text, "%s claimed %s", scene->names[event->f[0]], planet);
        break;
    case AGON_STELLAR_POT_DISCARDED:
        agon_text_puts(text, "the pot was thrown away");
        break;
    default:
        say_over(event, text);
    }
}

static const char help[] = "play 7     bid the card 7; just 7 will do\n";

const agon_game_screen agon_stellar_screen = {
    .id = "stellar-skirmish",
    .board_lines = 18,
    .draw = agon_stellar_draw,
    .list = list,
    .read = read,
    .say_action = say_action,
    .say_event = say_event,
    .help = help,
};
