#!/bin/sh
# Runs one fuzz target for a while.
#   tools/fuzz.sh TARGET [SECONDS]      default 60
# Seeds are tests/fuzz/corpus/<target>/ if there are any; new inputs are kept in the build directory
# and used again by the next run.
set -eu
target=${1:?fuzz target}
seconds=${2:-60}
name=$(basename "$target")
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(dirname "$target")/corpus/$name
mkdir -p "$work"
seeds=$source/tests/fuzz/corpus/$name
[ -d "$seeds" ] || seeds=
dictionary=$source/tests/fuzz/$name.dict
[ -f "$dictionary" ] || dictionary=$source/tests/fuzz/agon.dict
exec "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
    -verbosity=0 -artifact_prefix="$work/../crash-$name-" \
    ${dictionary:+$([ ! -f "$dictionary" ] || echo "-dict=$dictionary")} "$work" ${seeds:+"$seeds"}
