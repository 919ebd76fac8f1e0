// JSON as text: states travel as the engine writes them, so that no number is ever rounded.
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

/** Where the value that begins at `start` ends. The text is known to be well-formed. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) i = endOfString(text, i);
    else if (c === 0x7b || c === 0x5b) depth++;
    else if (c === 0x7d || c === 0x5d) {
      if (--depth === 0) return i + 1;
      if (depth < 0) return i;
    } else if (c === 0x2c && depth === 0) return i;
    if (depth === 0 && c === 0x22) return i + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text.charCodeAt(i) !== 0x22) i += text.charCodeAt(i) === 0x5c ? 2 : 1;
  return i;
}

/** The text of a member of the object that `text` is; undefined if there is none. */
export function member(text: string, key: string): string | undefined {
  let i = text.indexOf("{") + 1;
  while (i < text.length) {
    const open = text.indexOf('"', i);
    if (open < 0) return undefined;
    const close = endOfString(text, open);
    const colon = text.indexOf(":", close);
    let start = colon + 1;
    while (text[start] === " ") start++;
    const end = endOfValue(text, start);
    if (JSON.parse(text.slice(open, close + 1)) === key) return text.slice(start, end).trimEnd();
    const next = text.indexOf(",", end);
    if (next < 0) return undefined;
    i = next + 1;
  }
  return undefined;
}
