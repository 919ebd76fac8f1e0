// The canonical bytes.
//
// They hold values and not positions: a state that came from a document without its fleet is the
// same state, and has the same bytes, as the one the document was written from. A value takes one
// byte if it is small, more if it is large.
#include "games/stellar-skirmish/state.h"

#include <string.h>

static void write_value(agon_pack *p, int32_t value) {
    uint32_t rest = (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
    uint8_t byte;
    do {
        byte = (uint8_t)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
        agon_pack_u8(p, &byte);
        rest >>= 7;
    } while (byte & 0x80);
}

// Only the shortest form is accepted: equal states have equal bytes.
static int32_t read_value(agon_pack *p) {
    uint32_t bits = 0;
    uint8_t byte = 0x80;
    for (int shift = 0; shift < 35 && byte & 0x80; shift += 7) {
        agon_pack_u8(p, &byte);
        p->failed |= (shift > 0 && byte == 0) || (shift == 28 && byte > 0xf);
        bits |= (uint32_t)(byte & 0x7f) << shift;
    }
    return (int32_t)(bits >> 1 ^ (bits & 1 ? UINT32_MAX : 0));
}

static void pack_value(agon_pack *p, int32_t *value) {
    if (p->mode == AGON_PACK_READ) {
        *value = read_value(p);
    } else {
        write_value(p, *value);
    }
}

// A count of at most `max`; one too large fails and becomes 0.
static int pack_count(agon_pack *p, int value, int max) {
    uint8_t count = (uint8_t)value;
    agon_pack_u8(p, &count);
    if (count > max) {
        p->failed = true;
        return 0;
    }
    return count;
}

// The number of cards is public, whoever may see the cards.
static void pack_hand(const stellar_game *g, stellar_state *s, int player, agon_viewers viewers,
                      agon_pack *p) {
    const stellar_fleet *fleet = g->fleets[player];
    bool is_sorted = stellar_is_sorted(s, player);
    bool is_reading = p->mode == AGON_PACK_READ;
    int32_t values[AGON_STELLAR_MAX_CARDS] = {0};
    int count = 0;
    if (!is_reading) {
        count = agon_stellar_hand_values(fleet, s->hands[player], is_sorted, values);
    }
    count = pack_count(p, count, fleet->count);
    agon_pack_visible(p, viewers);
    for (int i = 0; i < count; i++) {
        pack_value(p, &values[i]);
    }
    if (is_reading) {
        p->failed |= !agon_stellar_hand_find(fleet, values, count, is_sorted, &s->hands[player]);
    }
}

static int table_card(uint8_t play) {
    return play == STELLAR_NO_PLAY  ? AGON_STELLAR_NO_CARD
           : play == STELLAR_HIDDEN ? AGON_STELLAR_HIDDEN_CARD
                                    : AGON_STELLAR_OPEN_CARD;
}

static uint8_t read_play(const stellar_fleet *fleet, uint64_t hand, agon_pack *p) {
    int position = agon_stellar_play_find(fleet, hand, read_value(p));
    p->failed |= position < 0;
    return (uint8_t)position;
}

// Who knows which card lies on the table. If the hand left no choice, everybody does.
static agon_viewers find_viewers(const stellar_game *g, const stellar_state *s, int player) {
    uint8_t play = stellar_play_of(g, s, player);
    if (play >= STELLAR_HIDDEN) {
        return AGON_ALL;
    }
    uint64_t before = s->hands[player] | UINT64_C(1) << play;
    bool had_choice = agon_stellar_count_distinct(g->fleets[player], before) > 1;
    return had_choice ? agon_viewer_bit(player) : AGON_ALL;
}

// That a card lies on the table is public, which one, and so which one the hand is without, is not.
static void pack_player(const stellar_game *g, stellar_state *s, int player, agon_pack *p) {
    const stellar_fleet *fleet = g->fleets[player];
    uint8_t *play = &stellar_plays(g, s)[player];
    bool is_reading = p->mode == AGON_PACK_READ;
    uint8_t card = is_reading ? 0 : (uint8_t)table_card(stellar_play_of(g, s, player));
    agon_pack_u8(p, &card);
    p->failed |= card > AGON_STELLAR_OPEN_CARD;
    pack_hand(g, s, player, is_reading ? AGON_ALL : find_viewers(g, s, player), p);
    if (is_reading) {
        *play = card == AGON_STELLAR_OPEN_CARD     ? read_play(fleet, s->hands[player], p)
                : card == AGON_STELLAR_HIDDEN_CARD ? STELLAR_HIDDEN
                                                   : STELLAR_NO_PLAY;
    } else if (card == AGON_STELLAR_OPEN_CARD) {
        write_value(p, fleet->values[*play]);
    }
    agon_pack_visible(p, AGON_ALL);
}

// The order of the unrevealed planets is nobody's to know; unless they have only one.
static agon_viewers find_foreseers(const stellar_game *g, const stellar_state *s) {
    const uint8_t *deck = stellar_deck(g, s);
    for (int i = s->index + 1; i < g->deck_size; i++) {
        if (deck[i] != deck[i - 1]) {
            return AGON_NONE;
        }
    }
    return AGON_ALL;
}

static void pack_deck(const stellar_game *g, stellar_state *s, agon_pack *p) {
    uint8_t *deck = stellar_deck(g, s);
    agon_viewers foreseers = find_foreseers(g, s);
    for (int i = 0; i < g->deck_size; i++) {
        agon_pack_visible(p, i < s->index ? AGON_ALL : foreseers);
        agon_pack_u8(p, &deck[i]);
    }
    agon_pack_visible(p, AGON_ALL);
}

static int count_claims(const stellar_game *g, const stellar_state *s, int player) {
    int count = 0;
    for (int i = 0; i < s->claimed; i++) {
        count += stellar_claims(g, s)[i] >> STELLAR_OWNER == player;
    }
    return count;
}

static void write_claims(const stellar_game *g, const stellar_state *s, int player, agon_pack *p) {
    (void)pack_count(p, count_claims(g, s, player), g->deck_size);
    for (int i = 0; i < s->claimed; i++) {
        uint16_t claim = stellar_claims(g, s)[i];
        uint8_t planet = (uint8_t)claim;
        if (claim >> STELLAR_OWNER == player) {
            agon_pack_u8(p, &planet);
        }
    }
}

static void read_claims(const stellar_game *g, stellar_state *s, int player, agon_pack *p) {
    int count = pack_count(p, 0, g->deck_size - s->claimed);
    for (int i = 0; i < count; i++) {
        uint8_t planet;
        agon_pack_u8(p, &planet);
        stellar_claims(g, s)[s->claimed++] = stellar_claim(player, planet);
    }
}

static void pack_rng(stellar_state *s, agon_pack *p) {
    agon_rng rng = {.key = {s->key[0], s->key[1]}, .pos = s->pos};
    agon_pack_rng(p, &rng);
    if (p->mode == AGON_PACK_READ) {
        memcpy(s->key, rng.key, sizeof s->key);
        s->pos = rng.pos;
    }
}

void agon_stellar_pack(const agon_game *game, agon_state *state, agon_pack *p) {
    const stellar_game *g = stellar_game_of(game);
    stellar_state *s = (stellar_state *)state;
    bool is_reading = p->mode == AGON_PACK_READ;
    state->used = game->state_max;
    agon_pack_u8(p, &s->end_reason);
    agon_pack_u8(p, &s->index);
    agon_pack_u8(p, &s->pot);
    for (int i = 0; i < game->players; i++) {
        pack_player(g, s, i, p);
    }
    pack_deck(g, s, p);
    for (int i = 0; i < game->players; i++) {
        if (is_reading) {
            read_claims(g, s, i, p);
        } else {
            write_claims(g, s, i, p);
        }
    }
    if (!stellar_is_view(s)) {
        pack_rng(s, p);
    }
}
