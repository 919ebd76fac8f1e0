// Control groups: version 2 against a directory that imitates it, since it may not be there; and
// version 1 for what its files are called. tests/e2e/hostile_bots.py tries what this machine has.
#define _GNU_SOURCE
#include "apps/host/programs/group.h"

#include "tests/support/support.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static void put(const char *name, const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void make_folder(const char *name) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", root, name);
    assert_int_equal(mkdir(path, 0755), 0);
}

static void expect_file(const agon_group *group, const char *name, const char *expected) {
    char path[700];
    char text[64] = "";
    snprintf(path, sizeof path, "%s/%s", group->path, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, expected);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place) {
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static int set_up(void **state) {
    (void)state;
    strcpy(root, "/tmp/agon-groups-XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

// A service to which systemd has handed the controllers down.
static void test_version_2_below_us(void **state) {
    (void)state;
    agon_group group;
    make_folder("agon.service");
    put("agon.service/cgroup.subtree_control", "cpu memory pids\n");
    assert_true(agon_group_make(&group, root, "0::/agon.service\n", 1000));
    assert_non_null(strstr(group.path, "/agon.service/agon-"));
    expect_file(&group, "memory.max", "1000\n");
    expect_file(&group, "memory.swap.max", "0\n");
    expect_file(&group, "memory.oom.group", "1\n");
    expect_file(&group, "cpu.weight", "100\n");
    assert_true(agon_group_freeze(&group, true));
    expect_file(&group, "cgroup.freeze", "1\n");
    assert_true(agon_group_freeze(&group, false));
    expect_file(&group, "cgroup.freeze", "0\n");
    assert_true(agon_group_enter(&group));
    expect_file(&group, "cgroup.procs", "0\n");
    agon_group_close(&group);
    assert_false(agon_group_enter(&group) && group.processes >= 0);
}

// We have processes, so nothing is handed down below us; beside us it is.
static void test_version_2_beside_us(void **state) {
    (void)state;
    agon_group group;
    make_folder("user");
    make_folder("user/us");
    put("user/cgroup.subtree_control", "memory\n");
    put("user/us/cgroup.subtree_control", "\n");
    assert_true(agon_group_make(&group, root, "0::/user/us\n", 1000));
    assert_non_null(strstr(group.path, "/user/agon-"));
    agon_group_close(&group);
}

static void test_version_2_without_memory(void **state) {
    (void)state;
    agon_group group;
    make_folder("us");
    put("cgroup.subtree_control", "cpu memory_pressure\n");
    put("us/cgroup.subtree_control", "cpu\n");
    assert_false(agon_group_make(&group, root, "0::/us\n", 1000));
    assert_int_equal(group.processes, -1);
    assert_string_equal(group.path, "");
}

static void test_version_1(void **state) {
    (void)state;
    agon_group group;
    make_folder("memory");
    make_folder("memory/us");
    assert_true(agon_group_make(&group, root, "5:cpu,cpuacct:/\n4:memory:/us\n0::/\n", 1000));
    assert_non_null(strstr(group.path, "/memory/us/agon-"));
    expect_file(&group, "memory.limit_in_bytes", "1000\n");
    assert_false(agon_group_freeze(&group, true)); // what that freezer holds cannot be killed
    agon_group_close(&group);
    assert_false(agon_group_make(&group, root, "5:cpu,cpuacct:/\n", 1000));
    assert_false(agon_group_make(&group, root, "", 1000));
    assert_false(agon_group_make(&group, "/nonexistent", "4:memory:/\n0::/\n", 1000));
}

static void test_shares_of_version_1(void **state) {
    (void)state;
    agon_group shares;
    make_folder("cpu");
    make_folder("cpu/us");
    assert_true(agon_group_make_shares(&shares, root, "5:cpu,cpuacct:/us\n4:memory:/\n0::/\n"));
    assert_non_null(strstr(shares.path, "/cpu/us/agon-"));
    expect_file(&shares, "cpu.shares", "1024\n");
    assert_true(agon_group_enter(&shares));
    expect_file(&shares, "cgroup.procs", "0\n");
    agon_group_close(&shares);
    assert_false(agon_group_make_shares(&shares, root, "5:cpuset:/us\n0::/\n"));
    assert_int_equal(shares.processes, -1);
}

// Whoever was killed could not clean up.
static void test_what_others_have_left(void **state) {
    (void)state;
    agon_group group;
    char path[300];
    char ours[64];
    make_folder("memory");
    make_folder("memory/agon-999999999-3");
    make_folder("memory/agon-notes");
    snprintf(ours, sizeof ours, "memory/agon-%d-9999", (int)getpid());
    make_folder(ours);
    assert_true(agon_group_make(&group, root, "4:memory:/\n", 1000));
    snprintf(path, sizeof path, "%s/memory/agon-999999999-3", root);
    assert_int_not_equal(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/memory/agon-notes", root);
    assert_int_equal(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/%s", root, ours);
    assert_int_equal(access(path, F_OK), 0);
    agon_group_close(&group);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_version_2_below_us),       TEST(test_version_2_beside_us),
        TEST(test_version_2_without_memory), TEST(test_version_1),
        TEST(test_shares_of_version_1),      TEST(test_what_others_have_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
