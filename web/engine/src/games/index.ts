// The games by their ids. Made by agon-describe of games/games.def.
import type { RockPaperScissors } from "./rock-paper-scissors.js";
import type { StellarSkirmish } from "./stellar-skirmish.js";
import type { Entropy } from "./entropy.js";
import type { Skirmish } from "./skirmish.js";
import type { SpaceConquest } from "./space-conquest.js";

export interface Games {
  "rock-paper-scissors": RockPaperScissors;
  "stellar-skirmish": StellarSkirmish;
  "entropy": Entropy;
  "skirmish": Skirmish;
  "space-conquest": SpaceConquest;
}

export type GameId = keyof Games;

export type * as rockPaperScissors from "./rock-paper-scissors.js";
export type * as stellarSkirmish from "./stellar-skirmish.js";
export type * as entropy from "./entropy.js";
export type * as skirmish from "./skirmish.js";
export type * as spaceConquest from "./space-conquest.js";
export type * from "./common.js";
