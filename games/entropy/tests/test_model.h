// A second implementation of Entropy's rules, as plain as can be, to compare the real one with. It
// shares no code and no representation with it: no sets, no counts kept up to date, no shortcuts.
#ifndef AGON_ENTROPY_TEST_MODEL_H
#define AGON_ENTROPY_TEST_MODEL_H

#include "tests/support/support.h"

#include "agon/codec.h"

typedef struct model_node {
    bool is_empty;
    int owner;
    int dice;
    int degree;
    int neighbors[8];
} model_node;

typedef struct model {
    int players;
    int node_count;
    model_node nodes[64];
    int round, max_rounds, current;
    bool grows_by_round;
    bool over;
    int outs;
    int out_player[8], out_round[8];
    // Of the last move.
    agon_text events;    // as JSON
    int32_t rolls[4096]; // every draw, as the rules count it
    size_t roll_count;
    agon_rng *rng; // where draws come from
} model;

static void say(model *m, const char *format, ...) AGON_PRINTF(2, 3);

static void say(model *m, const char *format, ...) {
    char event[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(event, sizeof event, format, arguments);
    va_end(arguments);
    agon_text_printf(&m->events, "%s%s", m->events.length ? "," : "", event);
}

static int draw(model *m, int count, int base) {
    int value = base + (int)agon_uniform(m->rng, (uint32_t)count);
    assert_true(m->roll_count < sizeof m->rolls / sizeof m->rolls[0]);
    m->rolls[m->roll_count++] = value;
    return value;
}

// Territories of a player.
static int model_held(const model *m, int player) {
    int held = 0;
    for (int i = 0; i < m->node_count; i++) {
        held += !m->nodes[i].is_empty && m->nodes[i].owner == player;
    }
    return held;
}

static bool model_is_out(const model *m, int player) {
    for (int i = 0; i < m->outs; i++) {
        if (m->out_player[i] == player) {
            return true;
        }
    }
    return false;
}

static bool model_can_attack(const model *m, int from, int to) {
    const model_node *a = &m->nodes[from], *b = &m->nodes[to];
    return !a->is_empty && a->owner == m->current && a->dice >= 2 && !b->is_empty &&
           b->owner != m->current;
}

// The valid attacks in the rules' order; returns how many.
static int model_attacks(const model *m, int (*list)[2]) {
    int count = 0;
    for (int from = 0; from < m->node_count; from++) {
        for (int k = 0; k < m->nodes[from].degree; k++) {
            int to = m->nodes[from].neighbors[k];
            bool is_repeated = false;
            for (int earlier = 0; earlier < k; earlier++) {
                is_repeated = is_repeated || m->nodes[from].neighbors[earlier] == to;
            }
            if (!is_repeated && model_can_attack(m, from, to)) {
                list[count][0] = from;
                list[count++][1] = to;
            }
        }
    }
    return count;
}

static void model_grow(model *m, int player) {
    int gain = model_held(m, player);
    int placed[64];
    int count = 0;
    for (; gain > 0; gain--) {
        int open[64];
        int open_count = 0;
        for (int i = 0; i < m->node_count; i++) {
            if (!m->nodes[i].is_empty && m->nodes[i].owner == player && m->nodes[i].dice < 8) {
                open[open_count++] = i;
            }
        }
        if (open_count == 0) {
            break;
        }
        int node = open[draw(m, open_count, 0)];
        m->nodes[node].dice++;
        placed[count++] = node;
    }
    if (count > 0) {
        say(m, "{\"type\":\"GROWTH\",\"player\":%d,\"nodes\":[%d", player, placed[0]);
        for (int i = 1; i < count; i++) {
            agon_text_printf(&m->events, ",%d", placed[i]);
        }
        agon_text_puts(&m->events, "]}");
    }
}

static int model_winners(const model *m, int winners[8]) {
    int most = 0, count = 0;
    for (int p = 0; p < m->players; p++) {
        most = model_held(m, p) > most ? model_held(m, p) : most;
    }
    for (int p = 0; p < m->players; p++) {
        if (!model_is_out(m, p) && model_held(m, p) == most) {
            winners[count++] = p;
        }
    }
    return count;
}

static void write_ints(agon_text *text, const int *list, int count) {
    agon_text_puts(text, "[");
    for (int i = 0; i < count; i++) {
        agon_text_printf(text, "%s%d", i ? "," : "", list[i]);
    }
    agon_text_puts(text, "]");
}

static void model_finish(model *m) {
    int winners[8];
    int count = model_winners(m, winners);
    m->over = true;
    say(m, "{\"type\":\"GAME_OVER\",\"winners\":");
    write_ints(&m->events, winners, count);
    agon_text_puts(&m->events, "}");
}

static void model_drop_out(model *m) {
    for (int p = 0; p < m->players; p++) {
        if (!model_is_out(m, p) && model_held(m, p) == 0) {
            m->out_player[m->outs] = p;
            m->out_round[m->outs++] = m->round;
            say(m, "{\"type\":\"PLAYER_OUT\",\"player\":%d,\"round\":%d}", p, m->round);
        }
    }
}

static bool model_is_conquered(const model *m) {
    for (int i = 0; i < m->node_count; i++) {
        if (!m->nodes[i].is_empty && m->nodes[i].owner != m->current) {
            return false;
        }
    }
    return true;
}

static bool model_has_dice(const model *m) {
    for (int i = 0; i < m->node_count; i++) {
        if (!m->nodes[i].is_empty && m->nodes[i].owner == m->current && m->nodes[i].dice > 1) {
            return true;
        }
    }
    return false;
}

static void model_end_turn(model *m) {
    say(m, "{\"type\":\"TURN_ENDED\",\"player\":%d}", m->current);
    model_drop_out(m);
    if (model_is_conquered(m)) {
        model_finish(m);
        return;
    }
    int next = m->current + 1;
    while (next < m->players && model_is_out(m, next)) {
        next++;
    }
    bool round_ends = next == m->players;
    for (int p = 0; p < m->players; p++) {
        if (m->grows_by_round ? round_ends && !model_is_out(m, p) : p == m->current) {
            model_grow(m, p);
        }
    }
    if (round_ends) {
        if (m->round == m->max_rounds) {
            model_finish(m);
            return;
        }
        m->round++;
        for (next = 0; model_is_out(m, next);) {
            next++;
        }
    }
    m->current = next;
    say(m, "{\"type\":\"TURN_STARTED\",\"player\":%d,\"round\":%d}", next, m->round);
    if (!model_has_dice(m)) {
        model_end_turn(m);
    }
}

static void model_attack(model *m, int from, int to) {
    model_node *a = &m->nodes[from], *b = &m->nodes[to];
    int attack = draw(m, 6 * a->dice, 1);
    int defense = draw(m, 6 * b->dice, 1);
    say(m,
        "{\"type\":\"ATTACK\",\"player\":%d,\"from\":%d,\"to\":%d,\"attack_roll\":%d,"
        "\"defense_roll\":%d,\"success\":%s}",
        m->current, from, to, attack, defense, attack > defense ? "true" : "false");
    if (attack > defense) {
        b->owner = m->current;
        b->dice = a->dice - 1;
    }
    a->dice = 1;
    if (attack > defense && model_is_conquered(m)) {
        model_drop_out(m);
        model_finish(m);
    } else if (!model_has_dice(m)) {
        model_end_turn(m);
    }
}

// One move of the current player; `from` −1 ends the turn.
static void model_move(model *m, int from, int to) {
    agon_text_free(&m->events);
    m->events = (agon_text){0};
    m->roll_count = 0;
    if (from < 0) {
        model_end_turn(m);
    } else {
        model_attack(m, from, to);
    }
}

static void write_node(const model_node *node, agon_text *text) {
    if (node->is_empty) {
        agon_text_puts(text, "{\"empty\":true,\"neighbors\":");
    } else {
        agon_text_printf(text, "{\"owner\":%d,\"dice\":%d,\"neighbors\":", node->owner, node->dice);
    }
    write_ints(text, node->neighbors, node->degree);
    agon_text_puts(text, "}");
}

// The state as a spectator's view, to the letter of the codec's JSON.
static void model_write(const model *m, agon_text *text) {
    int winners[8];
    agon_text_puts(text, "{\"players\":[");
    for (int p = 0; p < m->players; p++) {
        agon_text_printf(text, "%s\"p%d\"", p ? "," : "", p);
    }
    agon_text_printf(text,
                     "],\"max_rounds\":%d,\"growth\":\"%s\",\"round\":%d,\"current_player\":%d,"
                     "\"nodes\":[",
                     m->max_rounds, m->grows_by_round ? "round" : "turn", m->round, m->current);
    for (int i = 0; i < m->node_count; i++) {
        agon_text_puts(text, i ? "," : "");
        write_node(&m->nodes[i], text);
    }
    agon_text_puts(text, "],\"out\":[");
    for (int i = 0; i < m->outs; i++) {
        agon_text_printf(text, "%s{\"player\":%d,\"round\":%d}", i ? "," : "", m->out_player[i],
                         m->out_round[i]);
    }
    agon_text_printf(text, "],\"game_over\":%s,\"winners\":", m->over ? "true" : "false");
    if (m->over) {
        write_ints(text, winners, model_winners(m, winners));
    } else {
        agon_text_puts(text, "null");
    }
    agon_text_puts(text, ",\"viewer\":\"spectator\"}");
}

// What gte does: the attack in `choice`, or false for the end of the turn.
static bool model_gte(const model *m, int choice[2]) {
    for (int from = 0; from < m->node_count; from++) {
        for (int k = 0; k < m->nodes[from].degree; k++) {
            int to = m->nodes[from].neighbors[k];
            if (model_can_attack(m, from, to) && m->nodes[to].dice <= m->nodes[from].dice) {
                choice[0] = from;
                choice[1] = to;
                return true;
            }
        }
    }
    return false;
}

#endif
