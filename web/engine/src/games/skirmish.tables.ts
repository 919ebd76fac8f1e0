// Skirmish: types made by agon-describe of the game's tables.
import type { CardId, CardName, DeathCause, Player, Slot } from "./skirmish.js";

/** What only some may know is null for the others. */
export type Event =
  | { type: "CARD_PLAYED"; player: Player; cardId: CardId; slotId: number | null; target: Slot | null }
  | { type: "CARD_DRAWN"; player: Player; cardId: CardId | null }
  | { type: "CARD_DISCARDED"; player: Player; cardId: CardId }
  | { type: "UNIT_DEPLOYED"; unitId: CardId; player: Player; slotId: number }
  | { type: "UNIT_CONSUMED"; unitId: CardId; player: Player; slotId: number; by: CardId }
  | { type: "UNIT_DIED"; unitId: CardId; player: Player; slotId: number; cause: DeathCause }
  | { type: "UNIT_BOUNCED"; unitId: CardId; player: Player; slotId: number }
  | { type: "UNIT_MOVED"; unitId: CardId; player: Player; from: number; to: number }
  | { type: "UNIT_DAMAGED"; unitId: CardId; slotId: number; amount: number; source: CardId }
  | { type: "UNIT_POWER_CHANGED"; unitId: CardId; slotId: number; oldPower: number; newPower: number; amount: number }
  | { type: "UNIT_SILENCED"; unitId: CardId; slotId: number }
  | { type: "SLOT_MODIFIER_CHANGED"; player: Player; slotId: number; old: number; new: number }
  | { type: "ABILITY_ACTIVATED"; unitId: CardId; player: Player }
  | { type: "INPUT_REQUIRED"; player: Player; source: CardId; kind: CardName; choices: Slot[]; optional: boolean }
  | { type: "PLAYER_PASSED"; player: Player }
  | { type: "TURN_STARTED"; player: Player }
  | { type: "ROUND_STARTED"; round: number; startingPlayer: Player }
  | { type: "ROUND_ENDED"; round: number; winner: Player | null; vp: [number, number] }
  | { type: "CONQUER_TRIGGERED"; unitId: CardId; slotId: number }
  | { type: "MATCH_ENDED"; winner: Player | null }
  | { type: "STATE_SNAPSHOT" };
