#!/bin/sh
# Tournaments from outside: results do not depend on threads, files are what they claim to be, a file
# of another tournament is refused, a torn one is repaired.
set -eu
agon=${AGON:?}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "tourney: $*" >&2
    exit 1
}
refused() { # refused CODE TEXT COMMAND...: it must fail like that and say so
    code=$1
    text=$2
    shift 2
    set +e
    "$@" >out.txt 2>err.txt
    got=$?
    set -e
    [ "$got" -eq "$code" ] || fail "$* returned $got, not $code: $(cat err.txt)"
    grep -q -e "$text" err.txt || fail "$* did not say '$text' but: $(cat err.txt)"
}
entropy() {
    "$agon" tourney entropy --bot gte --bot null --bot random --bot search:sims=4 --games 4 "$@"
}

# The same results for any number of threads, byte for byte: lines, replays, reports.
for threads in 1 3; do
    entropy --threads $threads --out $threads.ndjson --replays replays-$threads --csv $threads.csv \
        --json $threads.json >$threads.txt
done
for kind in ndjson csv json txt; do
    cmp 1.$kind 3.$kind || fail "$kind depends on the threads"
done
diff -r replays-1 replays-3 >/dev/null || fail "replays depend on the threads"
[ "$(wc -l <1.ndjson)" -eq 25 ] || fail "24 matches and a head expected"
[ "$(find replays-1 -type f | wc -l)" -eq 24 ] || fail "24 replays expected"
"$agon" replay verify replays-1/000023.ndjson >/dev/null
[ "$(head -1 1.csv | cut -d , -f 1-5)" = rank,bot,elo,lower,upper ] || fail "csv heading"
[ "$(wc -l <1.csv)" -eq 5 ] || fail "csv lines"
grep -q '"played":24' 1.json || fail "json: $(cat 1.json)"
! grep -q "$(printf '\033')" 1.txt || fail "colours in a file"

# Another seed is another tournament.
entropy --seed 2 --out seed.ndjson >/dev/null
! cmp -s 1.ndjson seed.ndjson || fail "the seed does not matter"

# A file cut off anywhere is completed to the same bytes; one that is complete stays as it is.
size=$(wc -c <1.ndjson)
for part in 0 7 50 100; do
    head -c $((size * part / 100)) 1.ndjson >cut.ndjson
    entropy --threads 2 --out cut.ndjson --resume >/dev/null
    cmp 1.ndjson cut.ndjson || fail "resumed after $part % it differs"
done
# More games go on where fewer have ended.
entropy --games 2 --out more.ndjson >/dev/null
entropy --out more.ndjson --resume >/dev/null
cmp 1.ndjson more.ndjson || fail "a longer tournament does not begin with the shorter one"

# What does not belong there is refused, and nothing is lost.
cp 1.ndjson kept.ndjson
refused 73 'exists' entropy --out 1.ndjson
refused 65 'seed was 1, and now is 2' entropy --seed 2 --out 1.ndjson --resume
refused 65 'rounds was 2, and now is 1' entropy --games 2 --out 1.ndjson --resume
refused 65 'bots was' "$agon" tourney entropy --bot gte --bot null --games 4 --out 1.ndjson --resume
sed 's/"places":\[1,2\]/"places":[1,3]/' 1.ndjson >bad.ndjson
refused 65 'line 2: places' entropy --out bad.ndjson --resume
sed '3{p}' 1.ndjson >bad.ndjson
refused 65 'line 4: this match has been there' entropy --out bad.ndjson --resume
cmp 1.ndjson kept.ndjson || fail "a refused file was changed"
[ ! -e 1.ndjson.tmp ] || fail "a temporary file is left"

# Mistakes of the caller.
refused 64 'two bots' "$agon" tourney entropy --bot gte
refused 69 'there is no bot' "$agon" tourney entropy --bot gte --bot none
refused 69 'none' "$agon" tourney entropy --bot gte --bot cmd:./none
refused 64 'no format' entropy --format swiss
refused 64 'two bots' entropy --sprt 0 10
refused 64 'below ELO1' "$agon" tourney entropy --bot gte --bot random --sprt 10 0
refused 64 'below ELO1' "$agon" tourney entropy --bot gte --bot random --sprt 5 5
refused 64 'no bot named' entropy --anchor nobody
refused 64 'needs --out' entropy --resume
refused 65 'not for 9' entropy --seats 9
refused 64 'needs two numbers' entropy --sprt 1

# Tables of several, fewer bots than seats, gauntlet, names, anchor.
"$agon" tourney stellar-skirmish --bot greedy --bot a=random --bot b=random --bot c=random --seats 3 \
    --format gauntlet --games 3 --anchor a --json - >table.json
grep -q '"scheduled":9,"played":9' table.json || fail "gauntlet: $(cat table.json)"
grep -q '"anchor":"a"' table.json || fail "anchor: $(cat table.json)"
"$agon" tourney stellar-skirmish --bot greedy --bot random --seats 5 --games 10 --json - >table.json
grep -q '"scheduled":10,"played":10' table.json || fail "five seats: $(cat table.json)"

# The sequential test stops early, at the same match for any number of threads.
for threads in 1 3; do
    "$agon" tourney entropy --bot gte --bot null --sprt 0 100 --threads $threads \
        --out sprt-$threads.ndjson --replays sprt-$threads --json - >sprt-$threads.json
done
cmp sprt-1.ndjson sprt-3.ndjson || fail "the test depends on the threads"
cmp sprt-1.json sprt-3.json || fail "the test depends on the threads"
diff -r sprt-1 sprt-3 >/dev/null || fail "replays beyond the decision are left"
grep -q '"verdict":"elo1"' sprt-1.json || fail "gte is not stronger than null: $(cat sprt-1.json)"
"$agon" tourney entropy --bot gte --bot null --sprt 0 100 --out sprt-1.ndjson --resume --json - >again.json
cmp sprt-1.json again.json || fail "a decided test is not decided any more"

# A program that fails is placed last, and what it did is counted; the tournament goes on.
printf '#!/bin/sh\nread hello\necho "{\\"type\\":\\"ready\\",\\"protocol\\":1}"\nread match\nread think\nexit 3\n' >dies.sh
chmod +x dies.sh
"$agon" tourney entropy --bot null --bot dies=cmd:./dies.sh --games 4 --clock 5+1 --threads 2 --json - >dies.json
grep -q '"name":"dies","bot":"cmd:./dies.sh","rank":2' dies.json || fail "dies: $(cat dies.json)"
grep -q '"losses":4,"score":0,"forfeits":4,"faults":{"late":0,"dead":4,' dies.json ||
    fail "dies: $(cat dies.json)"

# The page: complete, nothing from outside; or the reason why there is none.
if entropy --html page.html >/dev/null 2>err.txt; then
    grep -q '<h1>Entropy tournament</h1>' page.html || fail "no title in the page"
    ! grep -q -e 'src="http' -e '<link' -e '@import' -e 'url(http' page.html || fail "the page loads something"
    ! grep -q 'agon:body' page.html || fail "an open place is left in the page"
    mkdir pages
    entropy --games 2 --replays 're plays' --html pages/page.html >/dev/null
    grep -q '"replays":"../re%20plays/"' pages/page.html || fail "the page does not find the replays"
    entropy --games 2 --replays pages/inner --html pages/page.html >/dev/null
    grep -q '"replays":"inner/"' pages/page.html || fail "the page does not find replays beside it"
else
    grep -q 'no charts' err.txt || fail "no page: $(cat err.txt)"
fi
