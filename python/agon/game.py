"""Games and states. A state is a value: `clone` it, compare it, hash it, pickle it."""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agon import _engine
from agon._engine import State

Struct = Mapping[str, Any]
Config = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """A run of action numbers, or a part of an observation."""

    name: str
    meaning: str
    start: int
    count: int


@dataclass(frozen=True)
class GameInfo:
    """What is known of a game without a config."""

    id: str
    title: str
    summary: str
    version: int
    min_players: int
    max_players: int
    is_simultaneous: bool
    has_chance: bool
    has_hidden: bool


def registered_games() -> list[GameInfo]:
    """The games there are."""
    return [
        GameInfo(
            id=facts["id"],
            title=facts["title"],
            summary=facts["summary"],
            version=facts["rules_version"],
            min_players=facts["min_players"],
            max_players=facts["max_players"],
            is_simultaneous=facts["simultaneous"],
            has_chance=facts["chance"],
            has_hidden=facts["hidden"],
        )
        for facts in _engine.games()
    ]


def _fields(rows: Sequence[tuple[str, str, int]]) -> list[Field]:
    fields: list[Field] = []
    start = 0
    for name, meaning, count in rows:
        fields.append(Field(name, meaning, start, count))
        start += count
    return fields


class Game(_engine.Game):
    """The rules with a config. Immutable: share it freely, between threads too."""

    __slots__ = ()

    # Names of OpenSpiel, where they mean the same.

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return self.actions

    def observation_tensor_shape(self) -> list[int]:
        return [self.width]

    def observation_tensor_size(self) -> int:
        return self.width

    def max_game_length(self) -> int:
        return self.max_steps

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def deserialize_state(self, data: bytes) -> State:
        """The way back from `State.pack`. Any bytes are safe: what is no state of this game is refused."""
        return self.unpack(data)

    # Our own.

    @property
    def config(self) -> dict[str, Any] | None:
        """The config as it was given; None if the game was made of a state."""
        if self.is_from_state:
            return None
        return json.loads(self.origin) if self.origin else {}

    @property
    def action_parts(self) -> list[Field]:
        """What the action numbers mean, run by run."""
        return _fields(self.action_fields())

    @property
    def observation_parts(self) -> list[Field]:
        """What the values of an observation mean, part by part."""
        return _fields(self.observation_fields())

    def state_from_json(self, document: str | Struct) -> State:
        """A state of this game from `State.to_json`, or a dict of it. It must be one of the same config."""
        other = state_from_json(self.id, document, version=self.version)
        state = self.unpack(other.pack()) if other.game.players == self.players else None
        if state is None or state.to_json() != other.to_json():
            raise _bad_state("this is a state of another config")
        return state

    def bot(self, name: str, seed: int | str = 0, player: int = 0) -> _engine.Bot:
        """A bot as the command line writes it: "greedy", "search:sims=2000", "net:FILE"."""
        return _engine.Bot(self, name, seed, player)

    def __repr__(self) -> str:
        return f"<agon.Game {self.id}, {self.players} players, rules version {self.version}>"


def _bad_state(message: str) -> Exception:
    from agon.errors import StateError

    return StateError("bad_state", "", message)


def load_game(id: str, config: Config | str | None = None, *, players: int = 0, version: int = 0) -> Game:
    """A game by its id, with a config as a dict or JSON text.

    Matches begin as they do everywhere: with a seed, 0 if neither the config nor `new_initial_state` names one.
    `players` is for configs that leave the number out, `version` for older rules that are still served.
    """
    return Game(id, config, players, version)


def state_from_json(id: str, document: str | Struct, *, version: int = 0) -> State:
    """A state or view from its document; its game is made from what the document says."""
    return Game(id, document, 0, version, True).new_initial_state()
