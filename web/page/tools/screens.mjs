// Takes the pictures of docs/screens: node tools/screens.mjs [folder] [game…]
// Every screen in both themes, on a desktop and on a phone; matches at their beginning, in the
// middle with a decision half made, and at the end.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, open } from "../test/support/browser.mjs";
import { movers } from "../test/support/keys.mjs";
import { serve } from "../test/support/server.mjs";

const games = {
  "rock-paper-scissors": { title: "Rock-Paper-Scissors", middle: 0, seats: 2 },
  "stellar-skirmish": { title: "Stellar Skirmish", middle: 6, seats: 4 },
  entropy: { title: "Entropy", middle: 6, seats: 4 },
  skirmish: { title: "Skirmish", middle: 7, seats: 2 },
  "space-conquest": { title: "Space Conquest", middle: 9, seats: 2 },
};
const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

/** A decision half made, so that the picture shows what a board offers. */
const half = {
  "rock-paper-scissors": async () => {},
  "stellar-skirmish": (page) => page.locator(".ship-hand button").nth(3).click(),
  entropy: async (page) => {
    await page.locator('.node-button[aria-label*="can attack"]').first().click();
    const target = page.locator('.node-button[aria-label*="target"]').first();
    if (await target.count()) await target.hover();
  },
  skirmish: async (page) => {
    const card = page.locator(".hand-card.is-able").first();
    if (await card.count()) await card.click();
  },
  "space-conquest": async (page) => {
    await page.locator('.star-button[aria-label*="yours"]').last().click();
    await page.locator('.star-button[aria-label*="unexplored"]').nth(2).click();
  },
};

async function setUp(page, url, game) {
  await page.goto(`${url}#/play/${game}`);
  await page.locator("form.setup").waitFor();
  for (let n = 2; n < games[game].seats; n++) await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByLabel("Seed").fill("11");
}

async function shot(page, file, full) {
  await page.waitForTimeout(200);
  await page.screenshot({ path: file, fullPage: full });
}

async function match(page, url, game, name) {
  await setUp(page, url, game);
  await shot(page, name("setup"), true);
  await page.getByRole("button", { name: "Start the match" }).click();
  const over = page.locator('.match[data-over="true"]'),
    mine = page.locator(".turn.is-yours");
  for (let turn = 0; turn < 500; turn++) {
    await over.or(mine).first().waitFor();
    if (await over.count()) break;
    if (turn === 0) await shot(page, name("begin"), true);
    if (turn === games[game].middle) {
      await half[game](page);
      await shot(page, name("middle"), game !== "space-conquest" || !name("").includes("phone"));
      await page.keyboard.press("Escape");
    }
    const step = await page.locator(".match").getAttribute("data-step");
    await movers[games[game].title](page, turn);
    await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
  }
  await shot(page, name("end"), true);
}

async function main([folder = fileURLToPath(new URL("../../../docs/screens", import.meta.url)), ...wanted]) {
  mkdirSync(folder, { recursive: true });
  const [browser, site] = await Promise.all([launch(), serve()]);
  try {
    for (const [size, options] of Object.entries(sizes)) {
      for (const colorScheme of ["light", "dark"]) {
        const at = (word) => (part) => `${folder}/${word}-${part}-${size}-${colorScheme}.png`;
        for (const game of Object.keys(games).filter((id) => wanted.length === 0 || wanted.includes(id))) {
          const { context, page } = await open(browser, site.url, { ...options, colorScheme });
          await match(page, site.url, game, at(game));
          await page.goto(`${site.url}#/rules/${game}`);
          await page.locator(".prose h2").first().waitFor();
          await shot(page, at(game)("rules"), false);
          await context.close();
        }
        if (wanted.length > 0) continue;
        const { context, page } = await open(browser, site.url, { ...options, colorScheme });
        await page.locator(".game-card").first().waitFor();
        await shot(page, at("page")("home"), true);
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

await main(process.argv.slice(2));
