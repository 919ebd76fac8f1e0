"""Gymnasium: its own checks, and the vector environment beside the single one."""
import contextlib
import io

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from agon import ActionError  # noqa: E402
from agon.gymnasium import AgonEnv, AgonVectorEnv  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402


def test_check_env(table):
    for seat in {0, table[1] - 1}:
        env = AgonEnv(table[0], players=table[1], player=seat, opponents="random", render_mode="ansi")
        with contextlib.redirect_stdout(io.StringIO()):
            check_env(env)


@pytest.mark.parametrize("bot", ["greedy", "search:sims=20"])
def test_any_bot_is_an_opponent(game_id, bot):
    env = AgonEnv(game_id, opponents=bot)
    seen, _ = env.reset(seed=4)
    for _ in range(10):
        seen, _, over, _, info = env.step(np.flatnonzero(seen["action_mask"])[0])
        assert not info
        if over:
            break


def test_modes_of_rendering(capsys):
    for mode in ("ansi", "rgb_array", "human"):
        env = AgonEnv("entropy", render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        if mode == "ansi":
            assert "Entropy" in shown
        if mode == "rgb_array":
            assert shown.ndim == 3 and shown.dtype == np.uint8 and len(np.unique(shown)) > 2
    assert "Entropy" in capsys.readouterr().out


def test_illegal_actions():
    env = AgonEnv("stellar-skirmish", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ActionError):
        env.step(99)
    env = AgonEnv("stellar-skirmish", illegal="lose")
    env.reset(seed=1)
    assert env.step(99)[1:3] == (-1.0, True)


def test_vector_spaces(table):
    env = AgonVectorEnv(table[0], 5, players=table[1], opponents="random")
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space and info == {}
    assert env.num_envs == 5 and env.action_space.shape == (5,)
    env.action_space.seed(3)
    for _ in range(12):
        seen, rewards, ends, cuts, info = env.step(env.action_space.sample())
        assert seen in env.observation_space
        assert rewards.shape == ends.shape == cuts.shape == (5,) and ends.dtype == bool
        assert ("final_obs" in info) == bool(ends.any())


def test_vector_repeats_and_writes_in_place():
    runs = []
    for threads in (1, 2):
        env = AgonVectorEnv("stellar-skirmish", 512, opponents="greedy", threads=threads)
        seen, _ = env.reset(seed=8)
        address = seen["observation"].__array_interface__["data"]
        total = np.zeros(512)
        for _ in range(40):
            seen, rewards, ends, _, info = env.step(seen["action_mask"].argmax(1))
            total += rewards
            if ends.any():
                assert (info["final_obs"][ends][:, :15] == 0).all()  # no cards left
        assert seen["observation"].__array_interface__["data"] == address
        runs.append(total)
    assert (runs[0] == runs[1]).all() and runs[0].any()
    with pytest.raises(ValueError, match="one seed"):
        env.reset(seed=[1] * 512)


def test_bad_opponents():
    with pytest.raises(ValueError, match="2 opponents"):
        AgonEnv("entropy", players=3, opponents=["greedy"])
    with pytest.raises(ValueError, match="player must"):
        AgonEnv("entropy", player=2)
    with pytest.raises(ValueError):
        AgonVectorEnv("entropy", 4, opponents="nobody")
