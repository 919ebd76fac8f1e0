#!/usr/bin/env python3
# label: full
"""The tutorials through a pseudo terminal: with what the lessons propose, and by skipping."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ["AGON_SOURCE"], "tests/support"))
import sittings  # noqa: E402
import terminal  # noqa: E402

LESSON = re.compile(r"lesson (\d+) of (\d+)")


def lesson(here):
    """The number of the lesson on the screen, and of all; (0, 0): there is none any more."""
    found = LESSON.search(here.screen.text().split("\n")[0])
    return (int(found[1]), int(found[2])) if found else (0, 0)


def proposals(here):
    """The commands that a lesson proposes: on a line of their own, indented by five."""
    for line in here.screen.text().split("\n"):
        found = re.match(r"     ([a-z].*)$", line)
        if found:
            return [words.split("   ")[0] for words in found[1].split("   and then   ")]
    raise AssertionError(f"nothing is proposed:\n{here.screen.text()}")


def obey(here, times):
    """Does what the lesson on the screen says, for the so-manieth time."""
    asked = re.search(r"^\S+: which .*\?$", here.screen.text(), re.M)
    commands = proposals(here)
    here.say(terminal.numbers(here)[0] if asked else commands[times % len(commands)])


def follow(game):
    """Does what it is told, and picks the first choice where it is asked something besides."""
    here = sittings.sit("play", "--tutorial", game)
    number, count = lesson(here)
    assert number == 1 and count >= 8, here.screen.text()
    seen, times = [1], 0
    while lesson(here)[0]:
        if lesson(here)[0] != seen[-1]:
            seen.append(lesson(here)[0])
            times = 0
        assert times < 6, f"a lesson holds one up:\n{here.screen.text()}"
        if here.prompt().startswith("Enter>"):
            here.say("")
        else:
            obey(here, times)
        times += 1
    assert seen == sorted(seen) and len(seen) >= count - 1, seen
    here.say("quit")
    here.close()


def test_space_conquest():
    follow("space-conquest")


def test_skirmish():
    follow("skirmish")


def test_skipping():
    for game in ("space-conquest", "skirmish"):
        here = sittings.sit("play", "--tutorial", game)
        seen = []
        while lesson(here)[0]:
            seen.append(lesson(here)[0])
            assert seen == sorted(set(seen)), seen
            here.say("skip")
        assert len(seen) > 6, seen  # a lesson about what is not there may leave itself out
        assert terminal.numbers(here), "the match goes on"
        here.say("quit")
        here.close()


sittings.run(globals())
