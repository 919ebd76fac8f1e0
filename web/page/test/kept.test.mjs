// What a match leaves behind: giving up, the fog that lifts, matches that outlive the page, words that do not run ahead.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { useBrowser } from "./support/fixture.mjs";
import { canAct, finish, isOver, movers, start } from "./support/play.mjs";

const fixture = useBrowser();

async function begin(game, options) {
  const opened = await open(fixture.browser, `${fixture.url}#/play/${game}`, options);
  await opened.page.getByLabel("Seed").fill("11");
  await opened.page.getByRole("button", { name: "Start the match" }).click();
  await canAct(opened.page).waitFor();
  return opened;
}

async function giveUp(page) {
  await page.getByRole("button", { name: "Give up", exact: true }).click();
  await page.getByRole("button", { name: "Yes, give up" }).click();
  await isOver(page).waitFor();
}

test("giving up: the board stops where it was, and who gave up is said", async () => {
  const { context, page, problems } = await begin("stellar-skirmish");
  await movers["Stellar Skirmish"](page);
  await page.getByText("Battle 2").first().waitFor();
  await canAct(page).waitFor();
  const scores = await page.locator(".fleet-rows .points").allInnerTexts();
  const lines = await page.locator(".log li").count();
  await giveUp(page);
  assert.deepEqual(await page.locator(".fleet-rows .points").allInnerTexts(), scores);
  assert.equal(await page.locator(".log li").count(), lines, "nothing nobody played is in the log");
  assert.match(await page.locator(".result h2").innerText(), /Greedy wins/);
  await page.getByText("Player 1 gave up.").waitFor();

  await page.getByRole("button", { name: "Watch the replay" }).click();
  await page.locator(".replay").waitFor();
  const total = Number(await page.getByLabel("Time line").getAttribute("max"));
  assert.ok(total <= 3, `${total} moves are shown`);
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(".replay-end").getByText(/^Player gave up/).waitFor();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText(/^Verified: \d\d moves/).waitFor(); // all that the record has
  assert.deepEqual(problems, []);
  await context.close();
});

test("Space Conquest: no question marks at the end, in one's own replay, and for who sees everything", async () => {
  const { context, page, problems } = await begin("space-conquest");
  const unknown = () => page.locator(".star-count").evaluateAll((all) => all.filter((one) => one.textContent === "?").length);
  assert.ok((await unknown()) > 10);
  await giveUp(page);
  await page.waitForFunction(() => ![...document.querySelectorAll(".star-count")].some((one) => one.textContent === "?"));
  await page.getByRole("button", { name: "Watch the replay" }).click();
  await page.locator(".replay").waitFor();
  assert.equal(await page.getByLabel("View of").inputValue(), "p1", "it begins with one's own eyes");
  await page.getByLabel("View of").selectOption("everything");
  await page.waitForFunction(() => ![...document.querySelectorAll(".star-count")].some((one) => one.textContent === "?"));
  await page.locator(".legend").getByText("Greedy").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("a replay from a file is seen with everything in sight, and outlives a reload", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/replay`);
  const file = new URL("../../../tests/replays/conquest-sets.ndjson", import.meta.url);
  await page.locator("input[type=file]").setInputFiles({ name: "a.ndjson", mimeType: "text/plain", buffer: await readFile(file) });
  await page.locator(".replay").waitFor();
  assert.equal(await page.getByLabel("View of").inputValue(), "everything");
  await page.reload();
  await page.locator(".replay").waitFor();
  await context.close();
});

test("a local match outlives the page, log and all; it is listed at home and can be deleted", async () => {
  const { context, page, problems } = await begin("skirmish");
  const turn = async () => {
    const step = await page.locator(".match").getAttribute("data-step");
    await movers.Skirmish(page, 0);
    await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
    await canAct(page).waitFor();
  };
  for (let i = 0; i < 3; i++) await turn();
  const board = () => page.locator(".slot").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  const log = () => page.locator(".log li").allInnerTexts();
  const [slots, lines] = [await board(), await log()];
  assert.ok(lines.length > 2);
  await page.reload();
  await canAct(page).waitFor();
  assert.deepEqual(await board(), slots);
  assert.deepEqual(await log(), lines, "the log is there again");
  await page.goto(`${fixture.url}#/`);
  await page.reload();
  await page.getByRole("link", { name: /^Continue: Skirmish, Player 1, Greedy/ }).click();
  await canAct(page).waitFor();
  assert.deepEqual(await board(), slots);
  await turn(); // it goes on
  await finish(page, "Skirmish");
  await page.goto(`${fixture.url}#/`);
  await page.getByRole("button", { name: /^Watch: Skirmish/ }).waitFor();
  await page.getByRole("button", { name: /^Delete: Skirmish/ }).click();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await page.locator(".my-matches").waitFor({ state: "detached" });
  await page.goto(`${fixture.url}#/match/nothing`);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("log and players wait for the animation to tell what came of it", async () => {
  const { context, page } = await begin("stellar-skirmish", { reducedMotion: "no-preference" });
  // Whether words run ahead is noted by the page itself, whatever the speed of this machine.
  await page.evaluate(() => {
    window.early = [];
    new MutationObserver(() => {
      const isBusy = !document.querySelector(".match-bar .skip").hidden;
      if (isBusy && document.querySelector(".flip") && /wins the battle|Tie:/.test(document.querySelector(".log").textContent)) window.early.push("log");
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await movers["Stellar Skirmish"](page);
  await page.getByText("Battle 2").first().waitFor();
  await canAct(page).waitFor();
  assert.match(await page.locator(".log").innerText(), /wins the battle|Tie:/);
  assert.deepEqual(await page.evaluate(() => window.early), []);
  await context.close();
});

test("with reduced motion a battle's outcome is a still picture for a moment", async () => {
  const { context, page } = await begin("stellar-skirmish", { reducedMotion: "reduce" });
  await page.evaluate(() => {
    window.pictures = 0;
    new MutationObserver(() => (window.pictures += document.querySelectorAll(".flip").length)).observe(document.body, { subtree: true, childList: true });
  });
  await movers["Stellar Skirmish"](page);
  await page.locator(".flip").first().waitFor();
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0, "nothing moves");
  await canAct(page).waitFor();
  assert.ok((await page.evaluate(() => window.pictures)) > 0);
  await context.close();
});

test("Entropy: the button tells one's own income, also while the other plays", async () => {
  const { context, page } = await begin("entropy", { reducedMotion: "no-preference" });
  await page.evaluate(() => {
    window.wrong = [];
    new MutationObserver(() => {
      const button = document.querySelector("[data-testid=end-turn] small");
      const own = document.querySelector(".standing li .count")?.textContent;
      if (button?.textContent && own && parseInt(button.textContent.slice(1)) !== parseInt(own)) window.wrong.push([button.textContent, own]);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByTestId("end-turn").click();
  await page.getByRole("button", { name: "Skip animations" }).click();
  await canAct(page).waitFor();
  assert.deepEqual(await page.evaluate(() => window.wrong), []);
  await context.close();
});

test("a long name leaves scores in sight, and is cut with an ellipsis", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/play/stellar-skirmish`);
  await page.getByLabel("Name of player 1").fill("Maximiliana the Ever");
  await page.getByRole("button", { name: "Start the match" }).click();
  await canAct(page).waitFor();
  const { panel, note } = await page.evaluate(() => ({
    panel: document.querySelector(".seats").getBoundingClientRect().right,
    note: document.querySelector(".seat-note").getBoundingClientRect().right,
  }));
  assert.ok(note <= panel);
  assert.match(await page.locator(".play-name").first().textContent(), /…/);
  await context.close();
});

test("Skirmish: who would be consumed is marked, said before it happens, and can be taken back", async () => {
  const { context, page, problems } = await begin("skirmish");
  const own = page.locator('.slot[data-slot^="0-"]');
  for (let i = 0; i < 30 && !(await page.locator(".slot.is-consuming").count()); i++) {
    await canAct(page).waitFor();
    const card = page.locator(".hand-card.is-able:not([aria-label*='Action'])").first();
    if ((await own.evaluateAll((all) => all.some((one) => !one.ariaLabel.startsWith("empty")))) && (await card.count())) {
      await card.click();
      if (await page.locator(".slot.is-consuming").count()) break;
      await page.keyboard.press("Escape");
    }
    const step = await page.locator(".match").getAttribute("data-step");
    await movers.Skirmish(page, i);
    await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
  }
  const target = page.locator(".slot.is-consuming").first();
  assert.match(await target.getAttribute("aria-label"), /would be consumed/);
  const before = await target.getAttribute("aria-label");
  const slot = await target.getAttribute("data-slot");
  await target.click();
  await page.getByText(/is consumed: it dies/).first().waitFor();
  await page.keyboard.press("Escape");
  assert.equal((await page.locator(`[data-slot="${slot}"]`).getAttribute("aria-label")).split(";")[0], before.split(";")[0], "nothing has happened");
  await page.locator(".hand-card.is-able:not([aria-label*='Action'])").first().click();
  await page.locator(`[data-slot="${slot}"]`).click();
  const step = await page.locator(".match").getAttribute("data-step");
  await page.getByTestId("confirm").click();
  await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
  await page.getByText(/consumes .*, which dies/).first().waitFor();
  assert.equal(await page.locator(".log").getByText(/takes terrain|decides for/).count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("rules are read without leaving the match; words are explained where they stand", async () => {
  const { context, page, problems } = await begin("skirmish");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "Rules of Skirmish" }).waitFor();
  await page.getByRole("dialog").getByText("Sentinel").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await canAct(page).waitFor();
  const close = page.locator(".hand-card[aria-label*=' close ']").first();
  await close.hover();
  await page.locator(".terms").getByText("the terrains directly left and right").waitFor();
  assert.match(await page.locator(".hand-card").first().getAttribute("aria-label"), /power \d|Action/);
  assert.deepEqual(problems, []);
  await context.close();
});

for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
  test(`every board, its controls and the players fit ${width}×${height} without scrolling`, async () => {
    const isPhone = width < 500;
    const { context, page, problems } = await open(fixture.browser, fixture.url, { viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone, isInstant: true });
    for (const title of Object.keys(movers)) {
      await page.goto(`${fixture.url}#/`);
      await start(page, title);
      await canAct(page).waitFor();
      const below = () => page.evaluate(() => {
        const shown = [...document.querySelectorAll(".match-board svg.board-drawing, .match-board .graph, .match-board .terrains, .match-board button:not(.small), .match > .seats li")];
        return shown
          .map((one) => [one.getAttribute("class"), one.getBoundingClientRect()])
          .filter(([, box]) => box.height > 0 && (box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5))
          .map(([name, box]) => `${name} ${Math.round(box.right)} ${Math.round(box.bottom)}`);
      });
      assert.deepEqual(await below(), [], title);
      if (!isPhone) {
        const top = (await page.locator(".match-board").boundingBox()).y;
        await giveUp(page);
        assert.equal((await page.locator(".match-board").boundingBox()).y, top, `${title}: the result does not push the board`);
        assert.ok((await page.locator(".result h2").boundingBox()).y < height, title);
      }
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}
