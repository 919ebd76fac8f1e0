// Recording matches for tests.
#include "tests/support/record.h"

// A seat that never answers in time.
static void start(void *self, const agon_seating *seating, agon_fault_note *note) {
    (void)self;
    (void)seating;
    (void)note;
}

static void think(void *self, const agon_question *question, agon_answer *answer) {
    (void)self;
    (void)question;
    agon_answer_fault(answer, AGON_FAULT_LATE, "no answer for \"ages\"");
}

static void end(void *self, const agon_ending *ending) {
    (void)self;
    (void)ending;
}

static const agon_driver sleeper = {start, think, end};

static void keep_lines(void *user, const agon_change *change) {
    agon_text_add(user, change->lines.data, change->lines.length);
}

static void play(agon_loop *loop, uint32_t breaks_off) {
    agon_error error = {0};
    agon_status status = AGON_OK;
    agon_loop_start(loop);
    while (status == AGON_OK && !loop->match->state->over &&
           (breaks_off == 0 || loop->match->moves < breaks_off)) {
        status = agon_loop_step(loop, &error);
    }
    if (status) {
        fail_msg("%s", error.message);
    }
}

static void begin(const recording *record, const agon_table *table, agon_match *match,
                  agon_text *text) {
    static const char *const names[AGON_MAX_PLAYERS] = {"zero", "one",  "two", "three",
                                                        "four", "five", "six", "seven"};
    agon_error error = {0};
    agon_match_def def = agon_match_def_default();
    char *config = record->config ? json_dumps(record->config, JSON_COMPACT) : NULL;
    def.codec = record->codec;
    def.game = table->game;
    def.first = table->state;
    def.seed = record->seed;
    def.is_given = record->starts_by_state;
    def.config = config;
    def.seats = names;
    def.commitment = record->commitment;
    if (agon_match_open(match, &def, text, &error)) {
        fail_msg("%s", error.message);
    }
    free(config);
}

static void set_up(const recording *record, agon_table *table) {
    agon_error error = {0};
    agon_text seed = {0};
    agon_json json = {.text = &seed};
    agon_json_seed(&json, record->seed);
    json_t *config = record->config ? json_copy((json_t *)record->config) : json_object();
    json_object_set_new(config, "seed", json_loads(seed.data, JSON_DECODE_ANY, NULL));
    if (agon_table_init_as(record->codec, record->version, record->players, agon_value_of(config),
                           table, &error)) {
        fail_msg("%s", error.message);
    }
    json_decref(config);
    agon_text_free(&seed);
}

void record_match(const recording *record, agon_text *text) {
    agon_table table;
    agon_match match;
    agon_seat seats[AGON_MAX_PLAYERS];
    const agon_bot *bot = record->bot ? agon_bot_find(record->codec->rules, record->bot) : NULL;
    set_up(record, &table);
    begin(record, &table, &match, text);
    for (int p = 0; p < table.game->players; p++) {
        seats[p] = agon_seat_make(bot ? bot : &agon_random_bot, record->seed, p);
        if (p + 1 == record->faulty) {
            seats[p].bot = NULL;
            seats[p].driver = &sleeper;
        }
    }
    agon_loop loop = {.match = &match, .seats = seats, .on_change = keep_lines, .user = text};
    play(&loop, record->breaks_off);
    if (!record->is_unfinished) {
        agon_match_finish(&match, record->salt, text);
    }
    agon_loop_close(&loop);
    agon_match_close(&match);
    agon_table_free(&table);
    assert_false(text->failed);
}

#define TAIL 45

static void forge_line(agon_text *out, agon_hasher *chain, const char *line, size_t length) {
    agon_hasher_add(chain, line, length - TAIL);
    agon_hasher copy = *chain;
    uint64_t hash[2];
    agon_hasher_finish(&copy, hash);
    char tail[TAIL + 1];
    snprintf(tail, sizeof tail, ",\"chain\":\"%016llx%016llx\"}\n", (unsigned long long)hash[0],
             (unsigned long long)hash[1]);
    agon_hasher_add(chain, tail, TAIL);
    agon_text_add(out, line, length - TAIL);
    agon_text_add(out, tail, TAIL);
}

void record_forge(agon_text *text) {
    static const uint64_t key[2] = {0x7265706c61792d61u, 0x676f6e2d63686169u};
    agon_text out = {0};
    agon_hasher chain;
    agon_hasher_start(&chain, key, true);
    for (char *line = text->data, *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        forge_line(&out, &chain, line, (size_t)(next - line));
    }
    agon_text_free(text);
    *text = out;
}
