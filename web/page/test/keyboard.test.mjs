// Every game from the home page to its result without a mouse.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./support/browser.mjs";
import { finish, start } from "./support/keys.mjs";
import { serve } from "./support/server.mjs";

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser?.close();
  await site?.close();
});

for (const title of ["Rock-Paper-Scissors", "Stellar Skirmish", "Entropy", "Skirmish", "Space Conquest"]) {
  test(`${title} with the keyboard alone`, { timeout: 120_000 }, async () => {
    const { context, page, problems } = await open(browser, site.url);
    await start(page, title);
    const moves = await finish(page, title);
    assert.ok(moves > 0);
    await page.locator(".result").waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
}
