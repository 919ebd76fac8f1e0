#!/bin/sh
# Everything CI runs, stage by stage; a failing stage does not stop the others.
#   tools/check.sh [STAGE...]      default: all of them
# Prints each stage's time, and ends with "N passed, M failed" over all tests and stages.
set -eu
cd "$(dirname "$0")/.."
all="test wasm web python full lint clang o0 asan tsan signature fuzz coverage"
# shellcheck disable=SC2086 # a list
[ $# -gt 0 ] || set -- $all

mkdir -p build
AGON_COUNTS=$PWD/build/check-counts
export AGON_COUNTS
: >"$AGON_COUNTS"

stage() {
    case $1 in
        test) make --no-print-directory test ;;
        wasm) tools/wasm.sh ;;
        web) tools/build.sh release && tools/web.sh test ;;
        python) tools/build.sh release && tools/python.sh test ;;
        full) tools/build.sh release && tools/run-tests.sh build full ;;
        lint) tools/lint.sh ;;
        clang | o0) tools/build.sh "$1" && tools/run-tests.sh "build/$1" quick ;;
        # Only what has threads: matches side by side, search, bots that think, the server.
        tsan)
            tools/build.sh tsan &&
                tools/run-tests.sh build/tsan all -R '^server/(match|store)/|^server/api/test_(service|sockets)|test_search|e2e/(cli|play|serve|tourney)$'
            ;;
        # Without those that count a million cases for statistics (their small twins are there), and
        # those that mostly run other programs.
        asan)
            tools/build.sh asan &&
                tools/run-tests.sh build/asan all \
                    -E '(boards|map|model|ratings|sprt|bots)_full|e2e/(captures|hostile_bots|new_game)$'
            ;;
        signature) tools/signature-matrix.sh ;;
        fuzz) tools/build.sh fuzz fuzzers && tools/run-tests.sh build/fuzz full -R '^fuzz/fuzz_' ;;
        coverage) tools/coverage.sh ;;
        *)
            echo "check: no stage $1; there are: $all" >&2
            exit 64
            ;;
    esac
}

failures=
for name in "$@"; do
    echo "=== $name"
    begin=$(date +%s)
    # A subshell with its own -e, so that the first failing command ends the stage.
    set +e
    (set -e && stage "$name")
    status=$?
    set -e
    echo "=== $name: $([ $status -eq 0 ] && echo ok || echo FAILED), $(($(date +%s) - begin)) s"
    case $name in
        # Stages that run tests have counted them; the others count one each.
        wasm | lint | signature) echo "$((status == 0)) $((status != 0))" >>"$AGON_COUNTS" ;;
        *) [ $status -eq 0 ] || echo "0 1" >>"$AGON_COUNTS" ;;
    esac
    [ $status -eq 0 ] || failures="$failures $name"
done

[ -z "$failures" ] || echo "failed stages:$failures"
awk '{ passed += $1; failed += $2 } END { print passed + 0 " passed, " failed + 0 " failed" }' \
    "$AGON_COUNTS"
[ -z "$failures" ]
