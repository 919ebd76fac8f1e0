#!/usr/bin/env python3
"""Kills a server under load with kill -9, again and again, and proves that nothing is lost.

    tools/kill-run.py [KILLS] [--players N] [--seed N] [--full-disk PERCENT]

Clients play matches of all games over WebSocket while the server is killed at random moments and
started again on the same database. A client does what every client should: it keeps the number of its
last message, comes back with it, and repeats the action that was not answered. In some of its lives the
server may not write much (a limit on the size of files: as on a full disk), so that writes fail until
it is killed.

Every action that the server acknowledged is noted. In the end all matches are played out, and
- every client received every message of its viewer exactly once, in order,
- every replay verifies, its commitment included,
- in every replay each player's actions are exactly the acknowledged ones, in order: none is lost, none
  was made twice, and none that was not acknowledged is there,
- the database is whole.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import sqlite3
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from serve import AGON, Closed, Server  # noqa: E402
from serve_match import Seat  # noqa: E402

GAMES = ["rock-paper-scissors", "stellar-skirmish", "entropy", "skirmish", "space-conquest"]
LIMITS = ["--address-connections", "1000", "--address-requests", "100000", "--address-matches", "100000",
          "--address-joins", "100000", "--messages", "100000", "--log", "none"]
BROKEN = (OSError, Closed, AssertionError, ValueError)


class Mortal(Server):
    """A server that dies a lot; each life may have a limit on the size of its files."""

    def __init__(self):
        super().__init__(*LIMITS)
        self.is_up = threading.Event()

    def live(self, limit=None):
        def bound():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(self.command + self.options, stdout=subprocess.PIPE, stderr=log,
                                            stdin=subprocess.DEVNULL, env=self.env, text=True,
                                            preexec_fn=bound)
        line = self.process.stdout.readline()
        if not line.startswith("serving "):
            self.process.wait()
            if limit is not None and "cannot be written" in self.log():
                return False  # a disk so full that it does not even start
            raise RuntimeError(f"the server does not start: {line!r} {self.log()[-500:]}")
        self.url = line.split()[1].rstrip("/")
        self.host, self.port = self.url.split("//")[1].split(":")
        self.port = int(self.port)
        self.is_up.set()
        return True

    def die(self):
        self.is_up.clear()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def written(self):
        """Bytes of the largest file of the database."""
        return max(os.path.getsize(path) for path in pathlib.Path(self.folder.name).glob("agon.db*"))


class Ledger:
    """What was acknowledged, by match and player."""

    def __init__(self):
        self.lock = threading.Lock()
        self.actions = {}
        self.counts = {"acknowledged": 0, "repeated": 0, "resumed": 0, "failed": 0, "matches": 0}
        self.finished = []
        self.problems = []

    def count(self, key, by=1):
        with self.lock:
            self.counts[key] += by

    def note(self, match, player, action):
        with self.lock:
            self.actions.setdefault((match, player), []).append(action)
            self.counts["acknowledged"] += 1


class Table:
    """One match and its two clients, played by one thread."""

    def __init__(self, run, game):
        self.run = run
        self.server = run.server
        self.game = game

    def patiently(self, act):
        """Does something until the server lives long enough for it."""
        while True:
            self.server.is_up.wait(timeout=60)
            try:
                return act()
            except BROKEN:
                if self.run.is_aborted.is_set():
                    raise
                time.sleep(0.005)

    def ask(self, method, path, body=None, token=None):
        def once():
            status, answer = self.server.json(method, path, body, token)
            if status == 503:
                self.run.ledger.count("failed")
                raise OSError("cannot be stored now")
            assert status in (200, 201), (method, path, status, answer)
            return answer

        return self.patiently(once)

    def begin(self):
        made = self.ask("POST", "/api/matches", {"game": self.game, "listed": False})
        self.match = made["match"]["id"]
        joined = self.ask("POST", f"/api/matches/{self.match}/join",
                          {"client": f"{random.getrandbits(128):032x}"})
        self.tokens = [made["token"], joined["token"]]
        self.seats = [self.patiently(lambda t=t: Seat(self.server, self.match, t)) for t in self.tokens]
        for seat in self.seats:
            self.follow(seat, lambda seat: seat.sequence > 0)
        self.run.ledger.count("matches")

    def come_back(self, seat):
        def once():
            seat.close()
            seat.connect()

        self.patiently(once)
        self.run.ledger.count("resumed")

    def follow(self, seat, is_enough):
        """Takes messages until that is enough, over as many connections as it takes."""
        while not is_enough(seat):
            try:
                seat.take(seat.socket.receive())
            except BROKEN as broken:
                if isinstance(broken, AssertionError):
                    self.run.abort(f"{self.match}: a message out of order: {broken}")
                    raise
                self.come_back(seat)

    def choose(self, index):
        seat = self.seats[index]
        path = f"/api/matches/{self.match}/actions"
        answer = self.ask("GET", path + "?limit=0", None, self.tokens[index])
        self.follow(seat, lambda s: s.sequence >= answer["sequence"])
        if answer["count"] == 0:
            return None
        offset = self.run.random.randrange(answer["count"])
        page = self.ask("GET", f"{path}?limit=1&offset={offset}", None, self.tokens[index])
        return page["actions"][0] if page["actions"] and page["sequence"] == seat.sequence else None

    def act(self, index, action):
        """Sends an action until it is acknowledged or, since something else happened, refused."""
        seat = self.seats[index]
        number = seat.sequence
        tries = 0
        while True:
            try:
                tries += 1
                answer = seat.act(action, f"client-{index}", number)
            except BROKEN as broken:
                if isinstance(broken, AssertionError):
                    self.run.abort(f"{self.match}: a message out of order: {broken}")
                    raise
                self.come_back(seat)
                continue
            if answer["type"] == "accepted":
                self.run.ledger.note(self.match, index, action)
                self.run.ledger.count("repeated", tries > 1)
                self.follow(seat, lambda s: s.sequence >= answer["now"])
                return
            slug = answer["error"]["slug"]
            if slug == "stale":
                self.follow(seat, lambda s: s.sequence >= answer["now"])
                return
            if slug not in ("storage_failed", "no_memory"):
                self.run.abort(f"{self.match}: {action} was refused: {answer}")
                raise RuntimeError(slug)
            self.run.ledger.count("failed")
            time.sleep(0.02)

    def play(self):
        self.begin()
        turn = 0
        while not all(seat.over for seat in self.seats):
            action = self.choose(turn % 2)
            if action:
                self.act(turn % 2, action)
            elif self.seats[turn % 2].over:
                for seat in self.seats:
                    self.follow(seat, lambda s: s.over)
            turn += 1
        for seat in self.seats:
            seat.close()
        with self.run.ledger.lock:
            self.run.ledger.finished.append(self.match)


class Run:
    def __init__(self, options):
        self.options = options
        self.random = random.Random(options.seed)
        self.ledger = Ledger()
        self.server = Mortal()
        self.is_ending = threading.Event()
        self.is_aborted = threading.Event()

    def abort(self, problem):
        with self.ledger.lock:
            self.ledger.problems.append(problem)
        self.is_aborted.set()

    def client(self, number):
        try:
            while not self.is_ending.is_set() and not self.is_aborted.is_set():
                Table(self, GAMES[number % len(GAMES)]).play()
                number += 1
        except Exception as failure:  # noqa: BLE001 - whatever it is, the run has failed
            self.abort(f"client {number}: {failure!r}")

    def check_database(self):
        with sqlite3.connect(self.server.database) as database:
            result = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
        if result != "ok":
            self.abort(f"the database is damaged: {result}")

    def kill_all(self):
        full = 0
        for i in range(self.options.kills):
            is_full = self.random.randrange(100) < self.options.full_disk and i > 0
            full += is_full
            limit = self.server.written() + self.random.randrange(200_000) if is_full else None
            if self.server.live(limit):
                time.sleep(self.random.uniform(0.02, 0.4))
            self.server.die()
            if i % 50 == 49:
                self.check_database()
                print(f"{i + 1} kills: {json.dumps(self.ledger.counts)}", flush=True)
            if self.is_aborted.is_set():
                break
        return full

    def check_replay(self, match):
        status, _, replay = self.server.http("GET", f"/api/matches/{match}/replay")
        if status != 200:
            return self.abort(f"{match}: no replay: {status}")
        path = pathlib.Path(self.server.folder.name) / "replay.ndjson"
        path.write_bytes(replay)
        done = subprocess.run([AGON, "replay", "verify", str(path)], capture_output=True, text=True)
        if done.returncode != 0:
            return self.abort(f"{match}: {done.stdout}{done.stderr}")
        lines = [json.loads(line) for line in replay.splitlines()]
        players = []
        for line in lines[1:-1]:
            if line["player"] not in players:
                players.append(line["player"])
        by_player = [[line["action"] for line in lines[1:-1] if line["player"] == p] for p in players]
        noted = [self.ledger.actions.get((match, index), []) for index in range(2)]
        if sorted(map(json.dumps, by_player)) != sorted(json.dumps(list_) for list_ in noted if list_):
            self.abort(f"{match}: the replay has {by_player}, acknowledged were {noted}")

    def main(self):
        start = time.monotonic()
        threads = [threading.Thread(target=self.client, args=(n,), daemon=True) for n in range(self.options.players)]
        self.server.live()
        for thread in threads:
            thread.start()
        self.server.die()
        try:
            full = self.kill_all()
        except BaseException:
            self.abort("the run was broken off")
            raise
        self.is_ending.set()
        self.server.live()
        for thread in threads:
            thread.join(timeout=300)
            if thread.is_alive():
                self.abort("a client does not come to an end")
        for match in self.ledger.finished:
            self.check_replay(match)
        self.server.die()
        self.check_database()
        self.server.folder.cleanup()
        for problem in self.ledger.problems[:5]:
            print("PROBLEM:", problem[:2000], file=sys.stderr)
        counts = self.ledger.counts
        print(f"{self.options.kills} kills ({full} lives with a full disk) in {time.monotonic() - start:.0f} s: "
              f"{counts['acknowledged']} actions acknowledged in {counts['matches']} matches, "
              f"{counts['repeated']} after a repeat, {counts['resumed']} connections resumed, "
              f"{counts['failed']} refused by a failing disk; {len(self.ledger.finished)} replays verified; "
              f"{len(self.ledger.problems)} problems")
        return 1 if self.ledger.problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kills", nargs="?", type=int, default=20)
    parser.add_argument("--players", type=int, default=8, help="matches at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full-disk", type=int, default=20, metavar="PERCENT", help="of the lives")
    sys.exit(Run(parser.parse_args()).main())


if __name__ == "__main__":
    main()
