// Matches that live in the module: few calls, no state outside, and the same bytes as natively.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { load } from "agon-engine";
import { agon, configs, native } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "agon-match-"));
after(() => rmSync(folder, { recursive: true }));

/** An engine that counts the calls of the module's functions. */
async function counted() {
  const instantiate = WebAssembly.instantiate;
  const count = { calls: 0 };
  WebAssembly.instantiate = async (...args) => {
    const { exports } = await instantiate(...args);
    const wrapped = Object.entries(exports).map(([name, value]) => {
      if (typeof value !== "function") return [name, value];
      return [name, (...given) => (count.calls++, value(...given))];
    });
    return { exports: Object.fromEntries(wrapped) };
  };
  try {
    return [await load(), count];
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test("a click with a bot's reply takes at most five calls into the module", async () => {
  const [engine, count] = await counted();
  for (const { id } of engine.games) {
    const { seed, ...config } = configs[id];
    const players = engine.game(id).getPlayers(engine.game(id).init(configs[id]));
    const seats = players.map((_, i) => (i === 0 ? "human" : "greedy"));
    const match = engine.match(id, { config, seed, seats });
    match.look(players[0]);
    let most = 0;
    for (let clicks = 0; clicks < 20 && !match.progress.over; clicks++) {
      while (!match.progress.people.length && !match.progress.over) match.think();
      const { actions } = match.look(players[0]).actions;
      if (match.progress.over) break;
      const before = count.calls;
      const shown = match.act(players[0], actions[0], { viewer: players[0] }); // the click, and what is to be drawn
      if (shown.thinking !== null) match.think({ viewer: players[0] }); // a bot's reply, and what is to be drawn
      most = Math.max(most, count.calls - before);
    }
    console.log(`figure: ${id}: at most ${most} calls into the module for a click with a bot's reply`);
    assert.ok(most >= 1 && most <= 5, `${id}: ${most} calls`);
    match.close();
  }
});

test("bots make the match that `agon match` makes, byte for byte", () => {
  const file = join(folder, "match.ndjson");
  for (const { id, min_players } of agon.games) {
    const seats = Array.from({ length: min_players }, (_, i) => (i ? "greedy" : "random"));
    execFileSync(native, ["match", id, ...seats.flatMap((seat) => ["--seat", seat]), "--seed", "5", "--record", file], {
      stdio: "pipe",
    });
    const match = agon.match(id, { seats, seed: 5 });
    while (!match.progress.over) match.think();
    assert.equal(match.replay(), readFileSync(file, "utf8"), id);
    match.close();
  }
});

test("what comes out of a match is what a viewer may know", () => {
  const match = agon.match("rock-paper-scissors", { seed: 1, config: { playerIds: ["anna", "ben"] } });
  assert.deepEqual(match.players, ["anna", "ben"]);
  match.act("anna", { type: "choose", choice: "rock" });
  const seen = JSON.stringify(match.look("ben"));
  assert.ok(!seen.includes('"rock"') || !JSON.parse(seen).events.some((event) => event.choice === "rock"));
  assert.equal(match.look("ben").view.choices.anna, "hidden");
  assert.ok(!("rng" in match.look("ben").view));
  assert.deepEqual(match.look("ben").events, []); // told already
  match.close();
  assert.throws(() => match.look("ben"), { path: "session" });
});

test("programs have faults, people do not", () => {
  const program = { name: "mine", kind: "program" };
  const match = agon.match("entropy", { seed: 1, seats: [program, "random"], fault: "retry:1" });
  const attack = { type: "attack", from: 99, to: 0 };
  assert.equal(match.act(0, attack).judgement, "again");
  assert.match(match.ask(0).refused, /from/);
  assert.equal(match.act(0, attack).judgement, "moved"); // EN-20: the turn ends
  assert.match(match.replay(), /"by":"rules","faults":\[\{"fault":"illegal".*\{"fault":"illegal"/);
  assert.equal(match.progress.thinking, 1);
  match.think();
  while (match.progress.thinking !== null) match.think();
  const { over } = match.fail(0, "dead", "the program has ended");
  assert.equal(over, true);
  const { result } = match.look("spectator");
  assert.deepEqual([result.forfeits, result.places], [[0], [2, 1]]);
  assert.equal(agon.verifyReplay(match.replay()).ok, true);
});

test("clocks go by the times that are given", () => {
  const match = agon.match("rock-paper-scissors", { seed: 1, clock: "1+0.5", live: true, now: 0 });
  assert.equal(match.progress.deadline, 1_000_000);
  match.act("p1", { type: "choose", choice: "rock" }, { now: 400_000 });
  assert.equal(match.ask("p2", 500_000).time_left, 500_000);
  assert.equal(match.expire(1_000_001).over, true);
  assert.match(match.replay(), /"us":400000/);
  assert.match(match.replay(), /"fault":"late"/);
});

test("moves are taken back, and people leave", () => {
  const match = agon.match("skirmish", { seed: 3 });
  const [me] = match.progress.people;
  const start = match.look(me).view;
  const { actions } = match.look(me).actions;
  match.act(me, actions[0]);
  assert.notDeepEqual(match.look(me).view, start);
  match.undo();
  assert.equal(match.progress.moves, 0);
  assert.deepEqual(match.look(me).view, start);
  const { update } = match.leave(me, { viewer: me });
  assert.deepEqual(update.result.forfeits, [me]);
});

test("a commitment is opened by seed and salt, here as natively", async () => {
  const seed = "00112233445566778899aabbccddeeff";
  const bytes = new TextEncoder().encode(`agon seed ${seed} salt pepper`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const commitment = `sha256:${Buffer.from(digest).toString("hex")}`;
  const match = agon.match("rock-paper-scissors", { seed, commitment });
  assert.equal(agon.verifyReplay(match.replay({ finish: true, salt: "pepper" })).ok, true);
  assert.match(agon.verifyReplay(match.replay({ finish: true, salt: "salt" })).reason, /do not open/);
});
