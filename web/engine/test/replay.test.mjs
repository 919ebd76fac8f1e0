// Replays written here hold for the native engine, and the other way round.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { agon, configs, native } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "agon-replay-"));
after(() => rmSync(folder, { recursive: true }));

/** A match of bots, played to its end. */
function playBots(id, options = {}) {
  const { seed, ...config } = configs[id];
  const count = agon.game(id).getPlayers(agon.game(id).init(configs[id])).length;
  const match = agon.match(id, { config, seed, seats: Array(count).fill("greedy"), ...options });
  while (!match.progress.over) match.think();
  return match;
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
  test(`${id}: a match verifies natively and here`, () => {
    const text = playBots(id).replay();
    assert.match(nativeSays(text), /: ok/);
    assert.equal(agon.verifyReplay(text).ok, true);
  });

  test(`${id}: a fresh secret seed of 128 bits`, () => {
    const text = playBots(id, { seed: undefined }).replay();
    assert.match(JSON.parse(text.split("\n")[0]).seed, /^[0-9a-f]{32}$/);
    assert.match(nativeSays(text), /: ok/);
  });

  test(`${id}: a changed byte is found in its line, here as there`, () => {
    const text = playBots(id).replay();
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
  const match = agon.match("space-conquest", { seed: 7, config: { max_turns: 3 } });
  const home = (player) => match.look(player).view.players.find((entry) => entry.id === player).home_star;
  match.act("p1", { moves: [{ from: home("p1"), to: "C", ships: 1 }, { from: "nowhere", to: "C", ships: 1 }] });
  match.act("p2", { moves: [] });
  assert.equal(match.progress.moves, 4);
  assert.match(nativeSays(match.replay({ finish: true })), /: ok/);
  assert.equal(match.look("p1").view.order_errors.p1[0].reason, "unknown_origin");
});

test("what is refused is not recorded", () => {
  const match = agon.match("rock-paper-scissors", { seed: 1 });
  const before = match.replay();
  assert.throws(() => match.act("p1", { type: "choose", choice: "well" }), { slug: "bad_action", path: "choice" });
  assert.throws(() => match.act("p3", { type: "choose", choice: "rock" }), { slug: "unknown_player" });
  assert.throws(() => match.act("p1", undefined), { slug: "bad_action" });
  assert.throws(() => match.act("p1", { n: 1n }), { slug: "bad_action" });
  assert.equal(match.replay(), before);
  assert.throws(() => agon.match("rock-paper-scissors", { seats: ["human"] }), { slug: "bad_config" });
  assert.throws(() => agon.match("chess"), { slug: "unknown_game" });
});

test("an unfinished match is a replay too", () => {
  const match = agon.match("rock-paper-scissors", { seed: 1 });
  match.act("p1", { type: "choose", choice: "rock" });
  const text = match.replay({ finish: true });
  assert.equal(agon.verifyReplay(text).result.over, false);
  assert.match(nativeSays(text), /: ok/);
  const more = agon.continueMatch(match.replay());
  more.act("p2", { type: "choose", choice: "paper" });
  assert.match(nativeSays(more.replay()), /: ok/);
  assert.equal(more.progress.over, true);
});

test("the corpus of recorded matches can be seen move by move, by everybody", () => {
  const corpus = new URL("../../../tests/replays/", import.meta.url);
  const files = readdirSync(corpus).filter((name) => name.endsWith(".ndjson"));
  assert.ok(files.length > 0);
  for (const name of files) {
    const text = readFileSync(new URL(name, corpus), "utf8");
    const verdict = agon.verifyReplay(text);
    assert.ok(verdict.ok, `${name}: ${verdict.reason}`);
    const replay = agon.openReplay(text);
    assert.deepEqual(replay.verdict, verdict);
    for (const { player } of replay.seats) {
      const story = replay.story(player);
      let before = replay.frame(0, player);
      for (let at = 1; at <= Math.min(replay.moves.length, 40); at++) {
        const frame = replay.frame(at, player);
        assert.deepEqual(frame.previous, before.view, `${name}, move ${at}`);
        assert.deepEqual(frame.events, story[at - 1]);
        before = frame;
      }
    }
    assert.equal(replay.frame(Infinity, "spectator").over, verdict.result.over, name);
    replay.close();
  }
});

test("a seed of 64 bits is not rounded", () => {
  const file = join(folder, "seed.ndjson");
  for (const id of ["rock-paper-scissors", "space-conquest"]) {
    const seats = ["--seat", "random", "--seat", "random"];
    execFileSync(native, ["match", id, ...seats, "--seed", "9223372036854775807", "--record", file], { stdio: "pipe" });
    const text = readFileSync(file, "utf8");
    assert.equal(agon.verifyReplay(text).ok, true);
    const replay = agon.openReplay(text);
    assert.equal(replay.frame(replay.moves.length, "spectator").over, true);
  }
});

test("what is no replay says so", () => {
  for (const text of ["", "{}", "[]", '{"format":"agon-replay","version":9}', "nonsense"]) {
    assert.throws(() => agon.openReplay(text), { slug: "bad_replay" });
    assert.throws(() => agon.continueMatch(text), { slug: "bad_replay" });
  }
  const { ok, line } = agon.verifyReplay("nonsense");
  assert.deepEqual([ok, line], [false, 1]);
  const text = agon.match("rock-paper-scissors", { seed: 1 }).replay({ finish: true });
  const other = text.replace('"rules_version":1', '"rules_version":99');
  assert.throws(() => agon.openReplay(other), { slug: "bad_replay" });
  const replay = agon.openReplay(text);
  replay.close();
  assert.throws(() => replay.frame(0, "p1"), { path: "session" });
});

test("a replay is played by the version of the rules that it names", () => {
  const corpus = new URL("../../../tests/replays/", import.meta.url);
  const reveals = ["stellar-2.ndjson", "stellar-open-2.ndjson"].map((name) => {
    const replay = agon.openReplay(readFileSync(new URL(name, corpus), "utf8"));
    return replay.frame(0, "spectator").view.reveal;
  });
  assert.deepEqual(reveals, ["first_play", "battle"]);
});
