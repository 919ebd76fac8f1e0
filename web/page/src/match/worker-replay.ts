// A replay in the worker: the engine's module has it, and shows any move to any viewer.
import type { Agon, GameFacts, Replay, ReplayForfeit, ReplayVerdict } from "agon-engine";
import type { MatchStatus, Seat, Viewer } from "../board.ts";

/** Whose eyes a replay is seen with; `everything` is what no player sees. */
export type Eyes = Viewer | "everything";

export interface ReplayInfo {
  facts: GameFacts;
  config: object;
  seats: Seat[];
  /** How many moves were played: they can be shown. */
  moves: number;
  /** How many the record has. */
  recorded: number;
  /** Who gave up, and why. */
  forfeits: readonly ReplayForfeit[];
  verdict: ReplayVerdict;
  finished: boolean;
}

/** What a viewer saw at a move. */
export interface ReplayFrame {
  position: number;
  viewer: Eyes;
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
    const { game, config, moves, recorded, forfeits, verdict } = this.#replay;
    this.info = {
      facts: agon.games.find((facts) => facts.id === game) as GameFacts,
      config: config ?? {},
      seats: this.#seats(),
      moves: moves.length,
      recorded,
      forfeits,
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
  frame(position: number, as: Eyes): ReplayFrame {
    const { to_act: toAct, over, winners, scores, ...frame } = this.#replay.frame(position, as);
    const forfeits = over ? this.#replay.forfeits.map(({ player }) => player) : [];
    return { ...frame, status: { over, winners, scores, toAct, forfeits } };
  }

  /** What a viewer saw of every move: the log. */
  story(viewer: Eyes): { type: string }[][] {
    return this.#replay.story(viewer);
  }

  close(): void {
    this.#replay.close();
  }
}
