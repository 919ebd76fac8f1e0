// A replay in the worker: verifies it, plays it once, and shows any move to any viewer.
import { type Agon, AgonError, type GameFacts, parseReplay, type Replay, type ReplayVerdict, type Table } from "agon-engine";
import type { MatchStatus, Player, Seat, Viewer } from "../board.ts";

/** A state is kept every so many moves; the moves between are played again when they are shown. */
const stride = 16;

export interface ReplayInfo {
  facts: GameFacts;
  config: object;
  seats: Seat[];
  /** How many moves can be shown. */
  moves: number;
  verdict: ReplayVerdict;
  /** Per move who made it, and what is to be said about it. */
  marks: { player: Player; by?: string; forfeit?: boolean }[];
  finished: boolean;
}

/** What a viewer saw at a move. */
export interface ReplayFrame {
  position: number;
  viewer: Viewer;
  view: object;
  previous: object | null;
  events: { type: string }[];
  status: MatchStatus;
  text: string;
}

type Events = Parameters<Table["viewEvents"]>[0];

export class ReplayHost {
  readonly info: ReplayInfo;
  readonly #table: Table;
  readonly #replay: Replay;
  readonly #events: Events[] = [];
  readonly #kept: string[] = [];
  #position = 0;

  constructor(agon: Agon, text: string) {
    const verdict = agon.verifyReplay(text);
    // Up to the first line that does not hold; the first line itself must.
    const lines = verdict.ok || verdict.line === null ? undefined : Math.max(verdict.line - 1, 1);
    if (verdict.line === 1) {
      const message = verdict.reason ?? "the first line does not hold";
      throw new AgonError({ code: 1, message, data: { slug: "bad_replay", path: "line 1" } });
    }
    this.#replay = parseReplay(text, lines);
    this.#table = agon.openReplay(this.#replay);
    this.#playAll();
    const facts = agon.games.find((game) => game.id === this.#replay.game) as GameFacts;
    this.info = {
      facts,
      config: this.#replay.config ?? {},
      seats: this.#seats(),
      moves: this.#events.length,
      verdict,
      marks: this.#replay.moves.map(({ player, by, forfeit }) => ({
        player,
        ...(by === undefined ? {} : { by }),
        ...(forfeit === undefined ? {} : { forfeit }),
      })),
      finished: this.#replay.result?.over ?? false,
    };
  }

  #seats(): Seat[] {
    return this.#table.players.map((player, index) => {
      const word = this.#replay.seats[index] ?? String(player);
      return { index, player, name: word, kind: word === "human" ? "person" : "bot", bot: word };
    });
  }

  #playAll(): void {
    this.#kept.push(this.#table.stateText);
    for (const move of this.#replay.moves) {
      this.#events.push(this.#table.apply(move.player, move.action));
      this.#position++;
      if (this.#position % stride === 0) this.#kept.push(this.#table.stateText);
    }
  }

  #goTo(position: number): void {
    const from = Math.floor(position / stride) * stride;
    if (position < this.#position || from > this.#position) {
      this.#table.restore(this.#kept[from / stride]!);
      this.#position = from;
    }
    for (; this.#position < position; this.#position++) {
      const { player, action } = this.#replay.moves[this.#position]!;
      this.#table.apply(player, action);
    }
  }

  /** What the viewer saw after so many moves, and of the last of them. */
  frame(position: number, viewer: Viewer): ReplayFrame {
    const at = Math.min(Math.max(Math.trunc(position), 0), this.info.moves);
    let previous: object | null = null;
    if (at > 0) {
      this.#goTo(at - 1);
      previous = this.#table.view(viewer);
    }
    this.#goTo(at);
    const { over, winners, scores, to_act } = this.#table.status;
    return {
      position: at,
      viewer,
      view: this.#table.view(viewer),
      previous,
      events: at > 0 ? this.#table.viewEvents(this.#events[at - 1]!, viewer) : [],
      status: { over, winners, scores, toAct: to_act },
      text: this.#table.render(viewer),
    };
  }

  /** What a viewer saw of every move: the log. */
  story(viewer: Viewer): { type: string }[][] {
    return this.#events.map((events) => this.#table.viewEvents(events, viewer));
  }
}
