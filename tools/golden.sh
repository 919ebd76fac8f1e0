#!/bin/sh
# Writes anew what games make: everything in tests/golden (playthroughs, facts and states of the games by
# agon-golden, and what the tests below compare with a file), types and tables (agon-describe). Read the
# difference before you keep it.
#   tools/golden.sh [BUILD_DIR]
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
tests="bots_test_search_lines check_test_conformance_plants check_test_leak_plants_rps
    check_test_leak_plants_toy check_test_signature check_test_space_plants codec_test_gate
    tourney_test_report_whole"
targets=
for test in $tests; do
    targets="$targets test_$test"
done
# shellcheck disable=SC2086
cmake --build "$build" -j "$(nproc 2>/dev/null || echo 2)" --target agon_golden agon_describe $targets >"$build/golden.log" || {
    cat "$build/golden.log"
    exit 1
}
"$build/agon-golden" --write
"$build/agon-describe" --write
for test in $tests; do
    AGON_GOLDEN=1 "$build/tests/test_$test" >"$build/golden.log" 2>&1 || {
        cat "$build/golden.log"
        exit 1
    }
done
