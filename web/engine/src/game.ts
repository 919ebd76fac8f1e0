// A game as an object of pure functions: states in, states out, nothing is ever changed.
import type { FullEvent, GameFacts, GameTypes, Seed, Spectator, Status } from "./games/common.js";
import { write } from "./json.js";
import type { Module } from "./module.js";
import { writeSeed } from "./seed.js";

/** What happened, and the state after it. */
export interface Step<G extends GameTypes> {
  state: G["State"];
  events: FullEvent<G["Event"], G["Player"]>[];
}

export type Verdict =
  | { valid: true; slug: null; message: null }
  | { valid: false; slug: string; message: string };

export interface ActionPage<A> {
  /** How many there are in all. */
  count: number;
  actions: A[];
}

export interface PageOptions {
  /** At most so many; 1000 if it is left out. */
  limit?: number;
  offset?: number;
}

export interface BotOptions {
  seed: Seed;
  /** The budget of bots that search, up to 100,000. */
  simulations?: number;
}

export class Game<G extends GameTypes> {
  readonly facts: GameFacts;
  readonly #module: Module;
  readonly #game: string;

  constructor(module: Module, facts: GameFacts) {
    this.facts = facts;
    this.#module = module;
    this.#game = `"game":${JSON.stringify(facts.id)}`;
  }

  get id(): string {
    return this.facts.id;
  }

  /** Calls a method with parameters that are JSON texts; those that are undefined are left out. */
  #ask(method: string, params: Record<string, string | undefined>): unknown {
    const given = Object.entries(params).filter(([, text]) => text !== undefined);
    const texts = given.map(([key, text]) => `,"${key}":${text}`);
    return JSON.parse(this.#module.ask(method, `{${this.#game}${texts.join("")}}`));
  }

  /** The first state. Without a seed in the config it is always the same one. */
  init(config?: G["Config"]): G["State"] {
    const seed = (config as { seed?: unknown } | undefined)?.seed;
    if (seed !== undefined && seed !== null) writeSeed(seed);
    const text = config === undefined ? undefined : write(config, "config");
    return (this.#ask("init", { config: text }) as { state: G["State"] }).state;
  }

  /** The state after an action. Throws an AgonError, with slug and path, if it is not valid. */
  applyAction(state: G["State"], action: G["Action"], player: G["Player"]): G["State"] {
    return this.applyWithEvents(state, action, player).state;
  }

  /**
   * The state after an action and what happened on the way. `rolls` replaces the generator, for
   * tests and analysis. Pass events on to players through `getPlayerEvents` only.
   */
  applyWithEvents(
    state: G["State"],
    action: G["Action"],
    player: G["Player"],
    rolls?: number[],
  ): Step<G> {
    const text = rolls === undefined ? undefined : write(rolls, "rolls");
    return this.#ask("apply", { ...this.#play(state, player, action), rolls: text }) as Step<G>;
  }

  isValidAction(state: G["State"] | G["View"], action: G["Action"], player: G["Player"]): boolean {
    return this.checkAction(state, action, player).valid;
  }

  /** The same with the reason: `slug` for programs, `message` for people. */
  checkAction(state: G["State"] | G["View"], action: G["Action"], player: G["Player"]): Verdict {
    return this.#ask("check", this.#play(state, player, action)) as Verdict;
  }

  #play(state: unknown, player: unknown, action: unknown): Record<string, string> {
    return { state: write(state, "state"), player: write(player, "player"), action: write(action, "action") };
  }

  /** All valid actions, in the order that the game documents; at most 100,000. */
  getValidActions(state: G["State"] | G["View"], player: G["Player"]): G["Action"][] {
    return this.getActionPage(state, player, { limit: 100_000 }).actions;
  }

  /** Some of the valid actions, and how many there are. */
  getActionPage(
    state: G["State"] | G["View"],
    player: G["Player"],
    { limit = 1000, offset = 0 }: PageOptions = {},
  ): ActionPage<G["Action"]> {
    const page = { limit: write(limit, "limit"), offset: write(offset, "offset") };
    const about = { state: write(state, "state"), player: write(player, "player") };
    return this.#ask("actions", { ...about, ...page }) as ActionPage<G["Action"]>;
  }

  /** One valid action, each with the same probability. */
  getRandomAction(state: G["State"] | G["View"], player: G["Player"], seed: Seed): G["Action"] {
    const about = { state: write(state, "state"), player: write(player, "player"), seed: writeSeed(seed) };
    return (this.#ask("random_action", about) as { action: G["Action"] }).action;
  }

  /** What a player, or a spectator, may know of the state. */
  getPlayerView(state: G["State"], viewer: G["Player"] | Spectator): G["View"] {
    const about = { state: write(state, "state"), viewer: write(viewer, "viewer") };
    return (this.#ask("view", about) as { view: G["View"] }).view;
  }

  /** What a player, or a spectator, may see of events: secret ones are left out or redacted. */
  getPlayerEvents(
    events: FullEvent<G["Event"], G["Player"]>[],
    viewer: G["Player"] | Spectator,
  ): G["Event"][] {
    const about = { events: write(events, "event"), viewer: write(viewer, "viewer") };
    return (this.#ask("view_events", about) as { events: G["Event"][] }).events;
  }

  isGameOver(state: G["State"] | G["View"]): boolean {
    return this.getStatus(state).over;
  }

  /** Null while the game goes on, empty on a draw. */
  getWinners(state: G["State"] | G["View"]): G["Player"][] | null {
    return this.getStatus(state).winners;
  }

  /** Null if several may act, or nobody, and always in simultaneous games: see `getStatus`. */
  getCurrentPlayer(state: G["State"] | G["View"]): G["Player"] | null {
    return this.getStatus(state).current_player;
  }

  getStatus(state: G["State"] | G["View"]): Status<G["Player"]> {
    return this.#ask("status", { state: write(state, "state") }) as Status<G["Player"]>;
  }

  /** Everybody who plays, in player order. */
  getPlayers(state: G["State"] | G["View"]): G["Player"][] {
    const answer = this.#module.askSession("players", `{${this.#game},"state":${write(state, "state")}}`);
    return (JSON.parse(answer) as { players: G["Player"][] }).players;
  }

  /** A full state that could be the one behind the view: what searching bots play on. */
  resample(view: G["View"], viewer: G["Player"] | Spectator, seed: Seed): G["State"] {
    const about = { view: write(view, "state"), viewer: write(viewer, "viewer"), seed: writeSeed(seed) };
    return (this.#ask("resample", about) as { state: G["State"] }).state;
  }

  /** What a built-in bot would do: `random`, `greedy`, `search`; `gte` and `null` in Entropy. */
  chooseAction(view: G["View"], viewer: G["Player"], bot: string, options: BotOptions): G["Action"] {
    const { seed, simulations } = options;
    const answer = this.#ask("bot", {
      view: write(view, "state"),
      viewer: write(viewer, "viewer"),
      bot: write(bot, "bot"),
      seed: writeSeed(seed),
      simulations: simulations === undefined ? undefined : write(simulations, "simulations"),
    });
    return (answer as { action: G["Action"] }).action;
  }

  /** The board as plain text; with a viewer, as that one sees it. */
  render(state: G["State"] | G["View"], viewer?: G["Player"] | Spectator): string {
    const as = viewer === undefined ? undefined : write(viewer, "viewer");
    return (this.#ask("render", { state: write(state, "state"), viewer: as }) as { text: string }).text;
  }
}
