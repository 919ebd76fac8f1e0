// What the engine tells of the games, as modules: asked for when the page is built, so that nothing of it is
// written a second time here, and so that it is known before the engine is loaded.
//
//   import games from "virtual:agon-games";                        // id, title, summary, …
//   import { cards, decks } from "virtual:agon-facts/skirmish";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { load } from "../../../apps/wasm/agon.mjs";

const list = "virtual:agon-games";
const prefix = "virtual:agon-facts/";

export function gameFacts(wasm: string): Plugin {
  return {
    name: "agon-facts",
    resolveId: (id) => (id === list || id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${list}` && !id.startsWith(`\0${prefix}`)) return null;
      const agon = await load(await readFile(wasm));
      if (id === `\0${list}`) return `export default ${JSON.stringify(agon.call("games"))};`;
      const facts = agon.call("facts", { game: id.slice(prefix.length + 1) }) as Record<string, unknown>;
      return Object.entries(facts)
        .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`)
        .join("\n");
    },
  };
}
