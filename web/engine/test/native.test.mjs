// Byte for byte: 10,000 random matches here and in the native engine.
//
// Matches run through the package. Each request for a new state is also sent to `agon engine`, in
// batches, and the answers are compared as text.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { agon, native } from "./support.mjs";

/** Most matches are short, so that there can be many; every hundredth is played in full. */
const short = (seed, config) => (seed % 100 === 0 ? { seed } : { seed, ...config });

/** How many matches of each game, and how they are set up. */
const plan = {
  "rock-paper-scissors": { matches: 7000, config: (seed) => ({ seed }) },
  "stellar-skirmish": {
    matches: 1500,
    config: (seed) =>
      short(seed, {
        player_count: 2 + (seed % 3),
        fleet_values: [1, 2, 3, 4].slice(0, 2 + (seed % 3)),
        planets: ["A", "B", "C"].map((id, i) => ({ id, victory_points: (seed + i) % 4 })),
      }),
  },
  entropy: {
    matches: 500,
    config: (seed) => short(seed, { max_rounds: 1, growth: seed % 2 ? "turn" : "round" }),
  },
  skirmish: {
    matches: 200,
    config: (seed) => ({ seed, decks: [["vanguard", "harvest"][seed % 2], ["bulwark", "ambush"][(seed >> 1) % 2]] }),
  },
  "space-conquest": { matches: 800, config: (seed) => ({ seed, max_turns: seed % 100 === 0 ? 25 : 1 }) },
};
/** A game that nobody has planned for. */
for (const { id } of agon.games) plan[id] ??= { matches: 100, config: (seed) => ({ seed }) };

class Native {
  #child = spawn(native, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
  #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();

  send(line) {
    this.#child.stdin.write(`${line}\n`);
  }

  async answer() {
    return (await this.#lines.next()).value;
  }

  async close() {
    this.#child.stdin.end();
    await once(this.#child, "exit");
  }
}

function request(method, params) {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

/** Plays one match here; returns what was asked and answered. */
function playHere(id, config, seed) {
  const asked = [];
  const ask = (method, params) => {
    const line = request(method, { game: id, ...params });
    const answer = agon.rpc(line);
    asked.push([line, answer]);
    return JSON.parse(answer).result;
  };
  let { state } = ask("init", { config });
  for (let n = 0; ; n++) {
    const status = agon.game(id).getStatus(state);
    if (status.over) return asked;
    const player = status.to_act[(seed + n) % status.to_act.length];
    const action = agon.game(id).getRandomAction(state, player, seed * 4096 + n);
    ({ state } = ask("apply", { state, player, action }));
  }
}

for (const [id, { matches, config }] of Object.entries(plan)) {
  test(`${id}: ${matches} matches, every state and event equal to the native engine's`, async () => {
    const engine = new Native();
    let states = 0;
    for (let seed = 1; seed <= matches; seed += 20) {
      const asked = [];
      for (let i = seed; i < seed + 20 && i <= matches; i++) asked.push(...playHere(id, config(i), i));
      for (const [line] of asked) engine.send(line);
      for (const [line, here] of asked) assert.equal(await engine.answer(), here, line.slice(0, 200));
      states += asked.length;
    }
    await engine.close();
    console.log(`figure: ${id}: ${matches} matches, ${states} states equal to the native engine's`);
    assert.ok(states >= matches * 3);
  });
}

test("the plan is ten thousand matches, of every game there is", () => {
  const sum = Object.values(plan).reduce((total, { matches }) => total + matches, 0);
  assert.ok(sum >= 10_000);
  assert.deepEqual(Object.keys(plan).sort(), agon.games.map((game) => game.id).sort());
});
