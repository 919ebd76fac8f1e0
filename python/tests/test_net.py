"""Nets: what C computes from a file is what numpy computes, bit for bit."""
import agon
import numpy as np
import pytest
from agon.net import Frozen, Net, inputs_for
from conftest import walk


def make(game_id, path, sharpness=1.0):
    game = agon.load_game(game_id)
    one_hot = {"units": 33} if game_id == "skirmish" else {}
    net = Net(game, inputs_for(game, one_hot, {"hands": 0.5}), [24, 16], seed=3)
    net.weights[-1] *= 100
    net.save(path, sharpness)
    return game, net


def test_c_and_numpy_agree(tmp_path, game_id):
    path = tmp_path / "some.net"
    game, net = make(game_id, path)
    frozen = Frozen(path)
    for state, player, _ in walk(game, most=30):
        if player is None:
            break
        whole = frozen(state.observation_tensor(player))
        assert agon._engine.net_outputs(game, str(path), state, player) == whole.tolist()
        logits, _ = net(state.observation_tensor(player)[None])
        assert np.abs(whole[:-1] / 4096 - logits[0]).max() < 0.02 * (1 + np.abs(logits).max())


def test_the_bot_takes_the_best_action_when_it_is_told_to(tmp_path):
    path = tmp_path / "some.net"
    game, net = make("stellar-skirmish", path, sharpness=0)
    frozen = Frozen(path)
    bot = game.bot(f"net:{path}", 5)
    for state, player, _ in walk(game):
        if player is None:
            break
        logits = np.where(state.legal_actions_mask(player) > 0, frozen(state.observation_tensor(player))[:-1], -10**9)
        assert logits[bot.choose(state, player)] == logits.max()


def test_the_bot_draws_by_its_logits(tmp_path):
    path = tmp_path / "some.net"
    game, net = make("rock-paper-scissors", path)
    net.weights[-1][:] = 0
    net.biases[-1][:3] = np.log([0.6, 0.3, 0.1])
    net.save(path, 1.0)
    bot = game.bot(f"net:{path}", 5)
    drawn = np.bincount([bot.choose(game.new_initial_state(), 0) for _ in range(6000)], minlength=3) / 6000
    assert np.abs(drawn - [0.6, 0.3, 0.1]).max() < 0.03


def test_nets_play_matches_and_batches(tmp_path):
    path = tmp_path / "some.net"
    game, _ = make("stellar-skirmish", path)
    name = f"net:{path}"
    one, two = (agon.play_match(game, [name, "greedy"], seed=4).state for _ in range(2))
    assert one == two and one.is_terminal()
    batch = agon.Batch(game, 20, rivals=[None, name])
    batch.reset()
    for _ in range(15):
        batch.step(batch.masks.argmax(1))
    assert batch.ended.all()


def test_bad_files(tmp_path):
    path = tmp_path / "some.net"
    game, _ = make("stellar-skirmish", path)
    good = path.read_bytes()
    with pytest.raises(FileNotFoundError):
        game.bot("net:" + str(tmp_path / "none"))
    for bad in (b"", b"AGONNET1", good[:-1], good + b"\0", good[:200], b"X" + good[1:]):
        path.write_bytes(bad)
        with pytest.raises(agon.ConfigError):
            game.bot(f"net:{path}")
    path.write_bytes(good)
    with pytest.raises(agon.ConfigError, match="for stellar-skirmish"):
        agon.load_game("entropy").bot(f"net:{path}")
    with pytest.raises(agon.ConfigError, match="another config"):
        agon.load_game("stellar-skirmish", players=3).bot(f"net:{path}")
