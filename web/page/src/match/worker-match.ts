// A match in the worker: it lets bots move at the pace of the screen, and tells who has to act next.
// The match itself lives in the engine's module; views, events and actions come out of it.
import { type Agon, AgonError, type GameFacts, type Match, type MatchProgress } from "agon-engine";
import type { Player, Seat, Viewer } from "../board.ts";
import { type MatchInfo, type MatchSetup, type MatchUpdate, winnersOf } from "./connection.ts";
import { saveMatch } from "./saved.ts";

/** Bots may be so many updates ahead of the screen. */
const lead = 4;
/** So many valid actions go with an update; the others are asked for. */
export const listed = 2000;

function refusal(slug: string, message: string): AgonError {
  return new AgonError({ code: 1, message, data: { slug } });
}

export class WorkerMatch {
  readonly info: MatchInfo;
  readonly #match: Match;
  readonly #push: (update: MatchUpdate) => void;
  #viewer: Viewer;
  #step = 0;
  #shown = 0;
  /** What was sent last, to tell news from none. */
  #sent = "";
  #isPlaying = false;
  #isClosed = false;
  /** Who has been shown something already. */
  readonly #shownTo = new Set<Viewer>();
  readonly #setup: Omit<MatchSetup, "seed">;
  #savedMoves = -1;

  /** Goes on with `save`, the replay of a match that was begun before. */
  constructor(agon: Agon, setup: MatchSetup, save: string | null, push: (update: MatchUpdate) => void) {
    const seats = setup.seats.map(({ who }) => (who === "person" ? "human" : who));
    const { seed, isResumed: _, ...rest } = setup;
    this.#setup = rest;
    this.#match = save
      ? agon.continueMatch(save, { seats })
      : agon.match(setup.game, { config: setup.config, seats, ...(seed === undefined ? {} : { seed }) });
    const facts = agon.games.find((game) => game.id === setup.game) as GameFacts;
    this.info = { facts, config: setup.config, seats: this.#seatsOf(setup) };
    this.#push = push;
    this.#viewer = this.#viewers()[0]!;
  }

  #seatsOf(setup: MatchSetup): Seat[] {
    return this.#match.players.map((player, index) => {
      const { name, who } = setup.seats[index]!;
      const seat = { index, player, name };
      return who === "person" ? { ...seat, kind: "person" } : { ...seat, kind: "bot", bot: who };
    });
  }

  /** Who may look from this screen: the people at it, or a spectator. */
  #viewers(): Viewer[] {
    const persons = this.info.seats.filter((seat) => seat.kind === "person");
    return persons.length > 0 ? persons.map((seat) => seat.player) : ["spectator"];
  }

  /** Every answer of the match comes with what the viewer is to be shown. */
  #options(): { viewer: Viewer; limit: number } {
    return { viewer: this.#viewer, limit: listed };
  }

  /** Shows how the match begins, and lets the bots play. */
  start(): void {
    this.#look();
    void this.#play();
  }

  close(): void {
    this.#isClosed = true;
    this.#match.close();
  }

  act(player: Player, action: object): void {
    this.#publish(this.#match.act(player, action, this.#options()));
    this.#save();
    void this.#play();
  }

  shown(step: number): void {
    this.#shown = Math.max(this.#shown, step);
    void this.#play();
  }

  look(viewer: Viewer): void {
    if (!this.#viewers().includes(viewer)) throw refusal("wrong_viewer", "nobody here may look as that");
    this.#viewer = viewer;
    this.#look();
  }

  /** Gives up for whoever looks. */
  resign(): void {
    if (this.#viewer === "spectator") throw refusal("wrong_viewer", "nobody here plays");
    this.#publish(this.#match.leave(this.#viewer, this.#options()));
    this.#save();
  }

  #look(): void {
    const isFirst = !this.#shownTo.has(this.#viewer);
    this.#shownTo.add(this.#viewer);
    const past = isFirst ? this.#match.log(this.#viewer) : undefined;
    this.#match.look(this.#viewer, { limit: listed });
    this.#publish(this.#match.progress, past);
  }

  /** Writes down where the match stands. A browser that keeps nothing still plays. */
  #save(): void {
    const { moves, over, update } = this.#match.progress;
    if (moves === this.#savedMoves) return;
    this.#savedMoves = moves;
    const winners = over ? (winnersOf(update!.result, this.#match.players) ?? update!.winners ?? []) : null;
    const names = winners && this.info.seats.filter((seat) => winners.includes(seat.player)).map((seat) => seat.name);
    const match = { id: this.#setup.id, setup: this.#setup, moves, winners: names, updated: Date.now() };
    saveMatch(match, this.#match.replay()).catch(() => {});
  }

  actions(player: Player, offset: number, limit: number): object[] {
    return player === this.#viewer ? this.#match.actions(player, { offset, limit }).actions : [];
  }

  replay(): string {
    if (!this.#match.progress.over) throw refusal("not_over", "the match goes on");
    return this.#match.replay();
  }

  /** Bots move one after the other, as far ahead as the screen allows. */
  async #play(): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    while (this.#match.progress.thinking !== null && this.#step - this.#shown <= lead) {
      // Let messages in, and the page hear that somebody is thinking.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (this.#isClosed) return;
      this.#publish(this.#match.think(this.#options()));
    }
    this.#isPlaying = false;
    this.#save();
  }

  /** Sends what the viewer sees now, if it differs from what it saw. */
  #publish({ moves, people, thinking, update }: MatchProgress, past?: { type: string }[]): void {
    const { viewer, view, previous, events, over, winners, scores, to_act, actions, result, text } = update!;
    const sent = JSON.stringify([viewer, view, over, to_act, thinking]);
    if (events.length === 0 && !past && sent === this.#sent) return;
    this.#sent = sent;
    this.#step++;
    const isToAct = viewer !== "spectator" && to_act.includes(viewer);
    this.#push({
      step: this.#step,
      moves,
      viewer,
      view,
      previous,
      events,
      ...(past ? { past } : {}),
      status: {
        over,
        winners: winnersOf(result, this.#match.players) ?? winners,
        scores,
        toAct: to_act,
        forfeits: result?.forfeits ?? [],
      },
      actions: { count: actions.count, items: actions.actions },
      thinking: thinking === null ? [] : [thinking],
      handOver: isToAct || over ? null : (people[0] ?? null),
      text,
    });
  }
}
