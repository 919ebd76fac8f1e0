// What the tests of the package share.
import { fileURLToPath } from "node:url";
import { load } from "agon-engine";

export const agon = await load();

export const native = fileURLToPath(new URL("../../../build/agon", import.meta.url));

/** A config of each game with its options in use; of a game without any here, a seed. */
const known = {
  "rock-paper-scissors": { playerIds: ["anna", "ben"], seed: 1 },
  "stellar-skirmish": { player_count: 3, fleet_values: [1, 2, 3, 3, 5], seed: 2, final_tie: "discard" },
  entropy: { players: ["grey", "red", "blue"], max_rounds: 6, growth: "round", seed: 3 },
  skirmish: { decks: ["harvest", "ambush"], seed: 4 },
  "space-conquest": { max_turns: 8, seed: 5 },
};
export const configs = Object.fromEntries(agon.games.map(({ id }) => [id, known[id] ?? { seed: 6 }]));

/** Plays a random match; `visit` sees every state before a move. Returns the last state. */
export function play(game, config, visit = () => {}) {
  let state = game.init(config);
  for (let n = 0; n < 5000; n++) {
    const status = game.getStatus(state);
    if (status.over) break;
    const player = status.to_act[n % status.to_act.length];
    const action = game.getRandomAction(state, player, n);
    visit(state, player, action, status);
    state = game.applyAction(state, action, player);
  }
  return state;
}

/** Freezes a document through and through, so that any change of it throws. */
export function freeze(value) {
  if (value && typeof value === "object") {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}
