// Configs: the deck lists of a config document, and those that a state document implies.
#include "games/skirmish/codec/internal.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------
// A config document

static bool starter_find(const agon_cursor *at, const char *name, agon_skirmish_deck *deck) {
    const agon_skirmish_starter *starter;
    for (size_t i = 0; (starter = agon_skirmish_starter_deck(i)) != NULL; i++) {
        if (strcmp(starter->name, name) == 0) {
            *deck = starter->deck;
            return true;
        }
    }
    return agon_cursor_refuse(at, "there is no starter deck \"%.40s\"", name);
}

static bool names_read(const agon_cursor *at, agon_skirmish_deck *deck) {
    size_t count;
    if (!agon_cursor_read_list(at, 0, AGON_SKIRMISH_CARDS_MAX, &count)) {
        return false;
    }
    *deck = (agon_skirmish_deck){.count = (uint16_t)count};
    for (size_t i = 0; i < count; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        if (!agon_cursor_read_string(&item, &deck->cards[i])) {
            return false;
        }
    }
    return true;
}

// The names themselves are checked when the game is made.
static bool deck_read(const agon_cursor *at, agon_skirmish_deck *deck) {
    const char *name = agon_value_text(at->value);
    size_t size = agon_value_count(at->value);
    if (name) {
        return starter_find(at, name, deck);
    }
    if (size > AGON_SKIRMISH_DECK_MAX) {
        return agon_cursor_refuse(at, "must have %d to %d cards, not %zu", AGON_SKIRMISH_DECK_MIN,
                                  AGON_SKIRMISH_DECK_MAX, size);
    }
    return names_read(at, deck);
}

static bool decks_read(const agon_cursor *at, void *config) {
    agon_skirmish_config *c = config;
    size_t count;
    bool is_read = agon_cursor_read_list(at, 2, 2, &count);
    for (size_t p = 0; is_read && p < 2; p++) {
        agon_cursor deck = agon_cursor_item(at, p);
        is_read = deck_read(&deck, &c->decks[p]);
    }
    return is_read;
}

// More copies than a number of ours can say are as good as any.
static bool max_copies_read(const agon_cursor *at, void *config) {
    agon_skirmish_config *c = config;
    int64_t copies = 0;
    if (!agon_cursor_read_int(at, 1, INT64_MAX, &copies)) {
        return false;
    }
    c->max_copies = (uint8_t)(copies > UINT8_MAX ? UINT8_MAX : copies);
    return true;
}

const agon_config_key agon_skirmish_config_keys[] = {
    {.field = {.key = "decks",
               .meaning =
                   "the players' decks: the name of a starter deck, or 20 to 30 names of cards"},
     .read = decks_read,
     .schema = "\"type\":[\"array\",\"null\"],\"minItems\":2,\"maxItems\":2,\"items\":{"
               "\"type\":[\"string\",\"array\"],\"items\":{\"type\":\"string\"},"
               "\"minItems\":20,\"maxItems\":30}"},
    {.field = {.key = "max_copies", .meaning = "copies of one card that a deck may have"},
     .read = max_copies_read,
     .schema = "\"type\":[\"integer\",\"null\"],\"minimum\":1,\"default\":3"},
    {.field = {.key = "seed", .meaning = "of the order of both decks"}, .is_seed = true},
    {.field = {0}},
};

bool agon_skirmish_config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    return agon_config_read_keys(agon_skirmish_config_keys, at, config, seed);
}

// ---------------------------------------------------------------------------------------------
// The cards that a state document shows. What is malformed here is passed over: the state's own
// reader will name it.

typedef struct owned_cards {
    size_t count[2];
    skirmish_id cards[2][AGON_SKIRMISH_CARDS_MAX + 1]; // sorted by name, then by copy
} owned_cards;

static int id_compare(const skirmish_id *a, const skirmish_id *b) {
    int names =
        strcmp(agon_skirmish_catalogue[a->kind]->name, agon_skirmish_catalogue[b->kind]->name);
    return names ? names : a->copy - b->copy;
}

static void note_id(owned_cards *owned, const agon_value *json) {
    const char *text = agon_value_text(json);
    skirmish_id id;
    if (!text || !agon_skirmish_id_parse(agon_skirmish_catalogue, text, &id) ||
        agon_skirmish_catalogue[id.kind]->type == SKIRMISH_TOKEN) {
        return;
    }
    skirmish_id *cards = owned->cards[id.player];
    size_t at = owned->count[id.player];
    while (at > 0 && id_compare(&cards[at - 1], &id) > 0) {
        at--;
    }
    bool is_known = at > 0 && id_compare(&cards[at - 1], &id) == 0;
    if (is_known || owned->count[id.player] > AGON_SKIRMISH_CARDS_MAX) {
        return;
    }
    memmove(&cards[at + 1], &cards[at], (owned->count[id.player] - at) * sizeof id);
    cards[at] = id;
    owned->count[id.player]++;
}

static void note_ids(owned_cards *owned, const agon_value *list) {
    for (size_t i = 0; i < agon_value_count(list); i++) {
        note_id(owned, agon_value_item(list, i));
    }
}

// The cards with key `key` of all objects in a list.
static void note_objects(owned_cards *owned, const agon_value *list, const char *key) {
    for (size_t i = 0; i < agon_value_count(list); i++) {
        note_id(owned, agon_value_member(agon_value_item(list, i), key));
    }
}

static void note_state(owned_cards *owned, const agon_value *state) {
    const agon_value *players = agon_value_member(state, "players");
    const agon_value *known = agon_value_member(state, "known");
    const agon_value *slots = agon_value_member(state, "slots");
    for (size_t p = 0; p < 2; p++) {
        const agon_value *player = agon_value_item(players, p);
        note_ids(owned, agon_value_member(player, "hand"));
        note_ids(owned, agon_value_member(player, "deck"));
        note_ids(owned, agon_value_member(player, "discard"));
        note_ids(owned, agon_value_item(known, p));
    }
    for (size_t i = 0; i < agon_value_count(slots); i++) {
        note_objects(owned, agon_value_member(agon_value_item(slots, i), "units"), "cardId");
    }
    note_objects(owned, agon_value_member(state, "queue"), "cardId");
}

// ---------------------------------------------------------------------------------------------
// The config that they imply

static void deck_from_cards(const owned_cards *owned, int player, agon_skirmish_deck *deck) {
    *deck = (agon_skirmish_deck){.count = (uint16_t)owned->count[player]};
    for (size_t i = 0; i < owned->count[player]; i++) {
        deck->cards[i] = agon_skirmish_catalogue[owned->cards[player][i].kind]->name;
    }
}

static bool is_same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

static bool owns(const owned_cards *owned, int player, const char *name, int copy) {
    for (size_t i = 0; i < owned->count[player]; i++) {
        const skirmish_id *id = &owned->cards[player][i];
        if (id->copy == copy && is_same(agon_skirmish_catalogue[id->kind]->name, name)) {
            return true;
        }
    }
    return false;
}

static int count_owned(const owned_cards *owned, int player, const char *name) {
    int count = 0;
    for (size_t i = 0; i < owned->count[player]; i++) {
        count += is_same(agon_skirmish_catalogue[owned->cards[player][i].kind]->name, name);
    }
    return count;
}

static int count_listed(const agon_skirmish_deck *deck, const char *name) {
    int count = 0;
    for (int i = 0; i < deck->count; i++) {
        count += is_same(deck->cards[i], name);
    }
    return count;
}

// Numbers the copies of the card that `deck` lists first at `from`: those that the state shows keep
// their numbers, the others get the lowest numbers that are left.
static bool number_copies(const agon_cursor *at, const owned_cards *owned, int player,
                          agon_skirmish_deck *deck, int from) {
    const char *name = deck->cards[from];
    int spare = count_listed(deck, name) - count_owned(owned, player, name);
    if (spare < 0) {
        return agon_cursor_refuse(at, "has fewer copies of %.40s than the state", name);
    }
    int copy = 0;
    for (int i = from; i < deck->count; i++) {
        if (!is_same(deck->cards[i], name)) {
            continue;
        }
        bool is_owned;
        do {
            is_owned = owns(owned, player, name, ++copy);
        } while (!is_owned && spare == 0);
        spare -= !is_owned;
        deck->copies[i] = (uint16_t)copy;
    }
    return true;
}

// Every card in the state must be in the list.
static bool check_listed(const agon_cursor *at, const owned_cards *owned, int player,
                         const agon_skirmish_deck *deck) {
    for (size_t i = 0; i < owned->count[player]; i++) {
        const char *name = agon_skirmish_catalogue[owned->cards[player][i].kind]->name;
        if (count_listed(deck, name) == 0) {
            return agon_cursor_refuse(at, "does not have %.40s, which is in the state", name);
        }
    }
    return true;
}

static bool list_read(const agon_cursor *decks, bool is_given, const owned_cards *owned, int player,
                      agon_skirmish_deck *deck) {
    agon_cursor at = agon_cursor_item(decks, (size_t)player);
    if (owned->count[player] > AGON_SKIRMISH_CARDS_MAX) {
        return agon_cursor_refuse(&at, "a player owns at most %d cards", AGON_SKIRMISH_CARDS_MAX);
    }
    if (!is_given) {
        deck_from_cards(owned, player, deck);
    } else if (!names_read(&at, deck) || !check_listed(&at, owned, player, deck)) {
        return false;
    }
    for (int i = 0; i < deck->count; i++) {
        if (deck->copies[i] == 0 && !number_copies(&at, owned, player, deck, i)) {
            return false;
        }
    }
    return true;
}

bool agon_skirmish_config_of_state(const agon_cursor *at, void *config) {
    agon_skirmish_config *c = config;
    agon_cursor decks = agon_cursor_child(at, "decks");
    bool is_given = false;
    owned_cards owned = {.count = {0, 0}};
    c->is_loaded = true;
    note_state(&owned, at->value);
    return agon_skirmish_pair_read(&decks, &is_given) &&
           list_read(&decks, is_given, &owned, 0, &c->decks[0]) &&
           list_read(&decks, is_given, &owned, 1, &c->decks[1]);
}
