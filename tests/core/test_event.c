// Redaction: who sees an event, and what of it.
#include "tests/support/support.h"

#include "agon/event.h"

static const agon_event_field secret_fields[] = {
    {"player", AGON_KIND_PLAYER, 0, 1, 0},
    {"cards", AGON_KIND_CUSTOM, 1, 3, AGON_FIELD_SECRET},
    {"roll", AGON_KIND_INT, 4, 1, AGON_FIELD_REVEAL},
    {"note", AGON_KIND_INT, 5, 1, AGON_FIELD_SECRET | AGON_FIELD_REVEAL},
};
static const agon_event_field plain_fields[] = {{"player", AGON_KIND_PLAYER, 0, 1, 0}};
static const agon_event_type types[] = {
    {"SECRETIVE", secret_fields, 4}, {"PLAIN", plain_fields, 1}, {"BARE", NULL, 0}};

static agon_event sample(uint16_t type, agon_viewers visible) {
    return (agon_event){.type = type, .visible = visible, .f = {1, 11, 12, 13, 4, 5}};
}

static void public_event_is_shown_in_full(void **state) {
    (void)state;
    agon_event event = sample(0, AGON_ALL), out;
    assert_true(agon_event_redact(types, &event, 0, &out));
    assert_memory_equal(&event, &out, sizeof out);
    assert_true(agon_event_redact(types, &event, AGON_SPECTATOR, &out));
    assert_memory_equal(&event, &out, sizeof out);
}

static void owner_sees_its_secret(void **state) {
    (void)state;
    agon_event event = sample(0, agon_viewer_bit(1)), out;
    assert_true(agon_event_redact(types, &event, 1, &out));
    assert_int_equal(out.redacted, 0);
    assert_int_equal(out.f[2], 12);
}

static void others_see_the_fact_without_the_content(void **state) {
    (void)state;
    agon_event event = sample(0, agon_viewer_bit(1)), out;
    static const int others[] = {0, 2, 7, AGON_SPECTATOR};
    for (size_t i = 0; i < 4; i++) {
        assert_true(agon_event_redact(types, &event, others[i], &out));
        assert_int_equal(out.redacted, 1u << 1 | 1u << 3);
        static const int32_t expected[AGON_EVENT_FIELDS] = {1, 0, 0, 0, 4, 0};
        assert_memory_equal(out.f, expected, sizeof expected);
    }
}

static void event_without_secret_fields_is_dropped(void **state) {
    (void)state;
    agon_event event = sample(1, agon_viewer_bit(1)), out;
    assert_true(agon_event_redact(types, &event, 1, &out));
    assert_false(agon_event_redact(types, &event, 0, &out));
    event = sample(2, AGON_NONE);
    assert_false(agon_event_redact(types, &event, 0, &out));
    assert_false(agon_event_redact(types, &event, AGON_SPECTATOR, &out));
}

// All players are not all viewers: the spectator is not among them.
static void spectator_needs_a_bit_of_its_own(void **state) {
    (void)state;
    agon_event event = sample(1, 0xff), out;
    for (int p = 0; p < AGON_MAX_PLAYERS; p++) {
        assert_true(agon_event_redact(types, &event, p, &out));
    }
    assert_false(agon_event_redact(types, &event, AGON_SPECTATOR, &out));
    event.visible |= agon_viewer_bit(AGON_SPECTATOR);
    assert_true(agon_event_redact(types, &event, AGON_SPECTATOR, &out));
}

static void redaction_twice_is_redaction_once(void **state) {
    (void)state;
    agon_event event = sample(0, agon_viewer_bit(1)), once, twice;
    assert_true(agon_event_redact(types, &event, 0, &once));
    assert_true(agon_event_redact(types, &once, 0, &twice));
    assert_memory_equal(&once, &twice, sizeof once);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(public_event_is_shown_in_full),
        cmocka_unit_test(owner_sees_its_secret),
        cmocka_unit_test(others_see_the_fact_without_the_content),
        cmocka_unit_test(event_without_secret_fields_is_dropped),
        cmocka_unit_test(spectator_needs_a_bit_of_its_own),
        cmocka_unit_test(redaction_twice_is_redaction_once),
    };
    return cmocka_run_group_tests_name("event", tests, NULL, NULL);
}
