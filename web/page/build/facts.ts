// What a game tells of itself (cards, decks) as a module: asked for when the page is built, so that
// nothing of it is written a second time here.
//
//   import { cards, decks } from "virtual:agon-facts/skirmish";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { load } from "../../../apps/wasm/agon.mjs";

const prefix = "virtual:agon-facts/";

export function gameFacts(wasm: string): Plugin {
  return {
    name: "agon-facts",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const agon = await load(await readFile(wasm));
      const facts = agon.call("facts", { game: id.slice(prefix.length + 1) }) as Record<string, unknown>;
      return Object.entries(facts)
        .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}
