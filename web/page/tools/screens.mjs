// Takes the pictures of docs/screens: node tools/screens.mjs [--all] [folder] [game…]
// Every board at the beginning of a match, in the middle with a decision half made, and at the end;
// and the rules pages. With --all each of them in both themes, on a desktop and on a phone; without,
// those that are kept. pngquant, where it is installed, makes the files smaller.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, open } from "../test/support/browser.mjs";
import { movers } from "../test/support/keys.mjs";
import { serve } from "../test/support/server.mjs";

const games = {
  "rock-paper-scissors": { title: "Rock-Paper-Scissors", middle: 0, seats: 2 },
  "stellar-skirmish": { title: "Stellar Skirmish", middle: 6, seats: 4 },
  entropy: { title: "Entropy", middle: 6, seats: 4 },
  skirmish: { title: "Skirmish", middle: 6, seats: 2 },
  "space-conquest": { title: "Space Conquest", middle: 9, seats: 2 },
};
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

const everything = ["desktop-light", "desktop-dark", "phone-light", "phone-dark"];
const kept = {
  begin: ["desktop-light", "phone-dark"],
  middle: everything,
  end: ["desktop-dark", "phone-light"],
  rules: ["desktop-light", "phone-dark"],
};
const isAll = process.argv.includes("--all");

/** A decision half made, so that the picture shows what a board offers. */
const half = {
  "rock-paper-scissors": async () => {},
  "stellar-skirmish": (page) => page.locator(".ship-hand button").nth(3).click(),
  entropy: async (page) => {
    await page.locator('.node-button[aria-label*="can attack"]').first().click();
    const target = page.locator('.node-button[aria-label*="target"]').first();
    if (await target.count()) await target.focus();
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

/** The same moment in several pictures. */
async function captures(page, name, part, full = () => true) {
  for (const variant of isAll ? everything : kept[part]) {
    const [size, colorScheme] = variant.split("-");
    const file = `${name}-${part}-${variant}.png`;
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(200);
    await page.screenshot({ path: file, fullPage: full(size) });
    spawnSync("pngquant", ["--force", "--skip-if-larger", "--ext", ".png", file]);
  }
  await page.setViewportSize(sizes.desktop);
}

async function match(page, url, game, name) {
  await page.goto(`${url}#/play/${game}`);
  await page.locator("form.setup").waitFor();
  for (let n = 2; n < games[game].seats; n++) await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByLabel("Seed").fill("11");
  await page.getByRole("button", { name: "Start the match" }).click();
  const over = page.locator('.match[data-over="true"]');
  const mine = page.locator(".turn.is-yours");
  for (let turn = 0; turn < 500; turn++) {
    await over.or(mine).first().waitFor();
    if (await over.count()) break;
    if (turn === 0) await captures(page, name, "begin");
    if (turn === games[game].middle && turn > 0) {
      await half[game](page);
      // A sheet at the bottom of the screen belongs to the screen, not to the whole page.
      await captures(page, name, "middle", (size) => size === "desktop" || game !== "space-conquest");
      await page.keyboard.press("Escape");
    }
    const step = await page.locator(".match").getAttribute("data-step");
    await movers[games[game].title](page, turn);
    await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
  }
  await captures(page, name, "end");
}

async function main([folder = fileURLToPath(new URL("../../../docs/screens", import.meta.url)), ...wanted]) {
  mkdirSync(folder, { recursive: true });
  const [browser, site] = await Promise.all([launch(), serve()]);
  try {
    for (const game of Object.keys(games).filter((id) => wanted.length === 0 || wanted.includes(id))) {
      const name = `${folder}/${game}`;
      const { context, page } = await open(browser, site.url, { viewport: sizes.desktop });
      await match(page, site.url, game, name);
      await page.goto(`${site.url}#/rules/${game}`);
      await page.locator(".prose h2").first().waitFor();
      await captures(page, name, "rules", () => false);
      await context.close();
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

await main(process.argv.slice(2).filter((word) => word !== "--all"));
