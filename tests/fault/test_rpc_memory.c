// The nth allocation fails: the RPC handler says so, forgets nothing and frees everything.
//
// malloc and its family are replaced in this program, by functions that fail on command and count
// what is in use. Sanitizers bring a malloc of their own, so this test is not for them.
#include "agon/rpc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AGON_HAS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define AGON_HAS_SANITIZER
#endif

#ifdef AGON_HAS_SANITIZER

int main(void) {
    puts("skipped: malloc cannot be replaced in this build");
    return 77;
}

#else

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

static bool is_watching;
static long allocations; // asked for while watching
static long in_use;      // allocated and not freed while watching
static long first_fault; // the number of the allocation that fails, from 0; −1: none
static long last_fault;

static bool may_allocate(void) {
    if (!is_watching) {
        return true;
    }
    const long number = allocations++;
    return first_fault < 0 || number < first_fault || number > last_fault;
}

static void *count(void *memory) {
    in_use += is_watching && memory;
    return memory;
}

// Visible, so that jansson calls them too.
AGON_API void *malloc(size_t size) {
    return may_allocate() ? count(__libc_malloc(size)) : NULL;
}

AGON_API void *calloc(size_t nmemb, size_t size) {
    return may_allocate() ? count(__libc_calloc(nmemb, size)) : NULL;
}

AGON_API void *realloc(void *ptr, size_t size) {
    if (!may_allocate()) {
        return NULL;
    }
    void *grown = __libc_realloc(ptr, size);
    return ptr ? grown : count(grown);
}

AGON_API void free(void *ptr) {
    in_use -= is_watching && ptr;
    __libc_free(ptr);
}

// Answers a request while allocations number `first` to `last` fail.
static char *answer(const char *request, long first, long last) {
    allocations = 0;
    first_fault = first;
    last_fault = last;
    is_watching = true;
    char *text = agon_rpc_handle(request, strlen(request));
    is_watching = false;
    return text;
}

static void check_one(const char *request, const char *expected, long first, long last) {
    in_use = 0;
    char *text = answer(request, first, last);
    assert_int_equal(in_use, text != NULL);
    if (last > first) {
        // No memory at all any more, perhaps not even for the error.
        assert_true(!text || strstr(text, "\"slug\":\"no_memory\""));
        free(text);
        return;
    }
    if (!text) {
        fail_msg("no answer without allocation %ld: %s", first, request);
        return;
    }
    // A failure that did not matter changes nothing; any other is reported.
    if (strcmp(text, expected) != 0) {
        assert_non_null(strstr(text, "\"slug\":\"no_memory\""));
    }
    free(text);
}

// Every allocation of a request fails once: alone, and together with all that follow.
static void check_all(const char *request) {
    char *expected = answer(request, -1, -1);
    const long total = allocations;
    assert_non_null(expected);
    assert_in_range(total, 1, 10000);
    for (long i = 0; i < total; i++) {
        check_one(request, expected, i, i);
        check_one(request, expected, i, 1000000);
    }
    free(expected);
}

#define GAME "\"game\":\"rock-paper-scissors\""
#define STATE "{\"playerIds\":[\"a\",\"b\"],\"choices\":{\"a\":\"rock\",\"b\":null}}"
#define VIEW                                                                                       \
    "{\"playerIds\":[\"a\",\"b\"],\"choices\":{\"a\":\"hidden\",\"b\":null},\"viewer\":\"b\"}"
#define ACTION "\"player\":\"b\",\"action\":{\"type\":\"choose\",\"choice\":\"paper\"}"
#define CALL(method, params)                                                                       \
    "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"" method "\",\"params\":{" params "}}"

static void test_every_method(void **state) {
    (void)state;
    static const char *const requests[] = {
        CALL("games", ""),
        CALL("init", GAME ",\"config\":{\"seed\":1.5e3,\"playerIds\":[\"a\",\"b\"]}"),
        CALL("init", GAME ",\"config\":{\"seed\":15}"),
        CALL("apply", GAME ",\"state\":" STATE "," ACTION),
        CALL("apply", GAME ",\"state\":" STATE "," ACTION ",\"rolls\":[]"),
        CALL("apply", GAME ",\"state\":" STATE "," ACTION ",\"rolls\":[1]"),
        CALL("check", GAME ",\"view\":" VIEW "," ACTION),
        CALL("actions", GAME ",\"state\":" STATE ",\"player\":\"b\""),
        CALL("random_action", GAME ",\"state\":" STATE ",\"player\":\"b\",\"seed\":1"),
        CALL("view", GAME ",\"state\":" STATE ",\"viewer\":\"b\""),
        CALL("view_events", GAME ",\"viewer\":\"b\",\"events\":[{\"type\":\"CHOSEN\",\"player\":"
                                 "\"a\",\"choice\":\"rock\",\"visible\":[\"a\"]}]"),
        CALL("status", GAME ",\"view\":" VIEW),
        CALL("resample", GAME ",\"view\":" VIEW ",\"viewer\":\"b\",\"seed\":1"),
        CALL("bot", GAME ",\"view\":" VIEW ",\"viewer\":\"b\",\"seed\":1,\"bot\":\"random\""),
        CALL("render", GAME ",\"state\":" STATE ",\"viewer\":\"b\""),
        CALL("replay_verify", "\"replay\":\"no replay\""),
    };
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        check_all(requests[i]);
    }
}

static void test_refusals(void **state) {
    (void)state;
    check_all("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"nothing\"}");
    check_all("{\"jsonrpc\":\"2.0\",\"id\":1}");
    check_all("[true,{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"games\"},"
              "{\"jsonrpc\":\"2.0\",\"id\":2.5,\"method\":\"init\",\"params\":{\"game\":\"x\"}}]");
    check_all("{\"a\":\"\\u00e9\\n\",\"b\":[1,2,3");
    check_all("not JSON at all, and longer than the first piece of memory that is asked for");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
