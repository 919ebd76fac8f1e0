// What all games have in common.

/** A 64-bit number (up to 2^53 - 1 here), or 128 bits as a string of 32 hex digits. */
export type Seed = number | string;

/** The generator inside a full state; never part of a view. */
export interface Generator {
  key: string;
  pos: number | string;
}

/** Whoever plays no side and sees what is public. */
export type Spectator = "spectator";

/** The types of one game, gathered so that functions can be generic over games. */
export interface GameTypes {
  Player: string | number;
  Config: object;
  State: object;
  View: object;
  Action: object;
  Event: { type: string };
}

/** An event as `applyAction` returns it: `visible` says who may see it in full. */
export type FullEvent<E, P> = E & { visible: "all" | P[] };

/** Facts of a game that never change. */
export interface GameFacts {
  id: string;
  title: string;
  rules_version: number;
  min_players: number;
  max_players: number;
  /** Players act at the same time. */
  simultaneous: boolean;
  /** Something is drawn after the start. */
  chance: boolean;
  /** Views differ from the state by more than the generator. */
  hidden: boolean;
  /** What awaits the players: one sentence. */
  summary: string;
  /** The built-in bots. */
  bots: { id: string; summary: string }[];
}

/** Where a game stands. */
export interface Status<P = string | number> {
  over: boolean;
  /** Null while the game goes on, empty on a draw. */
  winners: P[] | null;
  scores: number[];
  /** Everybody who may act now. */
  to_act: P[];
  /** The one player to act; null if there are several or none, and in simultaneous games. */
  current_player: P | null;
  /** 64 bits in hex, of what was given: a state's hash is not that of its views. */
  hash: string;
}
