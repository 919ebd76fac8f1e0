// Skirmish: choices, and what lines mean.
#include "apps/terminal/games/skirmish/internal.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// Choices

// Who stands on a slot, and what it adds: ", Knight", ", +2".
static void say_slot(const agon_scene *scene, int slot, agon_text *text) {
    const agon_skirmish_unit unit = agon_skirmish_unit_on(scene->view, slot);
    char name[SKIRMISH_NAME_SIZE];
    if (unit.kind >= 0) {
        agon_text_printf(text, " %s", agon_skirmish_card_name(scene, unit.kind, name));
    } else if (unit.modifier) {
        agon_text_printf(text, " (%+d)", unit.modifier);
    }
}

// The slot that a terrain means in a phrase: the player's own, or that of the unit which moves.
static int slot_of_terrain(const agon_scene *scene, const skirmish_phrase *phrase, int step) {
    const bool moves = step == 2 && phrase->steps[1].type == STEP_SLOT;
    const int owner = moves ? agon_skirmish_player_of(phrase->steps[1].value) : scene->player;
    return agon_skirmish_slot(owner, phrase->steps[step].value);
}

static void label_step(const agon_scene *scene, const skirmish_phrase *phrase, int step,
                       agon_text *text) {
    const skirmish_step it = phrase->steps[step];
    char name[SKIRMISH_NAME_SIZE];
    if (it.type == STEP_TERRAIN && step == 0) {
        agon_text_printf(text, "use terrain %d", it.value + 1);
    } else if (it.type == STEP_TERRAIN) {
        agon_text_printf(text, "terrain %d", it.value + 1);
        say_slot(scene, slot_of_terrain(scene, phrase, step), text);
    } else if (it.type == STEP_SLOT) {
        const bool is_mine = agon_skirmish_player_of(it.value) == scene->player;
        agon_text_printf(text, "%s %d", is_mine ? "my" : "their",
                         agon_skirmish_terrain_of(it.value) + 1);
        say_slot(scene, it.value, text);
    } else {
        const agon_skirmish_card card = skirmish_card_at(scene, it.value);
        agon_text_puts(text, agon_skirmish_card_name(scene, it.value, name));
        if (!card.is_action) {
            agon_text_printf(text, " %d", card.power);
        }
    }
}

static void label_verb(const skirmish_phrase *phrase, agon_text *text) {
    static const char *const labels[VERBS] = {"play", "activate", "pick",
                                              "skip", "end turn", "done"};
    agon_text_puts(text, labels[phrase->verb]);
}

static void add_choice(const agon_scene *scene, const skirmish_phrase *phrase, int steps,
                       agon_choices *choices) {
    agon_text words = {0}, label = {0};
    agon_skirmish_say_phrase(scene, phrase, steps, &words);
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
    const agon_skirmish_turn turn = skirmish_turn(scene);
    int kind = turn.asking;
    char name[SKIRMISH_NAME_SIZE];
    if (kind < 0 && steps > 0) {
        kind = agon_skirmish_kind_of(scene->game, phrase->action.a);
    }
    if (kind < 0) {
        agon_choices_ask(choices, "%s", turn.is_activating ? "Use another ability, or end." : "");
    } else if (phrase->verb == VERB_PLAY && !skirmish_card_at(scene, kind).is_action) {
        agon_choices_ask(choices, "%s: to which terrain?",
                         agon_skirmish_card_name(scene, kind, name));
    } else {
        agon_choices_ask(choices, "%s: %s?", agon_skirmish_card_name(scene, kind, name),
                         skirmish_card_at(scene, kind).asks);
    }
}

void agon_skirmish_list(const agon_scene *scene, const char *words, agon_choices *choices) {
    skirmish_phrase phrases[SKIRMISH_PHRASES];
    skirmish_typed t;
    const skirmish_phrase *last = NULL;
    const size_t count = agon_skirmish_phrases(scene, phrases);
    agon_skirmish_type(&t, scene, words, phrases, count);
    for (size_t i = 0; i < count; i++) {
        const int done = agon_skirmish_match(&t, &phrases[i], t.count);
        if (done == SKIRMISH_NO_MATCH || (done == phrases[i].count && t.line.count > 0)) {
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
static void possible_words(const skirmish_typed *t, size_t most, char *text, size_t size) {
    const skirmish_phrase *last = NULL;
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < t->phrase_count && at + 40 < size; i++) {
        const skirmish_phrase *phrase = &t->phrases[i];
        const int done = agon_skirmish_match(t, phrase, most);
        if (done == SKIRMISH_NO_MATCH || done == phrase->count ||
            (last && same_start(phrase, last, done + 1))) {
            continue;
        }
        agon_text words = {0};
        agon_skirmish_say_step(t->scene, phrase->steps[done], &words);
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
static bool refuse_card(const skirmish_typed *t, agon_reading *reading) {
    const agon_scene *scene = t->scene;
    char name[SKIRMISH_NAME_SIZE];
    const int kind = t->count > 0 ? agon_skirmish_kind_named(scene->game, t->words[0]) : -1;
    if (kind < 0) {
        return false;
    }
    const bool is_held = agon_skirmish_held(scene->game, scene->view, scene->player, kind) > 0;
    agon_reading_refuse(
        reading,
        is_held ? "%s cannot be played now. It says: %s." : "You have no %s in hand. It says: %s.",
        agon_skirmish_card_name(scene, kind, name), skirmish_card_at(scene, kind).text);
    return true;
}

// Something else was typed while an ability waits for its target.
static agon_line_result refuse_for_pending(const skirmish_typed *t, agon_reading *reading) {
    char possible[200], name[SKIRMISH_NAME_SIZE];
    const int kind = skirmish_turn(t->scene).asking;
    skirmish_typed any = *t;
    any.verb = -1;
    possible_words(&any, 0, possible, sizeof possible);
    return agon_reading_refuse(reading, "%s asks: %s? Possible:%s.",
                               agon_skirmish_card_name(t->scene, kind, name),
                               skirmish_card_at(t->scene, kind).asks, possible);
}

static agon_line_result refuse(const skirmish_typed *t, agon_reading *reading) {
    char possible[200];
    if (skirmish_turn(t->scene).asking >= 0) {
        return refuse_for_pending(t, reading);
    }
    for (size_t good = t->count; good-- > 1;) { // the longest beginning that makes sense
        possible_words(t, good, possible, sizeof possible);
        if (possible[0]) {
            return agon_reading_refuse(reading, "'%.30s' does not fit there. Possible:%s.",
                                       t->words[good], possible);
        }
    }
    if (refuse_card(t, reading)) {
        return AGON_LINE_WRONG;
    }
    possible_words(t, 0, possible, sizeof possible);
    if (t->verb >= 0) {
        return agon_reading_refuse(
            reading, possible[0] ? "Possible:%s." : "That is not possible now%s.", possible);
    }
    return agon_reading_refuse(reading,
                               "'play archer 3' (or '1 3': first card, terrain 3), 'activate "
                               "2 ...', 'done'. Cards you can play:%s.",
                               possible);
}

// The phrase that the words are the whole of. Several are one if they name the same action.
static agon_line_result understand(const skirmish_typed *t, agon_reading *reading) {
    const skirmish_phrase *whole = NULL;
    bool is_start = false;
    for (size_t i = 0; i < t->phrase_count; i++) {
        const skirmish_phrase *phrase = &t->phrases[i];
        const int done = agon_skirmish_match(t, phrase, t->count);
        const bool is_whole = done == phrase->count;
        is_start |= done != SKIRMISH_NO_MATCH && !is_whole;
        if (is_whole && whole) {
            return agon_reading_refuse(reading, "Both sides are possible there: say 'my' or "
                                                "'their' before the terrain, as in 'their 3'.");
        }
        whole = is_whole ? phrase : whole;
    }
    if (whole) {
        return agon_reading_act(reading, whole->action);
    }
    return is_start ? AGON_LINE_MORE : refuse(t, reading);
}

agon_line_result agon_skirmish_read(const agon_scene *scene, const char *line,
                                    agon_reading *reading) {
    skirmish_phrase phrases[SKIRMISH_PHRASES];
    skirmish_typed t;
    char name[SKIRMISH_NAME_SIZE];
    const size_t count = agon_skirmish_phrases(scene, phrases);
    agon_skirmish_type(&t, scene, line, phrases, count);
    if (t.line.count == 2 && strcmp(t.line.words[0], "card") == 0) {
        const int kind = agon_skirmish_kind_named(scene->game, t.line.words[1]);
        if (kind >= 0) {
            return agon_reading_refuse(reading, "%s: %s.",
                                       agon_skirmish_card_name(scene, kind, name),
                                       skirmish_card_at(scene, kind).text);
        }
        return agon_reading_refuse(reading, "There is no card '%.20s'; did you mean %s?",
                                   t.line.words[1],
                                   agon_skirmish_name_near(scene->game, t.line.words[1]));
    }
    if (t.line.count == 0 || (t.verb < 0 && t.count == 0)) {
        return refuse(&t, reading);
    }
    return understand(&t, reading);
}
