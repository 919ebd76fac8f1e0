// Facts for those who look at a state: names, reasons, stars, fleets, the chance of a loss.
#include "games/space-conquest/state.h"

#include <string.h>

static const char *const names[AGON_CONQUEST_STARS] = {
    "Altair",       "Bellatrix", "Capella",  "Deneb",  "Epsilon Eridani", "Fomalhaut",
    "Gamma Crucis", "Hadar",     "Izar",     "Jabbah", "Kappa Phoenicis", "Lesath",
    "Mintaka",      "Naos",      "Ophiuchi", "Polaris"};

const char *agon_conquest_star_name(char letter) {
    return letter >= 'A' && letter < 'A' + AGON_CONQUEST_STARS ? names[letter - 'A'] : NULL;
}

int agon_conquest_loss_chance(int distance) {
    static const int16_t chances[AGON_CONQUEST_MAX_DISTANCE + 1] = {
        0, 200, 396, 588, 776, 961, 1142, 1319, 1492, 1663, 1829, 1993};
    AGON_ASSERT(distance >= 0 && distance <= AGON_CONQUEST_MAX_DISTANCE);
    return chances[distance];
}

const char *agon_conquest_reason_word(int reason) {
    static const char *const words[AGON_CONQUEST_REASONS] = {
        "fine",      "bad_count", "unknown_origin", "unknown_destination",
        "same_star", "not_owned", "too_many",       "over_commitment"};
    AGON_ASSERT(reason >= 0 && reason < AGON_CONQUEST_REASONS);
    return words[reason];
}

const char *agon_conquest_reason_text(int reason) {
    static const char *const texts[AGON_CONQUEST_REASONS] = {
        "The order is fine.",
        "The number of ships must be a positive integer.",
        "There is no such star to start from.",
        "There is no such star to go to.",
        "Origin and destination are the same star.",
        "You do not own the star to start from.",
        "A turn takes 128 orders; this one and those after it were dropped.",
        "More ships were ordered from a star than you have there; all orders were dropped."};
    AGON_ASSERT(reason >= 0 && reason < AGON_CONQUEST_REASONS);
    return texts[reason];
}

uint32_t agon_conquest_turn(const agon_state *state) {
    return ((const conquest_state *)state)->turn;
}

int agon_conquest_star_count(const agon_state *state) {
    return ((const conquest_state *)state)->star_count;
}

// Whether a player's ships at a star are known: in a view only the viewer's own on its own stars.
static bool is_stationing_known(const conquest_state *s, unsigned star, int player) {
    return !conquest_is_view(s) ||
           (s->head.viewer == player && conquest_has(s->owned[player], star));
}

static agon_conquest_star describe(const agon_state *state, unsigned star) {
    const conquest_state *s = (const conquest_state *)state;
    int viewer = state->viewer;
    bool is_own = viewer < 2 && conquest_has(s->owned[viewer], star);
    bool is_visited = viewer < 2 && conquest_has(s->visited[viewer], star);
    agon_conquest_star out = {
        .letter = (char)('A' + star),
        .name = names[star],
        .x = s->x[star],
        .y = s->y[star],
        .ru = s->ru[star],
        .is_known = !conquest_is_view(s) || is_own || is_visited,
        .owner = (int8_t)conquest_owner(s, star),
        .has_npc = s->npc[star] != 0 && s->npc[star] != CONQUEST_NPC_UNKNOWN,
        .npc = conquest_is_view(s) ? -1 : s->npc[star],
        .home = (int8_t)(s->home[0] == star   ? 0
                         : s->home[1] == star ? 1
                                              : -1),
    };
    for (int p = 0; p < 2; p++) {
        bool is_known = is_stationing_known(s, star, p);
        out.ships[p] = is_known ? (int32_t)s->ships[p][star] : -1;
        out.left[p] = is_known ? (int32_t)s->left[p][star] : -1;
    }
    return out;
}

agon_conquest_star agon_conquest_star_at(const agon_state *state, int i) {
    const conquest_state *s = (const conquest_state *)state;
    AGON_ASSERT(i >= 0 && i < s->star_count);
    return describe(state, s->list[i]);
}

bool agon_conquest_star_find(const agon_state *state, char letter, agon_conquest_star *star) {
    const conquest_state *s = (const conquest_state *)state;
    const bool is_letter = letter >= 'A' && letter < 'A' + AGON_CONQUEST_STARS;
    if (!is_letter || !conquest_has(s->present, (unsigned)(letter - 'A'))) {
        return false;
    }
    *star = describe(state, (unsigned)(letter - 'A'));
    return true;
}

int agon_conquest_fleet_count(const agon_state *state) {
    return ((const conquest_state *)state)->counts[CONQUEST_FLEETS];
}

agon_conquest_fleet agon_conquest_fleet_at(const agon_state *state, int i) {
    const conquest_state *s = (const conquest_state *)state;
    AGON_ASSERT(i >= 0 && i < s->counts[CONQUEST_FLEETS]);
    const conquest_fleet *fleet = &conquest_fleets(s)[i];
    return (agon_conquest_fleet){.owner = fleet->owner,
                                 .from = (char)('A' + fleet->from),
                                 .to = (char)('A' + fleet->to),
                                 .distance = fleet->distance,
                                 .number = fleet->number,
                                 .ships = fleet->ships};
}

int agon_conquest_given_order_count(const agon_state *state, int player) {
    return ((const conquest_state *)state)->order_count[player];
}

static char letter_of(uint8_t star) {
    return (char)(star < CONQUEST_LETTERS ? 'A' + star : '?');
}

agon_conquest_given_order agon_conquest_given_order_at(const agon_state *state, int player, int i) {
    const conquest_state *s = (const conquest_state *)state;
    const conquest_order *order = conquest_orders(s);
    AGON_ASSERT(i >= 0 && i < s->order_count[player]);
    for (int before = -1;; order++) {
        before += order->player == player;
        if (before == i) {
            break;
        }
    }
    return (agon_conquest_given_order){.from = letter_of(order->from),
                                       .to = letter_of(order->to),
                                       .ships = order->ships,
                                       .reason = agon_conquest_order_judge(s, order)};
}

bool agon_conquest_has_committed(const agon_state *state, int player) {
    return (((const conquest_state *)state)->committed >> player & 1u) != 0;
}

uint32_t agon_conquest_max_turns(const agon_game *game) {
    return ((const conquest_game *)game)->max_turns;
}
