"""Clients that want more than their share: of processor time, memory, bots, programs, or of the loop itself.
Each runs against a server of its own, while somebody else keeps asking and must be answered."""
# label: full
import contextlib
import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import Server, Watch, request, response  # noqa: E402

SANITIZED = "asan" in os.environ.get("AGON", "") or "tsan" in os.environ.get("AGON", "")
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
# RPC


def rpc(method, **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def conquest(server, ships=10):
    """A state of Space Conquest, with so many ships at the first player's home."""
    _, answer = server.json("POST", "/rpc", rpc("init", game="space-conquest", config={"seed": 7}))
    state = answer["result"]["state"]
    home = state["players"][0]["home_star"]
    next(star for star in state["stars"] if star["id"] == home)["stationed_ships"]["p1"] = ships
    return state


def bot_batch(server, count):
    """Requests that would take minutes each."""
    _, answer = server.json("POST", "/rpc", rpc("view", game="space-conquest", state=conquest(server, 200), viewer="p1"))
    asked = rpc("bot", game="space-conquest", view=answer["result"]["view"], viewer="p1", bot="search", seed=1,
                simulations=100_000)
    return json.dumps([asked] * count)


@attack()
def rpc_growth(server):
    """Short requests with long answers: the answer ends where its limit is."""
    asked = rpc("actions", game="space-conquest", state=conquest(server, 20_000), player="p1", limit=100_000)
    batch = json.dumps([asked] * 25)
    before = server.memory()
    status, _, answer = server.http("POST", "/rpc", batch)
    grown = server.memory() - before
    assert status == 200 and len(answer) < 1_500_000, (status, len(answer))
    assert b"-32000" in answer
    assert SANITIZED or grown < 40_000, grown
    return f"{len(batch)} bytes asked, {len(answer)} answered, {grown:+} kB"


@attack("--rpc-time", "600000", "--rpc-simulations", "100000000")
def rpc_hour(server):
    """An hour of thinking is given up when the client leaves; others of that address are not kept out."""
    batch = bot_batch(server, 50)
    for _ in range(3):
        with contextlib.closing(server.connect()) as raw:
            raw.sendall(request("POST", "/rpc", batch))
            until = time.monotonic() + 10
            while metric(server, "agon_calls_open") == 0 and time.monotonic() < until:
                time.sleep(0.02)
    start = time.monotonic()
    while metric(server, "agon_calls_open") > 0:
        assert time.monotonic() - start < 20, "it was not given up"
        time.sleep(0.05)
    took = time.monotonic() - start
    # And when the server ends: it is stopped with one under way.
    raw = server.connect()
    raw.sendall(request("POST", "/rpc", batch))
    time.sleep(0.3)
    server.kept = raw
    return f"given up after {took * 1000:.0f} ms"


@attack("--address-rpc-time", "1", "--rpc-time", "1500")
def rpc_budget(server):
    """What takes too long is given up, and who has spent a minute's time must wait."""
    status, _, answer = server.http("POST", "/rpc", bot_batch(server, 3))
    assert status == 200 and answer.count(b"-32000") == 3, (status, answer[:300])
    status, headers, answer = server.http("POST", "/rpc", json.dumps(rpc("games")))
    assert status == 429 and b"rpc_time" in answer, (status, answer)
    return f"retry after {int(headers['retry-after'])} s"


# ---------------------------------------------------------------------------------------------
# Bots and programs


def bots(*names):
    return [{"kind": "bot", "bot": name} for name in names]


@attack("--address-bot-matches", "29", "--address-matches", "10000", "--bot-time", "250")
def bots_starve(server):
    """Twenty-nine matches of bots alone: a person's bot still answers before theirs have all moved."""
    for _ in range(29):
        status, _ = server.json("POST", "/api/matches", {"game": "space-conquest", "seats": bots("search:ms=250", "search:ms=250")})
        assert status == 201, status
    status, made = server.json("POST", "/api/matches", {"game": "rock-paper-scissors",
                                                       "seats": [{"kind": "me"}, *bots("search:ms=250")]})
    assert status == 201, status
    before = metric(server, "agon_bot_moves_total")
    path, start = f"/api/matches/{made['match']['id']}", time.monotonic()
    status, _ = server.json("POST", path + "/actions", {"action": {"type": "choose", "choice": "rock"}, "sequence": 1,
                                                        "client": "c"}, made["token"])
    assert status == 200, status
    while server.json("GET", path)[1]["match"]["status"] != "over":
        assert time.monotonic() - start < 60
        time.sleep(0.02)
    others = metric(server, "agon_bot_moves_total") - before
    assert others <= 10, f"{others} moves of others came first"
    status, refusal = server.json("POST", "/api/matches", {"game": "entropy", "seats": bots("random", "random")})
    assert (status, refusal["error"]["slug"]) == (429, "too_many_bot_matches"), (status, refusal)
    return f"answered after {others:.0f} moves of others, {(time.monotonic() - start) * 1000:.0f} ms"


@attack("--program", "cat=/bin/cat;tac=/bin/cat", "--max-programs", "20", "--program-seats", "12", "--address-programs", "16")
def programs(server):
    """Seats of programs are counted before any process is there."""
    def make(name, count):
        seats = [{"kind": "open"}, *bots(*[f"program:{name}"] * count)]
        status, answer = server.json("POST", "/api/matches", {"game": "entropy", "seats": seats})
        return status, answer.get("error", {}).get("slug")
    assert make("cat", 7) == (201, None)
    assert make("cat", 7) == (503, "too_many_programs")  # of this program
    assert make("tac", 7) == (201, None)
    assert make("tac", 4) == (429, "too_many_programs")  # of this address
    assert make("tac", 2) == (201, None)
    return "16 seats of 25"


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
            assert server.stop() == 0, server.log()[-6000:]
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
