// The registered games, as the codec layer sees them.
#include "agon/codec.h"

#include <string.h>

#define AGON_GAME(id, name) extern const agon_codec agon_##name##_codec;
#include "games/games.def"
#undef AGON_GAME

static const agon_codec *const codecs[] = {
#define AGON_GAME(id, name) &agon_##name##_codec,
#include "games/games.def"
#undef AGON_GAME
};

const agon_codec *agon_codec_at(size_t i) {
    return i < sizeof codecs / sizeof codecs[0] ? codecs[i] : NULL;
}

const agon_codec *agon_codec_find(const char *id) {
    AGON_ASSERT(id);
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        if (strcmp(codec->rules->id, id) == 0) {
            return codec;
        }
    }
    return NULL;
}
