// Skirmish: lines of words and the actions they mean.
//
// Every valid action is a phrase: a verb and steps ("play", Strike, their slot in lane 3). What is
// typed is compared with all phrases: those that it is the beginning of say what may follow, and
// those that it is the whole of are what it means. So whatever can be done can be typed, and
// whatever is typed wrong can be answered with what would be right.
#include "face_skirmish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const verbs[VERBS] = {"play", "activate", "pick", "skip", "end", "done"};

static void add_step(skirmish_phrase *phrase, enum skirmish_step_type type, int value) {
    phrase->steps[phrase->count++] = (skirmish_step){(uint8_t)type, (uint8_t)value};
}

static int kind_of(const agon_scene *scene, int ref) {
    return skirmish_game_of(scene)->kind_of[skirmish_ref_player(ref)][skirmish_ref_index(ref)];
}

static void add_play(const agon_scene *scene, skirmish_phrase *phrase) {
    const agon_action action = phrase->action;
    const skirmish_card *card = skirmish_card_of(skirmish_game_of(scene), action.a);
    add_step(phrase, STEP_CARD, kind_of(scene, action.a));
    if (card->type != SKIRMISH_ACTION) {
        add_step(phrase, STEP_LANE, action.b);
        return;
    }
    add_step(phrase, STEP_SLOT, action.b);
    if (card->play.destinations) {
        add_step(phrase, STEP_LANE, action.c);
    }
}

static void add_activation(const agon_scene *scene, skirmish_phrase *phrase) {
    const agon_action action = phrase->action;
    const int slot = agon_skirmish_find(skirmish_of(scene), action.a);
    const skirmish_card *card = skirmish_card_of(skirmish_game_of(scene), action.a);
    add_step(phrase, STEP_LANE, slot < 0 ? 0 : skirmish_terrain_of(slot));
    if (card->activate.cards) {
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

typedef struct typed {
    const skirmish_phrase *phrases;
    size_t phrase_count;
    const agon_scene *scene;
    const char *words[AGON_LINE_WORDS]; // fillers left out, m3 and t3 taken apart
    size_t count;
    int verb; // of the first word, −1: none; then it is not among the words
    agon_line line;
    char numbers[AGON_LINE_WORDS][2];
} typed;

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
    static const char *const fillers[] = {"on",      "at",   "in",   "to",  "lane", "lanes",
                                          "terrain", "slot", "from", "the", "with", "card"};
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        if (strcmp(word, fillers[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void add_word(typed *t, const char *word) {
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

static void type_line(typed *t, const agon_scene *scene, const char *line,
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
static bool names_card(const typed *t, const skirmish_phrase *phrase, size_t step,
                       const char *word) {
    const skirmish_game *g = skirmish_game_of(t->scene);
    const char *name = g->cards[phrase->steps[step].value]->name;
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
        if (is_other &&
            strncasecmp(word, g->cards[other->steps[step].value]->name, strlen(word)) == 0) {
            return false;
        }
    }
    return true;
}

static bool is_lane(const char *word, int terrain) {
    long lane;
    return agon_word_number(word, 1, AGON_SKIRMISH_TERRAINS, &lane) && lane - 1 == terrain;
}

// How many words, from the i-th on, are this step: 0 if they are not; −1: they are its beginning.
static int match_step(const typed *t, const skirmish_phrase *phrase, size_t step, size_t i) {
    const skirmish_step it = phrase->steps[step];
    const char *word = t->words[i];
    long number;
    if (it.type == STEP_LANE) {
        return is_lane(word, it.value);
    }
    if (it.type == STEP_CARD && agon_word_number(word, 1, 99, &number)) {
        return number == agon_skirmish_hand_number(t->phrases, t->phrase_count, it.value);
    }
    if (it.type != STEP_SLOT) {
        return names_card(t, phrase, step, word);
    }
    const int side = side_of(word);
    if (side < 0) {
        return is_lane(word, skirmish_terrain_of(it.value));
    }
    if ((side == SIDE_MY) != (skirmish_player_of(it.value) == t->scene->player)) {
        return 0;
    }
    return i + 1 == t->count ? -1 : is_lane(t->words[i + 1], skirmish_terrain_of(it.value)) ? 2 : 0;
}

enum { NO_MATCH = -1 };

// How many steps of a phrase the words are; NO_MATCH if they are not its beginning. Only the first
// `most` words count.
static int match(const typed *t, const skirmish_phrase *phrase, size_t most) {
    size_t i = 0;
    int step = 0;
    const bool needs_verb = phrase->verb != VERB_PLAY && phrase->verb != VERB_PICK;
    if (t->verb >= 0 ? t->verb != phrase->verb : needs_verb && most > 0) {
        return NO_MATCH;
    }
    for (; i < most; step++) {
        const int words = step < phrase->count ? match_step(t, phrase, (size_t)step, i) : 0;
        if (words == 0) {
            return NO_MATCH;
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

static void say_step(const agon_scene *scene, skirmish_step step, agon_text *text) {
    const bool is_mine = skirmish_player_of(step.value) == scene->player;
    switch (step.type) {
    case STEP_LANE:
        agon_text_printf(text, " %d", step.value + 1);
        break;
    case STEP_SLOT:
        agon_text_printf(text, " %s %d", side_words[is_mine ? SIDE_MY : SIDE_THEIR],
                         skirmish_terrain_of(step.value) + 1);
        break;
    default:
        agon_text_printf(text, " %s", skirmish_game_of(scene)->cards[step.value]->name);
    }
}

// The words of a phrase up to `steps` of its steps.
static void say_phrase(const agon_scene *scene, const skirmish_phrase *phrase, int steps,
                       agon_text *text) {
    agon_text_puts(text, verbs[phrase->verb]);
    for (int i = 0; i < steps && i < phrase->count; i++) {
        say_step(scene, phrase->steps[i], text);
    }
}

// Of somebody else: whose slot it is must be said by name.
static void say_foreign(const agon_scene *scene, const skirmish_phrase *phrase, agon_text *text) {
    char whose[48];
    agon_text_puts(text, verbs[phrase->verb]);
    for (int i = 0; i < phrase->count; i++) {
        const skirmish_step step = phrase->steps[i];
        if (step.type == STEP_SLOT) {
            agon_skirmish_whose(scene, skirmish_player_of(step.value), whose, sizeof whose);
            agon_text_printf(text, " %slane %d", whose, skirmish_terrain_of(step.value) + 1);
        } else {
            say_step(scene, step, text);
        }
    }
}

void agon_skirmish_say_action(const agon_scene *scene, int player, agon_action action,
                              agon_text *text) {
    const skirmish_phrase phrase = agon_skirmish_phrase_of(scene, action);
    if (player == scene->player) {
        say_phrase(scene, &phrase, phrase.count, text);
    } else {
        say_foreign(scene, &phrase, text);
    }
}

// ---------------------------------------------------------------------------------------------
// Choices

// Who stands on a slot: "Knight 3", "empty".
static void say_slot(const agon_scene *scene, int slot, agon_text *text) {
    const skirmish_state *s = skirmish_of(scene);
    char name[SKIRMISH_NAME_SIZE];
    if (skirmish_has(s->occupied, slot)) {
        agon_text_printf(
            text, "%s %d",
            agon_skirmish_card_name(skirmish_card_on(skirmish_game_of(scene), s, slot), name),
            s->units[slot].power);
    } else {
        agon_text_puts(text, "empty");
    }
    if (s->modifiers[slot]) {
        agon_text_printf(text, ", slot %+d", s->modifiers[slot]);
    }
}

// The slot that a lane means in a phrase: the player's own, or that of the unit which moves.
static int slot_of_lane(const agon_scene *scene, const skirmish_phrase *phrase, int step) {
    const bool moves = step == 2 && phrase->steps[1].type == STEP_SLOT;
    const int owner = moves ? skirmish_player_of(phrase->steps[1].value) : scene->player;
    return skirmish_slot(owner, phrase->steps[step].value);
}

static void label_step(const agon_scene *scene, const skirmish_phrase *phrase, int step,
                       agon_text *text) {
    const skirmish_step it = phrase->steps[step];
    const skirmish_card *const *cards = skirmish_game_of(scene)->cards;
    char name[SKIRMISH_NAME_SIZE];
    if (it.type == STEP_LANE) {
        agon_text_printf(text, step == 0 ? "use lane %d: " : "lane %d: ", it.value + 1);
        say_slot(scene, slot_of_lane(scene, phrase, step), text);
    } else if (it.type == STEP_SLOT) {
        const bool is_mine = skirmish_player_of(it.value) == scene->player;
        agon_text_printf(text, "%s lane %d: ", is_mine ? "my" : "their",
                         skirmish_terrain_of(it.value) + 1);
        say_slot(scene, it.value, text);
    } else {
        const skirmish_card *card = cards[it.value];
        agon_text_puts(text, agon_skirmish_card_name(card, name));
        if (card->type != SKIRMISH_ACTION) {
            agon_text_printf(text, " %d", card->power);
        }
    }
}

static void label_verb(const skirmish_phrase *phrase, agon_text *text) {
    static const char *const labels[VERBS] = {"play", "activate",     "pick",
                                              "skip", "end the turn", "done for this skirmish"};
    agon_text_puts(text, labels[phrase->verb]);
}

static void add_choice(const agon_scene *scene, const skirmish_phrase *phrase, int steps,
                       agon_choices *choices) {
    agon_text words = {0}, label = {0};
    say_phrase(scene, phrase, steps, &words);
    if (steps == 0) {
        label_verb(phrase, &label);
    } else {
        label_step(scene, phrase, steps - 1, &label);
    }
    choices->failed |= words.failed || label.failed;
    agon_choice_label(
        agon_choices_add(choices, steps == phrase->count, "%s", words.data ? words.data : ""), "%s",
        label.data ? label.data : "");
    agon_text_free(&words);
    agon_text_free(&label);
}

static bool same_start(const skirmish_phrase *a, const skirmish_phrase *b, int steps) {
    return a->verb == b->verb && a->count >= steps &&
           memcmp(a->steps, b->steps, (size_t)steps * sizeof a->steps[0]) == 0;
}

static void ask(const agon_scene *scene, const skirmish_phrase *phrase, int steps,
                agon_choices *choices) {
    const skirmish_state *s = skirmish_of(scene);
    const skirmish_game *g = skirmish_game_of(scene);
    const skirmish_card *card = NULL;
    char name[SKIRMISH_NAME_SIZE];
    if (s->pending.type) {
        card = skirmish_card_of(g, s->pending.a);
    } else if (steps > 0) {
        card = skirmish_card_of(g, phrase->action.a);
    }
    if (!card) {
        agon_choices_ask(choices, s->is_activating ? "Use another ability, or end your turn."
                                                   : "Play one card, use abilities, or be done.");
    } else if (phrase->verb == VERB_PLAY && card->type != SKIRMISH_ACTION) {
        agon_choices_ask(choices, "%s: to which lane?", agon_skirmish_card_name(card, name));
    } else {
        agon_choices_ask(choices, "%s: %s?", agon_skirmish_card_name(card, name),
                         agon_skirmish_card_asks(card));
    }
}

void agon_skirmish_list(const agon_scene *scene, const char *words, agon_choices *choices) {
    skirmish_phrase phrases[SKIRMISH_PHRASES];
    typed t;
    const skirmish_phrase *last = NULL;
    const size_t count = agon_skirmish_phrases(scene, phrases);
    type_line(&t, scene, words, phrases, count);
    for (size_t i = 0; i < count; i++) {
        const int done = match(&t, &phrases[i], t.count);
        if (done == NO_MATCH || (done == phrases[i].count && t.line.count > 0)) {
            continue;
        }
        const int steps = phrases[i].count > 0 ? done + 1 : 0;
        if (!last || !same_start(&phrases[i], last, steps)) {
            if (!last) {
                ask(scene, &phrases[i], done, choices);
            }
            add_choice(scene, &phrases[i], steps, choices);
        }
        last = &phrases[i];
    }
}

// ---------------------------------------------------------------------------------------------
// Lines

// What may follow the first `most` words, as the end of a sentence.
static void possible_words(const typed *t, size_t most, char *text, size_t size) {
    const skirmish_phrase *last = NULL;
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < t->phrase_count && at + 40 < size; i++) {
        const skirmish_phrase *phrase = &t->phrases[i];
        const int done = match(t, phrase, most);
        if (done == NO_MATCH || done == phrase->count ||
            (last && same_start(phrase, last, done + 1))) {
            continue;
        }
        agon_text words = {0};
        say_step(t->scene, phrase->steps[done], &words);
        at += (size_t)snprintf(text + at, size - at, "%s%.30s", at ? "," : "",
                               words.data ? words.data : "");
        agon_text_free(&words);
        last = phrase;
    }
    if (at + 40 >= size) {
        snprintf(text + at, size - at, ", ...");
    }
}

// A card that is known but cannot be played now.
static bool refuse_card(const typed *t, agon_reading *reading) {
    const skirmish_game *g = skirmish_game_of(t->scene);
    const skirmish_state *s = skirmish_of(t->scene);
    char name[SKIRMISH_NAME_SIZE];
    const int kind =
        t->count > 0 ? agon_skirmish_kind(g->cards, t->words[0], strlen(t->words[0])) : -1;
    if (kind < 0 || s->pending.type) {
        return false;
    }
    const bool is_held = (s->hand_set[t->scene->player] & g->kind_set[t->scene->player][kind]) != 0;
    agon_reading_refuse(
        reading,
        is_held ? "%s cannot be played now. It says: %s." : "You have no %s in hand. It says: %s.",
        agon_skirmish_card_name(g->cards[kind], name), agon_skirmish_card_text(g->cards[kind]));
    return true;
}

static agon_heed refuse(const typed *t, agon_reading *reading) {
    char possible[200];
    const skirmish_state *s = skirmish_of(t->scene);
    for (size_t good = t->count; good-- > 1;) { // the longest beginning that makes sense
        possible_words(t, good, possible, sizeof possible);
        if (possible[0]) {
            return agon_reading_refuse(reading, "'%.30s' does not fit there. Possible:%s.",
                                       t->words[good], possible);
        }
    }
    if (refuse_card(t, reading)) {
        return AGON_HEED_WRONG;
    }
    possible_words(t, 0, possible, sizeof possible);
    if (s->pending.type || t->verb >= 0) {
        return agon_reading_refuse(
            reading, possible[0] ? "Possible:%s." : "That is not possible now%s.", possible);
    }
    return agon_reading_refuse(reading,
                               "'play archer 3' (or '1 3': first card, lane 3), 'activate "
                               "2 ...', 'done'. Cards you can play:%s.",
                               possible);
}

// The phrase that the words are the whole of. Several are one if they name the same action.
static agon_heed understand(const typed *t, agon_reading *reading) {
    const skirmish_phrase *whole = NULL;
    bool is_start = false;
    for (size_t i = 0; i < t->phrase_count; i++) {
        const skirmish_phrase *phrase = &t->phrases[i];
        const int done = match(t, phrase, t->count);
        const bool is_whole = done == phrase->count;
        is_start |= done != NO_MATCH && !is_whole;
        if (is_whole && whole) {
            return agon_reading_refuse(reading, "Both sides are possible there: say 'my' or "
                                                "'their' before the lane, as in 'their 3'.");
        }
        whole = is_whole ? phrase : whole;
    }
    if (whole) {
        return agon_reading_act(reading, whole->action);
    }
    return is_start ? AGON_HEED_MORE : refuse(t, reading);
}

agon_heed agon_skirmish_read(const agon_scene *scene, const char *line, agon_reading *reading) {
    skirmish_phrase phrases[SKIRMISH_PHRASES];
    typed t;
    char name[SKIRMISH_NAME_SIZE];
    const size_t count = agon_skirmish_phrases(scene, phrases);
    const skirmish_card *const *cards = skirmish_game_of(scene)->cards;
    type_line(&t, scene, line, phrases, count);
    if (t.line.count == 2 && strcmp(t.line.words[0], "card") == 0) {
        const int kind = agon_skirmish_kind(cards, t.line.words[1], strlen(t.line.words[1]));
        if (kind >= 0) {
            return agon_reading_refuse(reading, "%s: %s.",
                                       agon_skirmish_card_name(cards[kind], name),
                                       agon_skirmish_card_text(cards[kind]));
        }
        return agon_reading_refuse(reading, "There is no card '%.20s'; did you mean %s?",
                                   t.line.words[1], agon_skirmish_nearest(cards, t.line.words[1]));
    }
    if (t.line.count == 0 || (t.verb < 0 && t.count == 0)) {
        return refuse(&t, reading);
    }
    return understand(&t, reading);
}
