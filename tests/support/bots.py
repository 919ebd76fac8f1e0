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


def foreign_processes():
    """The processes in other process name spaces than ours: what a sandbox has left behind."""
    own, found = os.readlink("/proc/self/ns/pid"), set()
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.readlink(f"/proc/{entry}/ns/pid") != own and not is_dead(entry):
                found.add(int(entry))
        except OSError:
            pass  # it has ended, or it is none of our business
    return found


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
