"""The contract from Python, in every game with every number of players."""
import copy
import json
import pickle
import random
import subprocess
import sys

import agon
import numpy as np
import pytest
from conftest import walk


def test_walks_agree_with_themselves(game):
    rng = agon.Rng(1)
    for state, player, action in walk(game):
        if player is None:
            break
        view = state.view(player)
        assert view.viewer == player and state.viewer is None
        assert view.legal_actions() == state.legal_actions(player)
        mask = state.legal_actions_mask(player)
        assert mask.dtype == np.int8 and np.flatnonzero(mask).tolist() == state.legal_actions(player)
        assert view.resample(rng).view(player) == view
        assert (view.observation_tensor() == state.observation_tensor(player)).all()


def test_documents_and_bytes_lead_back(game):
    for state, player, _ in walk(game, most=40):
        assert game.unpack(state.pack()) == state
        assert game.state_from_json(state.to_json()) == state
        assert game.state_from_json(state.to_dict()).hash() == state.hash()
        assert agon.state_from_json(game.id, state.to_json()).to_json() == state.to_json()
        for twin in (copy.copy(state), copy.deepcopy(state), state.clone(), pickle.loads(pickle.dumps(state))):
            assert twin == state and twin is not state and hash(twin) == hash(state)
        if player is not None:
            view = state.view(player)
            assert pickle.loads(pickle.dumps(view)) == view and view != state


def test_numbers_and_structs_lead_to_each_other(game):
    for state, player, action in walk(game):
        if player is None:
            break
        struct = action if isinstance(action, dict) else state.action_to_struct(action, player)
        assert state.child(struct, player) == state.child(action, player)
        if not isinstance(action, dict):
            assert state.struct_to_action(struct, player) == action
            assert state.struct_to_action(json.dumps(struct), player) == action


def test_all_valid_actions_have_structs(game):
    state = game.new_initial_state(3)
    player = state.players_to_act()[0]
    structs = state.legal_action_structs(player)
    assert [state.struct_to_action(struct, player) for struct in structs[:50]]
    assert sorted(state.struct_to_action(struct, player) for struct in structs) == state.legal_actions(player)
    assert state.legal_action_structs(player, limit=2) == structs[:2]


def test_values_do_not_change_under_their_owner(game):
    state = game.new_initial_state(3)
    before = state.pack()
    player = state.players_to_act()[0]
    action = state.legal_actions(player)[-1]
    after, events = state.apply(action, player)
    assert state.pack() == before and after.pack() != before
    assert all(isinstance(event, agon.Event) for event in events)
    twin = state.clone()
    twin.apply_action(action, player)
    assert twin == after and state.pack() == before


def test_a_hashed_state_stays_as_it_is(game):
    state = game.new_initial_state(3)
    player = state.players_to_act()[0]
    action = state.legal_actions(player)[0]
    seen = {state: "first"}
    with pytest.raises(agon.StateError, match="clone"):
        state.apply_action(action, player)
    with pytest.raises(agon.StateError, match="clone"):
        state.playout(1)
    assert seen[game.new_initial_state(3)] == "first"
    state.clone().apply_action(action, player)


def test_playouts_end(game):
    state = game.new_initial_state(8)
    assert state.playout(agon.Rng(2), 3) <= 3
    steps = state.playout(agon.Rng(3))
    assert state.is_terminal() and steps <= game.max_game_length()
    assert state.current_player() == agon.TERMINAL
    assert state.legal_actions() == [] and state.players_to_act() == []
    winners, returns = state.winners(), state.returns()
    assert len(returns) == len(state.scores()) == game.num_players()
    if len(winners) == 1:
        assert returns == [1.0 if p == winners[0] else -1.0 for p in range(game.num_players())]
    else:
        assert all(returns[p] == 0 for p in winners)


def test_openspiel_names(game):
    state = game.new_initial_state()
    assert state.observation_tensor(0).shape == tuple(game.observation_tensor_shape())
    assert len(state.legal_actions_mask(0)) == game.num_distinct_actions()
    assert sum(part.count for part in game.observation_parts) == game.width
    assert sum(part.count for part in game.action_parts) == game.actions
    if game.is_simultaneous:
        assert state.current_player() == agon.SIMULTANEOUS
    else:
        assert state.players_to_act() == [state.current_player()]


def test_seeds(game):
    assert game.new_initial_state(4) == game.new_initial_state(np.int64(4))
    assert game.new_initial_state("0" * 31 + "4").pack() == game.new_initial_state("0" * 31 + "4").pack()
    assert game.new_initial_state() == game.new_initial_state(0)
    if game.id != "rock-paper-scissors":  # which is the same whatever the seed
        assert game.new_initial_state(4) != game.new_initial_state(5)
    for wrong in (1 << 64, "12", "x" * 32, 1.5, None.__class__):
        with pytest.raises((ValueError, TypeError)):
            game.new_initial_state(wrong)


def test_equal_games_and_pickles(table):
    first = agon.load_game(table[0], players=table[1])
    again = agon.load_game(table[0], players=table[1])
    assert first == again and hash(first) == hash(again)
    assert pickle.loads(pickle.dumps(first)) == first
    assert first != agon.load_game(table[0], {"seed": 9}, players=table[1])
    assert repr(first).startswith(f"<agon.Game {table[0]}, {table[1]} players")


def test_chance_comes_from_any_generator():
    view = agon.load_game("skirmish").new_initial_state(1).view(0)
    assert view.resample(7) == view.resample(agon.Rng(7))
    assert view.resample(random.Random(7)) == view.resample(random.Random(7))
    assert view.resample(np.random.default_rng(7)) == view.resample(np.random.default_rng(7))
    rng = agon.Rng(7)
    assert view.resample(rng) != view.resample(rng)
    twin = pickle.loads(pickle.dumps(rng))
    assert [twin.uniform(10) for _ in range(20)] == [rng.uniform(10) for _ in range(20)]
    assert rng.split().next() != rng.next()
    for wrong in ("seed", None, object()):
        with pytest.raises((TypeError, ValueError)):
            view.resample(wrong)
    with pytest.raises(ValueError):
        rng.uniform(0)


def test_errors_name_the_place():
    with pytest.raises(agon.ConfigError) as caught:
        agon.load_game("entropy", {"max_rounds": "many"})
    assert (caught.value.path, caught.value.status) == ("max_rounds", "bad_config")
    twin = pickle.loads(pickle.dumps(caught.value))
    assert twin.path == "max_rounds" and str(twin) == str(caught.value)
    with pytest.raises(agon.ConfigError, match="no game 'chess'"):
        agon.load_game("chess")
    with pytest.raises(agon.ConfigError):
        agon.load_game("entropy", {"max_round": 3})
    with pytest.raises(agon.AgonError, match="line 1, column 2"):
        agon.load_game("entropy", "{")
    with pytest.raises(TypeError):
        agon.load_game("entropy", {"max_rounds": object()})
    document = agon.load_game("entropy").new_initial_state().to_dict()
    document["nodes"][3]["dice"] = 99
    with pytest.raises(agon.StateError) as caught:
        agon.state_from_json("entropy", document)
    assert caught.value.path == "nodes[3].dice"
    with pytest.raises(agon.ConfigError):
        agon.load_game("entropy", version=99)


def test_refused_actions_change_nothing():
    game = agon.load_game("entropy")
    state = game.new_initial_state(1)
    before = state.pack()
    other = 1 - state.current_player()
    wrong = [(-1, None), (game.actions, None), (1 << 70, None), ({"type": "fly"}, None), ("[", None), ({}, None),
             (state.legal_actions()[0], other), (1.5, None), (None, None), ([1], None)]
    for action, player in wrong:
        with pytest.raises((agon.AgonError, TypeError, ValueError)):
            state.apply_action(action, player)
        with pytest.raises((agon.AgonError, TypeError, ValueError)):
            state.apply(action, player)
    for player in (-1, 2, 99, "grey", 1.0):
        with pytest.raises((ValueError, TypeError)):
            state.legal_actions(player)
    assert state.pack() == before
    illegal = next(i for i in range(game.actions) if i not in state.legal_actions())
    with pytest.raises(agon.ActionError):
        state.action_to_struct(illegal)


def test_views_are_not_played_on():
    view = agon.load_game("skirmish").new_initial_state(1).view(0)
    for attempt in (lambda: view.apply_action(0), lambda: view.child(0), lambda: view.playout(1),
                    lambda: view.view(1), lambda: agon.load_game("skirmish").new_initial_state().resample(1)):
        with pytest.raises(agon.AgonError):
            attempt()
    assert view.view(0) == view
    assert view.legal_actions(1) == []


def test_several_actions_in_one_struct():
    game = agon.load_game("space-conquest")
    state = game.new_initial_state(2)
    order = state.action_to_struct(state.legal_actions(0)[0], 0)
    turn = {"moves": [{key: order[key] for key in ("from", "to", "ships")}]}
    after = state.child(turn, 0)
    assert after != state
    twin = state.clone()
    twin.apply_action(turn, 0)
    assert twin == after == state.child(order, 0).child({"type": "commit"}, 0)
    with pytest.raises(agon.ActionError, match="stands for 2 actions"):
        state.struct_to_action(turn, 0)


def test_arguments():
    state = agon.load_game("entropy").new_initial_state()
    with pytest.raises(TypeError, match="unknown argument 'seat'"):
        state.legal_actions(seat=1)
    with pytest.raises(TypeError, match="at most 1 arguments"):
        state.legal_actions(0, 1)
    with pytest.raises(TypeError, match="'action' is missing"):
        state.apply_action()
    with pytest.raises(TypeError, match="given twice"):
        state.legal_actions(0, player=0)
    with pytest.raises(ValueError, match="bytes"):
        state.observation_tensor(0, out=np.zeros(3, np.int16))
    with pytest.raises((ValueError, BufferError)):
        state.observation_tensor(0, out=np.zeros((2 * state.game.width), np.int16)[::2])
    out = np.zeros(state.game.width, np.int16)
    assert state.observation_tensor(0, out=out) is out and out.any()
    with pytest.raises(TypeError):
        type(state)()


def test_any_bytes_are_refused_or_a_state(game):
    chance = random.Random(4)
    good = game.new_initial_state(1).pack()
    for _ in range(60):
        bytes_ = bytearray(good)
        for _ in range(chance.randrange(1, 4)):
            bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        try:
            state = game.unpack(bytes(bytes_[: chance.choice((len(bytes_), chance.randrange(len(bytes_))))]))
        except agon.StateError:
            continue
        assert game.unpack(state.pack()) == state
    with pytest.raises(TypeError):
        game.unpack("text")


def test_signature_is_that_of_the_engine():
    """The number that C and WebAssembly print for one random match of everything."""
    assert agon.signature(1) == 12456971511492411939


def test_the_package_needs_numpy_only():
    code = "import sys, agon; print([m for m in ('gymnasium','pettingzoo','pyspiel','PIL','pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
