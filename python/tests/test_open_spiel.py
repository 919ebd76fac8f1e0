"""OpenSpiel: its own simulations, and CFR beside the exact value."""
import itertools

import agon
import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
from agon.open_spiel import SpielGame  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts  # noqa: E402


def config(points, cards):
    planets = [{"id": f"P{i}", "victory_points": value} for i, value in enumerate(points)]
    return {"planets": planets, "fleet_values": list(cards)}


def test_random_sim(table):
    game = pyspiel.load_game("agon_" + table[0].replace("-", "_"), {"players": table[1], "seeds": 5})
    if table[0] == "space-conquest":
        game = SpielGame.of_seeds("space-conquest", 3, {"max_turns": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_names_and_observations():
    game = pyspiel.load_game("agon_skirmish", {"seeds": 3})
    state = game.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 3
    state.apply_action(1)
    twin = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert twin.history() != state.history() and twin.match != state.match
    assert twin.match == agon.load_game("skirmish").new_initial_state(1)
    observation = game.make_py_observer()
    observation.set_from(state, 0)
    assert (observation.tensor[2:] == state.match.observation_tensor(0)).all()


def test_information_sets_hide_what_is_hidden():
    game = SpielGame.of_stellar_orders(config([1, 2, 3], [1, 2, 3]))
    strings = []
    for deal in (0, 1):  # the same first planet, the others in another order
        state = game.new_initial_state()
        state.apply_action(deal)
        strings.append(state.information_state_string(0))
        laid = [state.child(card).information_state_string(1) for card in state.legal_actions()]
        assert len(set(laid)) == 1  # a card face down tells nothing
    assert strings[0] == strings[1]
    other = game.new_initial_state()
    other.apply_action(5)
    assert other.information_state_string(0) != strings[0]


def solve(matrix):
    """The value of a matrix game for the player of the rows, by linear programming."""
    from scipy.optimize import linprog

    rows, columns = matrix.shape
    result = linprog(np.r_[np.zeros(rows), -1], A_ub=np.c_[-matrix.T, np.ones(columns)], b_ub=np.zeros(columns),
                     A_eq=[np.r_[np.ones(rows), 0]], b_eq=[1], bounds=[(0, None)] * rows + [(None, None)])
    assert result.status == 0
    return result.x[-1]


def exact_value(states):
    """Backward induction over what is public: all choose at once, then the next planet is any of the rest."""
    if states[0].is_terminal():
        return float(np.mean([state.returns()[0] for state in states]))
    cards = [states[0].legal_actions(player) for player in (0, 1)]
    matrix = np.zeros((len(cards[0]), len(cards[1])))
    for (i, mine), (j, theirs) in itertools.product(enumerate(cards[0]), enumerate(cards[1])):
        groups = {}
        for state in states:
            after = state.child(mine, 0).child(theirs, 1)
            groups.setdefault(after.view(agon.SPECTATOR).hash(), []).append(after)
        matrix[i, j] = sum(len(group) / len(states) * exact_value(group) for group in groups.values())
    return float(solve(matrix))


def learned(game, iterations):
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
    return value[0], exploitability.exploitability(game, average)


def test_cfr_finds_the_value_of_a_whole_game():
    game = SpielGame.of_stellar_orders(config([1, 2, 4], [1, 2, 3]))
    roots = [game.new_initial_state().child(i).match for i in range(6)]
    groups = {}
    for root in roots:
        groups.setdefault(root.view(agon.SPECTATOR).hash(), []).append(root)
    exact = sum(len(group) / len(roots) * exact_value(group) for group in groups.values())
    assert exact == pytest.approx(0, abs=1e-9)  # both have the same cards
    value, slack = learned(game, 40)
    assert value == pytest.approx(exact, abs=0.02) and slack < 0.02


def test_cfr_finds_the_value_of_a_lopsided_game():
    """Four cards, after a first battle that one player has won dearly: the value is not 0."""
    full = config([3, 1, 2, 4], [1, 2, 3, 4])
    roots = []
    for rest in itertools.permutations(full["planets"][1:]):
        game = agon.load_game("stellar-skirmish", {**full, "planets": [full["planets"][0], *rest], "shuffle": False})
        roots.append(game.new_initial_state().child(3, 0).child(0, 1))
    groups = {}
    for root in roots:
        groups.setdefault(root.view(agon.SPECTATOR).hash(), []).append(root)
    exact = sum(len(group) / len(roots) * exact_value(group) for group in groups.values())
    assert abs(exact) > 0.05
    value, slack = learned(SpielGame(roots, "agon_stellar_skirmish"), 60)
    print(f"figure: stellar-skirmish of four cards, exact {exact:.4f}, CFR+ {value:.4f}, exploitability {slack:.4f}")
    assert value == pytest.approx(exact, abs=0.02) and slack < 0.02


def test_their_search_plays_ours():
    game = SpielGame.of_seeds("rock-paper-scissors", 1)
    bots = [mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
                         random_state=np.random.RandomState(p)) for p in (0, 1)]
    state = game.new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0
    assert policies.UniformRandomPolicy(game) is not None
