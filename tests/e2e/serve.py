"""agon serve: a match over HTTP and WebSocket across kill -9, the page, a graceful end, and a database of 0.1."""
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import AGON, Closed, Server  # noqa: E402
from serve_match import Seat, actions, create, play_out, replay_verified  # noqa: E402


def check_basics(server):
    status, headers, body = server.http("GET", "/api/games")
    assert status == 200 and b"rock-paper-scissors" in body, (status, body)
    assert headers["content-type"].startswith("application/json")
    policy = headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy and "unsafe-inline" not in policy, policy
    assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
    for name, value in (("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
                        ("cross-origin-opener-policy", "same-origin"), ("cache-control", "no-store")):
        assert headers[name] == value, (name, headers)
    assert "strict-transport-security" not in headers
    assert server.http("GET", "/nothing")[0] == 404
    assert server.http("POST", "/", "")[0] == 405
    status, headers, body = server.http("HEAD", "/api/games")
    assert status == 200 and body == b"" and int(headers["content-length"]) > 0
    status, answer = server.json("POST", "/rpc", {"jsonrpc": "2.0", "id": 1, "method": "games"})
    assert status == 200 and len(answer["result"]) >= 5, answer
    status, _, metrics = server.http("GET", "/metrics")
    assert status == 200 and b"\nagon_net_connections_total " in metrics, metrics


def check_match(server):
    """Half a match, kill -9, and the other half: nobody has to say anything twice."""
    match, tokens = create(server, "rock-paper-scissors")
    seats = [Seat(server, match, token) for token in tokens]
    for seat in seats:
        seat.until("view")
    first = actions(server, match, tokens[0])["actions"][0]
    answer = seats[0].act(first, "client-1")
    assert answer["type"] == "accepted", answer

    server.restart()

    for seat in seats:
        assert seat.socket.wait_close() is None  # not even a good-bye
        seat.connect()
    # The same action again is the same action.
    again = seats[0].act(first, "client-1", answer["sequence"])
    assert (again["type"], again["now"]) == ("accepted", answer["now"]), (answer, again)
    known = actions(server, match, tokens[1])
    seats[1].catch_up(known["sequence"])
    answer = seats[1].act(known["actions"][1], "client-2")
    assert answer["type"] == "accepted", answer
    for seat in seats:
        while not seat.over:
            seat.take(seat.socket.receive())
    replay_verified(server, match)
    return seats


def check_old_database():
    """A match that 0.1 left half played ends by the rules it began under, although there are new ones."""
    data = pathlib.Path(__file__).resolve().parents[1] / "server/data"
    half = json.loads((data / "v0_1_stellar.json").read_text())["half"]
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/agon.db"
        shutil.copy(data / "v0_1_stellar.db", database)
        with Server(database=database) as server:
            status, seen = server.json("GET", f"/api/matches/{half['id']}")
            assert (status, seen["match"]["rules_version"]) == (200, 1), seen
            assert seen["play"]["view"]["reveal"] == "first_play", seen
            play_out(server, half["id"], half["tokens"])
            assert b'"rules_version":1,' in replay_verified(server, half["id"])
            match, _ = create(server, "stellar-skirmish")
            assert server.json("GET", f"/api/matches/{match}")[1]["match"]["rules_version"] == 2
            assert server.stop() == 0
        with sqlite3.connect(database) as newer:
            newer.execute("PRAGMA user_version = 1000")
        newer.close()
        done = subprocess.run([AGON, "serve", "--port", "0", "--database", database], capture_output=True, text=True)
        assert done.returncode != 0 and "is newer than this program" in done.stderr, done


def main():
    check_old_database()
    with Server() as server:
        check_basics(server)
        seats = check_match(server)
        server.ask_to_stop()
        for seat in seats:
            assert seat.socket.wait_close() == 1012
            seat.close()
        assert server.end() == 0
        try:
            server.http("GET", "/api/games")
            raise AssertionError("it still answers")
        except (OSError, Closed):
            pass
        log = server.log()
        for seat in seats:
            assert seat.token not in log


main()
