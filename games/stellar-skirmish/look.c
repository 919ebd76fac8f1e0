// Looking at games, states and views: the helpers of SS-17 and their like.
#include "games/stellar-skirmish/state.h"

#include <string.h>

static const stellar_state *state_of(const agon_state *state) {
    return (const stellar_state *)state;
}

int agon_stellar_planet_kinds(const agon_game *game) {
    return stellar_game_of(game)->kind_count;
}

agon_stellar_planet agon_stellar_planet_at(const agon_game *game, int planet) {
    const stellar_game *g = stellar_game_of(game);
    agon_stellar_planet found = g->kinds[planet % AGON_STELLAR_DOUBLED].planet;
    if (planet & AGON_STELLAR_DOUBLED) {
        found.victory_points *= 2;
    }
    return found;
}

int agon_stellar_deck_size(const agon_game *game) {
    return stellar_game_of(game)->deck_size;
}

int agon_stellar_fleet(const agon_game *game, int32_t cards[AGON_STELLAR_MAX_CARDS]) {
    const stellar_game *g = stellar_game_of(game);
    if (!g->is_fleet_known) {
        return 0;
    }
    memcpy(cards, g->common->values, g->common->count * sizeof cards[0]);
    return g->common->count;
}

int agon_stellar_final_tie(const agon_game *game) {
    return stellar_game_of(game)->final_tie;
}

int agon_stellar_reveal(const agon_game *game) {
    return stellar_game_of(game)->turns_up ? AGON_STELLAR_BATTLE : AGON_STELLAR_FIRST_PLAY;
}

int agon_stellar_hand(const agon_game *game, const agon_state *state, int player,
                      int32_t cards[AGON_STELLAR_MAX_CARDS]) {
    const stellar_state *s = state_of(state);
    return agon_stellar_hand_values(stellar_game_of(game)->fleets[player], s->hands[player],
                                    stellar_is_sorted(s, player), cards);
}

int agon_stellar_legal_cards(const agon_game *game, const agon_state *state, int player,
                             int32_t cards[AGON_STELLAR_MAX_CARDS]) {
    uint32_t count = agon_count(game, state, player);
    for (uint32_t i = 0; i < count; i++) {
        cards[i] = agon_nth(game, state, player, i).n;
    }
    return (int)count;
}

int agon_stellar_table_card(const agon_game *game, const agon_state *state, int player,
                            int32_t *card) {
    const stellar_game *g = stellar_game_of(game);
    uint8_t play = stellar_play_of(g, state_of(state), player);
    if (play >= AGON_STELLAR_MAX_CARDS) { // no card: hidden, or none yet
        return play == STELLAR_HIDDEN ? AGON_STELLAR_HIDDEN_CARD : AGON_STELLAR_NO_CARD;
    }
    *card = g->fleets[player]->values[play];
    return AGON_STELLAR_OPEN_CARD;
}

int32_t agon_stellar_pot_total(const agon_game *game, const agon_state *state) {
    return agon_stellar_pot_summary(game, state).total;
}

agon_stellar_pot agon_stellar_pot_summary(const agon_game *game, const agon_state *state) {
    const stellar_game *g = stellar_game_of(game);
    const stellar_state *s = state_of(state);
    agon_stellar_pot pot = {.count = s->pot};
    memcpy(pot.planets, stellar_deck(g, s) + s->index - s->pot, s->pot);
    for (int i = 0; i < pot.count; i++) {
        pot.total += g->points[pot.planets[i]];
    }
    return pot;
}

int agon_stellar_claimed(const agon_game *game, const agon_state *state, int player,
                         uint8_t planets[AGON_STELLAR_MAX_PLANETS]) {
    const stellar_state *s = state_of(state);
    const uint16_t *claims = stellar_claims(stellar_game_of(game), s);
    int count = 0;
    for (int i = 0; i < s->claimed; i++) {
        if (claims[i] >> STELLAR_OWNER == player) {
            planets[count++] = (uint8_t)claims[i];
        }
    }
    return count;
}

int32_t agon_stellar_score(const agon_game *game, const agon_state *state, int player) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, state, scores);
    return scores[player];
}

int agon_stellar_revealed(const agon_state *state) {
    return state_of(state)->index;
}

int agon_stellar_deck(const agon_game *game, const agon_state *state,
                      uint8_t planets[AGON_STELLAR_MAX_PLANETS]) {
    const stellar_game *g = stellar_game_of(game);
    memcpy(planets, stellar_deck(g, state_of(state)), g->deck_size);
    return g->deck_size;
}

int agon_stellar_end_reason(const agon_state *state) {
    return state_of(state)->end_reason;
}

const char *agon_stellar_end_word(int end_reason) {
    static const char *const words[AGON_STELLAR_END_REASONS] = {
        NULL, "normal", "ships_exhausted_planets_remaining", "player_out_of_cards_early",
        "final_tie_pot_discarded"};
    return words[end_reason];
}

const char *agon_stellar_tie_word(int final_tie) {
    return final_tie == AGON_STELLAR_DISCARD ? "discard" : "keep";
}

const char *agon_stellar_reveal_word(int reveal) {
    return reveal == AGON_STELLAR_FIRST_PLAY ? "first_play" : "battle";
}
