// Learning Stellar Skirmish with two players: what the net is told of a battle to come, and looking
// ahead over the opponent's cards and the planets.
#include "bench/lib/ceiling.h"

#include "games/stellar-skirmish/stellar-skirmish.h"

#define CARDS 15 // values 1 … 15 (SS-1), kept as bits 0 … 14 of a set
#define SIZES 3  // planets of 1, 2 and 3 points (SS-2)

typedef uint32_t card_set;

// Everything that is known before a battle, before its planet is turned up.
typedef struct standing {
    card_set mine, theirs;
    int left[SIZES];          // planets in the deck that are worth 1, 2, 3 points
    int pot_points, pot_size; // both 0: a planet will be turned up
    int lead;                 // my points less theirs
} standing;

static int lowest_card(card_set cards) {
    return __builtin_ctz(cards);
}

static card_set without_lowest(card_set cards) {
    return cards & (cards - 1);
}

static int count_cards(card_set cards) {
    return __builtin_popcount(cards);
}

static int planets_left(const standing *s) {
    return s->left[0] + s->left[1] + s->left[2];
}

static int points_left(const standing *s) {
    return s->left[0] + 2 * s->left[1] + 3 * s->left[2] + s->pot_points;
}

// ---------------------------------------------------------------------------------------------
// Reading a view

static card_set read_hand(const agon_thought *thought, int player) {
    int32_t values[AGON_STELLAR_MAX_CARDS];
    int count = agon_stellar_hand(thought->game, thought->view, player, values);
    card_set hand = 0;
    for (int i = 0; i < count; i++) {
        hand |= (card_set)1 << (values[i] - 1);
    }
    return hand;
}

static void read_deck(const agon_thought *thought, standing *s) {
    uint8_t deck[AGON_STELLAR_MAX_PLANETS];
    int count = agon_stellar_deck(thought->game, thought->view, deck);
    for (int i = agon_stellar_revealed(thought->view); i < count; i++) {
        s->left[agon_stellar_planet_at(thought->game, deck[i]).victory_points - 1]++;
    }
}

static standing read_standing(const agon_thought *thought) {
    int me = thought->player, other = 1 - me;
    agon_stellar_pot pot = agon_stellar_pot_summary(thought->game, thought->view);
    standing s = {
        .mine = read_hand(thought, me),
        .theirs = read_hand(thought, other), // with the card that lies face down (SS-16)
        .pot_points = pot.total,
        .pot_size = pot.count,
        .lead = agon_stellar_score(thought->game, thought->view, me) -
                agon_stellar_score(thought->game, thought->view, other),
    };
    read_deck(thought, &s);
    return s;
}

// The net estimates battles before their planet is turned up, so that one estimate stands for all
// planets to come: puts it back. It is there when this player is asked, unless the first play turns
// it up (SS-8) and nobody has played. A single planet may also be left from a tie with an empty deck;
// as the last of the deck it is worth the same.
static standing before_battle(const agon_thought *thought, const standing *now) {
    standing before = *now;
    int32_t card;
    bool is_first = agon_stellar_table_card(thought->game, thought->view, 1 - thought->player,
                                            &card) == AGON_STELLAR_NO_CARD;
    bool is_blind = agon_stellar_reveal(thought->game) == AGON_STELLAR_FIRST_PLAY && is_first;
    if (!is_blind && now->pot_size == 1) {
        before.left[now->pot_points - 1]++;
        before.pot_points = before.pot_size = 0;
    }
    return before;
}

// ---------------------------------------------------------------------------------------------
// Inputs of the net, mostly below 1.

#define LEAD_MAX 8 // leads from −8 to 8 have an input each

enum {
    MY_CARDS,
    THEIR_CARDS = MY_CARDS + CARDS,
    LEFT = THEIR_CARDS + CARDS,
    POT_POINTS = LEFT + SIZES,
    POT_SIZE,
    LEAD,
    LEAD_BY_REST, // the lead beside what is left to win
    REST,
    EDGE,      // how often a card of mine beats one of theirs, from −1 to 1
    EDGE_REST, // the same, weighed by what is left to win
    HAND_SIZE,
    IS_LEAD,
    INPUTS_USED = IS_LEAD + 2 * LEAD_MAX + 1
};

_Static_assert(INPUTS_USED <= CEILING_INPUTS, "the net has too few inputs");

static float edge(card_set mine, card_set theirs) {
    int wins = 0, count = count_cards(mine);
    for (card_set set = mine; set; set = without_lowest(set)) {
        card_set lower = ((card_set)1 << lowest_card(set)) - 1;
        wins += count_cards(theirs & lower);
    }
    return 2 * (float)wins / (float)(count * count) - 1;
}

static void describe(const standing *s, float inputs[CEILING_INPUTS]) {
    float rest = (float)points_left(s);
    int lead = s->lead > LEAD_MAX ? LEAD_MAX : s->lead < -LEAD_MAX ? -LEAD_MAX : s->lead;
    for (int i = 0; i < CEILING_INPUTS; i++) {
        inputs[i] = 0;
    }
    for (int i = 0; i < CARDS; i++) {
        inputs[MY_CARDS + i] = (float)(s->mine >> i & 1u);
        inputs[THEIR_CARDS + i] = (float)(s->theirs >> i & 1u);
    }
    for (int i = 0; i < SIZES; i++) {
        inputs[LEFT + i] = 0.2f * (float)s->left[i];
    }
    inputs[POT_POINTS] = 0.2f * (float)s->pot_points;
    inputs[POT_SIZE] = 0.5f * (float)s->pot_size;
    inputs[LEAD] = 0.1f * (float)s->lead;
    inputs[LEAD_BY_REST] = (float)s->lead / (rest + 1);
    inputs[REST] = 0.033f * rest;
    inputs[EDGE] = edge(s->mine, s->theirs);
    inputs[EDGE_REST] = 0.1f * inputs[EDGE] * rest;
    inputs[HAND_SIZE] = 0.066f * (float)count_cards(s->mine);
    inputs[IS_LEAD + LEAD_MAX + lead] = 1;
}

// ---------------------------------------------------------------------------------------------
// Looking ahead. `random` plays each of its cards with the same chance, whatever the planet.

// Whether nobody can change any more who wins.
static bool is_settled(const standing *s) {
    int rest = points_left(s);
    return !s->mine || rest == 0 || s->lead > rest || -s->lead > rest;
}

static float value_before_battle(const standing *s) {
    float inputs[CEILING_INPUTS];
    if (is_settled(s)) {
        return s->lead > 0 ? 1.0f : s->lead < 0 ? 0.0f : 0.5f;
    }
    describe(s, inputs);
    return ceiling_net_estimate(&ceiling.nets[CEILING_TO_MOVE], inputs);
}

// The mean over the planets that may be turned up of what `value` says then. Without a deck nothing
// is turned up.
static float mean_over_planets(const standing *s, int card,
                               float (*value)(const standing *s, int card)) {
    int left = planets_left(s);
    float sum = 0;
    if (left == 0) {
        return value(s, card);
    }
    for (int size = 0; size < SIZES; size++) {
        standing turned = *s;
        turned.left[size]--;
        turned.pot_points += size + 1;
        turned.pot_size++;
        sum += s->left[size] ? (float)s->left[size] * value(&turned, card) : 0;
    }
    return sum / (float)left;
}

static float value_after_tie(const standing *s, int card) {
    (void)card;
    return value_before_battle(s);
}

static float value_against(const standing *s, int card, int theirs) {
    standing after = *s;
    after.mine &= ~((card_set)1 << card);
    after.theirs &= ~((card_set)1 << theirs);
    if (card == theirs) {
        return mean_over_planets(&after, card, value_after_tie); // SS-10
    }
    after.lead += card > theirs ? s->pot_points : -s->pot_points;
    after.pot_points = after.pot_size = 0;
    return value_before_battle(&after);
}

static float value_of_card(const standing *s, int card) {
    float sum = 0;
    for (card_set set = s->theirs; set; set = without_lowest(set)) {
        sum += value_against(s, card, lowest_card(set));
    }
    return sum / (float)count_cards(s->theirs);
}

typedef struct choice {
    int card;
    float value;
} choice;

// With an empty pot the planet, if there is one, is turned up only after this card has been chosen.
static choice look_ahead(const standing *s) {
    choice best = {-1, -1};
    for (card_set set = s->mine; set; set = without_lowest(set)) {
        int card = lowest_card(set);
        float value =
            s->pot_size ? value_of_card(s, card) : mean_over_planets(s, card, value_of_card);
        best = value > best.value ? (choice){card, value} : best;
    }
    return best;
}

// ---------------------------------------------------------------------------------------------
// The player

static agon_action think(const agon_thought *thought) {
    standing now = read_standing(thought);
    standing before = before_battle(thought, &now);
    choice best = look_ahead(&now);
    if (ceiling.is_learning && !is_settled(&before)) {
        float inputs[CEILING_INPUTS];
        describe(&before, inputs);
        ceiling_remember(CEILING_TO_MOVE, inputs, best.value);
    }
    return ceiling_explore(thought, agon_stellar_play(best.card + 1));
}

const ceiling_game ceiling_stellar = {
    .rules = &agon_stellar_rules,
    .player = {.id = "learner", .summary = "learns from its matches", .think = think},
    .only_against = "random",
    .rate = 0.01f,
    .exploration = 0.1f,
    .trace = 0.5f,
};
