#!/bin/sh
# Records what is not there yet of the corpus of replays: tests/replays/*.ndjson. They must verify for
# ever, so none is recorded anew: a new version of a game's rules gets new names here.
#   tools/replays.sh [PROGRAM]      default build/agon
set -eu
cd "$(dirname "$0")/.."
agon=$(realpath "${1:-build/agon}")
folder=$PWD/tests/replays
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
cd "$work" # seats are recorded as they are written: no paths of this machine

# record NAME GAME OPTION...: unless it is there already.
record() {
    file=$folder/$1.ndjson
    shift
    if [ ! -f "$file" ]; then
        "$agon" match "$@" --record "$file" >/dev/null
        echo "${file##*/}"
    fi
}

config() {
    printf '%s\n' "$1" >config.json
}

# A bot that is in order three times and then is not.
cat >faulty <<'END'
#!/bin/sh
count=0
while read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"ready","protocol":1}' ;;
    '{"type":"think"'*)
        count=$((count + 1))
        [ "$count" -le 3 ] && echo '{"type":"action","index":0}' || echo '{"type":"action","index":99999}'
        ;;
    esac
done
END
chmod 755 faulty

record rps-random rock-paper-scissors --seat random --seat random --seed 1
config '{"playerIds":["Ada","Bob \"the rock\" \u00e9"]}'
record rps-names rock-paper-scissors --config config.json --seat random --seat search --seed 00112233445566778899aabbccddeeff

# stellar-2, -8, -config and -forfeit are of version 1 of the rules, as 0.1 recorded them.
record stellar-open-2 stellar-skirmish --seat random --seat greedy --seed 2
record stellar-open-8 stellar-skirmish --seat random --seat random --seat random --seat random \
    --seat random --seat random --seat random --seat random --seed -3
config '{"player_count":3,"fleet_values":[0,-2,5,5,9,7],"shuffle":false,"planets":[
    {"id":"a","victory_points":2,"abilities":[{"type":"double_next_planet_no_combat"}]},
    {"id":"b","victory_points":-1,"name":"Bad","class":"station"},{"id":"c","victory_points":3},
    {"id":"d","victory_points":4}]}'
record stellar-open-config stellar-skirmish --config config.json --seat greedy --seat random \
    --seat greedy --seed 4
record stellar-open-forfeit stellar-skirmish --seat cmd:./faulty --seat random --seed 5
config '{"reveal":"first_play"}'
record stellar-blind stellar-skirmish --config config.json --seat greedy --seat random --seed 6

record entropy-2 entropy --seat gte --seat random --seed 1
record entropy-8 entropy --seat gte --seat random --seat null --seat greedy --seat gte --seat gte \
    --seat random --seat gte --seed 2
config '{"players":["red","green","blue"],"max_rounds":6,"growth":"round"}'
record entropy-round entropy --config config.json --seat gte --seat gte --seat greedy --seed 3
record entropy-illegal entropy --seat cmd:./faulty --seat gte --seed 4

record skirmish-random skirmish --seat random --seat random --seed 1
record skirmish-greedy skirmish --seat greedy --seat random --seed 2
record skirmish-greedy-2 skirmish --seat greedy --seat greedy --seed 3
record skirmish-retry skirmish --seat random --seat cmd:./faulty --fault retry:2,random --seed 4

record conquest-random space-conquest --seat random --seat random --seed 1
record conquest-greedy space-conquest --seat greedy --seat greedy --seed 2
config '{"max_turns":12}'
record conquest-short space-conquest --config config.json --seat greedy --seat random \
    --seed ffeeddccbbaa99887766554433221100

# Orders as whole sets, good and bad ones.
cat >sets <<'END'
#!/bin/sh
orders='{"from":"A","to":"B","ships":1},{"from":"B","to":"A","ships":2},{"from":"A","to":"Z","ships":1},7'
while read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"ready","protocol":1}' ;;
    '{"type":"think"'*) echo '{"type":"action","action":{"moves":['"$orders"']}}' ;;
    esac
done
END
chmod 755 sets
record conquest-sets space-conquest --config config.json --seat cmd:./sets --seat greedy --seed 6

# One that begins with a given state: the middle of another.
"$agon" replay step "$folder/stellar-open-2.ndjson" 11 --json >state.json
record stellar-open-state stellar-skirmish --state state.json --seat random --seat greedy --seed 1
"$agon" replay step "$folder/skirmish-greedy.ndjson" 15 --json >state.json
record skirmish-state skirmish --state state.json --seat random --seat greedy --seed 1
"$agon" replay step "$folder/conquest-greedy.ndjson" 60 --json >state.json
record conquest-state space-conquest --state state.json --seat greedy --seat random --seed 1
"$agon" replay step "$folder/entropy-2.ndjson" 10 --json >state.json
record entropy-state entropy --state state.json --seat gte --seat random --seed 1

# Every other game: one match of random players.
"$agon" games --json | sed -n 's/^    "id": "\([^"]*\)".*/\1/p' | while read -r game; do
    grep -q "\"game\":\"$game\"" "$folder"/*.ndjson || record "$game-random" "$game" --seed 1 \
        --seat random --seat random
done
