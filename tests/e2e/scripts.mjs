// label: full
// Scripted matches through the WebAssembly module: the same answers at the same times give the same
// replay as with every other conductor, byte for byte (tests/support/script.h).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { AGON_BUILD, AGON_SOURCE } = process.env;
const moduleFile = join(AGON_SOURCE, "build", "agon.wasm");
const maker = join(AGON_BUILD, "tests", "test_match_test_scripts");
if (!existsSync(moduleFile) || !existsSync(maker)) {
  console.log("scripts: no build/agon.wasm (make wasm): skipped");
  process.exit(77);
}
const { load } = await import(pathToFileURL(join(AGON_SOURCE, "apps", "wasm", "agon.mjs")));
const agon = await load(readFileSync(moduleFile));

function makeScripts() {
  const folder = mkdtempSync(join(tmpdir(), "agon-scripts-"));
  try {
    const made = spawnSync(maker, [], { env: { ...process.env, AGON_SCRIPTS: folder }, encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    const names = readdirSync(folder).sort();
    return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a step is in a session's words. Pauses are times in which nobody has been asked. */
const actions = {
  legal: ({ action }) => ["act", { action }],
  refused: ({ action }) => ["act", { action }],
  unparsable: () => ["act", { fault: "unparsable", reason: "this is no answer" }],
  late: () => ["act", { fault: "late", reason: "the time was up" }],
  dead: () => ["act", { fault: "dead", reason: "the program has ended" }],
  leave: () => ["leave", {}],
};

function conduct({ game, seed, clock, fault, commitment, salt, seats, steps }) {
  const opened = agon.session("open", {
    game,
    seed,
    clock,
    fault,
    commitment,
    seats: seats.map(({ name, is_person }) =>
      is_person ? { name, kind: "person" } : { name, kind: "program", timed: false },
    ),
  });
  const { session } = opened;
  let now = 1;
  for (const step of steps) {
    now += step.kind === "pause" ? step.us : 0;
    if (step.kind === "pause") continue;
    const { player } = opened.seats[step.seat];
    agon.session("ask", { session, player, now });
    now += step.us;
    const [method, params] = actions[step.kind](step);
    try {
      agon.session(method, { session, player, now, ...params });
    } catch (error) {
      // Only a person is told; nothing has happened.
      if (!seats[step.seat].is_person || !["refused", "unparsable"].includes(step.kind)) throw error;
    }
  }
  const { replay } = agon.session("replay", { session, salt });
  agon.session("close", { session });
  return replay;
}

const scripts = makeScripts();
let failed = 0;
for (const script of scripts) {
  let replay;
  try {
    replay = conduct(script);
  } catch (error) {
    replay = `${error.message}`;
  }
  if (replay === script.replay) continue;
  const lines = replay.split("\n");
  const wanted = script.replay.split("\n");
  const at = wanted.findIndex((line, i) => line !== lines[i]);
  if (failed++ < 5) console.log(`${script.name}: line ${at + 1}\n  module ${lines[at]}\n  others ${wanted[at]}`);
}
console.log(`scripts: ${scripts.length - failed} of ${scripts.length} matches are the same in the module`);
process.exit(failed || scripts.length === 0 ? 1 : 0);
