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
import { parseReplay, Recorder, type RecorderOptions, type Replay, type ReplayVerdict } from "./replay.js";
import { Asker, Table } from "./table.js";

export { AgonError } from "./error.js";
export { Game, type Step } from "./game.js";
export type * from "./games/index.js";
export type { Source } from "./module.js";
export {
  freshSeed,
  parseReplay,
  Recorder,
  type RecorderOptions,
  type Replay,
  type ReplayMove,
  type ReplayResult,
  type ReplayVerdict,
} from "./replay.js";
export { type ActionPage, type BotOptions, type PageOptions, Table, type Verdict } from "./table.js";

/** The types of a game that is known only by name. */
type TypesOf<Id extends string> = Id extends GameId ? Games[Id] : GameTypes;

/** All games. It keeps no state: every function is a function of what it is given. */
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

  /** A match that writes its replay as it goes. */
  record<Id extends GameId | (string & {})>(
    id: Id,
    options?: RecorderOptions<TypesOf<Id>>,
  ): Recorder<TypesOf<Id>> {
    const facts = this.#facts(id);
    return new Recorder<TypesOf<Id>>(new Asker<TypesOf<Id>>(this.#module, id), facts, options);
  }

  /** Plays a replay again and compares everything. */
  verifyReplay(text: string): ReplayVerdict {
    return JSON.parse(this.#module.ask("replay_verify", JSON.stringify({ replay: text }))) as ReplayVerdict;
  }

  /** The table at the beginning of a replay; apply its moves one by one. */
  openReplay(replay: Replay | string): Table {
    const { game, rulesVersion, start, players } = typeof replay === "string" ? parseReplay(replay) : replay;
    const asker = new Asker<GameTypes>(this.#module, this.#facts(game).id);
    try {
      const config = "state" in start ? undefined : start.config;
      const first = asker.init(config, players, rulesVersion); // refuses a version that is not served
      return new Table(asker, "state" in start ? start.state : first);
    } catch (error) {
      throw refuse("bad_replay", "line 1", (error as Error).message);
    }
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
