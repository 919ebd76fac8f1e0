"""agon play, the quick part: a piped match, leaving and resuming, wrong words, plain terminals."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import sittings  # noqa: E402


def numbers(first, end):
    return "".join(f"{number}\n" for number in range(first, end))


def test_a_script_plays_through_a_pipe():
    file = sittings.path("piped.ndjson")
    done = sittings.piped("play", "stellar-skirmish", "--seed", 3, "--record", file, text=numbers(1, 16))
    output = done.stdout.decode()
    assert done.returncode == 0 and b"\x1b" not in done.stdout, output[-2000:]
    assert "replay  " + file in output and "agon replay verify " + file in output, output[-2000:]
    assert "seed    3" in output and "Play again?" in output, output[-2000:]
    sittings.verify(file)


def test_input_that_ends_early_keeps_the_match():
    done = sittings.piped("play", "stellar-skirmish", text="1\n2\n")
    output = done.stdout.decode()
    assert done.returncode == 0 and re.search("The match is kept, after [45] moves", output), output[-2000:]
    assert "agon play --resume " + sittings.STATE in output, output[-2000:]


def test_wrong_words_are_answered():
    output = sittings.piped("play", "rock-paper-scissors", "--best-of", 1,
                            text="rok\nhnt\n9\n\nfly me to the moon\nrock\n").stdout.decode()
    assert "did you mean rock?" in output, output[-2000:]
    assert "did you mean 'hint'?" in output, output[-2000:]
    assert "There are choices from 1 to 3." in output, output[-2000:]
    assert output.count("One of rock, paper and scissors") == 3, output[-2000:]
    assert "Play again?" in output, output[-2000:]


def test_leaving_and_going_on_is_the_same_match():
    files = [sittings.path(name) for name in ("whole.ndjson", "parts.ndjson")]
    arguments = ["play", "stellar-skirmish", "--seed", 11, "--players", 3]
    sittings.piped(*arguments, "--record", files[0], text=numbers(1, 16))
    sittings.piped(*arguments, "--record", files[1], text=numbers(1, 4) + "quit\n")
    sittings.piped("play", "--resume", files[1], text=numbers(4, 16))
    whole, parts = (pathlib.Path(file).read_bytes() for file in files)
    assert whole == parts and b'"result"' in whole


def test_a_terminal_without_colour():
    here = sittings.sit("play", "rock-paper-scissors", "--best-of", 1, NO_COLOR="1")
    here.say("rock")
    here.say("n")
    assert here.end() == 0
    assert b"\x1b[1m" not in here.bytes and b"\x1b[3" not in here.bytes, here.bytes
    here.close()


def test_wrong_files_and_options():
    damaged = sittings.path("damaged.ndjson")
    text = (sittings.SOURCE / "tests/replays/stellar-2.ndjson").read_text().splitlines()
    text[5] = text[5].replace('"n":5', '"n":6')
    pathlib.Path(damaged).write_text("\n".join(text[:9]) + "\n")
    for arguments, code, message in [
        (["--resume", damaged], 65, damaged + ":6: "),
        (["--resume", "/no/such/file"], 65, "No such file"),
        (["--resume", sittings.SOURCE / "tests/replays/stellar-2.ndjson"], 64, "agon watch"),
        (["entrpy"], 64, "did you mean 'entropy'"),
        (["entropy", "--seat", "nobody"], 64, "nobody"),
        (["entropy", "--tutorial"], 64, "no tutorial"),
        (["skirmish", "--players", "5"], 64, "players"),
    ]:
        done = sittings.piped("play", *arguments)
        assert done.returncode == code, (arguments, done)
        assert message in done.stderr.decode(), (arguments, done)


if __name__ == "__main__":
    sittings.run(globals())
