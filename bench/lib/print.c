// Tables for people and lines for bench/results.
#define _GNU_SOURCE
#include "bench/lib/bench.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_WIDTH 8

static int width_of(const bench_figure *figure) {
    int length = (int)strlen(figure->name);
    return length > LEAST_WIDTH ? length : LEAST_WIDTH;
}

void bench_print_head(const bench_figure *figures, size_t count) {
    printf("%-20s %7s", "GAME", "PLAYERS");
    for (size_t i = 0; i < count; i++) {
        printf(" %*s", width_of(&figures[i]), figures[i].name);
    }
    putchar('\n');
}

void bench_print_row(const char *game, int players, const bench_figure *figures, size_t count) {
    printf("%-20s %7d", game, players);
    for (size_t i = 0; i < count; i++) {
        printf(" %*.*f", width_of(&figures[i]), figures[i].decimals, figures[i].value);
    }
    putchar('\n');
    fflush(stdout);
}

void bench_print_csv(const char *program, const char *game, int players,
                     const bench_figure *figures, size_t count) {
    for (size_t i = 0; i < count; i++) {
        printf("%s,%s,%d,", program, game, players);
        for (const char *c = figures[i].name; *c; c++) {
            putchar(tolower((unsigned char)*c));
        }
        printf(",%.*f\n", figures[i].decimals, figures[i].value);
    }
}

static void print_processor(void) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "model name", 10) == 0) {
            printf("%s", strchr(line, ':') ? strchr(line, ':') + 2 : line);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
}

void bench_print_build(void) {
    double load = 0;
    printf("built with %s\nprocessor: ", AGON_BUILD_FLAGS);
    print_processor();
    if (getloadavg(&load, 1) == 1) {
        printf("load: %.1f\n", load);
    }
}

bool bench_has(int count, char **arguments, const char *name) {
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], name) == 0) {
            return true;
        }
    }
    return false;
}

double bench_option(int count, char **arguments, const char *name, double fallback) {
    size_t length = strlen(name);
    for (int i = 1; i < count; i++) {
        if (strncmp(arguments[i], name, length) == 0 && arguments[i][length] == '=') {
            return atof(arguments[i] + length + 1);
        }
        if (strcmp(arguments[i], name) == 0 && i + 1 < count) {
            return atof(arguments[i + 1]);
        }
    }
    return fallback;
}
