#!/bin/sh
# The table of speeds: beside the limit in both builds that count, part by part, in batches, as the
# work grows, with instructions per action, and the search bot.
#   tools/bench.sh [BUILD] [--record]
# --record appends the figures to bench/results/<machine>.csv instead, a line each, with date, commit,
# load and flags. The machine is its processor; set AGON_MACHINE to call it something else.
# AGON_BENCH_SECONDS: for each program of the table; 0.3.
set -eu
cd "$(dirname "$0")/.."
build=build
record=
for argument in "$@"; do
    case $argument in
        --record) record=yes ;;
        *) build=$argument ;;
    esac
done
seconds=${AGON_BENCH_SECONDS:-0.3}

# The second build is for x86-64 only, and only worth running where the processor has it.
builds=$build
if [ "$build" = build ] && grep -qw avx2 /proc/cpuinfo 2>/dev/null &&
    grep -qw bmi2 /proc/cpuinfo 2>/dev/null; then
    tools/build.sh v3 bench_limits bench_parts bench_batch
    builds="$build build/v3"
fi

if [ -z "$record" ]; then
    for each in $builds; do
        "$each/bench/limits" --seconds "$seconds"
        echo
    done
    "$build/bench/parts" --seconds "$seconds"
    echo
    "$build/bench/batch" --seconds "$seconds"
    echo
    "$build/bench/growth" --seconds "$seconds"
    echo
    "$build/agon" bench --instructions --seconds "$seconds"
    echo
    "$build/agon" bench --search --seconds "$seconds"
    exit 0
fi

machine=${AGON_MACHINE:-$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)}
machine=$(echo "${machine:-unknown}" | tr -c 'A-Za-z0-9\n' '-' | tr '[:upper:]' '[:lower:]')
file=bench/results/$machine.csv
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
[ -z "$(git status --porcelain -uno 2>/dev/null)" ] || commit=$commit+
mkdir -p bench/results
[ -f "$file" ] || echo 'date,commit,machine,load,flags,program,game,players,figure,value' >"$file"
for each in $builds; do
    flags=$("$each/bench/limits" --flags)
    for program in limits parts batch; do
        load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || true)
        "$each/bench/$program" --seconds "$seconds" --csv |
            sed "s|^|$(date -u +%Y-%m-%d),$commit,$machine,$load,$flags,|" >>"$file"
    done
done
echo "$file: $(wc -l <"$file") lines"
