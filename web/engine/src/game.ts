// A game as an object of pure functions: states in, states out, nothing is ever changed.
import type { FullEvent, GameFacts, GameTypes, Seed, Spectator, Status } from "./games/common.js";
import { write } from "./json.js";
import type { Module } from "./module.js";
import { type ActionPage, Asker, type BotOptions, type PageOptions, Table, type Verdict, writeSeed } from "./table.js";

/** What happened, and the state after it. */
export interface Step<G extends GameTypes> {
  state: G["State"];
  events: FullEvent<G["Event"], G["Player"]>[];
}

export class Game<G extends GameTypes> {
  readonly facts: GameFacts;
  readonly #asker: Asker<G>;

  constructor(module: Module, facts: GameFacts) {
    this.facts = facts;
    this.#asker = new Asker<G>(module, facts.id);
  }

  get id(): string {
    return this.facts.id;
  }

  /** The first state. Without a seed in the config it is always the same one. */
  init(config?: G["Config"]): G["State"] {
    return JSON.parse(this.#init(config)) as G["State"];
  }

  #init(config: G["Config"] | undefined): string {
    const seed = (config as { seed?: unknown } | undefined)?.seed;
    if (seed !== undefined && seed !== null) writeSeed(seed);
    return this.#asker.init(config === undefined ? undefined : write(config, "config"));
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
    const step = this.#asker.apply(write(state, "state"), player, action, rolls);
    return { state: JSON.parse(step.state) as G["State"], events: step.events };
  }

  isValidAction(state: G["State"] | G["View"], action: G["Action"], player: G["Player"]): boolean {
    return this.checkAction(state, action, player).valid;
  }

  /** The same with the reason: `slug` for programs, `message` for people. */
  checkAction(state: G["State"] | G["View"], action: G["Action"], player: G["Player"]): Verdict {
    return this.#asker.check(write(state, "state"), player, action);
  }

  /** All valid actions, in the order that the game documents; at most 100,000. */
  getValidActions(state: G["State"] | G["View"], player: G["Player"]): G["Action"][] {
    return this.getActionPage(state, player, { limit: 100_000 }).actions;
  }

  /** Some of the valid actions, and how many there are. */
  getActionPage(
    state: G["State"] | G["View"],
    player: G["Player"],
    page?: PageOptions,
  ): ActionPage<G["Action"]> {
    return this.#asker.actions(write(state, "state"), player, page);
  }

  /** One valid action, each with the same probability. */
  getRandomAction(state: G["State"] | G["View"], player: G["Player"], seed: Seed): G["Action"] {
    return this.#asker.randomAction(write(state, "state"), player, seed);
  }

  /** What a player, or a spectator, may know of the state. */
  getPlayerView(state: G["State"], viewer: G["Player"] | Spectator): G["View"] {
    return JSON.parse(this.#asker.view(write(state, "state"), viewer)) as G["View"];
  }

  /** What a player, or a spectator, may see of events: secret ones are left out or redacted. */
  getPlayerEvents(
    events: FullEvent<G["Event"], G["Player"]>[],
    viewer: G["Player"] | Spectator,
  ): G["Event"][] {
    return this.#asker.viewEvents(events, viewer);
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
    return this.#asker.status(write(state, "state"));
  }

  /** Everybody who plays, in player order. */
  getPlayers(state: G["State"]): G["Player"][] {
    const text = write(state, "state");
    return this.#asker.players(text, this.#asker.status(text).scores.length);
  }

  /** A full state that could be the one behind the view: what searching bots play on. */
  resample(view: G["View"], viewer: G["Player"] | Spectator, seed: Seed): G["State"] {
    return JSON.parse(this.#asker.resample(write(view, "state"), viewer, seed)) as G["State"];
  }

  /** What a built-in bot would do: `random`, `greedy`, `search`; `gte` and `null` in Entropy. */
  chooseAction(view: G["View"], viewer: G["Player"], bot: string, options: BotOptions): G["Action"] {
    return this.#asker.bot(write(view, "state"), viewer, bot, options);
  }

  /** The board as plain text; with a viewer, as that one sees it. */
  render(state: G["State"] | G["View"], viewer?: G["Player"] | Spectator): string {
    return this.#asker.render(write(state, "state"), viewer);
  }

  /** A match that keeps its state to itself. */
  table(config?: G["Config"]): Table<G> {
    return new Table<G>(this.#asker, this.#init(config));
  }

  /** A match from a state as text, as the engine wrote it. */
  tableFrom(state: string): Table<G> {
    return new Table<G>(this.#asker, state);
  }
}
