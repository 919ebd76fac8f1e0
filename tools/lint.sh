#!/bin/sh
# Formatting, clang-tidy, cppcheck and the syntax of scripts; prints what is wrong, exit 1 if anything.
#   tools/lint.sh [FILE.c...]      default: all sources that the build knows
set -eu
cd "$(dirname "$0")/.."
failed=0
jobs=$(nproc 2>/dev/null || echo 2)
sources=$(tools/sources.sh)

echo "lint: clang-format"
# shellcheck disable=SC2086
unformatted=$(clang-format --dry-run $sources 2>&1 | grep -o '^[^ :]*:[0-9]*' || true)
if [ -n "$unformatted" ]; then
    echo "$unformatted" | awk -F: '!seen[$1]++ { print $0 ": not formatted (make format)" }'
    failed=1
fi

# The compile database of the preset with the most targets, brought up to date.
tools/build.sh fuzz build.ninja
units=${*:-$(echo "$sources" | grep '\.c$' | grep -v -e '^apps/wasm/' -e '^tests/install/')}
units=$(for unit in $units; do
    ! grep -q "/$unit\"" build/fuzz/compile_commands.json || echo "$unit"
done)
echo "lint: clang-tidy"
tidy() { xargs -r -P "$jobs" -n 4 clang-tidy -p build/fuzz --quiet --warnings-as-errors='*' "$@"; }
# Following every path takes most of the time; tests are spared it, the sanitizers see them run.
is_test='^tests/|^games/[^/]*/tests/'
echo "$units" | grep -v -E "$is_test" | tidy >build/tidy.log 2>&1 || failed=1
echo "$units" | grep -E "$is_test" | tidy --checks='-clang-analyzer-*' >>build/tidy.log 2>&1 || failed=1
grep -e ' error: ' -e ' warning: ' build/tidy.log | sort -u || true # with the paths: build/tidy.log

echo "lint: cppcheck"
# shellcheck disable=SC2046
cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability \
    --inline-suppr --suppress=missingIncludeSystem --error-exitcode=1 -j "$jobs" \
    --suppress=normalCheckLevelMaxBranches --template=gcc -I include -I . \
    $(echo "$sources" | grep '\.c$' | grep -v '^apps/wasm/') || failed=1

echo "lint: scripts"
for script in tools/*.sh tests/*.sh tests/*/*.sh .ci/run; do
    [ ! -f "$script" ] || shellcheck -S warning "$script" || failed=1
done
[ "$failed" -eq 0 ] && echo "lint: clean"
exit "$failed"
