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

# One line of the table: what the first bot scores against the second, in percent. $setting is a key of
# the game's config and its value, or empty.
pairing() { # pairing GAME FIRST SECOND BAR
    count=$games
    # Its matches are long; the bars were set for so many.
    [ "$1" != space-conquest ] || [ "$count" -le 400 ] || count=400
    label=$1${setting:+, ${setting#* }}
    name=$results/$(echo "$label-$2-$3" | tr ':= ' '___')
    echo "{${setting:+\"${setting% *}\":\"${setting#* }\"}}" >"$results/config.json"
    tourney "$name.ndjson" "$count" "$1" "$2" "$3" --config "$results/config.json" --csv - |
        awk -F , -v game="$label" -v first="$2" -v second="$3" -v bar="$4" '
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
pairings() { # pairings GAME BAR-FOR-GREEDY BAR-FOR-SEARCH
    pairing "$1" greedy random "$2"
    pairing "$1" search:sims=2000 random "$3"
    pairing "$1" search:sims=2000 greedy 65
    pairing "$1" search:sims=1000 search:sims=200 50
    pairing "$1" search:sims=5000 search:sims=1000 50
}
for game in "$@"; do
    setting=
    case $game in
        rock-paper-scissors) ;;
        stellar-skirmish)
            for setting in "reveal battle" "reveal first_play"; do
                pairings "$game" 75 85
            done
            ;;
        *) pairings "$game" 90 95 ;;
    esac
done
setting=
for game in "$@"; do
    [ "$game" != rock-paper-scissors ] || mix
done
