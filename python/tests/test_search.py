"""Search with an evaluation in batches: strong, repeatable, and blind to what is hidden."""
import agon
import numpy as np
import pytest
from agon.search import Search
from conftest import walk


def lead(game):
    """Values in Stellar Skirmish: the lead in points and what the better hand may still win. Actions are all alike."""
    start = {part.name: part.start for part in game.observation_parts}
    ranks = np.arange(1, game.actions + 1)

    def evaluate(observations):
        seen = observations.astype(float)
        points = seen[:, start["scores"]] - seen[:, start["scores"] + 1]
        hands = (seen[:, :game.actions] - seen[:, game.actions:2 * game.actions]) @ ranks
        return np.zeros((len(seen), game.actions)), np.tanh((points + hands / 4) / 2)

    return evaluate


def flat(game):
    return lambda observations: (np.zeros((len(observations), game.actions)), np.zeros(len(observations)))


class Counting:
    def __init__(self, evaluate):
        self.evaluate, self.batches = evaluate, []

    def __call__(self, observations):
        self.batches.append(len(observations))
        return self.evaluate(observations)


def test_it_plays_every_game(game):
    search = Search(game, flat(game), simulations=12, wave=4)
    for state, player, _ in walk(game, most=6):
        if player is not None:
            action = search(state.view(player), player)
            state.child(action, player)
            assert action in state.legal_actions(player) or isinstance(action, dict)


def test_the_same_seed_chooses_the_same():
    game = agon.load_game("stellar-skirmish")
    positions = [(state.view(player), player) for state, player, _ in walk(game) if player is not None][:12]

    def visits(seed, asked):
        search = Search(game, lead(game), simulations=60, wave=16, seed=seed)
        return [result.visits.tolist() for result in search.run_all(asked)]

    assert visits(1, positions) == visits(1, positions)
    assert visits(1, positions[::-1]) == visits(1, positions)[::-1]  # whatever was asked before
    assert [visits(1, [position])[0] for position in positions] == visits(1, positions)
    assert visits(1, positions) != visits(2, positions)


def test_leaves_are_evaluated_together():
    game = agon.load_game("stellar-skirmish")
    state = game.new_initial_state(1)
    evaluate = Counting(lead(game))
    Search(game, evaluate, simulations=512, wave=128)(state, 0)
    assert len(evaluate.batches) <= 1 + 512 // 128
    assert sum(evaluate.batches) > 40 * len(evaluate.batches)

    many = Counting(lead(game))
    positions = [(game.new_initial_state(seed), 0) for seed in range(40)]
    actions = Search(game, many, simulations=64, wave=16).choose_all(positions)
    assert len(actions) == 40 and len(many.batches) <= 5 and max(many.batches) > 300

    single = Counting(lead(game))
    Search(game, single, simulations=50, wave=1)(state, 0)
    assert set(single.batches) == {1}


def test_only_observations_are_seen_and_what_is_hidden_changes_nothing():
    """Two states that look the same to a player are searched the same, though they differ."""
    game = agon.load_game("stellar-skirmish")
    state = game.new_initial_state(3)
    for _ in range(6):
        state.apply_action(state.legal_actions()[-1])
    state.apply_action(state.legal_actions(0)[0], 0)  # a card face down before player 1
    others = [state.view(1).resample(agon.Rng(seed)) for seed in range(6)]
    assert len({other.clone().hash() for other in [state, *others]}) > 1
    seen = []

    def watching(observations):
        assert isinstance(observations, np.ndarray) and observations.dtype == np.int16
        seen.append(observations.copy())
        return lead(game)(observations)

    search = Search(game, watching, simulations=100, wave=20)
    found, evaluated = [], []
    for other in [state.view(1), state, *others]:
        seen.clear()
        found.append(search.run_all([(other, 1)])[0].visits.tolist())
        evaluated.append(np.concatenate(seen).tobytes())
    assert len(set(map(tuple, found))) == 1 and len(set(evaluated)) == 1


def test_it_beats_random():
    game = agon.load_game("stellar-skirmish")
    search = Search(game, lead(game), simulations=100, wave=16, explore=1.0)
    points = 0.0
    for seed in range(10):  # paired: the same deal from both seats
        for mine in (0, 1):
            seats = [search, "random"] if mine == 0 else ["random", search]
            places = agon.play_match(game, seats, seed=seed).places
            points += (places[mine] < places[1 - mine]) + 0.5 * (places[0] == places[1])
    assert points >= 16, f"{points} of 20"


def test_it_finds_what_wins():
    """With the end in reach the search knows better than its evaluation."""
    game = agon.load_game("entropy")
    state = game.new_initial_state(2)
    better = total = 0
    rng = agon.Rng(1)
    while not state.is_terminal():
        player = state.players_to_act()[0]
        wins = [a for a in state.legal_actions(player)
                if state.child(a, player).is_terminal() and state.child(a, player).returns()[player] > 0]
        if wins and len(wins) < len(state.legal_actions(player)):
            total += 1
            better += Search(game, flat(game), simulations=300, wave=8)(state, player) in wins
        state.apply_action(state.random_action(rng, player), player)
    assert better == total


def test_temperature_draws():
    game = agon.load_game("rock-paper-scissors")
    view = game.new_initial_state(1).view(0)
    drawn = [Search(game, flat(game), simulations=30, temperature=1, seed=seed)(view, 0) for seed in range(60)]
    assert set(drawn) == {0, 1, 2}
    assert len({Search(game, flat(game), simulations=30, seed=1)(view, 0) for _ in range(5)}) == 1


def test_bad_input():
    game = agon.load_game("entropy")
    state = game.new_initial_state(1)
    player = state.current_player()
    for options in ({"simulations": 0}, {"wave": 0}, {"explore": float("nan")}, {"temperature": -1}):
        with pytest.raises(ValueError):
            Search(game, flat(game), **options)
    with pytest.raises(agon.ActionError):
        Search(game, flat(game))(state, 1 - player)
    with pytest.raises(ValueError, match="the view of"):
        Search(game, flat(game))(state.view(1 - player), player)
    for wrong in (lambda o: (np.zeros((len(o), 2)), np.zeros(len(o))),
                  lambda o: (np.zeros((len(o), game.actions)), np.zeros((len(o), 1))),
                  lambda o: (np.full((len(o), game.actions), np.nan), np.zeros(len(o)))):
        with pytest.raises(ValueError):
            Search(game, wrong)(state, player)
