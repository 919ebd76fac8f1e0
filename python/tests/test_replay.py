"""Replays: loaded, verified, played again, as tables."""
import agon
import agon.replay
import pytest


def record(game_id, seed=3, **options):
    game = agon.load_game(game_id, **options)
    seats = ["greedy"] + ["random"] * (game.players - 1)
    return agon.play_match(game, seats, seed=seed, record=True)


def test_a_match_can_be_played_again(game_id):
    result = record(game_id)
    replay = agon.replay.load(result.replay)
    replay.verify()
    assert replay.check().ok and len(replay.moves) == result.moves
    assert replay.last_state() == result.state
    assert replay.result["places"] == result.places
    for number, (state, move) in enumerate(replay.steps(), 1):
        assert move.number == number and move.player in state.players_to_act()
        assert f"{state.child(move.action, move.player).hash():016x}" == move.hash


def test_damage_is_found(tmp_path):
    text = record("entropy").replay
    lines = text.splitlines(keepends=True)
    broken = "".join(lines[:4]) + lines[4].replace('"player":', '"player": ') + "".join(lines[5:])
    path = tmp_path / "match.ndjson"
    path.write_text(broken)
    assert agon.replay.check(broken).line == 5
    with pytest.raises(agon.ReplayError, match="line 5"):
        agon.replay.verify(path)
    assert agon.replay.check("".join(lines[:-1])).is_cut
    for wrong in ("{}", "{", "[]", '{"format":"agon-replay"}', lines[0] + '{"action":{}}',
                  lines[0] + lines[1].replace('"player":0', '"player":9')):
        with pytest.raises(agon.ReplayError, match="line [12]"):
            agon.replay.load(wrong if wrong[0] == "{" else "{" + wrong)
    with pytest.raises(FileNotFoundError):
        agon.replay.load(tmp_path / "none.ndjson")


def test_tables(game_id):
    results = [record(game_id, seed) for seed in (1, 2)]
    columns = agon.replay.table([result.replay for result in results])
    assert len({len(column) for column in columns.values()}) == 1
    assert len(columns["move"]) == sum(result.moves for result in results)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(columns)
    assert set(frame.groupby("replay")["moves"].first()) == {result.moves for result in results}
    assert set(frame["outcome"]) <= {-1.0, 0.0, 1.0} and (frame["valid"] > 0).all()


def test_tables_are_arrows():
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(agon.replay.table([record("skirmish").replay])).num_rows > 0


def test_older_rules_and_given_states():
    old = agon.load_game("stellar-skirmish", version=1)
    text = agon.play_match(old, ["greedy", "random"], seed=5, record=True).replay
    assert agon.replay.load(text).game.version == 1
    state = agon.load_game("skirmish").new_initial_state(4)
    given = agon.state_from_json("skirmish", state.to_json()).game
    result = agon.play_match(given, ["greedy", "random"], seed=5, record=True)
    replay = agon.replay.load(result.replay)
    replay.verify()
    assert replay.first_state().to_json() == state.to_json() and replay.last_state() == result.state
