"""agon watch: forwards and backwards, other eyes, as text, damaged files."""
# label: full
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import sittings  # noqa: E402

REPLAYS = sittings.SOURCE / "tests/replays"
RIGHT, LEFT, HOME, END, DOWN, UP = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[B", "\x1b[A"


def watch(name, *arguments, **settings):
    here = sittings.start("watch", REPLAYS / f"{name}.ndjson", *arguments, **settings)
    here.wait(lambda: position(here)[0] >= 0 and settled(here), "a screen")
    return here


def settled(here):
    """Whether a screen has been drawn to its end, the line below it included."""
    return re.search(rb"\x1b\[J\r[^\n]*\x1b\[K$", here.bytes)


def position(here):
    found = re.search(r"move (\d+) of (\d+)", here.screen.text())
    return (int(found.group(1)), int(found.group(2))) if found else (-1, -1)


def press(here, key, target):
    """Presses a key, waits for the position it leads to, and returns the screen there."""
    sent = len(here.bytes)
    here.send(key)
    here.wait(lambda: b"\x1b[J" in here.bytes[sent:] and position(here)[0] == target and
              settled(here), f"move {target} after {key!r}")
    return here.screen.text()


def test_forwards_and_backwards_show_the_same():
    for name in ("stellar-2", "skirmish-greedy", "entropy-2", "conquest-short", "rps-names"):
        here = watch(name)
        count = min(position(here)[1], 40)
        forwards = [here.screen.text()]
        for i in range(1, count + 1):
            forwards.append(press(here, (RIGHT, "n", " ", "\r")[i % 4], i))
        for i in range(count - 1, -1, -1):
            assert press(here, (LEFT, "p", "b")[i % 3], i) == forwards[i], (name, i)
        assert len(set(forwards)) == count + 1, name
        here.close()


def test_jumps():
    here = watch("entropy-2")
    last = position(here)[1]
    press(here, END, last)
    assert "the end; no commitment: chance not proven" in here.screen.text(), here.screen.text()
    press(here, "n", last)
    press(here, HOME, 0)
    press(here, LEFT, 0)
    ten = press(here, DOWN, 10)
    press(here, "G", last)
    press(here, "g", 0)
    here.send("1")
    here.expect("to move 1 ")
    here.send("0")
    here.expect(r"to move 10 \(Enter\)")
    assert press(here, "\r", 10) == ten
    press(here, UP, 0)
    here.send("99999999")
    here.expect(f"to move {last} ")
    press(here, "\r", last)
    here.send("q")
    assert here.end() == 0
    here.close()


def test_turns_of_others():
    here = watch("entropy-2")
    sent = [0]
    for _ in range(3):
        before = position(here)[0]
        here.send("]")
        here.wait(lambda: position(here)[0] > before, "a later move")
        sent.append(position(here)[0])
    for target in (sent[-1] - 1,):
        here.send("[")
        here.wait(lambda: position(here)[0] <= target, "an earlier move")
    here.close()


def test_by_itself():
    here = watch("stellar-2", "--speed", 50)
    last = position(here)[1]
    here.wait(lambda: position(here)[0] == last, "the end")
    here.close()
    here = watch("entropy-2")
    here.send("a")
    here.expect("by itself, 1 moves a second")
    here.send("+")
    here.expect("by itself, 2 moves a second")
    here.wait(lambda: position(here)[0] >= 1, "a move")
    here.send("a")
    here.wait(lambda: "by itself" not in here.screen.text(), "a stop")
    here.close()


def test_other_eyes():
    here = watch("skirmish-greedy", "--from", 9)
    seen = {}
    for eyes in ("all is seen", "seen by greedy", "seen by random", "a spectator's view"):
        here.wait(lambda: eyes in here.screen.text() and settled(here), eyes)
        seen[eyes] = here.screen.text().split("\n", 1)[1]
        here.send("v")
    here.expect("all is seen")
    assert len(set(seen.values())) == 4, seen.keys()
    here.close()
    here = watch("skirmish-greedy", "--viewer", "spectator", "--from", 9)
    assert here.screen.text().split("\n", 1)[1] == seen["a spectator's view"]
    here.close()


def test_a_match_without_an_end():
    cut = sittings.path("cut.ndjson")
    lines = (REPLAYS / "entropy-2.ndjson").read_text().splitlines()[:7]
    pathlib.Path(cut).write_text("\n".join(lines) + "\n")
    here = sittings.start("watch", cut, "--from", 100)
    here.expect("move 6 of 6")
    here.expect("here the replay ends")
    here.close()
    output = sittings.piped("watch", cut).stdout.decode()
    assert "without an end" in output and "without a result" in output, output


def test_windows():
    here = watch("conquest-greedy", width=132, height=40)
    assert len(here.screen.lines()[0]) == 132
    here.resize(80, 24)
    here.wait(lambda: len(here.screen.lines()[0]) == 80, "the new width")
    here.send("?")
    here.expect("one move back")
    here.send("?")
    here.send("\x03")
    assert here.end() == 0
    here.close()


def test_as_text():
    for file in sorted(REPLAYS.glob("*.ndjson")):
        moves = sum('"n":' in line for line in file.read_text().splitlines())
        done = sittings.piped("watch", file)
        output = done.stdout.decode()
        assert done.returncode == 0 and "\x1b" not in output, (file, done.stderr)
        numbers = [int(number) for number in re.findall(r"^ {0,4}(\d+)  \S", output, re.MULTILINE)]
        assert set(range(1, moves + 1)) <= set(numbers), (file, moves)
    boards = sittings.piped("watch", REPLAYS / "stellar-2.ndjson", "--boards").stdout
    assert len(boards) > 3 * len(sittings.piped("watch", REPLAYS / "stellar-2.ndjson").stdout)
    through = sittings.piped("watch", "-", text=(REPLAYS / "stellar-2.ndjson").read_text())
    assert through.stdout == sittings.piped("watch", REPLAYS / "stellar-2.ndjson").stdout


def test_text_of_one_who_does_not_see_all():
    file = REPLAYS / "skirmish-greedy.ndjson"
    full = sittings.piped("watch", file).stdout.decode()
    spectator = sittings.piped("watch", file, "--viewer", "spectator").stdout.decode()
    assert "has moved" in spectator and "has moved" not in full


def test_a_forfeit_ends_what_is_shown():
    """What chance makes of the rest is in the record, but nobody played it."""
    file = pathlib.Path(sittings.path("forfeit.ndjson"))
    sittings.piped("match", "stellar-skirmish", "--seat", "greedy", "--seat", "cmd:false", "--seed", "3",
                   "--record", file)
    assert sum('"n":' in line for line in file.read_text().splitlines()) == 30
    output = sittings.piped("watch", file).stdout.decode()
    assert "gave up" in output and "score 0, gave up" in output, output
    assert "wins" not in output.split("cards left")[-1], output
    numbers = [int(number) for number in re.findall(r"^ {0,4}(\d+)  \S", output, re.MULTILINE)]
    assert max(numbers, default=0) <= 2, output
    here = sittings.start("watch", file)
    here.wait(lambda: position(here)[0] >= 0 and settled(here), "a screen")
    here.send(END)
    here.wait(lambda: "gave up: the end" in here.screen.text(), "the end")
    here.send("q")
    played = sittings.piped("play", "stellar-skirmish", "--seat", "me", "--seat", "cmd:false", "--seed", "3",
                            "--record", sittings.path("played.ndjson"), text="1\n").stdout.decode()
    assert "You win. Scores: you 0, false 0 (forfeited)." in played, played


def test_damaged_files():
    lines = (REPLAYS / "entropy-2.ndjson").read_text().splitlines()
    damaged = sittings.path("damaged.ndjson")
    for number, line in ((1, lines[0].replace("entropy", "entropi")), (4, lines[3][:-2]), (9, "")):
        text = lines[:]
        text[number - 1] = line
        pathlib.Path(damaged).write_text("\n".join(text) + "\n")
        done = sittings.piped("watch", damaged)
        assert done.returncode == 65 and f"{damaged}:{number}: " in done.stderr.decode(), done
    pathlib.Path(damaged).write_bytes(b"\x00\xff" * 1000)
    assert sittings.piped("watch", damaged).returncode == 65
    pathlib.Path(damaged).write_bytes(b"")
    assert sittings.piped("watch", damaged).returncode == 65
    assert sittings.piped("watch", "/no/such/file").returncode == 65
    assert sittings.piped("watch", REPLAYS / "entropy-2.ndjson", "--viewer", "x").returncode == 64
    assert sittings.piped("watch").returncode == 64


if __name__ == "__main__":
    sittings.run(globals())
