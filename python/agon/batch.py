"""Many matches at once, written straight into numpy arrays.

A step neither allocates nor copies, runs without the interpreter's lock, and is shared out among threads.
What happens does not depend on how many threads there are.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from agon import _engine
from agon.game import Game

Masks = Literal["bytes", "bits", "none"]


class Batch:
    """`lanes` matches of one game. A lane whose match is over starts the next one in the same step.

    Without `rivals` everybody is asked, one decision a lane and step: `players` says who (self-play). With
    `rivals`, a bot for every other seat, only `player` is asked, and `rewards` and `finals` are its own.

    The arrays are the same objects all the time; a step writes into them:

        players       uint8    [lanes]           who is to act
        observations  int16    [lanes, width]    what that player sees
        masks         int8     [lanes, actions]  1: this action is valid (masks="bytes")
        bits          uint64   [lanes, words]    the same, bit i of word i // 64 (masks="bits")
        ended         bool     [lanes]           this step ended a match
        outcomes      int8     [lanes, players]  of that match: 1 won alone, 0 shared or drawn, -1 lost
        rewards       float32  [lanes]           the same for `player`
        finals        int16    [lanes, width]    what `player` saw at the end of that match

    A number that is not valid is refused and its lane stays as it is; with illegal="replace" the next valid
    number, around the end, counts instead. `step` returns how many there were.
    """

    def __init__(
        self,
        game: Game,
        lanes: int,
        *,
        seed: int | str = 0,
        threads: int = 1,
        masks: Masks = "bytes",
        observations: bool = True,
        rivals: Sequence[str | None] | None = None,
        player: int = 0,
        illegal: Literal["stay", "replace"] = "stay",
    ) -> None:
        if lanes < 1:
            raise ValueError(f"a batch has at least one lane, not {lanes}")
        if masks not in ("bytes", "bits", "none") or illegal not in ("stay", "replace"):
            raise ValueError(f"masks is bytes, bits or none, illegal stay or replace: not {masks!r}, {illegal!r}")
        self.game = game
        self.lanes = lanes
        shape = (lanes, game.width)
        self.players = np.zeros(lanes, np.uint8)
        self.observations = np.zeros(shape if observations else (lanes, 0), np.int16)
        self.masks = np.zeros((lanes, game.actions if masks == "bytes" else 0), np.int8)
        self.bits = np.zeros((lanes, game.mask_words if masks == "bits" else 0), np.uint64)
        self.ended = np.zeros(lanes, np.bool_)
        self.outcomes = np.zeros((lanes, game.players), np.int8)
        self.rewards = np.zeros(lanes, np.float32)
        self.finals = np.zeros(shape if rivals is not None else (lanes, 0), np.int16)
        self._numbers = np.zeros(lanes, np.int64)
        arrays: dict[str, npt.NDArray[Any] | None] = {
            "players": self.players,
            "observations": self.observations if observations else None,
            "masks": self.masks if masks == "bytes" else None,
            "bits": self.bits if masks == "bits" else None,
            "ended": self.ended,
            "outcomes": self.outcomes,
            "rewards": self.rewards if rivals is not None else None,
            "finals": self.finals if rivals is not None else None,
        }
        asked = player if rivals is not None else -1
        self._batch = _engine.Batch(game, lanes, seed, threads, arrays, rivals, asked, illegal == "replace")

    def reset(self, seed: int | str | None = None) -> None:
        """Starts a match in every lane; None: with the seed it was made with, or was last given."""
        self._batch.start(seed)

    def step(self, actions: npt.ArrayLike) -> int:
        """One action number a lane. Returns how many were not valid."""
        if isinstance(actions, np.ndarray) and actions.dtype == np.int64 and actions.flags.c_contiguous:
            return self._batch.step(actions)
        self._numbers[:] = actions
        return self._batch.step(self._numbers)

    def state(self, lane: int) -> _engine.State:
        """A copy of one lane's state."""
        return self._batch.state(lane)
