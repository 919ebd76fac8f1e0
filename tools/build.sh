#!/bin/sh
# Configures a preset if that was not done yet, and builds it; silent unless something is wrong.
#   tools/build.sh PRESET [TARGET...]
set -eu
cd "$(dirname "$0")/.."
preset=${1:?preset}
shift
directory=build/$preset
[ "$preset" != release ] || directory=build
mkdir -p build
if [ ! -f "$directory/build.ninja" ]; then
    cmake --preset "$preset" >"build/configure-$preset.log" 2>&1 || {
        cat "build/configure-$preset.log"
        exit 1
    }
fi
[ $# -eq 0 ] || set -- --target "$@"
cmake --build "$directory" -j "$(nproc 2>/dev/null || echo 2)" "$@" -- --quiet \
    >"build/build-$preset.log" 2>&1 || {
    cat "build/build-$preset.log"
    exit 1
}
