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


def write_bot(body, name="hostile.py"):
    path = os.path.join(folder.name, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(PRELUDE + body)
    return path


def play(body, game="entropy", seconds=20, clock="1+0.2", expect=None, program="python3", options=()):
    """Plays a match with the hostile bot in the first seat. Returns agon's report."""
    path = write_bot(body)
    start = time.monotonic()
    result = bots.match(game, "--seat", f"cmd:{program} {path}", "--seat", "random", "--seed", 7,
                        "--sandbox", "--clock", clock, *options, cwd=folder.name)
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


def said(transcript, kind):
    """All messages of a kind that programs have written, in order."""
    with open(transcript, encoding="utf-8") as file:
        messages = [line[2:] for line in file if line.startswith("< ") and f'"{kind}"' in line]
    return [message for message in map(bots.json.loads, messages) if message["type"] == kind]


def findings(body, more=(), **options):
    """What a bot that plays in an orderly way has reported as its name."""
    path = os.path.join(folder.name, "transcript")
    play(body + "\nserve()", **options)
    bots.match("rock-paper-scissors", "--seat", "cmd:python3 hostile.py", "--seat", "random",
               "--sandbox", "--transcript", path, *more, cwd=folder.name)
    return said(path, "ready")[0]["name"]


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


# Memory that no limit of a process counts: of many processes, shared, in files that are not mapped. Each
# takes 1.2 GB, if it is let.
HOGS = {
    "processes": "for i in range(6):\n    if os.fork() == 0:\n        kept = bytearray(200 << 20)\n"
                 "        time.sleep(2); os._exit(0)\n"
                 "killed = [os.wait()[1] for i in range(6)]\n"
                 "if any(killed): os.kill(os.getpid(), signal.SIGKILL)",
    "shared": "import mmap\nkept = mmap.mmap(-1, 1200 << 20)\n"
              "for at in range(0, len(kept), 4096): kept[at] = 1\ntime.sleep(1)",
    "memory files": "kept = [os.memfd_create('hog') for i in range(80)]\n"
                    "for file in kept: os.write(file, bytes(15 << 20))\ntime.sleep(1)",
}


def hog_memory():
    for body in HOGS.values():
        play(f"report('hog')\nhear(); hear()\n{body}\nserve()", expect="dead", clock="20", seconds=60)


def test_memory_of_the_whole_bot():
    """By control groups, where this machine lets us make them."""
    hog_memory()


def test_memory_of_the_whole_bot_where_it_is_watched():
    os.environ["AGON_CGROUPS"] = "/nonexistent"
    try:
        hog_memory()
        play("report('orderly'); serve()")
    finally:
        del os.environ["AGON_CGROUPS"]


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


# Numbers of system calls that Python has no function for, and arguments with which each of them would
# succeed, or fail differently, without a filter.
CALLS = {
    "x86_64": dict(io_uring_setup=425, userfaultfd=323, unshare=272, setns=308, ptrace=101,
                   process_vm_readv=310, keyctl=250, add_key=248, request_key=249, bpf=321,
                   perf_event_open=298, mount=165, umount2=166, pivot_root=155, open_tree=428,
                   fsopen=430, kexec_load=246, open_by_handle_at=304, name_to_handle_at=303,
                   clone=56, clone3=435, kcmp=312, pidfd_getfd=438, inotify_init1=294,
                   fanotify_init=300, mincore=27, flock=73, fcntl=72, socket=41, preadv2=327,
                   syslog=103, chroot=161, memfd_secret=447),
    "aarch64": dict(io_uring_setup=425, userfaultfd=282, unshare=97, setns=268, ptrace=117,
                    process_vm_readv=270, keyctl=219, add_key=217, request_key=218, bpf=280,
                    perf_event_open=241, mount=40, umount2=39, pivot_root=41, open_tree=428,
                    fsopen=430, kexec_load=104, open_by_handle_at=265, name_to_handle_at=264,
                    clone=220, clone3=435, kcmp=272, pidfd_getfd=438, inotify_init1=26,
                    fanotify_init=262, mincore=232, flock=32, fcntl=25, socket=198, preadv2=286,
                    syslog=116, chroot=51, memfd_secret=447),
}
NAME_SPACES = dict(mount=0x20000, cgroup=0x2000000, uts=0x4000000, ipc=0x8000000,
                   user=0x10000000, pid=0x20000000, net=0x40000000)


def test_system_calls_are_refused():
    calls = CALLS.get(os.uname().machine)
    if calls is None:
        return
    found = findings(f"""
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
calls = {calls!r}
file = os.open(sys.argv[0], os.O_RDONLY)
buffer = ctypes.create_string_buffer(256)
here = ctypes.addressof(buffer)
page = here & ~4095
def call(name, *arguments):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(calls[name]), *[ctypes.c_long(a) for a in arguments])
    if name == 'clone' and result == 0: os._exit(0)
    return 'ok' if result >= 0 else errno.errorcode[ctypes.get_errno()]
expected = dict(clone3='ENOSYS', preadv2='ENOSYS', flock='ENOLCK', fcntl='ENOLCK', socket='EAFNOSUPPORT')
attempts = [(name, arguments) for name, arguments in dict(
    io_uring_setup=(1, here), userfaultfd=(1,), unshare=(0x10000000,), setns=(file, 0), ptrace=(0, 0, 0, 0),
    process_vm_readv=(os.getpid(), here, 0, here, 0, 0), keyctl=(0, -3, 1), add_key=(here, here, 0, 0, -2),
    request_key=(here, here, 0, -2), bpf=(0, here, 0), perf_event_open=(here, 0, -1, -1, 0),
    mount=(here, here, here, 0, 0), umount2=(here, 0), pivot_root=(here, here), open_tree=(-100, here, 0),
    fsopen=(here, 0), kexec_load=(0, 0, 0, 0), open_by_handle_at=(file, here, 0),
    name_to_handle_at=(file, here, here, here, 0x1000), clone3=(here, 0),
    kcmp=(os.getpid(), os.getpid(), 0, 0, 0), pidfd_getfd=(file, 0, 0), inotify_init1=(0,),
    fanotify_init=(0, 0), mincore=(page, 4096, here), flock=(file, 5), preadv2=(file, here, 0, 0, 0, 0),
    syslog=(10, 0, 0), chroot=(here,), memfd_secret=(0,)).items()]
attempts += [('clone', (flag | 17, 0, 0, 0, 0)) for flag in {list(NAME_SPACES.values())!r}]
attempts += [('fcntl', (file, high | command, here)) for command in (5, 6, 7, 36, 37, 38, 1024, 1025, 1026)
             for high in (0, 1 << 32)]
attempts += [('socket', (family, kind, 0)) for family, kind in ((40, 1), (38, 5), (17, 2), (16, 3), (5, 2))]
wrong = [f'{{name}}{{arguments}}: {{got}}' for name, arguments in attempts
         for got in [call(name, *arguments)] if got != expected.get(name, 'EPERM')]
# What an ordinary program does goes on working.
import subprocess, threading
thread = threading.Thread(target=lambda: None); thread.start(); thread.join()
subprocess.run(['true'], check=True)
a, b = socket.socketpair(); a.send(b'x'); b.recv(1)
socket.socket(socket.AF_INET).close()
memory = os.memfd_create('x'); os.write(memory, b'x')
mode = [line.split()[1] for line in open('/proc/self/status') if line.startswith('Seccomp:')]
report(f'{{len(attempts)}} tried, mode {{mode[0]}}, wrong: ' + ', '.join(wrong)[:600])""", game="rock-paper-scissors")
    assert found == "60 tried, mode 2, wrong: ", found


# Two bots that want to talk, each by what it can do to things that both can see. The first sends, the
# second listens; each waits until a moment of the clock that both know.
TALK = """
import ctypes, fcntl, struct
shared = '/usr/bin/python3'
me, start = sys.argv[1], float(sys.argv[2])
libc = ctypes.CDLL(None)
def at(seconds): time.sleep(max(0, start + seconds - time.time()))
def lock(number):
    file = os.open(shared, os.O_RDONLY)
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return file
def record_lock(number):
    file = os.open(shared, os.O_RDONLY)
    fcntl.fcntl(file, 37, struct.pack('hhqqi', 0, 0, 0, 1, 0))
    return file
def write_lock(number):
    # A read lock of the sender is seen by whoever asks whether it could write.
    file = os.open(shared, os.O_RDONLY)
    answer = fcntl.fcntl(file, 36, struct.pack('hhqqi', 1, 0, 0, 1, 0))
    if struct.unpack('hhqqi', answer)[0] == 2: raise OSError('free')
heard = []
if me == 'sender':
    at(0.5)
    kept = [attempt(lambda: lock(0)), attempt(lambda: record_lock(0))]
    at(1.5)
    os.listdir('/usr/bin'); open('/usr/share/dict/words' if os.path.exists('/usr/share/dict/words') else '/usr/bin/env', 'rb').read(1)
    named = socket.socket(socket.AF_UNIX); named.bind(chr(0) + 'agon-talk'); named.listen()
    attempt(lambda: open('/tmp/agon-talk', 'w').close())
    attempt(lambda: open('/dev/shm/agon-talk', 'w').close())
    attempt(lambda: socket.sethostname('talk'))
    segment = libc.shmget(4711, 4096, 0o1666)
    child = os.fork()
    if child == 0:
        import ctypes as c; c.CDLL(None).prctl(15, b'agon-talk', 0, 0, 0); time.sleep(4); os._exit(0)
    at(3)
else:
    watch = libc.inotify_init1(0o4000)
    if watch >= 0: libc.inotify_add_watch(watch, b'/usr/bin', 0x21); libc.inotify_add_watch(watch, b'/usr/bin/env', 0x21)
    before = os.stat('/usr/bin/env').st_atime_ns
    at(1)
    file = os.open(shared, os.O_RDONLY)
    try: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError: heard.append('flock')
    except OSError: pass
    try:
        answer = fcntl.fcntl(file, 36, struct.pack('hhqqi', 1, 0, 0, 1, 0))
        if struct.unpack('hhqqi', answer)[0] != 2: heard.append('record lock')
    except OSError: pass
    if attempt(lambda: open('/proc/locks').read()): heard.append('/proc/locks')
    at(2)
    if watch >= 0 and attempt(lambda: os.read(watch, 4096)): heard.append('inotify')
    if os.stat('/usr/bin/env').st_atime_ns != before: heard.append('atime')
    if attempt(lambda: socket.socket(socket.AF_UNIX).connect(chr(0) + 'agon-talk')): heard.append('abstract socket')
    heard += [path for path in ('/tmp/agon-talk', '/dev/shm/agon-talk') if os.path.exists(path)]
    if os.uname().nodename != 'bot': heard.append('hostname')
    if libc.shmget(4711, 4096, 0) >= 0: heard.append('shared memory')
    names = [open(f'/proc/{p}/comm').read() for p in os.listdir('/proc') if p.isdigit()]
    if any('agon-talk' in name for name in names): heard.append('processes')
    heard += [path for path in ('/proc/loadavg', '/proc/stat', '/proc/pressure/cpu', '/proc/vmstat')
              if attempt(lambda: open(path).read())]
report('heard: ' + ', '.join(heard))
serve()
"""


def test_two_bots_cannot_talk():
    path = write_bot(TALK)
    transcript = os.path.join(folder.name, "transcript")
    start = time.time() + 1
    # Each is greeted in its turn, but both are started before.
    bots.match("rock-paper-scissors", "--seat", f"cmd:python3 {path} listener {start}", "--seat",
               f"cmd:python3 {path} sender {start}", "--sandbox", "--transcript", transcript)
    names = [message["name"] for message in said(transcript, "ready")]
    assert names == ["heard: ", "heard: "], names


def test_the_machine_is_named_by_components():
    """A directory whose name only begins like one of the system's is shown where the command names it."""
    with tempfile.TemporaryDirectory(prefix="libagon-", dir="/") as place:
        os.chmod(place, 0o755)
        path = os.path.join(place, "bot.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PRELUDE + "report('seen')\nserve()")
        result = bots.match("rock-paper-scissors", "--seat", f"cmd:python3 {path}", "--seat", "random",
                            "--sandbox", cwd=place)
        assert not result["faults"], result["faults"]


def test_two_hostile_bots_at_once():
    path = write_bot("report('both')\nwhile True: attempt(os.fork)")
    result = bots.match("entropy", "--seat", f"cmd:python3 {path}", "--seat",
                        f"cmd:python3 {path} twice", "--sandbox", "--clock", "1", "--seed", 1)
    # When the first has forfeited, who wins is decided: nobody asks the second any more.
    assert len(result["result"]["forfeits"]) == 1
    time.sleep(0.2)
    assert not running()


def kill_the_runner(path, other, *options):
    process = bots.subprocess.Popen(
        [bots.AGON, "match", "entropy", "--seat", f"cmd:python3 {path}", "--seat", other,
         "--sandbox", *options], stdout=bots.subprocess.DEVNULL)
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


def test_the_runner_is_killed():
    path = write_bot("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                     "report('orphan')\nos.fork()\ntime.sleep(1000)")
    kill_the_runner(path, "random")


# Counts in a thread and in a child that has left its session, and tells how much of that was done in its
# own time (while it had a question) and how much in the other's.
PONDER = """
import threading
count, work, pulse, answered = [0], [0, 0], [0, 0], None
def ponder():
    while True: count[0] += 1
def beats():
    try: return len(os.read(reader, 65536))
    except BlockingIOError: return 0
reader, writer = os.pipe()
os.set_blocking(reader, False)
if os.fork() == 0:
    os.setsid()
    if 'orphan' in sys.argv and os.fork(): os._exit(0)
    for file in (0, 1, 2, reader): os.close(file)
    while True: os.write(writer, b'x'); time.sleep(0.002)
threading.Thread(target=ponder, daemon=True).start()
report('ponder')
while True:
    message = hear()
    if message['type'] == 'quit': os._exit(0)
    if message['type'] != 'think': continue
    begin = count[0]
    if answered is not None:
        work[1] += begin - answered
        pulse[1] += beats()
    beats()
    if message['id'] <= 4: time.sleep(0.8 if 'slow' in sys.argv else 0.2)
    work[0] += count[0] - begin
    pulse[0] += beats()
    answered = count[0]
    say({'type': 'action', 'id': message['id'], 'index': message['count'] - 1, 'work': work, 'pulse': pulse})
"""


def pondered(*options, kind="child"):
    """How much a program does in the other's time, which is four times its own, in relation to that."""
    path = write_bot(PONDER)
    transcript = os.path.join(folder.name, "transcript")
    result = bots.match("entropy", "--seat", f"cmd:python3 {path} {kind}", "--seat",
                        f"cmd:python3 {path} {kind} slow", "--clock", "60", "--transcript", transcript,
                        *options, cwd=folder.name)
    assert not result["faults"], result["faults"]
    # Entropy's last action ends the turn, so they answer by turns; each fourth answer is the end of the test.
    answers = said(transcript, "action")
    assert [answer["id"] for answer in answers[:8]] == [1, 1, 2, 2, 3, 3, 4, 4], answers[:8]
    return [answers[6][what][1] / max(1, answers[6][what][0]) for what in ("work", "pulse")]


def test_pondering_is_possible():
    free = pondered("--sandbox", kind="orphan")
    assert min(free) > 1, free


def test_no_pondering():
    held = pondered("--sandbox", "--no-pondering", kind="orphan")
    assert max(held) < 0.6, held


def test_no_pondering_without_a_sandbox():
    held = pondered("--no-pondering")
    assert max(held) < 0.6, held


def test_death_while_it_is_held():
    """The second kills the first, which stands still, and says in which state it has found it."""
    note = os.path.join(folder.name, "pid")
    victim = write_bot(f"report('victim')\nopen({note!r}, 'w').write(str(os.getpid()))\nserve()", "victim.py")
    killer = write_bot(f"""report('killer')
hear()
question = hear()
victim = int(open({note!r}).read())
state = open(f'/proc/{{victim}}/stat').read().rpartition(')')[2].split()[0]
os.kill(victim, signal.SIGKILL)
say({{'type': 'action', 'id': question['id'], 'index': 0, 'state': state}})
serve()""", "killer.py")
    transcript = os.path.join(folder.name, "transcript")
    result = bots.match("entropy", "--seat", f"cmd:python3 {victim}", "--seat", f"cmd:python3 {killer}",
                        "--no-pondering", "--transcript", transcript, cwd=folder.name)
    assert [answer["state"] for answer in said(transcript, "action") if "state" in answer] == ["T"]
    assert result["faults"][0]["fault"] == "dead" and "KILL" in result["faults"][0]["reason"], result["faults"]


def test_no_pondering_for_hostile_bots():
    play("report('orderly'); serve()", options=["--no-pondering"])
    play("report('bomb')\nhear()\nwhile True:\n    attempt(os.fork)", expect="late|dead",
         options=["--no-pondering"])
    path = write_bot("signal.signal(signal.SIGTERM, signal.SIG_IGN)\nreport('orphan')\nos.fork()\n"
                     "hear()\nsay({'type': 'action', 'id': hear()['id'], 'index': 0})\ntime.sleep(1000)")
    kill_the_runner(path, f"cmd:python3 {path}", "--no-pondering")


# One works alone, the other with twenty processes, each in a session of its own, for the same second and
# a half. Each tells how many seconds of processor time it had.
BURN = """
me, start = sys.argv[1], float(sys.argv[2])
def burn():
    time.sleep(max(0, start - time.time()))
    while time.time() < start + 1.5: sum(range(1000))
if me == 'many':
    for i in range(20):
        if os.fork() == 0:
            os.setsid(); burn(); os._exit(0)
    for i in range(20): os.wait()
else:
    burn()
used = os.times()
report(str(used.user + used.children_user) + ' ' + ','.join(map(str, sorted(os.sched_getaffinity(0)))))
serve()
"""


def burn(*options):
    """The processor time of the many in relation to that of the one; the cores that each of them has."""
    path = write_bot(BURN)
    transcript = os.path.join(folder.name, "transcript")
    start = time.time() + 1
    bots.match("rock-paper-scissors", "--seat", f"cmd:python3 {path} one {start}", "--seat",
               f"cmd:python3 {path} many {start}", "--sandbox", "--transcript", transcript, *options)
    one, many = (message["name"].split() for message in said(transcript, "ready"))
    return float(many[0]) / float(one[0]), one[1], many[1]


def has_shares():
    """Whether the runner can make control groups for the processor here."""
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        groups = [line.strip().split(":", 2) for line in file]
    for _, controllers, path in groups:
        place = f"/sys/fs/cgroup/cpu{path}/agon-test-{os.getpid()}"
        if "cpu" in controllers.split(","):
            try:
                os.mkdir(place)
                os.rmdir(place)
                return True
            except OSError:
                return False
    return False


def test_shares_of_the_processor_are_equal():
    if not has_shares():
        print("no control groups for the processor here: shares are not tried")
        return
    ratio, _, _ = burn()
    assert ratio < 3, f"twenty processes had {ratio:.1f} times the time of one"


def test_pinned_to_cores():
    cores = os.sched_getaffinity(0)
    if len(cores) < 2:
        return
    ratio, one, many = burn("--pin")
    assert one != many and {int(one), int(many)} <= cores, (one, many)
    assert ratio < 3, f"twenty processes had {ratio:.1f} times the time of one"
    stays = findings("try:\n    os.sched_setaffinity(0, range(64)); left = 'left'\n"
                     "except PermissionError: left = 'stays'\nreport(left)", more=["--pin"])
    assert stays == "stays", stays
    refused = bots.agon("match", "entropy", "--seat", "cmd:cat", "--seat", "cmd:cat", "--pin",
                        preexec_fn=lambda: os.sched_setaffinity(0, {min(cores)}))
    assert refused.returncode == 69 and "2 programs" in refused.stderr, refused.stderr


if __name__ == "__main__":
    if not bots.has_sandbox():
        sys.exit(77)
    code = bots.run_tests([test for name, test in sorted(globals().items())
                           if name.startswith("test_" + (sys.argv[1] if sys.argv[1:] else ""))])
    folder.cleanup()
    sys.exit(code)
