// The generic suites as assertions. See suites.h.
#include "tests/support/support.h"

#include "tests/support/suites.h"

// Matches are run in portions, each under its own seed, so that long games can stop early.
#define PORTION 8
#define LONG_MATCH 200 // steps

// Sanitised builds are some ten times slower. They look for slips of memory, which show on any step
// of a kind: of the long runs they do a part.
static uint64_t affordable(uint64_t amount) {
#ifdef AGON_SANITIZED
    return amount > 5000 ? amount / 8 : amount;
#else
    return amount;
#endif
}

static const json_t *config_at(const json_t *samples, size_t i) {
    const json_t *config = json_array_get(samples, i);
    return json_is_null(config) ? NULL : config;
}

static void say(const agon_codec *codec, size_t config, const char *what, const agon_text *text) {
    print_message("             %s, config %zu: %s%s", codec->rules->id, config, what,
                  text->data ? text->data : "out of memory\n");
}

static bool is_long(const agon_codec *codec, const json_t *config) {
    agon_table table;
    agon_error error = {0};
    if (agon_table_init(codec, agon_value_of(config), &table, &error) != AGON_OK) {
        fail_msg("%s: %s (%s)", codec->rules->id, error.message, error.path);
    }
    bool result = table.game->max_steps > LONG_MATCH;
    agon_table_free(&table);
    return result;
}

static void assert_conforms(const agon_codec *codec, const json_t *samples, size_t i,
                            uint64_t matches, uint64_t states, uint32_t every) {
    const json_t *config = config_at(samples, i);
    bool is_sparse = every > 1 && is_long(codec, config);
    uint64_t portion = is_sparse ? 1 : PORTION;
    every = is_sparse ? every : 1;
    agon_conformance_report total = {0};
    for (uint64_t seed = 1; total.matches < matches && total.steps < states * every; seed++) {
        agon_conformance_report report;
        agon_error error = {0};
        if (agon_conformance_sample(codec, agon_value_of(config), portion, every, seed, &report,
                                    &error) != AGON_OK) {
            fail_msg("%s: %s (%s)", codec->rules->id, error.message, error.path);
        }
        if (report.findings.count > 0) {
            agon_text text = {0};
            agon_conformance_write(&report, &text);
            print_message("seed %llu\n", (unsigned long long)seed);
            say(codec, i, "", &text);
            agon_text_free(&text);
            fail_msg("%s does not conform", codec->rules->id);
        }
        total.matches += report.matches;
        total.steps += report.steps;
        total.checks += report.checks;
        total.longest = report.longest > total.longest ? report.longest : total.longest;
    }
    agon_text text = {0};
    agon_conformance_write(&total, &text);
    say(codec, i, "", &text);
    agon_text_free(&text);
}

void suites_assert_conforms(const agon_codec *codec, uint64_t matches, uint64_t states,
                            uint32_t every) {
    json_t *samples = support_samples(codec->rules->id);
    size_t configs = json_array_size(samples);
    states = affordable(states);
    for (size_t i = 0; i < configs; i++) {
        assert_conforms(codec, samples, i, matches, states / configs + 1, every);
    }
    json_decref(samples);
}

void suites_assert_no_leaks(const agon_codec *codec, uint64_t steps,
                            const agon_leaks_oracle *oracle) {
    json_t *samples = support_samples(codec->rules->id);
    size_t configs = json_array_size(samples);
    steps = affordable(steps);
    for (size_t i = 0; i < configs; i++) {
        agon_leaks_report report;
        agon_error error = {0};
        if (agon_leaks_check_with(codec, agon_value_of(config_at(samples, i)), steps / configs + 1,
                                  i + 1, oracle, &report, &error) != AGON_OK) {
            fail_msg("%s: %s (%s)", codec->rules->id, error.message, error.path);
        }
        agon_text text = {0};
        agon_leaks_write(&report, &text);
        say(codec, i, "", &text);
        agon_text_free(&text);
        assert_true(agon_leaks_passed(&report));
    }
    json_decref(samples);
}
