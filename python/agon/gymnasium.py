"""One player against bots as Gymnasium environments: pip install agon[gymnasium].

    from agon.gymnasium import AgonEnv, AgonVectorEnv

    env = AgonEnv("entropy", opponents="greedy")
    many = AgonVectorEnv("stellar-skirmish", 4096, opponents="greedy", threads=2)

The bots answer within a step. The reward comes at the end: 1 won alone, 0 shared or drawn, -1 lost. `illegal` is as in
agon.pettingzoo; a vector environment always replaces, and counts in `info["illegal"]`.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Env, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from agon._engine import Bot, State
from agon.batch import Batch
from agon.game import Game, load_game
from agon.render import RENDER_MODES, check_mode, render
from agon.spaces import SEEDS, Illegal, Observation, check_illegal, observation_space, observe, settle


def _rivals(game: Game, opponents: str | Sequence[str], player: int) -> list[str | None]:
    """A bot for every seat but the player's."""
    if not 0 <= player < game.players:
        raise ValueError(f"player must be in 0 … {game.players - 1}, not {player}")
    names = [opponents] * (game.players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != game.players - 1:
        raise ValueError(f"{game.players - 1} opponents are needed, not {len(names)}")
    rivals: list[str | None] = list(names)
    rivals.insert(player, None)
    return rivals


class AgonEnv(Env[Observation, np.int64]):
    """One match after the other, `player` against bots."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        config: Mapping[str, Any] | None = None,
        *,
        players: int = 0,
        player: int = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        illegal: Illegal = "replace",
    ) -> None:
        check_illegal(illegal)
        self.game = load_game(game, config, players=players)
        self.player = player
        self.render_mode = check_mode(render_mode)
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.actions)
        self._illegal: Illegal = illegal
        self._names = _rivals(self.game, opponents, player)
        self._bots: list[Bot | None] = []
        self.match: State = self.game.new_initial_state()

    def _let_others_play(self) -> None:
        while not self.match.is_terminal():
            asked = self.match.players_to_act()[0]
            bot = self._bots[asked]
            if bot is None:
                return
            self.match.apply_action(bot.choose(self.match, asked), asked)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            number = int(self.np_random.integers(SEEDS))
            self.match = self.game.new_initial_state(number)
            self._bots = [
                None if name is None else self.game.bot(name, number, seat) for seat, name in enumerate(self._names)
            ]
            self._let_others_play()
            if not self.match.is_terminal():  # the bots may end it before the player is ever asked
                break
        if self.render_mode == "human":
            self.render()
        return observe(self.match, self.player), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = settle(self.match, self.player, action, self._illegal)
        info: dict[str, Any] = {} if number == int(action) else {"illegal": True}
        if number is None:
            return observe(self.match, self.player), -1.0, True, False, info
        self.match.apply_action(number, self.player)
        self._let_others_play()
        over = self.match.is_terminal()
        if self.render_mode == "human":
            self.render()
        return observe(self.match, self.player), self.match.returns()[self.player], over, False, info

    def render(self) -> Any:
        return render(self.match, self.render_mode)


class AgonVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Thousands of matches at once over agon.Batch.

    Observations, masks, rewards and ends are the batch's own arrays: a step writes into them without a copy, so copy
    what is to be kept. A lane whose match is over starts the next one in the same step (AutoresetMode.SAME_STEP); what
    the player saw at the end is in `info["final_obs"]`, valid where `info["_final_obs"]`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        config: Mapping[str, Any] | None = None,
        *,
        players: int = 0,
        player: int = 0,
        opponents: str | Sequence[str] = "random",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.game = load_game(game, config, players=players)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.player = player
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(
            self.game,
            num_envs,
            threads=threads,
            rivals=_rivals(self.game, opponents, player),
            player=player,
            illegal="replace",
        )
        self._observations: Observation = {
            "observation": self.batch.observations,
            "action_mask": self.batch.masks,
        }
        self._truncations = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if seed is not None and not isinstance(seed, int):
            raise ValueError("one seed for all lanes: each has its own matches from it")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SEEDS)))
        return self._observations, {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        batch = self.batch
        illegal = batch.step(actions)
        info: dict[str, Any] = {"illegal": illegal} if illegal else {}
        if batch.ended.any():
            info["final_obs"] = batch.finals
            info["_final_obs"] = batch.ended
        return self._observations, batch.rewards, batch.ended, self._truncations, info

    def render(self) -> Any:
        if self.render_mode != "ansi":
            return None
        return tuple(str(self.batch.state(lane)) for lane in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        pass
