// The WebAssembly module: text in, text out. It needs nothing from its host and keeps no state.
import { AgonError, type ErrorResponse } from "./error.js";

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  agon_wasm_alloc(size: number): number;
  agon_wasm_free(address: number): void;
  agon_wasm_rpc(address: number, length: number): number;
  agon_wasm_signature(games: number): bigint;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  readonly #exports: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize?.();
  }

  /** Answers one JSON-RPC request; null when there is nothing to answer (a notification). */
  rpc(request: string): string | null {
    const { memory, agon_wasm_alloc, agon_wasm_free, agon_wasm_rpc } = this.#exports;
    const bytes = encoder.encode(request);
    const address = agon_wasm_alloc(bytes.length);
    if (address === 0) throw new RangeError("agon: out of memory");
    new Uint8Array(memory.buffer).set(bytes, address);
    const answer = agon_wasm_rpc(address, bytes.length);
    agon_wasm_free(address);
    if (answer === 0) return null;
    const heap = new Uint8Array(memory.buffer);
    const text = decoder.decode(heap.subarray(answer, heap.indexOf(0, answer)));
    agon_wasm_free(answer);
    return text;
  }

  /** Calls a method with its parameters as text, and returns the text of the result. */
  ask(method: string, params: string): string {
    const answer = this.rpc(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
    const head = '{"jsonrpc":"2.0","id":1,"result":';
    if (answer?.startsWith(head)) return answer.slice(head.length, -1);
    throw new AgonError((JSON.parse(answer ?? "{}") as { error: ErrorResponse }).error);
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
