// Two browsers play each other on a server that is killed in the middle: every game.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open } from "./support/browser.mjs";
import { canAct, isOver, movers } from "./support/play.mjs";
import { useServer } from "./support/fixture.mjs";

const native = fileURLToPath(new URL("../../../build/agon", import.meta.url));
const fixture = useServer();
const { server } = fixture;

// Games that take long are given up after so many moves.
const games = {
  "rock-paper-scissors": { title: "Rock-Paper-Scissors", most: 10 },
  "stellar-skirmish": { title: "Stellar Skirmish", most: 100 },
  entropy: { title: "Entropy", most: 24 },
  skirmish: { title: "Skirmish", most: 200 },
  "space-conquest": { title: "Space Conquest", most: 16 },
};

const isLost = (page) => page.getByText("The connection is lost");

async function sitDown(game) {
  const anna = await open(fixture.browser, `${server.url}#/online`);
  const ben = await open(fixture.browser, `${server.url}#/online`);
  await anna.page.getByLabel(/^Game/).selectOption(game);
  await anna.page.getByLabel(/^Player 2/).selectOption("invited");
  await anna.page.getByRole("button", { name: "Make the match" }).click();
  await ben.page.goto(await anna.page.getByLabel("Link for player 2").inputValue());
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  return [anna, ben];
}

/** Kills the server and starts it again; both pages find back by themselves. */
async function survive(people) {
  await server.kill();
  for (const { page } of people) await isLost(page).waitFor();
  await server.start();
  for (const { page } of people) await isLost(page).waitFor({ state: "hidden" });
}

/** One move of whoever may act; false: the match is over. */
async function move(people, title, turn) {
  for (;;) {
    for (const { page } of people) {
      if (await isOver(page).count()) return false;
      if ((await canAct(page).count()) === 0) continue;
      const step = await page.locator(".match").getAttribute("data-step");
      await movers[title](page, turn);
      await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
      return true;
    }
    await people[0].page.waitForTimeout(20);
  }
}

async function verify(page) {
  const id = /#\/online\/([^/]+)/.exec(page.url())[1];
  const answer = await fetch(`${server.url}api/matches/${id}/replay`);
  assert.equal(answer.status, 200);
  execFileSync(native, ["replay", "verify", "-"], { input: await answer.text() });
}

for (const [game, { title, most }] of Object.entries(games)) {
  test(`${title}: two browsers, a server killed in the middle`, async () => {
    const people = await sitDown(game);
    const [anna, ben] = people;
    let moves = 0;
    let killed = false;
    while (moves < most && (await move(people, title, Math.floor(moves / 2)))) {
      moves++;
      const shouldDie = moves === (game === "rock-paper-scissors" ? 1 : 7);
      if (shouldDie) await survive(people);
      killed ||= shouldDie;
    }
    assert.ok(killed);
    if ((await isOver(anna.page).count()) + (await isOver(ben.page).count()) === 0) {
      await anna.page.getByRole("button", { name: "Give up", exact: true }).click();
      await anna.page.getByRole("button", { name: "Yes, give up" }).click();
    }
    await isOver(anna.page).waitFor();
    await isOver(ben.page).waitFor();
    await verify(ben.page);
    await anna.context.close();
    await ben.context.close();
  });
}
