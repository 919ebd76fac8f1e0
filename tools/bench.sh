#!/bin/sh
# The table of speeds: beside the limit, part by part, in batches, and the search bot.
#   tools/bench.sh [BUILD] [--record]
# --record appends the figures to bench/results/<machine>.csv, a line each, with date, commit and
# flags. The machine is its processor; set AGON_MACHINE to call it something else.
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
seconds=${AGON_BENCH_SECONDS:-0.5}

if [ -z "$record" ]; then
    "$build/bench/limits" --seconds "$seconds"
    echo
    "$build/bench/parts" --seconds "$seconds"
    echo
    "$build/bench/batch" --seconds "$seconds"
    echo
    "$build/agon" bench --search --seconds "$seconds"
    exit 0
fi

machine=${AGON_MACHINE:-$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -1)}
file=bench/results/$(echo "${machine:-unknown}" | tr -c 'A-Za-z0-9\n' '-' | tr '[:upper:]' '[:lower:]').csv
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
[ -z "$(git status --porcelain -uno 2>/dev/null)" ] || commit=$commit+
flags=$("$build/bench/limits" --seconds 0.001 | sed -n 's/^built with //p')
mkdir -p bench/results
[ -f "$file" ] || echo 'date,commit,flags,program,game,players,figures' >"$file"
for program in limits parts batch; do
    "$build/bench/$program" --seconds "$seconds" --csv |
        sed "s|^|$(date -u +%Y-%m-%d),$commit,$flags,|" >>"$file"
done
echo "$file: $(wc -l <"$file") lines"
