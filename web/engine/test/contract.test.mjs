// The contract, for every game.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AgonError } from "agon-engine";
import { agon, configs, freeze, play } from "./support.mjs";

for (const facts of agon.games) {
  const game = agon.game(facts.id);
  const config = configs[facts.id];

  describe(facts.id, () => {
    test("init is a function of its config", () => {
      assert.deepEqual(game.init(config), game.init(config));
      assert.deepEqual(game.init(), game.init({}));
      assert.equal(game.isGameOver(game.init(config)), false);
      assert.equal(game.getWinners(game.init(config)), null);
    });

    test("a match goes to its end by valid actions only", () => {
      let moves = 0;
      const last = play(game, config, (state, player, action) => {
        const actions = game.getValidActions(state, player);
        assert.ok(actions.some((other) => JSON.stringify(other) === JSON.stringify(action)));
        assert.ok(game.isValidAction(state, action, player));
        assert.equal(game.getActionPage(state, player, { limit: 1 }).count, actions.length);
        moves++;
      });
      assert.ok(moves > 0);
      assert.ok(game.isGameOver(last));
      assert.ok(Array.isArray(game.getWinners(last)));
      for (const player of game.getPlayers(last)) assert.deepEqual(game.getValidActions(last, player), []);
    });

    test("the current player is the one who may act", () => {
      play(game, config, (state, _player, _action, status) => {
        const expected = facts.simultaneous || status.to_act.length !== 1 ? null : status.to_act[0];
        assert.equal(game.getCurrentPlayer(state), expected);
      });
    });

    test("nothing that is given is ever changed", () => {
      // A frozen document that somebody writes to throws; a document that is kept is compared too.
      const state = freeze(game.init(freeze({ ...config })));
      const before = JSON.stringify(state);
      const { to_act } = game.getStatus(state);
      const action = freeze(game.getValidActions(state, to_act[0])[0]);
      const { state: next, events } = game.applyWithEvents(state, action, to_act[0]);
      const view = freeze(game.getPlayerView(state, to_act[0]));
      freeze(events);
      game.getPlayerEvents(events, "spectator");
      game.resample(view, to_act[0], 1);
      game.chooseAction(view, to_act[0], "greedy", { seed: 1 });
      game.render(state);
      assert.equal(JSON.stringify(state), before);
      assert.notEqual(JSON.stringify(next), before);
      assert.deepEqual(game.applyAction(state, action, to_act[0]), next);
    });

    test("a view has its viewer, and neither generator nor seed", () => {
      play(game, config, (state) => {
        for (const viewer of [...game.getPlayers(state), "spectator"]) {
          const view = game.getPlayerView(state, viewer);
          assert.deepEqual(view.viewer, viewer);
          for (const secret of ["rng", "rngState", "seed"]) assert.ok(!(secret in view), secret);
        }
      });
    });

    test("a view answers for its viewer as the state does, and for nobody else", () => {
      play(game, config, (state, player, action) => {
        const view = game.getPlayerView(state, player);
        assert.deepEqual(game.getValidActions(view, player), game.getValidActions(state, player));
        assert.ok(game.isValidAction(view, action, player));
        const other = game.getPlayers(state).find((somebody) => somebody !== player);
        assert.throws(() => game.getValidActions(view, other), { slug: "wrong_viewer" });
        assert.throws(() => game.applyAction(view, action, player), { slug: "bad_state" });
      });
    });

    test("a resampled state has the view that it was made from", () => {
      let n = 0;
      play(game, config, (state, player) => {
        if (n++ % 7) return;
        const view = game.getPlayerView(state, player);
        const guess = game.resample(view, player, n);
        assert.deepEqual(game.getPlayerView(guess, player), view);
      });
    });

    test("every bot chooses a valid action, and the same one for the same seed", () => {
      const bots = ["random", "greedy", "search", ...(facts.id === "entropy" ? ["gte", "null"] : [])];
      const state = game.init(config);
      const player = game.getStatus(state).to_act[0];
      const view = game.getPlayerView(state, player);
      for (const bot of bots) {
        const action = game.chooseAction(view, player, bot, { seed: 9, simulations: 50 });
        assert.ok(game.isValidAction(state, action, player), bot);
        assert.deepEqual(game.chooseAction(view, player, bot, { seed: 9, simulations: 50 }), action);
      }
      assert.throws(() => game.chooseAction(view, player, "nobody", { seed: 1 }), { slug: "unknown_bot" });
    });

    test("errors have a name, a slug and a path", () => {
      const state = game.init(config);
      const player = game.getStatus(state).to_act[0];
      const caught = (run) => {
        try {
          run();
        } catch (error) {
          assert.ok(error instanceof AgonError);
          assert.ok(error instanceof Error);
          assert.equal(error.name, "AgonError");
          assert.ok(error.message.length > 0);
          return [error.slug, error.path];
        }
        assert.fail("nothing was thrown");
      };
      assert.equal(caught(() => game.applyAction(state, { type: "nonsense" }, player))[0], "bad_action");
      assert.equal(caught(() => game.applyAction(state, { type: "nonsense" }, "nobody at all"))[0], "bad_action");
      assert.equal(caught(() => game.getPlayerView(state, "nobody at all"))[0], "unknown_player");
      assert.equal(caught(() => game.applyAction({}, {}, player))[0], "bad_state");
      assert.deepEqual(caught(() => game.init({ seed: 1.5 })), ["bad_config", "seed"]);
      assert.deepEqual(caught(() => game.init({ seed: 2 ** 60 })), ["bad_config", "seed"]);
      assert.deepEqual(caught(() => game.init({ seed: "xyz" })), ["bad_config", "seed"]);
      assert.equal(caught(() => game.applyAction(state, { n: 1n }, player))[0], "bad_action");
      assert.equal(caught(() => game.applyAction(undefined, {}, player))[0], "bad_state");
      const verdict = game.checkAction(state, { type: "nonsense" }, player);
      assert.equal(verdict.valid, false);
      assert.equal(verdict.slug, "bad_action");
      // The engine works on as if nothing had happened.
      assert.deepEqual(game.init(config), state);
    });

    test("events of others are redacted or left out", () => {
      play(game, config, (state, player, action) => {
        const { events } = game.applyWithEvents(state, action, player);
        for (const viewer of [...game.getPlayers(state), "spectator"]) {
          const seen = game.getPlayerEvents(events, viewer);
          assert.ok(seen.length <= events.length);
          for (const event of seen) assert.ok(!("visible" in event));
        }
      });
    });
  });
}

test("a wrong path leads to the value", () => {
  const game = agon.game("entropy");
  const state = game.init({ seed: 1 });
  state.nodes.find((node) => "dice" in node).dice = 99;
  const index = state.nodes.findIndex((node) => node.dice === 99);
  assert.throws(() => game.getStatus(state), { slug: "bad_state", path: `nodes[${index}].dice` });
});

test("rolls replace the generator", () => {
  const game = agon.game("entropy");
  const state = game.init({ seed: 1 });
  const attack = game.getValidActions(state, 0).find((action) => action.type === "attack");
  const { events } = game.applyWithEvents(state, attack, 0, [1, 1]);
  assert.deepEqual([events[0].attack_roll, events[0].defense_roll, events[0].success], [1, 1, false]);
  assert.throws(() => game.applyWithEvents(state, attack, 0, [0, 1]), { slug: "bad_rolls" });
});

test("there is no unknown game", () => {
  assert.throws(() => agon.game("chess"), { slug: "unknown_game" });
  assert.throws(() => agon.match("chess"), { slug: "unknown_game" });
});
