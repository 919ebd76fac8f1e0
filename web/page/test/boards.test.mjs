// The pure parts of the boards: layout, odds, playback, choices, plans, scenes.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { modules } from "./support/modules.mjs";

let source;
before(async () => {
  source = await modules();
});
after(() => source?.close());

/** Time that passes only when the test says so. */
function fakeClock() {
  let now = 0,
    next = 1;
  const timers = new Map();
  return {
    timers,
    set: (run, ms) => (timers.set(next, { at: now + ms, run }), next++),
    clear: (id) => timers.delete(id),
    pass(ms) {
      now += ms;
      for (const [id, { at, run }] of [...timers]) if (at <= now && timers.delete(id)) run();
    },
  };
}

/** A script for numbers: events add themselves, and last a millisecond per unit. */
const counting = { scene: (view) => view, duration: (event) => event, reduce: (scene, event) => scene + event };

describe("playback", () => {
  let Player;
  before(async () => {
    ({ Player } = await source.load("boards/shared/playback.ts"));
  });
  const play = (player, previous, events, view, done = () => {}) =>
    player.play({ previous, events, view, speed: 1 }, done);

  test("shows a frame per event, then exactly the view, then settles once", () => {
    const clock = fakeClock(),
      shown = [];
    let settled = 0;
    const player = new Player(0, counting, () => shown.push(player.frame.scene), clock);
    play(player, 0, [5, 0, 7], 100, () => settled++);
    assert.deepEqual([shown, player.busy, settled], [[5], true, 0]);
    clock.pass(5);
    clock.pass(7);
    assert.deepEqual([shown, player.busy, settled], [[5, 12, 100], false, 1]);
    assert.equal(clock.timers.size, 0);
  });

  test("a new step in the middle of another leaves neither a timer nor an old frame", () => {
    const clock = fakeClock(),
      shown = [];
    let first = 0,
      second = 0;
    const player = new Player(0, counting, () => shown.push(player.frame.scene), clock);
    play(player, 0, [50, 50], 1000, () => first++);
    play(player, 1000, [5], 2000, () => second++);
    assert.equal(clock.timers.size, 1);
    clock.pass(500);
    assert.deepEqual(shown, [50, 1005, 2000]);
    assert.deepEqual([first, second], [0, 1]);
  });

  test("show ends an animation at once and settles it", () => {
    const clock = fakeClock();
    let settled = 0;
    const player = new Player(0, counting, () => {}, clock);
    play(player, 0, [50], 9, () => settled++);
    player.show(9);
    assert.deepEqual([player.frame.scene, player.busy, settled, clock.timers.size], [9, false, 1, 0]);
  });

  test("nothing runs after dispose", () => {
    const clock = fakeClock();
    let calls = 0;
    const player = new Player(0, counting, () => calls++, clock);
    play(player, 0, [50], 9, () => calls++);
    const before = calls;
    player.dispose();
    clock.pass(1000);
    assert.deepEqual([calls, clock.timers.size], [before, 0]);
  });

  test("speed shortens frames; without a previous view nothing is played", () => {
    const clock = fakeClock();
    const player = new Player(0, counting, () => {}, clock);
    player.play({ previous: 0, events: [80], view: 1, speed: 4 }, () => {});
    assert.equal(player.frame.ms, 20);
    play(player, null, [80], 7);
    assert.deepEqual([player.frame.scene, player.busy], [7, false]);
  });
});

describe("arrow keys", () => {
  test("go to the nearest spot ahead and nowhere else", async () => {
    const { neighborSpot } = await source.load("boards/shared/roving.ts");
    const spots = [
      { id: "a", x: 0, y: 0 },
      { id: "b", x: 10, y: 1 },
      { id: "c", x: 20, y: 0 },
      { id: "d", x: 0, y: 10 },
    ];
    assert.equal(neighborSpot(spots, "a", "right").id, "b");
    assert.equal(neighborSpot(spots, "b", "right").id, "c");
    assert.equal(neighborSpot(spots, "a", "down").id, "d");
    assert.equal(neighborSpot(spots, "a", "left"), null);
    assert.equal(neighborSpot(spots, "gone", "left").id, "a");
  });
});

describe("entropy", () => {
  test("odds agree with counting every pair of rolls", async () => {
    const { attackOdds } = await source.load("boards/entropy/odds.ts");
    for (let a = 1; a <= 8; a++) {
      for (let d = 1; d <= 8; d++) {
        let wins = 0;
        for (let x = 1; x <= 6 * a; x++) for (let y = 1; y <= 6 * d; y++) wins += x > y ? 1 : 0;
        const odds = attackOdds(a, d);
        assert.deepEqual([odds.wins, odds.of], [wins, 36 * a * d], `${a} against ${d}`);
      }
    }
  });

  /** A ring on which each node is linked to the two next on either side: 4-regular. */
  const ring = (n) => ({
    neighbors: Array.from({ length: n }, (_, i) => [1, 2, n - 1, n - 2].map((d) => (i + d) % n)),
    empty: Array.from({ length: n }, (_, i) => i % 7 === 6),
  });

  test("the layout is the same every time, keeps nodes apart and links clear of nodes", async () => {
    const { layoutGraph, linksOf, distanceToSegment, countCrossings } = await source.load("boards/entropy/layout.ts");
    const graph = ring(36);
    const one = layoutGraph(graph),
      two = layoutGraph(graph);
    assert.deepEqual(one, two);
    const { points } = one;
    for (const [i, p] of points.entries()) {
      for (const q of points.slice(i + 1)) assert.ok(Math.hypot(p.x - q.x, p.y - q.y) > 0.75, "nodes do not touch");
    }
    const covered = linksOf(graph).filter(
      ({ a, b, weight }) =>
        weight === 1 && points.some((p, i) => i !== a && i !== b && distanceToSegment(p, points[a], points[b]) < 0.2),
    );
    assert.equal(covered.length, 0, "no link between territories runs over a node");
    assert.ok(countCrossings(graph, points) < 20);
  });

  test("odd boards are drawn too: one node, no links, one-way links", async () => {
    const { layoutGraph } = await source.load("boards/entropy/layout.ts");
    assert.equal(layoutGraph({ neighbors: [[]], empty: [false] }).points.length, 1);
    const layout = layoutGraph({ neighbors: [[1], [], []], empty: [false, false, true] });
    assert.ok(layout.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
  });

  test("an attack is shown before its outcome, growth with its dice", async () => {
    const { script } = await source.load("boards/entropy/scene.ts");
    const nodes = [
      { owner: 0, dice: 5, neighbors: [1] },
      { owner: 1, dice: 2, neighbors: [0] },
    ];
    const start = script.scene({ nodes, out: [], round: 1, current_player: 0 });
    const hit = { type: "ATTACK", player: 0, from: 0, to: 1, attack_roll: 20, defense_roll: 3, success: true };
    const clash = script.reduce(start, hit);
    assert.equal(clash.view.nodes[1].owner, 1);
    assert.deepEqual([clash.clash.attackMost, clash.clash.defenseMost], [30, 12]);
    const grown = script.reduce(clash, { type: "GROWTH", player: 0, nodes: [1, 1] });
    assert.deepEqual([grown.view.nodes[0].dice, grown.view.nodes[1].owner, grown.view.nodes[1].dice], [1, 0, 6]);
    assert.equal(nodes[1].dice, 2, "views are never changed");
  });
});

describe("skirmish", () => {
  let choose;
  before(async () => {
    choose = await source.load("boards/skirmish/choose.ts");
  });
  const archer = (slotId) => ({ type: "PLAY_CARD", cardId: "0-archer-1", slotId });
  const move = (target, to) => ({ type: "PLAY_CARD", cardId: "0-repositioning-1", target, to });
  const raise = (cardId, target) => ({ type: "ACTIVATE", unitId: "0-necromancer-1", cardId, target });

  test("a unit needs a slot", () => {
    const actions = [archer(0), archer(3), { type: "PASS" }];
    assert.deepEqual(choose.optionsFor(actions, { card: "archer" }, 0).slots, [
      [0, 0],
      [0, 3],
    ]);
    assert.deepEqual(choose.pickSlot(actions, { card: "archer" }, 0, [0, 3]), { action: archer(3) });
    assert.equal(choose.pickSlot(actions, { card: "archer" }, 0, [0, 2]), null);
    assert.equal(choose.pickSlot(actions, { card: "archer" }, 0, [1, 3]), null);
    assert.ok(!choose.playable(actions, "bard"));
  });

  test("repositioning asks twice, and only for what the first answer leaves", () => {
    const actions = [move([1, 2], 1), move([1, 2], 3), move([0, 0], 1)];
    const first = choose.pickSlot(actions, { card: "repositioning" }, 0, [1, 2]);
    assert.deepEqual(first, { choice: { card: "repositioning", target: [1, 2] } });
    assert.deepEqual(choose.optionsFor(actions, first.choice, 0), {
      slots: [
        [1, 1],
        [1, 3],
      ],
      graves: [],
      moving: true,
    });
    assert.deepEqual(choose.pickSlot(actions, first.choice, 0, [1, 3]), { action: move([1, 2], 3) });
    assert.equal(choose.pickSlot(actions, first.choice, 0, [0, 1]), null);
  });

  test("the necromancer asks for a card first", () => {
    const actions = [raise("0-scout-1", [0, 0]), raise("0-bard-1", [0, 1])];
    assert.deepEqual(choose.optionsFor(actions, { unit: "0-necromancer-1" }, 0), {
      slots: [],
      graves: ["0-scout-1", "0-bard-1"],
      moving: false,
    });
    const choice = { unit: "0-necromancer-1", grave: "0-bard-1" };
    assert.deepEqual(choose.optionsFor(actions, choice, 0).slots, [[0, 1]]);
    assert.deepEqual(choose.pickSlot(actions, choice, 0, [0, 1]), { action: raise("0-bard-1", [0, 1]) });
  });

  test("an input can only be answered by its choices", () => {
    const actions = [
      { type: "INPUT", target: [1, 2] },
      { type: "INPUT", skip: true },
    ];
    assert.deepEqual(choose.optionsFor(actions, {}, 0).slots, [[1, 2]]);
    assert.deepEqual(choose.pickSlot(actions, {}, 0, [1, 2]), { action: actions[0] });
    assert.equal(choose.pickSlot(actions, {}, 0, [0, 2]), null);
  });

  const unit = (cardId, power) => ({
    cardId,
    card: cardId.split("-")[1],
    owner: Number(cardId[0]),
    base: power,
    buffs: 0,
    damage: 0,
    power,
    cooldown: 0,
    activated: false,
    silenced: false,
  });
  const table = (...terrains) => ({
    players: [
      { id: 0, hand: ["0-strike-1"], deck: 3, discard: [], vp: 0 },
      { id: 1, hand: 4, deck: 2, discard: [], vp: 0 },
    ],
    slots: terrains.map((units, id) => ({ id, units, modifiers: [0, 0] })),
    hasPassed: [false, false],
    roundsWon: [0, 0],
    currentRound: 1,
  });

  test("a Rogue turns the comparison round, unless it is silenced", async () => {
    const { leader } = await source.load("boards/skirmish/cards.ts");
    const rogue = unit("0-rogue-1", 2),
      champion = unit("1-champion-1", 5);
    assert.equal(leader(table([rogue, champion]), 0), 0);
    assert.equal(leader(table([{ ...rogue, silenced: true }, champion]), 0), 1);
    assert.equal(leader(table([rogue, null]), 0), 0);
    assert.equal(leader(table([rogue, unit("1-scout-1", 2)]), 0), null);
    assert.equal(leader(table([null, null]), 0), null);
  });

  test("a swap keeps both units, a death leaves a ghost, hands stay hidden", async () => {
    const { script } = await source.load("boards/skirmish/scene.ts");
    let scene = script.scene(table([unit("0-ranger-1", 4), null], [unit("0-bard-1", 2), null]));
    scene = script.reduce(scene, { type: "UNIT_MOVED", unitId: "0-ranger-1", player: 0, from: 0, to: 1 });
    scene = script.reduce(scene, { type: "UNIT_MOVED", unitId: "0-bard-1", player: 0, from: 1, to: 0 });
    assert.deepEqual(
      scene.view.slots.map((pair) => pair.units[0]?.card),
      ["bard", "ranger"],
    );
    scene = script.reduce(scene, { type: "UNIT_DIED", unitId: "0-bard-1", player: 0, slotId: 0, cause: "kill" });
    assert.deepEqual([scene.view.slots[0].units[0], scene.flash.ghost.card], [null, "bard"]);
    scene = script.reduce(scene, { type: "CARD_DRAWN", player: 1, cardId: null });
    assert.deepEqual([scene.view.players[1].hand, scene.view.players[1].deck], [5, 1]);
    scene = script.reduce(scene, {
      type: "CARD_PLAYED",
      player: 0,
      cardId: "0-strike-1",
      slotId: null,
      target: [1, 0],
    });
    assert.deepEqual([scene.view.players[0].hand, scene.spotlight], [[], "0-strike-1"]);
  });
});

describe("space conquest", () => {
  let plan;
  before(async () => {
    plan = await source.load("boards/space-conquest/planning.ts");
  });
  const star = (id, x, y, more = {}) => ({
    id,
    name: id,
    x,
    y,
    base_ru: 2,
    owner: null,
    npc_ships: null,
    stationed_ships: null,
    ...more,
  });
  const own = (ships, base_ru = 2) => ({ owner: "p1", base_ru, stationed_ships: { p1: ships, p2: null } });
  const view = {
    viewer: "p1",
    turn: 3,
    orders: {},
    fleets: [],
    committed: { p1: false, p2: false },
    stars: [star("A", 0, 0, own(7, 4)), star("B", 3, 1, own(3)), star("C", 11, 9, { base_ru: null })],
    players: [
      { id: "p1", home_star: "A", visited_stars: ["A", "B"], known_ru: {}, known_control: { A: "me", B: "me" } },
      { id: "p2" },
    ],
  };

  test("distance is a king's", () => {
    assert.equal(plan.distance({ x: 0, y: 0 }, { x: 3, y: 1 }), 3);
    assert.equal(plan.distance({ x: 4, y: 9 }, { x: 4, y: 2 }), 7);
    assert.equal(plan.arrivalChance(1), 0.98);
  });

  test("over-commitment is seen before it is sent", () => {
    const [a, b] = plan.budgets(view, [
      { from: "A", to: "B", ships: 4 },
      { from: "A", to: "C", ships: 4 },
      { from: "B", to: "C", ships: 3 },
    ]);
    assert.deepEqual([a.ordered, a.left, a.over], [8, -1, true]);
    assert.deepEqual([b.ordered, b.left, b.over], [3, 0, false]);
  });

  test("homes never rebel, other stars do when they keep less than their RU", () => {
    const [home, other] = plan.budgets(view, [
      { from: "A", to: "B", ships: 7 },
      { from: "B", to: "C", ships: 2 },
    ]);
    assert.equal(plan.mayRebel(view, home), false);
    assert.equal(plan.mayRebel(view, other), true);
    assert.equal(plan.safeShips(view, plan.budgets(view, [])[1]), 1);
    assert.equal(plan.safeShips(view, plan.budgets(view, [])[0]), 7);
  });

  test("two orders the same way become one", () => {
    const moves = plan.withMove([{ from: "A", to: "B", ships: 2 }], { from: "A", to: "B", ships: 3 });
    assert.deepEqual(moves, [{ from: "A", to: "B", ships: 5 }]);
    assert.deepEqual(plan.withoutMove(moves, 0), []);
  });

  test("fleets that would cover each other are drawn side by side", async () => {
    const { fleetPlaces, mapOf, place } = await source.load("boards/space-conquest/geometry.ts");
    const fleet = (id) => ({ id, owner: "p1", ships: 1, origin: "A", dest: "B", dist_remaining: 2 });
    const [one, two] = fleetPlaces(mapOf(false), { ...view, fleets: [fleet("p1-000"), fleet("p1-001")] });
    assert.ok(Math.hypot(one.x - two.x, one.y - two.y) > 10);
    assert.deepEqual(place(mapOf(true), { x: 3, y: 1 }), { ...place(mapOf(false), { x: 1, y: 3 }) });
  });

  test("a turn is played back: launch, move, arrive, fight", async () => {
    const { script } = await source.load("boards/space-conquest/scene.ts");
    let scene = script.scene(view);
    scene = script.reduce(scene, {
      type: "FLEET_LAUNCHED",
      fleet: { id: "p1-000", owner: "p1", ships: 5, origin: "A", dest: "B", dist_remaining: 3 },
    });
    assert.equal(plan.shipsAt(scene.view, scene.view.stars[0]), 2);
    scene = script.reduce(scene, { type: "PRODUCTION", star: "A", owner: "p1", ships: 4 });
    scene = script.reduce(scene, { type: "TURN_STARTED", turn: 4 });
    assert.deepEqual([scene.view.fleets[0].dist_remaining, scene.marks.length], [2, 1]);
    scene = script.reduce(scene, { type: "FLEET_ARRIVED", fleet_id: "p1-000", star: "B" });
    assert.deepEqual([scene.view.fleets.length, plan.shipsAt(scene.view, scene.view.stars[1])], [0, 8]);
    const fight = {
      type: "COMBAT",
      star_id: "B",
      attacker: "p2",
      defender: "p1",
      attacker_ships: 4,
      defender_ships: 8,
      winner: "defender",
    };
    assert.deepEqual(script.reduce(scene, fight).marks, [{ kind: "fight", star: "B", left: 8, right: 4, won: true }]);
  });
});

describe("stellar skirmish", () => {
  test("a fleet is counted with its doubles, a reveal takes hidden cards out of hands", async () => {
    const { fleet, script, toCome } = await source.load("boards/stellar-skirmish/scene.ts");
    assert.deepEqual(
      fleet([1, 2, 2, 3], [2, 3]).map(({ left }) => left),
      [false, true, false, true],
    );
    const planet = (id, victory_points) => ({ id, victory_points, name: null, class: null, abilities: [] });
    const view = {
      hands: { 1: [1, 2], 2: [1, 2, 3] },
      current_plays: { 1: 3, 2: "hidden" },
      planet_pot: [planet("X", 2)],
      claimed_planets: { 1: [], 2: [] },
      planet_deck: [planet("X", 2), planet("Y", 3), planet("Z", 3)],
      revealed_count: 1,
      current_planet_index: 1,
    };
    assert.deepEqual(toCome(view), [{ points: 3, count: 2 }]);
    let scene = script.reduce(script.scene(view), { type: "BATTLE_RESOLVED", plays: { 1: 3, 2: 2 }, winner: 1 });
    assert.deepEqual(scene.view.hands, { 1: [1, 2], 2: [1, 3] });
    scene = script.reduce(scene, { type: "PLANET_CLAIMED", player: 1, planet: planet("X", 2), doubled: false });
    assert.deepEqual([scene.view.planet_pot.length, scene.view.claimed_planets[1].length], [0, 1]);
  });
});
