// Scripted matches.
#include "tests/support/support.h"

#include "tests/support/script.h"

#define STEPS_MAX 400    // after so many, everybody answers legally with the first valid action
#define REFUSED_TRIES 40 // random actions that are looked at to find one that is refused
#define INSIST_MAX 340   // steps until nobody insists any more
#define INSIST_REFUSED 3 // times that somebody insists in vain

const char *const script_kind_words[] = {"legal", "refused", "unparsable", "late",
                                         "dead",  "leave",   "pause",      NULL};

static const char *const clocks[] = {"none", "60+1", "30/turn"};
static const char *const policies[] = {"forfeit", "random", "retry:2,forfeit"};

#define CLOCKS (sizeof clocks / sizeof clocks[0])
#define POLICIES (sizeof policies / sizeof policies[0])

// ---------------------------------------------------------------------------------------------
// The table of scripts

static size_t tables_of(const agon_rules *rules) {
    return (size_t)rules->max_players - rules->min_players + 1;
}

size_t script_total(void) {
    size_t total = 0;
    const agon_codec *codec;
    for (size_t g = 0; (codec = agon_codec_at(g)); g++) {
        total += tables_of(codec->rules) * CLOCKS * POLICIES;
        total += codec->rules->is_surplus ? POLICIES : 0;
    }
    return total;
}

// The number-th of the scripts in which people insist.
static const agon_codec *insisting_at(size_t number) {
    const agon_codec *codec;
    for (size_t g = 0; (codec = agon_codec_at(g)); g++) {
        if (codec->rules->is_surplus && number < POLICIES) {
            break;
        }
        number -= codec->rules->is_surplus ? POLICIES : 0;
    }
    return codec;
}

void script_make(script *s, size_t i) {
    size_t number = i;
    const agon_codec *codec;
    *s = (script){0};
    for (size_t g = 0; (codec = agon_codec_at(g)); g++) {
        size_t count = tables_of(codec->rules) * CLOCKS * POLICIES;
        if (number < count) {
            s->codec = codec;
            break;
        }
        number -= count;
    }
    if (!codec) {
        s->codec = codec = insisting_at(number);
        s->insists = true;
        number %= POLICIES;
    }
    s->players = codec->rules->min_players + (int)(number / (CLOCKS * POLICIES));
    s->clock = clocks[number / POLICIES % CLOCKS];
    s->policy = policies[number % POLICIES];
    s->seed = (agon_seed){.lo = 0x5eed0000u + i, .hi = 0xa607u, .is_wide = true};
    s->persons = (agon_viewers)((0x15au >> i % 4) & ((1u << s->players) - 1));
    for (int p = 0; p < s->players; p++) {
        snprintf(s->seat_texts[p], sizeof s->seat_texts[p], "%s %d",
                 s->persons >> p & 1u ? "person" : "program", p + 1);
    }
    snprintf(s->name, sizeof s->name, "%s, %d players, clock %s, fault %s%s", codec->rules->id,
             s->players, s->clock, s->policy, s->insists ? ", insisting" : "");
}

// ---------------------------------------------------------------------------------------------
// Steps

// A match that is being scripted.
typedef struct stage {
    script *s;
    size_t capacity;
    agon_table table;
    agon_rng rng;
    int64_t now;
    agon_state *state;                  // scratch, for actions that are refused
    agon_action last[AGON_MAX_PLAYERS]; // of each player, to insist on
    bool has_last[AGON_MAX_PLAYERS];
    int refused[AGON_MAX_PLAYERS]; // in vain
} stage;

// What a seat is, for its driver.
typedef struct actor {
    stage *stage;
    int player;
} actor;

static script_step *add_step(stage *st, int player, script_kind kind, int64_t us) {
    script *s = st->s;
    if (s->count == st->capacity) {
        st->capacity = st->capacity ? 2 * st->capacity : 64;
        s->steps = realloc(s->steps, st->capacity * sizeof *s->steps);
        assert_non_null(s->steps);
    }
    s->steps[s->count] = (script_step){.player = player, .kind = kind, .us = us};
    return &s->steps[s->count++];
}

static bool is_person(const stage *st, int player) {
    return st->s->persons >> player & 1u;
}

// An action of some other moment that cannot be made now. False: none was found.
static bool find_refused(stage *st, const agon_question *question, agon_action *action) {
    const agon_game *game = question->game;
    int player = question->player;
    if (agon_resample(game, question->view, &st->rng, st->state)) {
        return false;
    }
    for (int i = 0; i < REFUSED_TRIES && !st->state->over; i++) {
        for (int p = 0; p < game->players; p++) {
            agon_action other;
            if (!(st->state->to_act >> p & 1u) ||
                agon_random_action(game, st->state, p, &st->rng, &other)) {
                continue;
            }
            if (p == player && agon_check(game, question->view, player, other, NULL)) {
                *action = other;
                return true;
            }
            if (agon_apply(game, st->state, p, other, NULL, st->state, NULL)) {
                return false;
            }
        }
    }
    return false;
}

static char *write_action(const stage *st, const agon_question *question, agon_action action) {
    agon_text text = {0};
    agon_json json = {.text = &text};
    st->s->codec->action_write(question->game, question->view, action, &json);
    assert_false(text.failed);
    return text.data;
}

// Whether the document means the action that it was made from: then both ways lead to the same.
static bool is_read_back(const stage *st, const agon_question *question, agon_action action,
                         const char *text) {
    agon_action read[AGON_MAX_STEPS_PER_ACTION];
    size_t count = 0;
    json_t *document = agon_json_parse(text, strlen(text), NULL);
    agon_status status = agon_action_read(st->s->codec, question->game, question->view,
                                          agon_value_of(document), read, &count, NULL);
    json_decref(document);
    return status == AGON_OK && count == 1 && memcmp(&read[0], &action, sizeof action) == 0;
}

// Which kind of answer comes next: mostly legal ones.
static script_kind choose_kind(stage *st, int player, int64_t time_left) {
    if (st->s->count > STEPS_MAX) {
        return SCRIPT_LEGAL;
    }
    switch (agon_uniform(&st->rng, 60)) {
    case 0:
    case 1:
        return SCRIPT_REFUSED;
    case 2:
        return SCRIPT_UNPARSABLE;
    case 3:
        return time_left == AGON_NO_LIMIT && is_person(st, player) ? SCRIPT_LEGAL : SCRIPT_LATE;
    case 4:
        return is_person(st, player) ? SCRIPT_LEAVE : SCRIPT_DEAD;
    default:
        return SCRIPT_LEGAL;
    }
}

static void give_action(stage *st, const agon_question *question, script_step *step,
                        agon_action action, agon_answer *answer) {
    step->action = action;
    step->json = write_action(st, question, action);
    answer->count = 1;
    answer->actions[0] = action;
}

static void answer_legally(stage *st, const agon_question *question, agon_answer *answer) {
    agon_action action;
    bool is_late_in_match = st->s->count > STEPS_MAX;
    int64_t us = (int64_t)agon_uniform(&st->rng, 900000);
    if (is_late_in_match) {
        action = agon_nth(question->game, question->view, question->player, 0);
    } else {
        assert_int_equal(
            agon_random_action(question->game, question->view, question->player, &st->rng, &action),
            AGON_OK);
    }
    give_action(st, question, add_step(st, question->player, SCRIPT_LEGAL, us), action, answer);
}

static void answer_refused(stage *st, const agon_question *question, agon_answer *answer) {
    agon_action action;
    if (!find_refused(st, question, &action)) {
        answer_legally(st, question, answer);
        return;
    }
    char *text = write_action(st, question, action);
    bool is_good = is_read_back(st, question, action, text);
    free(text);
    if (is_good) {
        script_step *step = add_step(st, question->player, SCRIPT_REFUSED, 0);
        give_action(st, question, step, action, answer);
    } else {
        answer_legally(st, question, answer);
    }
}

static void answer_late(stage *st, const agon_question *question, agon_answer *answer) {
    bool has_limit = question->time_left != AGON_NO_LIMIT;
    add_step(st, question->player, SCRIPT_LATE, has_limit ? question->time_left : 0);
    agon_answer_fault(answer, AGON_FAULT_LATE, "the time was up");
}

// Repeats the first action of the match until it is surplus, and then some. False: not now.
static bool answer_insisting(stage *st, const agon_question *question, agon_answer *answer) {
    int player = question->player;
    const agon_rules *rules = question->game->rules;
    if (!st->s->insists || st->s->count > INSIST_MAX) {
        return false;
    }
    if (!st->has_last[player]) {
        st->has_last[player] = true;
        st->last[player] = agon_nth(question->game, question->view, player, 0);
    }
    agon_action action = st->last[player];
    bool is_surplus = rules->is_surplus(question->game, question->view, player, action);
    if (agon_check(question->game, question->view, player, action, NULL) ||
        (is_surplus && ++st->refused[player] > INSIST_REFUSED)) {
        return false;
    }
    int64_t us = is_surplus ? 0 : (int64_t)agon_uniform(&st->rng, 90000);
    script_step *step = add_step(st, player, is_surplus ? SCRIPT_REFUSED : SCRIPT_LEGAL, us);
    give_action(st, question, step, action, answer);
    return true;
}

// ---------------------------------------------------------------------------------------------
// The driver

static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)seating;
    (void)note;
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    const actor *a = self;
    stage *st = a->stage;
    if (answer_insisting(st, question, answer)) {
        st->now += st->s->steps[st->s->count - 1].us;
        return;
    }
    switch (choose_kind(st, a->player, question->time_left)) {
    case SCRIPT_REFUSED:
        answer_refused(st, question, answer);
        break;
    case SCRIPT_UNPARSABLE:
        add_step(st, a->player, SCRIPT_UNPARSABLE, 0);
        agon_answer_fault(answer, AGON_FAULT_UNPARSABLE, SCRIPT_NONSENSE);
        break;
    case SCRIPT_LATE:
        answer_late(st, question, answer);
        break;
    case SCRIPT_DEAD:
        add_step(st, a->player, SCRIPT_DEAD, 0);
        agon_answer_fault(answer, AGON_FAULT_DEAD, SCRIPT_ENDED);
        break;
    case SCRIPT_LEAVE:
        add_step(st, a->player, SCRIPT_LEAVE, 0);
        agon_answer_fault(answer, AGON_FAULT_DEAD, "left the match");
        break;
    default:
        answer_legally(st, question, answer);
    }
    st->now += st->s->steps[st->s->count - 1].us;
}

static void end(void *self, const agon_ending *ending) {
    (void)self;
    (void)ending;
}

static const agon_driver driver = {start, think, end};

static int64_t read_clock(void *user) {
    return ((const stage *)user)->now;
}

// ---------------------------------------------------------------------------------------------
// Playing

void script_commitment(const script *s, char commitment[AGON_COMMITMENT_SIZE]) {
    char seed[33];
    snprintf(seed, sizeof seed, "%016llx%016llx", (unsigned long long)s->seed.hi,
             (unsigned long long)s->seed.lo);
    assert_true(agon_commitment_make(seed, SCRIPT_SALT, commitment));
}

void script_table(const script *s, agon_table *table) {
    agon_error error = {0};
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_json_open(&json, '{');
    agon_json_key(&json, "seed");
    agon_json_seed(&json, s->seed);
    agon_json_close(&json, '}');
    json_t *config = agon_json_parse(text.data, text.length, &error);
    if (agon_table_init_for(s->codec, s->players, agon_value_of(config), table, &error)) {
        fail_msg("%s: %s", s->name, error.message);
    }
    json_decref(config);
    agon_text_free(&text);
}

agon_match_def script_def(const script *s, const agon_table *table, const char *commitment) {
    agon_match_def def = agon_match_def_default();
    def.codec = s->codec;
    def.game = table->game;
    def.first = table->state;
    def.seed = s->seed;
    def.seats = s->seats;
    def.commitment = commitment;
    def.timed = s->persons;
    def.patient = s->persons;
    assert_true(agon_terms_read_clock(s->clock, &def.terms));
    assert_true(agon_terms_read_policy(s->policy, &def.terms));
    return def;
}

static void keep_lines(void *user, const agon_change *change) {
    stage *st = user;
    agon_text_add(&st->s->replay, change->lines.data, change->lines.length);
    if (agon_uniform(&st->rng, 12) == 0) {
        int64_t us = 1000000 + (int64_t)agon_uniform(&st->rng, 1000) * 1000000;
        add_step(st, change->player, SCRIPT_PAUSE, us);
        st->now += us;
    }
}

static void play(stage *st, agon_match *match) {
    agon_error error = {0};
    agon_seat seats[AGON_MAX_PLAYERS];
    actor actors[AGON_MAX_PLAYERS];
    for (int p = 0; p < st->s->players; p++) {
        actors[p] = (actor){st, p};
        seats[p] = (agon_seat){.driver = &driver, .self = &actors[p]};
    }
    agon_loop loop = {.match = match,
                      .seats = seats,
                      .clock = {read_clock, st},
                      .on_change = keep_lines,
                      .user = st};
    agon_loop_start(&loop);
    if (agon_loop_play(&loop, &error)) {
        fail_msg("%s: %s", st->s->name, error.message);
    }
    agon_loop_close(&loop);
}

void script_play(script *s) {
    char commitment[AGON_COMMITMENT_SIZE];
    agon_error error = {0};
    agon_match match;
    stage st = {.s = s, .rng = agon_rng_make(agon_seed_number((int64_t)s->seed.lo)), .now = 1};
    for (int p = 0; p < s->players; p++) {
        s->seats[p] = s->seat_texts[p];
    }
    script_table(s, &st.table);
    script_commitment(s, commitment);
    st.state = malloc(st.table.game->state_max);
    agon_match_def def = script_def(s, &st.table, commitment);
    if (agon_match_open(&match, &def, &s->replay, &error)) {
        fail_msg("%s: %s", s->name, error.message);
    }
    play(&st, &match);
    agon_match_finish(&match, SCRIPT_SALT, &s->replay);
    assert_false(s->replay.failed);
    agon_match_close(&match);
    free(st.state);
    agon_table_free(&st.table);
}

void script_free(script *s) {
    for (size_t i = 0; i < s->count; i++) {
        free(s->steps[i].json);
    }
    free(s->steps);
    agon_text_free(&s->replay);
    *s = (script){0};
}

// ---------------------------------------------------------------------------------------------
// As a document

static void write_step(const script_step *step, agon_json *json) {
    agon_json_open(json, '{');
    agon_json_put_int(json, "seat", step->player);
    agon_json_put_string(json, "kind", script_kind_words[step->kind]);
    if (step->json) {
        agon_json_key(json, "action");
        agon_json_raw(json, step->json);
    }
    agon_json_put_int(json, "us", step->us);
    agon_json_close(json, '}');
}

void script_write(const script *s, agon_text *text) {
    agon_json json = {.text = text};
    char commitment[AGON_COMMITMENT_SIZE];
    script_commitment(s, commitment);
    agon_json_open(&json, '{');
    agon_json_put_string(&json, "name", s->name);
    agon_json_put_string(&json, "game", s->codec->rules->id);
    agon_json_key(&json, "seed");
    agon_json_seed(&json, s->seed);
    agon_json_put_string(&json, "clock", s->clock);
    agon_json_put_string(&json, "fault", s->policy);
    agon_json_put_string(&json, "commitment", commitment);
    agon_json_put_string(&json, "salt", SCRIPT_SALT);
    agon_json_key(&json, "seats");
    agon_json_open(&json, '[');
    for (int p = 0; p < s->players; p++) {
        agon_json_open(&json, '{');
        agon_json_put_string(&json, "name", s->seats[p]);
        agon_json_put_bool(&json, "is_person", s->persons >> p & 1u);
        agon_json_close(&json, '}');
    }
    agon_json_close(&json, ']');
    agon_json_key(&json, "steps");
    agon_json_open(&json, '[');
    for (size_t i = 0; i < s->count; i++) {
        write_step(&s->steps[i], &json);
    }
    agon_json_close(&json, ']');
    agon_json_put_string(&json, "replay", s->replay.data);
    agon_json_close(&json, '}');
}
