// Replays: verified, and any move as any viewer saw it. docs/replays.md has the format.
import type { GameTypes, Spectator } from "./games/common.js";
import { write } from "./json.js";
import type { Module } from "./module.js";

/** What the engine says about a whole replay. */
export interface ReplayVerdict {
  ok: boolean;
  /** The first line that does not hold, from 1. */
  line: number | null;
  reason: string | null;
  result: ReplayResult | null;
  /** What is proven about chance (docs/replays.md); null where the replay does not hold. */
  chance: "given_position" | "not_committed" | "opened" | "proven" | null;
  /** The same in words. */
  chance_text: string | null;
}

export interface ReplayResult {
  over: boolean;
  moves: number;
  winners: (string | number)[] | null;
  scores: number[];
  /** 1 is best. */
  places: number[] | null;
  forfeits: (string | number)[];
}

/** A line of a replay: who moved, and who made the move: the seat itself, `random` or the rules. */
export interface ReplayMove {
  player: string | number;
  by: "seat" | "random" | "rules";
  forfeit: boolean;
}

/** Who forfeited, and why: `late`, `dead` (it left), `illegal`, `unparsable`. */
export interface ReplayForfeit {
  player: string | number;
  fault: string;
}

/** Who looks at a replay: a player, the spectator, or somebody who sees everything, as no player does. */
export type ReplayViewer<P> = P | Spectator | "everything";

/** What a viewer saw after a move. Of `everything` the view is the state. */
export interface ReplayFrame<G extends GameTypes = GameTypes> {
  /** After so many moves. */
  position: number;
  viewer: ReplayViewer<G["Player"]>;
  view: G["View"] | G["State"];
  /** What was seen before the move; null at the beginning. */
  previous: G["View"] | G["State"] | null;
  /** Of the move. */
  events: G["Event"][];
  to_act: G["Player"][];
  over: boolean;
  winners: G["Player"][] | null;
  scores: number[];
  text: string;
}

interface Opened {
  session: number;
  game: string;
  config: object | null;
  seats: { player: string | number; name: string | null }[];
  moves: ReplayMove[];
  recorded: number;
  forfeits: ReplayForfeit[];
  verdict: ReplayVerdict;
}

/**
 * A replay that is open. Of a damaged one the moves before the damage can be seen; `verdict` tells. If
 * the first line does not hold, it cannot be opened.
 */
export class Replay<G extends GameTypes = GameTypes> {
  readonly game: string;
  readonly config: object | null;
  readonly seats: readonly { player: string | number; name: string | null }[];
  /** The moves that were played. */
  readonly moves: readonly ReplayMove[];
  /** How many the record has: after forfeits had decided the match, the rest was made at random for it. */
  readonly recorded: number;
  readonly forfeits: readonly ReplayForfeit[];
  readonly verdict: ReplayVerdict;
  readonly #module: Module;
  readonly #session: number;

  constructor(module: Module, text: string) {
    const opened = JSON.parse(module.askSession("open_replay", write({ replay: text }, "replay"))) as Opened;
    this.game = opened.game;
    this.config = opened.config;
    this.seats = opened.seats;
    this.moves = opened.moves;
    this.recorded = opened.recorded;
    this.forfeits = opened.forfeits;
    this.verdict = opened.verdict;
    this.#module = module;
    this.#session = opened.session;
  }

  #ask(method: string, params: object): unknown {
    return JSON.parse(this.#module.askSession(method, write({ session: this.#session, ...params }, "request")));
  }

  /** What a viewer saw after so many moves, and of the last of them. */
  frame(position: number, viewer: ReplayViewer<G["Player"]>): ReplayFrame<G> {
    const at = Math.min(Math.max(Math.trunc(position), 0), this.moves.length);
    return this.#ask("frame", { position: at, viewer }) as ReplayFrame<G>;
  }

  /** What a viewer saw of every move. */
  story(viewer: ReplayViewer<G["Player"]>): G["Event"][][] {
    return (this.#ask("story", { viewer }) as { events: G["Event"][][] }).events;
  }

  /** Gives everything free. */
  close(): void {
    this.#ask("close", {});
  }
}
