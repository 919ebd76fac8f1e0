// A replay in the worker: the engine's module has it, and shows any move to any viewer.
import type { Agon, GameFacts, Replay, ReplayVerdict } from "agon-engine";
import type { MatchStatus, Seat, Viewer } from "../board.ts";

export interface ReplayInfo {
  facts: GameFacts;
  config: object;
  seats: Seat[];
  /** How many moves can be shown. */
  moves: number;
  verdict: ReplayVerdict;
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

export class WorkerReplay {
  readonly info: ReplayInfo;
  readonly #replay: Replay;

  constructor(agon: Agon, text: string) {
    this.#replay = agon.openReplay(text);
    const { game, config, moves, verdict } = this.#replay;
    this.info = {
      facts: agon.games.find((facts) => facts.id === game) as GameFacts,
      config: config ?? {},
      seats: this.#seats(),
      moves: moves.length,
      verdict,
      finished: verdict.result?.over ?? false,
    };
  }

  #seats(): Seat[] {
    return this.#replay.seats.map(({ player, name }, index) => {
      const word = name ?? String(player);
      return { index, player, name: word, kind: word === "human" ? "person" : "bot", bot: word };
    });
  }

  /** What the viewer saw after so many moves, and of the last of them. */
  frame(position: number, as: Viewer): ReplayFrame {
    const { to_act: toAct, over, winners, scores, ...frame } = this.#replay.frame(position, as);
    return { ...frame, status: { over, winners, scores, toAct } };
  }

  /** What a viewer saw of every move: the log. */
  story(viewer: Viewer): { type: string }[][] {
    return this.#replay.story(viewer);
  }

  close(): void {
    this.#replay.close();
  }
}
