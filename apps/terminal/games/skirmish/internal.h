// What the files of this screen share.
//
// People count terrains from 1 to 5, the rules from 0.
#ifndef AGON_APPS_TERMINAL_GAMES_SKIRMISH_INTERNAL_H
#define AGON_APPS_TERMINAL_GAMES_SKIRMISH_INTERNAL_H

#include "apps/terminal/screen/panes.h"

#include "games/skirmish/skirmish.h"

static inline agon_skirmish_card skirmish_card_at(const agon_scene *scene, int kind) {
    return agon_skirmish_card_at(scene->game, kind);
}

static inline agon_skirmish_turn skirmish_turn(const agon_scene *scene) {
    return agon_skirmish_turn_of(scene->game, scene->view);
}

static inline bool skirmish_has_me(const agon_scene *scene) {
    return scene->player < 2;
}

// Whose side is the lower one: the player who looks, of those who watch the first.
static inline int skirmish_me(const agon_scene *scene) {
    return scene->player == 1 ? 1 : 0;
}

// ---------------------------------------------------------------------------------------------
// Words (words.c)

#define SKIRMISH_NAME_SIZE 32

// A card's name with a capital letter.
const char *agon_skirmish_card_name(const agon_scene *scene, int kind,
                                    char buffer[SKIRMISH_NAME_SIZE]);

void agon_skirmish_say_event(const agon_scene *scene, const agon_event *event, agon_text *text);

// ---------------------------------------------------------------------------------------------
// Phrases (phrases.c): every valid action is a verb and up to three steps

enum skirmish_verb { VERB_PLAY, VERB_ACTIVATE, VERB_PICK, VERB_SKIP, VERB_END, VERB_DONE, VERBS };
enum skirmish_step_type { STEP_CARD, STEP_TERRAIN, STEP_SLOT, STEP_GRAVE };

typedef struct skirmish_step {
    uint8_t type;
    uint8_t value; // the card's kind, a terrain, a slot
} skirmish_step;

typedef struct skirmish_phrase {
    agon_action action;
    uint8_t verb, count;
    skirmish_step steps[3];
} skirmish_phrase;

#define SKIRMISH_PHRASES 1024 // more than there can be valid actions

// The phrase of an action.
skirmish_phrase agon_skirmish_phrase_of(const agon_scene *scene, agon_action action);
// The phrases of all valid actions of the scene's player, in their order. Returns how many.
size_t agon_skirmish_phrases(const agon_scene *scene, skirmish_phrase *phrases);
// The number under which a card may be played, from 1 on: 0 if it cannot be played now.
int agon_skirmish_hand_number(const skirmish_phrase *phrases, size_t count, int kind);

// A line, taken apart and compared with phrases.
typedef struct skirmish_typed {
    const skirmish_phrase *phrases;
    size_t phrase_count;
    const agon_scene *scene;
    const char *words[AGON_LINE_WORDS]; // fillers left out, "m3" and "t3" taken apart
    size_t count;
    int verb; // of the first word, −1: none; a verb is not among the words
    agon_line line;
    char numbers[AGON_LINE_WORDS][2];
} skirmish_typed;

void agon_skirmish_type(skirmish_typed *t, const agon_scene *scene, const char *line,
                        const skirmish_phrase *phrases, size_t count);

#define SKIRMISH_NO_MATCH (-1)
// How many steps of a phrase the first `most` words are; SKIRMISH_NO_MATCH if they are not its
// beginning.
int agon_skirmish_match(const skirmish_typed *t, const skirmish_phrase *phrase, size_t most);

// A step in words, with a space before it; a phrase up to `steps` of its steps.
void agon_skirmish_say_step(const agon_scene *scene, skirmish_step step, agon_text *text);
void agon_skirmish_say_phrase(const agon_scene *scene, const skirmish_phrase *phrase, int steps,
                              agon_text *text);

// Choices and lines (lines.c)
void agon_skirmish_list(const agon_scene *scene, const char *words, agon_choices *choices);
agon_line_result agon_skirmish_read(const agon_scene *scene, const char *line,
                                    agon_reading *reading);
void agon_skirmish_say_action(const agon_scene *scene, int player, agon_action action,
                              agon_text *text);

// ---------------------------------------------------------------------------------------------
// The board (board.c, hand.c)

void agon_skirmish_draw_table(const agon_scene *scene, agon_pen *pen);
// The hand and the news, in at most `rows` lines.
void agon_skirmish_draw_hand(const agon_scene *scene, agon_pen *pen, int rows);

extern const agon_tutorial agon_skirmish_tutorial;

#endif
