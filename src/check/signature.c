// The signature: one number that every build must agree on.
#include "agon/codec.h"
#include "agon/check.h"

#include <stdlib.h>

#define VIEW_EVERY 16 // views and resamples are taken at every so many actions

typedef struct signer {
    const agon_game *game;
    agon_state *state;
    agon_state *view;
    agon_state *guess;
    agon_rng rng;
    agon_hasher hasher;
} signer;

static void sign(signer *s, const agon_state *state) {
    uint64_t hash = agon_hash(s->game, state);
    agon_pack p = {.mode = AGON_PACK_HASH, .hasher = s->hasher};
    agon_pack_u64(&p, &hash);
    s->hasher = p.hasher;
}

static void sign_views(signer *s) {
    for (int viewer = 0; viewer < s->game->players; viewer++) {
        if (agon_view(s->game, s->state, viewer, s->view) == AGON_OK) {
            sign(s, s->view);
        }
        if (agon_resample(s->game, s->view, &s->rng, s->guess) == AGON_OK) {
            sign(s, s->guess);
        }
    }
}

static void play(signer *s) {
    for (uint32_t step = 0; !s->state->over; step++) {
        for (int p = 0; p < s->game->players; p++) {
            agon_action action;
            if (agon_random_action(s->game, s->state, p, &s->rng, &action) == AGON_OK &&
                agon_apply(s->game, s->state, p, action, NULL, s->state, NULL)) {
                return; // a listed action was refused: the hash will differ, and tests say why
            }
        }
        if (step % VIEW_EVERY == 0) {
            sign_views(s);
        }
    }
    sign(s, s->state);
}

static bool play_games(signer *s, const void *config, uint32_t games) {
    s->state = malloc(s->game->state_max);
    s->view = malloc(s->game->state_max);
    s->guess = malloc(s->game->state_max);
    bool is_ready = s->state && s->view && s->guess;
    for (uint32_t i = 0; is_ready && i < games; i++) {
        agon_init(s->game, config, agon_seed_number(i), s->state);
        s->rng = agon_rng_make((agon_seed){.lo = i, .hi = 1, .is_wide = true});
        play(s);
    }
    free(s->state);
    free(s->view);
    free(s->guess);
    return is_ready;
}

static bool sign_game(signer *s, const agon_rules *rules, int players, uint32_t games) {
    bool is_done = false;
    agon_game *game = NULL;
    void *config = calloc(1, rules->config_size);
    if (!config) {
        return false;
    }
    rules->config_default(config, players);
    game = malloc(agon_game_size(rules, config));
    if (game && agon_configure(rules, config, game, NULL) == AGON_OK) {
        s->game = game;
        is_done = play_games(s, config, games);
    }
    free(game);
    free(config);
    return is_done;
}

uint64_t agon_signature(uint32_t games) {
    static const uint64_t key[2] = {0x7369676e61747572u, 0x652d6f662d61676fu};
    signer s = {0};
    agon_hasher_start(&s.hasher, key, false);
    const agon_codec *codec;
    for (size_t i = 0; (codec = agon_codec_at(i)); i++) {
        for (int n = codec->rules->min_players; n <= codec->rules->max_players; n++) {
            if (!sign_game(&s, codec->rules, n, games)) {
                return 0;
            }
        }
    }
    uint64_t signature;
    agon_hasher_finish(&s.hasher, &signature);
    return signature;
}
