// The network as it is served: a real listener on a free port, a loop on a thread of its own, and a
// client that writes bytes.
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "apps/server/internal.h"
#include "apps/server/net/internal.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define HANDSHAKE                                                                                  \
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"                   \
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
#define CLOSE "Connection: close\r\n"

static const char page[] = "AGONWEB1"
                           "\x0b\0\0\0\x04\0\0\0\0\0\0\0"
                           "/index.htmlpage";

typedef struct host {
    agon_net_settings settings;
    agon_files files;
    agon_net *net;
    pthread_t thread;
} host;

static void set(host *h, const char *name, const char *value) {
    assert_int_equal(agon_net_settings_set(&h->settings, name, value, NULL), AGON_OK);
}

static void host_prepare(host *h) {
    *h = (host){0};
    assert_int_equal(agon_net_settings_init(&h->settings, NULL), AGON_OK);
    assert_int_equal(agon_files_unpack(&h->files, page, sizeof page - 1, NULL), AGON_OK);
    set(h, "port", "0");
    set(h, "log", "none");
    set(h, "database", ":memory:");
    set(h, "max-connections", "16");
}

static void host_open(host *h) {
    agon_error error = {0};
    h->net = agon_net_open(&h->settings, &h->files, &error);
    if (!h->net) {
        fail_msg("%s", error.message);
    }
}

static void host_close(host *h) {
    agon_net_close(h->net);
    agon_files_free(&h->files);
    agon_net_settings_free(&h->settings);
}

static void *host_thread(void *user) {
    agon_net_run(((host *)user)->net);
    return NULL;
}

static void host_run(host *h) {
    assert_int_equal(pthread_create(&h->thread, NULL, host_thread, h), 0);
}

// After an answer at least: before that the signal might find nobody.
static void host_stop(host *h) {
    kill(getpid(), SIGTERM);
    pthread_join(h->thread, NULL);
    host_close(h);
}

static int dial(const host *h, int receive_buffer) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    to.sin_port = htons((uint16_t)strtoul(strrchr(agon_net_url(h->net), ':') + 1, NULL, 10));
    if (receive_buffer > 0) {
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &receive_buffer, sizeof receive_buffer);
    }
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

// Sends a request and reads until the server closes; the answer is good until the next call.
static const char *exchange(const host *h, const char *first, const char *name,
                            const char *headers) {
    static char answer[8000];
    const int fd = dial(h, 0);
    dprintf(fd, "%s HTTP/1.1\r\nHost: %s\r\n%s" CLOSE "\r\n", first, name, headers);
    size_t length = 0;
    ssize_t got;
    while ((got = read(fd, answer + length, sizeof answer - 1 - length)) > 0) {
        length += (size_t)got;
    }
    close(fd);
    answer[length] = '\0';
    return answer;
}

static int status_in(const char *answer) {
    return strncmp(answer, "HTTP/1.1 ", 9) == 0 ? (int)strtol(answer + 9, NULL, 10) : -1;
}

// ---------------------------------------------------------------------------------------------

// Only names of the settings are ours; another of the same length is not.
static void test_names_of_the_host(void **unused) {
    (void)unused;
    host h;
    host_prepare(&h);
    set(&h, "origin", "https://play.example.org,http://other.example:8080");
    host_open(&h);
    host_run(&h);
    static const struct {
        const char *name;
        int status;
    } names[] = {
        {"127.0.0.1", 200},        {"localhost:1234", 200},     {"play.example.org", 200},
        {"PLAY.example.org", 200}, {"other.example:8080", 200}, {"evil.example.org", 421},
        {"play.example", 421},     {"other.example:8081", 421}, {"play.example.org.evil", 421},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(status_in(exchange(&h, "GET /", names[i].name, "")), names[i].status);
    }
    host_stop(&h);
}

static void test_pages_of_other_sites(void **unused) {
    (void)unused;
    host h;
    host_prepare(&h);
    host_open(&h);
    host_run(&h);
    static const char post[] = "POST /api/matches";
    const char *answer =
        exchange(&h, post, "localhost", "Origin: http://evil.example\r\nContent-Length: 0\r\n");
    assert_int_equal(status_in(answer), 403);
    assert_non_null(strstr(answer, "\"slug\":\"wrong_origin\""));
    answer = exchange(&h, "GET /api/matches/AAAAAAAAAAAAAAAAAAAAAA/socket", "localhost",
                      "Origin: http://evil.example\r\n" HANDSHAKE);
    assert_int_equal(status_in(answer), 403);
    answer = exchange(&h, post, "localhost", "Origin: http://localhost\r\nContent-Length: 0\r\n");
    assert_int_equal(status_in(answer), 400); // let in: only its body is wrong
    host_stop(&h);
}

static void test_a_file_and_one_that_is_known(void **unused) {
    (void)unused;
    host h;
    host_prepare(&h);
    host_open(&h);
    host_run(&h);
    const char *answer = exchange(&h, "GET /", "localhost", "");
    assert_int_equal(status_in(answer), 200);
    assert_non_null(strstr(answer, "\r\nContent-Length: 4\r\n"));
    assert_non_null(strstr(answer, "\r\nContent-Type: text/html"));
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\npage");
    char known[100];
    snprintf(known, sizeof known, "If-None-Match: %s\r\n", h.files.files[0].etag);
    answer = exchange(&h, "GET /", "localhost", known);
    assert_int_equal(status_in(answer), 304);
    assert_null(strstr(answer, "Content-Length"));
    assert_null(strstr(answer, "Content-Type:"));
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
    host_stop(&h);
}

// ---------------------------------------------------------------------------------------------

static void test_programs_are_cut(void **unused) {
    (void)unused;
    host h;
    host_prepare(&h);
    set(&h, "program", "one=/bin/cat -u; two=x=y");
    host_open(&h);
    const agon_service_def *def = &h.net->service->def;
    assert_int_equal(def->program_count, 2);
    assert_string_equal(def->programs[0].name, "one");
    assert_string_equal(def->programs[0].command, "cmd:/bin/cat -u");
    assert_string_equal(def->programs[1].name, "two");
    assert_string_equal(def->programs[1].command, "cmd:x=y");
    host_close(&h);
}

static void test_descriptors_for_all_connections(void **unused) {
    (void)unused;
    struct rlimit before, after;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    struct rlimit low = {.rlim_cur = 100, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    host h;
    host_prepare(&h);
    host_open(&h);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &after), 0);
    assert_int_equal(after.rlim_cur, 16 + 128);
    assert_int_equal(after.rlim_max, before.rlim_max);
    host_close(&h);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

// ---------------------------------------------------------------------------------------------
// Whoever does not read is not listened to

#define PINGS (2u << 20) // bytes: far more than the buffers hold

static void shake_hands(const host *h, int fd) {
    char answer[2000] = "";
    size_t length = 0;
    dprintf(
        fd,
        "GET /api/matches/AAAAAAAAAAAAAAAAAAAAAA/socket HTTP/1.1\r\nHost: localhost\r\n" HANDSHAKE
        "\r\n");
    while (!strstr(answer, "\r\n\r\n")) {
        const ssize_t got = read(fd, answer + length, sizeof answer - 1 - length);
        assert_true(got > 0);
        length += (size_t)got;
    }
    assert_int_equal(status_in(answer), 101);
    (void)h;
}

// How many bytes of pings are taken from somebody who never reads the pongs.
static size_t flood(int fd) {
    char frames[64 * 131];
    for (size_t i = 0; i < 64; i++) {
        memset(frames + i * 131, 0, 131);
        frames[i * 131] = (char)0x89;
        frames[i * 131 + 1] = (char)(0x80 | 125);
    }
    size_t sent = 0;
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    while (sent < PINGS && poll(&wait, 1, 100) > 0) {
        const size_t at = sent % sizeof frames;
        const ssize_t got = send(fd, frames + at, sizeof frames - at, MSG_DONTWAIT | MSG_NOSIGNAL);
        sent += got > 0 ? (size_t)got : 0;
        if (got < 0 && (wait.revents & (POLLERR | POLLHUP))) {
            return 0;
        }
    }
    return sent;
}

static void test_who_does_not_read_is_not_heard(void **unused) {
    (void)unused;
    host h;
    host_prepare(&h);
    set(&h, "messages", "1000000");
    host_open(&h);
    // Less than the pings fits into the system's buffers; with tiny ones the client would wait for
    // windows to open, whatever the server does.
    const int small = 65536;
    setsockopt(h.net->listen_fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    setsockopt(h.net->listen_fd, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    host_run(&h);
    const int fd = dial(&h, small);
    shake_hands(&h, fd);
    const size_t sent = flood(fd);
    assert_true(sent > 0);
    assert_true(sent < PINGS / 2);
    close(fd);
    host_stop(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_the_host),
        cmocka_unit_test(test_pages_of_other_sites),
        cmocka_unit_test(test_a_file_and_one_that_is_known),
        cmocka_unit_test(test_programs_are_cut),
        cmocka_unit_test(test_descriptors_for_all_connections),
        cmocka_unit_test(test_who_does_not_read_is_not_heard),
    };
    return cmocka_run_group_tests_name("serving", tests, NULL, NULL);
}
