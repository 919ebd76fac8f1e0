"""Batches: what happens in a lane is what happens in a state; arrays, threads, seeds."""
import os
import threading

import agon
import numpy as np
import pytest


def choose(batch, rng):
    """A valid number for every lane, without regard to the order."""
    return (batch.masks * rng.random(batch.masks.shape, np.float32)).argmax(1)


def test_lanes_are_matches(game):
    batch = agon.Batch(game, 7, seed=11)
    batch.reset()
    rng = np.random.default_rng(1)
    twins = [game.new_initial_state(11 + lane) for lane in range(7)]
    for _ in range(40):
        for lane, twin in enumerate(twins):
            player = twin.players_to_act()[0]
            assert batch.state(lane) == twin
            assert batch.players[lane] == player
            assert (batch.observations[lane] == twin.observation_tensor(player)).all()
            assert (batch.masks[lane] == twin.legal_actions_mask(player)).all()
        numbers = choose(batch, rng)
        assert batch.step(numbers) == 0
        for lane, twin in enumerate(twins):
            twin.apply_action(numbers[lane])
            assert batch.ended[lane] == twin.is_terminal()
            if twin.is_terminal():
                assert batch.outcomes[lane].tolist() == twin.returns()
                twins[lane] = batch.state(lane)


@pytest.mark.parametrize("rivals", [None, "greedy"])
def test_threads_change_nothing(game_id, rivals):
    game = agon.load_game(game_id)
    others = None if rivals is None else [None, *[rivals] * (game.players - 1)]
    rows = []
    for threads in (1, 3):
        batch = agon.Batch(game, 600, seed=5, threads=threads, rivals=others)
        batch.reset(6)
        rng = np.random.default_rng(2)
        for _ in range(6):
            batch.step(choose(batch, rng))
        rows.append([array.copy() for array in (batch.players, batch.observations, batch.masks, batch.ended,
                                                batch.outcomes, batch.rewards)])
    for one, three in zip(*rows):
        assert (one == three).all()


def test_nothing_is_copied_or_allocated():
    batch = agon.Batch(agon.load_game("stellar-skirmish"), 64)
    arrays = [batch.players, batch.observations, batch.masks, batch.ended, batch.outcomes]
    addresses = [array.__array_interface__["data"] for array in arrays]
    batch.reset()
    numbers = batch.masks.argmax(1).astype(np.int64)
    before = numbers.copy()
    batch.step(numbers)
    assert addresses == [array.__array_interface__["data"] for array in arrays]
    assert (numbers == before).all()
    with pytest.raises(ValueError):
        batch.observations.resize((1, 1))


def test_bits_and_bytes_are_the_same_masks(game_id):
    game = agon.load_game(game_id)
    wide, narrow = agon.Batch(game, 5, masks="bytes"), agon.Batch(game, 5, masks="bits")
    wide.reset(3)
    narrow.reset(3)
    spread = np.unpackbits(narrow.bits.view(np.uint8), axis=1, bitorder="little")[:, : game.actions]
    assert (spread == wide.masks).all()
    bare = agon.Batch(game, 5, masks="none", observations=False)
    bare.reset(3)
    assert bare.step(wide.masks.argmax(1)) == 0


def test_illegal_numbers():
    game = agon.load_game("stellar-skirmish")
    stay = agon.Batch(game, 4)
    stay.reset(1)
    before = [stay.state(lane) for lane in range(4)]
    assert stay.step([99, -1, 15, 3]) == 3
    assert [stay.state(lane) == before[lane] for lane in range(4)] == [True, True, True, False]
    replace = agon.Batch(game, 4, illegal="replace")
    replace.reset(1)
    replace.step([14, 14, 14, 14])  # the first player's
    replace.step([14, 3, 3, 3])
    assert replace.step([14, 0, 0, 0]) == 1  # 14 is gone: 0 counts
    assert replace.state(0) == game.new_initial_state(1).child(14).child(14).child(0)


def test_rivals_answer_within_the_step(table):
    game = agon.load_game(table[0], players=table[1])
    for player in (0, game.players - 1):
        rivals = [None if p == player else "random" for p in range(game.players)]
        batch = agon.Batch(game, 9, seed=4, rivals=rivals, player=player, illegal="replace")
        batch.reset()
        rng = np.random.default_rng(3)
        ended = 0
        for _ in range(150 if table[0] != "space-conquest" else 20):
            assert (batch.players == player).all() and batch.masks.any(axis=1).all()
            batch.step(choose(batch, rng))
            assert (batch.rewards == batch.outcomes[:, player]).all()
            assert not batch.outcomes[~batch.ended].any()
            ended += int(batch.ended.sum())
        if table[0] != "space-conquest":
            assert ended > 0
            assert batch.finals.any()


def test_greedy_beats_chance_in_a_batch():
    batch = agon.Batch(agon.load_game("stellar-skirmish"), 300, rivals=[None, "greedy"], threads=2)
    batch.reset(5)
    rng = np.random.default_rng(1)
    for _ in range(15):
        batch.step(choose(batch, rng))
    assert batch.ended.all() and batch.rewards.mean() < -0.6


def test_one_thread_at_a_time():
    batch = agon.Batch(agon.load_game("stellar-skirmish"), 4096, rivals=[None, "search:sims=40"])
    batch.reset(1)
    refused = []

    def step():
        try:
            batch.step(batch.masks.argmax(1))
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused and "another thread" in refused[0]  # the lock was free while one of them was stepping


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_has_no_threads_and_steps_all_the_same():
    batch = agon.Batch(agon.load_game("stellar-skirmish"), 1000, threads=2)
    batch.reset(1)
    child = os.fork()
    if child == 0:
        batch.step(batch.masks.argmax(1))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_bad_arguments():
    game = agon.load_game("stellar-skirmish")
    for wrong in ({"lanes": 0}, {"lanes": 1 << 30}, {"lanes": 4, "threads": 0}, {"lanes": 4, "threads": 999},
                  {"lanes": 4, "masks": "words"}, {"lanes": 4, "illegal": "lose"}, {"lanes": 4, "seed": "x"},
                  {"lanes": 4, "rivals": ["greedy"]}, {"lanes": 4, "rivals": [None, "nobody"]},
                  {"lanes": 4, "rivals": [None, 3]}, {"lanes": 4, "rivals": [None, "greedy"], "player": 5}):
        with pytest.raises((ValueError, TypeError, MemoryError)):
            agon.Batch(game, **wrong)
    batch = agon.Batch(game, 4)
    with pytest.raises(RuntimeError, match="reset"):
        batch.step([0] * 4)
    with pytest.raises(RuntimeError, match="reset"):
        batch.state(0)
    batch.reset()
    with pytest.raises(ValueError):
        batch.step([0] * 3)
    with pytest.raises(ValueError):
        batch.state(4)
