// Lines of the log wait for their reader, and nobody waits with them.
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "apps/server/net/log_queue.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LINES 5000

static size_t tell(void *user, uint64_t lost, char line[AGON_LOG_LINE]) {
    (void)user;
    return (size_t)snprintf(line, AGON_LOG_LINE, "lost %d\n", (int)lost);
}

static void add_number(agon_log_queue *queue, int number) {
    char line[128];
    const int length = snprintf(line, sizeof line, "line %d %060d\n", number, 0);
    agon_log_queue_add(queue, line, (size_t)length);
}

// Reads lines in order: numbers without a gap, but for losses that are told.
static void read_lines(FILE *file, int *next, uint64_t *lost, int until) {
    char line[256];
    while (*next < until && fgets(line, sizeof line, file)) {
        int number;
        if (sscanf(line, "lost %d", &number) == 1) {
            *lost += (uint64_t)number;
            *next += number;
        } else {
            assert_int_equal(sscanf(line, "line %d", &number), 1);
            assert_int_equal(number, *next);
            ++*next;
        }
    }
    assert_int_equal(*next, until);
}

// More than pipe and queue hold, and nobody reads: adding goes on, what is too much is counted; when
// somebody reads, everything is there in order, with the loss where it was.
static void test_nobody_reads(void **unused) {
    (void)unused;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    agon_log_queue *queue = agon_log_queue_open(ends[1], tell, NULL);
    assert_non_null(queue);
    for (int i = 0; i < LINES; i++) {
        add_number(queue, i);
    }
    const uint64_t counted = agon_log_queue_lost(queue);
    assert_true(counted > 0 && counted < LINES);
    FILE *file = fdopen(ends[0], "r");
    int next = 0;
    uint64_t lost = 0;
    read_lines(file, &next, &lost, LINES);
    assert_int_equal(lost, counted);
    for (int i = LINES; i < LINES + 10; i++) { // and then it goes on as if nothing had been
        add_number(queue, i);
    }
    read_lines(file, &next, &lost, LINES + 10);
    assert_int_equal(lost, counted);
    agon_log_queue_close(queue, 10000);
    fclose(file);
    close(ends[1]);
}

// The last lines are written before the end; but the end does not wait for ever.
static void test_the_end(void **unused) {
    (void)unused;
    int ends[2];
    char bytes[4096];
    assert_int_equal(pipe(ends), 0);
    agon_log_queue *queue = agon_log_queue_open(ends[1], tell, NULL);
    add_number(queue, 7);
    agon_log_queue_close(queue, 10000);
    const ssize_t length = read(ends[0], bytes, sizeof bytes);
    assert_true(length > 7 && memcmp(bytes, "line 7 ", 7) == 0);
    queue = agon_log_queue_open(ends[1], tell, NULL);
    for (int i = 0; i < LINES; i++) {
        add_number(queue, i);
    }
    agon_log_queue_close(queue, 10); // comes back, or the test does not end
    // The thread that was left behind ends when it can write.
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 100 && read(ends[0], bytes, sizeof bytes) > 0; i++) {}
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_reads),
        cmocka_unit_test(test_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
