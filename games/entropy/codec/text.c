// The board as plain text, in 80 columns.
//
// A node is its number, the letter of its owner and its dice: 12B5. An empty node is its number and
// a dot: 9. — Each cell is a node and, behind the colon, its neighbours.
#include "games/entropy/state.h"

#include "agon/codec.h"

#include <stdlib.h>
#include <string.h>

#define LINE_WIDTH 80
#define NAME_WIDTH 24
#define NODE_WIDTH 4                                    // 12B5
#define CELL_SIZE ((NODE_WIDTH + 1) * (DEGREE + 1) + 1) // a node, a colon, neighbours, and a NUL

void agon_entropy_render(const agon_game *game, const agon_state *state, agon_text *text);

static char letter_of(int player) {
    return (char)('A' + player);
}

// The start of a name that fits, without control characters, and never half a character.
static void name_cut(const char *name, char cut[NAME_WIDTH + 1]) {
    size_t length = 0;
    for (; length < NAME_WIDTH && name[length]; length++) {
        unsigned char byte = (unsigned char)name[length];
        cut[length] = byte < 32 || byte == 127 ? '?' : name[length];
    }
    while (name[length] && length > 0 && ((unsigned char)name[length] & 0xc0u) == 0x80u) {
        length--;
    }
    cut[length] = '\0';
}

static void write_title(const agon_game *game, const agon_state *state, agon_text *text) {
    char name[NAME_WIDTH + 1];
    name_cut(agon_entropy_name(game, agon_entropy_mover(state)), name);
    agon_text_printf(text, "Entropy, round %d of %d", agon_entropy_round(state),
                     agon_entropy_max_rounds(game));
    if (state->over) {
        agon_text_puts(text, ", over\n\n");
    } else {
        agon_text_printf(text, ", %s to move\n\n", name);
    }
}

static int round_out(const entropy_state *s, int player) {
    for (int i = 0; i < s->out_count; i++) {
        if (s->out_player[i] == player) {
            return (int)s->out_round[i];
        }
    }
    return 0;
}

static void write_player(const agon_game *game, const agon_state *state, int player,
                         agon_text *text) {
    const entropy_state *s = as_state(state);
    char name[NAME_WIDTH + 1];
    name_cut(agon_entropy_name(game, player), name);
    bool is_marked = state->over ? agon_viewers_has(agon_entropy_leaders(game, state), player)
                                 : player == s->mover;
    agon_text_printf(text, "%c %c %-*s", is_marked ? '*' : ' ', letter_of(player), NAME_WIDTH,
                     name);
    if (round_out(s, player)) {
        agon_text_printf(text, "  out in round %d\n", round_out(s, player));
    } else {
        agon_text_printf(text, "  %2d territories %4d dice\n",
                         agon_entropy_territories(state, player), agon_entropy_dice(state, player));
    }
}

// Four characters, so that nodes stand below each other.
static void put_node(const entropy_state *s, int node, char *out) {
    int owner = agon_entropy_owner(s, node);
    out[0] = node < 10 ? ' ' : (char)('0' + node / 10);
    out[1] = (char)('0' + node % 10);
    out[2] = owner == AGON_ENTROPY_EMPTY ? '.' : letter_of(owner);
    out[3] = owner == AGON_ENTROPY_EMPTY ? ' ' : (char)('0' + s->dice[node]);
}

static void put_cell(const entropy_state *s, int node, char cell[CELL_SIZE]) {
    uint8_t list[DEGREE];
    int degree = agon_entropy_neighbors(s, node, list);
    put_node(s, node, cell);
    int at = NODE_WIDTH;
    cell[at++] = ':';
    for (int k = 0; k < degree; k++, at += NODE_WIDTH) {
        cell[at++] = ' ';
        put_node(s, list[k], &cell[at]);
    }
    while (cell[at - 1] == ' ') {
        at--;
    }
    cell[at] = '\0';
}

static int widest_cell(const entropy_state *s) {
    int widest = 0;
    for (int node = 0; node < s->node_count; node++) {
        char cell[CELL_SIZE];
        put_cell(s, node, cell);
        int width = (int)strlen(cell);
        widest = width > widest ? width : widest;
    }
    return widest;
}

// Nodes run down the columns.
static void write_nodes(const entropy_state *s, agon_text *text) {
    int width = widest_cell(s) + 2;
    int columns = (LINE_WIDTH + 2) / width;
    int rows = (s->node_count + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
        for (int node = row; node < s->node_count; node += rows) {
            char cell[CELL_SIZE];
            put_cell(s, node, cell);
            bool is_last = node + rows >= s->node_count;
            agon_text_printf(text, "%-*s%s", is_last ? 0 : width, cell, is_last ? "\n" : "");
        }
    }
}

static void write_scoreboard(const agon_game *game, const agon_state *state, agon_text *text) {
    char none[1];
    size_t size = agon_entropy_scoreboard_text(game, state, none, sizeof none) + 1;
    char *board = malloc(size);
    if (!board) {
        text->failed = true;
        return;
    }
    agon_entropy_scoreboard_text(game, state, board, size);
    agon_text_puts(text, "\n");
    agon_text_puts(text, board);
    free(board);
}

void agon_entropy_render(const agon_game *game, const agon_state *state, agon_text *text) {
    write_title(game, state, text);
    for (int player = 0; player < game->players; player++) {
        write_player(game, state, player, text);
    }
    agon_text_puts(text, "\nnode: neighbours   (12B5: node 12, held by B, 5 dice; 9. is empty)\n");
    write_nodes(as_state(state), text);
    if (state->over) {
        write_scoreboard(game, state, text);
    }
}
