"""For scripts that test programs as bots: runs agon, watches processes, checks replays."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

AGON = os.environ.get("AGON", "build/agon")
SOURCE = pathlib.Path(os.environ.get("AGON_SOURCE", pathlib.Path(__file__).resolve().parents[2]))

READY = '{"type":"ready","protocol":1}'


def agon(*arguments, **options):
    """Runs agon; returns the completed process with its output as text."""
    return subprocess.run([AGON, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          **options)


def match(game, *arguments, **options):
    """Plays a match, records it, and returns its JSON report after the replay has been verified."""
    with tempfile.TemporaryDirectory(prefix="agon-replay-") as folder:
        record = os.path.join(folder, "match.ndjson")
        done = agon("match", game, "--json", "--record", record, *arguments, **options)
        if done.returncode != 0:
            raise AssertionError(f"agon match ended with {done.returncode}: {done.stderr}")
        verified = agon("replay", "verify", record)
        if verified.returncode != 0:
            raise AssertionError(f"the replay does not verify: {verified.stdout}")
        return json.loads(done.stdout)


def is_dead(process):
    """Whether a process has ended, and only waits for its parent to notice."""
    with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        return file.read().rpartition(")")[2].split()[0] in "ZX"


def sandboxed_processes(mark):
    """The living processes in sandboxes that were started with a command that contains `mark`.

    A sandbox is a process name space of its own. Its first process is bubblewrap, which shows the
    command, and which lives as long as anything in there does.
    """
    own, spaces, marked = os.readlink("/proc/self/ns/pid"), {}, set()
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            space = os.readlink(f"/proc/{entry}/ns/pid")
            if space == own or is_dead(entry):
                continue
            spaces.setdefault(space, set()).add(int(entry))
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    marked.add(space)
        except OSError:
            pass  # it has ended, or it is none of our business
    return set().union(*(spaces[space] for space in marked))


def has_sandbox():
    """Whether the sandbox works here; says why not."""
    done = agon("match", "rock-paper-scissors", "--seat", "random", "--seat", "random", "--sandbox")
    if done.returncode != 0:
        print(done.stderr, file=sys.stderr)
    return done.returncode == 0


def run_tests(tests):
    """Calls every function, says which one fails; returns what the script should exit with."""
    failures = 0
    for test in tests:
        try:
            test()
            print(f"ok    {test.__name__}", flush=True)
        except Exception as problem:  # pylint: disable=broad-except
            failures += 1
            print(f"FAIL  {test.__name__}: {problem}", flush=True)
    return 1 if failures else 0
