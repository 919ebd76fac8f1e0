"""Plays matches on a server: what the e2e tests of `agon serve` share."""
import json
import subprocess

from serve import AGON, Closed


def create(server, game, **more):
    """Makes a match with open seats and takes them all: its id and the tokens of its seats."""
    status, made = server.json("POST", "/api/matches", {"game": game, **more})
    assert status == 201, (status, made)
    match = made["match"]["id"]
    tokens = [made["token"]]
    for _ in made["match"]["seats"][1:]:
        status, joined = server.json("POST", f"/api/matches/{match}/join", {})
        assert status == 200, (status, joined)
        tokens.append(joined["token"])
    return match, tokens


def actions(server, match, token):
    status, answer = server.json("GET", f"/api/matches/{match}/actions", None, token)
    assert status == 200, (status, answer)
    return answer


class Seat:
    """A player on a WebSocket that follows its view and can come back after a break."""

    def __init__(self, server, match, token=None):
        self.server = server
        self.match = match
        self.token = token
        self.sequence = 0
        self.view = None
        self.to_act = []
        self.over = False
        self.viewer = None
        self.accepted = 0
        self.connect()

    def connect(self):
        self.socket = self.server.websocket(f"/api/matches/{self.match}/socket")
        hello = {"type": "hello", "from": self.sequence}
        if self.token:
            hello["token"] = self.token
        self.socket.send(hello)

    def take(self, message):
        kind = message["type"]
        if kind == "view":
            self.view = message["view"]
            self.viewer = message["viewer"]
        elif kind == "change":
            assert message["sequence"] == self.sequence + 1, (message["sequence"], self.sequence)
            self.view.update(message["changes"])
            for key in message["gone"]:
                del self.view[key]
        if kind in ("view", "change"):
            self.sequence = message["sequence"]
            self.to_act = message["to_act"]
            self.over = message["over"]
        return message

    def until(self, kind):
        while True:
            message = self.take(self.socket.receive())
            if message["type"] == kind:
                return message

    def act(self, action, client, sequence=None):
        """Sends an action and waits until it is on disk."""
        number = self.sequence if sequence is None else sequence
        self.socket.send({"type": "action", "action": action, "sequence": number, "client": client})
        while True:
            message = self.take(self.socket.receive())
            if message["type"] in ("accepted", "refused"):
                self.accepted += message["type"] == "accepted"
                return message

    def catch_up(self, sequence):
        while self.sequence < sequence:
            self.take(self.socket.receive())

    def close(self):
        self.socket.close()


def play_out(server, match, tokens, most=None):
    """Everybody does the first thing that can be done, until the match is over or `most` actions are done."""
    done = 0
    while server.json("GET", f"/api/matches/{match}")[1]["match"]["status"] == "running":
        for token in tokens:
            known = actions(server, match, token)
            if known["actions"] and done != most:
                act = {"action": known["actions"][0], "sequence": known["sequence"], "client": "c"}
                status, answer = server.json("POST", f"/api/matches/{match}/actions", act, token)
                assert status == 200, answer
                done += 1
        if done == most:
            return


def replay_verified(server, match):
    """Fetches the replay of a finished match and has `agon replay verify` look at it."""
    status, _, replay = server.http("GET", f"/api/matches/{match}/replay")
    assert status == 200, (status, replay)
    path = f"{server.folder.name}/replay.ndjson"
    with open(path, "wb") as file:
        file.write(replay)
    done = subprocess.run([AGON, "replay", "verify", path], capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout, done.stderr)
    return replay


__all__ = ["Closed", "Seat", "actions", "create", "json", "play_out", "replay_verified"]
