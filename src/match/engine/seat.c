// Seats as people write them.
#include "agon/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIMULATIONS_MAX 10000000u // what a search that goes by the clock stops at anyway
#define MILLISECONDS_MAX 86400000u

// "random, greedy, search"
static void list_bots(const agon_rules *rules, char *list, size_t size) {
    const agon_bot *bot;
    size_t length = 0;
    list[0] = '\0';
    for (size_t i = 0; (bot = agon_bot_at(rules, i)) && length < size; i++) {
        length += (size_t)snprintf(list + length, size - length, "%s%s", i ? ", " : "", bot->id);
    }
}

static agon_status find_bot(const char *text, size_t length, const agon_rules *rules,
                            const agon_bot **bot, agon_error *error) {
    char list[120];
    for (size_t i = 0; (*bot = agon_bot_at(rules, i)); i++) {
        if (strlen((*bot)->id) == length && memcmp((*bot)->id, text, length) == 0) {
            return AGON_OK;
        }
    }
    list_bots(rules, list, sizeof list);
    return agon_error_set(error, AGON_UNKNOWN_BOT, NULL,
                          "there is no bot '%.*s' for %s; there are %s",
                          length < 40 ? (int)length : 40, text, rules->id, list);
}

// Reads digits up to the next comma or the end. False unless it is a number in 1 … max.
static bool read_number(const char **text, uint32_t max, uint32_t *number) {
    uint64_t value = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9' && value <= max; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
    }
    if (at == *text || (*at && *at != ',') || value == 0 || value > max) {
        return false;
    }
    *text = at;
    *number = (uint32_t)value;
    return true;
}

static bool read_option(const char **text, agon_seat *seat) {
    uint32_t number;
    if (strncmp(*text, "sims=", 5) == 0) {
        *text += 5;
        return read_number(text, SIMULATIONS_MAX, &seat->simulations);
    }
    if (strncmp(*text, "ms=", 3) == 0) {
        *text += 3;
        bool is_read = read_number(text, MILLISECONDS_MAX, &number);
        seat->time = is_read ? (int64_t)number * 1000 : 0;
        return is_read;
    }
    if (strncmp(*text, "threads=", 8) == 0) {
        *text += 8;
        return read_number(text, AGON_MAX_THREADS, &seat->threads);
    }
    return false;
}

agon_status agon_seat_read(const char *text, const agon_rules *rules, agon_seed seed, int player,
                           agon_seat *seat, agon_error *error) {
    AGON_ASSERT(text && rules && seat);
    const agon_bot *bot;
    size_t length = strcspn(text, ":");
    agon_status status = find_bot(text, length, rules, &bot, error);
    if (status) {
        return status;
    }
    *seat = agon_seat_make(bot, seed, player);
    const char *options = text[length] ? text + length : ":";
    while (*options && options[1]) {
        options++;
        if (!read_option(&options, seat)) {
            return agon_error_set(
                error, AGON_BAD_CONFIG, NULL,
                "'%.60s': the options of a bot are sims=N, ms=N and threads=N (up to %d)", text,
                AGON_MAX_THREADS);
        }
    }
    if (seat->time > 0 && seat->simulations == 0) {
        seat->simulations = SIMULATIONS_MAX;
    }
    return AGON_OK;
}
