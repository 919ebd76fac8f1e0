"""PettingZoo's own tests, for every game and number of players."""
import contextlib
import io
import pickle
import types

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from agon import ActionError  # noqa: E402
from agon.pettingzoo import env, parallel_env  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)


@pytest.fixture(autouse=True)
def quiet():
    """These tests print boards and verdicts."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def cycles(table):
    return 20 if table[0] == "space-conquest" else 120


def test_api(table):
    api_test(env(table[0], players=table[1]), num_cycles=cycles(table))
    api_test(env(table[0], players=table[1], max_cycles=30), num_cycles=40)


def test_parallel_api(table):
    parallel_api_test(parallel_env(table[0], players=table[1]), num_cycles=cycles(table))


def test_seeds(table):
    seed_test(lambda: env(table[0], players=table[1]), num_cycles=cycles(table) // 4)
    parallel_seed_test(lambda: parallel_env(table[0], players=table[1]), num_cycles=cycles(table) // 4)


def test_render(table):
    render_test(lambda **options: env(table[0], players=table[1], **options))


def test_max_cycles(table):
    if table[0] == "rock-paper-scissors":
        pytest.skip("a match is over after one cycle")

    def seeded(make):
        # The test samples without masks and seeds nothing; a number that is not valid becomes the
        # next that is, mostly PASS in Skirmish, whose match then ends within four cycles: not with this seed.
        def made(**options):
            table_ = make(table[0], players=table[1], **options)
            table_.reset(seed=2)
            for agent in table_.possible_agents:
                table_.action_space(agent).seed(3)
            return table_
        return made

    max_cycles_test(types.SimpleNamespace(env=seeded(env), parallel_env=seeded(parallel_env)))


def play_random(table, rng):
    while table.agents:
        observation, _, termination, truncation, _ = table.last()
        mask = observation["action_mask"]
        table.step(None if termination or truncation else rng.choice(np.flatnonzero(mask)))


def test_rewards_are_the_returns(table):
    if table[0] == "space-conquest":
        pytest.skip("its random matches are long; the others show it")
    game = env(table[0], players=table[1])
    game.reset(seed=3)
    rng = np.random.default_rng(1)
    last = {}
    while game.agents:
        observation, reward, termination, truncation, _ = game.last()
        last[game.agent_selection] = reward
        done = termination or truncation
        game.step(None if done else rng.choice(np.flatnonzero(observation["action_mask"])))
    assert list(last[name] for name in game.possible_agents) == game.match.returns()


def test_illegal_actions():
    game = env("stellar-skirmish", illegal="replace")
    game.reset(seed=1)
    for number in (14, 14, 14):
        game.step(number)
    assert game.infos["player_0"] == {"illegal": True}  # 14 was gone: 0 counts
    assert 0 not in np.flatnonzero(game.observe("player_0")["observation"][:15])
    lose = env("stellar-skirmish", players=3, illegal="lose")
    lose.reset(seed=1)
    lose.step(99)
    assert lose.rewards == {"player_0": -1.0, "player_1": 0.5, "player_2": 0.5} and all(lose.terminations.values())
    strict = parallel_env("stellar-skirmish", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ActionError, match="player 0"):
        strict.step({"player_0": 99, "player_1": 1})
    with pytest.raises(ValueError):
        env("stellar-skirmish", illegal="ignore")
    with pytest.raises(ValueError):
        env("stellar-skirmish", render_mode="svg")


def test_same_play_in_both_kinds():
    one, all_ = env("stellar-skirmish"), parallel_env("stellar-skirmish")
    one.reset(seed=9)
    seen, _ = all_.reset(seed=9)
    assert one.match == all_.match
    while all_.agents:
        moves = {name: int(np.flatnonzero(seen[name]["action_mask"])[-1]) for name in all_.agents}
        for name in list(all_.agents):
            one.step(moves[name])
        seen = all_.step(moves)[0]
        assert one.match == all_.match


def test_environments_can_be_pickled():
    table = pickle.loads(pickle.dumps(env("entropy", players=3, illegal="lose")))
    assert table.possible_agents == ["player_0", "player_1", "player_2"]
