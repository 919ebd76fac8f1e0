// Skirmish in words: names of cards, and what happens.
#include "apps/terminal/games/skirmish/internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *agon_skirmish_card_name(const agon_scene *scene, int kind,
                                    char buffer[SKIRMISH_NAME_SIZE]) {
    snprintf(buffer, SKIRMISH_NAME_SIZE, "%s", skirmish_card_at(scene, kind).name);
    buffer[0] = (char)toupper((unsigned char)buffer[0]);
    return buffer;
}

// ---------------------------------------------------------------------------------------------
// Events

// A card of either player: "your Knight".
static const char *unit_words(const agon_scene *scene, int ref, char buffer[96]) {
    char whose[48], name[SKIRMISH_NAME_SIZE];
    agon_name_whose(scene, agon_skirmish_ref_player(ref), whose, sizeof whose);
    agon_skirmish_card_name(scene, agon_skirmish_kind_of(scene->game, ref), name);
    snprintf(buffer, 96, "%s%s", whose, name);
    return buffer;
}

static const char *name_words(const agon_scene *scene, int ref, char name[SKIRMISH_NAME_SIZE]) {
    return agon_skirmish_card_name(scene, agon_skirmish_kind_of(scene->game, ref), name);
}

// A unit is named when it is deployed; here, action cards.
static void say_played(const agon_scene *scene, const int32_t *f, agon_text *text) {
    char name[SKIRMISH_NAME_SIZE], whose[48];
    if (f[3] != AGON_NULL && f[3] >= 0) {
        agon_name_whose(scene, agon_skirmish_player_of(f[3]), whose, sizeof whose);
        agon_text_printf(text, "%s played %s on %sterrain %d", scene->names[f[0]],
                         name_words(scene, f[1], name), whose, agon_skirmish_terrain_of(f[3]) + 1);
    }
}

static void say_drawn(const agon_scene *scene, const agon_event *event, agon_text *text) {
    char name[SKIRMISH_NAME_SIZE];
    agon_text_printf(text, "%s drew %s", scene->names[event->f[0]],
                     event->redacted ? "a card" : name_words(scene, event->f[1], name));
}

static void say_died(const agon_scene *scene, const int32_t *f, agon_text *text) {
    char unit[96];
    static const char *const causes[AGON_SKIRMISH_CAUSES] = {"lost its last power", "died",
                                                             "was killed", "was consumed"};
    const char *cause = f[3] >= 0 && f[3] < AGON_SKIRMISH_CAUSES ? causes[f[3]] : "died";
    agon_text_printf(text, "%s %s", unit_words(scene, f[0], unit), cause);
}

// What happens to a unit: f[0] is its reference.
static void say_unit(const agon_scene *scene, const agon_event *event, agon_text *text) {
    char unit[96], other[96], name[SKIRMISH_NAME_SIZE];
    const int32_t *f = event->f;
    unit_words(scene, f[0], unit);
    switch (event->type) {
    case AGON_SKIRMISH_UNIT_DEPLOYED:
        agon_text_printf(text, "%s deployed %s to terrain %d", scene->names[f[1]],
                         name_words(scene, f[0], name), (int)f[2] + 1);
        break;
    case AGON_SKIRMISH_UNIT_BOUNCED:
        agon_text_printf(text, "%s returned to hand", unit);
        break;
    case AGON_SKIRMISH_UNIT_MOVED:
        agon_text_printf(text, "%s moved to terrain %d", unit, (int)f[3] + 1);
        break;
    case AGON_SKIRMISH_UNIT_DAMAGED:
        agon_text_printf(text, "%s hit %s for %d", unit_words(scene, f[3], other), unit, (int)f[2]);
        break;
    case AGON_SKIRMISH_UNIT_POWER_CHANGED: // a loss has been told by what caused it
        if (f[4] > 0) {
            agon_text_printf(text, "%s grew to %d", unit, (int)f[3]);
        }
        break;
    case AGON_SKIRMISH_UNIT_SILENCED:
        agon_text_printf(text, "%s was silenced", unit);
        break;
    case AGON_SKIRMISH_ABILITY_ACTIVATED:
        agon_text_printf(text, "%s used its ability", unit);
        break;
    default:
        agon_text_printf(text, "%s conquered terrain %d", unit, (int)f[1] + 1);
    }
}

static void say_round_end(const agon_scene *scene, const int32_t *f, agon_text *text) {
    if (f[1] < 0) {
        agon_text_printf(text, "skirmish %d is a tie at %d: a win for both", (int)f[0], (int)f[2]);
    } else {
        agon_text_printf(text, "%s won skirmish %d by %d to %d", scene->names[f[1]], (int)f[0],
                         (int)f[2 + f[1]], (int)f[3 - f[1]]);
    }
}

static void say_match_end(const agon_scene *scene, int winner, agon_text *text) {
    if (winner < 0) {
        agon_text_puts(text, "the match is a draw");
    } else {
        agon_text_printf(text, "%s won the match", scene->names[winner]);
    }
}

static void say_modifier(const agon_scene *scene, const int32_t *f, agon_text *text) {
    char whose[48];
    agon_text_printf(text, "%sslot on terrain %d is now %+d",
                     agon_name_whose(scene, f[0], whose, sizeof whose), (int)f[1] + 1, (int)f[3]);
}

void agon_skirmish_say_event(const agon_scene *scene, const agon_event *event, agon_text *text) {
    const int32_t *f = event->f;
    switch (event->type) {
    case AGON_SKIRMISH_CARD_PLAYED:
        say_played(scene, f, text);
        break;
    case AGON_SKIRMISH_CARD_DRAWN:
        say_drawn(scene, event, text);
        break;
    case AGON_SKIRMISH_UNIT_DIED:
        say_died(scene, f, text);
        break;
    case AGON_SKIRMISH_SLOT_MODIFIER_CHANGED:
        say_modifier(scene, f, text);
        break;
    case AGON_SKIRMISH_PLAYER_PASSED:
        agon_text_printf(text, "%s declared done", scene->names[f[0]]);
        break;
    case AGON_SKIRMISH_ROUND_STARTED:
        agon_text_printf(text, "skirmish %d begins, first to act: %s", (int)f[0],
                         scene->names[f[1]]);
        break;
    case AGON_SKIRMISH_ROUND_ENDED:
        say_round_end(scene, f, text);
        break;
    case AGON_SKIRMISH_MATCH_ENDED:
        say_match_end(scene, f[0], text);
        break;
    case AGON_SKIRMISH_CARD_DISCARDED: // told by what came before, or by what follows
    case AGON_SKIRMISH_UNIT_CONSUMED:
    case AGON_SKIRMISH_INPUT_REQUIRED:
    case AGON_SKIRMISH_TURN_STARTED:
    case AGON_SKIRMISH_STATE_SNAPSHOT:
        break;
    default:
        say_unit(scene, event, text);
    }
}
