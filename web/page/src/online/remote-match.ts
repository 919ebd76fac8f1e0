// A match on a server. The engine in the worker only works out what follows from the views.
import type { GameFacts } from "agon-engine";
import type { Player, Seat, Viewer } from "../board.ts";
import {
  type MatchConnection,
  type MatchInfo,
  type MatchListener,
  type OnlineNews,
  type OnlineSeatControls,
  winnersOf,
} from "../match/connection.ts";
import { WorkerClient } from "../match/worker-client.ts";
import { fill, texts } from "../texts.ts";
import { api, type OnlineMatch } from "./api.ts";
import { hold, notedCommitment } from "./seats.ts";
import { MatchSocket, type ServerView } from "./socket.ts";

/** What to call the seats on the screen. */
export function seatsOf(match: OnlineMatch): Seat[] {
  return match.seats.map((seat, index) => {
    const name = seat.name ?? (seat.bot ? (texts.setup.bots[seat.bot.split(":")[0]!] ?? seat.bot) : fill(texts.setup.seat, { n: index + 1 }));
    const kind = seat.kind === "bot" ? "bot" : index === match.you ? "person" : "remote";
    return { index, player: seat.player, name, kind, ...(seat.bot ? { bot: seat.bot } : {}) };
  });
}

export class RemoteMatch implements MatchConnection {
  readonly info: MatchInfo;
  readonly controls?: OnlineSeatControls;
  readonly resign?: () => Promise<void>;
  readonly #token: string | null;
  readonly #worker = new WorkerClient();
  #match: OnlineMatch;
  #socket: MatchSocket | null = null;
  #listener: MatchListener | null = null;
  #latest: ServerView | null = null;
  #previous: object | null = null;
  #news: OnlineNews;
  #step = 0;
  /** Updates are made one after the other, in the order of the messages. */
  #work: Promise<void> = Promise.resolve();

  constructor(facts: GameFacts, match: OnlineMatch, token: string | null) {
    this.#match = match;
    this.#token = token;
    this.info = { facts, config: match.config ?? {}, seats: seatsOf(match) };
    this.#news = { isConnected: false, clock: null, isThere: [], hasLeft: [], rematch: match.rematch };
    if (token) {
      this.controls = this.#controlsFor(token);
      this.resign = async () => void (await api.leave(this.#match.id, token));
    }
  }

  #controlsFor(token: string): OnlineSeatControls {
    return {
      rematch: async () => {
        const { match, token: next } = await api.rematch(this.#match.id, token);
        hold(match.id, { token: next, invites: [] });
        return match.id;
      },
    };
  }

  listen(listener: MatchListener): void {
    this.#listener = listener;
    this.#worker.onFailed = (message) => listener.failed(message);
    this.#socket = new MatchSocket(
      this.#match.id,
      this.#token,
      {
        match: (match) => this.#learn(match),
        view: (latest, events, past) => this.#see(latest, events, past),
        clock: (clock) => this.#tell({ clock }),
        rematch: (rematch) => this.#tell({ rematch }),
        connection: (isConnected) => this.#tell({ isConnected }),
        failed: (message) => listener.failed(message),
      },
      (action) => this.#mayResend(action),
    );
  }

  #tell(part: Partial<OnlineNews>): void {
    this.#news = { ...this.#news, ...part };
    this.#listener?.news?.(this.#news);
  }

  #learn(match: OnlineMatch): void {
    const wasOver = this.#match.status === "over";
    this.#match = match;
    this.#tell({
      isThere: match.seats.map((seat) => seat.online || seat.kind === "bot"),
      hasLeft: match.seats.map((seat) => seat.left),
      rematch: match.rematch,
    });
    // A match may end without a move: somebody left, or ran out of time.
    if (match.status === "over" && !wasOver && this.#latest) this.#see(this.#latest, []);
  }

  #see(latest: ServerView, events: { type: string }[] | null, past: { type: string }[] | null = null): void {
    this.#latest = latest;
    this.#work = this.#work
      .then(() => this.#publish(latest, events, past))
      .catch((error: Error) => this.#listener?.failed(error.message));
  }

  async #publish(latest: ServerView, events: { type: string }[] | null, past: { type: string }[] | null): Promise<void> {
    const facts = await this.#worker.ask("viewFacts", this.info.facts.id, latest.view, latest.viewer);
    const { status, result } = this.#match;
    const over = latest.over || status === "over";
    const isBot = (player: Player): boolean => this.info.seats.find((seat) => seat.player === player)?.kind === "bot";
    this.#step++;
    this.#listener?.update({
      step: this.#step,
      moves: latest.sequence - 1,
      viewer: latest.viewer,
      view: latest.view,
      previous: events === null ? null : this.#previous,
      events: events ?? [],
      ...(past ? { past } : {}),
      status: {
        over,
        winners: over ? (this.#winners() ?? facts.winners ?? []) : null,
        // Of the board that is shown: the record of a match that was given up goes on at random.
        scores: result && result.forfeits.length === 0 ? result.scores : facts.scores,
        toAct: over ? [] : latest.toAct,
        forfeits: result?.forfeits ?? [],
      },
      actions: over ? { count: 0, items: [] } : facts.actions,
      thinking: over ? [] : latest.toAct.filter(isBot),
      handOver: null,
      text: facts.text,
    });
    this.#previous = latest.view;
  }

  #winners(): Player[] | null {
    const { result, seats } = this.#match;
    return winnersOf(result, seats.map((seat) => seat.player)) ?? result?.winners ?? null;
  }

  /** In simultaneous games an action is often overtaken by one that does not matter to it. */
  async #mayResend(action: object): Promise<boolean> {
    await this.#work;
    const latest = this.#latest;
    if (!this.info.facts.simultaneous || !latest || latest.viewer === "spectator") return false;
    return this.#worker.ask("viewAllows", this.info.facts.id, latest.view, latest.viewer, action);
  }

  async act(_player: Player, action: object): Promise<void> {
    if (!this.#socket) throw new Error(texts.online.lost);
    await this.#socket.act(action);
  }

  /** The server does not wait for screens. */
  shown(_step: number): void {}

  async look(_viewer: Viewer): Promise<void> {}

  async actions(player: Player, offset: number, limit: number): Promise<object[]> {
    if (!this.#latest) return [];
    return this.#worker.ask("viewActions", this.info.facts.id, this.#latest.view, player, offset, limit);
  }

  replay(): Promise<string> {
    return api.replay(this.#match.id);
  }

  async proof(): Promise<string> {
    const { id } = this.#match;
    const verdict = await this.#worker.ask("verify", await this.replay(), notedCommitment(id));
    if (!verdict.ok || !verdict.chance) return fill(texts.result.proof.broken, { reason: verdict.reason ?? "" });
    return texts.result.proof[verdict.chance];
  }

  close(): void {
    this.#socket?.close();
    this.#worker.close();
  }
}
