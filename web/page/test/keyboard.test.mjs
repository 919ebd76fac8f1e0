// Every game from the home page to its result without a mouse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { finish, start } from "./support/keys.mjs";
import { useBrowser } from "./support/fixture.mjs";

const fixture = useBrowser();

for (const title of ["Rock-Paper-Scissors", "Stellar Skirmish", "Entropy", "Skirmish", "Space Conquest"]) {
  test(`${title} with the keyboard alone`, { timeout: 120_000 }, async () => {
    const { context, page, problems } = await open(fixture.browser, fixture.url);
    await start(page, title);
    const moves = await finish(page, title);
    assert.ok(moves > 0);
    await page.locator(".result").waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
}
