"""agon match, agon replay, agon bot-check from outside."""
# label: full
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import bots  # noqa: E402

folder = tempfile.TemporaryDirectory(prefix="agon-match-")
EXAMPLES = bots.SOURCE / "examples" / "bots"


def path(name):
    return os.path.join(folder.name, name)


def write(name, text, mode=0o755):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path(name), mode)
    return path(name)


def shell_bot(name, body):
    """A bot in shell that gets ready and then does what `body` says."""
    return "cmd:" + write(name, f"#!/bin/sh\nread -r line\necho '{bots.READY}'\n{body}\n")


def record(name, *arguments):
    done = bots.agon("match", *arguments, "--record", path(name))
    assert done.returncode == 0, done.stderr
    return path(name)


def test_the_same_seed_gives_the_same_replay():
    arguments = ["skirmish", "--seat", "random", "--seat", "greedy", "--seed", 9]
    texts = [pathlib.Path(record(name, *arguments)).read_bytes() for name in ("a", "b")]
    assert texts[0] == texts[1] and texts[0].count(b"\n") > 10


def test_a_fresh_seed_is_secret_and_recorded():
    seeds = set()
    for name in ("a", "b"):
        record(name, "entropy", "--seat", "random", "--seat", "random")
        with open(path(name), encoding="utf-8") as file:
            seeds.add(json.loads(file.readline())["seed"])
    assert len(seeds) == 2 and all(len(seed) == 32 for seed in seeds), seeds


def test_verify_names_the_wrong_line():
    name = record("t", "entropy", "--seat", "gte", "--seat", "random", "--seed", 2)
    assert bots.agon("replay", "verify", name).returncode == 0
    with open(name, encoding="utf-8") as file:
        lines = file.readlines()
    lines[6] = lines[6].replace('"player":', '"player": ')
    write("t", "".join(lines))
    done = bots.agon("replay", "verify", name)
    assert done.returncode == 1 and f"{name}:7: " in done.stdout, done.stdout
    report = json.loads(bots.agon("replay", "verify", name, "--json").stdout)
    assert report["ok"] is False and report["line"] == 7 and report["result"] is None
    asked = {"jsonrpc": "2.0", "id": 1, "method": "replay_verify",
             "params": {"replay": "".join(lines)}}
    answer = json.loads(bots.agon("engine", input=json.dumps(asked) + "\n").stdout)["result"]
    assert (answer["ok"], answer["line"], answer["reason"]) == (False, 7, report["reason"])


def test_show_step_export():
    name = record("s", "stellar-skirmish", "--seat", "random", "--seat", "random", "--seat",
                  "random", "--seed", 4)
    shown = bots.agon("replay", "show", name).stdout
    assert "Stellar Skirmish" in shown and "   45  " in shown, shown[-300:]
    assert "Card played" in bots.agon("replay", "show", name, "--events").stdout
    start = json.loads(bots.agon("replay", "step", name, 0, "--json").stdout)
    after = json.loads(bots.agon("replay", "step", name, 1, "--json").stdout)
    assert start["current_plays"]["1"] is None and after["current_plays"]["1"] is not None
    view = json.loads(bots.agon("replay", "step", name, 1, "--json", "--viewer", "2").stdout)
    assert view["current_plays"]["1"] == "hidden" and view["viewer"] == 2
    exported = json.loads(bots.agon("replay", "export", name, "--states").stdout)
    assert len(exported["moves"]) == 45 and exported["result"]["over"]
    assert exported["moves"][0]["state"] == after
    seen = json.loads(bots.agon("replay", "export", name, "--viewer", "spectator").stdout)
    assert "seed" not in seen and "action" not in seen["moves"][0]
    assert all("hash" not in move for move in seen["moves"])
    table = bots.agon("replay", "export", name, "--csv").stdout.splitlines()
    assert len(table) == 46 and table[0].startswith("n,player,action")


def test_config_state_and_seats():
    config = write("config", '{"players":["a","b","c"],"max_rounds":3,"seed":6}')
    result = bots.match("entropy", "--config", config, *["--seat", "random"] * 3)
    assert result["seed"] == 6 and len(result["result"]["places"]) == 3
    done = bots.agon("match", "entropy", "--config", config, "--seat", "random", "--seat", "gte")
    assert done.returncode == 64 and "3 players, but 2 seats" in done.stderr, done.stderr
    name = record("r", "entropy", "--config", config, *["--seat", "random"] * 3)
    state = write("state", bots.agon("replay", "step", name, 5, "--json").stdout)
    result = bots.match("entropy", "--state", state, *["--seat", "random"] * 3)
    assert result["result"]["over"]
    assert bots.agon("match", "entropy", "--seat", "nobody", "--seat", "gte").returncode == 69
    assert bots.agon("match", "entropy", "--seat", "search:sims=x", "--seat",
                     "gte").returncode == 69
    assert bots.agon("match", "entropy", "--seat", "random", "--seat", "cmd:./is-not-there",
                     cwd=folder.name).returncode == 69


def test_a_person_at_the_terminal():
    done = bots.agon("match", "rock-paper-scissors", "--seat", "human", "--seat", "random", "--fault",
                     "retry:3", input='9\n{"type":"choose"}\n{"type":"choose","choice":"rock"}\n')
    assert done.returncode == 0 and "choice rock" in done.stderr, done.stderr
    assert "unparsable" in done.stdout and "illegal" in done.stdout, done.stdout
    done = bots.agon("match", "rock-paper-scissors", "--seat", "human", "--seat", "random", input="")
    assert "dead: the input has ended" in done.stdout, done.stdout


def faults_of(game, seat, *arguments):
    result = bots.match(game, "--seat", seat, "--seat", "random", "--seed", 3, "--clock", "0.5",
                        *arguments)
    return result, [fault["fault"] for fault in result["faults"]]


def test_faults_without_a_sandbox():
    cases = [("late", "sleep 5"), ("dead", "exit 3"), ("unparsable", "echo rubbish; sleep 5"),
             ("illegal", "echo '{\"type\":\"action\",\"index\":99999}'; sleep 5"),
             ("dead", "printf half; exit 1")]
    for number, (fault, body) in enumerate(cases):
        result, faults = faults_of("skirmish", shell_bot(f"bot{number}", body))
        assert faults == [fault], (fault, result["faults"])
        assert result["result"]["places"] == [2, 1] and result["result"]["forfeits"] == [0]


def test_en20_an_illegal_move_ends_the_turn():
    answer = "{\"type\":\"action\",\"action\":{\"type\":\"attack\",\"from\":0,\"to\":0}}"
    bot = shell_bot("illegal", f"while read -r line; do case $line in *think*) echo '{answer}';; "
                               "esac; done")
    config = write("short", '{"max_rounds":5}')
    result, faults = faults_of("entropy", bot, "--config", config)
    assert faults and set(faults) == {"illegal"}, result["faults"]
    assert result["result"]["forfeits"] == []


def test_stubborn_programs_are_ended():
    marker = f"61{os.getpid()}"
    bot = shell_bot("stubborn", f"trap '' TERM HUP INT\nsleep {marker} & \n"
                                "while :; do sleep 0.1; done")
    result, faults = faults_of("rock-paper-scissors", bot)
    assert faults == ["late"]
    found = bots.subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert f"sleep {marker}" not in found.stdout.splitlines()


def test_no_open_files_are_passed_on():
    bot = shell_bot("files", "files=$(ls /proc/self/fd); echo $files >&2; exit 9")
    # The match is recorded and written down: these files are open in the runner.
    done = bots.agon("match", "rock-paper-scissors", "--seat", "random", "--seat", bot, "--record",
                     path("r"), "--transcript", path("t"))
    assert "it said: 0 1 2 3;" in done.stdout, done.stdout  # 3 is the directory itself


def test_no_sandbox_without_bubblewrap():
    done = bots.agon("match", "rock-paper-scissors", "--seat", "cmd:/bin/true", "--seat", "random",
                     "--sandbox", env={**os.environ, "PATH": folder.name})
    assert done.returncode == 69 and "bubblewrap is needed" in done.stderr, done.stderr
    assert done.stdout == ""


def test_examples_play():
    built = pathlib.Path(os.environ.get("AGON_BUILD", "build")) / "examples" / "bots" / "own_bot"
    seats = [f"cmd:{EXAMPLES}/own_bot.py", f"cmd:{EXAMPLES}/own_bot.sh",
             f"cmd:{EXAMPLES}/own_bot.mjs", f"cmd:{built}"]
    arguments = [word for seat in seats for word in ("--seat", seat)]
    result = bots.match("entropy", *arguments, "--seed", 1)
    assert result["faults"] == [] and len(result["result"]["places"]) == 4, result


def test_examples_are_short():
    for example in EXAMPLES.iterdir():
        assert len(example.read_text(encoding="utf-8").splitlines()) < 60, example


def test_bot_check():
    good = bots.agon("bot-check", EXAMPLES / "own_bot.sh", "--game", "rock-paper-scissors",
                     "--game", "stellar-skirmish", "--json")
    assert good.returncode == 0, good.stdout
    reports = [json.loads(line) for line in good.stdout.splitlines()]
    assert [report["faults"] for report in reports] == [0, 0] and reports[0]["quits"]
    bad = bots.agon("bot-check", shell_bot("bad", "read -r a; read -r b; echo rubbish; exit")[4:],
                    "--game", "rock-paper-scissors")
    assert bad.returncode == 1 and "unparsable" in bad.stdout, bad.stdout


if __name__ == "__main__":
    code = bots.run_tests([test for name, test in sorted(globals().items())
                           if name.startswith("test_")])
    folder.cleanup()
    sys.exit(code)
