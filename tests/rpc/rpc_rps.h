// Rock-Paper-Scissors in the words of the protocol, for the tests of the RPC methods.
#ifndef AGON_TESTS_RPC_RPC_RPS_H
#define AGON_TESTS_RPC_RPC_RPS_H

#define GAME "'game':'rock-paper-scissors'"
#define IDS "'playerIds':['a','b']"
#define NEW "{" IDS ",'choices':{'a':null,'b':null}}"
#define A_HAS_CHOSEN "{" IDS ",'choices':{'a':'rock','b':null}}"
#define B_WINS "{" IDS ",'choices':{'a':'rock','b':'paper'}}"
#define DRAW "{" IDS ",'choices':{'a':'rock','b':'rock'}}"
#define VIEW_OF_B "{" IDS ",'choices':{'a':'hidden','b':null},'viewer':'b'}"
#define VIEW_OF_ALL "{" IDS ",'choices':{'a':'hidden','b':null},'viewer':'spectator'}"
#define ROCK "{'type':'choose','choice':'rock'}"
#define WITH(state) "{" GAME ",'state':" state "}"
#define PLAY(state, player, action)                                                                \
    "{" GAME ",'state':" state ",'player':" player ",'action':" action "}"
#define FULL(choices, over, winners)                                                               \
    "{'choices':" choices ",'currentPlayerId':null,'gameOver':" over ",'winners':" winners         \
    ",'turn':1,'rngState':42," IDS ",'revealed':" over "}"

#endif
