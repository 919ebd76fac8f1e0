// Everything at once. See game.h first: it is the contract; the others are around it.
//
// The headers of the games are not in it: <agon/games/entropy.h> and so on.
#ifndef AGON_AGON_H
#define AGON_AGON_H

#include "agon/batch.h"
#include "agon/bot.h"
#include "agon/check.h"
#include "agon/codec.h"
#include "agon/conformance.h"
#include "agon/document.h"
#include "agon/event.h"
#include "agon/export.h"
#include "agon/fields.h"
#include "agon/game.h"
#include "agon/leaks.h"
#include "agon/loop.h"
#include "agon/match.h"
#include "agon/net.h"
#include "agon/pack.h"
#include "agon/protocol.h"
#include "agon/queue.h"
#include "agon/replay.h"
#include "agon/report.h"
#include "agon/rng.h"
#include "agon/rpc.h"
#include "agon/search.h"
#include "agon/seat.h"
#include "agon/session.h"
#include "agon/space.h"
#include "agon/status.h"
#include "agon/terms.h"
#include "agon/timeline.h"
#include "agon/tourney.h"
#include "agon/version.h"

#endif
