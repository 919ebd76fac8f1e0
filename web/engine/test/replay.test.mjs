// Replays written here hold for the native engine, and the other way round.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { parseReplay } from "agon-engine";
import { agon, configs, native } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "agon-replay-"));
after(() => rmSync(folder, { recursive: true }));

function record(id, options = {}) {
  const { seed, ...config } = configs[id];
  const recorder = agon.record(id, { config, seed, ...options });
  for (let n = 0; !recorder.table.status.over; n++) {
    const { to_act } = recorder.table.status;
    const player = to_act[n % to_act.length];
    recorder.play(player, recorder.table.bot(player, "greedy", { seed: n }));
  }
  return recorder;
}

function nativeSays(text) {
  const file = join(folder, "match.ndjson");
  writeFileSync(file, text);
  try {
    return execFileSync(native, ["replay", "verify", file], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    return error.stdout + error.stderr;
  }
}

for (const { id } of agon.games) {
  test(`${id}: a recorded match verifies natively and here`, () => {
    const text = record(id).finish();
    assert.match(nativeSays(text), /: ok/);
    assert.equal(agon.verifyReplay(text).ok, true);
  });

  test(`${id}: a fresh secret seed of 128 bits`, () => {
    const recorder = record(id, { seed: undefined });
    assert.match(String(recorder.seed), /^[0-9a-f]{32}$/);
    assert.match(nativeSays(recorder.finish()), /: ok/);
  });

  test(`${id}: a changed byte is found in its line, here as there`, () => {
    const text = record(id).finish();
    const lines = text.split("\n");
    const line = Math.floor(lines.length / 2);
    const at = text.split("\n").slice(0, line - 1).join("\n").length + 12;
    const damaged = text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1);
    const verdict = agon.verifyReplay(damaged);
    assert.equal(verdict.ok, false);
    assert.equal(verdict.line, line);
    assert.ok(nativeSays(damaged).includes(`${line}`));
  });
}

test("a set of orders is written order by order", () => {
  const recorder = agon.record("space-conquest", { seed: 7, config: { max_turns: 3 } });
  const home = (player) => recorder.table.view(player).players.find((entry) => entry.id === player).home_star;
  recorder.play("p1", { moves: [{ from: home("p1"), to: "C", ships: 1 }, { from: "nowhere", to: "C", ships: 1 }] });
  recorder.play("p2", { moves: [] });
  assert.equal(recorder.moves, 4);
  assert.match(nativeSays(recorder.finish()), /: ok/);
  assert.equal(recorder.table.view("p1").order_errors.p1[0].reason, "unknown_origin");
});

test("what is refused is not recorded", () => {
  const recorder = agon.record("rock-paper-scissors", { seed: 1 });
  const before = recorder.text;
  assert.throws(() => recorder.play("p1", { type: "choose", choice: "well" }), { slug: "bad_action" });
  assert.throws(() => recorder.play("p3", { type: "choose", choice: "rock" }), { slug: "unknown_player" });
  assert.equal(recorder.text, before);
  assert.throws(() => agon.record("rock-paper-scissors", { seats: ["one"] }), { slug: "bad_config" });
});

test("an unfinished match is a replay too", () => {
  const recorder = agon.record("rock-paper-scissors", { seed: 1 });
  recorder.play("p1", { type: "choose", choice: "rock" });
  const text = recorder.finish();
  assert.equal(agon.verifyReplay(text).result.over, false);
  assert.match(nativeSays(text), /: ok/);
  assert.throws(() => recorder.play("p2", { type: "choose", choice: "rock" }), { slug: "game_over" });
});

test("the corpus of recorded matches: every state as the native engine wrote it", () => {
  const corpus = new URL("../../../tests/replays/", import.meta.url);
  const files = readdirSync(corpus).filter((name) => name.endsWith(".ndjson"));
  assert.ok(files.length > 0);
  for (const name of files) {
    const text = readFileSync(new URL(name, corpus), "utf8");
    const verdict = agon.verifyReplay(text);
    assert.ok(verdict.ok, `${name}: ${verdict.reason}`);
    const replay = parseReplay(text);
    const table = agon.openReplay(replay);
    for (const move of replay.moves) {
      table.apply(move.player, move.action);
      assert.equal(table.status.hash, move.hash, `${name}, move ${move.n}`);
    }
    assert.equal(replay.result?.over ?? false, verdict.result?.over ?? false);
  }
});

test("a seed of 64 bits is not rounded", () => {
  const file = join(folder, "seed.ndjson");
  for (const id of ["rock-paper-scissors", "space-conquest"]) {
    const seats = ["--seat", "random", "--seat", "random"];
    execFileSync(native, ["match", id, ...seats, "--seed", "9223372036854775807", "--record", file], { stdio: "pipe" });
    const text = readFileSync(file, "utf8");
    const replay = parseReplay(text);
    const table = agon.openReplay(replay);
    for (const move of replay.moves.slice(0, 50)) {
      table.apply(move.player, move.action);
      assert.equal(table.status.hash, move.hash);
    }
  }
});

test("what is no replay says so", () => {
  assert.throws(() => parseReplay(""), { slug: "bad_replay" });
  assert.throws(() => parseReplay("{}"), { slug: "bad_replay" });
  assert.throws(() => parseReplay("[]"), { slug: "bad_replay" });
  assert.throws(() => parseReplay('{"format":"agon-replay","version":9}'), { slug: "bad_replay" });
  const { ok, line } = agon.verifyReplay("nonsense");
  assert.deepEqual([ok, line], [false, 1]);
  const text = agon.record("rock-paper-scissors", { seed: 1 }).finish();
  const other = text.replace('"rules_version":1', '"rules_version":99');
  assert.throws(() => agon.openReplay(other), { slug: "bad_replay", message: /version 99 .* is not known here/ });
});

test("a replay is played by the version of the rules that it names", () => {
  const corpus = new URL("../../../tests/replays/", import.meta.url);
  const reveals = ["stellar-2.ndjson", "stellar-open-2.ndjson"].map((name) => {
    const replay = parseReplay(readFileSync(new URL(name, corpus), "utf8"));
    return [replay.rulesVersion, JSON.parse(agon.openReplay(replay).stateText).reveal];
  });
  assert.deepEqual(reveals, [[1, "first_play"], [2, "battle"]]);
});
