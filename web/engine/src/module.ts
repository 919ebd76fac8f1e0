// The WebAssembly module: text in, text out. It needs nothing from its host. Between requests it keeps
// its sessions (matches and replays) and nothing else.
import { AgonError, type ErrorResponse } from "./error.js";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  agon_wasm_request(size: number): number;
  agon_wasm_rpc(length: number): number;
  agon_wasm_session(length: number): number;
  agon_wasm_signature(games: number): bigint;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function line(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
}

/** The text of the result in a response; throws the error in it. */
function result(answer: string | null): string {
  const head = '{"jsonrpc":"2.0","id":1,"result":';
  if (answer?.startsWith(head)) return answer.slice(head.length, -1);
  throw new AgonError((JSON.parse(answer ?? "{}") as { error: ErrorResponse }).error);
}

/** Room for requests, to begin with; it grows with the first one that needs more. */
const firstRoom = 1 << 14;

export class Module {
  readonly #exports: Exports;
  #request = 0;
  #room = 0;

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize?.();
  }

  /** One request is one call into the module, once there is room for it. */
  #answer(handle: (length: number) => number, request: string): string | null {
    const bytes = encoder.encode(request);
    if (bytes.length > this.#room) this.#makeRoom(bytes.length);
    const { memory } = this.#exports;
    new Uint8Array(memory.buffer).set(bytes, this.#request);
    const answer = handle(bytes.length);
    if (answer === 0) return null;
    const heap = new Uint8Array(memory.buffer);
    return decoder.decode(heap.subarray(answer, heap.indexOf(0, answer)));
  }

  #makeRoom(size: number): void {
    this.#room = 0;
    this.#request = this.#exports.agon_wasm_request(Math.max(size, firstRoom));
    if (this.#request === 0) throw new RangeError("agon: out of memory");
    this.#room = Math.max(size, firstRoom);
  }

  /** Answers one JSON-RPC request; null when there is nothing to answer (a notification). */
  rpc(request: string): string | null {
    return this.#answer(this.#exports.agon_wasm_rpc, request);
  }

  /** Calls a method with its parameters as text, and returns the text of the result. */
  ask(method: string, params: string): string {
    return result(this.#answer(this.#exports.agon_wasm_rpc, line(method, params)));
  }

  /** The same for the methods of sessions. */
  askSession(method: string, params: string): string {
    return result(this.#answer(this.#exports.agon_wasm_session, line(method, params)));
  }

  /** The signature over so many random games of each rules: one number, equal on every platform. */
  signature(games: number): bigint {
    return BigInt.asUintN(64, this.#exports.agon_wasm_signature(games));
  }

  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }
}

/** Where the module comes from. By default: the file beside this one. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

async function read(source: URL | string): Promise<BufferSource | Response> {
  const url = new URL(source, import.meta.url);
  if (url.protocol !== "file:") return fetch(url);
  // Only node gets here; the name is hidden from bundlers.
  const files = "node:fs/promises";
  const { readFile } = (await import(/* @vite-ignore */ files)) as typeof import("node:fs/promises");
  return readFile(url);
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const data = typeof source === "string" || source instanceof URL ? await read(source) : source;
  if (typeof Response === "undefined" || !(data instanceof Response)) {
    return WebAssembly.compile(data as BufferSource);
  }
  if (!data.ok) throw new Error(`agon.wasm: ${data.status} ${data.statusText}`);
  return WebAssembly.compile(await data.arrayBuffer());
}

export async function instantiate(source: Source): Promise<Module> {
  return new Module(await WebAssembly.instantiate(await compile(source), {}));
}
