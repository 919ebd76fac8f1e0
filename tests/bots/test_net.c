// Nets: a tiny one computes what a hand computes; bytes that are no net are refused with a reason.
#include "tests/support/support.h"

#include "agon/net.h"

// For rock-paper-scissors: two values seen, three actions. Two inputs: the own choice times 1, and whether the
// other's is 0, none. One layer of 3 + 1 outputs, shift 1.
#define ROOM 256
#define AT_PLAYERS 40
#define AT_INPUTS 52
#define AT_LAYERS 56
#define AT_SHARPNESS 60
#define AT_FIRST_INPUT 64
#define AT_LAYER 80

typedef struct net_file {
    uint8_t bytes[ROOM];
    size_t size;
} net_file;

static void put(net_file *file, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) {
        file->bytes[file->size++] = (uint8_t)(value >> 8 * i);
    }
}

static void put_input(net_file *file, uint32_t column, uint32_t kind, uint32_t operand) {
    put(file, column, 2);
    put(file, kind, 2);
    put(file, operand, 4);
}

static net_file tiny(void) {
    static const int32_t biases[4] = {10, -20, 30, 4096};
    static const int16_t weights[2][4] = {{5, 5, 5, 5}, {2, -3, 7, -1}};
    net_file file = {.bytes = "AGONNET1rock-paper-scissors", .size = AT_PLAYERS};
    static const uint32_t head[6] = {2, 2, 3,
                                     2, 1, 0}; // players … layers, sharpness: the best action
    for (int i = 0; i < 6; i++) {
        put(&file, head[i], 4);
    }
    put_input(&file, 0, 0, 4096);
    put_input(&file, 1, 1, 0);
    put(&file, 4, 4);
    put(&file, 1, 4);
    for (int o = 0; o < 4; o++) {
        put(&file, (uint32_t)biases[o], 4);
    }
    for (int i = 0; i < 8; i++) {
        put(&file, (uint16_t)weights[i / 4][i % 4], 2);
    }
    return file;
}

static void test_what_a_tiny_net_computes(void **state) {
    (void)state;
    const net_file file = tiny();
    agon_error error = {0};
    agon_table table;
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    int32_t outputs[4];
    agon_net *net = agon_net_read(file.bytes, file.size, &error);
    assert_non_null(net);
    assert_string_equal(agon_net_game(net), "rock-paper-scissors");
    const agon_codec *codec = agon_codec_find("rock-paper-scissors");
    assert_int_equal(agon_table_init_for(codec, 2, NULL, &table, &error), AGON_OK);
    assert_int_equal(agon_net_fits(net, table.game, &error), AGON_OK);
    agon_state *view = malloc(table.game->state_max);
    assert_int_equal(agon_view(table.game, table.state, 0, view), AGON_OK);
    assert_true(agon_net_evaluate(net, table.game, view, outputs));
    // Nobody has chosen: the inputs are 0 and 4096. (4096 · weight) >> 1, plus the bias.
    assert_int_equal(outputs[0], 4096 + 10);
    assert_int_equal(outputs[1], -6144 - 20);
    assert_int_equal(outputs[2], 14336 + 30);
    assert_int_equal(outputs[3], -2048 + 4096);
    const agon_action best = agon_net_choose(net, table.game, view, 0, &rng);
    assert_int_equal(agon_space_find(table.game->rules)->index_of(table.game, view, 0, best), 2);
    free(view);
    agon_table_free(&table);
    agon_net_free(net);
}

static void assert_refused(const net_file *file, size_t size, const char *reason) {
    agon_error error = {0};
    assert_null(agon_net_read(file->bytes, size, &error));
    assert_int_equal(error.status, AGON_BAD_CONFIG);
    assert_non_null(strstr(error.message, reason));
}

static void test_truncated_files(void **state) {
    (void)state;
    const net_file file = tiny();
    for (size_t size = 0; size < file.size; size++) {
        assert_refused(&file, size,
                       size < AT_FIRST_INPUT ? "not the file of a net" : "ends too early");
    }
    assert_refused(&file, file.size + 1, "goes on after its end");
}

static void test_sizes_out_of_range(void **state) {
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
        const char *reason;
    } wrong[] = {
        {0, 0, "not the file of a net"},
        {AT_INPUTS, 0, "sizes"},
        {AT_INPUTS, AGON_NET_MAX_INPUTS + 1, "sizes"},
        {AT_INPUTS, AGON_NET_MAX_INPUTS, "ends too early"},
        {AT_INPUTS, UINT32_MAX, "sizes"},
        {AT_LAYERS, 0, "sizes"},
        {AT_LAYERS, AGON_NET_MAX_LAYERS + 1, "sizes"},
        {AT_LAYERS, 2, "ends too early"},
        {AT_SHARPNESS, UINT32_MAX, "sizes"},
        {AT_FIRST_INPUT, 2, "an input"},        // no such column
        {AT_FIRST_INPUT, 2u << 16, "an input"}, // no such kind
        {AT_LAYER, 0, "a layer"},
        {AT_LAYER, UINT32_MAX, "ends too early"},
        {AT_LAYER, 3, "last layer"},
        {AT_LAYER + 4, 21, "a layer"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        net_file file = tiny();
        const size_t size = file.size;
        file.size = wrong[i].at;
        put(&file, wrong[i].value, 4);
        assert_refused(&file, size, wrong[i].reason);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_tiny_net_computes),
        cmocka_unit_test(test_truncated_files),
        cmocka_unit_test(test_sizes_out_of_range),
    };
    return cmocka_run_group_tests_name("net", tests, NULL, NULL);
}
