"""Search with an evaluation function of your own, asked for hundreds of positions at once.

Information-set Monte Carlo tree search. A simulation draws a full state that the player's view does not contradict
(`view.resample`) and walks down it by PUCT. A node is what the player to act there sees, not the state: whatever is
hidden from that player falls into one node, so nobody in the tree acts on what they cannot know. The first
node without an evaluation ends the walk.

Walks go down in waves: many, in one or several trees, before anything is evaluated. Each leaves a virtual loss on its
way, so that the next one looks elsewhere; then one call of the evaluation function answers them all.

    net = agon.net.Net(...)
    player = agon.search.Search(game, net, simulations=400, wave=128, seed=1)
    agon.play_match(game, [player, "greedy"])
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agon import _engine
from agon.errors import ActionError
from agon.game import Game

Evaluate = Callable[[npt.NDArray[np.int16]], tuple[npt.ArrayLike, npt.ArrayLike]]
"""Observations [n, width] to (logits [n, actions], values [n]): -1 … 1 for the player whose observation it is."""

Key = tuple[int, bytes, bytes]


@dataclass(frozen=True)
class Result:
    """What a search found: how often each action number was tried, and what the position is worth to the player."""

    visits: npt.NDArray[np.int64]
    value: float


class _Node:
    """What one player sees at a decision, and what came of each of its actions."""

    __slots__ = ("actions", "observation", "player", "priors", "sums", "value", "visits")

    def __init__(self, player: int, observation: npt.NDArray[np.int16], mask: npt.NDArray[np.int8]) -> None:
        self.player = player
        self.observation = observation
        self.actions = np.flatnonzero(mask)
        self.visits = np.zeros(len(self.actions))
        self.sums = np.zeros(len(self.actions))
        self.priors: npt.NDArray[np.float64] | None = None
        self.value = 0.0

    def settle(self, logits: npt.NDArray[np.float64], value: float) -> None:
        chances = np.exp(logits[self.actions] - logits[self.actions].max())
        self.priors = chances / chances.sum()
        self.value = min(1.0, max(-1.0, value))

    def pick(self, priors: npt.NDArray[np.float64], explore: float) -> int:
        """The best of the actions by PUCT. An action not tried is thought as good as the node itself."""
        tried = np.maximum(self.visits, 1)
        worth = np.where(self.visits > 0, self.sums / tried, self.value)
        return int(np.argmax(worth + explore * priors * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)))


class _Tree:
    """The tree of one view."""

    def __init__(self, view: _engine.State, player: int, rng: _engine.Rng, explore: float) -> None:
        self.view = view
        self.player = player
        self.rng = rng
        self.explore = explore
        self.nodes: dict[Key, _Node] = {}
        self.root = self._node(view, player)

    def _node(self, state: _engine.State, player: int) -> _Node:
        observation, mask = state.observation_tensor(player), state.legal_actions_mask(player)
        key = (player, observation.tobytes(), mask.tobytes())
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = _Node(player, observation, mask)
        return node

    def walk(self) -> tuple[list[tuple[_Node, int]], _Node | None, list[float]]:
        """One way down: its steps, and the node to be evaluated, or else the returns of the end that was reached."""
        state = self.view.resample(self.rng)
        node, player, path = self.root, self.player, list[tuple[_Node, int]]()
        while True:
            if not len(node.actions):  # none has a number here: a board beyond the game's numbers
                state.apply_action(state.random_action(self.rng, player), player)
            elif node.priors is None:
                return path, node, []
            else:
                index = node.pick(node.priors, self.explore)
                node.visits[index] += 1
                node.sums[index] -= 1  # the virtual loss
                path.append((node, index))
                state.apply_action(int(node.actions[index]), player)
            if state.is_terminal():
                return path, None, state.returns()
            player = state.players_to_act()[0]
            node = self._node(state, player)


def _back_up(path: list[tuple[_Node, int]], leaf: _Node | None, returns: list[float], players: int) -> None:
    """Gives every step what it led to, and takes its virtual loss back."""
    for node, index in path:
        if leaf is None:
            worth = returns[node.player]
        else:
            worth = leaf.value if node.player == leaf.player else -leaf.value / (players - 1)
        node.sums[index] += 1 + worth


class Search:
    """A player for `agon.play_match`: called with (view, player) it answers with an action.

    `simulations` is for one decision, `wave` how many of them go down before the evaluation is asked. The same seed and
    the same view give the same action, in whatever order it is asked. `temperature` above 0 draws the action by
    visits ** (1 / temperature), as self-play wants it; 0 takes the one tried most.

    A full state may be given in place of a view: only what the player may know of it is used.
    """

    def __init__(
        self,
        game: Game,
        evaluate: Evaluate,
        *,
        simulations: int = 400,
        wave: int = 64,
        explore: float = 1.5,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> None:
        if simulations < 1 or wave < 1:
            raise ValueError(f"a search has at least 1 simulation and waves of 1, not {simulations}, {wave}")
        if not explore >= 0 or not temperature >= 0:
            raise ValueError(f"explore and temperature are at least 0, not {explore}, {temperature}")
        self.game = game
        self.evaluate = evaluate
        self.simulations = simulations
        self.wave = wave
        self.explore = explore
        self.temperature = temperature
        self.seed = seed

    def __call__(self, view: _engine.State, player: int) -> Any:
        return self.choose_all([(view, player)])[0]

    def choose_all(self, positions: Sequence[tuple[_engine.State, int]]) -> list[Any]:
        """An action for each of many positions, (view, player), searched side by side."""
        trees = self._trees(positions)
        self._grow(trees)
        return [self._choose(tree) for tree in trees]

    def run_all(self, positions: Sequence[tuple[_engine.State, int]]) -> list[Result]:
        """The same search, with what it found in place of an action: targets for a net that learns."""
        trees = self._trees(positions)
        self._grow(trees)
        return [self._result(tree.root) for tree in trees]

    def _trees(self, positions: Sequence[tuple[_engine.State, int]]) -> list[_Tree]:
        return [self._tree(state, player) for state, player in positions]

    def _tree(self, state: _engine.State, player: int) -> _Tree:
        if player not in state.players_to_act():
            raise ActionError("not_your_turn", "", f"player {player} is not to act")
        if state.viewer not in (None, player):
            raise ValueError(f"this is the view of {state.viewer}, not of player {player}")
        view = state if state.viewer == player else state.view(player)
        digest = hashlib.blake2b(f"{self.seed} {player} ".encode() + view.pack(), digest_size=8).digest()
        return _Tree(view, player, _engine.Rng(int.from_bytes(digest, "little") >> 1), self.explore)

    def _grow(self, trees: Sequence[_Tree]) -> None:
        """All simulations of all trees, wave by wave."""
        trees = [tree for tree in trees if len(tree.root.actions) > 1]
        self._evaluate([tree.root for tree in trees])
        for done in range(0, self.simulations, self.wave):
            count = min(self.wave, self.simulations - done)
            walks = [tree.walk() for tree in trees for _ in range(count)]
            self._evaluate([leaf for _, leaf, _ in walks if leaf is not None])
            for path, leaf, returns in walks:
                _back_up(path, leaf, returns, self.game.players)

    def _evaluate(self, leaves: Sequence[_Node]) -> None:
        """One call for all of them; walks that ended in the same node need it once."""
        fresh = list(dict.fromkeys(leaf for leaf in leaves if leaf.priors is None))
        if not fresh:
            return
        answer = self.evaluate(np.stack([leaf.observation for leaf in fresh]))
        logits, values = (np.asarray(part, np.float64) for part in answer)
        if logits.shape != (len(fresh), self.game.actions) or values.shape != (len(fresh),):
            raise ValueError(f"{len(fresh)} observations need logits {len(fresh), self.game.actions} and values "
                             f"{(len(fresh),)}, not {logits.shape} and {values.shape}")
        if not (np.isfinite(logits).all() and np.isfinite(values).all()):
            raise ValueError("logits and values must be finite")
        for leaf, row, value in zip(fresh, logits, values):
            leaf.settle(row, float(value))

    def _result(self, root: _Node) -> Result:
        visits = np.zeros(self.game.actions, np.int64)
        visits[root.actions] = root.visits if len(root.actions) > 1 else 1
        total = root.visits.sum()
        return Result(visits, float(root.sums.sum() / total) if total else root.value)

    def _choose(self, tree: _Tree) -> Any:
        root = tree.root
        if not len(root.actions):
            return tree.view.random_action(tree.rng, tree.player)
        if not self.temperature:
            return int(root.actions[np.argmax(root.visits)])
        weights = (root.visits + 1e-9) / (root.visits.max() + 1e-9)
        sums = (weights ** (1 / self.temperature)).cumsum()
        drawn = (tree.rng.uniform(1 << 30) + 0.5) / (1 << 30) * sums[-1]
        return int(root.actions[np.searchsorted(sums, drawn)])
