# label: full
"""Hostile bots in the sandbox: whatever they do, the match goes on and nothing is left running.

Each bot is a few lines of Python. It gets a helper, `serve`, which plays in an orderly way, and
`report`, which tells the test what it has found out (as its name, in `ready`).
"""
import os
import pathlib
import socket
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import bots  # noqa: E402

PRELUDE = '''
import json, os, signal, socket, sys, time
def hear():
    line = sys.stdin.readline()
    if not line: sys.exit(0)
    return json.loads(line)
def say(message):
    print(json.dumps(message), flush=True)
def report(text):
    hear()
    say({"type": "ready", "protocol": 1, "name": text})
def attempt(action):
    try:
        return action() or "done"
    except (OSError, MemoryError, ValueError) as problem:
        return None
def serve():
    while True:
        message = hear()
        if message["type"] == "quit": return
        if message["type"] == "think":
            say({"type": "action", "id": message["id"], "index": 0})
'''
folder = tempfile.TemporaryDirectory(prefix="agon-hostile-")
os.chmod(folder.name, 0o755)


def running():
    """What is running in our sandboxes."""
    return bots.sandboxed_processes(folder.name)


def play(body, game="entropy", seconds=20, clock="1+0.2", expect=None, program="python3"):
    """Plays a match with the hostile bot in the first seat. Returns agon's report."""
    path = os.path.join(folder.name, "hostile.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PRELUDE + body)
    start = time.monotonic()
    result = bots.match(game, "--seat", f"cmd:{program} {path}", "--seat", "random", "--seed", 7,
                        "--sandbox", "--clock", clock, cwd=folder.name)
    assert time.monotonic() - start < seconds, "the match took too long"
    assert result["result"]["over"], "the match has not been played to its end"
    for _ in range(50):
        left = running()
        if not left:
            break
        time.sleep(0.05)
    assert not left, f"left running: {left}"
    faults = [fault["fault"] for fault in result["faults"]]
    if expect is None:
        assert not faults, result["faults"]
    else:
        assert faults and faults[0] in expect.split("|"), result["faults"]
        assert result["result"]["places"] == [2, 1]
    return result


def findings(body, **options):
    """What a bot that plays in an orderly way has reported as its name."""
    path = os.path.join(folder.name, "transcript")
    play(body + "\nserve()", **options)
    bots.match("rock-paper-scissors", "--seat", "cmd:python3 hostile.py", "--seat", "random",
               "--sandbox", "--transcript", path, cwd=folder.name)
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("< ") and '"ready"' in line:
                return bots.json.loads(line[2:])["name"]
    raise AssertionError("it never got ready")


def test_an_orderly_bot():
    play("report('orderly'); serve()")


def test_fork_bomb():
    most = 0
    stop = threading.Event()

    def watch():
        nonlocal most
        while not stop.wait(0.05):
            most = max(most, len(running()))

    watcher = threading.Thread(target=watch)
    watcher.start()
    play("hear()\nwhile True:\n    attempt(os.fork)", expect="late|dead")
    stop.set()
    watcher.join()
    assert 1 < most <= 70, f"{most} processes at once"


def test_memory_hog():
    result = play("report('hog')\nhear(); hear()\nkept = []\nwhile True: kept.append(bytearray(1 << 24))",
                  expect="dead", clock="30", seconds=60)
    assert "MemoryError" in result["faults"][0]["reason"], result["faults"]


def test_memory_hog_that_does_not_give_up():
    play("report('hog')\nhear(); hear()\nkept = []\n"
         "while True: attempt(lambda: kept.append(bytearray(1 << 20)))", expect="late|dead")


def test_output_flood_without_lines():
    result = play("report('flood')\nwhile True: os.write(1, b'x' * 65536)", expect="unparsable")
    assert "longer than 1 MiB" in result["faults"][0]["reason"]


def test_output_flood_of_lines():
    play("report('flood')\nwhile True: os.write(1, b'spam\\n' * 10000)", expect="unparsable")


def test_output_flood_before_ready():
    play("while True: os.write(1, b'{}\\n' * 10000)", expect="unparsable")


def test_output_flood_of_stale_answers():
    play("report('flood')\nwhile True: os.write(1, b'{\"type\":\"action\",\"id\":0,\"index\":0}\\n' * 999)",
         expect="unparsable|late")


def test_flood_of_errors():
    play("report('flood')\nif os.fork() == 0:\n    while True: os.write(2, b'e' * 65536)\nserve()")


def test_silence_from_the_start():
    play("time.sleep(1000)", expect="late", seconds=30)


def test_silence_when_asked():
    play("report('silent')\ntime.sleep(1000)", expect="late")


def test_never_reads():
    # Space Conquest's questions are long: the pipe fills up.
    play("report('deaf')\nos.write(1, b'\\n' * 3)\ntime.sleep(1000)", game="space-conquest",
         expect="late|unparsable")


def test_half_a_line():
    play("report('half')\nos.write(1, b'{\"type\":\"act')\ntime.sleep(1000)", expect="late")


def test_half_a_line_and_death():
    result = play("report('half')\nos.write(1, b'{\"type\":\"act')\nos._exit(3)", expect="dead")
    assert "status 3" in result["faults"][0]["reason"]
    assert "in the middle of a line" in result["faults"][0]["reason"]


def test_binary_garbage():
    play("report('garbage')\nos.write(1, bytes(range(256)) * 64 + b'\\n')\nserve()",
         expect="unparsable")


def test_deep_json():
    play("report('deep')\nos.write(1, b'[' * 100000 + b'\\n')\nserve()", expect="unparsable")


def test_illegal_action():
    # Entropy has a rule of its own for that (EN-20); here is a game without one.
    play("report('cheat')\nhear()\nsay({'type': 'action', 'id': hear()['id'], 'index': 999})\nserve()",
         game="skirmish", expect="illegal")


def test_closed_output():
    play("report('closed')\nos.close(1)\ntime.sleep(1000)", expect="late|dead")


def test_death_by_signal():
    result = play("report('death')\nhear(); hear()\nos.kill(os.getpid(), signal.SIGSEGV)",
                  expect="dead")
    assert "11" in result["faults"][0]["reason"] or "139" in result["faults"][0]["reason"]


def test_kills_everything_in_reach():
    play("report('killer')\nhear(); hear()\n"
         "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
         "attempt(lambda: os.kill(os.getppid(), signal.SIGKILL))\n"
         "attempt(lambda: os.kill(-1, signal.SIGKILL))\ntime.sleep(1000)", expect="late|dead")


def test_ignores_sigterm_and_quit():
    play("for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):\n"
         "    signal.signal(s, signal.SIG_IGN)\nreport('stubborn')\nserve()\nwhile True: time.sleep(1)")


def test_daemons_are_found():
    play("if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
         "        for fd in (0, 1, 2): os.close(fd)\n        os.execvp('sleep', ['sleep', '1000'])\n"
         "    os._exit(0)\nreport('daemon')\nserve()")


def test_other_files_cannot_be_read():
    secret = os.path.join(folder.name, "secret")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("do not tell")
    found = findings(f"""
places = [{secret!r}, '/etc/passwd', '/etc/shadow', '/root/.bashrc', '/proc/1/environ',
          '/proc/kcore', '/var/log/dpkg.log', os.path.expanduser('~/.profile'), '/sys/kernel']
def content(path):
    try:
        return os.listdir(path) if os.path.isdir(path) else open(path, 'rb').read(64)
    except OSError:
        return None
read = [place for place in places if content(place)]
report('read: ' + ' '.join(read))""")
    assert found == "read: ", found


def test_other_processes_cannot_be_seen():
    found = findings(f"""
own = [int(p) for p in os.listdir('/proc') if p.isdigit()]
lines = [open(f'/proc/{{p}}/cmdline').read() for p in own]
report(str(max(own)) + ' ' + str(any('agon match' in line.replace(chr(0), ' ') for line in lines)))
""")
    most, sees_us = found.split()
    assert int(most) < 20 and sees_us == "False", found


def test_nothing_can_be_written_but_a_small_tmp():
    found = findings("""
def write(path, size=1):
    with open(path, 'wb') as file:
        file.write(b'x' * size)
    return path
places = ['/x', '/usr/x', '/etc/x', '/dev/x', '/dev/shm/x', '/proc/sys/kernel/hostname',
          sys.argv[0], '/var/tmp/x', '/home/x']
written = [p for p in places if attempt(lambda: write(p))]
written += [p for p, size in (('/tmp/small', 1 << 20), ('/tmp/large', 1 << 25))
            if attempt(lambda: write(p, size))]
report('written: ' + ' '.join(written))""")
    assert found == "written: /tmp/small", found


def test_no_sockets_to_the_outside():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        abstract = socket.socket(socket.AF_UNIX)
        abstract.bind(f"\0agon-test-{port}")
        abstract.listen()
        found = findings(f"""
def connect(family, address):
    s = socket.socket(family)
    s.settimeout(1)
    s.connect(address)
    return 'connected'
reached = [name for name, family, address in (
    ('tcp', socket.AF_INET, ('127.0.0.1', {port})),
    ('abstract', socket.AF_UNIX, '\\0agon-test-{port}'),
    ('outside', socket.AF_INET, ('192.0.2.1', 80))) if attempt(lambda: connect(family, address))]
report('reached: ' + ' '.join(reached))""")
        abstract.close()
    assert found == "reached: ", found


def test_no_new_privileges():
    found = findings("""
status = dict(line.split(':', 1) for line in open('/proc/self/status') if ':' in line)
root = attempt(lambda: os.setuid(0) or 'root')
report(' '.join([status['CapEff'].strip(), status['CapBnd'].strip(), status['NoNewPrivs'].strip(),
                 str(os.geteuid() != 0)]))""")
    effective, _, no_new, is_nobody = found.split()
    assert int(effective, 16) == 0 and no_new == "1" and is_nobody == "True", found


def test_the_environment_is_not_passed_on():
    os.environ["AGON_TEST_SECRET"] = "do not tell"
    found = findings("""
everywhere = ''.join(attempt(lambda: open(f'/proc/{p}/environ').read()) or '' for p in
                     os.listdir('/proc') if p.isdigit())
report(str('AGON_TEST_SECRET' in everywhere or 'AGON_TEST_SECRET' in os.environ))""")
    assert found == "False", found


def test_no_open_files_are_passed_on():
    # The match is recorded: the replay's file is open in the runner.
    found = findings("""
mine = os.open('/', os.O_RDONLY)
report(' '.join(sorted(os.listdir('/proc/self/fd'))) + ' ' + str(mine))""")
    *files, mine = found.split()
    assert mine == "3" and set(files) <= {"0", "1", "2", "3", "4"}, found


def test_two_hostile_bots_at_once():
    path = os.path.join(folder.name, "hostile.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PRELUDE + "report('both')\nwhile True: attempt(os.fork)")
    result = bots.match("entropy", "--seat", f"cmd:python3 {path}", "--seat",
                        f"cmd:python3 {path} twice", "--sandbox", "--clock", "1", "--seed", 1)
    # When the first has forfeited, who wins is decided: nobody asks the second any more.
    assert len(result["result"]["forfeits"]) == 1
    time.sleep(0.2)
    assert not running()


def test_the_runner_is_killed():
    path = os.path.join(folder.name, "hostile.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PRELUDE + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                             "report('orphan')\nos.fork()\ntime.sleep(1000)")
    process = bots.subprocess.Popen(
        [bots.AGON, "match", "entropy", "--seat", f"cmd:python3 {path}", "--seat", "random",
         "--sandbox"], stdout=bots.subprocess.DEVNULL)
    for _ in range(100):
        time.sleep(0.1)
        if running():
            break
    assert running(), "it is not running at all"
    time.sleep(0.5)
    process.kill()
    process.wait()
    time.sleep(0.3)
    assert not running()


if __name__ == "__main__":
    if not bots.has_sandbox():
        sys.exit(77)
    code = bots.run_tests([test for name, test in sorted(globals().items())
                           if name.startswith("test_")])
    folder.cleanup()
    sys.exit(code)
