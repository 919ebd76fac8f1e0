// Nets: reading them, and whole-number inference.
#include "agon/net.h"

#include "agon/bot.h"

#include <stdlib.h>
#include <string.h>

#define HEAD_BYTES 64
#define ID_BYTES 32
#define ONE 4096      // of an activation
#define LOG2_E 5909   // with 12 fractional bits
#define SHIFT_MAX 20u // of a layer

typedef struct net_input {
    uint16_t column;
    uint16_t kind; // 0 linear, 1 equals
    int32_t operand;
} net_input;

typedef struct net_layer {
    uint32_t inputs, outputs;
    uint32_t shift;
    int32_t *biases;
    int16_t *weights; // [inputs][outputs]
} net_layer;

struct agon_net {
    char game[ID_BYTES + 1];
    uint32_t players, width, actions;
    uint32_t sharpness;
    uint32_t input_count, layer_count;
    uint32_t widest; // of inputs and outputs
    net_input *inputs;
    net_layer layers[AGON_NET_MAX_LAYERS];
};

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct net_reader {
    const uint8_t *bytes;
    size_t size, at;
    agon_error *error;
} net_reader;

static uint32_t read_u32(net_reader *r) {
    const uint8_t *b = r->bytes + r->at;
    r->at += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint16_t read_u16(net_reader *r) {
    const uint8_t *b = r->bytes + r->at;
    r->at += 2;
    return (uint16_t)(b[0] | b[1] << 8);
}

static bool refuse(net_reader *r, agon_status status, const char *reason) {
    (void)agon_error_set(r->error, status, NULL, "%s", reason);
    return false;
}

static bool has_bytes(net_reader *r, uint64_t count) {
    return count <= r->size - r->at || refuse(r, AGON_BAD_CONFIG, "the net's file ends too early");
}

static bool read_head(net_reader *r, agon_net *net) {
    if (r->size < HEAD_BYTES || memcmp(r->bytes, "AGONNET1", 8) != 0) {
        return refuse(r, AGON_BAD_CONFIG, "this is not the file of a net");
    }
    memcpy(net->game, r->bytes + 8, ID_BYTES);
    r->at = 8 + ID_BYTES;
    net->players = read_u32(r);
    net->width = read_u32(r);
    net->actions = read_u32(r);
    net->input_count = read_u32(r);
    net->layer_count = read_u32(r);
    net->sharpness = read_u32(r);
    net->widest = net->input_count;
    const bool is_good = net->input_count >= 1 && net->input_count <= AGON_NET_MAX_INPUTS &&
                         net->layer_count >= 1 && net->layer_count <= AGON_NET_MAX_LAYERS &&
                         net->sharpness <= 1000 * ONE;
    return is_good || refuse(r, AGON_BAD_CONFIG, "the net's sizes are out of range");
}

static bool read_inputs(net_reader *r, agon_net *net) {
    if (!has_bytes(r, 8 * (uint64_t)net->input_count)) {
        return false;
    }
    net->inputs = malloc(net->input_count * sizeof *net->inputs);
    if (!net->inputs) {
        return refuse(r, AGON_NO_MEMORY, "out of memory");
    }
    for (uint32_t i = 0; i < net->input_count; i++) {
        net_input *input = &net->inputs[i];
        input->column = read_u16(r);
        input->kind = read_u16(r);
        input->operand = (int32_t)read_u32(r);
        if (input->column >= net->width || input->kind > 1) {
            return refuse(r, AGON_BAD_CONFIG, "an input of the net is none of the observation");
        }
    }
    return true;
}

static bool read_layer(net_reader *r, agon_net *net, uint32_t inputs, net_layer *layer) {
    if (!has_bytes(r, 8)) {
        return false;
    }
    layer->inputs = inputs;
    layer->outputs = read_u32(r);
    layer->shift = read_u32(r);
    if (inputs > AGON_NET_MAX_INPUTS || layer->outputs < 1 || layer->shift > SHIFT_MAX) {
        return refuse(r, AGON_BAD_CONFIG, "a layer of the net is out of range");
    }
    const uint64_t weights = (uint64_t)inputs * layer->outputs;
    if (!has_bytes(r, 4 * (uint64_t)layer->outputs + 2 * weights)) {
        return false;
    }
    layer->biases = malloc(layer->outputs * sizeof *layer->biases);
    layer->weights = malloc((size_t)weights * sizeof *layer->weights);
    if (!layer->biases || !layer->weights) {
        return refuse(r, AGON_NO_MEMORY, "out of memory");
    }
    for (uint32_t i = 0; i < layer->outputs; i++) {
        layer->biases[i] = (int32_t)read_u32(r);
    }
    for (uint64_t i = 0; i < weights; i++) {
        layer->weights[i] = (int16_t)read_u16(r);
    }
    net->widest = layer->outputs > net->widest ? layer->outputs : net->widest;
    return true;
}

static bool read_net(net_reader *r, agon_net *net) {
    if (!read_head(r, net) || !read_inputs(r, net)) {
        return false;
    }
    uint32_t inputs = net->input_count;
    for (uint32_t i = 0; i < net->layer_count; i++) {
        if (!read_layer(r, net, inputs, &net->layers[i])) {
            return false;
        }
        inputs = net->layers[i].outputs;
    }
    if (inputs != (uint64_t)net->actions + 1) {
        return refuse(r, AGON_BAD_CONFIG,
                      "the net's last layer is not one of its actions and a value");
    }
    return r->at == r->size || refuse(r, AGON_BAD_CONFIG, "the net's file goes on after its end");
}

agon_net *agon_net_read(const uint8_t *bytes, size_t size, agon_error *error) {
    net_reader r = {.bytes = bytes, .size = size, .error = error};
    if (size > AGON_NET_MAX_BYTES) {
        (void)refuse(&r, AGON_BAD_CONFIG, "the net's file is too large");
        return NULL;
    }
    agon_net *net = calloc(1, sizeof *net);
    if (!net) {
        (void)refuse(&r, AGON_NO_MEMORY, "out of memory");
    } else if (!read_net(&r, net)) {
        agon_net_free(net);
        net = NULL;
    }
    return net;
}

void agon_net_free(agon_net *net) {
    for (uint32_t i = 0; net && i < AGON_NET_MAX_LAYERS; i++) {
        free(net->layers[i].biases);
        free(net->layers[i].weights);
    }
    if (net) {
        free(net->inputs);
    }
    free(net);
}

const char *agon_net_game(const agon_net *net) {
    AGON_ASSERT(net);
    return net->game;
}

agon_status agon_net_fits(const agon_net *net, const agon_game *game, agon_error *error) {
    AGON_ASSERT(net && game);
    const agon_space *space = agon_space_find(game->rules);
    if (strcmp(net->game, game->rules->id) != 0) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL, "the net is for %s, not for %s",
                              net->game, game->rules->id);
    }
    if (!space || net->players != game->players || net->width != agon_space_width(space, game) ||
        net->actions != space->action_count(game)) {
        return agon_error_set(error, AGON_BAD_CONFIG, NULL,
                              "the net is for %u players, %u values and %u actions: another config",
                              net->players, net->width, net->actions);
    }
    return AGON_OK;
}

// ---------------------------------------------------------------------------------------------
// Inference

static int32_t clip(int64_t value) {
    return (int32_t)(value > AGON_NET_LARGEST    ? AGON_NET_LARGEST
                     : value < -AGON_NET_LARGEST ? -AGON_NET_LARGEST
                                                 : value);
}

static void encode(const agon_net *net, const int16_t *row, int32_t *x) {
    for (uint32_t i = 0; i < net->input_count; i++) {
        const net_input *input = &net->inputs[i];
        const int32_t value = row[input->column];
        x[i] = input->kind ? (value == input->operand ? ONE : 0)
                           : clip((int64_t)value * input->operand);
    }
}

// Dividing by a power of two, rounded down also below 0.
static int64_t shift_down(int64_t value, uint32_t shift) {
    return value >= 0 ? value >> shift : -((-value + ((INT64_C(1) << shift) - 1)) >> shift);
}

// Most inputs are 0: they are left out. A sum cannot overflow: 2^14 inputs of 2^24 times 2^15.
static void run_layer(const net_layer *layer, const int32_t *x, int64_t *sums, bool is_last,
                      int32_t *y) {
    memset(sums, 0, layer->outputs * sizeof *sums);
    for (uint32_t i = 0; i < layer->inputs; i++) {
        const int16_t *weights = layer->weights + (size_t)i * layer->outputs;
        for (uint32_t o = 0; x[i] && o < layer->outputs; o++) {
            sums[o] += (int64_t)weights[o] * x[i];
        }
    }
    for (uint32_t o = 0; o < layer->outputs; o++) {
        const int32_t sum = clip(shift_down(sums[o], layer->shift) + layer->biases[o]);
        y[o] = is_last || sum > 0 ? sum : 0;
    }
}

bool agon_net_evaluate(const agon_net *net, const agon_game *game, const agon_state *view,
                       int32_t *outputs) {
    AGON_ASSERT(net && game && view && outputs);
    int16_t *row = malloc(net->width * sizeof *row);
    int64_t *sums = malloc(net->widest * sizeof *sums);
    int32_t *x = calloc(2 * (size_t)net->widest, sizeof *x);
    const bool is_good = row && sums && x;
    if (is_good) {
        int32_t *y = x + net->widest;
        agon_space_find(game->rules)->observe(game, view, row);
        encode(net, row, x);
        for (uint32_t i = 0; i < net->layer_count; i++) {
            const bool is_last = i + 1 == net->layer_count;
            run_layer(&net->layers[i], i % 2 ? y : x, sums, is_last,
                      is_last ? outputs
                      : i % 2 ? x
                              : y);
        }
    }
    free(row);
    free(sums);
    free(x);
    return is_good;
}

// ---------------------------------------------------------------------------------------------
// The choice

// 2^−t with 16 fractional bits, t with 12; within a thousandth of the truth.
static uint32_t halve(uint64_t t) {
    const uint64_t f = t % ONE;
    const uint64_t part = 65536 - (f * (44138 - (11370 * f >> 12)) >> 12);
    return t / ONE > 16 ? 0 : (uint32_t)(part >> (t / ONE));
}

// The weight of a logit beside the best one.
static uint32_t weigh(const agon_net *net, int32_t best, int32_t logit) {
    const uint64_t behind = (uint64_t)((int64_t)best - logit);
    if (net->sharpness == 0) {
        return behind == 0;
    }
    return halve((behind * net->sharpness >> 12) * LOG2_E >> 12);
}

// Where the walk through the valid actions has come to.
typedef struct net_pick {
    agon_action action;
    int32_t best;
    uint32_t total;
    bool has_any;
} net_pick;

static bool logit_of(const agon_net *net, const agon_game *game, const agon_state *view, int player,
                     const int32_t *outputs, agon_action action, int32_t *logit) {
    const uint32_t index = agon_space_find(game->rules)->index_of(game, view, player, action);
    *logit = index < net->actions ? outputs[index] : 0;
    return index < net->actions; // an action without a number is never chosen
}

// One draw for the whole list: an action takes the place of those before it with the chance of its weight.
static net_pick pick(const agon_net *net, const agon_game *game, const agon_state *view, int player,
                     const int32_t *outputs, agon_rng *rng) {
    net_pick p = {.best = INT32_MIN};
    int32_t logit;
    const uint32_t count = agon_count(game, view, player);
    for (uint32_t i = 0; i < count; i++) {
        agon_action action = agon_nth(game, view, player, i);
        if (logit_of(net, game, view, player, outputs, action, &logit) && logit > p.best) {
            p.best = logit;
        }
    }
    for (uint32_t i = 0; i < count && p.total < UINT32_MAX - 65536; i++) {
        agon_action action = agon_nth(game, view, player, i);
        const uint32_t weight = logit_of(net, game, view, player, outputs, action, &logit)
                                    ? weigh(net, p.best, logit)
                                    : 0;
        p.total += weight;
        if (weight > 0 && agon_uniform(rng, p.total) < weight) {
            p.action = action;
            p.has_any = true;
        }
    }
    return p;
}

agon_action agon_net_choose(const agon_net *net, const agon_game *game, const agon_state *view,
                            int player, agon_rng *rng) {
    AGON_ASSERT(net && game && view && rng);
    net_pick p = {.has_any = false};
    int32_t *outputs = malloc(((size_t)net->actions + 1) * sizeof *outputs);
    if (outputs && agon_net_evaluate(net, game, view, outputs)) {
        p = pick(net, game, view, player, outputs, rng);
    }
    free(outputs);
    if (!p.has_any) {
        const agon_thought thought = {.game = game, .view = view, .player = player, .rng = rng};
        // cppcheck-suppress returnDanglingLifetime; an action holds no address
        return agon_random_bot.think(&thought);
    }
    return p.action;
}
