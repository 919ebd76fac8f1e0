#!/bin/sh
# Runs the tests of one build and ends with "N passed, M failed".
#   tools/run-tests.sh BUILD_DIR [quick|full|all] [CTEST_OPTION...]
# A cmocka program counts as many tests as it has cases, everything else counts one.
# With AGON_COUNTS set, "N M" is also appended to that file.
set -eu
build=${1:?build directory}
tier=${2:-quick}
[ $# -lt 2 ] || shift
shift

select=
[ "$tier" = all ] || select="-L $tier"
jobs=$(nproc 2>/dev/null || echo 2)
log=$build/Testing/Temporary/LastTest.log
broken=$build/Testing/Temporary/LastTestsFailed.log # one line each, those that did not start too
rm -f "$log" "$broken"
status=0
# shellcheck disable=SC2086
ctest --test-dir "$build" --output-on-failure --no-tests=error --progress -j "$jobs" $select "$@" ||
    status=$?
[ -f "$log" ] || exit "${status:-1}"

counts=$(awk '
    /^[0-9]+\/[0-9]+ Testing: / { cases = 0; bad = 0; split("", seen) }
    /^\[       OK \] /          { cases++ }
    /^\[  FAILED  \] .*:/       { next }
    /^\[  FAILED  \] /          { if (!seen[$0]++) bad++ }
    /^Test Passed\./            { passed += cases ? cases : 1 }
    /^Test Failed\./            { passed += cases; failed += bad ? bad : 1 }
    END { print passed + 0, failed + 0 }' "$log")
passed=${counts% *}
failed=${counts#* }
if [ -f "$broken" ] && [ "$(wc -l <"$broken")" -gt "$failed" ]; then
    failed=$(wc -l <"$broken")
fi
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
[ -z "${AGON_COUNTS:-}" ] || echo "$passed $failed" >>"$AGON_COUNTS"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
