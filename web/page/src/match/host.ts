// A match in the worker: it keeps the state, plays the bots, and lets out views, events and actions.
import { type Agon, AgonError, type GameFacts, type Recorder } from "agon-engine";
import type { Player, Seat, Viewer } from "../board.ts";
import type { MatchInfo, MatchSetup, MatchUpdate } from "./link.ts";

/** Bots may be so many updates ahead of the screen. */
const lead = 4;
/** So many valid actions go with an update; the others are asked for. */
export const listed = 2000;

type Events = { type: string; visible: "all" | Player[] }[];

/** What one viewer has been shown, and what has happened since. */
interface Memory {
  view: string | null;
  events: { type: string }[];
}

export function parseBot(word: string): { bot: string; simulations?: number } {
  const [bot = "", options = ""] = word.split(":");
  const sims = /^sims=(\d+)$/.exec(options)?.[1];
  return sims === undefined ? { bot } : { bot, simulations: Number(sims) };
}

export class MatchHost {
  readonly info: MatchInfo;
  readonly #recorder: Recorder;
  readonly #push: (update: MatchUpdate) => void;
  readonly #memories = new Map<Viewer, Memory>();
  readonly #botSeed: () => number;
  #viewer: Viewer;
  #step = 0;
  #shown = 0;
  #thinking: Player[] = [];
  /** What was sent last, to tell news from none. */
  #sight = "";
  #isPlaying = false;
  #isClosed = false;

  constructor(agon: Agon, setup: MatchSetup, push: (update: MatchUpdate) => void) {
    const words = setup.seats.map((seat) => (seat.who === "person" ? "human" : seat.who));
    this.#recorder = agon.record(setup.game, {
      config: setup.config,
      seats: words,
      ...(setup.seed === undefined ? {} : { seed: setup.seed }),
    });
    const facts = agon.games.find((game) => game.id === setup.game) as GameFacts;
    this.info = { facts, config: setup.config, seats: this.#seatsOf(setup) };
    this.#push = push;
    this.#botSeed = botSeeds(this.#recorder.seed);
    const first = this.#persons()[0];
    this.#viewer = first === undefined ? "spectator" : first.player;
    for (const viewer of this.#viewers()) this.#memories.set(viewer, { view: null, events: [] });
  }

  #seatsOf(setup: MatchSetup): Seat[] {
    return this.#recorder.table.players.map((player, index) => {
      const { name, who } = setup.seats[index]!;
      const seat = { index, player, name };
      return who === "person" ? { ...seat, kind: "person" } : { ...seat, kind: "bot", bot: who };
    });
  }

  #persons(): Seat[] {
    return this.info.seats.filter((seat) => seat.kind === "person");
  }

  /** Who may look from this screen: the people at it, or a spectator. */
  #viewers(): Viewer[] {
    const persons = this.#persons();
    return persons.length > 0 ? persons.map((seat) => seat.player) : ["spectator"];
  }

  /** Shows how the match begins, and lets the bots play. */
  start(): void {
    this.#publish();
    void this.#play();
  }

  close(): void {
    this.#isClosed = true;
  }

  act(player: Player, action: object): void {
    const seat = this.info.seats.find((seat) => seat.player === player);
    if (seat?.kind !== "person") {
      throw new AgonError({ code: 1, message: "this seat is not yours", data: { slug: "not_your_turn" } });
    }
    this.#apply(player, action);
    this.#publish();
    void this.#play();
  }

  #apply(player: Player, action: object): void {
    const { table } = this.#recorder;
    const events = this.#recorder.play(player, action) as Events;
    for (const [viewer, memory] of this.#memories) {
      memory.events.push(...table.viewEvents(events, viewer));
    }
  }

  shown(step: number): void {
    this.#shown = Math.max(this.#shown, step);
    void this.#play();
  }

  look(viewer: Viewer): void {
    if (!this.#memories.has(viewer)) {
      throw new AgonError({ code: 1, message: "nobody here may look as that", data: { slug: "wrong_viewer" } });
    }
    this.#viewer = viewer;
    this.#publish();
  }

  actions(player: Player, offset: number, limit: number): object[] {
    if (player !== this.#viewer) return [];
    return this.#recorder.table.actions(player, { offset, limit }).actions;
  }

  replay(): string {
    if (!this.#recorder.table.status.over) {
      throw new AgonError({ code: 1, message: "the match goes on", data: { slug: "not_over" } });
    }
    return this.#recorder.finish();
  }

  /** Bots move one after the other, as far ahead as the screen allows. */
  async #play(): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    for (;;) {
      const seat = this.#nextBot();
      if (!seat || this.#isClosed || this.#step - this.#shown > lead) break;
      this.#thinking = [seat.player];
      // Let messages in, and the page hear that somebody is thinking.
      this.#publish();
      await new Promise((resolve) => setTimeout(resolve, 0));
      const { bot, simulations } = parseBot(seat.bot!);
      const options = { seed: this.#botSeed(), ...(simulations === undefined ? {} : { simulations }) };
      this.#apply(seat.player, this.#recorder.table.bot(seat.player, bot, options));
      this.#thinking = [];
      if (this.#nextBot() !== seat) this.#publish();
      else if (this.#memories.get(this.#viewer)!.events.length > 0) this.#publish();
    }
    this.#isPlaying = false;
  }

  #nextBot(): Seat | undefined {
    const { over, to_act } = this.#recorder.table.status;
    if (over) return undefined;
    return this.info.seats.find((seat) => seat.kind === "bot" && to_act.includes(seat.player));
  }

  /** Sends what the viewer sees now, if it differs from what it saw. */
  #publish(): void {
    const { table } = this.#recorder;
    const viewer = this.#viewer;
    const memory = this.#memories.get(viewer)!;
    const text = table.viewText(viewer);
    const { over, winners, scores, to_act } = table.status;
    const sight = JSON.stringify([viewer, text, over, to_act, this.#thinking]);
    if (memory.events.length === 0 && sight === this.#sight) return;
    this.#sight = sight;
    const isToAct = viewer !== "spectator" && to_act.includes(viewer);
    const page = isToAct ? table.actions(viewer, { limit: listed }) : { count: 0, actions: [] };
    this.#step++;
    this.#push({
      step: this.#step,
      moves: this.#recorder.moves,
      viewer,
      view: JSON.parse(text) as object,
      previous: memory.view === null ? null : (JSON.parse(memory.view) as object),
      events: memory.events,
      status: { over, winners, scores, toAct: to_act },
      actions: { count: page.count, items: page.actions },
      thinking: this.#thinking,
      handOver: isToAct || over ? null : this.#otherPerson(to_act),
      text: table.render(viewer),
    });
    this.#memories.set(viewer, { view: text, events: [] });
  }

  /** Another person who has to act now. */
  #otherPerson(toAct: Player[]): Player | null {
    return this.#persons().find((seat) => toAct.includes(seat.player))?.player ?? null;
  }
}

/** Bots draw from a generator of their own, which repeats with the match's seed. */
function botSeeds(seed: number | string): () => number {
  let value = 0x9e3779b9;
  for (const c of String(seed)) value = Math.imul(value ^ c.charCodeAt(0), 0x01000193) >>> 0;
  return () => {
    value = (value + 0x6d2b79f5) >>> 0;
    let x = Math.imul(value ^ (value >>> 15), 1 | value);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return (x ^ (x >>> 14)) >>> 0;
  };
}
