// What boards do with a mouse, a finger, a small screen and an animation that runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { movers } from "./support/keys.mjs";
import { useBrowser } from "./support/fixture.mjs";

const fixture = useBrowser();

const games = {
  "rock-paper-scissors": "Rock-Paper-Scissors",
  "stellar-skirmish": "Stellar Skirmish",
  entropy: "Entropy",
  skirmish: "Skirmish",
  "space-conquest": "Space Conquest",
};

/** A match with a fixed seed, at its first decision. */
async function match(game, options) {
  const opened = await open(fixture.browser, fixture.url, options);
  const { page } = opened;
  await page.goto(`${fixture.url}#/play/${game}`);
  await page.getByLabel("Seed").fill("11");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.locator('.match[data-can-act="true"]').waitFor();
  return opened;
}

async function done({ context, problems }) {
  await context.close();
  assert.deepEqual(problems, []);
}

async function center(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page, from, to) {
  await page.mouse.move(...(await center(from)));
  await page.mouse.down();
  await page.mouse.move(...(await center(to)), { steps: 8 });
  await page.mouse.up();
}

const steps = (page) => page.locator(".match").getAttribute("data-step");

test("Space Conquest: drag an order, see over-commitment before sending, mend it, commit", async () => {
  const opened = await match("space-conquest");
  const { page } = opened;
  const home = page.locator('.star-button[aria-label*="your home"]');
  const unknown = page.locator('.star-button[aria-label*="unexplored"]');
  await drag(page, home, unknown.nth(1));
  await page.getByTestId("ship-slider").fill("3");
  await page.getByTestId("add-order").click();
  await home.click();
  await unknown.nth(3).click();
  await page.getByTestId("ship-slider").fill("3");
  assert.match(await page.locator(".composer").innerText(), /4 ships, 6 are ordered away/);
  assert.ok(await page.getByTestId("add-order").isDisabled());
  assert.ok(await page.getByTestId("commit").isDisabled());
  assert.ok(await page.getByTestId("over-commitment").isVisible());
  await page.getByTestId("ship-slider").fill("1");
  await page.getByTestId("add-order").click();
  assert.equal(await page.getByTestId("over-commitment").count(), 0);
  await page
    .getByRole("button", { name: /One ship more/ })
    .first()
    .click();
  assert.ok(await page.getByTestId("commit").isDisabled());
  await page
    .getByRole("button", { name: /Remove the order/ })
    .first()
    .click();
  const step = await steps(page);
  await page.getByTestId("commit").click();
  await page.waitForFunction((old) => document.querySelector(".match").dataset.step !== old, step);
  await page.locator('.match[data-can-act="true"]').waitFor();
  assert.equal(await page.locator(".fleet").count(), 1);
  await done(opened);
});

test("Entropy: the odds of an attack are shown, exactly", async () => {
  const opened = await match("entropy");
  const { page } = opened;
  const dice = async (locator) => Number(/(\d+) di(?:c)?e/.exec(await locator.getAttribute("aria-label"))[1]);
  const from = page.locator('.node-button[aria-label*="can attack"]').first();
  const a = 6 * (await dice(from));
  await from.click();
  const target = page.locator('.node-button[aria-label*="target"]').first();
  const d = 6 * (await dice(target));
  await target.hover();
  let wins = 0;
  for (let x = 1; x <= a; x++) wins += Math.min(x - 1, d);
  assert.match(await page.getByTestId("odds").innerText(), new RegExp(`\\(${wins} of ${a * d}\\)`));
  const step = await steps(page);
  await target.click();
  await page.waitForFunction((old) => document.querySelector(".match").dataset.step !== old, step);
  await done(opened);
});

test("Skirmish: a card dragged onto a slot is played there; elsewhere it returns", async () => {
  const opened = await match("skirmish");
  const { page } = opened;
  const card = page
    .locator(
      '.hand-card.is-able[data-card="champion"], .hand-card.is-able[data-card="veteran"], .hand-card.is-able[data-card="noble"]',
    )
    .first();
  const name = await card.getAttribute("data-card");
  const hand = await page.locator(".hand-card").count();
  await drag(page, card, page.locator(".match-bar"));
  assert.equal(await page.locator(".hand-card").count(), hand);
  assert.equal(await page.locator(".drag-card").count(), 0);
  await page.keyboard.press("Escape");
  await drag(page, card, page.locator('[data-slot="0-4"]'));
  await page.locator(`[data-slot="0-4"][aria-label^="${name[0].toUpperCase()}${name.slice(1)}"]`).waitFor();
  await done(opened);
});

test("Skirmish: what a card does can be read by pointing, by focus and by tapping", async () => {
  const opened = await match("skirmish");
  const { page } = opened;
  const card = page.locator(".hand-card").nth(1);
  const text = (await card.getAttribute("aria-label")).split(". ").slice(1).join(". ");
  await card.hover();
  assert.ok((await page.locator(".details").innerText()).includes(text));
  await page.locator(".hand-card").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.ok((await page.locator(".details").innerText()).includes(text));
  await done(opened);
});

test("animations run, S skips them, and leaving in the middle of one does no harm", async () => {
  const opened = await match("stellar-skirmish", { reducedMotion: "no-preference" });
  const { page } = opened;
  await movers["Stellar Skirmish"](page, 1);
  await page.locator(".flip").first().waitFor();
  await page.keyboard.press("s");
  await page.locator('.match[data-can-act="true"]').waitFor();
  assert.equal(await page.locator(".flip").count(), 0);
  await movers["Stellar Skirmish"](page, 1);
  await page.locator(".flip").first().waitFor();
  await page.goto(`${fixture.url}#/`);
  await page.locator(".game-card").first().waitFor();
  await page.waitForTimeout(2500);
  await done(opened);
});

test("who prefers stillness gets it", async () => {
  const opened = await match("entropy");
  const { page } = opened;
  await movers.Entropy(page, 0);
  await page.locator('.match[data-can-act="true"]').waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await done(opened);
});

for (const [game, title] of Object.entries(games)) {
  test(`${title}: everything that can be pressed has a name, and a phone needs no sideways scrolling`, async () => {
    const opened = await match(game, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const { page } = opened;
    const nameless = await page.evaluate(
      () =>
        [...document.querySelectorAll('button, [role="button"], a[href]')].filter(
          (one) => one.checkVisibility() && !(one.getAttribute("aria-label") || one.textContent).trim(),
        ).length,
    );
    assert.equal(nameless, 0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    assert.ok((await page.locator('[aria-live="polite"]').count()) > 0);
    await done(opened);
  });
}
