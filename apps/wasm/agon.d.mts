// Types of agon.mjs.
export declare class EngineError extends Error {
  code: number;
  slug: string | null;
  path: string | null;
}
export declare class Agon {
  rpc(line: string): string | null;
  call(method: string, params?: object): unknown;
  session(method: string, params?: object): unknown;
  signature(games: number): bigint;
}
export declare function load(source: BufferSource | WebAssembly.Module): Promise<Agon>;
