#!/bin/sh
# The completions know every command that `agon help` lists, and bash completes with them.
set -eu
commands=$("${AGON:?}" --help | awk '/^commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')
[ -n "$commands" ]
failed=0
for command in $commands; do
    for file in agon.bash _agon agon.fish; do
        grep -q -w -e "$command" "${AGON_SOURCE:?}/completions/$file" || {
            echo "completions/$file does not know: $command"
            failed=1
        }
    done
done
command -v bash >/dev/null 2>&1 || exit "$failed"
PATH=$(dirname "$AGON"):$PATH bash -eu -c '
    . "$AGON_SOURCE/completions/agon.bash"
    complete_to() { # complete_to EXPECTED WORD...
        expected=$1
        shift
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _agon
        [ "${COMPREPLY[*]}" = "$expected" ] || {
            echo "completing $*: ${COMPREPLY[*]-}, expected $expected"
            exit 1
        }
    }
    complete_to engine agon en
    complete_to check-leaks agon help che
    complete_to --signature agon bench --sig
    complete_to rock-paper-scissors agon check-leaks rock
    complete_to rock-paper-scissors agon render rock
    complete_to rock-paper-scissors agon games rock
    complete_to --rules agon games entropy --r
    complete_to "" agon check-leaks greed
    complete_to export agon store ex
    complete_to spectator agon render rock-paper-scissors --viewer ""'
exit "$failed"
