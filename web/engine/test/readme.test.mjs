// What the README tells people to run, runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "../../page/test/support/browser.mjs";
import { serve } from "../../page/test/support/server.mjs";
import { agon } from "./support.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = new Map([...readme.matchAll(/<!-- runs: (\S+) -->\n```\w+\n([^]*?)```/g)].map(([, name, code]) => [name, code]));
const folder = mkdtempSync(join(tmpdir(), "agon-readme-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(root, join(folder, "node_modules", "agon-engine"));
for (const [name, code] of blocks) writeFileSync(join(folder, name), code);

const run = (name) => execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" });

test("the programs of the README run", () => {
  assert.deepEqual([...blocks.keys()].sort(), ["error.mjs", "game.mjs", "index.html", "match.mjs"]);
  assert.match(run("game.mjs"), /winners: \[ \d/);
  assert.match(run("error.mjs"), /invalid_move from/);
  assert.match(run("match.mjs"), /^1 \d+ \[ \d, \d \]\ntrue \[/);
});

test("the page of the README works in Chromium, and the signature is the same there", async () => {
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  const server = await serve({ folder: `${folder}/`, base: "/", isStrict: false });
  const browser = await launch();
  try {
    const { page } = await open(browser, server.url);
    await page.getByRole("button", { name: "rock" }).click();
    await page.getByText(/rock against (rock|paper|scissors): (you|bot|nobody) wins/).waitFor();
    const inPage = await page.evaluate(async () => {
      const { load } = await import("./dist/index.js");
      return (await load()).signature(50).toString(16);
    });
    assert.equal(inPage, agon.signature(50).toString(16));
    const inWorker = await page.evaluate(async () => {
      const code = `import { load } from "${location.origin}/dist/index.js";
        postMessage((await load()).signature(50).toString(16));`;
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const worker = new Worker(url, { type: "module" });
      return new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
      });
    });
    assert.equal(inWorker, inPage);
  } finally {
    await browser.close();
    await server.close();
  }
});

test("the package holds what it promises and nothing else", () => {
  const packed = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const entry = Array.isArray(packed) ? packed[0] : Object.values(packed)[0];
  const files = entry.files.map((file) => file.path);
  for (const needed of ["dist/index.js", "dist/index.d.ts", "dist/agon.wasm", "README.md", "package.json"]) {
    assert.ok(files.includes(needed), needed);
  }
  assert.ok(files.every((file) => file.startsWith("dist/") || ["README.md", "package.json"].includes(file)), files.join(" "));
  const { scripts, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(scripts.postinstall ?? scripts.install ?? dependencies, undefined);
});
