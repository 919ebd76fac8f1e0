// Skirmish: valid actions as phrases, and lines of words compared with them.
//
// Every valid action is a phrase: a verb and steps ("play", Strike, their slot on terrain 3). What is
// typed is compared with all phrases: those that it is the beginning of say what may follow, and
// those that it is the whole of are what it means. So whatever can be done can be typed, and
// whatever is typed wrong can be answered with what would be right.
#include "apps/terminal/games/skirmish/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const verbs[VERBS] = {"play", "activate", "pick", "skip", "end", "done"};

static void add_step(skirmish_phrase *phrase, enum skirmish_step_type type, int value) {
    phrase->steps[phrase->count++] = (skirmish_step){(uint8_t)type, (uint8_t)value};
}

static int kind_of(const agon_scene *scene, int ref) {
    return agon_skirmish_kind_of(scene->game, ref);
}

static void add_play(const agon_scene *scene, skirmish_phrase *phrase) {
    const agon_action action = phrase->action;
    const agon_skirmish_card card = skirmish_card_at(scene, kind_of(scene, action.a));
    add_step(phrase, STEP_CARD, kind_of(scene, action.a));
    if (!card.is_action) {
        add_step(phrase, STEP_TERRAIN, action.b);
        return;
    }
    add_step(phrase, STEP_SLOT, action.b);
    if (card.needs_destination) {
        add_step(phrase, STEP_TERRAIN, action.c);
    }
}

static void add_activation(const agon_scene *scene, skirmish_phrase *phrase) {
    const agon_action action = phrase->action;
    const int slot = agon_skirmish_slot_of(scene->view, action.a);
    const agon_skirmish_card card = skirmish_card_at(scene, kind_of(scene, action.a));
    add_step(phrase, STEP_TERRAIN, slot < 0 ? 0 : agon_skirmish_terrain_of(slot));
    if (card.needs_grave_card) {
        add_step(phrase, STEP_GRAVE, kind_of(scene, action.c));
    }
    add_step(phrase, STEP_SLOT, action.b);
}

skirmish_phrase agon_skirmish_phrase_of(const agon_scene *scene, agon_action action) {
    static const uint8_t by_type[AGON_SKIRMISH_ACTION_TYPES] = {VERB_PLAY, VERB_ACTIVATE, VERB_PICK,
                                                                VERB_END, VERB_DONE};
    skirmish_phrase phrase = {.action = action, .verb = by_type[action.type]};
    if (action.type == AGON_SKIRMISH_PLAY_CARD) {
        add_play(scene, &phrase);
    } else if (action.type == AGON_SKIRMISH_ACTIVATE) {
        add_activation(scene, &phrase);
    } else if (action.type == AGON_SKIRMISH_INPUT && action.a) {
        phrase.verb = VERB_SKIP;
    } else if (action.type == AGON_SKIRMISH_INPUT) {
        add_step(&phrase, STEP_SLOT, action.b);
    }
    return phrase;
}

size_t agon_skirmish_phrases(const agon_scene *scene, skirmish_phrase *phrases) {
    const uint32_t count = agon_count(scene->game, scene->view, scene->player);
    const uint32_t most = count < SKIRMISH_PHRASES ? count : SKIRMISH_PHRASES;
    for (uint32_t i = 0; i < most; i++) {
        phrases[i] =
            agon_skirmish_phrase_of(scene, agon_nth(scene->game, scene->view, scene->player, i));
    }
    return most;
}

int agon_skirmish_hand_number(const skirmish_phrase *phrases, size_t count, int kind) {
    int number = 0;
    int last = -1;
    for (size_t i = 0; i < count && phrases[i].verb == VERB_PLAY; i++) {
        number += phrases[i].steps[0].value != last;
        last = phrases[i].steps[0].value;
        if (last == kind) {
            return number;
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Comparing

enum { SIDE_MY, SIDE_THEIR, SIDES };
static const char *const side_words[SIDES] = {"my", "their"};

static int side_of(const char *word) {
    static const char *const others[][5] = {{"my", "mine", "m", "own", "our"},
                                            {"their", "theirs", "t", "enemy", "e"}};
    for (int side = 0; side < SIDES; side++) {
        for (size_t i = 0; i < 5; i++) {
            if (strcmp(word, others[side][i]) == 0) {
                return side;
            }
        }
    }
    return -1;
}

static bool is_filler(const char *word) {
    static const char *const fillers[] = {"on",   "at",   "in",  "to",   "terrain", "terrains",
                                          "slot", "from", "the", "with", "card"};
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        if (strcmp(word, fillers[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void add_word(skirmish_typed *t, const char *word) {
    const bool has_side = strchr("mte", word[0]) && word[1] >= '1' && word[1] <= '5' && !word[2];
    if (is_filler(word) || t->count + 2 > AGON_LINE_WORDS) {
        return;
    }
    if (has_side && word[0]) { // "t3"
        t->words[t->count++] = word[0] == 'm' ? side_words[SIDE_MY] : side_words[SIDE_THEIR];
        t->numbers[t->count][0] = word[1];
        t->words[t->count] = t->numbers[t->count];
        t->count++;
    } else {
        t->words[t->count++] = word;
    }
}

void agon_skirmish_type(skirmish_typed *t, const agon_scene *scene, const char *line,
                        const skirmish_phrase *phrases, size_t count) {
    memset(t, 0, sizeof *t);
    t->scene = scene;
    t->phrases = phrases;
    t->phrase_count = count;
    agon_line_split(&t->line, line);
    const bool has_first = t->line.count > 0;
    t->verb =
        has_first && t->line.words[0][1] ? agon_word_find(t->line.words[0], verbs, VERBS) : -1;
    if (has_first && strcmp(t->line.words[0], "pass") == 0) {
        t->verb = VERB_DONE;
    }
    for (size_t i = t->verb >= 0; i < t->line.count; i++) {
        add_word(t, t->line.words[i]);
    }
}

// Whether a word names a card: its name, or the beginning of no other card's that could stand here.
static bool names_card(const skirmish_typed *t, const skirmish_phrase *phrase, size_t step,
                       const char *word) {
    const char *name = skirmish_card_at(t->scene, phrase->steps[step].value).name;
    if (strcasecmp(word, name) == 0) {
        return true;
    }
    if (strncasecmp(word, name, strlen(word)) != 0) {
        return false;
    }
    for (size_t i = 0; i < t->phrase_count; i++) {
        const skirmish_phrase *other = &t->phrases[i];
        const bool is_alike = other->verb == phrase->verb && other->count > step &&
                              other->steps[step].type == phrase->steps[step].type;
        const bool is_other = is_alike && other->steps[step].value != phrase->steps[step].value;
        if (is_other && strncasecmp(word, skirmish_card_at(t->scene, other->steps[step].value).name,
                                    strlen(word)) == 0) {
            return false;
        }
    }
    return true;
}

static bool is_terrain(const char *word, int terrain) {
    long number;
    return agon_word_number(word, 1, AGON_SKIRMISH_TERRAINS, &number) && number - 1 == terrain;
}

// How many words, from the i-th on, are this step: 0 if they are not; −1: they are its beginning.
static int match_step(const skirmish_typed *t, const skirmish_phrase *phrase, size_t step,
                      size_t i) {
    const skirmish_step it = phrase->steps[step];
    const char *word = t->words[i];
    long number;
    if (it.type == STEP_TERRAIN) {
        return is_terrain(word, it.value);
    }
    if (it.type == STEP_CARD && agon_word_number(word, 1, 99, &number)) {
        return number == agon_skirmish_hand_number(t->phrases, t->phrase_count, it.value);
    }
    if (it.type != STEP_SLOT) {
        return names_card(t, phrase, step, word);
    }
    const int side = side_of(word);
    if (side < 0) {
        return is_terrain(word, agon_skirmish_terrain_of(it.value));
    }
    if ((side == SIDE_MY) != (agon_skirmish_player_of(it.value) == t->scene->player)) {
        return 0;
    }
    return i + 1 == t->count                                                 ? -1
           : is_terrain(t->words[i + 1], agon_skirmish_terrain_of(it.value)) ? 2
                                                                             : 0;
}

int agon_skirmish_match(const skirmish_typed *t, const skirmish_phrase *phrase, size_t most) {
    size_t i = 0;
    int step = 0;
    const bool needs_verb = phrase->verb != VERB_PLAY && phrase->verb != VERB_PICK;
    if (t->verb >= 0 ? t->verb != phrase->verb : needs_verb && most > 0) {
        return SKIRMISH_NO_MATCH;
    }
    for (; i < most; step++) {
        const int words = step < phrase->count ? match_step(t, phrase, (size_t)step, i) : 0;
        if (words == 0) {
            return SKIRMISH_NO_MATCH;
        }
        if (words < 0) {
            return step;
        }
        i += (size_t)words;
    }
    return step;
}

// ---------------------------------------------------------------------------------------------
// Saying

void agon_skirmish_say_step(const agon_scene *scene, skirmish_step step, agon_text *text) {
    const bool is_mine = agon_skirmish_player_of(step.value) == scene->player;
    switch (step.type) {
    case STEP_TERRAIN:
        agon_text_printf(text, " %d", step.value + 1);
        break;
    case STEP_SLOT:
        agon_text_printf(text, " %s %d", side_words[is_mine ? SIDE_MY : SIDE_THEIR],
                         agon_skirmish_terrain_of(step.value) + 1);
        break;
    default:
        agon_text_printf(text, " %s", skirmish_card_at(scene, step.value).name);
    }
}

void agon_skirmish_say_phrase(const agon_scene *scene, const skirmish_phrase *phrase, int steps,
                              agon_text *text) {
    agon_text_puts(text, verbs[phrase->verb]);
    for (int i = 0; i < steps && i < phrase->count; i++) {
        agon_skirmish_say_step(scene, phrase->steps[i], text);
    }
}

// Of somebody else: whose slot it is must be said by name.
static void say_foreign(const agon_scene *scene, const skirmish_phrase *phrase, agon_text *text) {
    char whose[48];
    agon_text_puts(text, verbs[phrase->verb]);
    for (int i = 0; i < phrase->count; i++) {
        const skirmish_step step = phrase->steps[i];
        if (step.type == STEP_SLOT) {
            agon_name_whose(scene, agon_skirmish_player_of(step.value), whose, sizeof whose);
            agon_text_printf(text, " %sterrain %d", whose,
                             agon_skirmish_terrain_of(step.value) + 1);
        } else {
            agon_skirmish_say_step(scene, step, text);
        }
    }
}

void agon_skirmish_say_action(const agon_scene *scene, int player, agon_action action,
                              agon_text *text) {
    const skirmish_phrase phrase = agon_skirmish_phrase_of(scene, action);
    if (player == scene->player) {
        agon_skirmish_say_phrase(scene, &phrase, phrase.count, text);
    } else {
        say_foreign(scene, &phrase, text);
    }
}
