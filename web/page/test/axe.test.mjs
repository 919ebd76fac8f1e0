// axe-core finds nothing on any screen, in both themes, on a desktop and on a phone; and nothing is wider than 320 pixels.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { useBrowser } from "./support/fixture.mjs";
import { canAct, isOver } from "./support/play.mjs";

const fixture = useBrowser();
const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const games = ["rock-paper-scissors", "stellar-skirmish", "entropy", "skirmish", "space-conquest"];

/** What axe has to say about the page as it is now. */
async function findings(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeText);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 140)).join(" | ")}`);
  });
}


/** Everything that is wrong, so that one run tells all of it. */
async function check(page, name, width, found) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) found.push(`${name} is ${wide} wide`);
  found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
}

for (const [colorScheme, viewport] of [["light", { width: 1280, height: 720 }], ["dark", { width: 1280, height: 720 }], ["dark", { width: 320, height: 640 }], ["light", { width: 320, height: 640 }]]) {
  test(`no findings: ${colorScheme}, ${viewport.width} pixels`, async () => {
    const { context, page } = await open(fixture.browser, fixture.url, { viewport, colorScheme });
    const found = [];
    const visit = async (hash, selector) => {
      await page.goto(`${fixture.url}${hash}`);
      await page.locator(selector).first().waitFor();
      await check(page, hash, viewport.width, found);
    };
    await visit("#/nowhere", ".missing");
    await visit("#/replay", ".open-replay");
    await visit("#/online", ".problem");
    for (const game of games) {
      await visit(`#/rules/${game}`, "article h2");
      await visit(`#/play/${game}`, "form.setup");
      await page.getByRole("button", { name: "Start the match" }).click();
      await canAct(page).waitFor();
      await check(page, `${game}, a match`, viewport.width, found);
      await page.getByRole("button", { name: "Rules", exact: true }).click();
      await page.getByRole("dialog").locator("h2").nth(1).waitFor();
      await check(page, `${game}, rules in a match`, viewport.width, found);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Give up", exact: true }).click();
      await page.getByRole("button", { name: "Yes, give up" }).click();
      await isOver(page).waitFor();
      await page.locator(".result-why").getByText("gave up").waitFor();
      await check(page, `${game}, the result`, viewport.width, found);
      await page.getByRole("button", { name: "Watch the replay" }).click();
      await page.locator(".replay").waitFor();
      await check(page, `${game}, the replay`, viewport.width, found);
    }
    await visit("#/", ".my-matches");
    assert.deepEqual(found, []);
    await context.close();
  });
}
