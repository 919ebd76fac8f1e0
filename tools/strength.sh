#!/bin/sh
# Measures how strong the built-in bots are, and prints the table of docs/bots.md (Markdown).
#   tools/strength.sh [GAMES [GAME...]]     default: 1000 matches a pairing, all games
# AGON names the program (build/agon), THREADS the workers. With RESUME=1 it goes on with the results
# in build/strength; otherwise it begins anew, since the bots may have changed.
# A bar is met if the lower end of the 95 % interval is above it, missed if the upper end is below.
set -eu
cd "$(dirname "$0")/.."
agon=${AGON:-build/agon}
games=${1:-1000}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- rock-paper-scissors stellar-skirmish entropy skirmish space-conquest
results=build/strength
mkdir -p "$results"

tourney() { # tourney FILE GAMES GAME FIRST SECOND OPTION...
    file=$1
    count=$2
    game=$3
    first=$4
    second=$5
    shift 5
    [ "${RESUME:-0}" = 1 ] || rm -f "$file"
    "$agon" tourney "$game" --bot "$first" --bot "$second" --games "$count" --anchor "$second" \
        --out "$file" --resume --threads "${THREADS:-$(nproc)}" "$@"
}

# One line of the table: what the first bot scores against the second, in percent.
pairing() { # pairing GAME FIRST SECOND BAR
    count=$games
    # Its matches are long; the bars were set for so many.
    [ "$1" != space-conquest ] || [ "$count" -le 400 ] || count=400
    name=$results/$1-$(echo "$2-$3" | tr ':=' '__')
    tourney "$name.ndjson" "$count" "$1" "$2" "$3" --csv - |
        awk -F , -v game="$1" -v first="$2" -v second="$3" -v bar="$4" '
            function points(elo) { return 100 / (1 + 10 ^ (-elo / 400)) }
            $2 == first {
                low = points($4)
                high = points($5)
                verdict = low >= bar ? "met" : high < bar ? "missed" : "open"
                printf "| %s | %s | %s | %d | %.1f | %.1f … %.1f | %+.0f ± %.0f | %s | %s |\n", game,
                    first, second, $7, 100 * $6, low, high, $3, ($5 - $4) / 2, bar, verdict
            }'
}

# Search must mix rock, paper and scissors evenly: shares of its choices against itself. The second
# match of a pair repeats the first with the names swapped, so only the even ones are counted.
mix() {
    folder=$results/mix
    rm -rf "$folder" "$folder.ndjson"
    tourney "$folder.ndjson" $((games * 20)) rock-paper-scissors a=search b=search --anchor b \
        --replays "$folder" >/dev/null
    find "$folder" -name '*[02468].ndjson' -exec cat {} + |
        grep -o '"choice":"[a-z]*"' | cut -d '"' -f 4 | sort | uniq -c |
        awk '{ count[$2] = $1; all += $1 }
            END {
                printf "\nrock-paper-scissors, %d choices of search:", all
                split("rock paper scissors", choices, " ")
                for (i = 1; i <= 3; i++)
                    printf " %s %.2f %%", choices[i], 100 * count[choices[i]] / all
                printf "\n"
            }'
    rm -rf "$folder"
}

echo "| game | bot | against | matches | points % | 95 % | Elo | bar | |"
echo "|---|---|---|---|---|---|---|---|---|"
for game in "$@"; do
    case $game in
        rock-paper-scissors) continue ;;
        stellar-skirmish) greedy=75 search=85 ;;
        *) greedy=90 search=95 ;;
    esac
    pairing "$game" greedy random "$greedy"
    pairing "$game" search:sims=2000 random "$search"
    pairing "$game" search:sims=2000 greedy 65
    pairing "$game" search:sims=1000 search:sims=200 50
    pairing "$game" search:sims=5000 search:sims=1000 50
done
for game in "$@"; do
    [ "$game" != rock-paper-scissors ] || mix
done
