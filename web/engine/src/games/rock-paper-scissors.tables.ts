// Rock-Paper-Scissors: types made by agon-describe of the game's tables.
import type { Choice, Player } from "./rock-paper-scissors.js";

/** Rock, paper or scissors. */
export interface Choose {
  type: "choose";
  choice: "rock" | "paper" | "scissors";
}
export type Action = Choose;

/** What only some may know is null for the others. */
export type Event =
  | { type: "CHOSEN"; player: Player; choice: Choice | null }
  | { type: "REVEALED"; choices: Record<Player, Choice>; winners: Player[] | null };
