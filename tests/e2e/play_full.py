"""agon play in a pseudo terminal: every game to its end with what the screen offers, and whatever
may happen to a terminal on the way."""
# label: full
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import sittings  # noqa: E402
import terminal  # noqa: E402

SHORT = sittings.path("short.json")
pathlib.Path(SHORT).write_text('{"max_turns": 6}')


def first(offered):
    return offered[0]


def games():
    return [game["id"] for game in json.loads(sittings.piped("games", "--json").stdout)]


def options(game):
    return ["--config", SHORT] if game == "space-conquest" else []


# ------------------------------------------------------------------------------------------------
# Whole matches


def play_whole(game, seed, *arguments, **environment):
    here = sittings.sit("play", game, "--seed", seed, *options(game), *arguments, **environment)
    picks = sittings.play_to_end(here, sittings.chooser(seed))
    file = sittings.replay_on(here)
    here.say("n")
    assert here.end() == 0 and picks > 0
    assert '"over":true' in sittings.verify(file)
    here.close()
    return here, file


def test_every_game_to_its_end_by_number():
    for game in games():
        for seed in (1, 2):
            here, _ = play_whole(game, seed)
            assert b"\x1b[1m" in here.bytes, game


def test_tables_for_more_than_two():
    play_whole("entropy", 3, "--players", 4)
    play_whole("stellar-skirmish", 3, "--players", 8)


def test_dumb_terminals_get_no_escape_codes():
    for game in games():
        here, _ = play_whole(game, 4, TERM="dumb")
        assert b"\x1b" not in here.bytes, game


def test_terminals_without_more_than_ascii():
    for game in games():
        here, _ = play_whole(game, 5, LC_ALL="C")
        assert all(byte < 0x80 for byte in here.bytes), game


def test_wide_terminals():
    for game in games():
        play_whole(game, 6, "--record", sittings.path(f"wide-{game}.ndjson"))
        here = sittings.sit("play", game, *options(game), width=150, height=50)
        sittings.play_to_end(here, sittings.chooser(6))
        here.close()


def test_a_program_as_opponent():
    bot = f"cmd:{sittings.SOURCE}/examples/bots/own_bot.py"
    here, file = play_whole("stellar-skirmish", 7, "--seat", bot)
    assert "own_bot.py" in here.screen.text(), here.screen.text()
    assert bot in pathlib.Path(file).read_text()


def test_the_menu():
    here = sittings.sit("play", XDG_STATE_HOME=sittings.path("menu"))
    assert "What shall we play?" in here.screen.text()
    here.say("chess")
    assert "'chess' is none of these" in here.screen.text(), here.screen.text()
    here.say("entropy")
    assert "Against whom?" in here.screen.text(), here.screen.text()
    here.say("gte")
    assert "How many players?" in here.screen.text(), here.screen.text()
    here.say("3")
    assert "Entropy: you against gte 2, gte 3" in here.screen.text(), here.screen.text()
    here.say("quit")
    assert here.end() == 0 and "Nothing was played" in here.screen.text(), here.screen.text()
    here.close()


def test_the_menu_offers_what_was_left():
    state = sittings.path("left")
    here = sittings.sit("play", XDG_STATE_HOME=state)
    assert "continue" not in here.screen.text()
    here.close()
    here = sittings.sit("play", "stellar-skirmish", "--seed", 9, XDG_STATE_HOME=state)
    play_some(here, 2)
    here.say("quit")
    here.close()
    here = sittings.sit("play", XDG_STATE_HOME=state)
    assert re.search(r"continue +stellar-skirmish-", here.screen.text()), here.screen.text()
    here.say("cont")
    assert "Stellar Skirmish: you against greedy" in here.screen.text(), here.screen.text()
    sittings.play_to_end(here, first)
    here.close()
    here = sittings.sit("play", XDG_STATE_HOME=state)
    assert "continue" not in here.screen.text()
    here.close()


def test_tutorials():
    for game in ("space-conquest", "skirmish"):
        here = sittings.sit("play", "--tutorial", game)
        here.say("fly")
        assert "Enter goes on with the lesson" in here.screen.text(), here.screen.text()
        seen = []
        while found := re.search(r"lesson (\d+) of \d+$", here.screen.lines()[0]):
            seen.append(int(found.group(1)))
            here.say("" if "Enter goes on" in here.screen.text() else "skip")
        assert seen == sorted(set(seen)) and seen[0] == 1 and len(seen) > 5, seen
        play_some(here, 3)
        here.say("quit")
        file = re.search(r"--resume (\S+)", here.screen.text().replace("\n", "")).group(1)
        assert here.end() == 0
        here.close()
        here = sittings.sit("play", "--resume", file)
        assert "move" in here.screen.lines()[0] and "lesson" not in here.screen.text()
        here.close()


# ------------------------------------------------------------------------------------------------
# People


def test_two_people_do_not_see_each_other():
    here = sittings.sit("play", "rock-paper-scissors", "--best-of", 1, "--seat", "me:Ann", "--seat",
                        "me:Bob")
    assert "Pass the keyboard to Ann" in here.screen.text(), here.screen.text()
    here.say("")
    assert "Ann against Bob" in here.screen.text(), here.screen.text()
    here.say("paper")
    text = here.screen.text()
    assert "Pass the keyboard to Bob" in text and "paper" not in text and "---" not in text, text
    assert b"\x1b[3J" in here.bytes  # not even by scrolling back
    here.say("")
    assert "Bob against Ann" in here.screen.text() and "Ann: has chosen" in here.screen.text()
    here.say("undo")
    assert "only in a game against bots" in here.screen.text(), here.screen.text()
    here.say("scissors")
    assert "Bob wins" in here.screen.text(), here.screen.text()
    here.close()


def test_two_people_through_a_whole_match():
    play_whole("skirmish", 8, "--seat", "me:Ann", "--seat", "me:Bob")
    play_whole("entropy", 8, "--seat", "me:Ann", "--seat", "me:Bob")


# ------------------------------------------------------------------------------------------------
# Nothing loses a match


def play_some(here, picks):
    for _ in range(picks):
        sittings.pick(here, first)


def whole_match(game, seed):
    """The file of a match in which the first choice is always taken."""
    file = sittings.path(f"{game}-{seed}-whole.ndjson")
    here = sittings.sit("play", game, "--seed", seed, *options(game), "--record", file)
    sittings.play_to_end(here, first)
    here.close()
    return pathlib.Path(file).read_bytes()


def finish(file):
    here = sittings.sit("play", "--resume", file)
    sittings.play_to_end(here, first)
    here.close()
    return pathlib.Path(file).read_bytes()


def interrupted(game, seed, name, picks, interrupt):
    file = sittings.path(name)
    here = sittings.sit("play", game, "--seed", seed, *options(game), "--record", file)
    play_some(here, picks)
    interrupt(here)
    here.close()
    return file


def test_every_way_to_leave_can_be_resumed():
    def quit_word(here):
        here.say("quit")
        assert here.end() == 0 and "agon play --resume " in here.screen.text(), here.screen.text()

    def control(key):
        def press(here):
            here.send(key)
            assert here.end() == 0 and "agon play --resume " in here.screen.text(), key
        return press

    def signalled(number, code):
        def send(here):
            assert here.kill(number) == code, number
        return send

    ways = [quit_word, control("\x03"), control("\x04"), signalled(signal.SIGKILL, -9),
            signalled(signal.SIGHUP, 0), signalled(signal.SIGTERM, 0)]
    for game in ("stellar-skirmish", "skirmish", "entropy"):
        whole = whole_match(game, 21)
        for number, way in enumerate(ways):
            file = interrupted(game, 21, f"{game}-{number}.ndjson", number + 1, way)
            assert whole.startswith(pathlib.Path(file).read_bytes())
            assert finish(file) == whole, (game, number)


def test_a_closed_window():
    file = sittings.path("closed.ndjson")
    here = sittings.sit("play", "stellar-skirmish", "--seed", 22, "--record", file)
    play_some(here, 2)
    os.close(here.file)
    end = time.monotonic() + terminal.LIMIT
    while os.waitpid(here.pid, os.WNOHANG)[0] == 0 and time.monotonic() < end:
        time.sleep(0.01)
    assert finish(file) == whole_match("stellar-skirmish", 22)


def test_a_torn_line():
    file = interrupted("stellar-skirmish", 23, "torn.ndjson", 3, lambda here: here.kill())
    whole = whole_match("stellar-skirmish", 23)
    with open(file, "ab") as torn:
        torn.write(b'{"n":7,"pla')
    here = sittings.sit("play", "--resume", file)
    assert "was incomplete" in here.screen.text(), here.screen.text()
    sittings.play_to_end(here, first)
    here.close()
    assert pathlib.Path(file).read_bytes() == whole


def test_a_match_is_played_once_at_a_time():
    file = sittings.path("busy.ndjson")
    here = sittings.sit("play", "stellar-skirmish", "--record", file)
    done = sittings.piped("play", "--resume", file)
    assert done.returncode == 65 and b"being played elsewhere" in done.stderr, done
    done = sittings.piped("play", "stellar-skirmish", "--record", file)
    assert done.returncode == 64 and b"the file exists" in done.stderr, done
    here.close()


SLOW = ["play", "stellar-skirmish", "--seat", "me", "--seat", "search:ms=600000"]


def test_interrupt_while_a_bot_thinks():
    file = sittings.path("slow.ndjson")
    here = sittings.start(*SLOW, "--record", file)
    here.expect(r"thinking\S* [0-9.]+ s")
    assert "Stellar Skirmish" in here.screen.text()  # the board is there meanwhile
    here.send("\x03")
    assert here.end() == 0
    assert re.search(r"The match is kept, after 0 moves", here.screen.text()), here.screen.text()
    here.close()
    here = sittings.sit("play", "--resume", file, "--seat", "me", "--seat", "greedy")
    sittings.play_to_end(here, first)
    here.close()


def test_interrupt_takes_away_what_was_typed():
    here = sittings.sit("play", "entropy", "--seed", 1)
    here.send("atta")
    here.expect("> atta")
    here.send("\x03")
    here.expect("Ctrl-C once more")
    here.ready()
    assert here.screen.lines()[here.screen.y] == ">", here.screen.text()
    here.send("\x03")
    assert here.end() == 0
    here.close()


# ------------------------------------------------------------------------------------------------
# Commands


def board(here):
    """The screen without the message and the prompt."""
    return here.screen.lines()[: here.screen.y - 1]


def test_undo():
    for game in ("entropy", "skirmish", "stellar-skirmish", "space-conquest"):
        file = sittings.path(f"undo-{game}.ndjson")
        here = sittings.sit("play", game, "--seed", 31, *options(game), "--record", file)
        here.say("undo")
        assert "nothing to take back" in here.screen.text(), here.screen.text()
        play_some(here, 6)
        here.say("back")
        here.say("back")
        here.say("back")
        kept, shown = pathlib.Path(file).read_bytes(), board(here)
        while pathlib.Path(file).read_bytes() == kept:
            sittings.pick(here, first)
        here.say("undo")
        assert "Taken back" in here.screen.text(), here.screen.text()
        assert pathlib.Path(file).read_bytes() == kept, game
        assert board(here)[:12] == shown[:12], "\n".join(board(here) + shown)
        here.say("undo")
        assert len(pathlib.Path(file).read_bytes()) < len(kept), game
        sittings.play_to_end(here, first)
        here.close()
        sittings.verify(file)


def test_the_same_choice_after_undo_leads_to_the_same():
    file = sittings.path("again.ndjson")
    here = sittings.sit("play", "entropy", "--seed", 32, "--record", file)
    play_some(here, 5)
    once = pathlib.Path(file).read_bytes()
    here.say("undo")
    while len(pathlib.Path(file).read_bytes()) < len(once):
        sittings.pick(here, first)
    assert pathlib.Path(file).read_bytes() == once
    here.close()


def test_hints_say_why():
    for game in games():
        here = sittings.sit("play", game, "--seed", 33, *options(game))
        here.say("hint")
        text = " ".join(here.screen.text().split())
        assert re.search(r"Hint: .*\(\d+ visits, \d+%\).* \d+ games tried", text), text
        here.close()


def test_texts():
    for game in games():
        here = sittings.sit("play", game, "--seed", 34, *options(game))
        if game != "rock-paper-scissors":  # which one pick would end
            sittings.pick(here, first)
        for word in ("help", "rules", "log"):
            sent = len(here.bytes)
            here.send(word + "\r")
            here.wait(lambda: re.search(rb"Enter: (more|back)|There is no manual|Nothing has happened",
                                        here.bytes[sent:]), word)
            if word == "rules":
                has_manual = os.path.exists(f"{os.environ['AGON_SOURCE']}/games/{game}/manual.md")
                assert (b"The game" in here.bytes[sent:]) == has_manual, here.screen.text()
            if b"Enter: " in here.bytes[sent:]:
                here.send("q")
            here.ready()
        here.close()


def test_save_makes_a_copy():
    copy = sittings.path("copy.ndjson")
    here = sittings.sit("play", "stellar-skirmish", "--seed", 35)
    play_some(here, 3)
    here.say("save")
    assert sittings.STATE in here.screen.text().replace("\n", ""), here.screen.text()
    here.say(f"save {copy}")
    assert "A copy is in" in here.screen.text(), here.screen.text()
    here.say(f"save {copy}")
    assert "File exists" in here.screen.text().replace("\n", " "), here.screen.text()
    here.close()
    assert finish(copy) == whole_match("stellar-skirmish", 35)


def test_completion_and_history():
    here = sittings.sit("play", "rock-paper-scissors")
    here.send("sci\t")
    here.expect("> scissors $|> scissors\n|> scissors$")
    here.send("\x15r\t")  # rock and rules
    here.expect("> r$")
    here.send("\t")
    here.expect("rock  rules")
    here.send("\x15hel\t\x15")
    here.say("nonsense")
    here.send("\x1b[A")
    here.expect("> nonsense$")
    here.close()


# ------------------------------------------------------------------------------------------------
# Windows


def test_the_window_changes():
    here = sittings.sit("play", "space-conquest", "--seed", 41)
    small = here.screen.lines()
    for width, height in ((132, 43), (60, 15), (10, 5), (1, 1), (80, 24)):
        sent = len(here.bytes)
        here.resize(width, height)
        here.wait(lambda: b"\x1b[J" in here.bytes[sent:] and here.asks(), f"{width}x{height}")
    assert here.screen.lines() == small, here.screen.text()
    here.resize(132, 43)
    here.wait(lambda: len(here.screen.lines()[0]) == 132, "the whole width")
    here.close()


def test_the_window_changes_while_a_bot_thinks():
    here = sittings.start(*SLOW)
    here.expect("thinking")
    here.resize(120, 40)
    here.wait(lambda: len(here.screen.lines()[0]) == 120, "the whole width")
    here.close()


def test_no_place_for_matches():
    done = sittings.piped("play", "entropy", XDG_STATE_HOME="", HOME="")
    assert done.returncode == 73 and b"--record" in done.stderr, done
    done = sittings.piped("play", "entropy", XDG_STATE_HOME="/dev/null/x")
    assert done.returncode == 73 and b"--record" in done.stderr, done


def test_a_full_disk():
    file = sittings.path("full.ndjson")

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = sittings.piped("play", "stellar-skirmish", "--seed", 42, "--record", file,
                          text="1\n2\n3\n4\n5\n6\n", preexec_fn=limit)
    assert done.returncode == 74 and b"File too large" in done.stderr, done
    assert b"agon play --resume" in done.stdout, done
    whole = whole_match("stellar-skirmish", 42)  # also takes the lowest card first
    assert finish(file) == whole


if __name__ == "__main__":
    os.environ.setdefault("TERM", "xterm")
    try:
        sittings.run(globals())
    finally:
        shutil.rmtree(sittings.STATE, ignore_errors=True)
