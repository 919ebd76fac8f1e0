// agon-engine: deterministic turn-based games as pure functions.
//
//   import { load } from "agon-engine";
//   const agon = await load();
//   const game = agon.game("entropy");
//   let state = game.init({ seed: 7 });
//   state = game.applyAction(state, { type: "end_turn" }, 0);
import { refuse } from "./error.js";
import { Game } from "./game.js";
import type { GameFacts, GameTypes } from "./games/common.js";
import type { GameId, Games } from "./games/index.js";
import { instantiate, type Module, type Source } from "./module.js";
import { type ContinueOptions, Match, type MatchOptions } from "./match.js";
import { Replay, type ReplayVerdict } from "./replay.js";

export { AgonError } from "./error.js";
export { type ActionPage, type BotOptions, Game, type PageOptions, type Step, type Verdict } from "./game.js";
export type * from "./games/index.js";
export type { Source } from "./module.js";
export {
  type ContinueOptions,
  type LookOptions,
  Match,
  type MatchAnswer,
  type MatchOptions,
  type MatchProgress,
  type MatchSeat,
  type SeatOption,
  type ViewerUpdate,
} from "./match.js";
export { Replay, type ReplayForfeit, type ReplayFrame, type ReplayMove, type ReplayResult, type ReplayVerdict, type ReplayViewer } from "./replay.js";
export { freshSeed } from "./seed.js";

/** The types of a game that is known only by name. */
type TypesOf<Id extends string> = Id extends GameId ? Games[Id] : GameTypes;

/**
 * All games. A game's functions keep nothing: each is a function of what it is given. Matches and replays
 * are kept in the module until they are closed.
 */
export class Agon {
  /** Facts of every game there is. */
  readonly games: readonly GameFacts[];
  readonly #module: Module;
  readonly #made = new Map<string, Game<GameTypes>>();

  constructor(module: Module) {
    this.#module = module;
    this.games = JSON.parse(module.ask("games", "{}")) as GameFacts[];
  }

  #facts(id: string): GameFacts {
    const facts = this.games.find((game) => game.id === id);
    if (!facts) throw refuse("unknown_game", null, `there is no game "${id}"`);
    return facts;
  }

  /** A game by its id. */
  game<Id extends GameId | (string & {})>(id: Id): Game<TypesOf<Id>> {
    let game = this.#made.get(id);
    if (!game) {
      game = new Game<GameTypes>(this.#module, this.#facts(id));
      this.#made.set(id, game);
    }
    return game as unknown as Game<TypesOf<Id>>;
  }

  /** A match that lives in the module and writes its replay as it goes. Close it when it is done. */
  match<Id extends GameId | (string & {})>(id: Id, options?: MatchOptions<TypesOf<Id>>): Match<TypesOf<Id>> {
    return Match.open<TypesOf<Id>>(this.#module, id, options);
  }

  /** A match that goes on where a replay ends, or after so many of its moves. */
  continueMatch(replay: string, options?: ContinueOptions): Match {
    return Match.continue(this.#module, replay, options);
  }

  /** Plays a replay again and compares everything, also with a commitment that was noted before the match. */
  verifyReplay(text: string, commitment?: string): ReplayVerdict {
    const params = { replay: text, ...(commitment ? { commitment } : {}) };
    return JSON.parse(this.#module.ask("replay_verify", JSON.stringify(params))) as ReplayVerdict;
  }

  /** A replay to look at, move by move. Close it when it is done. */
  openReplay(text: string): Replay {
    return new Replay(this.#module, text);
  }

  /** One JSON-RPC request in, one response out (docs/protocol.md); null for a notification. */
  rpc(request: string): string | null {
    return this.#module.rpc(request);
  }

  /** One number over so many random games of each rules, equal on every platform. */
  signature(games: number): bigint {
    return this.#module.signature(games);
  }

  /** Bytes of memory that the module has taken. */
  get memoryBytes(): number {
    return this.#module.memoryBytes;
  }
}

/** Loads the engine. Without a source: `agon.wasm` beside this file. */
export async function load(source: Source = new URL("./agon.wasm", import.meta.url)): Promise<Agon> {
  return new Agon(await instantiate(source));
}
