// Replays: writing them as a match goes on, and reading them. docs/replays.md has the format.
import { refuse } from "./error.js";
import type { FullEvent, GameFacts, GameTypes, Seed, Status } from "./games/common.js";
import { member, write } from "./json.js";
import { SipHasher } from "./siphash.js";
import { Asker, Table, writeSeed } from "./table.js";

/** What the engine says about a whole replay. */
export interface ReplayVerdict {
  ok: boolean;
  /** The first line that does not hold, from 1. */
  line: number | null;
  reason: string | null;
  result: ReplayResult | null;
}

export interface ReplayResult {
  over: boolean;
  moves: number;
  winners: (string | number)[] | null;
  scores: number[];
  /** 1 is best. */
  places: number[] | null;
  forfeits: (string | number)[];
}

export interface ReplayMove {
  /** From 1. */
  n: number;
  player: string | number;
  action: object;
  hash: string;
  /** Microseconds that the seat took. */
  us?: number;
  by?: "random" | "rules";
  faults?: { fault: string; reason: string }[];
  forfeit?: boolean;
}

export interface Replay {
  game: string;
  rulesVersion: number;
  players: number;
  config: object | null;
  seats: string[];
  moves: ReplayMove[];
  /** Null if the match was interrupted. */
  result: ReplayResult | null;
  /** Where to begin, as the engine takes it: a state, or a config with its seed. */
  start: { state: string } | { config: string };
}

const chainKey = [0x7265706c61792d61n, 0x676f6e2d63686169n] as const;
const encoder = new TextEncoder();

/** Who is placed where: the winners, then by points. */
function placesOf(status: Status, players: (string | number)[]): number[] {
  const winners = status.winners ?? [];
  const isBetter = (a: number, b: number): boolean => {
    const aWon = winners.includes(players[a]!);
    const bWon = winners.includes(players[b]!);
    if (aWon || bWon || winners.length === 0) return aWon && !bWon;
    return status.scores[a]! > status.scores[b]!;
  };
  return players.map((_, p) => 1 + players.filter((_, other) => isBetter(other, p)).length);
}

export interface RecorderOptions<G extends GameTypes> {
  /** Left out: 128 bits are drawn. */
  seed?: Seed;
  config?: Omit<G["Config"], "seed">;
  /** Who plays, in player order; for people to read. Tells how many play where the config does not. */
  seats?: string[];
}

/** The single steps that an action document stands for: a set of orders, or just itself. */
function stepsOf(action: object): object[] {
  const { moves, type } = action as { moves?: unknown; type?: unknown };
  if (!Array.isArray(moves) || type !== undefined) return [action];
  const orders = moves.map((move: unknown) => {
    const { from = "", to = "", ships = 0 } = (move ?? {}) as Record<string, unknown>;
    return { type: "order", from, to, ships };
  });
  return [...orders, { type: "commit" }];
}

/** 128 random bits, for a match whose course nobody can guess. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A match that writes its replay as it goes. */
export class Recorder<G extends GameTypes = GameTypes> {
  readonly table: Table<G>;
  readonly seed: Seed;
  #lines: string[] = [];
  #chain = new SipHasher(chainKey);
  #moves = 0;
  #isFinished = false;

  constructor(asker: Asker<G>, facts: GameFacts, options: RecorderOptions<G> = {}) {
    this.seed = options.seed ?? freshSeed();
    const config = { ...(options.config ?? {}) } as Record<string, unknown>;
    delete config.seed;
    const seed = writeSeed(this.seed);
    const text = write({ ...config, seed: this.seed }, "config");
    this.table = new Table(asker, asker.init(text, options.seats?.length));
    const players = this.table.players.length;
    const seats = options.seats ?? this.table.players.map(String);
    if (seats.length !== players) {
      throw refuse("bad_config", "seats", `seats: there are ${players} players, not ${seats.length}`);
    }
    const bare = Object.keys(config).length > 0 ? write(config, "config") : "null";
    this.#line(
      `{"format":"agon-replay","version":1,"game":${JSON.stringify(facts.id)},"rules_version":${facts.rules_version},` +
        `"players":${players},"config":${bare},"seed":${seed},"seats":${JSON.stringify(seats.map(String))},` +
        `"clock":"none","fault":"forfeit","hash":"${this.table.status.hash}"`,
    );
  }

  #line(open: string): void {
    this.#chain.add(encoder.encode(open));
    const tail = `,"chain":"${this.#chain.hex()}"}\n`;
    this.#chain.add(encoder.encode(tail));
    this.#lines.push(open + tail);
  }

  get moves(): number {
    return this.#moves;
  }

  /** Makes a move and writes it down, or throws and changes nothing. */
  play(player: G["Player"], action: G["Action"]): FullEvent<G["Event"], G["Player"]>[] {
    if (this.#isFinished) throw refuse("game_over", null, "the replay has been finished");
    const before = this.table.stateText;
    const events = this.table.apply(player, action);
    const steps = stepsOf(action);
    if (steps.length === 1) this.#write(player, action, this.table.status.hash);
    else this.#writeSteps(player, steps as G["Action"][], before);
    return events;
  }

  #write(player: G["Player"], action: G["Action"], hash: string): void {
    this.#moves++;
    const move = `"player":${JSON.stringify(player)},"action":${JSON.stringify(action)}`;
    this.#line(`{"n":${this.#moves},${move},"hash":"${hash}"`);
  }

  /** A set of orders is written order by order, each with its hash, as the runner does. */
  #writeSteps(player: G["Player"], steps: G["Action"][], before: string): void {
    const { asker } = this.table;
    const hashes: string[] = [];
    let state = before;
    for (const step of steps) {
      state = asker.apply(state, player, step).state;
      hashes.push(asker.status(state).hash);
    }
    if (state !== this.table.stateText) {
      this.table.restore(before);
      throw refuse("bad_action", null, "these orders cannot be recorded one by one");
    }
    steps.forEach((step, i) => this.#write(player, step, hashes[i]!));
  }

  /** Writes the result line, if it is not there yet, and returns the whole text. */
  finish(): string {
    if (!this.#isFinished) {
      const { over, winners, scores } = this.table.status;
      const places = over ? placesOf(this.table.status as Status, this.table.players) : null;
      const result = { over, moves: this.#moves, winners, scores, places, forfeits: [] };
      this.#line(`{"result":${JSON.stringify(result)}`);
      this.#isFinished = true;
    }
    return this.#lines.join("");
  }

  /** The lines so far: a replay of an interrupted match, unless it is finished. */
  get text(): string {
    return this.#lines.join("");
  }
}

function bad(line: number, message: string): Error {
  return refuse("bad_replay", `line ${line}`, message);
}

function parseLine(text: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(line, `line ${line} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw bad(line, `line ${line} is not an object`);
  }
  return value as Record<string, unknown>;
}

/** The config with its seed as they stand in the text: a seed of 64 bits is not rounded. */
function startOf(line: string): Replay["start"] {
  const state = member(line, "state");
  if (state) return { state };
  const config = member(line, "config");
  const seed = member(line, "seed");
  const isObject = config?.startsWith("{") ?? false;
  const inner = isObject ? config!.slice(1, -1).trim() : "";
  const fields = [inner, seed === undefined ? "" : `"seed":${seed}`].filter((part) => part !== "");
  return { config: `{${fields.join(",")}}` };
}

function parseHead(text: string): Omit<Replay, "moves" | "result"> {
  const head = parseLine(text, 1);
  if (head.format !== "agon-replay") throw bad(1, "this is not a replay of Agon");
  if (head.version !== 1) throw bad(1, `this replay has version ${String(head.version)}, not 1`);
  return {
    game: String(head.game),
    rulesVersion: Number(head.rules_version),
    players: Number(head.players),
    config: (head.config as object | null) ?? null,
    seats: Array.isArray(head.seats) ? head.seats.map(String) : [],
    start: startOf(text),
  };
}

/**
 * Takes a replay apart. It looks at the form only; whether the match is true is for `verifyReplay`
 * to say. With `lines`, what comes after so many lines is left out: for damaged replays.
 */
export function parseReplay(text: string, lines = Number.POSITIVE_INFINITY): Replay {
  const all = text.split("\n").filter((line, i, list) => line !== "" || i < list.length - 1);
  const used = all.slice(0, lines);
  if (used.length === 0) throw bad(1, "the replay is empty");
  const replay: Replay = { ...parseHead(used[0]!), moves: [], result: null };
  used.slice(1).forEach((line, i) => {
    const value = parseLine(line, i + 2);
    if (replay.result) throw bad(i + 2, "there are lines after the result");
    if (value.result) replay.result = value.result as ReplayResult;
    else replay.moves.push(value as unknown as ReplayMove);
  });
  return replay;
}
