"""Matches and tournaments, with the engine's bots and functions of Python side by side."""
from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agon import _engine
from agon.game import Game

Player = Callable[[_engine.State, int], Any]
"""A player is asked with (view, player) and answers with an action number or a struct."""


@dataclass(frozen=True)
class MatchResult:
    """How a match came out. `places` from 1; equal places are a draw."""

    places: list[int]
    winners: list[int]
    scores: list[int]
    forfeits: list[int]
    moves: int
    state: _engine.State
    replay: str | None


def play_match(
    game: Game,
    seats: Sequence[str | Player],
    *,
    seed: int | str = 0,
    record: bool = False,
    fault: str = "forfeit",
) -> MatchResult:
    """A match between bots by name ("greedy", "search:sims=500", "net:FILE") and functions.

    It is the match that `agon match` plays with the same seed. What is wrong with an answer follows `fault`
    ("forfeit", "random", "retry:3"); an exception in a function ends the match and is raised here.
    """
    places, forfeits, moves, state, replay = _engine.play(game, list(seats), seed, record, fault)
    return MatchResult(places, state.winners(), state.scores(), forfeits, moves, state, replay)


@dataclass(frozen=True)
class Standing:
    """A bot in a tournament: points (a draw is half a one), and its rating with a 95 % interval."""

    name: str
    matches: int
    points: float
    score: float
    elo: float
    interval: float


def _count_points(outcomes: Sequence[tuple[int, list[int], list[int]]], bots: int) -> list[tuple[int, float]]:
    met = [0] * bots
    points = [0.0] * bots
    for _, table, places in outcomes:
        for seat, bot in enumerate(table):
            for other, rival in enumerate(table):
                if rival != bot:
                    met[bot] += 1
                    points[bot] += (places[seat] < places[other]) + 0.5 * (places[seat] == places[other])
    return list(zip(met, points))


def tournament(
    game: str,
    bots: Mapping[str, str | Player],
    *,
    rounds: int = 50,
    seats: int = 2,
    seed: int = 1,
    config: Mapping[str, Any] | None = None,
    gauntlet: bool = False,
    anchor: str | None = None,
) -> list[Standing]:
    """The tournament that `agon tourney` plays: same pairings, seeds and ratings.

    `bots` are names and what they stand for: a bot of the engine or a function. Best first.
    """
    names = list(bots)
    table = Game(game, dict(config) if config else None, seats)
    outcomes: list[tuple[int, list[int], list[int]]] = []
    for group, pairing, match_seed in _engine.schedule(len(names), seats, rounds, seed, gauntlet):
        result = play_match(table, [bots[names[bot]] for bot in pairing], seed=match_seed)
        outcomes.append((group, pairing, result.places))
    ratings = _engine.ratings(list(outcomes), len(names), names.index(anchor) if anchor else 0)
    standings = [
        Standing(name, met, points, points / met if met else math.nan, elo, interval)
        for name, (met, points), (elo, interval) in zip(names, _count_points(outcomes, len(names)), ratings)
    ]
    return sorted(standings, key=lambda standing: -standing.elo)


def actions_of(replay: str) -> list[tuple[int, dict[str, Any]]]:
    """The moves of a replay's text as (player as the game names it, action)."""
    lines = [json.loads(line) for line in replay.splitlines()[1:]]
    return [(line["player"], line["action"]) for line in lines if "action" in line]
