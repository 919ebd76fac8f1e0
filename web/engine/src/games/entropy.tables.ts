// Entropy: types made by agon-describe of the game's tables.
import type { Player } from "./entropy.js";

/** From one's own node on a neighbour. */
export interface Attack {
  type: "attack";
  from: number;
  to: number;
}

/** The end of the turn. */
export interface EndTurn {
  type: "end_turn";
}
export type Action = Attack | EndTurn;

/** What only some may know is null for the others. */
export type Event =
  | { type: "TURN_STARTED"; player: Player; round: number }
  | { type: "ATTACK"; player: Player; from: number; to: number; attack_roll: number; defense_roll: number; success: boolean }
  | { type: "PLAYER_OUT"; player: Player; round: number }
  | { type: "TURN_ENDED"; player: Player }
  | { type: "GROWTH"; player: Player; nodes: number[] }
  | { type: "GAME_OVER"; winners: Player[] };
