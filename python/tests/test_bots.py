"""Bots: the engine's as opponents, Python's in matches, tournaments and by the protocol."""
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import threading

import agon
import agon.protocol
import agon.replay
import pytest

AGON = pathlib.Path(os.environ.get("AGON_PROGRAM", pathlib.Path(__file__).parents[2] / "build" / "agon"))
needs_program = pytest.mark.skipif(not AGON.exists(), reason="build/agon is not built")


def first(view, player):
    assert view.viewer == player
    return view.legal_actions()[0]


def test_every_bot_plays(game):
    for name in game.bots():
        state = game.new_initial_state(1)
        player = state.players_to_act()[-1]
        bot = game.bot(f"{name}:sims=20" if name == "search" else name, 7, player)
        action = bot.choose(state, player)
        assert action in state.legal_actions(player)
        assert game.bot(bot.name, 7, player)(state.view(player), player) == action  # it sees no more than a view
    for wrong in ("nobody", "search:sims=x", "search:sims=", ""):
        with pytest.raises(ValueError):
            game.bot(wrong)


def test_bots_are_asked_rightly():
    game, other = agon.load_game("entropy"), agon.load_game("skirmish")
    bot = game.bot("greedy")
    state = game.new_initial_state(1)
    with pytest.raises(agon.ActionError):
        bot.choose(state, 1 - state.current_player())
    with pytest.raises(ValueError, match="another game"):
        bot.choose(other.new_initial_state())
    with pytest.raises(TypeError):
        bot.choose(3)
    over = game.new_initial_state(1)
    over.playout(1)
    with pytest.raises(agon.ActionError):
        bot.choose(over)


def test_functions_play_matches(game):
    result = agon.play_match(game, [first] * game.players, seed=2, record=True)
    assert result.state.is_terminal() and not any(result.forfeits)
    agon.replay.verify(result.replay)
    assert agon.play_match(game, ["random"] * game.players, seed=2).moves > 0


def test_structs_are_answers():
    game = agon.load_game("skirmish")
    result = agon.play_match(game, [lambda view, p: view.legal_action_structs()[-1], "random"], seed=1)
    assert result.forfeits == [0, 0]


def test_faults_and_exceptions():
    game = agon.load_game("stellar-skirmish")
    assert agon.play_match(game, [lambda view, p: 99, "random"], seed=1).places == [2, 1]
    assert agon.play_match(game, [lambda view, p: "nonsense", "random"], seed=1).forfeits[0] == 1
    assert agon.play_match(game, [lambda view, p: 99, "random"], seed=1, fault="random").forfeits == [0, 0]

    def fail(view, player):
        raise KeyError("my own bug")

    with pytest.raises(KeyError, match="my own bug"):
        agon.play_match(game, ["greedy", fail])
    for seats in (["greedy"], ["greedy", 3], ["greedy", "nobody"]):
        with pytest.raises((ValueError, TypeError)):
            agon.play_match(game, seats)
    with pytest.raises(ValueError):
        agon.play_match(game, ["greedy", "random"], fault="explode")


def test_matches_in_threads():
    game = agon.load_game("stellar-skirmish")
    alone = [agon.play_match(game, [first, "greedy"], seed=seed).state.hash() for seed in range(8)]
    found = {}

    def play(seed):
        found[seed] = agon.play_match(game, [first, "greedy"], seed=seed).state.hash()

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(8)] == alone


def test_tournaments_rate():
    standings = agon.tournament("stellar-skirmish", {"greedy": "greedy", "random": "random", "first": first}, rounds=40)
    by_name = {standing.name: standing for standing in standings}
    assert standings[0].name == "greedy" and by_name["greedy"].score > 0.7
    assert all(standing.matches == 160 for standing in standings)
    assert by_name["greedy"].elo - by_name["greedy"].interval == pytest.approx(
        by_name["greedy"].elo - by_name["greedy"].interval)
    with pytest.raises(ValueError):
        agon.tournament("entropy", {"one": "greedy"})


@needs_program
def test_tournaments_are_those_of_the_command_line(tmp_path):
    out = tmp_path / "results.ndjson"
    subprocess.run([AGON, "tourney", "entropy", "--bot", "greedy", "--bot", "random", "--games", "40", "--seed", "1",
                    "--out", out], check=True, capture_output=True)
    hashes = [match["hash"] for match in map(json.loads, out.read_text().splitlines()) if "hash" in match]
    game = agon.load_game("entropy")
    names = ["greedy", "random"]
    mine = [f"{agon.play_match(game, [names[b] for b in pairing], seed=seed).state.hash():016x}"
            for _, pairing, seed in agon._engine.schedule(2, 2, 20, 1, False)]
    assert sorted(hashes) == sorted(mine) and len(mine) == 40


@needs_program
def test_the_protocol_in_a_real_tournament(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import agon.protocol\nagon.protocol.serve(lambda view, player: view.legal_actions()[-1])\n")
    for game in ("stellar-skirmish", "skirmish"):
        done = subprocess.run([AGON, "tourney", game, "--bot", f"cmd:{sys.executable} {bot}", "--bot", "random",
                               "--games", "4", "--no-sandbox"], capture_output=True, text=True)
        if done.returncode == 64:  # no such option in this build
            done = subprocess.run([AGON, "tourney", game, "--bot", f"cmd:{sys.executable} {bot}", "--bot", "random",
                                   "--games", "4"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert not re.search(r"forfeit\w*: [1-9]", done.stdout)


def test_the_protocol_in_text():
    game = agon.load_game("stellar-skirmish")
    view = game.new_initial_state(1).view(1).to_dict()
    said = [{"type": "hello", "protocol": 1, "engine": "agon"}, {"type": "weather"},
            {"type": "match", "game": "stellar-skirmish", "rules_version": 2, "player": 2, "players": [1, 2]},
            {"type": "think", "id": 4, "player": 2, "view": view}, {"type": "quit"}, {"type": "hello"}]
    out = io.StringIO()
    agon.protocol.serve(first, source=io.StringIO("\n".join(map(json.dumps, said))), sink=out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers[0]["type"] == "ready"
    assert answers[1]["id"] == 4 and len(answers) == 2
    assert game.new_initial_state(1).struct_to_action(answers[1]["action"], 1) == 0
