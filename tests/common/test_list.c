// Arrays that grow, and lists of events.
#include "src/common/list.h"
#include "tests/support/support.h"

static void test_an_array_keeps_its_items_while_it_grows(void **unused) {
    (void)unused;
    uint32_t *items = NULL;
    size_t capacity = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(agon_grow(&items, &capacity, (size_t)i + 1, sizeof *items));
        assert_true(capacity > i);
        items[i] = i * i;
    }
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(items[i], i * i);
    }
    assert_int_equal(capacity, 1024);
    free(items);
}

static void test_room_for_many_comes_at_once(void **unused) {
    (void)unused;
    char *items = NULL;
    size_t capacity = 0;
    assert_true(agon_grow(&items, &capacity, 100, 1));
    assert_int_equal(capacity, 100);
    const char *before = items;
    assert_true(agon_grow(&items, &capacity, 100, 1));
    assert_ptr_equal(items, before);
    free(items);
}

static void test_too_much_is_refused_and_changes_nothing(void **unused) {
    (void)unused;
    char *items = NULL;
    size_t capacity = 0;
    assert_true(agon_grow(&items, &capacity, 1, 8));
    const char *before = items;
    assert_false(agon_grow(&items, &capacity, SIZE_MAX / 4, 8));
    assert_ptr_equal(items, before);
    assert_int_equal(capacity, 16);
    free(items);
}

static void test_a_list_takes_events_in_order(void **unused) {
    (void)unused;
    agon_event_list list = {0};
    agon_sink sink = agon_event_list_sink(&list);
    for (int i = 0; i < 40; i++) {
        sink.emit(sink.user, &(agon_event){.type = (uint16_t)i, .visible = AGON_ALL});
    }
    assert_int_equal(list.count, 40);
    assert_false(list.failed);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(list.items[i].type, i);
    }
    agon_event_list_free(&list);
    assert_null(list.items);
    assert_int_equal(list.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_array_keeps_its_items_while_it_grows),
        cmocka_unit_test(test_room_for_many_comes_at_once),
        cmocka_unit_test(test_too_much_is_refused_and_changes_nothing),
        cmocka_unit_test(test_a_list_takes_events_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
