"""All games as PettingZoo environments: pip install agon[pettingzoo].

    from agon.pettingzoo import env, parallel_env

    table = env("stellar-skirmish", players=3, render_mode="ansi")
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        done = termination or truncation
        table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

Observations are dicts with `observation` and `action_mask`. Rewards come at the end: 1 won alone, 0 shared or
drawn, -1 lost.

An action that is not in the mask is treated as `illegal` says: "replace" takes the next valid number, around the end,
and says so in `infos[agent]["illegal"]`; "lose" ends the match, -1 for the offender and 1 / (n - 1) for the others;
"raise" raises agon.ActionError.

In the AEC environment only agents who may act are selected, where several may the first of them. With `max_cycles` an
environment counts cycles, in which every agent is asked once: then agents who may not act are selected as well, their
mask is all 0, and what they say does not matter. The parallel environment always asks all agents like this. After
`max_cycles` the match is truncated.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv

from agon._engine import State
from agon.game import load_game
from agon.render import RENDER_MODES, check_mode, render
from agon.spaces import SEEDS, Illegal, Observation, check_illegal, observation_space, observe, settle

_METADATA = {"render_modes": RENDER_MODES, "render_fps": 2, "is_parallelizable": True}


class _Table:
    """What both kinds of environment are made of: a match and its agents."""

    def __init__(
        self,
        game: str,
        config: Mapping[str, Any] | None,
        players: int,
        render_mode: str | None,
        max_cycles: int | None,
        illegal: Illegal,
    ) -> None:
        check_illegal(illegal)
        self.game = load_game(game, config, players=players)
        self.mode = check_mode(render_mode)
        self.max_cycles = max_cycles
        self.illegal: Illegal = illegal
        self.names = [f"player_{p}" for p in range(self.game.players)]
        self.number = {name: p for p, name in enumerate(self.names)}
        self.observed = {name: observation_space(self.game) for name in self.names}
        self.acted: dict[str, spaces.Space[Any]] = {
            name: spaces.Discrete(self.game.actions) for name in self.names
        }
        size = self.game.width * self.game.players
        self.everything = spaces.Box(-32768, 32767, (size,), np.int16)
        self.rng = np.random.default_rng()
        self.match: State = self.game.new_initial_state()
        self.loser: int | None = None
        self.cycles = 0

    def start(self, seed: int | None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.match = self.game.new_initial_state(int(self.rng.integers(SEEDS)))
        self.loser = None
        self.cycles = 0

    def act(self, player: int, action: Any) -> dict[str, Any]:
        """Makes a player's action; what is to be said about it."""
        number = settle(self.match, player, action, self.illegal)
        if number is None:
            self.loser = player
            return {"illegal": True}
        self.match.apply_action(number, player)
        return {} if number == int(action) else {"illegal": True}

    def is_over(self) -> bool:
        return self.loser is not None or self.match.is_terminal()

    def rewards(self) -> dict[str, float]:
        if self.loser is None:
            return dict(zip(self.names, self.match.returns()))
        share = 1 / (len(self.names) - 1)
        return {name: -1.0 if p == self.loser else share for p, name in enumerate(self.names)}

    def state(self) -> npt.NDArray[np.int16]:
        return np.concatenate([self.match.observation_tensor(p) for p in range(self.game.players)])


class AgonAEC(AECEnv[str, Observation, Any], EzPickle):  # type: ignore[misc]
    """A game where agents are asked one after the other; see the module."""

    metadata: dict[str, Any] = {**_METADATA, "name": "agon_v1"}

    def __init__(
        self,
        game: str,
        config: Mapping[str, Any] | None = None,
        players: int = 0,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: Illegal = "replace",
    ) -> None:
        EzPickle.__init__(self, game, config, players, render_mode, max_cycles, illegal)
        super().__init__()
        self._table = _Table(game, config, players, render_mode, max_cycles, illegal)
        self.render_mode = self._table.mode
        self.possible_agents = list(self._table.names)
        self.observation_spaces = self._table.observed
        self.action_spaces = self._table.acted
        self.state_space = self._table.everything
        self.agents: list[str] = []

    @property
    def match(self) -> State:
        """The state of the match."""
        return self._table.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.acted[agent]

    def observe(self, agent: str) -> Observation:
        return observe(self._table.match, self._table.number[agent])

    def state(self) -> npt.NDArray[Any]:
        return self._table.state()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        table = self._table
        table.start(seed)
        self.agents = list(table.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(None)

    def _select(self, last: str | None) -> None:
        """Who is asked next: who may act, or with cycles the next around the table."""
        table = self._table
        if table.max_cycles is None:
            waiting = table.match.players_to_act()
            self.agent_selection = table.names[waiting[0]] if waiting else self.agents[0]
            return
        after = 0 if last is None else (table.number[last] + 1) % len(table.names)
        self.agent_selection = table.names[after]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        player = table.number[agent]
        may_act = player in table.match.players_to_act()
        self.infos[agent] = table.act(player, action) if may_act else {}
        if player == len(table.names) - 1:
            table.cycles += 1
        if table.is_over():
            self.rewards = table.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif table.max_cycles is not None and table.cycles >= table.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return render(self._table.match, self.render_mode)

    def close(self) -> None:
        pass


class AgonParallel(ParallelEnv[str, Observation, Any], EzPickle):  # type: ignore[misc]
    """A game where all agents are asked at once; see the module."""

    metadata: dict[str, Any] = {**_METADATA, "name": "agon_v1"}

    def __init__(
        self,
        game: str,
        config: Mapping[str, Any] | None = None,
        players: int = 0,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: Illegal = "replace",
    ) -> None:
        EzPickle.__init__(self, game, config, players, render_mode, max_cycles, illegal)
        self._table = _Table(game, config, players, render_mode, max_cycles, illegal)
        self.render_mode = self._table.mode
        self.possible_agents = list(self._table.names)
        self.observation_spaces = self._table.observed
        self.action_spaces = self._table.acted
        self.state_space = self._table.everything
        self.agents: list[str] = []

    @property
    def match(self) -> State:
        """The state of the match."""
        return self._table.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.acted[agent]

    def state(self) -> npt.NDArray[Any]:
        return self._table.state()

    def _observe(self) -> dict[str, Observation]:
        return {agent: observe(self._table.match, self._table.number[agent]) for agent in self.agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._table.start(seed)
        self.agents = list(self._table.names)
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        table = self._table
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for player in table.match.players_to_act():
            # An earlier action of this step may have ended the match, or the turn of this player.
            if not table.is_over() and player in table.match.players_to_act():
                name = table.names[player]
                infos[name] = table.act(player, actions[name])
        table.cycles += 1
        over = table.is_over()
        cut = not over and table.max_cycles is not None and table.cycles >= table.max_cycles
        rewards = table.rewards() if over else dict.fromkeys(self.agents, 0.0)
        seen = self._observe()
        ends = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ends[0], ends[1], infos

    def render(self) -> Any:
        return render(self._table.match, self.render_mode)

    def close(self) -> None:
        pass


def env(game: str, **options: Any) -> AgonAEC:
    """The AEC environment of a game."""
    return AgonAEC(game, **options)


def parallel_env(game: str, **options: Any) -> AgonParallel:
    """The parallel environment of a game."""
    return AgonParallel(game, **options)
