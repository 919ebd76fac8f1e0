// agon-engine: deterministic turn-based games as pure functions.
export type * from "./games/index.js";
