// The page's side of the worker: requests with answers, and updates that come by themselves.
import type { GameFacts, ReplayVerdict } from "agon-engine";
import type { Player, Viewer } from "../board.ts";
import { fill, texts } from "../texts.ts";
import { type MatchInfo, type MatchSetup, type MatchUpdate, RefusedError, type Refusal } from "./connection.ts";
import type { Eyes, ReplayFrame, ReplayInfo } from "./worker-replay.ts";

/** What can be asked of the worker. */
export interface Requests {
  games(): GameFacts[];
  match(setup: MatchSetup): MatchInfo;
  start(): void;
  act(player: Player, action: object): void;
  shown(step: number): void;
  look(viewer: Viewer): void;
  resign(): void;
  actions(player: Player, offset: number, limit: number): object[];
  replay(): string;
  openReplay(text: string): ReplayInfo;
  frame(position: number, viewer: Eyes): ReplayFrame;
  story(viewer: Eyes): { type: string }[][];
  verify(text: string, commitment?: string): ReplayVerdict;
  /** What follows from a view that a server has sent. */
  viewFacts(game: string, view: object, viewer: Viewer): ViewFacts;
  viewActions(game: string, view: object, player: Player, offset: number, limit: number): object[];
  viewAllows(game: string, view: object, player: Player, action: object): boolean;
}

export interface ViewFacts {
  winners: Player[] | null;
  scores: number[];
  actions: { count: number; items: object[] };
  text: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

type Message = { update: MatchUpdate } | { id: number; result?: unknown; refusal?: Refusal };

export class WorkerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  onUpdate: (update: MatchUpdate) => void = () => {};
  onFailed: (message: string) => void = () => {};

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "agon" });
    this.#worker.addEventListener("message", (event: MessageEvent<Message>) => this.#receive(event.data));
    this.#worker.addEventListener("error", (event) => this.#fail(event.message || "worker"));
  }

  #receive(message: Message): void {
    if ("update" in message) {
      this.onUpdate(message.update);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.refusal) waiting?.reject(new RefusedError(message.refusal));
    else waiting?.resolve(message.result);
  }

  #fail(reason: string): void {
    const error = new Error(fill(texts.errors.worker, { reason }));
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
    this.onFailed(error.message);
  }

  ask<K extends keyof Requests>(method: K, ...args: Parameters<Requests[K]>): Promise<ReturnType<Requests[K]>> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#worker.postMessage({ id, method, args });
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#waiting.clear();
  }
}
