"""The games as OpenSpiel games: pip install agon[open_spiel].

    import pyspiel
    import agon.open_spiel

    game = pyspiel.load_game("agon_entropy", {"seeds": 1000})
    game = agon.open_spiel.SpielGame.of_stellar_orders({"fleet_values": [1, 2, 3], …})

Agon's states draw from a generator inside, which an algorithm over a tree cannot see. So the only chance node is the
first: it chooses the state the match begins with, and all that follows is determined. With `seeds` there are so many
of them, equally likely: a sample of the game. With `of_stellar_orders` they are all orders of the planets: the game
itself. What players know is unaffected: their information states are made of views.

Players who act at the same time are asked one after the other; none sees what those before it chose.
"""
from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel

from agon._engine import State
from agon.game import load_game, registered_games

_ROOTS: dict[int, Sequence[State]] = {}  # by the key of a game: what its states begin with


def _type(short_name: str, title: str, players: tuple[int, int]) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name,
        long_name=title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players[1] == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "seeds": 100, "config": ""},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """An agon game as OpenSpiel sees it: one of `roots` is dealt, then the players act."""

    def __init__(self, roots: Sequence[State], short_name: str, params: Mapping[str, Any] | None = None) -> None:
        game = roots[0].game
        self.agon_game = game
        self.key = len(_ROOTS)
        _ROOTS[self.key] = list(roots)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=len(roots),
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.players == 2 else None,
            max_game_length=min(game.max_steps, 2**31 - 1),  # an int of C
        )
        kind = _type(short_name, f"Agon {game.title}", (game.players, game.players))
        super().__init__(kind, info, dict(params or {}))

    @staticmethod
    def of_seeds(id: str, seeds: int = 100, config: Mapping[str, Any] | None = None, players: int = 0) -> SpielGame:
        """A game whose matches begin with one of so many seeds."""
        game = load_game(id, config, players=players)
        return SpielGame([game.new_initial_state(seed) for seed in range(seeds)], _short_name(id))

    @staticmethod
    def of_stellar_orders(config: Mapping[str, Any]) -> SpielGame:
        """Stellar Skirmish with every order of its planets: the config has `planets`, and neither seed nor shuffle."""
        roots = []
        for order in itertools.permutations(config["planets"]):
            game = load_game("stellar-skirmish", {**config, "planets": list(order), "shuffle": False})
            roots.append(game.new_initial_state())
        return SpielGame(roots, _short_name("stellar-skirmish"))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(self.agon_game.width, self.agon_game.players, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match in progress, or about to be dealt."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._key = game.key
        self.match: State | None = None
        self._seen: list[list[str]] = []  # by player: the views so far

    def current_player(self) -> int:
        if self.match is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.match.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.match.players_to_act()[0]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return self.match.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = len(_ROOTS[self._key])
        return [(i, 1 / count) for i in range(count)]

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = _ROOTS[self._key][action].clone()
            self._seen = [[] for _ in range(self.match.game.players)]
        else:
            player = self.current_player()
            self.match.apply_action(action, player)
            self._seen[player].append(f"a{action}")
        for player, seen in enumerate(self._seen):
            view = f"{self.match.view(player).hash():016x}"
            if not seen or seen[-1] != view:
                seen.append(view)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.match is None:
            return f"deal {action}"
        return json.dumps(self.match.action_to_struct(action, player))

    def is_terminal(self) -> bool:
        return self.match is not None and self.match.is_terminal()

    def returns(self) -> list[float]:
        if self.match is None:
            return [0.0] * self.num_players()
        return self.match.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen and done."""
        at = self.current_player() if player is None else player
        return f"{at}:" + " ".join(self._seen[at]) if self._seen else f"{at}:"

    def observation_string(self, player: int | None = None) -> str:
        at = self.current_player() if player is None else player
        return str(self.match.view(at)) if self.match is not None else ""

    def __str__(self) -> str:
        return "to be dealt" if self.match is None else f"{self.match.hash():016x}\n{self.match}"


class _Observer:
    """What OpenSpiel's observations are made by."""

    def __init__(self, width: int, players: int, kind: Any) -> None:
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(width + players, np.float32)
        self.dict = {"player": self.tensor[:players], "observation": self.tensor[players:]}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if state.match is not None:
            self.dict["observation"][:] = state.match.observation_tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


def _short_name(id: str) -> str:
    return "agon_" + id.replace("-", "_")


def _make_class(id: str) -> type[SpielGame]:
    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = dict(params or {})
            config = json.loads(given["config"]) if given.get("config") else None
            game = load_game(id, config, players=int(given.get("players", 0)))
            roots = [game.new_initial_state(seed) for seed in range(int(given.get("seeds", 100)))]
            super().__init__(roots, _short_name(id), given)

    return Registered


def register() -> None:
    """Makes the games known to pyspiel.load_game as agon_entropy, agon_stellar_skirmish, …; done on import."""
    known = set(pyspiel.registered_names())
    for info in registered_games():
        if _short_name(info.id) not in known:
            kind = _type(_short_name(info.id), f"Agon {info.title}", (info.min_players, info.max_players))
            pyspiel.register_game(kind, _make_class(info.id))


register()
