"""Clients that mean harm, or know no better. After each the server still answers others at once, has
not grown, and has told its log no secret."""
# label: full
import contextlib
import json
import os
import pathlib
import random
import socket
import struct
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import (AGON, METRICS_TOKEN, BINARY, CLOSE, PING, TEXT, Closed, Server, Watch, WebSocket, frame, request,  # noqa: E402
                   response)

SECRET = "s3cr3t-token-that-must-not-be-logged"
TABLE = "/api/matches/AAAAAAAAAAAAAAAAAAAAAA/socket"
GROWTH = 40_000  # kB that one attack may leave behind
SANITIZED = "asan" in os.environ.get("AGON", "") or "tsan" in os.environ.get("AGON", "")
ATTACKS = []


def attack(function):
    ATTACKS.append(function)
    return function


def ends(raw, within=15):
    """Whether the server closes this connection; what it said before is returned."""
    raw.settimeout(within)
    said = b""
    try:
        while (part := raw.recv(65536)):
            said += part
    except ConnectionError:
        pass
    return said


def exchange(server, content, within=15):
    """Sends bytes on a fresh connection and gives everything that comes until the end."""
    with contextlib.closing(server.connect()) as raw:
        with contextlib.suppress(ConnectionError):
            raw.sendall(content)
        return ends(raw, within)


def status_of(said):
    return int(said.split()[1]) if said.startswith(b"HTTP/1.1 ") else None


def refused(server, content, *statuses):
    said = exchange(server, content)
    assert status_of(said) in statuses, (content[:80], said[:80], statuses)
    return said


def head(*lines, host="127.0.0.1"):
    return "\r\n".join((lines[0], f"Host: {host}", *lines[1:])).encode() + b"\r\n\r\n"


# ---------------------------------------------------------------------------------------------
# HTTP


@attack
def slow_headers(server):
    """A byte now and then, for ever (slowloris)."""
    raws = [server.connect() for _ in range(20)]
    start = time.monotonic()
    for raw in raws:
        raw.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    while raws and time.monotonic() - start < 20:
        time.sleep(0.3)
        for raw in list(raws):
            try:
                raw.sendall(b"a")
                raw.settimeout(0.01)
                if raw.recv(100) == b"":
                    raise ConnectionError
            except TimeoutError:
                pass
            except (ConnectionError, OSError):
                raws.remove(raw)
                raw.close()
    assert not raws, "slow headers were waited for without end"


@attack
def slow_body(server):
    """A body that comes byte by byte must not keep its connection longer than the time for bodies."""
    with contextlib.closing(server.connect()) as raw:
        raw.sendall(request("POST", "/api/matches", None, {"X": "y"})[:-2].replace(b"Content-Length: 0", b"Content-Length: 1000") + b"\r\n")
        start = time.monotonic()
        raw.settimeout(0.2)
        while time.monotonic() - start < 20:
            try:
                raw.sendall(b"{")
                if raw.recv(100) == b"":
                    return
            except TimeoutError:
                continue
            except (ConnectionError, OSError):
                return
        raise AssertionError("a slow body was waited for without end")


@attack
def half_open(server):
    """Connections that say nothing are cut."""
    raws = [server.connect() for _ in range(30)]
    for raw in raws:
        assert ends(raw) == b""
        raw.close()


@attack
def half_closed(server):
    """Whoever stops sending after the request still gets the answer."""
    with contextlib.closing(server.connect()) as raw:
        raw.sendall(head("GET /api/games HTTP/1.1", "Connection: close"))
        raw.shutdown(socket.SHUT_WR)
        assert status_of(ends(raw)) == 200


@attack
def huge_headers(server):
    refused(server, b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 1_000_000, 431)
    refused(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 500 + b"\r\n", 431)
    refused(server, b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", 431)


@attack
def huge_bodies(server):
    for length in (1 << 21, 1 << 31, 1 << 40, 10**17):
        refused(server, head("POST /rpc HTTP/1.1", f"Content-Length: {length}") + b"x" * 100_000, 413)
    refused(server, head("POST /rpc HTTP/1.1", "Content-Length: " + "9" * 30), 400)


@attack
def smuggling(server):
    """Everything that two programs could read differently."""
    tricks = [
        ("POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
        ("POST / HTTP/1.1", "Transfer-Encoding: chunked"),
        ("POST / HTTP/1.1", "Transfer-Encoding: xchunked"),
        ("POST / HTTP/1.1", "Transfer-encoding:\tchunked"),
        ("POST / HTTP/1.1", "Content-Length: 5", "Content-Length: 6"),
        ("POST / HTTP/1.1", "Content-Length: 5", "Content-Length: 5"),
        ("POST / HTTP/1.1", "Content-Length: 5, 6"),
        ("POST / HTTP/1.1", "Content-Length: +5"),
        ("POST / HTTP/1.1", "Content-Length: -1"),
        ("POST / HTTP/1.1", "Content-Length: 0x5"),
        ("POST / HTTP/1.1", "Content-Length: 5 5"),
        ("POST / HTTP/1.1", "Content-Length:"),
        ("POST / HTTP/1.1", "Content-Length : 5"),
        ("POST / HTTP/1.1", " Content-Length: 5"),
        ("POST / HTTP/1.1", "X: y", " folded: z"),
        ("POST / HTTP/1.1", "X: y\nContent-Length: 5"),
        ("POST / HTTP/1.1", "X: y\rContent-Length: 5"),
        ("POST / HTTP/1.1", "X: y\0z"),
        ("POST / HTTP/1.1", "no colon"),
        ("POST / HTTP/1.1", ": no name"),
        ("GET / HTTP/1.1", "Host: other"),
        ("GET / HTTP/1.1", "Content-Length: 5"),
        ("GET  / HTTP/1.1",),
        ("GET / HTTP/1.1 ",),
        ("GET /\tHTTP/1.1",),
        (" GET / HTTP/1.1",),
        ("GET / HTTP/2.0",),
        ("GET / HTTP/0.9",),
        ("GET /",),
        ("GET http://127.0.0.1/ HTTP/1.1",),
        ("GET * HTTP/1.1",),
        ("CONNECT example.org:443 HTTP/1.1",),
        ("G\x01T / HTTP/1.1",),
        ("PRI * HTTP/2.0", "", "SM"),
    ]
    for lines in tricks:
        said = exchange(server, head(*lines) + b"GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert status_of(said) in (400, 431, 501, 505), (lines, said[:100])
        assert said.count(b"HTTP/1.1 ") == 1, (lines, said)
    assert status_of(exchange(server, b"GET / HTTP/1.1\r\n\r\n")) == 400  # no Host
    # Line feeds alone never end a head, so this waits for more and is cut in time.
    assert exchange(server, b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n") in (b"",)


@attack
def pipelining(server):
    """Requests sent ahead are answered in order; thousands of them do not pile up."""
    with contextlib.closing(server.connect()) as raw:
        raw.sendall(head("GET /api/games HTTP/1.1") * 3)
        stream = raw.makefile("rb")
        for _ in range(3):
            assert response(stream)[0] == 200
    before = server.memory()
    with contextlib.closing(server.connect()) as raw:
        raw.settimeout(1)
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 50_000_000:
                sent += raw.send(head("GET /api/games HTTP/1.1") * 500)
        assert sent < 50_000_000, "requests were taken without an end"
    assert server.memory() - before < GROWTH


@attack
def never_reading(server):
    """Ask for much, read nothing, and send on all the while."""
    raws = []
    for _ in range(20):
        raw = server.connect()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(0.2)
        with contextlib.suppress(OSError):
            for _ in range(200):
                raw.sendall(head("GET /assets/big-1.js HTTP/1.1") * 20)
        raws.append(raw)
    used = cpu(server)
    time.sleep(1)
    assert cpu(server) - used < 0.7, "it spins"
    for raw in raws:
        raw.close()


def cpu(server):
    """Seconds of processor time so far."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@attack
def traversal(server):
    """Nothing but the page's own files is ever served."""
    passwd = pathlib.Path("/etc/passwd").read_bytes()[:20]
    paths = ["/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
             "/....//....//etc/passwd", "/..\\..\\etc\\passwd", "/%5c..%5c..%5cetc%5cpasswd",
             "/assets/../../../etc/passwd", "/./index.html", "//etc/passwd", "/%00/etc/passwd",
             "/index.html%00.png", "/%252e%252e/etc/passwd", "/..;/etc/passwd", "/%c0%ae%c0%ae/etc/passwd",
             "/.git/config", "/etc/passwd", "/proc/self/environ", "/assets/", "/assets", "/%", "/%2", "/%zz",
             "/index.html/", "/index.html/../index.html", "/\u00e4", "/?/../etc/passwd", "/link",
             "/.hidden"]
    rng = random.Random(7)
    parts = ["..", ".", "%2e%2e", "%2E", "etc", "passwd", "%2f", "/", "\\", "%5c", "%00", "assets", "..%c0%af",
             "index.html", "%u002e", ";", "?", "#", "~root", "C:"]
    paths += ["/" + "/".join(rng.choices(parts, k=rng.randint(1, 8))) for _ in range(300)]
    with contextlib.closing(server.connect()) as raw:
        stream = raw.makefile("rb")
        for path in paths:
            wanted = path.encode("utf-8", "replace")
            raw.sendall(b"GET " + wanted + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            status, headers, body = response(stream)
            assert status in (200, 400, 404, 429), (path, status)
            assert passwd not in body, path
            if status == 200:
                assert path.partition("?")[0] in ("/", "/index.html"), path
            if headers.get("connection") == "close":
                raw.close()
                raw = server.connect()
                stream = raw.makefile("rb")


@attack
def deep_json(server):
    """Nesting is bounded, and so is everything else in a document."""
    deep = "[" * 100_000
    status, _, _ = server.http("POST", "/rpc", deep)
    assert status in (200, 400), status
    for body in (deep, '{"game":' * 20_000, '{"a":"' + "\\u0000" * 1000 + '"}', "\xff\xfe", "", "null", "[]", "1e999",
                 '{"game":"entropy","seats":' + json.dumps([{"kind": "open"}] * 10_000) + "}"):
        status, _, _ = server.http("POST", "/api/matches", body.encode("latin-1"))
        assert 400 <= status < 500, (body[:30], status)


@attack
def bad_text(server):
    for body in (b"\xff\xfe\xfd", b'{"game":"\xc3\x28"}', b'{"game":"\xed\xa0\x80"}', b"\x00" * 100):
        status, _, _ = server.http("POST", "/api/matches", body)
        assert status == 400, (body, status)


@attack
def wrong_origin(server):
    """A page of another site can neither act nor listen."""
    for origin in ("http://evil.example", "null", f"http://127.0.0.1.evil.example:{server.port}",
                   f"https://127.0.0.1:{server.port}", f"http://127.0.0.1:{server.port}0", "http://"):
        status, headers, _ = server.http("POST", "/api/matches", "{}", {"Origin": origin})
        assert status == 403, (origin, status)
        assert "access-control-allow-origin" not in headers
        try:
            WebSocket(server, TABLE, None, origin)
            raise AssertionError(f"a WebSocket was opened for {origin}")
        except Closed as closed:
            assert closed.code == 403
    # A name that points here is not a reason to trust the page that uses it.
    refused(server, b"POST /api/matches HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
                    b"Content-Length: 2\r\n\r\n{}", 421)


@attack
def flood_of_connections(server):
    """One address gets so many and no more."""
    raws = []
    with contextlib.suppress(OSError):
        for _ in range(300):
            raws.append(server.connect(timeout=2))
    time.sleep(0.3)
    alive = 0
    for raw in raws:
        raw.settimeout(0.001)
        try:
            alive += raw.recv(1) != b""
        except TimeoutError:
            alive += 1
        except OSError:
            pass
        raw.close()
    assert alive <= 100, alive
    time.sleep(0.3)


@attack
def flood_of_requests(server):
    seen = set()
    with contextlib.closing(server.connect()) as raw:
        stream = raw.makefile("rb")
        for _ in range(3000):
            try:
                raw.sendall(head("GET /api/games HTTP/1.1"))
                seen.add(response(stream)[0])
            except (Closed, ConnectionError):
                break
    assert 429 in seen, seen
    time.sleep(2)


# ---------------------------------------------------------------------------------------------
# WebSocket


def broken(server, content, *codes):
    """Sends bytes on a fresh WebSocket; it must be closed with one of these codes."""
    with contextlib.closing(server.websocket(TABLE)) as table:
        with contextlib.suppress(ConnectionError):
            table.send_bytes(content)
        code = table.wait_close()
        assert code in codes, (content[:30], code, codes)


@attack
def bad_handshakes(server):
    good = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    for change in ({"Sec-WebSocket-Key": None}, {"Sec-WebSocket-Key": "short"}, {"Sec-WebSocket-Version": "8"},
                   {"Sec-WebSocket-Key": "!" * 24}, {"Sec-WebSocket-Version": None}):
        fields = {key: value for key, value in {**good, **change}.items() if value}
        status, _, _ = server.http("GET", TABLE, None, fields)
        assert status == 400, (change, status)
    status, _, _ = server.http("POST", TABLE, "", good)
    assert status == 400
    status, _, _ = server.http("GET", "/", None, good)
    assert status == 404
    status, _, _ = server.http("GET", TABLE, None, {"Upgrade": "h2c", "Connection": "Upgrade"})
    assert status in (400, 404, 426), status


@attack
def bad_frames(server):
    broken(server, frame(TEXT, b"{}", masked=False), 1002)
    broken(server, frame(BINARY, b"{}"), 1003)
    broken(server, frame(TEXT, b"\xff\xfe"), 1007)
    broken(server, frame(TEXT, b"\xed\xa0\x80"), 1007)
    broken(server, frame(TEXT, b"{}", reserved=4), 1002)
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        broken(server, frame(opcode, b"{}"), 1002)
    broken(server, frame(0, b"{}"), 1002)  # goes on with nothing
    broken(server, frame(TEXT, b"{", final=False) + frame(TEXT, b"}"), 1002)
    broken(server, frame(PING, b"x" * 126), 1002)
    broken(server, frame(PING, b"x", final=False), 1002)
    broken(server, frame(CLOSE, b"x"), 1002)
    broken(server, frame(CLOSE, struct.pack(">H", 1005)), 1002)
    broken(server, frame(CLOSE, struct.pack(">H", 1000) + b"\xff"), 1007)
    broken(server, frame(CLOSE, struct.pack(">H", 1000)), 1000)
    broken(server, frame(CLOSE), 1005)


@attack
def big_frames(server):
    broken(server, frame(TEXT, b"x" * 70_000), 1009)
    broken(server, b"\x81\xff" + struct.pack(">Q", 1 << 62) + b"mask" + b"x" * 100, 1009)
    broken(server, b"\x81\xff" + struct.pack(">Q", (1 << 64) - 1) + b"mask", 1009)
    pieces = frame(TEXT, b"x" * 10_000, final=False) + frame(0, b"x" * 10_000, final=False) * 10
    broken(server, pieces, 1009)


@attack
def fragments(server):
    """One message in thousands of empty pieces."""
    broken(server, frame(TEXT, b"", final=False) + frame(0, b"", final=False) * 100_000, 1008)


@attack
def flood_of_messages(server):
    broken(server, frame(TEXT, b'{"type":"ping","id":1}') * 20_000, 1008, 4400, None)
    with contextlib.closing(server.websocket(TABLE)) as table:
        with contextlib.suppress(ConnectionError):
            table.send_bytes(frame(PING, b"x") * 20_000)
        assert table.wait_close() in (1008, None)


@attack
def half_a_frame(server):
    """The rest never comes; a ping finds out."""
    raws = [server.websocket(TABLE) for _ in range(10)]
    for raw in raws:
        raw.send_bytes(frame(TEXT, b"x" * 60_000)[:30_000])
    for raw in raws:  # never answers a ping
        start = time.monotonic()
        raw.raw.settimeout(20)
        ended = False
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - start < 20 and not ended:
                ended = raw.raw.recv(1000) == b""
        raw.close()


@attack
def garbage(server):
    """Random bytes, and random changes to good ones, on every layer."""
    rng = random.Random(11)
    good = request("POST", "/api/matches", '{"game":"entropy"}')
    for _ in range(60):
        noise = bytearray(good)
        for _ in range(rng.randint(1, 6)):
            noise[rng.randrange(len(noise))] = rng.randrange(256)
        with contextlib.closing(server.connect()) as raw:
            raw.settimeout(0.05)
            with contextlib.suppress(OSError):
                raw.sendall(bytes(noise))
                raw.recv(1000)
        time.sleep(0.01)
    for _ in range(60):
        with contextlib.closing(server.websocket(TABLE)) as table:
            with contextlib.suppress(OSError):
                table.send_bytes(rng.randbytes(rng.randint(1, 2000)))
        time.sleep(0.01)


# ---------------------------------------------------------------------------------------------
# Seats


def hello(server, match, token):
    table = server.websocket(f"/api/matches/{match}/socket")
    table.send({"type": "hello", "token": token})
    return table


def loses_its_seat(table):
    """The connection is closed with 4403, and was told nothing of the play before."""
    told, end = [], time.monotonic() + 5
    while time.monotonic() < end:  # pings come until then
        opcode, payload = table.read_frame()
        if opcode == CLOSE:
            assert struct.unpack(">H", payload[:2])[0] == 4403, payload
            assert set(told) <= {"match"}, told
            return
        if opcode == TEXT:
            told.append(json.loads(payload)["type"])
    raise AssertionError(f"the connection keeps its seat; it was told {told}")


@attack
def kept_seats(server):
    """A socket is kept while its seat is left, and another takes it; and while it is taken again by its secret."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    _, made = server.json("POST", "/api/matches", {"game": "entropy", "seats": seats})
    match, secret = made["match"]["id"], "s" * 21 + "z"
    path = f"/api/matches/{match}"
    status, bob = server.json("POST", f"{path}/join", {"seat": 1, "client": secret})
    assert status == 200, bob
    with contextlib.closing(hello(server, match, bob["token"])) as table:
        status, again = server.json("POST", f"{path}/join", {"client": secret})
        assert status == 200 and again["token"] != bob["token"]
        loses_its_seat(table)
    with contextlib.closing(hello(server, match, again["token"])) as table:
        assert server.json("POST", f"{path}/leave", token=again["token"])[0] == 200
        for _ in range(2):
            assert server.json("POST", f"{path}/join", {})[0] == 200  # the match begins
        loses_its_seat(table)
    for token in (bob["token"], again["token"]):
        assert server.json("GET", path, token=token)[0] == 401
        act = {"action": {"type": "end_turn"}, "sequence": 1, "client": "c"}
        assert server.json("POST", f"{path}/actions", act, token)[0] == 401


@attack
def false_pretences(server):
    """Secrets that are none, invitations that are spent, known decks, names that look like others."""
    _, made = server.json("POST", "/api/matches", {"game": "entropy", "seats": [
        {"kind": "me"}, {"kind": "invited"}, {"kind": "open"}]})
    path = f"/api/matches/{made['match']['id']}/join"
    invite = {"invite": made["invites"][0]["invite"]}
    for client in ("x", "0" * 31, "a b" * 8, "é" * 22):
        assert server.json("POST", path, {"client": client})[0] == 400, client
    for name in ("\u202eefil", "a\u200bb", " Ann", "\u3164", "A\U000e0041", "a\u0000b"):
        assert server.json("POST", path, {"name": name})[0] == 400, name
    assert server.json("POST", path, invite)[0] == 200
    assert server.json("POST", path, invite)[0] == 403
    for config in ({"shuffle": False}, {"planets": []}, {"seed": 1}):
        status, answer = server.json("POST", "/api/matches", {"game": "stellar-skirmish", "config": config})
        assert status == 400 and answer["error"]["path"].startswith("config."), answer


@attack
def counters(server):
    """Counters of bytes and actions tell a secret choice and its moment: they are the operator's."""
    for token in (None, "", "x" * 43, METRICS_TOKEN + "x", METRICS_TOKEN[:-1]):
        said = request("GET", "/metrics", None, None, token)
        with contextlib.closing(server.connect()) as raw:
            raw.sendall(said)
            status, _, body = response(raw.makefile("rb"))
        assert status == 404 and b"agon_" not in body, (token, status)
    assert server.http("GET", "/metrics")[0] == 200
    with Server(command=[AGON, "serve", "--port", "0", "--database", ":memory:"]) as without:
        assert without.http("GET", "/metrics")[0] == 404


@attack
def secrets(server):
    """What must not be seen by others is not in the log, wherever a client puts it."""
    server.http("GET", f"/api/games?token={SECRET}")
    server.http("GET", "/api/games", None, {"X-Token": SECRET}, SECRET)
    server.http("POST", "/api/matches", json.dumps({"token": SECRET}), None, SECRET)
    with contextlib.closing(server.websocket(TABLE, {"Authorization": f"Bearer {SECRET}"})) as table:
        table.send({"type": "hello", "token": SECRET})
        table.wait_close()


def main():
    only = sys.argv[1:]
    options = ["--header-timeout", "2", "--body-timeout", "2", "--idle-timeout", "2", "--ping", "2",
               "--address-requests", "400", "--address-matches", "10000", "--address-joins", "10000"]
    page = tempfile.TemporaryDirectory(prefix="agon-page-")
    folder = pathlib.Path(page.name)
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "assets" / "big-1.js").write_text("//" + "x" * 4_000_000)
    (folder / "link").symlink_to("/etc/passwd")
    (folder / ".hidden").write_text("hidden")
    with Server(*options, "--web", page.name) as server:
        for _ in range(20):
            server.http("GET", "/api/games")
        for function in ATTACKS:
            if only and function.__name__ not in only:
                continue
            before = server.memory()
            start = time.monotonic()
            with Watch(server) as watch:
                function(server)
            floods = function.__name__.startswith("flood")
            took = time.monotonic() - start
            assert server.process.poll() is None, (function.__name__, server.log()[-3000:])
            # Others of the same address share its limits; a flood of connections shuts them out.
            slowest = max(watch.times, default=0)
            assert floods or not watch.failures, (function.__name__, watch.failures[:5])
            assert slowest < 2, (function.__name__, slowest)
            status, _, _ = server.http("GET", "/api/games")
            assert status == 200, (function.__name__, status)
            grown = server.memory() - before
            assert SANITIZED or grown < GROWTH, (function.__name__, grown)
            print(f"{function.__name__:22} {took:5.1f} s  slowest answer to others {slowest * 1000:6.1f} ms  "
                  f"memory {grown:+6} kB", flush=True)
        status, _, metrics = server.http("GET", "/metrics")
        assert status == 200 and b"agon_net_protocol_errors_total" in metrics
        assert server.stop() == 0
        assert SECRET not in server.log()
        assert "Bearer" not in server.log()


main()
