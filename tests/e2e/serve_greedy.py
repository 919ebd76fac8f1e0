"""Clients that want more than their share: of processor time, memory, bots, programs, or of the loop itself.
Each runs against a server of its own, while somebody else keeps asking and must be answered."""
# label: full
import contextlib
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import Server, Watch, request, response  # noqa: E402

ATTACKS = []


def attack(*options, **keys):
    """An attack on a server with these settings."""
    def add(function):
        ATTACKS.append((function, options, keys))
        return function
    return add


def metric(server, name):
    """A number of the metrics page."""
    _, _, page = server.http("GET", "/metrics")
    lines = [line.split() for line in page.decode().splitlines() if line.startswith(name + " ")]
    assert lines, (name, page)
    return float(lines[0][1])


# ---------------------------------------------------------------------------------------------
# The log


@attack("--address-requests", "1000000")
def unread_log(server, pipe):
    """Nobody reads the log: the server goes on, counts what it could not write, and says so later."""
    path = "/" + "x" * 190
    content = request("GET", path) * 50
    for _ in range(30):
        with contextlib.closing(server.connect(timeout=10)) as raw:
            raw.sendall(content)
            stream = raw.makefile("rb")
            for _ in range(50):
                assert response(stream)[0] == 404
    lost = metric(server, "agon_net_log_lost_total")
    assert lost > 0, lost
    os.set_blocking(pipe, False)
    said, until = b"", time.monotonic() + 10
    while b"lines were lost" not in said and time.monotonic() < until:
        with contextlib.suppress(BlockingIOError):
            said += os.read(pipe, 1 << 16)
    assert b"lines were lost: nobody read them" in said, said[-300:]
    return f"{lost:.0f} lines lost and counted"


# ---------------------------------------------------------------------------------------------


def run(function, options, keys):
    """One attack, with the slowest answer that somebody else had to wait for."""
    reader, writer = os.pipe() if function is unread_log else (None, None)
    start = time.monotonic()
    with Server(*options, log=writer, **keys) as server:
        server.http("GET", "/api/games")
        with Watch(server) as watch:
            said = function(server, *([reader] if reader else []))
        assert server.process.poll() is None, server.log()[-3000:]
        assert not watch.failures, (function.__name__, watch.failures[:5])
        if server.process:
            assert server.stop() == 0
    for end in (reader, writer):
        if end is not None:
            os.close(end)
    print(f"{function.__name__:22} {time.monotonic() - start:5.1f} s  slowest answer to others "
          f"{max(watch.times, default=0) * 1000:6.1f} ms  {said}", flush=True)


def main():
    only = sys.argv[1:]
    for function, options, keys in ATTACKS:
        if not only or function.__name__ in only:
            run(function, options, keys)


main()
