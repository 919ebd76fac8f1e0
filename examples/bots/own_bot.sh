#!/bin/sh
# A bot in POSIX shell: plays every game of Agon, and Rock-Paper-Scissors without a pattern.
#
#     agon match space-conquest --seat cmd:./examples/bots/own_bot.sh --seat random
#
# In the runner's lines numbers and words come before lists and objects, so the first occurrence of
# a key is the right one, and the shell's own pattern matching is enough to find it.

# number KEY LINE: sets `found` to the number behind the first "KEY":
number() {
    found=${2#*\""$1"\":}
    found=${found%%[!0-9]*}
}

# random N: sets `drawn` to a number below N.
random() {
    chance=$(((chance * 1103515245 + 12345) & 2147483647))
    drawn=$(((chance >> 8) % $1))
}

chance=1
while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"type":"ready","protocol":1,"name":"own_bot.sh","page":0}'
        ;;
    '{"type":"match"'*)
        number seed "$line"
        chance=$found
        ;;
    '{"type":"think"'*)
        number id "$line"
        id=$found
        number count "$line"
        random "$found"
        echo "{\"type\":\"action\",\"id\":$id,\"index\":$drawn}"
        ;;
    '{"type":"quit"'*)
        exit 0
        ;;
    esac
done
