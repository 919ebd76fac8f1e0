#!/bin/sh
# bench/ceiling learns each game for a moment, prints a share of the points after every tenth, does so
# alike when it is run again, and says what is wrong with its arguments.
set -u
ceiling=${AGON_BUILD:?the build directory}/bench/ceiling
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

fail() {
    echo "FAILED: $*"
    sed 's/^/  /' "$dir/out" | head -20
    failed=$((failed + 1))
}

# learns ARGUMENT...: ten lines of matches, percent, and half of an interval.
learns() {
    "$ceiling" "$@" --games 20 --tests 4 >"$dir/out" 2>&1 || fail "ceiling $* fails"
    lines=$(awk 'NF == 3 && $1 ~ /^[0-9]+$/ && $2 ~ /^[0-9]+\.[0-9]+$/ && $2 <= 100' "$dir/out" | wc -l)
    [ "$lines" -eq 10 ] || fail "ceiling $* prints $lines figures, not 10"
}

# refuses TEXT ARGUMENT...: exit code 64, and the reason.
refuses() {
    text=$1
    shift
    "$ceiling" "$@" >"$dir/out" 2>&1
    code=$?
    [ "$code" -eq 64 ] || fail "ceiling $* exits with $code, not 64"
    grep -q -e "$text" "$dir/out" || fail "ceiling $* does not say '$text'"
}

learns entropy
learns entropy --against greedy
learns stellar-skirmish
mv "$dir/out" "$dir/before"
learns stellar-skirmish
cmp -s "$dir/before" "$dir/out" || fail 'the same lessons teach something else'

refuses 'neither entropy nor' chess
refuses "no bot 'nobody'" --against nobody
refuses 'no other bot than random' stellar-skirmish --against greedy
refuses 'missing after --games' --games
refuses 'number of matches: 0' --games 0
refuses 'no option --speed' --speed 1

[ "$failed" -eq 0 ]
