// Planets: the default deck, their canonical text, their order.
//
// The order of the game's planets is part of the rules: a view lists the unrevealed ones by id,
// then by canonical JSON (SS-16). So the text is made here, below the codec: of the document
// {"id":…,"victory_points":…,"name":…,"class":…,"abilities":[…]} the part behind the victory points.
#include "games/stellar-skirmish/state.h"

#include <stdio.h>
#include <string.h>

// SS-2.
#define PLANET(number, points)                                                                     \
    { .id = "P" #number, .name = "Planet " #number, .victory_points = (points) }
const agon_stellar_planet agon_stellar_default_deck[15] = {
    PLANET(1, 1),  PLANET(2, 1),  PLANET(3, 1),  PLANET(4, 1),  PLANET(5, 1),
    PLANET(6, 2),  PLANET(7, 2),  PLANET(8, 2),  PLANET(9, 2),  PLANET(10, 2),
    PLANET(11, 3), PLANET(12, 3), PLANET(13, 3), PLANET(14, 3), PLANET(15, 3),
};

const char *agon_stellar_class_word(int planet_class) {
    static const char *const words[AGON_STELLAR_CLASSES] = {
        NULL,           "trade_post_colony", "research_colony",    "mining_colony",
        "tribal_world", "industrial_world",  "space_faring_world", "station"};
    return words[planet_class];
}

const char *agon_stellar_ability_word(int ability) {
    static const char *const words[AGON_STELLAR_ABILITIES] = {
        "double_next_planet_no_combat", "class_set_bonus", "choose_class", "lose_victory_points"};
    return words[ability];
}

// ---------------------------------------------------------------------------------------------
// One description of the text serves to measure it, to write it, and to compare with it.

typedef struct scribe {
    size_t length;
    char *out;           // NULL: do not write
    const char *against; // NULL: do not compare
    int order;           // the text is less (< 0) or greater (> 0) than `against`, so far
} scribe;

static void put(scribe *s, char c) {
    if (s->out) {
        s->out[s->length] = c;
    }
    if (s->against && s->order == 0) {
        s->order = (unsigned char)c - (unsigned char)s->against[s->length];
    }
    s->length++;
}

static void put_text(scribe *s, const char *text) {
    while (*text) {
        put(s, *text++);
    }
}

static void put_control(scribe *s, unsigned char c) {
    static const char short_names[] = "btn?fr"; // \b \t \n \v \f \r; JSON has no \v
    char code[8] = {'\\', c >= '\b' && c <= '\r' ? short_names[c - '\b'] : '?'};
    if (code[1] == '?') {
        snprintf(code, sizeof code, "\\u%04x", c);
    }
    put_text(s, code);
}

static void put_string(scribe *s, const char *text) {
    if (!text) {
        put_text(s, "null");
        return;
    }
    put(s, '"');
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20) {
            put_control(s, (unsigned char)*text);
            continue;
        }
        if (*text == '"' || *text == '\\') {
            put(s, '\\');
        }
        put(s, *text);
    }
    put(s, '"');
}

static void put_ability(scribe *s, const agon_stellar_ability *ability) {
    put_text(s, "{\"type\":");
    put_string(s, agon_stellar_ability_word(ability->type));
    put_text(s, ",\"params\":");
    put_text(s, ability->params ? ability->params : "[]");
    put(s, '}');
}

static void put_tail(scribe *s, const agon_stellar_planet *planet) {
    put_text(s, ",\"name\":");
    put_string(s, planet->name);
    put_text(s, ",\"class\":");
    put_string(s, agon_stellar_class_word(planet->planet_class));
    put_text(s, ",\"abilities\":[");
    for (uint32_t i = 0; i < planet->ability_count; i++) {
        if (i > 0) {
            put(s, ',');
        }
        put_ability(s, &planet->abilities[i]);
    }
    put_text(s, "]}");
    put(s, '\0');
}

size_t agon_stellar_tail_size(const agon_stellar_planet *planet) {
    scribe s = {0};
    put_tail(&s, planet);
    return s.length;
}

char *agon_stellar_tail_write(const agon_stellar_planet *planet, char *out) {
    scribe s = {.out = out};
    put_tail(&s, planet);
    return out + s.length;
}

// ---------------------------------------------------------------------------------------------
// Order

// As texts, with what follows them in the document: 10 comes before 2.
static int compare_points(int32_t a, int32_t b) {
    char left[16], right[16];
    snprintf(left, sizeof left, "%d,", (int)a);
    snprintf(right, sizeof right, "%d,", (int)b);
    return strcmp(left, right);
}

static int compare_heads(const agon_stellar_planet *a, int32_t a_points,
                         const agon_stellar_planet *b, int32_t b_points) {
    int order = strcmp(a->id, b->id);
    return order ? order : compare_points(a_points, b_points);
}

static int compare_kinds(const stellar_kind *a, const stellar_kind *b) {
    int order =
        compare_heads(&a->planet, a->planet.victory_points, &b->planet, b->planet.victory_points);
    return order ? order : strcmp(a->tail, b->tail);
}

static void insert(stellar_kind *kinds, int count, stellar_kind kind) {
    int at = count;
    while (at > 0 && compare_kinds(&kinds[at - 1], &kind) > 0) {
        kinds[at] = kinds[at - 1];
        at--;
    }
    kinds[at] = kind;
}

int agon_stellar_kinds_sort(stellar_kind *kinds, int count) {
    for (int i = 1; i < count; i++) {
        insert(kinds, i, kinds[i]);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept == 0 || compare_kinds(&kinds[kept - 1], &kinds[i]) != 0) {
            kinds[kept++] = kinds[i];
        }
    }
    return kept;
}

static int compare_with_kind(const agon_stellar_planet *planet, int32_t victory_points,
                             const stellar_kind *kind) {
    int order = compare_heads(planet, victory_points, &kind->planet, kind->planet.victory_points);
    if (order) {
        return order;
    }
    scribe s = {.against = kind->tail};
    put_tail(&s, planet);
    return s.order;
}

int agon_stellar_kind_find(const stellar_game *g, const agon_stellar_planet *planet,
                           int32_t victory_points) {
    int low = 0;
    int high = g->kind_count;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = compare_with_kind(planet, victory_points, &g->kinds[middle]);
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return -1;
}
