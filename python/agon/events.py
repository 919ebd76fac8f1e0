"""Events as typed objects, a class for each type of each game.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RockPaperScissorsChosen(Event):
    type: ClassVar[str] = "CHOSEN"
    player: Player
    choice: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RockPaperScissorsRevealed(Event):
    type: ClassVar[str] = "REVEALED"
    choices: dict[str, str]
    winners: list[Player] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StellarSkirmishPlanetRevealed(Event):
    type: ClassVar[str] = "PLANET_REVEALED"
    planet: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StellarSkirmishCardPlayed(Event):
    type: ClassVar[str] = "CARD_PLAYED"
    player: Player
    card: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StellarSkirmishBattleResolved(Event):
    type: ClassVar[str] = "BATTLE_RESOLVED"
    plays: dict[str, int]
    winner: Player | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StellarSkirmishPlanetClaimed(Event):
    type: ClassVar[str] = "PLANET_CLAIMED"
    player: Player
    planet: dict[str, Any]
    doubled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StellarSkirmishPotDiscarded(Event):
    type: ClassVar[str] = "POT_DISCARDED"


@dataclass(frozen=True, slots=True, kw_only=True)
class StellarSkirmishGameOver(Event):
    type: ClassVar[str] = "GAME_OVER"
    end_reason: str
    scores: list[int]
    winners: list[Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyTurnStarted(Event):
    type: ClassVar[str] = "TURN_STARTED"
    player: Player
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyAttack(Event):
    type: ClassVar[str] = "ATTACK"
    player: Player
    from_: int
    to: int
    attack_roll: int
    defense_roll: int
    success: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyPlayerOut(Event):
    type: ClassVar[str] = "PLAYER_OUT"
    player: Player
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyTurnEnded(Event):
    type: ClassVar[str] = "TURN_ENDED"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyGrowth(Event):
    type: ClassVar[str] = "GROWTH"
    player: Player
    nodes: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntropyGameOver(Event):
    type: ClassVar[str] = "GAME_OVER"
    winners: list[Player]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishCardPlayed(Event):
    type: ClassVar[str] = "CARD_PLAYED"
    player: Player
    cardId: str
    slotId: int | None
    target: list[int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishCardDrawn(Event):
    type: ClassVar[str] = "CARD_DRAWN"
    player: Player
    cardId: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishCardDiscarded(Event):
    type: ClassVar[str] = "CARD_DISCARDED"
    player: Player
    cardId: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitDeployed(Event):
    type: ClassVar[str] = "UNIT_DEPLOYED"
    unitId: str
    player: Player
    slotId: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitConsumed(Event):
    type: ClassVar[str] = "UNIT_CONSUMED"
    unitId: str
    player: Player
    slotId: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitDied(Event):
    type: ClassVar[str] = "UNIT_DIED"
    unitId: str
    player: Player
    slotId: int
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitBounced(Event):
    type: ClassVar[str] = "UNIT_BOUNCED"
    unitId: str
    player: Player
    slotId: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitMoved(Event):
    type: ClassVar[str] = "UNIT_MOVED"
    unitId: str
    player: Player
    from_: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitDamaged(Event):
    type: ClassVar[str] = "UNIT_DAMAGED"
    unitId: str
    slotId: int
    amount: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitPowerChanged(Event):
    type: ClassVar[str] = "UNIT_POWER_CHANGED"
    unitId: str
    slotId: int
    oldPower: int
    newPower: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishUnitSilenced(Event):
    type: ClassVar[str] = "UNIT_SILENCED"
    unitId: str
    slotId: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishSlotModifierChanged(Event):
    type: ClassVar[str] = "SLOT_MODIFIER_CHANGED"
    player: Player
    slotId: int
    old: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishAbilityActivated(Event):
    type: ClassVar[str] = "ABILITY_ACTIVATED"
    unitId: str
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishInputRequired(Event):
    type: ClassVar[str] = "INPUT_REQUIRED"
    player: Player
    source: str
    kind: str
    choices: list[list[int]]
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishPlayerPassed(Event):
    type: ClassVar[str] = "PLAYER_PASSED"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishTurnStarted(Event):
    type: ClassVar[str] = "TURN_STARTED"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishRoundStarted(Event):
    type: ClassVar[str] = "ROUND_STARTED"
    round: int
    startingPlayer: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishRoundEnded(Event):
    type: ClassVar[str] = "ROUND_ENDED"
    round: int
    winner: Player | None
    vp: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishConquerTriggered(Event):
    type: ClassVar[str] = "CONQUER_TRIGGERED"
    unitId: str
    slotId: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishMatchEnded(Event):
    type: ClassVar[str] = "MATCH_ENDED"
    winner: Player | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishStateSnapshot(Event):
    type: ClassVar[str] = "STATE_SNAPSHOT"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestOrdersCommitted(Event):
    type: ClassVar[str] = "ORDERS_COMMITTED"
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestFleetLaunched(Event):
    type: ClassVar[str] = "FLEET_LAUNCHED"
    fleet: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestOrderRejected(Event):
    type: ClassVar[str] = "ORDER_REJECTED"
    player: Player
    order: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestRebellionRoll(Event):
    type: ClassVar[str] = "REBELLION_ROLL"
    star: str
    d6: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestRebellion(Event):
    type: ClassVar[str] = "REBELLION"
    star: str
    star_name: str
    owner: Player
    ru: int
    garrison_before: int
    rebel_ships: int
    outcome: Literal["lost"]
    garrison_after: int
    rebel_survivors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestProduction(Event):
    type: ClassVar[str] = "PRODUCTION"
    star: str
    owner: Player
    ships: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestTurnStarted(Event):
    type: ClassVar[str] = "TURN_STARTED"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestHyperspaceRoll(Event):
    type: ClassVar[str] = "HYPERSPACE_ROLL"
    fleet_id: str
    d50: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestHyperspaceLoss(Event):
    type: ClassVar[str] = "HYPERSPACE_LOSS"
    fleet_id: str
    owner: Player
    ships: int
    origin: str
    dest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestFleetArrived(Event):
    type: ClassVar[str] = "FLEET_ARRIVED"
    fleet_id: str
    star: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestStarRevealed(Event):
    type: ClassVar[str] = "STAR_REVEALED"
    player: Player
    star: str
    ru: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestCombat(Event):
    type: ClassVar[str] = "COMBAT"
    star_id: str
    star_name: str
    combat_type: Literal["npc"] | Literal["pvp"]
    attacker: Player
    defender: Player | Literal["npc"]
    attacker_ships: int
    defender_ships: int
    winner: Literal["attacker"] | Literal["defender"] | None
    attacker_survivors: int
    defender_survivors: int
    attacker_losses: int
    defender_losses: int
    control_before: Player | None
    control_after: Player | None
    simultaneous: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestStarTaken(Event):
    type: ClassVar[str] = "STAR_TAKEN"
    star: str
    owner: Player | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceConquestGameOver(Event):
    type: ClassVar[str] = "GAME_OVER"
    winner: str


KINDS: dict[str, dict[str, type[Event]]] = {
    "rock-paper-scissors": {
        "CHOSEN": RockPaperScissorsChosen,
        "REVEALED": RockPaperScissorsRevealed,
    },
    "stellar-skirmish": {
        "PLANET_REVEALED": StellarSkirmishPlanetRevealed,
        "CARD_PLAYED": StellarSkirmishCardPlayed,
        "BATTLE_RESOLVED": StellarSkirmishBattleResolved,
        "PLANET_CLAIMED": StellarSkirmishPlanetClaimed,
        "POT_DISCARDED": StellarSkirmishPotDiscarded,
        "GAME_OVER": StellarSkirmishGameOver,
    },
    "entropy": {
        "TURN_STARTED": EntropyTurnStarted,
        "ATTACK": EntropyAttack,
        "PLAYER_OUT": EntropyPlayerOut,
        "TURN_ENDED": EntropyTurnEnded,
        "GROWTH": EntropyGrowth,
        "GAME_OVER": EntropyGameOver,
    },
    "skirmish": {
        "CARD_PLAYED": SkirmishCardPlayed,
        "CARD_DRAWN": SkirmishCardDrawn,
        "CARD_DISCARDED": SkirmishCardDiscarded,
        "UNIT_DEPLOYED": SkirmishUnitDeployed,
        "UNIT_CONSUMED": SkirmishUnitConsumed,
        "UNIT_DIED": SkirmishUnitDied,
        "UNIT_BOUNCED": SkirmishUnitBounced,
        "UNIT_MOVED": SkirmishUnitMoved,
        "UNIT_DAMAGED": SkirmishUnitDamaged,
        "UNIT_POWER_CHANGED": SkirmishUnitPowerChanged,
        "UNIT_SILENCED": SkirmishUnitSilenced,
        "SLOT_MODIFIER_CHANGED": SkirmishSlotModifierChanged,
        "ABILITY_ACTIVATED": SkirmishAbilityActivated,
        "INPUT_REQUIRED": SkirmishInputRequired,
        "PLAYER_PASSED": SkirmishPlayerPassed,
        "TURN_STARTED": SkirmishTurnStarted,
        "ROUND_STARTED": SkirmishRoundStarted,
        "ROUND_ENDED": SkirmishRoundEnded,
        "CONQUER_TRIGGERED": SkirmishConquerTriggered,
        "MATCH_ENDED": SkirmishMatchEnded,
        "STATE_SNAPSHOT": SkirmishStateSnapshot,
    },
    "space-conquest": {
        "ORDERS_COMMITTED": SpaceConquestOrdersCommitted,
        "FLEET_LAUNCHED": SpaceConquestFleetLaunched,
        "ORDER_REJECTED": SpaceConquestOrderRejected,
        "REBELLION_ROLL": SpaceConquestRebellionRoll,
        "REBELLION": SpaceConquestRebellion,
        "PRODUCTION": SpaceConquestProduction,
        "TURN_STARTED": SpaceConquestTurnStarted,
        "HYPERSPACE_ROLL": SpaceConquestHyperspaceRoll,
        "HYPERSPACE_LOSS": SpaceConquestHyperspaceLoss,
        "FLEET_ARRIVED": SpaceConquestFleetArrived,
        "STAR_REVEALED": SpaceConquestStarRevealed,
        "COMBAT": SpaceConquestCombat,
        "STAR_TAKEN": SpaceConquestStarTaken,
        "GAME_OVER": SpaceConquestGameOver,
    },
}


def read(game: str, text: str) -> list[Event]:
    """Events of a game from JSON text, a list of documents. Called by the extension."""
    kinds = KINDS[game]
    events: list[Event] = []
    for document in json.loads(text):
        kind = kinds[document.pop("type")]
        events.append(kind(**{f"{key}_" if iskeyword(key) else key: value for key, value in document.items()}))
    return events
