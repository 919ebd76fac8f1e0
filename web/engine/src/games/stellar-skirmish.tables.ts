// Stellar Skirmish: types made by agon-describe of the game's tables.
import type { EndReason, Planet, Player } from "./stellar-skirmish.js";

/** The value of a card in hand. */
export interface Play {
  type: "play";
  card: number;
}
export type Action = Play;

/** What only some may know is null for the others. */
export type Event =
  | { type: "PLANET_REVEALED"; planet: Planet }
  | { type: "CARD_PLAYED"; player: Player; card: number | null }
  | { type: "BATTLE_RESOLVED"; plays: Record<string, number>; winner: Player | null }
  | { type: "PLANET_CLAIMED"; player: Player; planet: Planet; doubled: boolean }
  | { type: "POT_DISCARDED" }
  | { type: "GAME_OVER"; end_reason: EndReason; scores: number[]; winners: Player[] };
