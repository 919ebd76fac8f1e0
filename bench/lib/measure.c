// Measuring several programs in turn.
#define _GNU_SOURCE
#include "bench/lib/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLICE 0.004 // seconds: short, so that few slices are disturbed
#define MOST_SLICES 4096

double bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// How much work fills a slice.
static uint64_t slice_size(bench_case *c) {
    uint64_t size = 1;
    for (;;) {
        double start = bench_now();
        uint64_t decisions = c->run(c->self, 0, size, NULL);
        double seconds = bench_now() - start;
        c->decisions = (double)decisions / (double)size;
        if (seconds > SLICE / 2) {
            double wanted = (double)size * SLICE / seconds;
            return wanted > 1 ? (uint64_t)wanted : 1;
        }
        size *= 2;
    }
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(bench_case *c, double *times, size_t count) {
    qsort(times, count, sizeof times[0], ascending);
    c->best = times[0];
    c->median = times[count / 2];
    c->spread = (times[count * 3 / 4] - times[count / 4]) / 2 / c->median;
}

void bench_measure(bench_case *cases, size_t count, double seconds) {
    size_t slices = (size_t)(seconds / SLICE) + 3;
    slices = slices < MOST_SLICES ? slices : MOST_SLICES;
    double *times = malloc(count * slices * sizeof times[0]);
    uint64_t *sizes = malloc(count * sizeof sizes[0]);
    if (!times || !sizes) {
        exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        sizes[i] = slice_size(&cases[i]);
    }
    for (size_t k = 0; k < slices; k++) {
        for (size_t i = 0; i < count; i++) {
            double start = bench_now();
            (void)cases[i].run(cases[i].self, k * sizes[i], sizes[i], NULL);
            times[i * slices + k] = (bench_now() - start) * 1e9 / (double)sizes[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        summarise(&cases[i], times + i * slices, slices);
    }
    free(times);
    free(sizes);
}

void bench_verify(const bench_case *cases, size_t count, uint64_t work) {
    uint64_t expected = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t sum = 1;
        (void)cases[i].run(cases[i].self, 0, work, &sum);
        expected = i == 0 ? sum : expected;
        if (sum != expected) {
            fprintf(stderr, "bench: %s: checksum %016" PRIx64 ", but %s has %016" PRIx64 "\n",
                    cases[i].name, sum, cases[0].name, expected);
            exit(1);
        }
    }
}
