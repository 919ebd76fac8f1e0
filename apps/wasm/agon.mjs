// The engine in JavaScript, for node and browsers: text in, text out.
//
//   import { load } from "./agon.mjs";
//   const agon = await load(bytes);            // an ArrayBuffer, Uint8Array or compiled module
//   agon.call("games");                        // the result, or throws an EngineError
//   agon.rpc('{"jsonrpc":"2.0","id":1,"method":"games"}');   // one line in, one line out

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

/** One instance of the module. It keeps no state between requests. */
export class Agon {
  #exports;
  #nextId = 1;

  constructor(instance) {
    this.#exports = instance.exports;
    this.#exports._initialize?.();
  }

  /** Answers one request line; null when there is nothing to answer (a notification). */
  rpc(line) {
    const { memory, agon_wasm_alloc, agon_wasm_free, agon_wasm_rpc } = this.#exports;
    const bytes = encoder.encode(line);
    const request = agon_wasm_alloc(bytes.length);
    if (request === 0) throw new Error("agon: out of memory");
    new Uint8Array(memory.buffer).set(bytes, request);
    const answer = agon_wasm_rpc(request, bytes.length);
    agon_wasm_free(request);
    if (answer === 0) return null;
    const heap = new Uint8Array(memory.buffer);
    const text = decoder.decode(heap.subarray(answer, heap.indexOf(0, answer)));
    agon_wasm_free(answer);
    return text;
  }

  /** Calls a method of the engine and returns its result. */
  call(method, params) {
    const id = this.#nextId++;
    const answer = JSON.parse(this.rpc(JSON.stringify({ jsonrpc: "2.0", id, method, params })));
    if (answer.error) throw new EngineError(answer.error);
    return answer.result;
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
