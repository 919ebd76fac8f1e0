// Everything at once. See game.h first: it is the contract; the others are around it.
#ifndef AGON_AGON_H
#define AGON_AGON_H

#include "agon/batch.h"
#include "agon/bot.h"
#include "agon/codec.h"
#include "agon/event.h"
#include "agon/game.h"
#include "agon/loop.h"
#include "agon/match.h"
#include "agon/pack.h"
#include "agon/protocol.h"
#include "agon/queue.h"
#include "agon/replay.h"
#include "agon/rng.h"
#include "agon/rpc.h"
#include "agon/seat.h"
#include "agon/space.h"
#include "agon/status.h"
#include "agon/terms.h"

#endif
