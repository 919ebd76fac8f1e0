# fish completion for agon
function __agon_games
    agon games --json 2>/dev/null | string match -rag '"id": *"([^"]*)"'
end

set -l commands bench check-leaks engine exhibition games help render version

complete -c agon -f
complete -c agon -n __fish_use_subcommand -l help -d 'Show help'
complete -c agon -n __fish_use_subcommand -l version -d 'Show the version'
complete -c agon -n __fish_use_subcommand -a bench -d 'Measure games per second'
complete -c agon -n __fish_use_subcommand -a check-leaks -d 'Look for hidden information in views'
complete -c agon -n __fish_use_subcommand -a engine -d 'Answer JSON-RPC on standard input'
complete -c agon -n __fish_use_subcommand -a exhibition -d 'Watch bots play a match of each game'
complete -c agon -n __fish_use_subcommand -a games -d 'List the games'
complete -c agon -n __fish_use_subcommand -a help -d 'Tell about a command'
complete -c agon -n __fish_use_subcommand -a render -d 'Print a state or view as a board'
complete -c agon -n __fish_use_subcommand -a version -d 'Print the version'
complete -c agon -n '__fish_seen_subcommand_from help' -a "$commands"
complete -c agon -n '__fish_seen_subcommand_from bench check-leaks exhibition render' -a '(__agon_games)'
complete -c agon -n '__fish_seen_subcommand_from bench' -l signature -d 'Print the signature only'
complete -c agon -n '__fish_seen_subcommand_from bench' -l games -x -d 'Matches of each in the signature'
complete -c agon -n '__fish_seen_subcommand_from bench' -l seconds -x -d 'For each game'
complete -c agon -n '__fish_seen_subcommand_from exhibition' -l full -d 'Show every action and event'
complete -c agon -n '__fish_seen_subcommand_from exhibition check-leaks' -l seed -x -d 'Where to begin'
complete -c agon -n '__fish_seen_subcommand_from render' -l viewer -x -a spectator -d 'Whose view'
complete -c agon -n '__fish_seen_subcommand_from render' -F
complete -c agon -n '__fish_seen_subcommand_from check-leaks' -l steps -x -d 'How many steps'
complete -c agon -n '__fish_seen_subcommand_from games bench check-leaks exhibition version' -l json -d 'Print JSON'
