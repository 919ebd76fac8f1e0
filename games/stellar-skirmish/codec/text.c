// The table as plain text.
#include "games/stellar-skirmish/codec/internal.h"

// Names come from outside: no control characters reach a terminal.
static void put_clean(agon_text *text, const char *name) {
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        bool is_control = *c < 0x20 || *c == 0x7f || (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
        if (is_control) {
            c += c[0] == 0xc2;
        }
        agon_text_add(text, is_control ? "?" : (const char *)c, 1);
    }
}

static void put_planet(const agon_game *game, int number, agon_text *text) {
    agon_stellar_planet planet = agon_stellar_planet_at(game, number);
    put_clean(text, planet.id);
    agon_text_printf(text, " (%d%s)", (int)planet.victory_points,
                     number & AGON_STELLAR_DOUBLED ? ", doubled" : "");
}

// One line: id, points, name, class and abilities.
static void put_pot_planet(const agon_game *game, int number, agon_text *text) {
    agon_stellar_planet planet = agon_stellar_planet_at(game, number);
    agon_text_puts(text, "  ");
    put_planet(game, number, text);
    if (planet.name) {
        agon_text_puts(text, " ");
        put_clean(text, planet.name);
    }
    if (planet.planet_class != AGON_STELLAR_NO_CLASS) {
        agon_text_printf(text, ", %s", agon_stellar_class_word(planet.planet_class));
    }
    for (uint32_t i = 0; i < planet.ability_count; i++) {
        agon_text_printf(text, ", %s", agon_stellar_ability_word(planet.abilities[i].type));
    }
    agon_text_puts(text, "\n");
}

static void put_stakes(const agon_game *game, const agon_state *state, agon_text *text) {
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_deck(game, state, deck);
    int revealed = agon_stellar_revealed(state);
    int points = 0;
    for (int i = revealed; i < count; i++) {
        points += agon_stellar_planet_at(game, deck[i]).victory_points;
    }
    agon_text_printf(text, "Deck: %d of %d planets revealed, %d points to come\n", revealed, count,
                     points);
    agon_stellar_pot pot = agon_stellar_pot_summary(game, state);
    if (pot.count == 0) {
        agon_text_puts(text, "Pot: empty\n");
        return;
    }
    agon_text_printf(text, "Pot: %d points\n", (int)pot.total);
    for (int i = 0; i < pot.count; i++) {
        put_pot_planet(game, pot.planets[i], text);
    }
}

static void put_table_card(const agon_game *game, const agon_state *state, int player,
                           agon_text *text) {
    int32_t card = 0;
    switch (agon_stellar_table_card(game, state, player, &card)) {
    case AGON_STELLAR_OPEN_CARD:
        agon_text_printf(text, ", plays %d", (int)card);
        break;
    case AGON_STELLAR_HIDDEN_CARD:
        agon_text_puts(text, ", has played (hidden)");
        break;
    default:
        agon_text_puts(text, state->over ? "" : ", to play");
    }
}

static void put_hand(const agon_game *game, const agon_state *state, int player, agon_text *text) {
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    int count = agon_stellar_hand(game, state, player, cards);
    agon_text_puts(text, "  hand:");
    for (int i = 0; i < count; i++) {
        agon_text_printf(text, " %d", (int)cards[i]);
    }
    agon_text_puts(text, count ? "\n" : " empty\n");
}

static void put_claimed(const agon_game *game, const agon_state *state, int player,
                        agon_text *text) {
    uint8_t planets[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_claimed(game, state, player, planets);
    if (count == 0) {
        return;
    }
    agon_text_puts(text, "  claimed: ");
    for (int i = 0; i < count; i++) {
        agon_text_puts(text, i ? ", " : "");
        put_planet(game, planets[i], text);
    }
    agon_text_puts(text, "\n");
}

static void put_end(const agon_game *game, const agon_state *state, agon_text *text) {
    agon_viewers winners = agon_winners(game, state);
    agon_text_printf(text, "Over: %s. Highest score: player",
                     agon_stellar_end_word(agon_stellar_end_reason(state)));
    for (int p = 0; p < game->players; p++) {
        if (winners & agon_viewer_bit(p)) {
            agon_text_printf(text, " %d", p + 1);
        }
    }
    agon_text_puts(text, "\n");
}

void agon_stellar_render(const agon_game *game, const agon_state *state, agon_text *text) {
    put_stakes(game, state, text);
    for (int p = 0; p < game->players; p++) {
        agon_text_printf(text, "Player %d%s: %d points", p + 1, state->viewer == p ? " (you)" : "",
                         (int)agon_stellar_score(game, state, p));
        put_table_card(game, state, p, text);
        agon_text_puts(text, "\n");
        put_hand(game, state, p, text);
        put_claimed(game, state, p, text);
    }
    if (state->over) {
        put_end(game, state, text);
    }
}
