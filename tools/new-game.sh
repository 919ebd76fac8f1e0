#!/bin/sh
# Makes a new game: a folder that builds and passes everything, and all that belongs to it elsewhere.
#   tools/new-game.sh NAME [--from FOLDER]
# NAME is the game's id: small letters, digits and dashes, a letter first. The folder games/NAME begins
# as a copy of examples/new_game with its names replaced, or as a copy of FOLDER as it is.
set -eu
cd "$(dirname "$0")/.."
usage() {
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 64
}
complain() {
    echo "new-game: $*" >&2
    exit 1
}

id=${1:-}
from=examples/new_game
case $# in
    1) ;;
    3)
        [ "$2" = --from ] || usage
        from=$3
        ;;
    *) usage ;;
esac
case $id in
    '' | -* | [0-9]* | *- | *--* | *[!a-z0-9-]*) usage ;;
esac
[ ! -e "games/$id" ] || complain "games/$id is there already"
[ -f "$from/rules.c" ] || complain "$from is not the folder of a game"
name=$(echo "$id" | tr - _)
grep -q ", $name)" games/games.def && complain "there is a game with the name $name in C already"

# The folder, with the names of the example replaced.
upper=$(echo "$name" | tr '[:lower:]' '[:upper:]')
title=$(echo "$id" | awk -F- '{ for (i = 1; i <= NF; i++) $i = toupper(substr($i, 1, 1)) substr($i, 2) } 1')
cp -r "$from" "games/$id"
[ ! -f "games/$id/new-game.h" ] || mv "games/$id/new-game.h" "games/$id/$id.h"
find "games/$id" -type f -exec sed -i \
    -e "s/NEW_GAME/$upper/g; s/new_game/$name/g; s/new-game/$id/g; s/New Game/$title/g" \
    -e "s/\*\*NEW-/**$upper-/; s|// NEW-|// $upper-|; s/, NEW-/, $upper-/; s/test_new\([0-9]\)/test_${name}_\1/" {} +
if command -v clang-format >/dev/null; then
    find "games/$id" -name '*.[ch]' -exec clang-format -i {} +
fi
printf 'AGON_GAME("%s", %s)\n' "$id" "$name" >>games/games.def

# What is made by the program itself: golden files, types, tables, and a replay.
tools/build.sh release agon_cli
tools/golden.sh
tools/replays.sh
echo "games/$id is there: begin with games/$id/RULES.md and manual.md; docs/adding-a-game.md has the way on."
