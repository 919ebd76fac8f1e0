#!/bin/sh
# label: full
# The benchmarks run, print whole tables, and say what must be so whatever the machine: the limit
# programs play the same matches as the library, nothing is allocated, instructions are counted.
set -u
agon=${AGON:?the program}
build=${AGON_BUILD:?the build directory}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

fail() {
    echo "FAILED: $*"
    sed 's/^/  /' "$dir/out" | head -30
    failed=$((failed + 1))
}

# table PROGRAM ROWS: runs it for a moment; so many rows begin with a game's name.
table() {
    "$build/bench/$1" --seconds 0.005 >"$dir/out" 2>&1 || fail "$1 fails"
    rows=$(grep -c -E '^(rock-paper-scissors|stellar-skirmish|entropy|skirmish|space-conquest) +[2-8] ' "$dir/out")
    [ "$rows" -eq "$2" ] || fail "$1 prints $rows rows, not $2"
}

# The last column of every row is 0.
nothing_allocated() {
    awk '/^[a-z-]+ +[2-8] / && $NF != 0 { bad = 1 } END { exit bad }' "$dir/out" || fail "$1 allocates"
}

table limits 5
grep -q 'checksum' "$dir/out" && fail 'the limit is another game'
table parts 17
nothing_allocated parts
table batch 7
nothing_allocated batch

# Lines for bench/results have a figure each.
for program in limits parts batch; do
    "$build/bench/$program" --seconds 0.005 --csv >"$dir/out" 2>&1 || fail "$program --csv fails"
    grep -v -q -E "^$program,[a-z-]+,[2-8],[a-z/ ]+,-?[0-9.]+\$" "$dir/out" &&
        fail "$program --csv prints something else"
done

# The same work every time.
"$agon" bench stellar-skirmish --games 20 --json >"$dir/out" 2>&1
grep -q '"games":20,"actions":600,' "$dir/out" || fail 'bench --games 20 is not 20 matches'

# As many threads as asked for, step by step.
"$agon" bench rock-paper-scissors --threads 3 --seconds 0.01 --json >"$dir/out" 2>&1
[ "$(sed 's/.*"threads":\([0-9]*\),.*/\1/' "$dir/out" | tr '\n' ' ')" = '1 2 3 ' ] ||
    fail 'bench --threads 3 does not measure 1, 2 and 3'

# Callgrind counts where the processor does not. (Valgrind does not run programs with sanitizers.)
if command -v valgrind >/dev/null && ! "$agon" version --json | grep -q sanitize; then
    "$agon" bench rock-paper-scissors --seconds 0.01 --instructions --json >"$dir/out" 2>&1
    grep -q '"instructions_per_action":[1-9]' "$dir/out" || fail 'instructions are not counted'
fi

[ "$failed" -eq 0 ]
