// libFuzzer target: the results of a tournament, line by line. What is accepted must be written and
// read again as it was.
#include "agon/report.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"a", "b", "c"};

static void take_line(const agon_tourney *tourney, const char *line, size_t length) {
    agon_outcome outcome, again;
    agon_error error = {0};
    agon_text text = {0};
    if (agon_outcome_read(tourney, line, length, &outcome, &error)) {
        return;
    }
    agon_outcome_write(tourney, &outcome, &text);
    if (agon_outcome_read(tourney, text.data, text.length - 1, &again, NULL)) {
        abort();
    }
    agon_text second = {0};
    agon_outcome_write(tourney, &again, &second);
    if (second.length != text.length || memcmp(second.data, text.data, text.length) != 0) {
        abort();
    }
    agon_text_free(&second);
    agon_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const agon_tourney tourney = {
        .codec = agon_codec_find("rock-paper-scissors"),
        .schedule = {AGON_SCHEDULE_ROUND_ROBIN, 3, size > 0 ? 2 + data[0] % 3 : 2, 5,
                     agon_seed_number(1)},
        .names = names,
        .bots = names,
        .terms = agon_terms_default(),
    };
    if (size > 1) {
        take_line(&tourney, (const char *)data + 1, size - 1);
        (void)agon_tourney_match(&tourney, (const char *)data + 1, size - 1, NULL);
    }
    return 0;
}
