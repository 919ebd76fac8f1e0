#!/bin/sh
# Programs in tournaments: each worker starts one once and plays match after match with it. One that
# dies or ends is started again, and what comes out is what new processes for every match would give.
set -eu
agon=${AGON:?}
source=${AGON_SOURCE:?}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "tourney_programs: $*" >&2
    exit 1
}

# The example bot, with a diary, and bad habits on demand: HABIT=once ends after every match, HABIT=dies
# ends within the third match of a process, HABIT=talks answers once more after every match.
{
    sed '/^while/,$d' "$source/examples/bots/own_bot.sh"
    cat <<'BOT'
echo start >>diary.txt
matches=0
while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"ready","protocol":1,"page":0}' ;;
    '{"type":"match"'*)
        echo match >>diary.txt
        matches=$((matches + 1))
        questions=0
        number seed "$line"
        chance=$found
        ;;
    '{"type":"think"'*)
        questions=$((questions + 1))
        [ "${HABIT:-}" != dies ] || [ $matches -ne 3 ] || [ $questions -ne 2 ] || exit 3
        number id "$line"
        id=$found
        number count "$line"
        random "$found"
        echo "{\"type\":\"action\",\"id\":$id,\"index\":$drawn}"
        ;;
    '{"type":"end"'*)
        [ "${HABIT:-}" != once ] || exit 0
        [ "${HABIT:-}" != talks ] || echo "{\"type\":\"action\",\"id\":$id,\"index\":0}"
        ;;
    '{"type":"quit"'*)
        echo quit >>diary.txt
        exit 0
        ;;
    esac
done
BOT
} >bot.sh
chmod +x bot.sh

# play NAME HABIT THREADS [OPTION...]: results in NAME.ndjson, replays in NAME/, the diary in NAME.txt
play() {
    name=$1
    habit=$2
    threads=$3
    shift 3
    : >diary.txt
    HABIT=$habit "$agon" tourney stellar-skirmish --bot cmd:./bot.sh --bot random --seats 3 --games 12 \
        --clock none --threads "$threads" --out "$name.ndjson" --replays "$name" --json - "$@" >"$name.json"
    mv diary.txt "$name.txt"
}
count_of() { grep -c "$1" "$2.txt" || true; }
same() { # same A B: results and replays
    cmp "$1.ndjson" "$2.ndjson" || fail "$1 and $2 have different results"
    diff -r "$1" "$2" >/dev/null || fail "$1 and $2 have different replays"
}

# Three seats for two bots: in some matches two processes of the bot play at once. It is started for the
# trial before the first match, and then as many count_of as it is needed at once, each ended in order.
play one '' 1
matches=$(count_of match one)
[ "$matches" -gt 12 ] || fail "only $matches seats of the bot"
[ "$(count_of start one)" -eq 3 ] || fail "$(count_of start one) starts, not a trial and two"
[ "$(count_of quit one)" -eq 3 ] || fail "$(count_of quit one) of 3 processes were told to quit"
grep -q '"faults":{"late":0,"dead":0,"illegal":0,"unparsable":0}' one.json || fail "faults: $(cat one.json)"

# Any number of workers, new processes and old ones: the same.
play three '' 3
same one three
[ "$(count_of start three)" -le 7 ] || fail "$(count_of start three) starts with three workers"
play once once 2
same one once
play talks talks 1
same one talks

# One that dies in the middle of a match has forfeited this one, and plays the next.
play dies dies 1 --fault random
dead=$(grep -o '"dead":[0-9]*' dies.json | head -n 1 | cut -d : -f 2)
starts=$(count_of start dies)
[ "$dead" -ge 3 ] || fail "dead: $(cat dies.json)"
[ "$starts" -gt 3 ] && [ "$starts" -le $((3 + dead)) ] || fail "$starts starts after $dead deaths"
[ "$(count_of match dies)" -eq "$matches" ] || fail "$(count_of match dies) matches, not $matches"
