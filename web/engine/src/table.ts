// A match in progress that keeps its state to itself: what a server or a worker is built on.
//
// The state is kept as the text that the engine wrote, so that it is never changed by a way through
// JavaScript, and never parsed unless somebody asks for it.
import type { FullEvent, GameTypes, Seed, Spectator, Status } from "./games/common.js";
import { refuse } from "./error.js";
import { member, write } from "./json.js";
import type { Module } from "./module.js";

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

/** A seed as JSON. Numbers beyond 2^53 would be rounded on their way here: they are refused. */
export function writeSeed(seed: unknown): string {
  const isNumber = typeof seed === "number" && Number.isSafeInteger(seed);
  const isHex = typeof seed === "string" && /^[0-9a-fA-F]{32}$/.test(seed);
  if (isNumber || isHex) return JSON.stringify(seed);
  throw refuse("bad_config", "seed", "seed: a whole number up to 2^53 - 1, or 32 hex digits");
}

/** Functions about a state or view that is given as text. */
export class Asker<G extends GameTypes> {
  readonly #game: string;

  constructor(
    readonly module: Module,
    readonly id: string,
  ) {
    this.#game = JSON.stringify(id);
  }

  ask(method: string, fields: string): string {
    return this.module.ask(method, `{"game":${this.#game}${fields}}`);
  }

  /** The first state; `players` counts where the config does not say how many play. */
  /** By that version of the rules, or by the newest. */
  init(config: string | undefined, players?: number, version?: number): string {
    const fields =
      (config ? `,"config":${config}` : "") +
      (players ? `,"players":${players}` : "") +
      (version === undefined ? "" : `,"rules_version":${write(version, "rules_version")}`);
    return member(this.ask("init", fields), "state")!;
  }

  apply(
    state: string,
    player: G["Player"],
    action: G["Action"],
    rolls?: number[],
  ): { state: string; events: FullEvent<G["Event"], G["Player"]>[] } {
    const given = rolls ? `,"rolls":${write(rolls, "rolls")}` : "";
    const fields = `,"state":${state},"player":${write(player, "player")},"action":${write(action, "action")}`;
    const result = this.ask("apply", fields + given);
    return {
      state: member(result, "state")!,
      events: JSON.parse(member(result, "events")!) as FullEvent<G["Event"], G["Player"]>[],
    };
  }

  check(state: string, player: G["Player"], action: G["Action"]): Verdict {
    const fields = `,"state":${state},"player":${write(player, "player")},"action":${write(action, "action")}`;
    return JSON.parse(this.ask("check", fields)) as Verdict;
  }

  actions(state: string, player: G["Player"], page: PageOptions = {}): ActionPage<G["Action"]> {
    const { limit = 1000, offset = 0 } = page;
    const fields = `,"state":${state},"player":${write(player, "player")},"limit":${write(limit, "limit")},"offset":${write(offset, "offset")}`;
    return JSON.parse(this.ask("actions", fields)) as ActionPage<G["Action"]>;
  }

  randomAction(state: string, player: G["Player"], seed: Seed): G["Action"] {
    const fields = `,"state":${state},"player":${write(player, "player")},"seed":${writeSeed(seed)}`;
    return (JSON.parse(this.ask("random_action", fields)) as { action: G["Action"] }).action;
  }

  view(state: string, viewer: G["Player"] | Spectator): string {
    return member(this.ask("view", `,"state":${state},"viewer":${write(viewer, "viewer")}`), "view")!;
  }

  viewEvents(
    events: FullEvent<G["Event"], G["Player"]>[],
    viewer: G["Player"] | Spectator,
  ): G["Event"][] {
    const fields = `,"events":${write(events, "event")},"viewer":${write(viewer, "viewer")}`;
    return (JSON.parse(this.ask("view_events", fields)) as { events: G["Event"][] }).events;
  }

  status(state: string): Status<G["Player"]> {
    return JSON.parse(this.ask("status", `,"state":${state}`)) as Status<G["Player"]>;
  }

  resample(view: string, viewer: G["Player"] | Spectator, seed: Seed): string {
    const fields = `,"view":${view},"viewer":${write(viewer, "viewer")},"seed":${writeSeed(seed)}`;
    return member(this.ask("resample", fields), "state")!;
  }

  bot(view: string, viewer: G["Player"], bot: string, options: BotOptions): G["Action"] {
    const budget =
      options.simulations === undefined ? "" : `,"simulations":${write(options.simulations, "simulations")}`;
    const fields = `,"view":${view},"viewer":${write(viewer, "viewer")},"bot":${write(bot, "bot")},"seed":${writeSeed(options.seed)}`;
    return (JSON.parse(this.ask("bot", fields + budget)) as { action: G["Action"] }).action;
  }

  render(state: string, viewer?: G["Player"] | Spectator): string {
    const as = viewer === undefined ? "" : `,"viewer":${write(viewer, "viewer")}`;
    return (JSON.parse(this.ask("render", `,"state":${state}${as}`)) as { text: string }).text;
  }

  /** Everybody who plays, in player order. */
  players(state: string, count: number): G["Player"][] {
    const known = member(state, "playerIds");
    if (known) return JSON.parse(known) as G["Player"][];
    const numbers = Array.from({ length: count }, (_, i) => i);
    const ways: G["Player"][][] = [numbers.map((i) => i + 1), numbers, numbers.map((i) => `p${i + 1}`)];
    const isKnown = (player: G["Player"]): boolean => {
      try {
        return this.view(state, player) !== "";
      } catch {
        return false;
      }
    };
    const way = ways.find((players) => players.every(isKnown));
    if (!way) throw refuse("unknown_player", null, `the players of ${this.id} are not known`);
    return way;
  }
}

/** One match: its state stays inside, views, events and actions come out. */
export class Table<G extends GameTypes = GameTypes> {
  readonly asker: Asker<G>;
  readonly players: G["Player"][];
  #state: string;
  #status: Status<G["Player"]>;

  constructor(asker: Asker<G>, state: string) {
    this.asker = asker;
    this.#state = state;
    this.#status = asker.status(state);
    this.players = asker.players(state, this.#status.scores.length);
  }

  /** Hash included, which is of the state: not for players. */
  get status(): Status<G["Player"]> {
    return this.#status;
  }

  /** The state as the engine wrote it: not for players. */
  get stateText(): string {
    return this.#state;
  }

  /** Goes back, or forward, to a state that this table has had. */
  restore(state: string): void {
    this.#status = this.asker.status(state);
    this.#state = state;
  }

  /** Makes a move, or throws and changes nothing. Returns the events with who may see them. */
  apply(player: G["Player"], action: G["Action"]): FullEvent<G["Event"], G["Player"]>[] {
    const { state, events } = this.asker.apply(this.#state, player, action);
    this.restore(state);
    return events;
  }

  viewText(viewer: G["Player"] | Spectator): string {
    return this.asker.view(this.#state, viewer);
  }

  view(viewer: G["Player"] | Spectator): G["View"] {
    return JSON.parse(this.viewText(viewer)) as G["View"];
  }

  viewEvents(
    events: FullEvent<G["Event"], G["Player"]>[],
    viewer: G["Player"] | Spectator,
  ): G["Event"][] {
    return this.asker.viewEvents(events, viewer);
  }

  check(player: G["Player"], action: G["Action"]): Verdict {
    return this.asker.check(this.#state, player, action);
  }

  actions(player: G["Player"], page?: PageOptions): ActionPage<G["Action"]> {
    return this.asker.actions(this.#state, player, page);
  }

  /** What a built-in bot would do with this player's view. */
  bot(player: G["Player"], bot: string, options: BotOptions): G["Action"] {
    return this.asker.bot(this.viewText(player), player, bot, options);
  }

  render(viewer: G["Player"] | Spectator): string {
    return this.asker.render(this.#state, viewer);
  }
}
