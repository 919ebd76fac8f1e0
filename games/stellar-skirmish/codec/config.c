// Configs: from a config document, and from what a state document implies.
#include "games/stellar-skirmish/codec/internal.h"

#include <string.h>

static const char *const tie_words[] = {"keep", "discard", NULL};
static const char *const reveal_words[] = {"battle", "first_play", NULL};

bool agon_stellar_cards_read(const agon_cursor *at, int32_t *values, uint32_t *count) {
    size_t size = 0;
    if (!agon_cursor_read_list(at, 0, AGON_STELLAR_MAX_CARDS, &size)) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        agon_cursor item = agon_cursor_item(at, i);
        int64_t value = 0;
        if (!agon_cursor_read_int(&item, -INT32_MAX, INT32_MAX, &value)) {
            return false;
        }
        values[i] = (int32_t)value;
    }
    *count = (uint32_t)size;
    return true;
}

// An empty list is the default (SS-2), and so is none.
static bool fleet_read(const agon_cursor *at, void *config) {
    agon_stellar_config *c = config;
    int32_t *values = agon_cursor_alloc(at, AGON_STELLAR_MAX_CARDS * sizeof *values);
    c->fleet.values = values;
    return values && agon_stellar_cards_read(at, values, &c->fleet.count);
}

static bool planets_read(const agon_cursor *at, void *config) {
    agon_stellar_config *c = config;
    return agon_stellar_planets_read(at, &c->planets, &c->planet_count);
}

static bool shuffle_read(const agon_cursor *at, void *config) {
    agon_stellar_config *c = config;
    return agon_cursor_read_bool(at, &c->shuffle);
}

const agon_config_key agon_stellar_config_keys[] = {
    {.field = AGON_NUMBER(agon_stellar_config, player_count, 2, AGON_MAX_PLAYERS, "how many play")},
    {.field = {.key = "planets",
               .meaning = "the deck of planets from the top; none: the default deck"},
     .read = planets_read,
     .reveals = "*",
     .schema = "\"type\":[\"array\",\"null\"],\"maxItems\":64,\"items\":{\"type\":\"object\","
               "\"required\":[\"id\",\"victory_points\"],\"properties\":{"
               "\"id\":{\"type\":\"string\"},\"victory_points\":{\"type\":\"integer\"},"
               "\"name\":{\"type\":[\"string\",\"null\"]},"
               "\"class\":{\"type\":[\"string\",\"null\"]},"
               "\"abilities\":{\"type\":[\"array\",\"null\"],"
               "\"items\":{\"type\":\"object\",\"required\":[\"type\"],\"properties\":{"
               "\"type\":{\"type\":\"string\"},"
               "\"params\":{\"type\":[\"array\",\"object\",\"null\"]}},"
               "\"additionalProperties\":false}}},\"additionalProperties\":false}"},
    {.field = {.key = "fleet_values", .meaning = "the cards of every player; none: 1 to 15"},
     .read = fleet_read,
     .schema = "\"type\":[\"array\",\"null\"],\"maxItems\":64,\"items\":{\"type\":\"integer\","
               "\"minimum\":-2147483647,\"maximum\":2147483647}"},
    {.field = {AGON_DESCRIBED(agon_stellar_config, final_tie, final_tie, 0, 1,
                              "what becomes of the pot when the last battle is a tie"),
               .words = tie_words}},
    {.field = {AGON_DESCRIBED(
                   agon_stellar_config, reveal, reveal, 0, 1,
                   "when a planet is turned up: before the battle, or with its first play"),
               .words = reveal_words}},
    {.field = {.key = "seed",
               .meaning = "of the order of the planets; without one they are not shuffled"},
     .is_seed = true},
    {.field = {.key = "shuffle",
               .meaning =
                   "whether the planets are shuffled; true where there is a seed, and needs one"},
     .read = shuffle_read,
     .schema = "\"type\":[\"boolean\",\"null\"]",
     .reveals = "false"},
    {.field = {0}},
};

// What configs and states have in common.
static bool variants_read(const agon_cursor *at, agon_stellar_config *config) {
    return agon_config_read_key(agon_stellar_config_keys, "fleet_values", at, config) &&
           agon_config_read_key(agon_stellar_config_keys, "final_tie", at, config) &&
           agon_config_read_key(agon_stellar_config_keys, "reveal", at, config);
}

// SS-4: shuffled if there is a seed, unless the config says otherwise; and never without one.
bool agon_stellar_config_read(const agon_cursor *at, void *config, agon_seed *seed) {
    agon_stellar_config *c = config;
    agon_cursor seed_at = agon_cursor_child(at, "seed");
    agon_cursor shuffle = agon_cursor_child(at, "shuffle");
    const bool has_seed = agon_cursor_is_given(&seed_at);
    c->shuffle = has_seed;
    return agon_config_read_keys(agon_stellar_config_keys, at, config, seed) &&
           (!c->shuffle || has_seed || agon_cursor_refuse(&shuffle, "needs a seed"));
}

// ---------------------------------------------------------------------------------------------
// States

bool agon_stellar_table_card_read(const agon_cursor *at, stellar_table_card *card) {
    const char *word = agon_value_text(at->value);
    int64_t value = 0;
    *card = (stellar_table_card){AGON_STELLAR_NO_CARD, 0};
    if (agon_value_kind_of(at->value) == AGON_VALUE_NULL) {
        return true;
    }
    if (word && strcmp(word, "hidden") == 0) {
        card->what = AGON_STELLAR_HIDDEN_CARD;
        return true;
    }
    if (!agon_cursor_read_int(at, -INT32_MAX, INT32_MAX, &value)) {
        return false;
    }
    *card = (stellar_table_card){AGON_STELLAR_OPEN_CARD, (int32_t)value};
    return true;
}

// The cards of a player as its hand and play tell: the card on the table goes where it leaves the
// order of the hand as it is, and before its equals, as if it had been the first of them. Into an
// ascending hand it goes by its value, so that nobody can tell which card it was.
static void put_in(int32_t *cards, uint32_t count, int32_t card) {
    bool is_ascending = true;
    for (uint32_t i = 1; i < count; i++) {
        is_ascending = is_ascending && cards[i - 1] <= cards[i];
    }
    uint32_t at = 0;
    while (is_ascending && at < count && cards[at] < card) {
        at++;
    }
    memmove(&cards[at + 1], &cards[at], (count - at) * sizeof cards[0]);
    cards[at] = card;
}

// Whether the fleet holds all these cards; if not, the index of one that is too many.
static bool is_within(const stellar_fleet *fleet, const int32_t *cards, uint32_t count,
                      uint32_t *culprit) {
    uint64_t taken = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t free = stellar_equals(fleet, cards[i]) & ~taken;
        if (!free) {
            *culprit = i;
            return false;
        }
        taken |= free & (0 - free);
    }
    return true;
}

// Where the fleet is known, hand and play must come from it. If the hand is in its order too, then
// the fleet is all that needs to be known of this player.
static bool own_explain(const agon_cursor *hand, const agon_cursor *play,
                        const stellar_table_card *table, const stellar_fleet *fleet,
                        agon_stellar_cards *own) {
    int32_t cards[AGON_STELLAR_MAX_CARDS + 1];
    uint32_t culprit = 0;
    uint32_t held = own->count;
    uint64_t positions;
    memcpy(cards, own->values, held * sizeof cards[0]);
    if (!is_within(fleet, cards, held, &culprit)) {
        agon_cursor item = agon_cursor_item(hand, culprit);
        return agon_cursor_refuse(&item, "fleet_values does not hold so many of this card");
    }
    if (table->what == AGON_STELLAR_OPEN_CARD) {
        cards[held] = table->card;
        if (!is_within(fleet, cards, held + 1, &culprit)) {
            return agon_cursor_refuse(play, "a card that this player cannot have had");
        }
    }
    if (agon_stellar_hand_find(fleet, cards, (int)held, false, &positions)) {
        *own = (agon_stellar_cards){0};
    }
    return true;
}

static bool own_read(const agon_cursor *hand, const agon_cursor *play, const stellar_fleet *fleet,
                     agon_stellar_cards *own) {
    stellar_table_card table;
    int32_t *cards = agon_cursor_alloc(hand, (AGON_STELLAR_MAX_CARDS + 1) * sizeof *cards);
    if (!cards || !agon_stellar_cards_read(hand, cards, &own->count) ||
        !agon_stellar_table_card_read(play, &table)) {
        return false;
    }
    own->values = cards;
    if (fleet && !own_explain(hand, play, &table, fleet, own)) {
        return false;
    }
    if (own->values && table.what == AGON_STELLAR_OPEN_CARD) {
        put_in(cards, own->count++, table.card);
    }
    return own->count <= AGON_STELLAR_MAX_CARDS ||
           agon_cursor_refuse(hand, "more than %d cards, with the one played",
                              AGON_STELLAR_MAX_CARDS);
}

// An object with one entry for each player and nothing else.
static bool players_read(const agon_cursor *at, int players) {
    if (!agon_cursor_read_object(at)) {
        return false;
    }
    return agon_value_count(at->value) == (size_t)players ||
           agon_cursor_refuse(at, "must have one entry for each of the %d players", players);
}

static bool hands_read(const agon_cursor *at, agon_stellar_config *config) {
    agon_cursor hands = agon_cursor_child(at, "hands");
    agon_cursor plays = agon_cursor_child(at, "current_plays");
    agon_cursor claimed = agon_cursor_child(at, "claimed_planets");
    stellar_fleet fleet;
    config->is_fleet_unknown = config->fleet.count == 0;
    if (!config->is_fleet_unknown) {
        agon_stellar_fleet_make(&fleet, config->fleet);
    }
    if (!players_read(&hands, config->player_count) ||
        !players_read(&plays, config->player_count) ||
        !players_read(&claimed, config->player_count)) {
        return false;
    }
    for (int p = 0; p < config->player_count; p++) {
        agon_cursor hand = agon_cursor_child(&hands, agon_stellar_player_key(p));
        agon_cursor play = agon_cursor_child(&plays, agon_stellar_player_key(p));
        if (!own_read(&hand, &play, config->is_fleet_unknown ? NULL : &fleet, &config->own[p])) {
            return false;
        }
    }
    return true;
}

// The word of an end reason that only one variant knows tells the variant.
static uint8_t implied_final_tie(const agon_cursor *at) {
    agon_cursor reason = agon_cursor_child(at, "end_reason");
    const char *word = agon_value_text(reason.value);
    const char *discarded = agon_stellar_end_word(AGON_STELLAR_FINAL_TIE_POT_DISCARDED);
    return word && strcmp(word, discarded) == 0 ? AGON_STELLAR_DISCARD : AGON_STELLAR_KEEP;
}

bool agon_stellar_config_of_state(const agon_cursor *at, void *config) {
    agon_stellar_config *c = config;
    agon_cursor players = agon_cursor_child(at, "player_count");
    agon_cursor deck = agon_cursor_child(at, "planet_deck");
    int64_t count = 0;
    c->shuffle = false;
    c->final_tie = implied_final_tie(at);
    c->reveal = AGON_STELLAR_FIRST_PLAY; // a document that does not say is of the first version
    if (!agon_cursor_read_int(&players, 2, AGON_MAX_PLAYERS, &count) ||
        !agon_stellar_planets_read(&deck, &c->planets, &c->planet_count)) {
        return false;
    }
    c->player_count = (int32_t)count;
    if (c->planet_count == 0) {
        return agon_cursor_refuse(&deck, "must have 1 to %d planets", AGON_STELLAR_MAX_PLANETS);
    }
    return variants_read(at, c) && hands_read(at, c);
}
