// From a config to a game: deck lists (SK-1) and the index of every card.
#include "games/skirmish/state.h"

#include <stdio.h>
#include <string.h>

static agon_status fail_at_card(agon_error *error, int player, int position, const char *format,
                                const char *name, const char *nearest) {
    agon_status status = agon_error_set(error, AGON_BAD_CONFIG, NULL, format, name, nearest);
    return agon_error_place(error, status, "decks[%d][%d]", player, position);
}

static agon_status read_card(const skirmish_game *g, int player, int position, const char *name,
                             uint8_t *kind, agon_error *error) {
    int found = name ? agon_skirmish_kind(g->cards, name, strlen(name)) : -1;
    if (found < 0) {
        return fail_at_card(error, player, position,
                            "there is no card \"%.40s\"; did you mean \"%s\"?", name ? name : "",
                            agon_skirmish_nearest(g->cards, name ? name : ""));
    }
    if (g->cards[found]->type == SKIRMISH_TOKEN) {
        return fail_at_card(error, player, position,
                            "\"%.40s\" is a token, not a card for a deck%s", name, "");
    }
    *kind = (uint8_t)found;
    return AGON_OK;
}

static agon_status check_copies(const skirmish_game *g, int player, int max_copies,
                                agon_error *error) {
    int copies[AGON_SKIRMISH_KINDS_MAX] = {0};
    for (int i = 0; i < g->list_count[player]; i++) {
        int kind = g->list[player][i];
        if (++copies[kind] > max_copies) {
            char limit[12];
            snprintf(limit, sizeof limit, "%d", max_copies);
            return fail_at_card(error, player, i, "more copies of %s than the %s allowed",
                                g->cards[kind]->name, limit);
        }
    }
    return AGON_OK;
}

static agon_status check_size(const agon_skirmish_config *c, int player, agon_error *error) {
    int min = c->is_loaded ? 0 : AGON_SKIRMISH_DECK_MIN;
    int max = c->is_loaded ? AGON_SKIRMISH_CARDS_MAX : AGON_SKIRMISH_DECK_MAX;
    int count = c->decks[player].count;
    if (count < min || count > max) {
        agon_status status = agon_error_set(error, AGON_BAD_CONFIG, NULL,
                                            "must have %d to %d cards, not %d", min, max, count);
        return agon_error_place(error, status, "decks[%d]", player);
    }
    return AGON_OK;
}

static agon_status read_deck(const agon_skirmish_config *c, skirmish_game *g, int player,
                             agon_error *error) {
    const agon_skirmish_deck *deck = &c->decks[player];
    agon_status status = check_size(c, player, error);
    if (status) {
        return status;
    }
    g->list_count[player] = (uint8_t)deck->count;
    for (int i = 0; i < deck->count && status == AGON_OK; i++) {
        status = read_card(g, player, i, deck->cards[i], &g->list[player][i], error);
    }
    if (status == AGON_OK && !c->is_loaded) {
        status = check_copies(g, player, c->max_copies, error);
    }
    return status;
}

// Gives a card the next index. `copy` 0: one more than the last of its kind.
static void add_index(skirmish_game *g, int player, int index, int kind, int copy) {
    uint64_t *same = &g->kind_set[player][kind];
    const skirmish_card *card = g->cards[kind];
    g->kind_of[player][index] = (uint8_t)kind;
    g->copy_of[player][index] = (uint16_t)(copy ? copy : skirmish_popcount(*same) + 1);
    *same |= (uint64_t)1 << index;
    g->owned[player] |= (uint64_t)1 << index;
    if (card->type != SKIRMISH_ACTION && !card->narrow) {
        g->plain_units[player] |= (uint64_t)1 << index;
    }
}

// Indexes by kind, equal cards in the order of the list; then the Squires.
static void number_cards(skirmish_game *g, const agon_skirmish_deck *deck, int player) {
    int index = 0;
    for (int kind = 0; kind < g->kinds; kind++) {
        for (int i = 0; i < g->list_count[player]; i++) {
            if (g->list[player][i] == kind) {
                g->positions[player][i] = (uint8_t)index;
                add_index(g, player, index++, kind, deck->copies[i]);
            }
        }
    }
    for (int n = 0; n < AGON_SKIRMISH_SQUIRES_MAX; n++) {
        add_index(g, player, AGON_SKIRMISH_FIRST_SQUIRE + n, g->squire, n + 1);
    }
}

static void note_kinds(skirmish_game *g) {
    for (int kind = 0; kind < g->kinds; kind++) {
        const skirmish_card *card = g->cards[kind];
        uint64_t bit = (uint64_t)1 << kind;
        g->guards |= card->guards_front ? bit : 0;
        g->activates |= card->activate.run ? bit : 0;
        g->turn_starts |= card->turn_start ? bit : 0;
        g->saws_death |= card->saw_death ? bit : 0;
        g->saws_damage |= card->saw_damage ? bit : 0;
        g->saws_action |= card->saw_action ? bit : 0;
        g->conquers |= card->conquer ? bit : 0;
        g->numbers_at[kind + 1] =
            (uint16_t)(g->numbers_at[kind] + agon_skirmish_play_numbers(card));
    }
}

static agon_status read_catalogue(const agon_skirmish_config *c, skirmish_game *g,
                                  agon_error *error) {
    g->cards = c->catalogue ? c->catalogue : agon_skirmish_catalogue;
    while (g->cards[g->kinds] && g->kinds < AGON_SKIRMISH_KINDS_MAX) {
        g->kinds++;
    }
    g->squire = (uint8_t)(g->kinds - 1);
    if (g->kinds == 0 || g->cards[g->kinds] || g->cards[g->squire]->type != SKIRMISH_TOKEN) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                              "a catalogue has up to %d cards, the Squire last",
                              AGON_SKIRMISH_KINDS_MAX - 1);
    }
    return AGON_OK;
}

agon_status agon_skirmish_configure(const void *config, agon_game *game, agon_error *error) {
    const agon_skirmish_config *c = config;
    skirmish_game *g = (skirmish_game *)game;
    agon_game head = *game;
    memset(g, 0, sizeof *g);
    g->head = head;
    agon_status status = read_catalogue(c, g, error);
    if (status == AGON_OK && c->max_copies < 1) {
        status = agon_error_set(error, AGON_BAD_CONFIG, "max_copies", "must be at least 1");
    }
    for (int p = 0; p < 2 && status == AGON_OK; p++) {
        status = read_deck(c, g, p, error);
    }
    if (status) {
        return status;
    }
    note_kinds(g);
    number_cards(g, &c->decks[0], 0);
    number_cards(g, &c->decks[1], 1);
    game->players = 2;
    game->state_max = sizeof(skirmish_state);
    // Two Necromancers can raise each other for ever, so the rules do not bound a match.
    game->max_steps = UINT32_MAX;
    return AGON_OK;
}
