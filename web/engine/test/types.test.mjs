// The types say what the engine says: every key of every document is declared, and no more.
//
// A small program is checked by the compiler for each real document: it assigns the document, as the
// engine wrote it, to its type. Excess keys and wrong types are errors of the compiler.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { agon, configs, play } from "./support.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

/** Documents of one game: a few of each kind, and one of every type of event and action. */
function documents(id) {
  const game = agon.game(id);
  const found = { State: [], View: [], Action: new Map(), Event: new Map(), Config: [configs[id]] };
  let n = 0;
  play(game, configs[id], (state, player, action) => {
    const { events } = game.applyWithEvents(state, action, player);
    for (const event of events) {
      const { visible, ...plain } = event;
      assert.ok(visible);
      found.Event.set(event.type, plain);
    }
    for (const hidden of game.getPlayerEvents(events, "spectator")) found.Event.set(`${hidden.type} seen`, hidden);
    found.Action.set(action.type, action);
    if (n++ % 9) return;
    found.State.push(state);
    for (const viewer of [player, "spectator"]) found.View.push(game.getPlayerView(state, viewer));
  });
  return { ...found, Action: [...found.Action.values()], Event: [...found.Event.values()] };
}

test("every document of the engine fits its type", () => {
  const folder = mkdtempSync(join(root, "types-"));
  try {
    const lines = ['import type { Games } from "../src/index.js";'];
    let count = 0;
    for (const { id } of agon.games) {
      for (const [kind, list] of Object.entries(documents(id))) {
        for (const value of list) lines.push(`export const d${count++}: Games["${id}"]["${kind}"] = ${JSON.stringify(value)};`);
      }
    }
    assert.ok(count > 100);
    writeFileSync(join(folder, "documents.ts"), lines.join("\n"));
    const config = { extends: "../tsconfig.json", compilerOptions: { noEmit: true, rootDir: ".." }, include: ["documents.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    try {
      execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      assert.fail(error.stdout.split("\n").slice(0, 12).map((line) => line.slice(0, 400)).join("\n"));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
