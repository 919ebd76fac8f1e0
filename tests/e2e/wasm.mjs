// label: full
// The engine as WebAssembly against the native program: the same signature, the same bytes.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { AGON, AGON_BUILD, AGON_SOURCE } = process.env;
const moduleFile = join(AGON_SOURCE, "build", "agon.wasm");
if (!existsSync(moduleFile)) {
  console.log("wasm: no build/agon.wasm (make wasm): skipped");
  process.exit(77);
}
const { load } = await import(pathToFileURL(join(AGON_SOURCE, "apps", "wasm", "agon.mjs")));
const agon = await load(readFileSync(moduleFile));
let failed = 0;

function check(what, wasm, native) {
  if (wasm === native) return;
  failed++;
  const [a, b] = [wasm, native].map((value) => String(value).slice(0, 300));
  if (failed <= 5) console.log(`different: ${what}\n  wasm   ${a}\n  native ${b}`);
}

function native(args, input = "") {
  const run = spawnSync(AGON, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`agon ${args.join(" ")}: ${run.stderr}`);
  return run.stdout;
}

// Signature. The program prints it in hex.
const games = 200;
const expected = native(["bench", "--signature", "--games", String(games)]).match(/[0-9a-f]{16}/)[0];
check("signature", agon.signature(games).toString(16).padStart(16, "0"), expected);

// RPC: random play of every game, every method at every step, and malformed lines. The lines are
// made with the module and then given to the program in one go.
const lines = [];
const answers = [];
function ask(line) {
  const answer = agon.rpc(line);
  lines.push(line);
  if (answer !== null) answers.push(answer);
  return answer;
}
let id = 0;
function call(method, params) {
  const answer = JSON.parse(ask(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })));
  return answer.result ?? null;
}

function play(game, seed, steps) {
  let state = call("init", { game, config: { seed } })?.state;
  for (let step = 0; state && step < steps; step++) {
    const status = call("status", { game, state });
    if (!status || status.over) return;
    const player = status.to_act[0];
    const view = call("view", { game, state, viewer: player })?.view;
    call("view", { game, state, viewer: "spectator" });
    call("actions", { game, state: view, view, player, limit: 20 });
    call("resample", { game, view, viewer: player, seed: step });
    call("bot", { game, view, viewer: player, bot: "random", seed: step });
    if (step % 8 === 0) {
      call("bot", { game, view, viewer: player, bot: "search", simulations: 100, seed: step });
    }
    call("render", { game, state });
    const choice = call("random_action", { game, state, player, seed: `${step}`.padStart(32, "0") });
    if (!choice) return;
    call("check", { game, state, player, action: choice.action });
    const next = call("apply", { game, state, player, action: choice.action });
    call("view_events", { game, events: next?.events, viewer: "spectator" });
    state = next?.state;
  }
}

const list = call("games");
for (const { id: game } of list) {
  for (let seed = 1; seed <= 5; seed++) play(game, seed, 40);
}
const odd = [
  "{", "[]", "[1]", "null", "1e999", '"\\ud800"', "nonsense", "{}", '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"games"}',
  '{"jsonrpc":"2.0","id":1e300,"method":"games"}',
  '{"jsonrpc":"2.0","id":12345678901234567890,"method":"games"}',
  '{"jsonrpc":"2.0","id":null,"method":"games"}',
  '{"jsonrpc":"2.0","id":"é☃","method":"nothing"}',
  '{"jsonrpc":"2.0","method":"games"}',
  '{"jsonrpc":"2.0","id":1,"id":2,"method":"games"}',
  '{"jsonrpc":"2.0","id":1,"method":"init","params":{"game":"no such game"}}',
  '{"jsonrpc":"2.0","id":1,"method":"init","params":[]}',
  '[{"jsonrpc":"2.0","id":1,"method":"games"},{"jsonrpc":"2.0","id":2,"method":"games"},5]',
  "[".repeat(100000),
  `{"jsonrpc":"2.0","id":"${"x".repeat(1000000)}","method":"games"}`,
];
for (const line of odd) ask(line);
const printed = native(["engine"], lines.map((line) => line + "\n").join("")).split("\n");
check("last line", printed.pop(), "");
check("number of answers", answers.length, printed.length);
answers.forEach((answer, i) => check(`answer ${i}`, answer, printed[i]));

// Matches that the module keeps: bots make the same replay as `agon match`, byte for byte, for every
// game and number of players.
const folder = mkdtempSync(join(tmpdir(), "agon-wasm-"));
function matchNatively(game, seats, seed) {
  const file = join(folder, "match.ndjson");
  native(["match", game, ...seats.flatMap((seat) => ["--seat", seat]), "--seed", `${seed}`, "--record", file]);
  return readFileSync(file, "utf8");
}
function matchHere(game, seats, seed) {
  let { session, over } = agon.session("open", { game, seats, seed });
  while (!over) over = agon.session("think", { session }).over;
  const { replay } = agon.session("replay", { session });
  agon.session("close", { session });
  return replay;
}
let matches = 0;
for (const { id: game, min_players, max_players } of list) {
  for (let players = min_players; players <= max_players; players++) {
    const seats = Array.from({ length: players }, (_, i) => (i % 2 ? "random" : "greedy"));
    check(`match of ${players} in ${game}`, matchHere(game, seats, players), matchNatively(game, seats, players));
    matches++;
  }
}
rmSync(folder, { recursive: true });

// Memory stays flat: the same requests again take no new page.
const again = () => {
  for (const line of lines) agon.rpc(line);
  matchHere("skirmish", ["greedy", "random"], 1);
};
again();
const before = agon.memoryBytes;
for (let round = 0; round < 3; round++) again();
check("memory after three more rounds", agon.memoryBytes, before);

const size = readFileSync(moduleFile).length;
console.log(`wasm: ${size} bytes, ${list.length} games, ${answers.length} answers and ${matches} matches compared`);
process.exit(failed ? 1 : 0);
