"""Writes agon/events.py: a class for every event type, from the tables of the games.

    python build_support/make_events.py > agon/events.py
"""
import keyword
import re
import sys

from agon import _engine

HEAD = '''"""Events as typed objects, a class for each type of each game.

Made by build_support/make_events.py from the tables of the games; a test compares. Keys are those of the
documents (docs/games), with an underscore where Python has the word (`from_`). A player is what the game calls it: `Game.player_name`. A secret that the viewer may
not know is None; `visible` says who sees an event in full, None where it was redacted for a viewer.
"""
from __future__ import annotations

import json
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any, ClassVar, Literal

Player = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened. `type` is the name in documents and replays."""

    type: ClassVar[str] = ""
    visible: Literal["all"] | list[Player] | None = None
'''

TAIL = '''

def read(game: str, text: str) -> list[Event]:
    """Events of a game from JSON text, a list of documents. Called by the extension."""
    kinds = KINDS[game]
    events: list[Event] = []
    for document in json.loads(text):
        kind = kinds[document.pop("type")]
        events.append(kind(**{f"{key}_" if iskeyword(key) else key: value for key, value in document.items()}))
    return events
'''

NAMED = {"number": "int", "string": "str", "Player": "Player", "null": "None", "any": "Any",
         "StarId": "str", "FleetId": "str", "OrderFault": "str", "Choice": "str", "EndReason": "str",
         "CardId": "str", "CardName": "str", "DeathCause": "str", "Outcome": "str",
         "Slot": "list[int]", "Planet": "dict[str, Any]", "Fleet": "dict[str, Any]"}


def python_type(kind):
    """The type in Python of a kind in TypeScript."""
    kind = kind.strip()
    if " | " in kind:
        parts = list(dict.fromkeys(python_type(part) for part in kind.split(" | ")))
        return " | ".join(parts)
    if kind.endswith("[]"):
        return f"list[{python_type(kind[:-2])}]"
    if kind.startswith("["):
        return f"list[{python_type(kind.strip('[]').split(',')[0])}]"
    record = re.fullmatch(r"Record<(\w+), (.+)>", kind)
    if record:
        return f"dict[str, {python_type(record[2])}]"
    if kind.startswith('"'):
        return f"Literal[{kind}]"
    return {"int": "int", "bool": "bool", "player": "Player", "players": "list[Player]", **NAMED}[kind]


def class_name(game, event):
    words = [*game.split("-"), *event.lower().split("_")]
    return "".join(word.capitalize() for word in words)


def main(out):
    out.write(HEAD)
    table = []
    for game in [facts["id"] for facts in _engine.games()]:
        table.append(f'    "{game}": {{')
        for name, fields in _engine.event_types(game):
            made = class_name(game, name)
            table.append(f'        "{name}": {made},')
            out.write(f"\n\n@dataclass(frozen=True, slots=True, kw_only=True)\nclass {made}(Event):\n")
            out.write(f'    type: ClassVar[str] = "{name}"\n')
            for key, kind, flags in fields:
                hint = python_type(kind)
                # Secret fields are null to others, nullable ones for everybody.
                if flags & 6 and "None" not in hint:
                    hint += " | None"
                out.write(f"    {key}{'_' if keyword.iskeyword(key) else ''}: {hint}\n")
        table.append("    },")
    out.write("\n\nKINDS: dict[str, dict[str, type[Event]]] = {\n" + "\n".join(table) + "\n}\n")
    out.write(TAIL)


if __name__ == "__main__":
    main(sys.stdout)
