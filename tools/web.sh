#!/bin/sh
# The engine's npm package and the web page.
#   tools/web.sh build            web/engine/dist and build/web
#   tools/web.sh test [FILE...]   builds, checks types, runs the tests in node and Chromium
# Ends with "N passed, M failed" after tests; with AGON_COUNTS set, "N M" is appended to that file.
set -eu
cd "$(dirname "$0")/.."
command=${1:-build}
shift || true

# Packages are installed once, and again when the lock file has changed.
install_packages() {
    if ! cmp -s package-lock.json node_modules/.agon-lock 2>/dev/null; then
        npm ci --ignore-scripts --no-audit --no-fund --prefer-offline >../build/npm.log 2>&1 || {
            cat ../build/npm.log >&2
            return 1
        }
        cp package-lock.json node_modules/.agon-lock
    fi
}

build() {
    tools/wasm.sh
    (cd web && install_packages && npm run --silent build)
}

run_tests() {
    log=build/web-tests.log
    [ $# -gt 0 ] || set -- web/engine/test/*.test.mjs web/page/test/*.test.mjs
    status=0
    # Files run two at a time; what they print goes to the log, and to the screen when it matters.
    node --test --test-concurrency=2 --test-reporter=spec "$@" >"$log" 2>&1 || status=$?
    passed=$(awk '$2 == "pass" && NF == 3 { n = $3 } END { print n + 0 }' "$log")
    failed=$(awk '($2 == "fail" || $2 == "cancelled") && NF == 3 { n += $3 } END { print n + 0 }' "$log")
    [ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
    if [ "$failed" -gt 0 ]; then cat "$log"; else grep '^figure: ' "$log" || true; fi
    [ -z "${AGON_COUNTS:-}" ] || echo "$passed $failed" >>"$AGON_COUNTS"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

case $command in
    build) build ;;
    test)
        tools/setup.sh web
        build
        (cd web && npm run --silent check)
        run_tests "$@"
        ;;
    *)
        echo "web: no command $command; there are: build test" >&2
        exit 64
        ;;
esac
