// Parts of results that several methods write.
#include "src/rpc/call.h"

void agon_rpc_write_winners(const agon_codec *codec, const agon_game *game, const agon_state *state,
                            agon_json *out) {
    if (state->over) {
        agon_players_write(codec, game, agon_winners(game, state), out);
    } else {
        agon_json_null(out);
    }
}

void agon_rpc_write_scores(const agon_game *game, const agon_state *state, agon_json *out) {
    int32_t scores[AGON_MAX_PLAYERS];
    agon_scores(game, state, scores);
    agon_json_open(out, '[');
    for (int player = 0; player < game->players; player++) {
        agon_json_int(out, scores[player]);
    }
    agon_json_close(out, ']');
}

void agon_rpc_write_actions(const agon_codec *codec, const agon_game *game, const agon_state *state,
                            int player, agon_rpc_page page, agon_json *out) {
    const uint32_t count = agon_count(game, state, player);
    agon_json_open(out, '{');
    agon_json_put_int(out, "count", count);
    agon_json_key(out, "actions");
    agon_json_open(out, '[');
    const uint32_t limit = page.limit < AGON_RPC_MAX_LISTED ? page.limit : AGON_RPC_MAX_LISTED;
    const size_t longest = page.longest ? page.longest : SIZE_MAX;
    for (uint32_t i = page.offset; i < count && i - page.offset < limit; i++) {
        if (out->text->length > longest) {
            break;
        }
        codec->action_write(game, state, agon_nth(game, state, player, i), out);
    }
    agon_json_close(out, ']');
    agon_json_close(out, '}');
}
