# fish completion for agon
function __agon_games
    agon games --json 2>/dev/null | string match -rag '"id": *"([^"]*)"'
end

set -l commands bench bot-check check-leaks engine exhibition games help match render replay version

complete -c agon -f
complete -c agon -n __fish_use_subcommand -l help -d 'Show help'
complete -c agon -n __fish_use_subcommand -l version -d 'Show the version'
complete -c agon -n __fish_use_subcommand -a bench -d 'Measure games per second'
complete -c agon -n __fish_use_subcommand -a bot-check -d 'Say what a program does wrong'
complete -c agon -n __fish_use_subcommand -a match -d 'Let bots and programs play a match'
complete -c agon -n __fish_use_subcommand -a replay -d 'Show, verify or export recorded matches'
complete -c agon -n __fish_use_subcommand -a check-leaks -d 'Look for hidden information in views'
complete -c agon -n __fish_use_subcommand -a engine -d 'Answer JSON-RPC on standard input'
complete -c agon -n __fish_use_subcommand -a exhibition -d 'Watch bots play a match of each game'
complete -c agon -n __fish_use_subcommand -a games -d 'List the games'
complete -c agon -n __fish_use_subcommand -a help -d 'Tell about a command'
complete -c agon -n __fish_use_subcommand -a render -d 'Print a state or view as a board'
complete -c agon -n __fish_use_subcommand -a version -d 'Print the version'
complete -c agon -n '__fish_seen_subcommand_from help' -a "$commands"
complete -c agon -n '__fish_seen_subcommand_from bench check-leaks exhibition match render' -a '(__agon_games)'
complete -c agon -n '__fish_seen_subcommand_from bench' -l signature -d 'Print the signature only'
complete -c agon -n '__fish_seen_subcommand_from bench' -l games -x -d 'Matches of each in the signature'
complete -c agon -n '__fish_seen_subcommand_from bench' -l seconds -x -d 'For each game'
complete -c agon -n '__fish_seen_subcommand_from exhibition' -l full -d 'Show every action and event'
complete -c agon -n '__fish_seen_subcommand_from exhibition check-leaks' -l seed -x -d 'Where to begin'
complete -c agon -n '__fish_seen_subcommand_from render' -l viewer -x -a spectator -d 'Whose view'
complete -c agon -n '__fish_seen_subcommand_from render' -F
complete -c agon -n '__fish_seen_subcommand_from check-leaks' -l steps -x -d 'How many steps'
complete -c agon -n '__fish_seen_subcommand_from games bench check-leaks exhibition version' -l json -d 'Print JSON'
complete -c agon -n '__fish_seen_subcommand_from match bot-check replay' -l json -d 'Print JSON'
complete -c agon -n '__fish_seen_subcommand_from match bot-check' -l seed -x -d 'Where to begin'
complete -c agon -n '__fish_seen_subcommand_from match bot-check' -l clock -x -d 'BANK+INC or none'
complete -c agon -n '__fish_seen_subcommand_from match bot-check' -l start-up -x -d 'Seconds to get ready'
complete -c agon -n '__fish_seen_subcommand_from match bot-check' -l sandbox -d 'Run programs in bubblewrap'
complete -c agon -n '__fish_seen_subcommand_from match' -l seat -x -a 'random greedy search: cmd: human' -d 'Who plays'
complete -c agon -n '__fish_seen_subcommand_from match' -l config -r -F -d 'JSON of the game'
complete -c agon -n '__fish_seen_subcommand_from match' -l state -r -F -d 'Begin with this state'
complete -c agon -n '__fish_seen_subcommand_from match' -l record -r -F -d 'Write a replay'
complete -c agon -n '__fish_seen_subcommand_from match' -l transcript -r -F -d 'What programs say'
complete -c agon -n '__fish_seen_subcommand_from match' -l fault -x -a 'forfeit random retry:1 retry:1,random' -d 'What follows a fault'
complete -c agon -n '__fish_seen_subcommand_from match' -l full -d 'Print every move'
complete -c agon -n '__fish_seen_subcommand_from replay' -a 'show step verify export' -F
complete -c agon -n '__fish_seen_subcommand_from replay' -l events -d 'Tell what happened'
complete -c agon -n '__fish_seen_subcommand_from replay' -l viewer -x -a spectator -d 'Whose view'
complete -c agon -n '__fish_seen_subcommand_from replay' -l csv -d 'A table of the moves'
complete -c agon -n '__fish_seen_subcommand_from replay' -l states -d 'With the states'
complete -c agon -n '__fish_seen_subcommand_from bot-check' -l game -x -a '(__agon_games)' -d 'Only this game'
complete -c agon -n '__fish_seen_subcommand_from bot-check' -l matches -x -d 'Per game and seat'
