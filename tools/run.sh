#!/bin/sh
# `make run`: builds everything and serves it on this machine, on a free port, until Ctrl-C or SIGTERM.
#   tools/run.sh BUILD_DIR JOBS [OPTION...]     further options go to `agon serve`
# Every run has a fresh database under the XDG state directory; those of runs a week ago are removed.
set -eu
cd "$(dirname "$0")/.."
build=${1:?build directory}
jobs=${2:-2}
shift 2

# The page is a part of the program. Without npm or network there is the API, and a word about it.
mkdir -p build
if command -v npm >/dev/null 2>&1; then
    tools/web.sh build >build/web.log 2>&1 ||
        echo "run: the web page could not be built, see build/web.log; the rest works" >&2
else
    echo "run: without npm there is no web page; the rest works" >&2
fi
cmake --build "$build" -j "$jobs" --target agon_cli

state=${XDG_STATE_HOME:-${HOME:-/tmp}/.local/state}/agon
mkdir -p "$state"
find "$state" -maxdepth 1 -name 'run-*' -mtime +7 -exec rm -r {} + 2>/dev/null || true
fresh=$(mktemp -d "$state/run-XXXXXX")
exec "$build/agon" serve --port 0 --database "$fresh/agon.db" "$@"
