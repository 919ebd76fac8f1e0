"""Spaces and rules that the environments of Gymnasium and PettingZoo share."""
from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from agon._engine import State
from agon.errors import ActionError
from agon.game import Game

Illegal = Literal["replace", "lose", "raise"]
Observation = dict[str, npt.NDArray[Any]]

SEEDS = 1 << 62  # of matches


def observation_space(game: Game) -> spaces.Space[Any]:
    """What a player sees, and which of its actions are valid: none of them while it may not act."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-32768, 32767, (game.width,), np.int16),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        }
    )


def observe(state: State, player: int) -> Observation:
    return {"observation": state.observation_tensor(player), "action_mask": state.legal_actions_mask(player)}


def settle(state: State, player: int, action: Any, illegal: Illegal) -> int | None:
    """The number that counts: the action if it is valid; else as `illegal` says. None: the player has lost."""
    legal = state.legal_actions_mask(player)
    number = int(action)
    if 0 <= number < len(legal) and legal[number]:
        return number
    if illegal == "raise":
        raise ActionError("invalid_move", "", f"action {number} of player {player} is not in its mask")
    if illegal == "lose":
        return None
    valid = np.flatnonzero(legal)
    later = valid[valid >= number]
    return int(later[0] if len(later) else valid[0])


def check_illegal(illegal: str) -> None:
    if illegal not in ("replace", "lose", "raise"):
        raise ValueError(f"illegal is replace, lose or raise, not {illegal!r}")
