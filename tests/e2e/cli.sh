#!/bin/sh
# The commands from outside: what they print where, and their exit codes (sysexits).
set -u
agon=${AGON:?the program}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
unset NO_COLOR

fail() {
    echo "FAILED: $*"
    sed 's/^/  out: /' "$dir/out" | head -5
    sed 's/^/  err: /' "$dir/err" | head -5
    failed=$((failed + 1))
}

# run CODE ARGUMENT...: the program ends with this code. Errors go to stderr, and only they.
run() {
    code=$1
    shift
    "$agon" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    actual=$?
    [ "$actual" -eq "$code" ] || fail "agon $*: exit code $actual, not $code"
    case $code in
        0 | 1) [ ! -s "$dir/err" ] || fail "agon $*: something on stderr" ;;
        *)
            [ ! -s "$dir/out" ] || fail "agon $*: something on stdout"
            head -1 "$dir/err" | grep -q '^agon: ' || fail "agon $*: no 'agon: …' on stderr"
            ;;
    esac
}
out() { grep -q -e "$1" "$dir/out" || fail "stdout lacks $1"; }
err() { grep -q -e "$1" "$dir/err" || fail "stderr lacks $1"; }

# Help and version
run 0 --help
out '^usage: agon COMMAND'
cp "$dir/out" "$dir/overview"
run 0 help
cmp -s "$dir/out" "$dir/overview" || fail "--help and help differ"
run 0 -h
commands=$(sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' "$dir/overview")
for command in $commands; do
    run 0 help "$command"
    out "^usage: agon $command"
    cp "$dir/out" "$dir/help"
    run 0 "$command" --help
    cmp -s "$dir/out" "$dir/help" || fail "help $command and $command --help differ"
    tr -d '\\' <"${AGON_SOURCE:?}/docs/man/agon.1" | grep -q "^.SS agon $command\b" ||
        fail "agon(1) does not tell about $command"
    run 64 "$command" --no-such-option
    err "^usage: agon $command\|one command at a time\|no command"
done
run 0 --version
out '^agon [0-9]*\.[0-9]*\.[0-9]*$'
run 0 version --json
out '"version":"[0-9.]*"'

# Usage errors
run 64
err "try 'agon help'"
run 64 gmaes
err "there is no command 'gmaes'; did you mean 'games'?"
run 64 check-leak
err "did you mean 'check-leaks'?"
run 64 zzzzzzzzzzzz
grep -q 'did you mean' "$dir/err" && fail 'a suggestion for nonsense'
run 64 help nothing
run 64 help games engine
run 64 games more
run 64 engine more
run 64 bench rock-paper-scisors
err "did you mean 'rock-paper-scissors'?"
run 64 match entropy --clock 60/move
err "'60/move' is not a clock like 60+1, 30/turn or none"
run 64 bench --seconds
run 64 bench --seconds x
run 64 bench --seconds 0
run 64 bench --signature --games 0
run 64 bench --signature --games 99999999999999999999
run 64 bench --signature rock-paper-scissors
run 64 bench --players 9
run 64 bench --players 3 rock-paper-scissors
run 64 bench --threads 0
run 64 bench --games 5 --threads 2
run 64 bench --games 5 --search
run 64 bench --threads 257
run 64 check-leaks --steps -5
run 64 check-leaks chess
run 64 check-leaks --config x.json
run 64 check-leaks --config x.json entropy skirmish
run 64 exhibition --seed x
run 64 games --json=yes
run 64 render
run 64 render chess

# games
run 0 games
out '^rock-paper-scissors  *Rock-Paper-Scissors  *2  *simultaneous, hidden  *random'
run 0 games --json
out '"id": "rock-paper-scissors"'
python3 -m json.tool "$dir/out" >/dev/null || fail 'games --json is not JSON'
games=$(sed -n 's/^    "id": *"\([^"]*\)".*/\1/p' "$dir/out")
run 0 games --json entropy
out '^  "id": "entropy"'
run 0 games entropy
out '^Entropy: Dice on a graph'
out '^players  *2-8$'
run 64 games chess
run 64 games entropy skirmish
run 64 games --rules
run 64 games entropy --rules --json
# Every game's manual as plain text; a game without one says so.
for game in $games; do
    if [ ! -f "$AGON_SOURCE/games/$game/manual.md" ]; then
        run 69 games "$game" --rules
        continue
    fi
    run 0 games "$game" --rules
    out '^The game$'
    [ "$(wc -l <"$dir/out")" -gt 20 ] || fail "games $game --rules is short"
    ! grep -q '\*\*\|^#\|](' "$dir/out" || fail "games $game --rules shows marks of Markdown"
    ! grep -q "$(printf '\033')" "$dir/out" || fail "games $game --rules has colours"
done

# exhibition: the same seed gives the same match; --json one object a line
run 0 exhibition --seed 7
out '^== Rock-Paper-Scissors ==$'
out ' after [0-9]* actions; scores '
cp "$dir/out" "$dir/match"
run 0 exhibition --seed=7
cmp -s "$dir/out" "$dir/match" || fail 'the same seed gave another match'
grep -q "$(printf '\033')" "$dir/match" && fail 'colours without a terminal'
run 0 exhibition rock-paper-scissors
out 'seed "[0-9a-f]\{32\}"'
run 0 exhibition rock-paper-scissors --full --seed -1
run 0 exhibition --json --seed 000102030405060708090a0b0c0d0e0f -- rock-paper-scissors
out '"seed":"000102030405060708090a0b0c0d0e0f"'
python3 -m json.tool "$dir/out" >/dev/null || fail 'exhibition --json is not JSON'

# check-leaks
run 0 check-leaks rock-paper-scissors --steps 500
out '^rock-paper-scissors: no leak$'
run 0 check-leaks --steps=200 --seed 0 --json rock-paper-scissors
out '"passed":true,"steps":200'
echo '{"reveal":"first_play"}' >"$dir/config.json"
run 0 check-leaks stellar-skirmish --steps 200 --config "$dir/config.json"
out '^stellar-skirmish: no leak$'
echo '{"reveal":"never"}' >"$dir/config.json"
run 65 check-leaks stellar-skirmish --steps 200 --config "$dir/config.json"
err 'config.json: reveal'
run 66 check-leaks stellar-skirmish --steps 200 --config "$dir/none.json"

# bench
run 0 bench --seconds .02 rock-paper-scissors
out 'GAMES/S'
out '^rock-paper-scissors '
run 0 bench --seconds 0.02 --json rock-paper-scissors
out '^{"game":"rock-paper-scissors","players":2,.*}$'
run 0 bench --seconds 0.02 --threads 2 --players 3 stellar-skirmish
out '^stellar-skirmish  *3  *2 '
run 0 bench --search --seconds 0.02 --json rock-paper-scissors
out '"simulations_per_second":[1-9]'
run 0 bench --signature --games 3
grep -q '^[0-9a-f]\{16\}$' "$dir/out" || fail 'the signature is not 16 hex digits'
cp "$dir/out" "$dir/signature"
run 0 bench --signature --games=3
cmp -s "$dir/out" "$dir/signature" || fail 'the signature changes'

# render
echo '{"choices":{"p1":"rock","p2":null},"playerIds":["p1","p2"]}' >"$dir/state"
run 0 render rock-paper-scissors "$dir/state"
out '^p1: rock$'
run 0 render rock-paper-scissors "$dir/state" --viewer p2
grep -q rock "$dir/out" && fail 'render --viewer shows a secret'
run 65 render rock-paper-scissors "$dir/state" --viewer p3
run 65 render rock-paper-scissors # stdin is empty
run 66 render rock-paper-scissors "$dir/nothing"
run 74 render rock-paper-scissors "$dir"
echo '{"choices":{"p1":"stone","p2":null},"playerIds":["p1","p2"]}' >"$dir/state"
run 65 render rock-paper-scissors "$dir/state"
err 'state: choices.p1: '

# A result that cannot be written is an error.
if [ -w /dev/full ]; then
    for arguments in games 'games --json' help version 'exhibition --seed 1' \
        'bench --signature --games 1'; do
        # shellcheck disable=SC2086
        "$agon" $arguments >/dev/full 2>"$dir/err" </dev/null
        code=$?
        [ "$code" -eq 74 ] || fail "agon $arguments >/dev/full: exit code $code"
        err '^agon: cannot write: '
    done
fi

# Colours on a terminal, unless NO_COLOR is set. script(1) plays the terminal.
if command -v script >/dev/null 2>&1; then
    TERM=xterm script -qec "$agon games" /dev/null >"$dir/out" </dev/null
    grep -q "$(printf '\033')" "$dir/out" || fail 'no colours on a terminal'
    TERM=xterm NO_COLOR=1 script -qec "$agon games" /dev/null >"$dir/out" </dev/null
    grep -q "$(printf '\033')" "$dir/out" && fail 'colours in spite of NO_COLOR'
    TERM=xterm script -qec "$agon games --json" /dev/null >"$dir/out" </dev/null
    grep -q "$(printf '\033')" "$dir/out" && fail 'colours in JSON'
fi

[ "$failed" -eq 0 ] && echo 'cli: ok'
exit "$((failed > 0))"
