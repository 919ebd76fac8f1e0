// The same library from C++: a match as text, and the engine behind its protocol.
#include <agon/agon.h>
#include <agon/games/rock-paper-scissors.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

namespace {

std::string written(const agon_table &table, const agon_state *state) {
    agon_text text{};
    agon_state_to_json(&table, state, &text);
    std::string result = text.failed ? "" : std::string(text.data, text.length);
    agon_text_free(&text);
    return result;
}

bool play(agon_table &table) {
    agon_rng rng = agon_rng_make(agon_seed_number(1));
    agon_sink sink{};
    int events = 0;
    sink.user = &events;
    sink.emit = [](void *user, const agon_event *) { ++*static_cast<int *>(user); };
    const agon_context context{&sink, nullptr};
    for (int player = 0; player < table.game->players; player++) {
        agon_action action;
        if (agon_random_action(table.game, table.state, player, &rng, &action) != AGON_OK ||
            agon_apply(table.game, table.state, player, action, &context, table.state, nullptr) !=
                AGON_OK) {
            return false;
        }
    }
    return table.state->over && events > 0;
}

} // namespace

int main() {
    agon_table table;
    agon_error error;
    const char *config = R"({"playerIds": ["ann", "bob"]})";
    const agon_codec *codec = agon_codec_find("rock-paper-scissors");
    if (agon_config_from_json(codec, 0, config, &table, &error) != AGON_OK) {
        std::cerr << error.path << ": " << error.message << "\n";
        return EXIT_FAILURE;
    }
    const bool is_played = play(table);
    std::cout << written(table, table.state) << "\n";
    agon_table_free(&table);
    const std::string request = R"({"jsonrpc":"2.0","id":1,"method":"games"})";
    std::unique_ptr<char, decltype(&std::free)> answer(
        agon_rpc_handle(request.data(), request.size()), std::free);
    return is_played && answer && agon_version() == std::string(AGON_VERSION) ? EXIT_SUCCESS
                                                                              : EXIT_FAILURE;
}
