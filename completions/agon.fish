# fish completion for agon
function __agon_games
    agon games 2>/dev/null | tail -n +2 | string match -r '^\S+'
end

set -l commands bench bot-check check-leaks engine exhibition games help load match play render replay serve store tourney version watch

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
complete -c agon -n __fish_use_subcommand -a games -d 'List the games, or explain one'
complete -c agon -n __fish_use_subcommand -a help -d 'Tell about a command'
complete -c agon -n __fish_use_subcommand -a render -d 'Print a state or view as a board'
complete -c agon -n __fish_use_subcommand -a tourney -d 'Let bots play many matches, and rate them'
complete -c agon -n __fish_use_subcommand -a play -d 'Play a game yourself'
complete -c agon -n __fish_use_subcommand -a watch -d 'Step through a recorded match'
complete -c agon -n __fish_use_subcommand -a serve -d 'Serve matches and the web page'
complete -c agon -n __fish_use_subcommand -a store -d "Check a server's database, or export its matches"
complete -c agon -n __fish_use_subcommand -a load -d 'Play many matches against a server'
complete -c agon -n __fish_use_subcommand -a version -d 'Print the version'
complete -c agon -n '__fish_seen_subcommand_from help' -a "$commands"
complete -c agon -n '__fish_seen_subcommand_from bench check-leaks exhibition games match play render tourney' -a '(__agon_games)'
complete -c agon -n '__fish_seen_subcommand_from bench' -l signature -d 'Print the signature only'
complete -c agon -n '__fish_seen_subcommand_from games' -l rules -d 'How the game is played'
complete -c agon -n '__fish_seen_subcommand_from bench' -l games -x -d 'Exactly so many matches'
complete -c agon -n '__fish_seen_subcommand_from bench' -l instructions -d 'Count them with callgrind'
complete -c agon -n '__fish_seen_subcommand_from bench' -l seconds -x -d 'For each game'
complete -c agon -n '__fish_seen_subcommand_from bench' -l players -x -d 'Instead of the usual number'
complete -c agon -n '__fish_seen_subcommand_from bench' -l threads -x -d 'Measure up to so many'
complete -c agon -n '__fish_seen_subcommand_from bench' -l search -d 'Simulations per second'
complete -c agon -n '__fish_seen_subcommand_from exhibition' -l full -d 'Show every action and event'
complete -c agon -n '__fish_seen_subcommand_from exhibition check-leaks' -l seed -x -d 'Where to begin'
complete -c agon -n '__fish_seen_subcommand_from render' -l viewer -x -a spectator -d 'Whose view'
complete -c agon -n '__fish_seen_subcommand_from render' -F
complete -c agon -n '__fish_seen_subcommand_from check-leaks' -l steps -x -d 'How many steps'
complete -c agon -n '__fish_seen_subcommand_from games' -l schema -d 'JSON Schema of the config'
complete -c agon -n '__fish_seen_subcommand_from games bench check-leaks exhibition version' -l json -d 'Print JSON'
complete -c agon -n '__fish_seen_subcommand_from match bot-check replay store' -l json -d 'Print JSON'
complete -c agon -n '__fish_seen_subcommand_from match bot-check tourney' -l seed -x -d 'Where to begin'
complete -c agon -n '__fish_seen_subcommand_from match bot-check tourney' -l clock -x -d 'BANK+INC or none'
complete -c agon -n '__fish_seen_subcommand_from match bot-check tourney' -l start-up -x -d 'Seconds to get ready'
complete -c agon -n '__fish_seen_subcommand_from match bot-check tourney' -l sandbox -d 'Run programs in bubblewrap'
complete -c agon -n '__fish_seen_subcommand_from match' -l seat -x -a 'random greedy search: net: cmd: human' -d 'Who plays'
complete -c agon -n '__fish_seen_subcommand_from match tourney' -l no-pondering -d 'Stop programs while they are not asked'
complete -c agon -n '__fish_seen_subcommand_from match tourney' -l pin -d 'A core for each program'
complete -c agon -n '__fish_seen_subcommand_from check-leaks match tourney' -l config -r -F -d 'JSON of the game'
complete -c agon -n '__fish_seen_subcommand_from match' -l state -r -F -d 'Begin with this state'
complete -c agon -n '__fish_seen_subcommand_from match' -l record -r -F -d 'Write a replay'
complete -c agon -n '__fish_seen_subcommand_from match' -l transcript -r -F -d 'What programs say'
complete -c agon -n '__fish_seen_subcommand_from match tourney' -l fault -x -a 'forfeit random retry:1 retry:1,random' -d 'What follows a fault'
complete -c agon -n '__fish_seen_subcommand_from match' -l full -d 'Print every move'
complete -c agon -n '__fish_seen_subcommand_from store' -a 'check repair export' -F
complete -c agon -n '__fish_seen_subcommand_from store' -l cut -d 'Keep the steps that hold'
complete -c agon -n '__fish_seen_subcommand_from store' -l all -d 'Every match that has begun'
complete -c agon -n '__fish_seen_subcommand_from store' -l reasons -d 'Say why, even if it tells what is hidden'
complete -c agon -n '__fish_seen_subcommand_from replay' -a 'show step verify export' -F
complete -c agon -n '__fish_seen_subcommand_from replay' -l events -d 'Tell what happened'
complete -c agon -n '__fish_seen_subcommand_from replay' -l viewer -x -a spectator -d 'Whose view'
complete -c agon -n '__fish_seen_subcommand_from replay' -l csv -d 'A table of the moves'
complete -c agon -n '__fish_seen_subcommand_from replay' -l states -d 'With the states'
complete -c agon -n '__fish_seen_subcommand_from bot-check' -l game -x -a '(__agon_games)' -d 'Only this game'
complete -c agon -n '__fish_seen_subcommand_from bot-check' -l matches -x -d 'Per game and seat'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l bot -x -a 'random greedy search: net: cmd:' -d 'Who plays'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l games -x -d 'Matches of each table'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l format -x -a 'round-robin gauntlet' -d 'Who meets'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l seats -x -d 'Players at a table'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l threads -x -d 'Matches at the same time'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l sprt -x -d 'Stop when it is known'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l errors -x -d 'Of the test'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l anchor -x -d 'Whose rating is 0'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l out -r -F -d 'Keep the results'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l resume -d 'Go on with the results'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l replays -r -F -d 'Record every match'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l csv -r -F -d 'The standing as a table'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l json -r -F -d 'The standing as data'
complete -c agon -n '__fish_seen_subcommand_from tourney' -l html -r -F -d 'A page with charts'
complete -c agon -n '__fish_seen_subcommand_from play' -l seat -x -a 'me greedy search: random net: cmd:' -d 'Who plays'
complete -c agon -n '__fish_seen_subcommand_from play' -l players -x -d 'How many'
complete -c agon -n '__fish_seen_subcommand_from play' -l seed -x -d 'Repeat a match'
complete -c agon -n '__fish_seen_subcommand_from play' -l config -r -F -d 'JSON of the game'
complete -c agon -n '__fish_seen_subcommand_from play' -l best-of -x -d 'A series of matches'
complete -c agon -n '__fish_seen_subcommand_from play' -l record -r -F -d 'Where the match is kept'
complete -c agon -n '__fish_seen_subcommand_from play' -l resume -r -F -d 'Go on with a match'
complete -c agon -n '__fish_seen_subcommand_from play' -l tutorial -d 'Explains as you go'
complete -c agon -n '__fish_seen_subcommand_from watch' -F
complete -c agon -n '__fish_seen_subcommand_from watch' -l viewer -x -a spectator -d 'Whose view'
complete -c agon -n '__fish_seen_subcommand_from watch' -l from -x -d 'Begin after this move'
complete -c agon -n '__fish_seen_subcommand_from watch' -l speed -x -d 'Moves a second, by itself'
complete -c agon -n '__fish_seen_subcommand_from watch' -l boards -d 'As text: the board after every move'
complete -c agon -n '__fish_seen_subcommand_from serve' -l listen -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l port -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l database -r -F
complete -c agon -n '__fish_seen_subcommand_from serve' -l config -r -F
complete -c agon -n '__fish_seen_subcommand_from serve' -l web -r -F
complete -c agon -n '__fish_seen_subcommand_from serve' -l tls-certificate -r -F
complete -c agon -n '__fish_seen_subcommand_from serve' -l tls-key -r -F
complete -c agon -n '__fish_seen_subcommand_from serve' -l metrics-token-file -r -F
complete -c agon -n '__fish_seen_subcommand_from serve' -l proxy -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l origin -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l log -x -a 'text json none'
complete -c agon -n '__fish_seen_subcommand_from serve' -l workers -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l show-settings -d 'Print them and end'
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-connections -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-connections -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-requests -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-matches -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-joins -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l messages -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-message -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-body -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-queue -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l header-timeout -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l body-timeout -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l idle-timeout -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l ping -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-bot-time -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-bot-matches -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-bot-matches -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-programs -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l program-seats -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-programs -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l no-pondering -x -a "0 1"
complete -c agon -n '__fish_seen_subcommand_from serve' -l rpc-workers -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-calls -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-calls -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-rpc-time -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l rpc-time -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l rpc-batch -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l rpc-answer -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l rpc-simulations -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-unread -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l address-unread -x
complete -c agon -n '__fish_seen_subcommand_from load' -l matches -x
complete -c agon -n '__fish_seen_subcommand_from load' -l idle -x
complete -c agon -n '__fish_seen_subcommand_from load' -l seconds -x
complete -c agon -n '__fish_seen_subcommand_from load' -l pause -x
complete -c agon -n '__fish_seen_subcommand_from load' -l every -x
complete -c agon -n '__fish_seen_subcommand_from load' -l game -x -a '(__agon_games)'
complete -c agon -n '__fish_seen_subcommand_from load' -l makers -x
complete -c agon -n '__fish_seen_subcommand_from load' -l pid -x
complete -c agon -n '__fish_seen_subcommand_from load' -l json -d 'Print JSON'
complete -c agon -n '__fish_seen_subcommand_from serve' -l bot-time -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l program -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l match-idle -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l match-waiting -x
complete -c agon -n '__fish_seen_subcommand_from serve' -l max-matches -x
