"""Agon: deterministic turn-based strategy games behind one contract.

    import agon

    game = agon.load_game("stellar-skirmish", {"seed": 7})
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

Names are those of OpenSpiel where the meaning is the same. docs/python.md is the guide.
"""
from agon._engine import SPECTATOR, Bot, Rng, State, engine_version, signature
from agon.batch import Batch
from agon.errors import ActionError, AgonError, ConfigError, ReplayError, StateError
from agon.events import Event
from agon.game import Field, Game, GameInfo, load_game, registered_games, state_from_json
from agon.match import MatchResult, Standing, play_match, tournament

TERMINAL = -4  # current_player() when the game is over, as in OpenSpiel
SIMULTANEOUS = -2  # several players may act, or the game is a simultaneous one

__version__ = engine_version
__all__ = [
    "SIMULTANEOUS",
    "SPECTATOR",
    "TERMINAL",
    "ActionError",
    "AgonError",
    "Batch",
    "Bot",
    "ConfigError",
    "Event",
    "Field",
    "Game",
    "GameInfo",
    "MatchResult",
    "ReplayError",
    "Rng",
    "Standing",
    "State",
    "StateError",
    "load_game",
    "play_match",
    "registered_games",
    "signature",
    "state_from_json",
    "tournament",
]
