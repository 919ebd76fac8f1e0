// Files that are written as a whole or not at all.
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "apps/host/files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static agon_text text_of(const char *string) {
    agon_text text = {0};
    agon_text_puts(&text, string);
    return text;
}

static bool replace(const char *path, const char *content) {
    agon_text text = text_of(content);
    const bool is_written = agon_file_replace(path, &text, 0600);
    agon_text_free(&text);
    return is_written;
}

static void expect_content(const char *path, const char *content) {
    char block[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    block[fread(block, 1, sizeof block - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(block, content);
}

static int setup(void **state) {
    (void)state;
    strcpy(folder, "/tmp/agon-files-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    (void)unlink(in_folder("file"));
    (void)unlink(in_folder("file.tmp"));
    return rmdir(folder); // nothing else has been left there
}

static void test_a_file_is_replaced(void **state) {
    (void)state;
    struct stat facts;
    assert_true(replace(in_folder("file"), "one\n"));
    assert_true(replace(in_folder("file"), "two\n"));
    expect_content(in_folder("file"), "two\n");
    assert_int_equal(stat(in_folder("file"), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
    assert_int_not_equal(access(in_folder("file.tmp"), F_OK), 0);
    // What a process that died has left does not matter.
    FILE *stale = fopen(in_folder("file.tmp"), "w");
    assert_non_null(stale);
    fputs("a longer text that nobody finished", stale);
    fclose(stale);
    assert_true(replace(in_folder("file"), "three\n"));
    expect_content(in_folder("file"), "three\n");
}

static void test_it_stays_open_for_more(void **state) {
    (void)state;
    agon_text text = text_of("head\n");
    const int file = agon_file_replace_open(in_folder("file"), &text, 0600);
    agon_text_free(&text);
    assert_true(file >= 0);
    assert_true(agon_file_append(file, "line\n", 5));
    const int other = open(in_folder("file"), O_RDONLY);
    assert_int_not_equal(flock(other, LOCK_EX | LOCK_NB), 0);
    close(other);
    close(file);
    expect_content(in_folder("file"), "head\nline\n");
}

static void test_a_failure_changes_nothing(void **state) {
    (void)state;
    struct rlimit limit, small;
    static char much[9000];
    assert_true(replace(in_folder("file"), "kept\n"));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = (struct rlimit){4096, limit.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    memset(much, 'x', sizeof much - 1);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    const bool is_written = replace(in_folder("file"), much);
    const int reason = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_false(is_written);
    assert_int_equal(reason, EFBIG);
    expect_content(in_folder("file"), "kept\n");
    assert_int_not_equal(access(in_folder("file.tmp"), F_OK), 0);
    assert_false(replace(in_folder("no/such/folder"), "x"));
    assert_int_equal(errno, ENOENT);
    agon_text failed = {.failed = true};
    assert_false(agon_file_replace(in_folder("file"), &failed, 0600));
    assert_int_equal(errno, ENOMEM);
    expect_content(in_folder("file"), "kept\n");
}

// Two who write the same file do not write into each other's.
static void test_whoever_has_the_lock_writes(void **state) {
    (void)state;
    assert_true(replace(in_folder("file"), "kept\n"));
    const int other = open(in_folder("file.tmp"), O_WRONLY | O_CREAT, 0600);
    assert_int_equal(flock(other, LOCK_EX), 0);
    assert_true(agon_file_append(other, "other's", 7));
    assert_false(replace(in_folder("file"), "mine\n"));
    assert_int_equal(errno, EWOULDBLOCK);
    expect_content(in_folder("file.tmp"), "other's");
    expect_content(in_folder("file"), "kept\n");
    close(other);
    // A link is not followed: what it leads to may be anything.
    assert_int_equal(unlink(in_folder("file.tmp")), 0);
    assert_int_equal(symlink("file", in_folder("file.tmp")), 0);
    assert_false(replace(in_folder("file"), "mine\n"));
    expect_content(in_folder("file"), "kept\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_file_is_replaced, setup, teardown),
        cmocka_unit_test_setup_teardown(test_it_stays_open_for_more, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_failure_changes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_whoever_has_the_lock_writes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
