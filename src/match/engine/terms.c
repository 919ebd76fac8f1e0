// Words and texts of terms and faults.
#include "agon/terms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_TURN "/turn"

static const char *const fault_words[AGON_FAULT_COUNT] = {
    [AGON_FAULT_NONE] = "none",
    [AGON_FAULT_LATE] = "late",
    [AGON_FAULT_DEAD] = "dead",
    [AGON_FAULT_ILLEGAL] = "illegal",
    [AGON_FAULT_UNPARSABLE] = "unparsable",
};

const char *agon_fault_word(agon_fault fault) {
    return fault < AGON_FAULT_COUNT ? fault_words[fault] : fault_words[0];
}

agon_fault agon_fault_find(const char *word) {
    AGON_ASSERT(word);
    for (int fault = 0; fault < AGON_FAULT_COUNT; fault++) {
        if (strcmp(fault_words[fault], word) == 0) {
            return (agon_fault)fault;
        }
    }
    return AGON_FAULT_NONE;
}

agon_terms agon_terms_default(void) {
    return (agon_terms){.bank = AGON_NO_LIMIT, .remedy = AGON_REMEDY_FORFEIT};
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Decimal seconds as microseconds: up to seven digits, and six after the point. Moves `text` on.
static bool read_seconds(const char **text, int64_t *time) {
    const char *at = *text;
    int64_t value = 0;
    int64_t unit = 1000000;
    for (int digits = 0; is_digit(*at) && digits < 7; digits++) {
        value = value * 10 + (*at++ - '0') * INT64_C(1000000);
    }
    if (at == *text) {
        return false;
    }
    if (*at == '.') {
        for (at++; is_digit(*at) && unit > 1; at++) {
            unit /= 10;
            value += (*at - '0') * unit;
        }
    }
    *text = at;
    *time = value;
    return true;
}

bool agon_terms_read_clock(const char *text, agon_terms *terms) {
    AGON_ASSERT(text && terms);
    int64_t bank;
    int64_t increment = 0;
    bool is_per_turn = false;
    if (strcmp(text, "none") == 0) {
        terms->is_per_turn = false;
        terms->bank = AGON_NO_LIMIT;
        terms->increment = 0;
        return true;
    }
    if (!read_seconds(&text, &bank)) {
        return false;
    }
    if (*text == '+') {
        text++;
        if (!read_seconds(&text, &increment)) {
            return false;
        }
    } else if (strcmp(text, PER_TURN) == 0) {
        is_per_turn = true;
        text += strlen(PER_TURN);
    }
    if (*text || bank + increment == 0) {
        return false;
    }
    terms->is_per_turn = is_per_turn;
    terms->bank = bank;
    terms->increment = increment;
    return true;
}

// Appends decimal seconds without needless zeros.
static void add_seconds(char *text, int64_t time) {
    size_t length = strlen(text);
    int written = snprintf(text + length, AGON_TERMS_SIZE - length, "%lld.%06d",
                           (long long)(time / 1000000), (int)(time % 1000000));
    char *end = text + length + written;
    while (end[-1] == '0') {
        *--end = '\0';
    }
    if (end[-1] == '.') {
        end[-1] = '\0';
    }
}

void agon_terms_write_clock(const agon_terms *terms, char *text) {
    AGON_ASSERT(terms && text);
    text[0] = '\0';
    if (terms->bank == AGON_NO_LIMIT) {
        memcpy(text, "none", sizeof "none");
        return;
    }
    add_seconds(text, terms->bank);
    if (terms->is_per_turn) {
        strcpy(text + strlen(text), PER_TURN);
    } else if (terms->increment > 0) {
        memcpy(text + strlen(text), "+", 2);
        add_seconds(text, terms->increment);
    }
}

static bool read_remedy(const char *word, agon_terms *terms) {
    bool is_random = strcmp(word, "random") == 0;
    if (!is_random && strcmp(word, "forfeit") != 0) {
        return false;
    }
    terms->remedy = is_random ? AGON_REMEDY_RANDOM : AGON_REMEDY_FORFEIT;
    return true;
}

bool agon_terms_read_policy(const char *text, agon_terms *terms) {
    AGON_ASSERT(text && terms);
    agon_terms read = *terms;
    read.retries = 0;
    read.remedy = AGON_REMEDY_FORFEIT;
    if (strncmp(text, "retry:", 6) == 0) {
        if (!is_digit(text[6]) || (text[7] != '\0' && text[7] != ',')) {
            return false;
        }
        read.retries = (uint32_t)(text[6] - '0');
        text = text[7] ? text + 8 : "forfeit";
    }
    if (!read_remedy(text, &read)) {
        return false;
    }
    *terms = read;
    return true;
}

void agon_terms_write_policy(const agon_terms *terms, char *text) {
    AGON_ASSERT(terms && text);
    const char *remedy = terms->remedy == AGON_REMEDY_RANDOM ? "random" : "forfeit";
    if (terms->retries > 0) {
        snprintf(text, AGON_TERMS_SIZE, "retry:%u,%s", (unsigned)terms->retries % 10, remedy);
    } else {
        snprintf(text, AGON_TERMS_SIZE, "%s", remedy);
    }
}
