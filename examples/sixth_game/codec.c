// The documents of Pig are those that its descriptions make.
#include "pig.h"

#include "agon/codec.h"

const agon_codec agon_pig_codec = AGON_DESCRIBED_CODEC(&agon_pig_rules);
