# bash completion for agon
_agon() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=
    local word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
        -*) ;;
        *)
            command=$word
            break
            ;;
        esac
    done

    local commands='bench bot-check check-leaks engine exhibition games help load match play render replay serve store tourney version watch'
    local words=
    [[ $command == play && $previous == --resume ]] && previous=--record
    case $previous in
    --steps | --games | --seed | --seconds | --matches | --clock | --start-up) return ;;
    --seats | --threads | --sprt | --errors | --anchor) return ;;
    --players | --best-of | --from | --speed) return ;;
    --config | --state | --record | --transcript | --out | --replays | --csv | --html)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --database | --tls-certificate | --tls-key | --metrics-token-file | --web)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --log) words='text json none' ;;
    --game) words=$(_agon_games) ;;
    --bot) words='random greedy search: net: cmd:' ;;
    --format) words='round-robin gauntlet' ;;
    --seat) words='me random greedy search: net: cmd: human' ;;
    --fault) words='forfeit random retry:1 retry:1,random' ;;
    --viewer) words=spectator ;;
    *)
        case $command in
        '') words="$commands --help --version" ;;
        help) words=$commands ;;
        serve) words='--listen --port --database --config --web --tls-certificate --tls-key --metrics-token-file --proxy --origin --log --workers --bot-time --program --match-idle --match-waiting --show-settings --max-connections --max-matches --address-connections --address-requests --address-matches --address-joins --messages --max-message --max-body --max-queue --header-timeout --body-timeout --idle-timeout --ping --address-bot-time --max-bot-matches --address-bot-matches --max-programs --program-seats --address-programs --no-pondering --rpc-workers --max-calls --address-calls --address-rpc-time --rpc-time --rpc-batch --rpc-answer --rpc-simulations --max-unread --address-unread --help' ;;
        load) words='--matches --idle --seconds --pause --every --game --makers --pid --json --help' ;;
        games) words="--rules --schema --json --help $(_agon_games)" ;;
        version) words='--json --help' ;;
        bench) words="--signature --games --seconds --players --threads --instructions --search --json --help $(_agon_games)" ;;
        check-leaks) words="--steps --seed --config --json --help $(_agon_games)" ;;
        exhibition) words="--seed --full --json --help $(_agon_games)" ;;
        match) words="$_agon_match_options $(_agon_games)" ;;
        play) words="$_agon_play_options $(_agon_games)" ;;
        watch)
            mapfile -t COMPREPLY < <(compgen -W '--viewer --from --speed --boards --help' -- "$current" && compgen -f -- "$current")
            return
            ;;
        tourney) words="$_agon_tourney_options $(_agon_games)" ;;
        bot-check) words='--game --matches --seed --clock --start-up --sandbox --json --help' ;;
        store)
            if [[ $previous == store ]]; then
                words='check repair export --help'
            else
                words='--all --cut --reasons --json --help'
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current" && compgen -f -- "$current")
                return
            fi
            ;;
        replay)
            if [[ $previous == replay ]]; then
                words='show step verify export --help'
            else
                words='--events --viewer --json --csv --states --help'
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current" && compgen -f -- "$current")
                return
            fi
            ;;
        render)
            if [[ $previous == render ]]; then
                words=$(_agon_games)
            else
                mapfile -t COMPREPLY < <(compgen -W '--viewer --help' -- "$current" && compgen -f -- "$current")
                return
            fi
            ;;
        *) words='--help' ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

_agon_match_options='--seat --seed --config --state --record --clock --fault --start-up --sandbox
    --no-pondering --pin --transcript --full --json --help'
_agon_play_options='--seat --players --seed --config --best-of --record --resume --tutorial --help'
_agon_tourney_options='--bot --games --format --seats --seed --config --threads --sprt --errors --anchor
    --out --resume --replays --csv --json --html --clock --fault --start-up --sandbox
    --no-pondering --pin --help'

# The ids of the registered games, asked from the program itself.
_agon_games() {
    agon games 2>/dev/null | sed '1d; s/ .*//'
}

complete -F _agon agon
