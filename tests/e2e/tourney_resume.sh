#!/bin/sh
# label: full
# A tournament killed again and again, at any moment, and resumed gives the same bytes as one that ran
# undisturbed: results, replays and reports.
set -eu
agon=${AGON:?}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "tourney_resume: $*" >&2
    exit 1
}
tourney() { # tourney NAME OPTION...
    name=$1
    shift
    exec "$agon" tourney entropy --bot gte --bot null --bot random --bot search:sims=60 --games 24 \
        --out "$name.ndjson" --replays "$name" --csv "$name.csv" --json "$name.json" "$@"
}
lines() {
    if [ -f "$1" ]; then wc -l <"$1"; else echo 0; fi
}

(tourney calm --threads 1) >calm.txt
[ "$(lines calm.ndjson)" -eq 145 ] || fail "144 matches expected"

# Kills it with SIGKILL when this many lines have been written, with another number of threads each
# time; the last line is torn besides, as a loss of power might do.
threads=1
for goal in 10 50 110; do
    threads=$((threads + 1))
    (tourney killed --threads $threads --resume) >/dev/null 2>&1 &
    worker=$!
    while [ "$(lines killed.ndjson)" -lt $goal ] && kill -0 $worker 2>/dev/null; do
        sleep 0.02
    done
    kill -9 $worker 2>/dev/null || fail "it was faster than the kill at $goal"
    wait $worker 2>/dev/null || true
    size=$(wc -c <killed.ndjson)
    head -c $((size - 9)) killed.ndjson >torn.ndjson
    mv torn.ndjson killed.ndjson
done
# A polite interruption, and a second tournament in the same file at the same time.
(tourney killed --threads 2 --resume) >/dev/null 2>polite.txt &
worker=$!
while [ "$(lines killed.ndjson)" -lt 125 ] && kill -0 $worker 2>/dev/null; do
    sleep 0.02
done
set +e
(tourney killed --resume) >/dev/null 2>second.txt
[ $? -eq 75 ] && grep -q 'in use' second.txt || fail "two at a time: $(cat second.txt)"
kill -TERM $worker
wait $worker
[ $? -eq 75 ] || fail "an interruption must return 75: $(cat polite.txt)"
set -e
grep -q 'interrupted after .* of 144 matches; --resume goes on' polite.txt || fail "$(cat polite.txt)"

(tourney killed --threads 3 --resume) >killed.txt
for kind in ndjson csv json txt; do
    cmp calm.$kind killed.$kind || fail "$kind differs after kills"
done
diff -r calm killed >/dev/null || fail "replays differ after kills"

# A replay that has been lost is made again, and is the same.
rm killed/000077.ndjson killed/000003.ndjson
(tourney killed --resume) >/dev/null
diff -r calm killed >/dev/null || fail "lost replays differ"
cmp calm.ndjson killed.ndjson || fail "results differ after lost replays"
