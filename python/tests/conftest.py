"""What the tests share: every game with every number of players."""
import agon
import pytest

TABLES = [(info.id, players) for info in agon.registered_games()
          for players in range(info.min_players, info.max_players + 1)]


def pytest_generate_tests(metafunc):
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", [info.id for info in agon.registered_games()])


@pytest.fixture
def game(table):
    return agon.load_game(table[0], players=table[1])


def walk(game, seed=5, most=120):
    """States of a random match, each with the player and the action that follows."""
    rng = agon.Rng(seed)
    state = game.new_initial_state(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        player = state.players_to_act()[-1]
        action = state.random_action(rng, player)
        yield state, player, action
        state = state.child(action, player)
    yield state, None, None
