// Entropy: what one may do and say. How it looks: board.c.
#include "apps/terminal/games/entropy/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int agon_entropy_chance(int attackers, int defenders) {
    const int most = AGON_ENTROPY_DIE_SIDES * attackers;
    const int least = AGON_ENTROPY_DIE_SIDES * defenders;
    int better = 0;
    for (int roll = 1; roll <= most; roll++) {
        better += roll - 1 < least ? roll - 1 : least;
    }
    const int all = most * least;
    return (200 * better + all) / (2 * all);
}

bool agon_entropy_can_attack(const agon_state *view, int from, int to) {
    const agon_entropy_node node = agon_entropy_node_at(view, from);
    const int enemy = agon_entropy_node_at(view, to).owner;
    for (int k = 0; k < node.degree; k++) {
        if (node.neighbors[k] == to) {
            return enemy != AGON_ENTROPY_EMPTY && enemy != node.owner;
        }
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Choices

typedef struct attack {
    int from, to, chance;
} attack;

static int by_chance(const void *one, const void *other) {
    const attack *a = one, *b = other;
    const int by_from = a->from != b->from ? a->from - b->from : a->to - b->to;
    return a->chance != b->chance ? b->chance - a->chance : by_from;
}

// The valid attacks, those from `from` only unless it is −1, the most promising first.
static size_t list_attacks(const agon_scene *scene, int from, attack *attacks, size_t most) {
    const uint32_t count = agon_count(scene->game, scene->view, scene->player);
    size_t found = 0;
    for (uint32_t i = 0; i < count && found < most; i++) {
        const agon_action action = agon_nth(scene->game, scene->view, scene->player, i);
        if (action.type == AGON_ENTROPY_ATTACK && (from < 0 || action.a == from)) {
            const int attackers = agon_entropy_node_at(scene->view, action.a).dice;
            const int defenders = agon_entropy_node_at(scene->view, action.b).dice;
            attacks[found++] =
                (attack){action.a, action.b, agon_entropy_chance(attackers, defenders)};
        }
    }
    qsort(attacks, found, sizeof attacks[0], by_chance);
    return found;
}

#define MOST_ATTACKS (AGON_ENTROPY_MAX_NODES * AGON_ENTROPY_MAX_DEGREE)
#define BEST_ATTACKS 10 // in the first list, so that it fits on a page with the end of the turn

static const char *const verbs[] = {"attack", "end"};
enum { ATTACK, END };

// The territory that a word names, or −1.
static int node_of(const agon_scene *scene, const char *word) {
    long node;
    const long last = agon_entropy_node_count(scene->view) - 1;
    return agon_word_number(word, 0, last, &node) ? (int)node : -1;
}

static void list(const agon_scene *scene, const char *words, agon_choices *choices) {
    attack attacks[MOST_ATTACKS];
    agon_line line;
    agon_line_split(&line, words);
    const bool has_verb = line.count > 0 && agon_word_find(line.words[0], verbs, 2) == ATTACK;
    const size_t given = line.count - has_verb;
    const int from = given == 1 ? node_of(scene, line.words[has_verb]) : -1;
    if (given > 1 || (given == 1 && from < 0)) {
        return;
    }
    const size_t count = list_attacks(scene, from, attacks, MOST_ATTACKS);
    if (from >= 0) {
        agon_choices_ask(choices, "Attack which neighbour of %d?", from);
    } else if (count == 0) {
        agon_choices_ask(choices, "Nothing to attack: end your turn");
    }
    const bool is_first = line.count == 0;
    const size_t shown = is_first && count > BEST_ATTACKS + 1 ? BEST_ATTACKS : count;
    for (size_t i = 0; i < shown; i++) {
        agon_choice_label(
            agon_choices_add(choices, true, "attack %d %d", attacks[i].from, attacks[i].to),
            "%d > %d %d%%", attacks[i].from, attacks[i].to, attacks[i].chance);
    }
    if (is_first && shown < count) {
        agon_choice_label(agon_choices_add(choices, false, "attack"), "all %d", (int)count);
    }
    if (is_first) {
        agon_choice_label(agon_choices_add(choices, true, "end"), "end turn");
    }
}

// ---------------------------------------------------------------------------------------------
// Lines

// The end of a sentence: the targets of one territory, or the territories that can attack at all.
static void possible_words(const agon_scene *scene, int from, char *text, size_t size) {
    attack attacks[MOST_ATTACKS];
    const size_t count = list_attacks(scene, from, attacks, MOST_ATTACKS);
    uint64_t seen = 0;
    size_t at = 0;
    for (size_t i = 0; i < count && at + 16 < size; i++) {
        const int node = from < 0 ? attacks[i].from : attacks[i].to;
        if (!(seen >> node & 1u)) {
            at += (size_t)snprintf(text + at, size - at, "%s%d", at ? ", " : "", node);
            seen |= (uint64_t)1 << node;
        }
    }
    if (at == 0) {
        snprintf(text, size, "nothing");
    }
}

// Why an attack cannot be made from a territory, as far as it can be told without the target.
static agon_line_result refuse_origin(const agon_scene *scene, const char *word,
                                      agon_reading *reading) {
    char able[120];
    const int from = node_of(scene, word);
    possible_words(scene, -1, able, sizeof able);
    if (from < 0) {
        return agon_reading_refuse(
            reading, "There is no territory '%.20s'. You can attack from: %s.", word, able);
    }
    const agon_entropy_node node = agon_entropy_node_at(scene->view, from);
    if (node.owner != scene->player) {
        return agon_reading_refuse(reading, "%d is not yours. You can attack from: %s.", from,
                                   able);
    }
    if (node.dice < 2) {
        return agon_reading_refuse(
            reading, "%d has one die; it takes two to attack. You can attack from: %s.", from,
            able);
    }
    return agon_reading_refuse(reading, "%d has no enemy beside it. You can attack from: %s.", from,
                               able);
}

static agon_line_result refuse_target(const agon_scene *scene, int from, const char *word,
                                      agon_reading *reading) {
    char able[120];
    const int to = node_of(scene, word);
    const bool is_mine = to >= 0 && agon_entropy_node_at(scene->view, to).owner == scene->player;
    possible_words(scene, from, able, sizeof able);
    if (to < 0) {
        return agon_reading_refuse(reading,
                                   "There is no territory '%.20s'. From %d you can attack: %s.",
                                   word, from, able);
    }
    return agon_reading_refuse(reading, "%d is %s. From %d you can attack: %s.", to,
                               is_mine ? "yours already" : "no enemy beside it", from, able);
}

static agon_line_result read_attack(const agon_scene *scene, const agon_line *line, size_t at,
                                    agon_reading *reading) {
    attack attacks[MOST_ATTACKS];
    const int from = node_of(scene, line->words[at]);
    const size_t count = from < 0 ? 0 : list_attacks(scene, from, attacks, MOST_ATTACKS);
    if (count == 0) {
        return refuse_origin(scene, line->words[at], reading);
    }
    if (line->count == at + 1) {
        return AGON_LINE_MORE;
    }
    const int to = node_of(scene, line->words[at + 1]);
    for (size_t i = 0; i < count; i++) {
        if (attacks[i].to == to) {
            return agon_reading_act(reading, agon_entropy_attack(from, to));
        }
    }
    return refuse_target(scene, from, line->words[at + 1], reading);
}

static agon_line_result read(const agon_scene *scene, const char *text, agon_reading *reading) {
    agon_line line;
    agon_line_split(&line, text);
    const int verb = line.count > 0 ? agon_word_find(line.words[0], verbs, 2) : -1;
    const bool is_number = line.count > 0 && line.words[0][0] >= '0' && line.words[0][0] <= '9';
    if (verb == END && line.count == 1) {
        return agon_reading_act(reading, agon_entropy_end_turn());
    }
    if (verb == ATTACK && line.count == 1) {
        const bool can_attack = agon_count(scene->game, scene->view, scene->player) > 1;
        return can_attack ? AGON_LINE_MORE
                          : agon_reading_refuse(reading, "There is nothing to attack: 'end'.");
    }
    const size_t at = verb == ATTACK ? 1 : 0;
    if ((verb != ATTACK && !is_number) || line.count > at + 2) {
        return agon_reading_refuse(reading, "'attack 3 7', or just '3 7', attacks 7 from 3; 'end' "
                                            "ends your turn.");
    }
    return read_attack(scene, &line, at, reading);
}

// ---------------------------------------------------------------------------------------------
// Saying

static void say_action(const agon_scene *scene, int player, agon_action action, agon_text *text) {
    (void)scene;
    (void)player;
    if (action.type == AGON_ENTROPY_ATTACK) {
        agon_text_printf(text, "attack %d %d", action.a, action.b);
    } else {
        agon_text_puts(text, "end");
    }
}

static void say_winners(const agon_scene *scene, int winners, agon_text *text) {
    int count = 0;
    for (int p = 0; p < scene->game->players; p++) {
        if (winners >> p & 1) {
            agon_text_printf(text, "%s%s", count++ ? " and " : "", scene->names[p]);
        }
    }
    agon_text_puts(text, count == 1 ? " won the match" : " share the win");
}

static void say_event(const agon_scene *scene, const agon_event *event, agon_text *text) {
    const int32_t *f = event->f;
    switch (event->type) {
    case AGON_ENTROPY_ATTACK_ROLLED:
        agon_text_printf(text, "%s %s %d from %d: rolled %d against %d", scene->names[f[0]],
                         f[5] ? "took" : "failed to take", (int)f[2], (int)f[1], (int)f[3],
                         (int)f[4]);
        break;
    case AGON_ENTROPY_PLAYER_OUT:
        agon_text_printf(text, "%s went out in round %d", scene->names[f[0]], (int)f[1]);
        break;
    case AGON_ENTROPY_GROWTH:
        agon_text_printf(text, "%s gained %d %s", scene->names[f[0]], (int)f[1],
                         f[1] == 1 ? "die" : "dice");
        break;
    case AGON_ENTROPY_GAME_OVER:
        say_winners(scene, f[0], text);
        break;
    default: // turns begin and end all the time
        break;
    }
}

static const char help[] = "attack 3 7   attack 7 from 3; just 3 7 will do\n"
                           "end          end your turn and gain dice\n"
                           "\n"
                           "12B5 is territory 12, held by B, with 5 dice.\n";

const agon_game_screen agon_entropy_screen = {
    .id = "entropy",
    .board_lines = 17,
    .draw = agon_entropy_draw,
    .list = list,
    .read = read,
    .say_action = say_action,
    .say_event = say_event,
    .help = help,
};
