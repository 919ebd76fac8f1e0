// What each viewer sees (SC-21, SC-22). Everything here is written because it may be seen; what is
// not written is not in the view.
#include "games/space-conquest/state.h"

#include <string.h>

// A set of stars as a list: always by letter, since the order of a loaded list is nobody's business.
static void list_by_letter(conquest_state *v, uint16_t present) {
    v->present = present;
    for (unsigned star = 0; star < AGON_CONQUEST_STARS; star++) {
        if (conquest_has(present, star)) {
            v->list[v->star_count++] = (uint8_t)star;
        }
    }
}

static void show_public(const conquest_state *s, conquest_state *v) {
    v->turn = s->turn;
    v->winner = s->winner;
    v->committed = s->committed;
    list_by_letter(v, s->present);
    for (unsigned i = 0; i < v->star_count; i++) {
        unsigned star = v->list[i];
        v->x[star] = s->x[star];
        v->y[star] = s->y[star];
        v->npc[star] = CONQUEST_NPC_UNKNOWN;
    }
    v->home[0] = v->home[1] = CONQUEST_UNKNOWN;
}

static void show_star(const conquest_state *s, conquest_state *v, unsigned star, int viewer) {
    uint16_t bit = conquest_bit(star);
    bool is_own = conquest_has(s->owned[viewer], star);
    if (is_own) {
        v->owned[viewer] |= bit;
        v->ships[viewer][star] = s->ships[viewer][star];
    }
    if (conquest_has(s->visited[viewer], star)) {
        v->ru[star] = s->ru[star];
        v->owned[1 - viewer] |= s->owned[1 - viewer] & bit;
        v->npc[star] = s->npc[star] != 0 ? CONQUEST_NPC_SOME : CONQUEST_NPC_NONE;
    }
}

static void show_own(const conquest_state *s, conquest_state *v, int viewer) {
    v->home[viewer] = s->home[viewer];
    v->visited[viewer] = s->visited[viewer];
    v->fleet_counter[viewer] = s->fleet_counter[viewer];
    v->too_many = s->too_many & (uint8_t)(1u << viewer);
    v->overcommitted = s->overcommitted & (uint8_t)(1u << viewer);
    v->order_count[viewer] = s->order_count[viewer];
    v->left_total[viewer] = s->left_total[viewer];
    memcpy(v->left[viewer], s->left[viewer], sizeof v->left[viewer]);
    for (unsigned i = 0; i < v->star_count; i++) {
        show_star(s, v, v->list[i], viewer);
    }
}

// Whose record it is: the players who may see it, as bits.
static agon_viewers record_viewers(conquest_list list, const void *record) {
    switch (list) {
    case CONQUEST_FLEETS:
    case CONQUEST_LOSSES:
        return agon_viewer_bit(((const conquest_fleet *)record)->owner);
    case CONQUEST_ERRORS:
        return agon_viewer_bit(((const conquest_error *)record)->player);
    case CONQUEST_REBELLIONS:
        return agon_viewer_bit(((const conquest_rebellion *)record)->owner);
    case CONQUEST_ORDERS:
        return agon_viewer_bit(((const conquest_order *)record)->player);
    default:
        return agon_conquest_combatants(record);
    }
}

// The lists are filled one after the other, so that each record goes to the end of the view.
static void show_records(const conquest_state *s, conquest_state *v, conquest_list list,
                         agon_viewers viewer) {
    uint32_t size = conquest_record_sizes[list];
    const uint8_t *record = agon_conquest_list(s, list);
    for (unsigned i = 0; i < s->counts[list]; i++, record += size) {
        if (record_viewers(list, record) & viewer) {
            memcpy((uint8_t *)v + v->head.used, record, size);
            v->head.used += size;
            v->counts[list]++;
        }
    }
}

void agon_conquest_view(const agon_game *game, const agon_state *state, int viewer,
                        agon_state *out) {
    (void)game;
    const conquest_state *s = (const conquest_state *)state;
    conquest_state *v = (conquest_state *)out;
    out->used = sizeof *v;
    show_public(s, v);
    if (viewer == AGON_SPECTATOR) {
        return;
    }
    show_own(s, v, viewer);
    for (int list = 0; list < CONQUEST_LISTS; list++) {
        show_records(s, v, (conquest_list)list, agon_viewer_bit(viewer));
    }
}
