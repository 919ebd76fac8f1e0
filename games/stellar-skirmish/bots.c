// Bots for Stellar Skirmish.
//
// `greedy` pays for a stake what it is worth beside the stakes to come: high cards for the best of
// them, low ones for the rest. Against opponents whose cards one cannot foresee, no other pairing
// of cards and stakes wins more. Among equal stakes chance decides, so that it cannot be read.
#include "games/stellar-skirmish/state.h"

#include "agon/bot.h"

// The stakes that may still come, and what lies in the pot now. All in points.
typedef struct stakes {
    int32_t future[AGON_STELLAR_MAX_PLANETS + AGON_STELLAR_MAX_CARDS];
    int count;
    int32_t now;
} stakes;

static int count_pulls(const agon_stellar_planet *planet) {
    int pulls = 0;
    for (uint32_t i = 0; i < planet->ability_count; i++) {
        pulls += planet->abilities[i].type == AGON_STELLAR_DOUBLE_NEXT_PLANET_NO_COMBAT;
    }
    return pulls;
}

// What a planet is worth with those that it would pull along, each twice the mean.
static int32_t worth(const agon_game *game, int number, int32_t mean, int left) {
    agon_stellar_planet planet = agon_stellar_planet_at(game, number);
    int pulls = count_pulls(&planet);
    return planet.victory_points + 2 * mean * (pulls < left ? pulls : left);
}

static int32_t mean_points(const agon_game *game, const uint8_t *planets, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += agon_stellar_planet_at(game, planets[i]).victory_points;
    }
    return count ? (int32_t)(sum / count) : 0;
}

// Battles beyond the last planet are about nothing.
static void survey(const agon_game *game, const agon_state *view, int battles, stakes *s) {
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    int revealed = agon_stellar_revealed(view);
    int left = agon_stellar_deck(game, view, deck) - revealed;
    int32_t mean = mean_points(game, deck + revealed, left);
    agon_stellar_pot pot = agon_stellar_pot_summary(game, view);
    s->count = 0;
    s->now = pot.count ? 0 : mean;
    for (int i = 0; i < pot.count; i++) {
        s->now += worth(game, pot.planets[i], mean, left);
    }
    for (int i = 0; i < left; i++) {
        s->future[s->count++] = worth(game, deck[revealed + i], mean, left - 1);
    }
    while (s->count < battles) {
        s->future[s->count++] = 0;
    }
}

// Where the stake stands among those to come, from 0 to s->count.
static int rank_stake(const stakes *s, agon_rng *rng) {
    int less = 0;
    int equal = 0;
    for (int i = 0; i < s->count; i++) {
        less += s->future[i] < s->now;
        equal += s->future[i] == s->now;
    }
    return less + (int)agon_uniform(rng, (uint32_t)equal + 1);
}

static void sort_cards(int32_t *cards, int count) {
    for (int i = 1; i < count; i++) {
        int32_t card = cards[i];
        int at = i;
        for (; at > 0 && cards[at - 1] > card; at--) {
            cards[at] = cards[at - 1];
        }
        cards[at] = card;
    }
}

static agon_action think(const agon_thought *thought) {
    int32_t cards[AGON_STELLAR_MAX_CARDS];
    stakes s;
    int count = agon_stellar_hand(thought->game, thought->view, thought->player, cards);
    sort_cards(cards, count);
    survey(thought->game, thought->view, count - 1, &s);
    if (s.count == 0) {
        return agon_stellar_play(cards[s.now < 0 ? 0 : count - 1]);
    }
    int rank = rank_stake(&s, thought->rng);
    return agon_stellar_play(cards[(rank * (count - 1) + s.count / 2) / s.count]);
}

// ---------------------------------------------------------------------------------------------
// What search is offered

// Lays another card in place of the one that `player` has on the table: greedy's. If nothing was
// revealed yet when it was laid, greedy must not know it either.
static void lay_again(const agon_game *game, stellar_state *s, int player, bool was_blind,
                      agon_rng *rng) {
    const stellar_game *g = stellar_game_of(game);
    const agon_thought thought = {.game = game, .view = &s->head, .player = player, .rng = rng};
    s->hands[player] |= UINT64_C(1) << stellar_plays(g, s)[player];
    s->index -= was_blind;
    s->pot -= was_blind;
    agon_action action = think(&thought);
    s->index += was_blind;
    s->pot += was_blind;
    int position =
        stellar_lowest_bit(stellar_equals(g->fleets[player], action.n) & s->hands[player]);
    s->hands[player] ^= UINT64_C(1) << position;
    stellar_plays(g, s)[player] = (uint8_t)position;
}

// Where the first card of a battle turns up its planet, a pot of one planet was empty when the first
// of them laid its card; who that was is not known.
static void imagine(const agon_game *game, agon_state *state, int player, agon_rng *rng) {
    stellar_state *s = (stellar_state *)state;
    agon_viewers laid =
        stellar_game_of(game)->everybody & ~(s->head.to_act | agon_viewer_bit(player));
    int others = __builtin_popcount(laid);
    bool has_blind = agon_stellar_reveal(game) == AGON_STELLAR_FIRST_PLAY && s->pot == 1 && others;
    int first = has_blind ? (int)agon_uniform(rng, (uint32_t)others) : -1;
    for (int p = 0; p < game->players; p++) {
        if (laid >> p & 1) {
            lay_again(game, s, p, first-- == 0, rng);
        }
    }
    agon_stellar_recall(stellar_game_of(game), s);
}

// Playouts go to the end. In one of five the others pay what planets are worth; in the rest they may
// do anything. More of the first kind does better against greedy and worse against random.
static const agon_guide guide = {.guided_percent = 100, .rivals_percent = 20, .imagine = imagine};

static const agon_bot greedy = {.id = "greedy",
                                .summary = "pays for planets what they are worth",
                                .think = think,
                                .guide = &guide};

const agon_bot *const agon_stellar_bots[] = {&greedy, NULL};
