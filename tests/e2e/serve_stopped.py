"""A server that is stopped for longer than a clock has left, and goes on: nobody has lost by it."""
# label: full
import pathlib
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import Server  # noqa: E402

MATCH = {"game": "entropy", "clock": {"kind": "bank", "bank": 6}, "seats": [{"kind": "me"}, {"kind": "open"}]}


def main():
    with Server() as server:
        _, made = server.json("POST", "/api/matches", MATCH)
        match = made["match"]["id"]
        assert server.json("POST", f"/api/matches/{match}/join", {})[0] == 200
        before = server.json("GET", f"/api/matches/{match}")[1]["play"]["clock"]["left"][0]
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(8)
        server.process.send_signal(signal.SIGCONT)
        time.sleep(0.2)
        _, seen = server.json("GET", f"/api/matches/{match}")
        assert seen["match"]["status"] == "running", seen["match"]
        after = seen["play"]["clock"]["left"][0]
        print(f"stopped for 8 s: {before} ms were left before, {after} ms after")
        assert after > 0, after
        # It runs on as ever: what is left is not for ever.
        for _ in range(600):
            status = server.json("GET", f"/api/matches/{match}")[1]["match"]["status"]
            if status == "over":
                break
            time.sleep(0.1)
        assert status == "over", status
        assert server.stop() == 0


main()
