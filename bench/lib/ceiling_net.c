// The net that estimates chances, and learning from a match.
#include "bench/lib/ceiling.h"

#include <math.h>

ceiling_learner ceiling;

// ---------------------------------------------------------------------------------------------
// The net

static float small_weight(agon_rng *rng, float largest) {
    return largest * ((float)agon_uniform(rng, 2001) / 1000.0f - 1.0f);
}

void ceiling_net_start(ceiling_net *net, agon_rng *rng) {
    *net = (ceiling_net){0};
    for (int unit = 0; unit < CEILING_UNITS; unit++) {
        for (int i = 0; i < CEILING_INPUTS; i++) {
            net->to_units[i][unit] = small_weight(rng, 0.15f);
        }
        net->to_output[unit] = small_weight(rng, 0.3f);
    }
}

// Most inputs are 0: those cost nothing.
static void fill_units(const ceiling_net *net, const float *inputs, float units[CEILING_UNITS]) {
    for (int unit = 0; unit < CEILING_UNITS; unit++) {
        units[unit] = net->unit_bias[unit];
    }
    for (int i = 0; i < CEILING_INPUTS; i++) {
        float input = inputs[i];
        for (int unit = 0; input != 0 && unit < CEILING_UNITS; unit++) {
            units[unit] += input * net->to_units[i][unit];
        }
    }
    for (int unit = 0; unit < CEILING_UNITS; unit++) {
        units[unit] = units[unit] > 0 ? units[unit] : 0;
    }
}

static float output_of(const ceiling_net *net, const float units[CEILING_UNITS]) {
    float sum = net->output_bias;
    for (int unit = 0; unit < CEILING_UNITS; unit++) {
        sum += units[unit] * net->to_output[unit];
    }
    return 1.0f / (1.0f + expf(-sum));
}

float ceiling_net_estimate(const ceiling_net *net, const float inputs[CEILING_INPUTS]) {
    float units[CEILING_UNITS];
    fill_units(net, inputs, units);
    return output_of(net, units);
}

void ceiling_net_learn(ceiling_net *net, const float inputs[CEILING_INPUTS], float target,
                       float rate) {
    float units[CEILING_UNITS], steps[CEILING_UNITS];
    fill_units(net, inputs, units);
    float step = rate * (target - output_of(net, units));
    net->output_bias += step;
    for (int unit = 0; unit < CEILING_UNITS; unit++) {
        steps[unit] = units[unit] > 0 ? step * net->to_output[unit] : 0;
        net->to_output[unit] += step * units[unit];
        net->unit_bias[unit] += steps[unit];
    }
    for (int i = 0; i < CEILING_INPUTS; i++) {
        float input = inputs[i];
        for (int unit = 0; input != 0 && unit < CEILING_UNITS; unit++) {
            net->to_units[i][unit] += input * steps[unit];
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The learner

void ceiling_remember(int net, const float inputs[CEILING_INPUTS], float value) {
    if (!ceiling.is_learning || ceiling.count == CEILING_POSITIONS) {
        return;
    }
    ceiling_position *position = &ceiling.positions[ceiling.count++];
    position->net = net;
    position->value = value;
    for (int i = 0; i < CEILING_INPUTS; i++) {
        position->inputs[i] = inputs[i];
    }
}

// From the end backwards: `outcome` is what came of the position after all, a mean of the result
// and of what the player saw ahead of it on the way there.
void ceiling_learn(float result) {
    float outcome = result;
    for (int i = ceiling.count - 1; i >= 0; i--) {
        const ceiling_position *position = &ceiling.positions[i];
        ceiling_net *net = &ceiling.nets[position->net];
        if (position->net == CEILING_TURN_ENDED) {
            ceiling_net_learn(net, position->inputs, outcome, ceiling.rate);
            continue;
        }
        ceiling_net_learn(net, position->inputs, (position->value + outcome) / 2, ceiling.rate);
        outcome = ceiling.trace * outcome + (1 - ceiling.trace) * position->value;
    }
    ceiling.count = 0;
}

agon_action ceiling_explore(const agon_thought *thought, agon_action best) {
    const uint32_t fine = 10000;
    agon_action any;
    bool is_curious = ceiling.is_learning &&
                      (float)agon_uniform(thought->rng, fine) < ceiling.exploration * (float)fine;
    if (is_curious && agon_random_action(thought->game, thought->view, thought->player,
                                         thought->rng, &any) == AGON_OK) {
        return any;
    }
    return best;
}
