// Rock-Paper-Scissors: the types of its JSON (docs/games/rock-paper-scissors.md).
import type { Seed, Spectator } from "./common.js";
import type { Action, Event } from "./rock-paper-scissors.tables.js";

export type * from "./rock-paper-scissors.tables.js";

export type Choice = "rock" | "paper" | "scissors";
export type Player = string;

export interface Config {
  playerIds?: [string, string];
  seed?: Seed;
}

interface Table<C> {
  choices: Record<Player, C>;
  /** Always null: both choose at the same time. */
  currentPlayerId: null;
  gameOver: boolean;
  winners: Player[] | null;
  turn: number;
  playerIds: [Player, Player];
  revealed: boolean;
}

export interface State extends Table<Choice | null> {
  rngState: Seed;
}

export interface View extends Table<Choice | "hidden" | null> {
  viewer: Player | Spectator;
}

export interface RockPaperScissors {
  Player: Player;
  Config: Config;
  State: State;
  View: View;
  Action: Action;
  Event: Event;
}
