// What the page knows of a match, wherever it is played: in a worker here, or on a server.
import type { GameFacts, ReplayResult } from "agon-engine";
import type { MatchStatus, Player, Seat, Viewer } from "../board.ts";

/** How a match is set up. */
export interface MatchSetup {
  /** By which this browser keeps it. */
  id: string;
  /** It was begun before, and goes on where it was left. */
  isResumed?: boolean;
  game: string;
  /** Without seed. */
  config: object;
  /** Left out: a fresh secret one. */
  seed?: number | string;
  /** Per player: `person`, or a bot's word such as `greedy` or `search:sims=800`. */
  seats: { name: string; who: string }[];
}

export interface MatchInfo {
  facts: GameFacts;
  config: object;
  seats: Seat[];
}

/** What a viewer sees after something has happened. */
export interface MatchUpdate {
  /** Counts up with every update. */
  step: number;
  /** How many moves have been made. */
  moves: number;
  viewer: Viewer;
  view: object;
  /** What this viewer was shown before; null at first. */
  previous: object | null;
  events: { type: string }[];
  /** What it saw happen before, where this is the first it is shown; left out: no news of that. */
  past?: { type: string }[];
  status: MatchStatus;
  /** The viewer's valid actions, the first of them. */
  actions: { count: number; items: object[] };
  /** Seats that are thinking, or that are waited for elsewhere. */
  thinking: Player[];
  /** Another person at this screen has to act: cover it, then `look`. */
  handOver: Player | null;
  /** The board as text, for games without a board of their own. */
  text: string;
}

/** Whoever forfeits has lost, whatever the board says. Null: it goes by the board. */
export function winnersOf(result: Pick<ReplayResult, "places" | "forfeits"> | null, players: Player[]): Player[] | null {
  if (!result?.places || result.forfeits.length === 0) return null;
  return players.filter((_, index) => result.places![index] === 1);
}

/** Why an action was refused. */
export interface Refusal {
  slug: string;
  message: string;
  path: string | null;
}

export class RefusedError extends Error {
  readonly slug: string;
  readonly path: string | null;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.slug = refusal.slug;
    this.path = refusal.path;
  }
}

export interface MatchListener {
  update(update: MatchUpdate): void;
  /** The match cannot go on: the worker died, the connection is lost for good. */
  failed(message: string): void;
  /** Only from matches on a server. */
  news?(news: OnlineNews): void;
}

/** What there is to tell of a match on a server besides its course. */
export interface OnlineNews {
  isConnected: boolean;
  clock: { left: (number | null)[]; running: boolean[]; at: number } | null;
  /** Per seat: somebody is there; has left or forfeited. */
  isThere: boolean[];
  hasLeft: boolean[];
  /** The match that is played next, once somebody has asked for it. */
  rematch: string | null;
}

/** What a seat on a server can do besides moving. */
export interface OnlineSeatControls {
  /** Takes the seat in the next match; resolves to its id. */
  rematch(): Promise<string>;
}

/** The way to a match. Closing it gives everything free. */
export interface MatchConnection {
  readonly info: MatchInfo;
  /** Begins to receive updates; the present one comes at once. */
  listen(listener: MatchListener): void;
  /** Hands in an action for the player that is looked as; throws a RefusedError. */
  act(player: Player, action: object): Promise<void>;
  /** Says that an update has been shown, so that bots do not run ahead. */
  shown(step: number): void;
  /** Shows the match as another person at this screen. */
  look(viewer: Viewer): Promise<void>;
  actions(player: Player, offset: number, limit: number): Promise<object[]>;
  /** The text of the replay; only when the match is over. */
  replay(): Promise<string>;
  /** On a server: what the replay proves about chance, in words. */
  proof?(): Promise<string>;
  /** Gives up for the player who looks. Left out for those who do not play. */
  resign?(): Promise<void>;
  /** For those who hold a seat on a server. */
  readonly controls?: OnlineSeatControls;
  close(): void;
}
