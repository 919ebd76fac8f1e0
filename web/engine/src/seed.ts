// Seeds.
import { refuse } from "./error.js";

/** A seed as JSON. Numbers beyond 2^53 would be rounded on their way here: they are refused. */
export function writeSeed(seed: unknown): string {
  const isNumber = typeof seed === "number" && Number.isSafeInteger(seed);
  const isHex = typeof seed === "string" && /^[0-9a-fA-F]{32}$/.test(seed);
  if (isNumber || isHex) return JSON.stringify(seed);
  throw refuse("bad_config", "seed", "seed: a whole number up to 2^53 - 1, or 32 hex digits");
}

/** 128 random bits, for a match whose course nobody can guess. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
