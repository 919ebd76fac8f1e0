// Nets: small policy networks in whole numbers, as the bot net:FILE.
//
// A net is trained elsewhere (docs/python.md) and saved with integer weights; what it says of a view is the
// same on every platform. It sees the observation of agon/space.h and nothing else.
//
//     agon_net *net = agon_net_read(bytes, size, &error);
//     if (net && agon_net_fits(net, game, &error) == AGON_OK) {
//         action = agon_net_choose(net, game, view, player, &rng);
//     }
//     agon_net_free(net);
//
// The file, little-endian: "AGONNET1", the game's id in 32 bytes, then as uint32 players, width of the
// observation, actions, inputs, layers, sharpness; the inputs as (uint16 column, uint16 kind, int32
// operand); and for every layer uint32 outputs, uint32 shift, int32 biases[outputs],
// int16 weights[its inputs][outputs].
//
// Activations have 12 fractional bits and stay within ±AGON_NET_LARGEST. An input of kind 0 is its column
// times the operand, one of kind 1 is 4096 where the column equals the operand and else 0. A layer's output
// is (the sum of weights times inputs) >> shift, plus the bias; of all layers but the last not below 0. The last layer has
// one output per action number, a logit, and one more: the value for the viewer.
#ifndef AGON_NET_H
#define AGON_NET_H

#include "agon/space.h"

AGON_C_BEGIN

#define AGON_NET_LARGEST (1 << 24)
#define AGON_NET_MAX_LAYERS 8
#define AGON_NET_MAX_INPUTS 16384 // of a layer
#define AGON_NET_MAX_BYTES (64u << 20)

typedef struct agon_net agon_net;

// A net from the bytes of its file; any bytes are safe. NULL, with the reason, if they are none or memory ran
// out; the caller's, agon_net_free.
AGON_API agon_net *agon_net_read(const uint8_t *bytes, size_t size, agon_error *error);
AGON_API void agon_net_free(agon_net *net);

// The id of the game that it is for.
AGON_API const char *agon_net_game(const agon_net *net);

// Whether the net is for this game: its id, players, observations and actions. AGON_BAD_CONFIG if not.
AGON_API AGON_MUST_USE agon_status agon_net_fits(const agon_net *net, const agon_game *game,
                                                 agon_error *error);

// What the net says of a view: a logit per action number, then the value; room for actions + 1. False if
// memory ran out. The net must fit.
AGON_API AGON_MUST_USE bool agon_net_evaluate(const agon_net *net, const agon_game *game,
                                              const agon_state *view, int32_t *outputs);

// A valid action of the view's player: drawn in proportion to 2^(sharpness · logit · log2 e), the best one
// where the sharpness is 0; by chance alone if memory ran out. At least one action must be valid.
AGON_API agon_action agon_net_choose(const agon_net *net, const agon_game *game,
                                     const agon_state *view, int player, agon_rng *rng);

AGON_C_END

#endif
