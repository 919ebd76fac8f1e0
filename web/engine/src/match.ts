// A match: it lives in the module, and only what a viewer may see comes out of it.
import { refuse } from "./error.js";
import type { ActionPage, PageOptions } from "./game.js";
import type { GameTypes, Seed, Spectator } from "./games/common.js";
import { write } from "./json.js";
import type { Module } from "./module.js";
import type { ReplayResult } from "./replay.js";
import { freshSeed, writeSeed } from "./seed.js";

/** Who answers for a seat: `human`, a built-in bot such as `search:sims=800`, or somebody with a name. */
export type SeatOption = string | { name: string; kind: "person" | "program"; timed?: boolean };

export interface MatchOptions<G extends GameTypes = GameTypes> {
  /** Left out: 128 bits are drawn. */
  seed?: Seed;
  config?: Omit<G["Config"], "seed">;
  /** Who plays, in player order; left out: people. Tells how many play where the config does not. */
  seats?: SeatOption[];
  /** As `agon match --clock` takes it: `60+1`, `30/turn`; left out: none. */
  clock?: string;
  /** What follows a fault of a program: `forfeit`, `random`, `retry:N`, `retry:N,random`. */
  fault?: string;
  /** The commitment to the seed, for the replay. */
  commitment?: string;
  /** Begins with this state, as the engine wrote it, instead of a config. */
  state?: string;
  /** Clocks run for everybody who may act; otherwise for who is being asked. */
  live?: boolean;
  /** When it begins, in microseconds. */
  now?: number;
}

/** Where to go on: after all moves of the replay, or after so many. Seats are as in the replay, if left out. */
export type ContinueOptions = Pick<MatchOptions, "seats" | "live" | "now"> & { moves?: number };

/** What can be said with every request. */
export interface LookOptions<G extends GameTypes = GameTypes> {
  /** Whose update comes with the answer. */
  viewer?: G["Player"] | Spectator;
  /** How many valid actions come with the update; 1000 if left out. */
  limit?: number;
  /** The time in microseconds, from any start; left out: nothing is measured. */
  now?: number;
}

export interface MatchSeat<P = string | number> {
  player: P;
  name: string;
  kind: "person" | "program" | "bot";
}

/** What a viewer sees now, and what has happened since it looked last. */
export interface ViewerUpdate<G extends GameTypes = GameTypes> {
  viewer: G["Player"] | Spectator;
  view: G["View"];
  /** What this viewer was shown last; null at first. */
  previous: G["View"] | null;
  events: G["Event"][];
  to_act: G["Player"][];
  over: boolean;
  /** By the rules; null while the game goes on, empty on a draw. */
  winners: G["Player"][] | null;
  scores: number[];
  /** The viewer's valid actions, the first of them. */
  actions: ActionPage<G["Action"]>;
  /** Once it is over: places, with those who forfeited last. */
  result: ReplayResult | null;
  /** The board as text. */
  text: string;
}

/** Where the match stands: for whoever conducts it, not for players. */
export interface MatchProgress<G extends GameTypes = GameTypes> {
  /** Accepted actions. */
  moves: number;
  over: boolean;
  /** Who is asked next where one is asked after the other, as in `agon match`. */
  next: G["Player"] | null;
  /** Those who answer from outside and can be asked now. */
  people: G["Player"][];
  /** The built-in bot that `think` lets move. */
  thinking: G["Player"] | null;
  /** When the first clock runs out, in microseconds. */
  deadline: number | null;
  /** If a viewer was named. */
  update?: ViewerUpdate<G>;
}

export interface MatchAnswer<G extends GameTypes = GameTypes> extends MatchProgress<G> {
  /** `again`: a program's answer was refused, and it is to be asked again. */
  judgement: "moved" | "again";
  message?: string;
}

interface Opened<G extends GameTypes> extends MatchProgress<G> {
  session: number;
  game: string;
  seats: MatchSeat<G["Player"]>[];
}

/** The config as the replay shall have it: without the seed, and none if there is nothing in it. */
function bareConfig(config: object | undefined): object | undefined {
  const { seed: _, ...rest } = (config ?? {}) as Record<string, unknown>;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

export class Match<G extends GameTypes = GameTypes> {
  readonly game: string;
  readonly seats: readonly MatchSeat<G["Player"]>[];
  readonly #module: Module;
  readonly #session: number;
  #progress: MatchProgress<G>;

  /** `params` is what the method `open` of sessions takes. */
  private constructor(module: Module, params: string) {
    const { session, game, seats, ...progress } = JSON.parse(module.askSession("open", params)) as Opened<G>;
    this.game = game;
    this.seats = seats;
    this.#module = module;
    this.#session = session;
    this.#progress = progress;
  }

  static open<G extends GameTypes>(module: Module, game: string, options: MatchOptions<G> = {}): Match<G> {
    const { seed = freshSeed(), config, state, ...rest } = options;
    const fields = write({ game, config: bareConfig(config), ...rest }, "config");
    const given = state === undefined ? "" : `,"state":${state}`;
    return new Match<G>(module, `${fields.slice(0, -1)},"seed":${writeSeed(seed)}${given}}`);
  }

  static continue<G extends GameTypes>(module: Module, replay: string, options: ContinueOptions = {}): Match<G> {
    return new Match<G>(module, write({ replay, ...options }, "replay"));
  }

  get players(): G["Player"][] {
    return this.seats.map((seat) => seat.player);
  }

  /** Where it stands, as of the last request. */
  get progress(): MatchProgress<G> {
    return this.#progress;
  }

  #ask(method: string, params: object, what = "request"): unknown {
    return JSON.parse(this.#module.askSession(method, write({ session: this.#session, ...params }, what)));
  }

  #go(method: string, params: object): MatchAnswer<G> {
    const answer = this.#ask(method, params, "action") as MatchAnswer<G>;
    const { judgement: _, message: __, ...progress } = answer;
    this.#progress = progress;
    return answer;
  }

  /** Hands in an action. Throws an AgonError and changes nothing if a person's action is not valid. */
  act(player: G["Player"], action: G["Action"], options: LookOptions<G> = {}): MatchAnswer<G> {
    if (action === undefined) throw refuse("bad_action", null, "nothing was given");
    return this.#go("act", { ...options, player, action });
  }

  /** Hands in that there is no action: `late`, `dead`, `illegal`, `unparsable`. */
  fail(player: G["Player"], fault: string, reason: string, options: LookOptions<G> = {}): MatchAnswer<G> {
    return this.#go("act", { ...options, player, fault, reason });
  }

  /** Lets the next built-in bot move. */
  think(options: LookOptions<G> = {}): MatchAnswer<G> {
    return this.#go("think", options);
  }

  /** Puts the question: the player's clock runs from now on. */
  ask(player: G["Player"], now?: number): { time_left: number | null; refused: string | null } {
    return this.#ask("ask", { player, now }) as { time_left: number | null; refused: string | null };
  }

  /** A player leaves for good, and forfeits. */
  leave(player: G["Player"], options: LookOptions<G> = {}): MatchProgress<G> {
    return this.#go("leave", { ...options, player });
  }

  /** What the clocks demand at this time. */
  expire(now: number, options: LookOptions<G> = {}): MatchProgress<G> {
    return this.#go("expire", { ...options, now });
  }

  /** Takes moves back, until so many are left; the last one if left out. */
  undo(moves?: number, options: LookOptions<G> = {}): MatchProgress<G> {
    return this.#go("undo", { ...options, moves });
  }

  /** What a viewer sees now, and what has happened since it looked last. */
  look(viewer: G["Player"] | Spectator, options: LookOptions<G> = {}): ViewerUpdate<G> {
    return this.#go("look", { ...options, viewer }).update!;
  }

  /** All that a viewer has been shown of the match, from its beginning, also of one that goes on from a replay. */
  log(viewer: G["Player"] | Spectator): G["Event"][] {
    return (this.#ask("log", { viewer }) as { events: G["Event"][] }).events;
  }

  /** Some of the valid actions of a player. */
  actions(player: G["Player"], page: PageOptions = {}): ActionPage<G["Action"]> {
    return this.#ask("actions", { ...page, player }) as ActionPage<G["Action"]>;
  }

  /** The text of the replay: with its result if the match is over, or if it is to be broken off here. */
  replay(options: { finish?: boolean; salt?: string } = {}): string {
    return (this.#ask("replay", options) as { replay: string }).replay;
  }

  /** Gives everything free; the match cannot be used any more. */
  close(): void {
    this.#ask("close", {});
  }
}
