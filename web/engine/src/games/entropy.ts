// Entropy: the types of its JSON (docs/games/entropy.md).
import type { Generator, Seed, Spectator } from "./common.js";
import type { Action, Event } from "./entropy.tables.js";

export type * from "./entropy.tables.js";

/** An index from 0. */
export type Player = number;
export type Growth = "turn" | "round";

export interface Config {
  /** 2 to 8 names, distinct and not empty, in the order of turns. */
  players?: string[];
  max_rounds?: number;
  growth?: Growth;
  seed?: Seed;
}

export interface Territory {
  owner: Player;
  /** 1 to 8. */
  dice: number;
  neighbors: number[];
}
export interface EmptyNode {
  empty: true;
  neighbors: number[];
}
export type Node = Territory | EmptyNode;

interface Table {
  players: string[];
  max_rounds: number;
  growth: Growth;
  /** From 1. */
  round: number;
  current_player: Player;
  nodes: Node[];
  out: { player: Player; round: number }[];
  game_over: boolean;
  winners: Player[] | null;
}

export interface State extends Table {
  rng: Generator;
}
export interface View extends Table {
  viewer: Player | Spectator;
}

export interface Entropy {
  Player: Player;
  Config: Config;
  State: State;
  View: View;
  Action: Action;
  Event: Event;
}
