// The engine in JavaScript, for node and browsers: text in, text out.
//
//   import { load } from "./agon.mjs";
//   const agon = await load(bytes);            // an ArrayBuffer, Uint8Array or compiled module
//   agon.call("games");                        // the result, or throws an EngineError
//   agon.rpc('{"jsonrpc":"2.0","id":1,"method":"games"}');   // one line in, one line out
//   agon.session("open", { game: "entropy", seed: 7 });      // a match that the module keeps

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An engine's error response: `code`, and `slug` and `path` where the engine gives them. */
export class EngineError extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.slug = data?.slug ?? null;
    this.path = data?.path ?? null;
  }
}

/** One instance of the module. Between requests it keeps its sessions and nothing else. */
export class Agon {
  #exports;
  #request = 0;
  #room = 0;

  constructor(instance) {
    this.#exports = instance.exports;
    this.#exports._initialize?.();
  }

  #answer(handle, line) {
    const { memory, agon_wasm_request } = this.#exports;
    const bytes = encoder.encode(line);
    if (bytes.length > this.#room) {
      this.#room = Math.max(bytes.length, 1 << 14);
      this.#request = agon_wasm_request(this.#room);
      if (this.#request === 0) {
        this.#room = 0;
        throw new Error("agon: out of memory");
      }
    }
    new Uint8Array(memory.buffer).set(bytes, this.#request);
    const answer = handle(bytes.length);
    if (answer === 0) return null;
    const heap = new Uint8Array(memory.buffer);
    return decoder.decode(heap.subarray(answer, heap.indexOf(0, answer)));
  }

  #result(handle, method, params) {
    const line = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = JSON.parse(this.#answer(handle, line));
    if (answer.error) throw new EngineError(answer.error);
    return answer.result;
  }

  /** Answers one request line; null when there is nothing to answer (a notification). */
  rpc(line) {
    return this.#answer(this.#exports.agon_wasm_rpc, line);
  }

  /** Calls a method of the engine and returns its result. */
  call(method, params) {
    return this.#result(this.#exports.agon_wasm_rpc, method, params);
  }

  /** Calls a method of the sessions (docs/sessions.md) and returns its result. */
  session(method, params) {
    return this.#result(this.#exports.agon_wasm_session, method, params);
  }

  /** The signature over this many random games of each rules, as a BigInt. */
  signature(games) {
    return BigInt.asUintN(64, this.#exports.agon_wasm_signature(games));
  }

  /** Bytes of memory the module has taken so far; it never gives any back. */
  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }
}

/** Makes an instance from the bytes of agon.wasm, or from a compiled WebAssembly.Module. */
export async function load(source) {
  const module =
    source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new Agon(await WebAssembly.instantiate(module, {}));
}
