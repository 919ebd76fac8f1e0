// The WebSocket of a match (docs/server/websocket.md): opens it, opens it again, loses nothing.
import type { Player, Viewer } from "../board.ts";
import { type Refusal, RefusedError } from "../match/connection.ts";
import { texts } from "../texts.ts";
import { address, type OnlineMatch } from "./api.ts";

/** A view as the server sent it, whole or put together from changes. */
export interface ServerView {
  sequence: number;
  viewer: Viewer;
  view: Record<string, unknown>;
  toAct: Player[];
  over: boolean;
}

export interface ClockState {
  left: (number | null)[];
  running: boolean[];
  /** When this was so, by this page's clock. */
  at: number;
}

export interface SocketListener {
  match(match: OnlineMatch): void;
  /** `events` is null for a whole view: there is nothing to animate; then `past` is what happened before. */
  view(latest: ServerView, events: { type: string }[] | null, past: { type: string }[] | null): void;
  clock(clock: ClockState): void;
  rematch(match: string): void;
  connection(isOpen: boolean): void;
  /** It is over for good. */
  failed(message: string): void;
}

interface Pending {
  action: object;
  sequence: number;
  tries: number;
  resolve(): void;
  reject(error: Error): void;
}

type Message =
  | { type: "match"; match: OnlineMatch }
  | { type: "view"; sequence: number; viewer: Viewer; view: Record<string, unknown>; to_act: Player[]; over: boolean }
  | {
      type: "change";
      sequence: number;
      events: { type: string }[];
      changes: Record<string, unknown>;
      gone: string[];
      to_act: Player[];
      over: boolean;
    }
  | { type: "log"; events: { type: string }[][] }
  | { type: "clock"; left: (number | null)[]; running: boolean[] }
  | { type: "accepted"; client: string }
  | { type: "refused"; client: string; error: Refusal; now: number | null }
  | { type: "rematch"; match: string }
  | { type: "bye"; reason: string; retry_ms?: number }
  | { type: "pong" | "error" };

/** Codes after which it is no use to try again. */
const final: Record<number, string> = {
  4400: texts.online.badHello,
  4401: texts.online.badToken,
  4403: texts.online.seatLost,
  4404: texts.online.noMatch,
  4410: texts.online.oldRules,
};

export class MatchSocket {
  readonly #url: URL;
  readonly #token: string | null;
  readonly #listener: SocketListener;
  readonly #pending = new Map<string, Pending>();
  /** Whether an action that was overtaken is sent again as it is. */
  readonly #mayResend: (action: object) => Promise<boolean>;
  #socket: WebSocket | null = null;
  #latest: ServerView | null = null;
  /** What happened before a whole view that is about to come. */
  #past: { type: string }[] | null = null;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #lastClient = 0;

  constructor(id: string, token: string | null, listener: SocketListener, mayResend: (action: object) => Promise<boolean>) {
    this.#url = address(`api/matches/${encodeURIComponent(id)}/socket`);
    this.#url.protocol = this.#url.protocol === "https:" ? "wss:" : "ws:";
    this.#token = token;
    this.#listener = listener;
    this.#mayResend = mayResend;
    this.#open();
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      const from = this.#latest?.sequence ?? 0;
      this.#send({ type: "hello", log: true, ...(this.#token ? { token: this.#token } : {}), ...(from ? { from } : {}) });
      // What was on its way when the connection broke is sent again; the server knows repeats.
      for (const [client, pending] of this.#pending) this.#sendAction(client, pending);
    });
    socket.addEventListener("message", (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data) as Message);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    });
  }

  #lost(code: number): void {
    this.#socket = null;
    if (this.#isClosed) return;
    const reason = final[code];
    if (reason) {
      this.#fail(reason);
      return;
    }
    this.#listener.connection(false);
    const wait = Math.min(500 * 2 ** this.#attempts, 8000) * (0.75 + Math.random() / 2);
    this.#attempts++;
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  #fail(reason: string): void {
    for (const pending of this.#pending.values()) pending.reject(new Error(reason));
    this.#pending.clear();
    this.#listener.failed(reason);
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #sendAction(client: string, { action, sequence }: Pending): void {
    this.#send({ type: "action", action, sequence, client });
  }

  #receive(message: Message): void {
    switch (message.type) {
      case "match":
        this.#attempts = 0;
        this.#listener.connection(true);
        this.#listener.match(message.match);
        break;
      case "view": {
        const { sequence, viewer, view, to_act, over } = message;
        this.#show({ sequence, viewer, view, toAct: to_act, over }, null);
        break;
      }
      case "log":
        this.#past = message.events.flat();
        break;
      case "change":
        this.#change(message);
        break;
      case "clock":
        this.#listener.clock({ left: message.left, running: message.running, at: performance.now() });
        break;
      case "accepted":
        this.#pending.get(message.client)?.resolve();
        this.#pending.delete(message.client);
        break;
      case "refused":
        void this.#refused(message.client, message.error, message.now);
        break;
      case "rematch":
        this.#listener.rematch(message.match);
        break;
      default:
        break;
    }
  }

  #change(message: Extract<Message, { type: "change" }>): void {
    const old = this.#latest;
    if (!old || message.sequence <= old.sequence) return;
    const view = { ...old.view, ...message.changes };
    for (const key of message.gone) delete view[key];
    const { sequence, to_act, over } = message;
    this.#show({ sequence, viewer: old.viewer, view, toAct: to_act, over }, message.events);
  }

  #show(latest: ServerView, events: { type: string }[] | null): void {
    this.#latest = latest;
    this.#listener.view(latest, events, this.#past);
    this.#past = null;
  }

  /** Overtaken by something the player had not seen: sent again if it is still what can be meant. */
  async #refused(client: string, refusal: Refusal, now: number | null): Promise<void> {
    const pending = this.#pending.get(client);
    if (!pending) return;
    const isStale = refusal.slug === "stale" && now !== null && pending.tries < 5;
    if (isStale && (await this.#mayResend(pending.action))) {
      pending.tries++;
      pending.sequence = now;
      this.#sendAction(client, pending);
      return;
    }
    this.#pending.delete(client);
    pending.reject(new RefusedError(refusal));
  }

  act(action: object): Promise<void> {
    const client = `${Date.now().toString(36)}-${++this.#lastClient}-${Math.random().toString(36).slice(2, 10)}`;
    return new Promise((resolve, reject) => {
      const pending: Pending = { action, sequence: this.#latest?.sequence ?? 0, tries: 0, resolve, reject };
      this.#pending.set(client, pending);
      this.#sendAction(client, pending);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
