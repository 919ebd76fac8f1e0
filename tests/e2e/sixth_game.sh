#!/bin/sh
# label: full
# docs/adding-a-game.md to the letter, on a copy of the tree: one folder, one line, and the game is
# everywhere.
set -eu
: "${AGON_SOURCE:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cd "$AGON_SOURCE"
cp -r CMakeLists.txt CMakePresets.json cmake include src games apps bench completions docs examples tools "$work"
mkdir "$work/tests" && cp -r tests/install "$work/tests"
cd "$work"
cp -r examples/sixth_game games/pig
echo 'AGON_GAME("pig", pig)' >>games/games.def
cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug -DAGON_TESTS=OFF -DAGON_SHARED=OFF -DAGON_REPORT=OFF >/dev/null
cmake --build build -j 2 --target agon_cli >/dev/null
build/agon games | grep -q '^pig '
build/agon check-leaks pig --steps 10000
echo '{"jsonrpc":"2.0","id":1,"method":"init","params":{"game":"pig"}}' | build/agon engine |
    grep -q '"target":50'
# It can be played in the terminal by numbers, without a screen of its own.
# shellcheck disable=SC2046
printf '%s\n' $(seq 500 | sed 's/.*/2/') | XDG_STATE_HOME="$work/state" build/agon play pig --seed 3 |
    grep -q 'agon replay verify'
build/agon replay verify "$work"/state/agon/pig-*.ndjson | grep -q '"over":true'
build/agon watch "$work"/state/agon/pig-*.ndjson | grep -q 'score'
