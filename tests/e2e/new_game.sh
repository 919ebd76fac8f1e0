#!/bin/sh
# label: full
# docs/adding-a-game.md to the letter, in a copy of the tree: the folder that tools/new-game.sh makes,
# and Pig, are everywhere at once. What needs more than Debian's base (the WebAssembly compiler, npm's
# packages, Chromium) is left out, and said so, where it is not installed.
set -eu
: "${AGON_SOURCE:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
say() { echo "new_game: $*"; }
quietly() { # COMMAND...: what it prints is shown only when it fails
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; say "failed: $*"; exit 1; }
}

(cd "$AGON_SOURCE" && tar -cf - --exclude=./build --exclude=./.git --exclude=node_modules \
    --exclude=./web/engine/dist .) | (mkdir "$work/tree" && tar -xf - -C "$work/tree")
cd "$work/tree"
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR="$work/tree" CCACHE_NOHASHDIR=1
fi

say "two games in two commands"
quietly tools/new-game.sh last-stone
quietly tools/new-game.sh pig --from examples/sixth_game

say "a name that cannot be is refused, and leaves nothing behind"
for name in pig Pig 9pins a--b ../x; do
    if tools/new-game.sh "$name" >/dev/null 2>&1; then
        say "took the name $name"
        exit 1
    fi
done
[ "$(grep -c '"pig"' games/games.def)" = 1 ]

say "the quick tests of both, and those that go over every game"
tests='^game/(pig|last-stone)/|^check/test_(conformance|leaks|signature|.*plants.*)$|^golden$|^describe$|^layers$|^sizes$|^symbols$|^manuals$'
tests="$tests|^server/api/test_service$|^terminal/test_game_screens$|^fuzz/test_fuzz_smoke$|^core/test_(batch|space_docs)$"
tests="$tests|^rpc/|^codec/test_(codec|gate)$|^e2e/replays$"
targets='libagon.so agon_cli agon_golden agon_describe test_server_api_test_service
    test_game_pig_test test_game_last_stone_test test_check_test_conformance test_check_test_leaks
    test_terminal_test_game_screens test_fuzz_test_fuzz_smoke test_core_test_batch
    test_core_test_space_docs test_codec_test_codec test_rpc_test_rpc test_rpc_test_rpc_limits test_rpc_test_rpc_malformed
    test_rpc_test_rpc_methods test_rpc_test_rpc_play test_rpc_test_rpc_sequence
    test_rpc_test_session test_rpc_test_session_replay'
# shellcheck disable=SC2086 # a list
quietly tools/build.sh release $targets
quietly ctest --test-dir build -j 2 -R "$tests" --output-on-failure --no-tests=error

for game in last-stone pig; do
    say "$game: leaks, engine, terminal, tournament"
    quietly build/agon check-leaks "$game" --steps 10000
    echo '{"jsonrpc":"2.0","id":1,"method":"init","params":{"game":"'"$game"'"}}' | build/agon engine |
        grep -q '"over":false'
    # Its manual, or that there is none, in the command line and in the terminal.
    if [ -f "games/$game/manual.md" ]; then
        build/agon games "$game" --rules | grep -q '^The game$'
    else
        if build/agon games "$game" --rules >/dev/null 2>&1; then
            say "$game has a manual that nobody wrote"
            exit 1
        fi
        echo rules | XDG_STATE_HOME="$work/other" build/agon play "$game" --seed 3 2>/dev/null |
            grep -q 'There is no manual of'
    fi
    # It can be played in the terminal by numbers, without a screen of its own.
    # shellcheck disable=SC2046
    printf '%s\n' $(seq 500 | sed 's/.*/1/') |
        XDG_STATE_HOME="$work/state" build/agon play "$game" --seed 3 >"$work/screen" 2>/dev/null
    grep -q 'agon replay verify' "$work/screen"
    build/agon replay verify "$work/state/agon/$game"-*.ndjson | grep -q '"over":true'
    quietly build/agon watch "$work/state/agon/$game"-*.ndjson
    build/agon tourney "$game" --bot random --bot greedy --games 40 --json - >"$work/table.json" 2>/dev/null
    grep -q '"played":40' "$work/table.json"
done

packages=$AGON_SOURCE/web/node_modules
if ! [ -f /usr/lib/wasm32-wasi/libc.a ]; then
    say "no WebAssembly compiler here: module and page left out"
    exit 0
fi
say "WebAssembly"
[ ! -d "$AGON_SOURCE/build/jansson" ] || cp -r "$AGON_SOURCE/build/jansson" build/
quietly tools/wasm.sh
AGON=$PWD/build/agon AGON_BUILD=$PWD/build AGON_SOURCE=$PWD quietly node tests/e2e/wasm.mjs
if ! [ -d "$packages/typescript" ]; then
    say "npm's packages are not installed (make web): types and page left out"
    exit 0
fi
say "types, and the page's generic board"
mkdir web/node_modules
find "$packages" -maxdepth 1 -mindepth 1 ! -name 'agon-*' -exec ln -s {} web/node_modules/ \;
ln -s ../engine web/node_modules/agon-engine
ln -s ../page web/node_modules/agon-page
cd web
quietly npm run --silent build
quietly npm run --silent check
quietly node --test engine/test/types.test.mjs engine/test/contract.test.mjs
if command -v chromium >/dev/null; then
    quietly node --test --test-name-pattern='Last Stone|Pig' page/test/games.test.mjs
    grep -q '^# pass 2$\|ℹ pass 2$' "$work/log"
else
    say "no Chromium here: the board was built and not clicked"
fi
