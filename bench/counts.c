// Fixed work for counting instructions: the performance gate (tools/counts.py, bench/counts.txt).
//
//   counts            does all of it; under callgrind, every piece ends in a dump with its name
//   counts --built    by what it was built, on which counts depend
//
// Each piece does the same every time: the numbers of its matches are fixed, and so is the seed of
// jansson's hash tables. What the server does for a step has a piece of its own when it is ready for
// one: a row of `pieces`.
#include "bench/lib/bench.h"

#include "agon/batch.h"
#include "agon/document.h"
#include "agon/rpc.h"
#include "agon/search.h"

#include "src/codec/json.h"

#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS ((void)0)
#define CALLGRIND_DUMP_STATS_AT(name) ((void)(name))
#endif

#define DECISIONS 6000 // of random play, at least
#define LANES 16
#define BATCH_STEPS 400
#define SIMULATIONS 256
#define DOCUMENTS 20

static void check(bool is_done) {
    if (!is_done) {
        fputs("counts: a piece of work could not be done\n", stderr);
        exit(1);
    }
}

static void *need(size_t size) {
    void *memory = calloc(1, (size + 63) / 64 * 64);
    check(memory);
    return memory;
}

static void play_with(const agon_codec *codec,
                      uint64_t (*play)(void *self, uint64_t first, uint64_t count, uint64_t *sum)) {
    bench_table table = bench_table_open(codec->rules, 0);
    CALLGRIND_ZERO_STATS;
    uint64_t made = 0;
    for (uint64_t number = 0; made < DECISIONS; number++) {
        made += play(&table, number, 1, NULL);
    }
    bench_table_close(&table);
}

static void count_loop(const agon_codec *codec) {
    play_with(codec, bench_play);
}

static void count_playout(const agon_codec *codec) {
    play_with(codec, bench_playout);
}

static void count_batch(const agon_codec *codec) {
    bench_table table = bench_table_open(codec->rules, 0);
    agon_batch batch = {.game = table.game,
                        .space = agon_space_find(codec->rules),
                        .config = table.config,
                        .lanes = LANES,
                        .seed = agon_seed_number(1),
                        .resets = true,
                        .memory = need(agon_batch_size(table.game, LANES))};
    agon_rng rng = bench_chooser(1);
    uint32_t indexes[LANES];
    agon_batch_start(&batch);
    agon_batch_rows rows = {
        .observations = need(LANES * batch.width * sizeof(int16_t)),
        .masks = need(LANES * batch.words * sizeof(uint64_t)),
        .folded = need(LANES * batch.folded_words * sizeof(uint64_t)),
    };
    CALLGRIND_ZERO_STATS;
    agon_batch_look(&batch, &rows);
    for (int step = 0; step < BATCH_STEPS; step++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            indexes[lane] = agon_space_choose(batch.space, batch.game,
                                              rows.folded + lane * batch.folded_words, &rng);
        }
        check(agon_batch_step(&batch, indexes, &rows) == 0);
    }
    free(batch.memory);
    free(rows.observations);
    free(rows.masks);
    free(rows.folded);
    bench_table_close(&table);
}

static void count_search(const agon_codec *codec) {
    bench_table table = bench_table_open(codec->rules, 0);
    agon_rng rng = bench_chooser(1);
    agon_search_report report;
    agon_init(table.game, table.config, agon_seed_number(1), table.state);
    int player = __builtin_ctz(table.state->to_act);
    check(agon_view(table.game, table.state, player, table.view) == AGON_OK);
    const agon_thought thought = {.game = table.game,
                                  .view = table.view,
                                  .player = player,
                                  .rng = &rng,
                                  .simulations = SIMULATIONS};
    CALLGRIND_ZERO_STATS;
    check(agon_search_run(&thought, &report) == AGON_OK);
    bench_table_close(&table);
}

// A state in the middle of a match, written and read.
static void count_codec(const agon_codec *codec) {
    agon_table table, read;
    agon_text text = {0};
    agon_rng rng = bench_chooser(1);
    check(agon_config_from_json(codec, 0, "{\"seed\":1}", &table, NULL) == AGON_OK);
    (void)agon_playout(table.game, table.state, &rng, codec->rules->is_simultaneous ? 1 : 10);
    CALLGRIND_ZERO_STATS;
    for (int i = 0; i < DOCUMENTS; i++) {
        text.length = 0;
        agon_state_to_json(&table, table.state, &text);
        check(agon_state_from_json(codec, text.data, &read, NULL) == AGON_OK);
        agon_table_free(&read);
    }
    agon_text_free(&text);
    agon_table_free(&table);
}

static void ask(const char *format, const char *id) {
    char line[256];
    int length = snprintf(line, sizeof line, format, id);
    char *answer = agon_rpc_handle(line, (size_t)length);
    check(answer && !strstr(answer, "\"error\""));
    free(answer);
}

// Requests as an engine gets them: a new match, and what there is to know of the game.
static void count_rpc(const agon_codec *codec) {
    static const char init[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"init\",\"params\":"
                               "{\"game\":\"%s\",\"config\":{\"seed\":7}}}";
    static const char schema[] = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"schema\",\"params\":"
                                 "{\"game\":\"%s\"}}";
    CALLGRIND_ZERO_STATS;
    for (int i = 0; i < DOCUMENTS; i++) {
        ask(init, codec->rules->id);
        ask(schema, codec->rules->id);
    }
}

static const struct {
    const char *name;
    void (*count)(const agon_codec *codec);
} pieces[] = {
    {"loop", count_loop},     {"playout", count_playout}, {"batch", count_batch},
    {"search", count_search}, {"codec", count_codec},     {"rpc", count_rpc},
};

int main(int count, char **arguments) {
    if (bench_has(count, arguments, "--built")) {
        printf("%s, glibc %s, %s\n", __VERSION__, gnu_get_libc_version(), AGON_BUILD_FLAGS);
        return 0;
    }
    json_object_seed(1);
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s/%s", codec->rules->id, pieces[k].name);
            pieces[k].count(codec);
            CALLGRIND_DUMP_STATS_AT(name);
        }
    }
    return 0;
}
