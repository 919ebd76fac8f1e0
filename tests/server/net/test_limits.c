// Addresses, allowances, settings, and the page's files.
#define _POSIX_C_SOURCE 200809L
#include "tests/support/support.h"

#include "apps/server/net/files.h"
#include "apps/server/settings.h"
#include "apps/server/net/visits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)

static agon_address address(const char *text) {
    agon_address result;
    assert_true(agon_address_parse(text, &result));
    return result;
}

static void test_addresses(void **unused) {
    (void)unused;
    char text[AGON_ADDRESS_TEXT];
    const agon_address v4 = address("192.0.2.7:80");
    agon_address_write(&v4, text);
    assert_string_equal(text, "192.0.2.7");
    const agon_address mapped = address("::ffff:192.0.2.7");
    assert_true(agon_address_is_equal(&v4, &mapped));
    const agon_address v6 = agon_address_group(address("[2001:db8::1:2]:443"));
    agon_address_write(&v6, text);
    assert_string_equal(text, "2001:db8::");
    const agon_address loop = address("127.8.9.1");
    const agon_address loop6 = address("::1");
    assert_true(agon_address_is_loopback(&loop) && agon_address_is_loopback(&loop6));
    assert_false(agon_address_is_loopback(&v4));
    agon_address none;
    assert_false(agon_address_parse("", &none) || agon_address_parse("1.2.3", &none) ||
                 agon_address_parse("example.org", &none) || agon_address_parse("[::1", &none));
}

static void check_forwarded(const char *header, const char *expected) {
    agon_address got;
    const bool found = agon_address_forwarded(header, "10.0.0.1, 10.0.0.2", &got);
    assert_int_equal(found, expected != NULL);
    if (expected) {
        const agon_address wanted = address(expected);
        assert_true(agon_address_is_equal(&got, &wanted));
    }
}

static void test_forwarded(void **unused) {
    (void)unused;
    check_forwarded("192.0.2.1", "192.0.2.1");
    check_forwarded("198.51.100.9, 192.0.2.1", "192.0.2.1"); // the first is hearsay
    check_forwarded("192.0.2.1, 10.0.0.2", "192.0.2.1");
    check_forwarded("192.0.2.1, unknown", NULL);
    check_forwarded("10.0.0.1", NULL);
    check_forwarded("", NULL);
    check_forwarded(",,,", NULL);
}

static void check_listen(const char *text, const char *host, uint64_t port) {
    char got[AGON_ADDRESS_TEXT];
    uint64_t number = 77;
    agon_error error = {0};
    const agon_status status = agon_listen_parse(text, got, &number, &error);
    assert_int_equal(status, host ? AGON_OK : AGON_BAD_CONFIG);
    if (host) {
        assert_string_equal(got, host);
        assert_int_equal(number, port);
    }
}

static void test_listen(void **unused) {
    (void)unused;
    check_listen("0.0.0.0", "0.0.0.0", 77);
    check_listen("0.0.0.0:80", "0.0.0.0", 80);
    check_listen("[::1]:8080", "::1", 8080);
    check_listen("::", "::", 77);
    check_listen(":0", "127.0.0.1", 0);
    check_listen("localhost:5", "127.0.0.1", 5);
    check_listen("example.org", NULL, 0);
    check_listen("1.2.3.4:", NULL, 0);
    check_listen("1.2.3.4:70000", NULL, 0);
    check_listen("1.2.3.4:-1", NULL, 0);
    check_listen("1.2.3.4:x", NULL, 0);
}

static void test_bucket(void **unused) {
    (void)unused;
    agon_bucket bucket = {0};
    int passed = 0;
    while (passed < 1000 && agon_bucket_take(&bucket, 5 * SECOND, SECOND / 10, 2 * SECOND)) {
        passed++;
    }
    assert_int_equal(passed, 20);
    assert_true(agon_bucket_take(&bucket, 5 * SECOND + SECOND / 10, SECOND / 10, 2 * SECOND));
    assert_false(agon_bucket_take(&bucket, 5 * SECOND + SECOND / 10, SECOND / 10, 2 * SECOND));
    bucket = (agon_bucket){0}; // rare things: four at once all the same
    for (passed = 0; agon_bucket_take(&bucket, 0, 60 * SECOND, SECOND); passed++) {}
    assert_int_equal(passed, 4);
}

static void test_visits(void **unused) {
    (void)unused;
    const agon_visits_def def = {
        .address_connections = 3, .address_requests = 10, .address_matches = 5, .address_joins = 7};
    agon_visits *visits = agon_visits_open(&def);
    assert_non_null(visits);
    const agon_address one = address("192.0.2.1");
    agon_visitor *visitor = agon_visits_enter(visits, &one, 0);
    assert_non_null(visitor);
    assert_ptr_equal(agon_visits_enter(visits, &one, 0), visitor);
    assert_ptr_equal(agon_visits_enter(visits, &one, 0), visitor);
    assert_null(agon_visits_enter(visits, &one, 0));
    const agon_address other = address("192.0.2.2");
    agon_visitor *second = agon_visits_enter(visits, &other, 0);
    assert_non_null(second);
    int requests = 0;
    while (agon_visits_request(visits, visitor, SECOND)) {
        requests++;
    }
    assert_int_equal(requests, 20);
    assert_true(agon_visits_request(visits, second, SECOND)); // others are not affected
    int matches = 0;
    while (agon_visits_match(visits, visitor, SECOND)) {
        matches++;
    }
    assert_int_equal(matches, 5);
    int joins = 0;
    while (agon_visits_join(visits, visitor, 2 * SECOND)) {
        joins++;
    }
    assert_int_equal(joins, 7);
    for (int i = 0; i < 3; i++) {
        agon_visits_leave(visits, visitor);
    }
    agon_visits_sweep(visits, 61 * SECOND); // still owes: going away does not forgive
    assert_int_equal(agon_visits_count(visits), 2);
    agon_visits_sweep(visits, 90 * SECOND);
    assert_int_equal(agon_visits_count(visits), 1);
    agon_visits_close(visits);
}

static void test_many_visitors(void **unused) {
    (void)unused;
    const agon_visits_def def = {
        .address_connections = 1, .address_requests = 1, .address_matches = 1, .address_joins = 1};
    agon_visits *visits = agon_visits_open(&def);
    agon_visitor *first = NULL;
    for (int i = 0; i < 5000; i++) {
        agon_address many = {.bytes = {[0] = 0x20, [6] = (uint8_t)(i >> 8), [7] = (uint8_t)i}};
        agon_visitor *visitor = agon_visits_enter(visits, &many, 0);
        assert_non_null(visitor);
        assert_null(agon_visits_enter(visits, &many, 0));
        first = first ? first : visitor;
        if (visitor != first) {
            agon_visits_leave(visits, visitor);
        }
    }
    assert_int_equal(agon_visits_count(visits), 5000);
    agon_visits_sweep(visits, SECOND);
    assert_int_equal(agon_visits_count(visits), 1);
    assert_int_equal(first->connections, 1);
    agon_visits_close(visits);
}

static void test_settings(void **unused) {
    (void)unused;
    agon_net_settings settings;
    agon_error error = {0};
    assert_int_equal(agon_net_settings_init(&settings, &error), AGON_OK);
    assert_int_equal(settings.port, 2466);
    assert_string_equal(settings.listen, "127.0.0.1");
    assert_int_equal(agon_net_settings_set(&settings, "max-body", "64k", &error), AGON_OK);
    assert_int_equal(settings.max_body, 65536);
    assert_int_equal(agon_net_settings_set(&settings, "listen", "::1", &error), AGON_OK);
    static const char *const bad[][2] = {{"port", "65536"},  {"port", "-1"},    {"port", ""},
                                         {"port", "1x"},     {"port", "1k"},    {"max-body", "1"},
                                         {"max-body", "1G"}, {"nonsense", "1"}, {"messages", "0"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(agon_net_settings_set(&settings, bad[i][0], bad[i][1], &error),
                         AGON_BAD_CONFIG);
    }
    assert_int_equal(settings.port, 2466);
    char *const good_env[] = {"HOME=/", "AGON_SERVE_MAX_BODY=2M", "AGON_SERVE_CONFIG=x", NULL};
    assert_int_equal(agon_net_settings_environment(&settings, good_env, &error), AGON_OK);
    assert_int_equal(settings.max_body, 2 << 20);
    char *const bad_env[] = {"AGON_SERVE_MAX_BODDY=2M", NULL};
    assert_int_equal(agon_net_settings_environment(&settings, bad_env, &error), AGON_BAD_CONFIG);
    agon_net_settings_free(&settings);
}

static void write_file(const char *folder, const char *name, const char *text) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_settings_file(void **unused) {
    (void)unused;
    char folder[] = "/tmp/agon-settings-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[300];
    snprintf(path, sizeof path, "%s/serve.conf", folder);
    agon_net_settings settings;
    agon_error error = {0};
    assert_int_equal(agon_net_settings_init(&settings, &error), AGON_OK);
    write_file(folder, "serve.conf", "# a comment\n\n port = 81 \nproxy=10.0.0.1\n");
    assert_int_equal(agon_net_settings_read(&settings, path, &error), AGON_OK);
    assert_int_equal(settings.port, 81);
    assert_string_equal(settings.proxy, "10.0.0.1");
    write_file(folder, "serve.conf", "port = 82\nnonsense\n");
    assert_int_equal(agon_net_settings_read(&settings, path, &error), AGON_BAD_CONFIG);
    assert_non_null(strstr(error.message, "serve.conf:2:"));
    unlink(path);
    assert_int_equal(agon_net_settings_read(&settings, path, &error), AGON_BAD_CONFIG);
    rmdir(folder);
    agon_net_settings_free(&settings);
}

static void test_files(void **unused) {
    (void)unused;
    char folder[] = "/tmp/agon-files-XXXXXX";
    char path[300];
    agon_files files;
    agon_error error = {0};
    assert_non_null(mkdtemp(folder));
    assert_int_equal(agon_files_read(&files, folder, &error), AGON_BAD_CONFIG); // no page
    snprintf(path, sizeof path, "%s/assets", folder);
    mkdir(path, 0700);
    write_file(folder, "index.html", "page");
    write_file(folder, ".secret", "secret");
    write_file(folder, "assets/a.wasm", "longer content");
    write_file(folder, "assets/a.wasm.gz", "gz");
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    assert_int_equal(agon_files_read(&files, folder, &error), AGON_OK);
    assert_int_equal(files.count, 3);
    assert_string_equal(agon_files_find(&files, "/")->type, "text/html; charset=utf-8");
    const agon_file *wasm = agon_files_find(&files, "/assets/a.wasm");
    assert_non_null(wasm);
    assert_true(wasm->is_constant && wasm->gzip_length == 2);
    assert_string_equal(wasm->type, "application/wasm");
    static const char *const missing[] = {"/link", "/.secret",   "/assets",       "/assets/",
                                          "",      "/index.htm", "/../index.html"};
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        assert_null(agon_files_find(&files, missing[i]));
    }
    agon_files_free(&files);
    char command[300];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0); // NOLINT: the folder's name is ours
}

static void test_pack(void **unused) {
    (void)unused;
    static const char pack[] = "AGONWEB1"
                               "\x0b\0\0\0\x04\0\0\0\0\0\0\0"
                               "/index.htmlpage"
                               "\x02\0\0\0\x05\0\0\0\x02\0\0\0"
                               "/xlargegz";
    agon_files files;
    agon_error error = {0};
    assert_int_equal(agon_files_unpack(&files, pack, sizeof pack - 1, &error), AGON_OK);
    assert_int_equal(files.count, 2);
    assert_memory_equal(agon_files_find(&files, "/x")->gzip, "gz", 2);
    assert_int_equal(agon_files_find(&files, "/")->length, 4);
    agon_files_free(&files);
    assert_int_equal(agon_files_unpack(&files, pack, 0, &error), AGON_OK);
    assert_int_equal(files.count, 0);
    for (size_t i = 1; i < sizeof pack - 1; i++) {
        if (i != 8 && i != 8 + 12 + 15) { // between two files it only ends early
            assert_int_equal(agon_files_unpack(&files, pack, i, &error), AGON_BAD_CONFIG);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_forwarded),
        cmocka_unit_test(test_listen),    cmocka_unit_test(test_bucket),
        cmocka_unit_test(test_visits),    cmocka_unit_test(test_many_visitors),
        cmocka_unit_test(test_settings),  cmocka_unit_test(test_settings_file),
        cmocka_unit_test(test_files),     cmocka_unit_test(test_pack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
