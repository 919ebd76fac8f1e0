// Each game from the home page to its result, by clicking only, against a bot.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { load } from "agon-engine";
import { fileURLToPath } from "node:url";
import { finish, secretsIn, spyOnWorkers, start } from "./support/play.mjs";
import { useBrowser } from "./support/fixture.mjs";

const native = fileURLToPath(new URL("../../../build/agon", import.meta.url));
const fixture = useBrowser();

/** What must have happened, so that a match of passing all the time does not count. */
const known = {
  "Rock-Paper-Scissors": ["CHOSEN", "REVEALED"],
  "Stellar Skirmish": ["CARD_PLAYED", "BATTLE_RESOLVED", "PLANET_CLAIMED", "GAME_OVER"],
  Entropy: ["ATTACK", "TURN_ENDED", "GROWTH", "GAME_OVER"],
  Skirmish: ["CARD_PLAYED", "UNIT_DEPLOYED", "ROUND_ENDED", "MATCH_ENDED"],
  "Space Conquest": ["FLEET_LAUNCHED", "FLEET_ARRIVED", "GAME_OVER"],
};

/** Every game of the engine; one without a board of its own is played on the generic one. */
const { games } = await load();

/** Whether a player of this match did something itself that makes such an event. */
function isOwn(event, player) {
  return event.player === player || event.fleet?.owner === player;
}

for (const { title } of games) {
  const needed = known[title] ?? [];
  test(`${title}: played to the end by clicking, and its replay holds`, async () => {
    const context = await fixture.browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
    await context.addInitScript(() => localStorage.setItem("agon.motion", "none"));
    await spyOnWorkers(context);
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(fixture.url);
    await start(page, title);
    const { moves, waits } = await finish(page, title);
    assert.ok(moves > 0);
    assert.ok((await page.locator(".result h2").innerText()).length > 0);
    assert.equal(await page.locator(".refusal").count(), 0, "no click was refused");

    // Until the match was over the page was given views, events and actions, and nothing else.
    const all = await page.evaluate(() => window.workerMessages);
    const messages = all.slice(0, all.findIndex((message) => message.update?.status.over) + 1);
    assert.ok(messages.length > 0);
    const updates = messages.filter((message) => message.update);
    assert.ok(updates.length >= moves);
    assert.deepEqual(secretsIn(messages), []);
    const player = updates[0].update.viewer;
    assert.ok(updates.every(({ update }) => update.viewer === player && update.view.viewer === player));
    const events = updates.flatMap(({ update }) => update.events);
    for (const type of needed) assert.ok(events.some((event) => event.type === type), type);
    assert.ok(events.some((event) => event.type === (needed[0] ?? event.type) && isOwn(event, player)), "own moves");
    assert.ok(!JSON.stringify(messages).includes("agon-replay"), "the replay has the seed in it");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download replay" }).click(),
    ]);
    const verdict = execFileSync(native, ["replay", "verify", await download.path()], { encoding: "utf8" });
    assert.match(verdict, /: ok/);
    assert.deepEqual(problems, []);
    waits.sort((a, b) => a - b);
    const middle = waits[Math.floor(waits.length / 2)];
    console.log(`figure: ${title}: ${moves} moves, click to the bot's answer ${middle.toFixed(0)} ms (median)`);
    await context.close();
  });
}
