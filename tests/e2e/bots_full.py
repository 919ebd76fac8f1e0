# label: full
"""The example bots in all games, and a sandboxed match between two of them."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import bots  # noqa: E402

EXAMPLES = bots.SOURCE / "examples" / "bots"
BUILT = pathlib.Path(os.environ.get("AGON_BUILD", "build")) / "examples" / "bots" / "own_bot"


def check(program):
    done = bots.agon("bot-check", program)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "hint" not in done.stdout, done.stdout


def test_python_in_all_games():
    check(EXAMPLES / "own_bot.py")


def test_shell_in_all_games():
    check(EXAMPLES / "own_bot.sh")


def test_javascript_in_all_games():
    check(EXAMPLES / "own_bot.mjs")


def test_c_in_all_games():
    check(BUILT)


def score(game, seat, other, matches):
    """How many of the matches the first seat wins."""
    won = 0
    for seed in range(matches):
        result = bots.match(game, "--seat", seat, "--seat", other, "--seed", seed)
        won += result["result"]["places"] == [1, 2]
    return won


def test_python_has_a_plan_for_entropy():
    won = score("entropy", f"cmd:{EXAMPLES}/own_bot.py", "random", 30)
    assert won >= 21, f"{won} of 30"


def test_javascript_has_a_plan_for_stellar_skirmish():
    won = score("stellar-skirmish", f"cmd:{EXAMPLES}/own_bot.mjs", "random", 30)
    assert won >= 18, f"{won} of 30"


def test_a_sandboxed_match_of_space_conquest():
    result = bots.match("space-conquest", "--seat", f"cmd:{EXAMPLES}/own_bot.py", "--seat",
                        f"cmd:{EXAMPLES}/own_bot.sh", "--sandbox", "--seed", 5)
    assert result["faults"] == [] and result["result"]["over"]


if __name__ == "__main__":
    tests = [test for name, test in sorted(globals().items()) if name.startswith("test_")]
    if not bots.has_sandbox():
        tests.remove(test_a_sandboxed_match_of_space_conquest)
    sys.exit(bots.run_tests(tests))
