"""agon serve: every game to its end, settings from all sources, TLS, a proxy, files, and bad use."""
# label: full
import contextlib
import fcntl
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import AGON, Closed, Server, request, response  # noqa: E402
from serve_match import Seat, actions, create, replay_verified  # noqa: E402

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def agon(*arguments, env=None):
    clean = {key: value for key, value in os.environ.items() if not key.startswith("AGON_SERVE_")}
    return subprocess.run([AGON, *arguments], capture_output=True, text=True, timeout=60,
                          env={**clean, **(env or {})})


def play(server, game, rng, limit):
    """Plays up to `limit` actions with a restart in the middle; everybody follows to the same end."""
    match, tokens = create(server, game)
    seats = [Seat(server, match, token) for token in tokens]
    watcher = Seat(server, match)
    for seat in (*seats, watcher):
        seat.until("view")
    made = 0
    while made < limit and not seats[0].over:
        movers = [seat for seat in seats if seat.viewer in seat.to_act]
        assert movers, (game, [seat.to_act for seat in seats])
        seat = rng.choice(movers)
        known = actions(server, match, seat.token)
        seat.catch_up(known["sequence"])
        answer = seat.act(rng.choice(known["actions"]), f"{game}-{made}")
        assert answer["type"] == "accepted", answer
        made += 1
        for other in (*seats, watcher):
            status, seen = server.json("GET", f"/api/matches/{match}", None, other.token)
            assert status == 200
            other.catch_up(seen["play"]["sequence"])
            assert other.view == seen["play"]["view"], (game, made)
        if made == limit // 2:
            server.restart()
            for other in (*seats, watcher):
                other.socket.wait_close()
                other.connect()
    if seats[0].over:
        replay_verified(server, match)
    for seat in (*seats, watcher):
        seat.close()


@test
def all_games():
    with Server("--address-requests", "100000", "--address-matches", "1000") as server:
        status, games = server.json("GET", "/api/games")
        assert status == 200
        for game in games["games"]:
            play(server, game["id"], random.Random(5), 24)
        assert server.stop() == 0


@test
def settings():
    """Flags count before the environment, the environment before the file, the file before defaults."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "serve.conf"
        path.write_text("# test\nport = 1111\nmessages = 11\nping = 13\nmax-body = 64k\n")

        def shown(*flags, env=None):
            done = agon("serve", "--show-settings", *flags, env=env)
            assert done.returncode == 0, done.stderr
            return dict(line.split(" = ", 1) for line in done.stdout.splitlines())

        assert shown()["port"] == "2466"
        got = shown("--config", str(path), "--ping", "33", env={"AGON_SERVE_MESSAGES": "22", "AGON_SERVE_PING": "23"})
        assert (got["port"], got["messages"], got["ping"], got["max-body"]) == ("1111", "22", "33", "65536"), got
        assert shown(env={"AGON_SERVE_CONFIG": str(path)})["port"] == "1111"
        names = set(got)
        help_text = agon("help", "serve").stdout
        manual = (pathlib.Path(os.environ["AGON_SOURCE"]) / "docs" / "man" / "agon-serve.1").read_text()
        for name in names:
            assert f"--{name} " in help_text, name
            assert "\\-\\-" + name.replace("-", "\\-") in manual, name
        path.write_text("port = 1\nprot = 2\n")
        bad = [(["--config", str(path)], {}, ":2:"), (["--config", folder + "/none"], {}, "none"),
               (["--port", "65536"], {}, "port"), (["--max-body", "lots"], {}, "max-body"),
               ([], {"AGON_SERVE_PROT": "1"}, "prot"), (["--listen", "nowhere.example"], {}, "nowhere"),
               (["--listen", "192.0.2.1"], {}, "192.0.2.1"), (["--log", "loud"], {}, "loud"),
               (["--tls-key", "x"], {}, "belong together"),
               (["--tls-key", "/none", "--tls-certificate", "/none"], {}, "/none"),
               (["--web", folder], {}, "index.html"), (["--program", "nameless"], {}, "NAME=COMMAND"),
               (["--database", "/none/none/agon.db"], {}, "")]
        for flags, env, words in bad:
            done = agon("serve", "--port", "0", *flags, env={"XDG_STATE_HOME": folder, **env})
            assert done.returncode in (64, 78), (flags, done.returncode, done.stderr)
            assert words in done.stderr and done.stdout == "", (flags, done.stderr)


@test
def default_database():
    with tempfile.TemporaryDirectory() as folder:
        with Server(env={"XDG_STATE_HOME": folder}, command=[AGON, "serve", "--port", "0"]) as server:
            assert server.http("GET", "/health")[0] == 200
            database = pathlib.Path(folder) / "agon" / "agon.db"
            assert database.is_file()
            assert (database.parent.stat().st_mode & 0o077) == 0, "others can look into it"
            assert server.stop() == 0


@test
def taken_port():
    with Server() as server:
        done = agon("serve", "--port", str(server.port), "--database", ":memory:")
        assert done.returncode == 78 and "in use" in done.stderr, done.stderr


@test
def ipv6():
    command = [AGON, "serve", "--listen", "[::1]:0", "--database", ":memory:"]
    try:
        with Server(command=command) as server:
            assert server.url.startswith("http://[::1]:")
            assert server.http("GET", "/api/games")[0] in (200, 421)
            assert server.stop() == 0
    except AssertionError as failure:
        if "cannot listen" not in str(failure):
            raise


def certify(key, certificate, *kind):
    """Makes a key and a certificate for it; gives the certificate's serial number."""
    kind = kind or ("-newkey", "rsa:2048", "-nodes")
    subprocess.run(["openssl", "req", "-x509", *kind, "-days", "2", "-subj", "/CN=localhost",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return serial_of(pathlib.Path(certificate).read_text())


def serial_of(text):
    return subprocess.run(["openssl", "x509", "-noout", "-serial"], input=text, check=True,
                          capture_output=True, text=True).stdout.strip()


def shown_serial(server, *options):
    """The serial number of the certificate that a new client gets."""
    done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *options], input="",
                          capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done.stderr[-300:]
    return serial_of(done.stdout)


def hang_up(server, words):
    """Sends SIGHUP, and waits for one more line with these words in the log."""
    before = server.log().count(words)
    server.process.send_signal(signal.SIGHUP)
    end = time.monotonic() + 30
    while server.log().count(words) == before:
        assert server.process.poll() is None and time.monotonic() < end, server.log()[-500:]
        time.sleep(0.02)


@test
def renewed_certificate():
    """SIGHUP: new connections get the new certificate, old ones go on; what cannot be used changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = pathlib.Path(folder, "key.pem"), pathlib.Path(folder, "certificate.pem")
        other = pathlib.Path(folder, "other.pem")
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        locked = ("-newkey", "rsa:2048", "-passout", "pass:secret")
        serial = certify(key, certificate)
        with Server("--tls-certificate", str(certificate), "--tls-key", str(key), tls=True) as server:
            match, tokens = create(server, "rock-paper-scissors")
            seat = Seat(server, match, tokens[0])
            seat.until("view")
            assert shown_serial(server) == serial
            for kind in ((), curve, ()):  # another kind of key takes the place of the first, too
                renewed = certify(key, certificate, *kind)
                assert shown_serial(server) == serial != renewed, "nobody has told it yet"
                hang_up(server, "certificate was read again")
                serial = renewed
                for options in (["-tls1_3"], ["-tls1_2"]):
                    assert shown_serial(server, *options) == serial
            good = key.read_bytes(), certificate.read_bytes()
            for spoil in (lambda: certificate.write_text("-----BEGIN CERTIFICATE-----\nhalf"),
                          lambda: certificate.unlink(), lambda: key.write_text(""),
                          lambda: certify(other, certificate), lambda: certify(key, certificate, *locked)):
                spoil()
                hang_up(server, "the old certificate stays")
                assert shown_serial(server) == serial
                key.write_bytes(good[0])
                certificate.write_bytes(good[1])
            known = actions(server, match, seat.token)
            assert seat.act(known["actions"][0], "after all that")["type"] == "accepted"
            assert "\nsecret" not in server.log() and server.stop() == 0
    with Server() as server:
        hang_up(server, "there is none")
        assert server.http("GET", "/health")[0] == 200 and server.stop() == 0


@test
def closed_terminal():
    """A server that was started from a terminal ends in order when that is closed."""
    master, terminal = os.openpty()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([AGON, "serve", "--port", "0", "--database", folder + "/agon.db"], stdin=terminal,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                                  preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(terminal)
        assert server.stdout.readline().startswith("serving ")
        server.send_signal(signal.SIGHUP)  # the terminal is still there
        assert any("there is none" in line for line in iter(server.stderr.readline, ""))
        os.close(master)
        said = server.communicate(timeout=30)[1]
        assert server.returncode == 0 and "everything is stored" in said, (server.returncode, said)


@test
def tls():
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = folder + "/key.pem", folder + "/certificate.pem"
        certify(key, certificate)
        with Server("--tls-certificate", certificate, "--tls-key", key, tls=True) as server:
            assert server.url.startswith("https://")
            for options, is_taken in ((["-tls1_2"], True), (["-tls1_3"], True), (["-tls1_1"], False),
                                      (["-tls1"], False), (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], False)):
                level = [] if "-cipher" in options else ["-cipher", "ALL:@SECLEVEL=0"]
                done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *options, *level],
                                      input="", capture_output=True, text=True, timeout=20)
                assert (done.returncode == 0) == is_taken, (options, done.stderr[-300:])
            status, headers, _ = server.http("GET", "/api/games")
            assert status == 200 and headers["strict-transport-security"]
            match, tokens = create(server, "rock-paper-scissors")
            seats = [Seat(server, match, token) for token in tokens]
            for number, seat in enumerate(seats):
                seat.until("view")
                known = actions(server, match, seat.token)
                seat.catch_up(known["sequence"])
                answer = seat.act(known["actions"][number], f"tls-{number}")
                assert answer["type"] == "accepted"
            server.tls = False  # plain text, and half a handshake, to a server that expects TLS
            with contextlib.closing(server.connect()) as raw, contextlib.closing(server.connect()) as half:
                raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                half.sendall(b"\x16\x03\x01\x02\x00\x01")
                with contextlib.suppress(OSError):
                    assert not raw.recv(100).startswith(b"HTTP/1.1 200")
            server.tls = True
            assert server.http("GET", "/api/games")[0] == 200
            server.ask_to_stop()
            for seat in seats:
                assert seat.socket.wait_close() == 1012
            assert server.end() == 0


@test
def proxy():
    """What a proxy says counts if it is one of ours, and only then."""
    def limits(server, headers):
        """How many matches can be made until it is too many."""
        for number in range(100):
            status, _, _ = server.http("POST", "/api/matches", json.dumps({"game": "entropy"}), headers(number))
            if status == 429:
                return number
            assert status == 201, status
        return 100

    with Server("--address-joins", "4") as server:
        match = server.json("POST", "/api/matches", {"game": "entropy"})[1]["match"]["id"]
        answers = [server.http("POST", f"/api/matches/{match}/join", "{}") for _ in range(6)]
        assert [status for status, _, _ in answers] == [200, 409, 409, 409, 429, 429], answers
        assert answers[4][1]["retry-after"] == "1" and b"too_many_joins" in answers[4][2], answers
    spread = lambda number: {"X-Forwarded-For": f"192.0.2.{number}"}  # noqa: E731
    options = ["--address-matches", "4", "--address-requests", "10000"]
    with Server(*options) as server:
        assert limits(server, spread) == 4
        assert "192.0.2." not in server.log()
    with Server(*options, "--proxy", "127.0.0.1") as server:
        assert limits(server, spread) == 100
        assert limits(server, lambda number: {"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.7"}) == 4
        assert "203.0.113.7" in server.log() and "198.51.100." not in server.log()
        status, _, _ = server.http("POST", "/api/matches", '{"game":"entropy"}',
                                   {"Origin": f"https://127.0.0.1:{server.port}", "X-Forwarded-Proto": "https",
                                    "X-Forwarded-For": "192.0.2.200"})
        assert status == 201, status
    with Server("--origin", "https://play.example") as server:
        for origin, host, wanted in (("https://play.example", "play.example", 201),
                                     ("https://play.example", "127.0.0.1", 201),
                                     ("https://play.example.evil", "127.0.0.1", 403),
                                     ("https://evil.example", "evil.example", 421)):
            with contextlib.closing(server.connect()) as raw:
                body = b'{"game":"entropy"}'
                raw.sendall(f"POST /api/matches HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
                            f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                assert response(raw.makefile("rb"))[0] == wanted, (origin, host)


@test
def files():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "assets").mkdir()
        (root / "index.html").write_text("<!doctype html><p>page")
        (root / "assets" / "app-1a2b.js").write_text("x" * 5000)
        (root / "assets" / "app-1a2b.js.gz").write_bytes(b"packed")
        (root / "agon.wasm").write_bytes(b"\0asm")
        with Server("--web", folder) as server:
            status, headers, body = server.http("GET", "/")
            assert (status, body) == (200, b"<!doctype html><p>page")
            assert headers["content-type"] == "text/html; charset=utf-8" and headers["cache-control"] == "no-cache"
            tag = headers["etag"]
            status, headers, body = server.http("GET", "/", None, {"If-None-Match": tag})
            assert (status, body) == (304, b"") and headers["etag"] == tag
            assert server.http("GET", "/", None, {"If-None-Match": '"other"'})[0] == 200
            status, headers, body = server.http("GET", "/assets/app-1a2b.js")
            assert body == b"x" * 5000 and "immutable" in headers["cache-control"]
            assert headers["vary"] == "Accept-Encoding" and "content-encoding" not in headers
            status, headers, body = server.http("GET", "/assets/app-1a2b.js", None, {"Accept-Encoding": "gzip, br"})
            assert body == b"packed" and headers["content-encoding"] == "gzip"
            assert server.http("GET", "/agon.wasm")[1]["content-type"] == "application/wasm"
            status, headers, body = server.http("HEAD", "/assets/app-1a2b.js")
            assert (status, body, headers["content-length"]) == (200, b"", "5000")
            status, headers, _ = server.http("DELETE", "/")
            assert status == 405 and headers["allow"] == "GET, HEAD"
            with contextlib.closing(server.connect()) as raw:  # one connection, many answers
                stream = raw.makefile("rb")
                for _ in range(5):
                    raw.sendall(request("GET", "/assets/app-1a2b.js"))
                    assert len(response(stream)[2]) == 5000
                raw.sendall(b"GET / HTTP/1.0\r\n\r\n")
                assert response(stream)[0] == 200 and stream.read() == b""
            with contextlib.closing(server.connect()) as raw:  # asks before it sends
                raw.sendall(b"POST /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
                stream = raw.makefile("rb")
                assert response(stream)[0] == 100
                raw.sendall(b"{}")
                assert response(stream)[0] == 200


@test
def logs():
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "index.html").write_text("page")
        with Server("--log", "json", "--web", folder) as server:
            server.http("GET", '/api/games?token=secret')
            server.http("GET", '/a"b')
            assert server.stop() == 0
            lines = [json.loads(line) for line in server.log().splitlines()]
            assert [line["status"] for line in lines if line["event"] == "request"] == [200, 404], lines
            assert "secret" not in server.log()
        with Server("--log", "none", "--web", folder) as server:
            server.http("GET", "/api/games")
            assert server.stop() == 0
            assert server.log() == ""


@test
def slow_reader():
    """Whoever does not read is cut off when too much waits for it; the match goes on."""
    with Server("--max-queue", "16k") as server:
        for _ in range(20):
            status, made = server.json("POST", "/api/matches",
                                       {"game": "entropy", "seats": [{"kind": "bot", "bot": "random"}] * 8})
            assert status == 201, made
            server.receive_buffer = 4096
            watcher = Seat(server, made["match"]["id"])
            server.receive_buffer = None
            while server.json("GET", f"/api/matches/{watcher.match}")[1]["match"]["status"] == "running":
                time.sleep(0.05)
            if b"\nagon_net_slow_readers_total 0\n" not in server.http("GET", "/metrics")[2]:
                return
        raise AssertionError("the slow reader was waited for without end")


@test
def load():
    done = agon("load", "--matches", "20", "--idle", "50", "--seconds", "2", "--json")
    assert done.returncode == 0, (done.returncode, done.stderr, done.stdout)
    figures = json.loads(done.stdout)
    assert figures["moves"] > 50 and figures["broken"] == 0 and figures["refused"] == 0, figures
    assert agon("load", "ftp://x").returncode == 69
    assert agon("load", "--makers", "1000").returncode == 64


def main():
    only = sys.argv[1:]
    for function in TESTS:
        if not only or function.__name__ in only:
            function()
            print("ok", function.__name__, flush=True)


main()
