"""Replays: loading, verifying, playing again, and as tables.

    replay = agon.replay.load("match.ndjson")
    replay.verify()                                    # raises agon.ReplayError, and names the line
    for state, move in replay.steps(): ...
    pandas.DataFrame(agon.replay.table(["a.ndjson", "b.ndjson"]))
"""
from __future__ import annotations

import json
import pathlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from agon import _engine
from agon._engine import State
from agon.errors import AgonError, ReplayError
from agon.game import Game, state_from_json


@dataclass(frozen=True)
class Move:
    """One accepted action. `player` is its number; `by` is not None if the seat did not make it itself."""

    number: int
    player: int
    action: dict[str, Any]
    hash: str
    microseconds: int | None
    by: str | None


@dataclass(frozen=True)
class Verdict:
    """What verification found. `line` is the first wrong one, from 1; 0 if all is well."""

    ok: bool
    status: str
    is_cut: bool
    line: int
    reason: str


@dataclass(frozen=True)
class Replay:
    """A match as it was written down. Loading does not verify."""

    text: str
    head: dict[str, Any]
    game: Game
    moves: list[Move]
    result: dict[str, Any] | None

    def check(self) -> Verdict:
        """Plays it again in the engine and compares every hash."""
        return check(self.text)

    def verify(self) -> None:
        """The same; raises agon.ReplayError if anything is wrong."""
        verify(self.text)

    def first_state(self) -> State:
        """The state that the match began with."""
        return self.game.new_initial_state(self.head.get("seed"))

    def steps(self) -> Iterator[tuple[State, Move]]:
        """Every move, with the state before it."""
        state = self.first_state()
        for move in self.moves:
            yield state, move
            state = state.child(move.action, move.player)

    def last_state(self) -> State:
        state = self.first_state()
        for move in self.moves:
            state.apply_action(move.action, move.player)
        return state


def check(text: str) -> Verdict:
    """What is wrong with a replay's text, if anything."""
    ok, status, is_cut, line, reason, _ = _engine.verify(text)
    return Verdict(ok, status, is_cut, line, reason)


def verify(source: str | pathlib.Path) -> None:
    """Raises agon.ReplayError unless the replay holds. `source` is its text or its path."""
    verdict = check(_read(source))
    if not verdict.ok:
        raise ReplayError(verdict.status, f"line {verdict.line}" if verdict.line else "", verdict.reason)


def _read(source: str | pathlib.Path) -> str:
    """The text itself if it begins as a replay does, else that of the file."""
    if isinstance(source, str) and source.lstrip()[:1] == "{":
        return source
    return pathlib.Path(source).read_text(encoding="utf-8")


def _lines(text: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            document = json.loads(line)
        except ValueError as error:
            raise ReplayError("bad_replay", f"line {number}", f"is not JSON: {error}") from None
        if not isinstance(document, dict):
            raise ReplayError("bad_replay", f"line {number}", "is not an object")
        lines.append(document)
    return lines


def _game(head: dict[str, Any]) -> Game:
    if head.get("state") is not None:
        return state_from_json(head["game"], head["state"], version=head["rules_version"]).game
    return Game(head["game"], head.get("config"), head["players"], head["rules_version"])


def _move(line: dict[str, Any], players: dict[Any, int]) -> Move:
    return Move(line["n"], players[line["player"]], line["action"], line["hash"], line.get("us"), line.get("by"))


def load(source: str | pathlib.Path) -> Replay:
    """A replay from a path, or from its text."""
    text = _read(source)
    lines = _lines(text)
    if not lines or lines[0].get("format") != "agon-replay":
        raise ReplayError("bad_replay", "line 1", "this is not a replay")
    number = 1
    try:
        game = _game(lines[0])
        players = {game.player_name(p): p for p in range(game.players)}
        moves: list[Move] = []
        for number, line in enumerate(lines[1:], 2):
            if "action" in line:
                moves.append(_move(line, players))
    except (KeyError, TypeError) as error:
        raise ReplayError("bad_replay", f"line {number}", f"has no good {error}") from None
    except AgonError as error:
        raise ReplayError(error.status, f"line {number}", str(error)) from None
    return Replay(text, lines[0], game, moves, lines[-1].get("result"))


def table(sources: Iterable[str | pathlib.Path]) -> dict[str, list[Any]]:
    """The moves of replays as columns of equal length: what pandas.DataFrame and pyarrow.table take.

    Actions are JSON text in `action` and their type in `type`; `outcome` is the mover's: 1, 0 or -1.
    """
    columns: dict[str, list[Any]] = {
        name: []
        for name in ("replay", "game", "seed", "move", "player", "seat", "type", "action", "hash", "microseconds",
                     "by", "valid", "outcome", "moves")
    }
    for index, source in enumerate(sources):
        replay = load(source)
        returns = replay.last_state().returns()
        for state, move in replay.steps():
            row = (index, replay.game.id, str(replay.head.get("seed")), move.number, move.player,
                   replay.head["seats"][move.player], move.action.get("type"), json.dumps(move.action), move.hash,
                   move.microseconds, move.by, len(state.legal_actions(move.player)), returns[move.player],
                   len(replay.moves))
            for column, value in zip(columns.values(), row):
                column.append(value)
    return columns
