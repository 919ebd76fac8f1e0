// The table as plain text.
//
//     Skirmish 1, wins 0 : 0. Player 1 to act.
//     terrain  player 0                              player 1
//        0     archer 4 = 3 +1 buffs                 -
//        1     -                        (slot +2)    turret 3 = 3 +1 buffs -1 damage
//     Player 0: deck 12, hand 7: archer, bard, …
//               graveyard: strike
#include "games/skirmish/codec/internal.h"

#include <stdio.h>

#define COLUMN 48 // bytes of one player's side of a terrain

static const char *name_of(const skirmish_game *g, int player, int index) {
    return g->cards[g->kind_of[player][index]]->name;
}

// What the unit's power is made of, and what state it is in.
static void describe_unit(const skirmish_game *g, const skirmish_state *s, int slot,
                          agon_text *text) {
    const skirmish_unit *unit = &s->units[slot];
    const skirmish_card *card = g->cards[unit->kind];
    agon_text_printf(text, "%s %d = %d", card->name, unit->power, card->power);
    if (unit->buffs) {
        agon_text_printf(text, " %+d buffs", unit->buffs);
    }
    if (unit->damage) {
        agon_text_printf(text, " -%d damage", unit->damage);
    }
    if (s->modifiers[slot]) {
        agon_text_printf(text, " %+d slot", s->modifiers[slot]);
    }
    if (unit->flags & SKIRMISH_SILENCED) {
        agon_text_puts(text, ", silenced");
    } else if (unit->flags & SKIRMISH_ACTIVATED) {
        agon_text_puts(text, ", used");
    } else if (card->activate.run) {
        agon_text_printf(text, unit->cooldown ? ", ready in %d" : ", ready", unit->cooldown);
    }
}

static void describe_slot(const skirmish_game *g, const skirmish_state *s, int slot,
                          agon_text *text) {
    size_t start = text->length;
    if (skirmish_has(s->occupied, slot)) {
        describe_unit(g, s, slot, text);
    } else if (s->modifiers[slot]) {
        agon_text_printf(text, "- (slot %+d)", s->modifiers[slot]);
    } else {
        agon_text_puts(text, "-");
    }
    if (agon_skirmish_player_of(slot) == 0) {
        int width = COLUMN - (int)(text->length - start);
        agon_text_printf(text, "%*s", width > 1 ? width : 1, "");
    }
}

static void describe_board(const skirmish_game *g, const skirmish_state *s, agon_text *text) {
    agon_text_printf(text, "terrain  %-*s%s\n", COLUMN, "player 0", "player 1");
    for (int terrain = 0; terrain < AGON_SKIRMISH_TERRAINS; terrain++) {
        agon_text_printf(text, "   %d     ", terrain);
        describe_slot(g, s, agon_skirmish_slot(0, terrain), text);
        describe_slot(g, s, agon_skirmish_slot(1, terrain), text);
        agon_text_puts(text, "\n");
    }
}

static void describe_cards(const skirmish_game *g, int player, const uint8_t *list, int count,
                           agon_text *text) {
    for (int i = 0; i < count; i++) {
        agon_text_printf(text, "%s%s", i ? ", " : " ", name_of(g, player, list[i]));
    }
    agon_text_puts(text, count ? "\n" : " -\n");
}

static void describe_player(const skirmish_game *g, const skirmish_state *s, int player,
                            agon_text *text) {
    bool is_shown = s->head.viewer == AGON_NOBODY || s->head.viewer == player;
    agon_text_printf(text, "Player %d: %sdeck %d, hand %d", player,
                     s->has_passed[player] ? "done, " : "", s->deck_count[player],
                     s->hand_count[player]);
    if (is_shown) {
        agon_text_puts(text, ":");
        describe_cards(g, player, s->hand[player], s->hand_count[player], text);
    } else if (s->known[player]) {
        uint64_t known = s->known[player];
        uint8_t list[AGON_SKIRMISH_INDEX_MAX];
        int count = 0;
        while (known) {
            list[count++] = (uint8_t)skirmish_take(&known);
        }
        agon_text_puts(text, ", among them");
        describe_cards(g, player, list, count, text);
    } else {
        agon_text_puts(text, "\n");
    }
    agon_text_puts(text, "          graveyard:");
    describe_cards(g, player, s->grave[player], s->grave_count[player], text);
}

static void describe_pending(const skirmish_game *g, const skirmish_state *s, agon_text *text) {
    skirmish_slots choices;
    const skirmish_ability *ability = agon_skirmish_pending(g, s, &choices);
    uint64_t left = choices;
    agon_text_printf(text, "Player %d must choose for %s:", agon_skirmish_ref_player(s->pending.a),
                     skirmish_card_of(g, s->pending.a)->name);
    while (left) {
        int slot = skirmish_take(&left);
        agon_text_printf(text, " player %d's terrain %d%s", agon_skirmish_player_of(slot),
                         agon_skirmish_terrain_of(slot), left ? "," : "");
    }
    agon_text_puts(text, ability->is_optional ? "; or skip.\n" : ".\n");
}

static void describe_match(const skirmish_state *s, agon_text *text) {
    agon_text_printf(text, "Skirmish %d, wins %d : %d", s->round, s->rounds_won[0],
                     s->rounds_won[1]);
    if (!s->head.over) {
        agon_text_printf(text, ". Player %d to act%s.\n", s->current,
                         s->is_activating ? ", in an activation turn" : "");
    } else if (s->match_winner == SKIRMISH_DRAW) {
        agon_text_puts(text, ". The match is a draw.\n");
    } else {
        agon_text_printf(text, ". Player %d has won the match.\n", s->match_winner);
    }
}

void agon_skirmish_render(const agon_game *game, const agon_state *state, agon_text *text) {
    const skirmish_game *g = (const skirmish_game *)game;
    const skirmish_state *s = (const skirmish_state *)state;
    describe_match(s, text);
    describe_board(g, s, text);
    describe_player(g, s, 0, text);
    describe_player(g, s, 1, text);
    if (s->pending.type) {
        describe_pending(g, s, text);
    }
}
