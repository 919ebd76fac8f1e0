// The fuzz targets without libFuzzer. See fuzzing.h.
#include "tests/support/support.h"

#include "tests/support/fuzzing.h"

#define MAX_SIZE (1u << 16)

typedef struct smoke {
    fuzz_kind kind;
    uint32_t changes;
    uint32_t seeds;
} smoke;

static void run_seed(void *user, const uint8_t *data, size_t size) {
    static uint8_t changed[MAX_SIZE];
    smoke *s = user;
    s->seeds++;
    fuzz_one(s->kind, data, size);
    if (size > MAX_SIZE) {
        return;
    }
    agon_rng rng = agon_rng_make(agon_seed_number(s->seeds));
    for (uint32_t i = 0; i < s->changes; i++) {
        memcpy(changed, data, size);
        size_t now = fuzz_mutate(s->kind, changed, size, MAX_SIZE, &rng);
        // Exactly as long as the input, so that a sanitizer sees a read beyond it.
        uint8_t *exact = malloc(now + 1);
        assert_non_null(exact);
        memcpy(exact, changed, now);
        fuzz_one(s->kind, exact, now);
        free(exact);
    }
}

static uint32_t changes_per_seed;

static void smoke_of(void **state) {
    smoke s = {.kind = (fuzz_kind)(uintptr_t)*state, .changes = changes_per_seed};
    fuzz_seeds(s.kind, run_seed, &s);
    assert_true(s.seeds > 3);
}

static int run_files(int argc, char **argv) {
    for (int kind = 0; kind < FUZZ_KINDS; kind++) {
        for (int i = 2; i < argc && strcmp(argv[1], fuzz_names[kind]) == 0; i++) {
            FILE *file = fopen(argv[i], "rb");
            uint8_t *data = malloc(1 << 21);
            if (!file || !data) {
                free(data);
                return 66;
            }
            size_t size = fread(data, 1, 1 << 21, file);
            fclose(file);
            printf("%s: %zu bytes\n", argv[i], size);
            fuzz_one((fuzz_kind)kind, data, size);
            free(data);
        }
    }
    return 0;
}

int fuzz_smoke(const char *name, uint32_t changes, int argc, char **argv) {
    struct CMUnitTest tests[FUZZ_KINDS];
    if (argc > 1) {
        return run_files(argc, argv);
    }
    changes_per_seed = changes;
    for (uintptr_t kind = 0; kind < FUZZ_KINDS; kind++) {
        tests[kind] = (struct CMUnitTest){fuzz_names[kind], smoke_of, NULL, NULL, (void *)kind};
    }
    return _cmocka_run_group_tests(name, tests, FUZZ_KINDS, NULL, NULL);
}
