"""agon play and agon watch in a pseudo terminal, with a place for matches of their own."""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import terminal

AGON = os.environ.get("AGON", "build/agon")
SOURCE = pathlib.Path(os.environ.get("AGON_SOURCE", pathlib.Path(__file__).resolve().parents[2]))

folder = tempfile.TemporaryDirectory(prefix="agon-play-")
STATE = os.path.join(folder.name, "state")
ENVIRONMENT = {"XDG_STATE_HOME": STATE}


def path(name):
    return os.path.join(folder.name, name)


def start(*arguments, width=80, height=24, **environment):
    """A terminal in which agon runs."""
    command = [AGON, *map(str, arguments)]
    return terminal.Terminal(command, width, height, **{**ENVIRONMENT, **environment})


def sit(*arguments, **settings):
    """A terminal in which agon runs and has asked something."""
    here = start(*arguments, **settings)
    here.ready()
    return here


def piped(*arguments, text="", preexec_fn=None, **environment):
    """Runs agon with a text as its input."""
    settings = {**os.environ, "LC_ALL": "C.UTF-8", **ENVIRONMENT, **environment}
    return subprocess.run([AGON, *map(str, arguments)], input=text.encode(), capture_output=True,
                          timeout=60, env=settings, check=False, preexec_fn=preexec_fn)


def verify(file):
    done = piped("replay", "verify", file)
    assert done.returncode == 0, done.stdout
    return done.stdout.decode()


def pick(here, choose):
    """Answers with a number from the list on the screen."""
    offered = terminal.numbers(here)
    assert offered, f"nothing to pick from:\n{here.screen.text()}"
    here.say(choose(offered))


def play_to_end(here, choose):
    """Picks from lists until the match, or the series, is over. Returns how often it picked."""
    picks = 0
    while here.alive():
        prompt = here.prompt()
        if prompt.startswith("Play again"):
            return picks
        if prompt.startswith(("The next match", "Pass the keyboard")):
            here.say("")
        else:
            pick(here, choose)
            picks += 1
    raise AssertionError(f"it ended with {here.code}:\n{here.screen.text()}")


def chooser(seed):
    """Picks at random; the last choice, which often ends a turn, more often than others."""
    chance = random.Random(seed)
    return lambda offered: offered[-1] if chance.random() < 0.4 else chance.choice(offered)


def replay_on(here):
    """The file that the last screen names."""
    text = here.screen.text().replace("\n", "")
    return re.search(r"replay  (\S+?\.ndjson)verify", text).group(1)


def run(tests):
    """Runs the functions of a script whose names begin with test_, or those of them that are named."""
    for name, test in list(tests.items()):
        if name.startswith("test_") and (len(sys.argv) < 2 or name in sys.argv):
            begin = time.monotonic()
            test()
            print(f"{time.monotonic() - begin:6.2f} s  {name}", flush=True)
