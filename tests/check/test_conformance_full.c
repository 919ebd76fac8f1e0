// Every registered game, and toy-cards, through the conformance suite: thousands of matches, most
// of them with a look at every state, those of long games also in greater number with fewer looks.
//
// AGON_CONFORMANCE=GAME,MATCHES,EVERY plays so many matches of one game instead, an equal share for
// every number of players, and looks at the first and last state of each and one in EVERY between.
// label: full
#include "tests/support/support.h"

#include "tests/support/suites.h"

#include <inttypes.h>

static void every_state(void **state) {
    suites_assert_conforms(*state, 4000, 12000, 1);
}

static void many_matches(void **state) {
    suites_assert_conforms(*state, 600, 4000, 400);
}

// In portions, so that a finding comes with the seed that shows it soon.
static bool conforms(const agon_codec *codec, uint64_t matches, uint32_t every) {
    const uint64_t portion = 1000u * (codec->rules->max_players - codec->rules->min_players + 1u);
    agon_conformance_report total = {0};
    agon_text text = {0};
    for (uint64_t seed = 1; total.matches < matches && total.findings.count == 0; seed++) {
        uint64_t left = matches - total.matches;
        agon_conformance_report report;
        agon_error error = {0};
        if (agon_conformance_sample(codec, NULL, left < portion ? left : portion, every, seed,
                                    &report, &error) != AGON_OK) {
            fprintf(stderr, "%s: %s\n", codec->rules->id, error.message);
            return false;
        }
        report.matches += total.matches;
        report.steps += total.steps;
        report.checks += total.checks;
        report.longest = report.longest > total.longest ? report.longest : total.longest;
        total = report;
    }
    agon_conformance_write(&total, &text);
    printf("%s: %s", codec->rules->id, text.data ? text.data : "out of memory\n");
    agon_text_free(&text);
    return total.findings.count == 0;
}

static int run_order(const char *order) {
    char id[64];
    uint64_t matches;
    uint32_t every;
    const agon_codec *codec = NULL;
    if (sscanf(order, "%63[^,],%" SCNu64 ",%" SCNu32, id, &matches, &every) == 3 && every > 0) {
        codec = agon_codec_find(id);
    }
    if (!codec) {
        fputs("AGON_CONFORMANCE must be GAME,MATCHES,EVERY\n", stderr);
        return EXIT_FAILURE;
    }
    return conforms(codec, matches, every) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(void) {
    const char *order = getenv("AGON_CONFORMANCE");
    if (order) {
        return run_order(order);
    }
    return support_run_per_game("conformance_every_state", every_state, 1) +
           support_run_per_game("conformance_many_matches", many_matches, 1);
}
