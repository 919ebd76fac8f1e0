#!/bin/sh
# Line coverage of core, codec, rpc and games by all tests that need no other build.
# Prints a table per directory; fails when one of them is under the bar.
#   tools/coverage.sh [--html]     also writes build/coverage/html/index.html
set -eu
cd "$(dirname "$0")/.."
bar=95
jobs=$(nproc 2>/dev/null || echo 2)

tools/build.sh coverage
find build/coverage -name '*.gcda' -delete
tools/run-tests.sh build/coverage quick

html=
if [ "${1:-}" = --html ]; then
    mkdir -p build/coverage/html
    html="--html-details build/coverage/html/index.html"
fi
# shellcheck disable=SC2086
gcovr --root . --object-directory build/coverage -j "$jobs" \
    --filter 'src/' --filter 'games/' --exclude '.*/tests/.*' \
    --exclude-unreachable-branches --csv build/coverage/coverage.csv $html >/dev/null

awk -F, -v bar="$bar" '
    NR == 1 { next }
    {
        # columns: filename,line_total,line_covered,...
        n = split($1, part, "/")
        group = part[1] == "src" ? "src/" part[2] : (n > 2 ? "games/" part[2] : "games")
        total[group] += $2; hit[group] += $3
        if ($2 > 0 && 100 * $3 / $2 < bar) low = low sprintf("  %s %.1f %%\n", $1, 100 * $3 / $2)
    }
    END {
        for (group in total) {
            if (!total[group]) continue
            share = 100 * hit[group] / total[group]
            counted = group ~ /^(src\/(core|codec|rpc)|games)/
            bad = counted && share < bar
            failed += bad
            printf "%-32s %6d lines %6.1f %%%s\n", group, total[group], share,
                bad ? "  under the bar" : (counted ? "" : "  (no bar)") | "sort"
        }
        close("sort")
        if (low) printf "files under %d %%:\n%s", bar, low
        exit failed > 0
    }' build/coverage/coverage.csv
