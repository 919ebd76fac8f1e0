// Values as JSON text.
import { refuse } from "./error.js";

/** Writes a value; what JSON cannot carry is an error with a slug of its own. */
export function write(value: unknown, what: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw refuse(`bad_${what}`, null, `not JSON: ${(error as Error).message}`);
  }
  if (text === undefined) throw refuse(`bad_${what}`, null, "nothing was given");
  return text;
}
