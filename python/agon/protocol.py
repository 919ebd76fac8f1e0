"""A function of Python as a program that plays: the bot protocol on the standard streams.

    import agon.protocol

    def choose(view, player):
        return view.legal_actions()[0]

    agon.protocol.serve(choose)

and then: agon tourney entropy --bot "cmd:python3 mybot.py" --bot greedy
"""
from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any

from agon._engine import State
from agon.game import state_from_json

PROTOCOL = 1


class _Seat:
    """One side of the protocol: messages in, answers out."""

    def __init__(self, choose: Callable[[State, int], Any], name: str) -> None:
        self._choose = choose
        self._name = name
        self._match: dict[str, Any] = {}

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        # Actions are found in the view: none need be listed.
        return {"type": "ready", "protocol": PROTOCOL, "name": self._name, "page": 1}

    def match(self, message: dict[str, Any]) -> None:
        self._match = message

    def think(self, message: dict[str, Any]) -> dict[str, Any]:
        view = state_from_json(self._match["game"], message["view"], version=self._match["rules_version"])
        chosen = self._choose(view, self._match["players"].index(message["player"]))
        action = chosen if isinstance(chosen, dict) else view.action_to_struct(chosen)
        return {"type": "action", "id": message["id"], "action": action}


def serve(
    choose: Callable[[State, int], Any],
    *,
    name: str = "python",
    source: IO[str] | None = None,
    sink: IO[str] | None = None,
) -> None:
    """Answers until it is told to quit. `choose` gets (view, player) and gives a number or a struct."""
    seat = _Seat(choose, name)
    out = sink or sys.stdout
    for line in source or sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        handle = getattr(seat, message["type"], None) if not message["type"].startswith("_") else None
        answer = handle(message) if handle else None  # unknown messages are ignored
        if answer:
            out.write(json.dumps(answer) + "\n")
            out.flush()
