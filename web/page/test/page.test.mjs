// The page itself: keyboard, phone, offline, themes, one screen for two people, thinking bots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { finish, start } from "./support/play.mjs";
import { useBrowser } from "./support/fixture.mjs";

const fixture = useBrowser();

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page, name, most = 60) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (found.includes(name)) return;
  }
  throw new Error(`the Tab key does not lead to "${name}"`);
}

const isOver = (page) => page.locator('.match[data-over="true"]');
const canAct = (page) => page.locator('.match[data-can-act="true"], .match[data-over="true"]');

test("a whole match with the keyboard alone", async () => {
  const { context, page, problems } = await open(fixture.browser, fixture.url);
  await page.getByText("2–8 players").first().waitFor();
  await tabTo(page, "Play Rock-Paper-Scissors");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Start the match" }).waitFor();
  await tabTo(page, "Start the match");
  await page.keyboard.press("Enter");
  await canAct(page).waitFor();
  await tabTo(page, "Scissors");
  await page.keyboard.press("Enter");
  await isOver(page).waitFor();
  await tabTo(page, "Watch the replay");
  await page.keyboard.press("Enter");
  await page.locator(".replay").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("Entropy with the keyboard alone: attacks and turns", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/play/entropy`);
  await page.getByRole("button", { name: "Start the match" }).waitFor();
  await tabTo(page, "Start the match");
  await page.keyboard.press("Enter");
  await canAct(page).first().waitFor();
  // The first node that can attack has the map's focus; Enter chooses it.
  await tabTo(page, "can attack");
  await page.keyboard.press("Enter");
  await page.locator('.node-button[aria-pressed="true"]').waitFor();
  const step = await page.locator(".match").getAttribute("data-step");
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"]) {
    await page.keyboard.press(key);
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    if (label.includes("target")) {
      await page.keyboard.press("Enter");
      break;
    }
  }
  for (let turn = 0; turn < 60 && !(await isOver(page).count()); turn++) {
    await page.keyboard.press("e");
    await page.waitForTimeout(30);
    await canAct(page).first().waitFor();
  }
  assert.notEqual(await page.locator(".match").getAttribute("data-step"), step);
  await isOver(page).waitFor();
  await context.close();
});

for (const [title, id] of Object.entries({
  "Rock-Paper-Scissors": "rock-paper-scissors",
  "Stellar Skirmish": "stellar-skirmish",
  Entropy: "entropy",
  Skirmish: "skirmish",
  "Space Conquest": "space-conquest",
})) {
  test(`${title} fits a phone: nothing is wider than the screen, buttons are big enough`, async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { context, page, problems } = await open(fixture.browser, fixture.url, phone);
    const check = async (where) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 360, `${where} is ${width} wide`);
    };
    await check("home");
    await page.goto(`${fixture.url}#/rules/${id}`);
    await page.locator("article h1").waitFor();
    await check("rules");
    await page.goto(`${fixture.url}#/play/${id}`);
    await page.getByRole("button", { name: "Start the match" }).waitFor();
    await check("set-up");
    const { height } = await page.getByRole("button", { name: "Start the match" }).boundingBox();
    assert.ok(height >= 40);
    await page.getByRole("button", { name: "Start the match" }).tap();
    await canAct(page).waitFor();
    await check("match");
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("offline: the page loads again and plays", async () => {
  const { context, page, problems } = await open(fixture.browser, fixture.url);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.active?.state !== "activated") {
      await new Promise((resolve) => registration.active.addEventListener("statechange", resolve, { once: true }));
    }
  });
  await context.setOffline(true);
  await page.reload();
  await page.getByText("2–8 players").first().waitFor();
  await start(page, "Stellar Skirmish"); // its board has not been loaded before
  await finish(page, "Stellar Skirmish");
  await page.goto(`${fixture.url}#/rules/skirmish`);
  await page.locator("article h1").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("dark, light, as the system says; and it is kept", async () => {
  const { context, page } = await open(fixture.browser, fixture.url, { colorScheme: "dark" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.getByLabel("Theme").selectOption("light");
  assert.equal(await theme(), "light");
  await page.reload();
  assert.equal(await theme(), "light");
  await page.getByLabel("Theme").selectOption("auto");
  assert.equal(await theme(), "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => document.documentElement.dataset.theme === "light");
  await context.close();
});

test("two people at one screen: it is covered when it changes hands", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/play/rock-paper-scissors`);
  await page.getByLabel("Who plays for player 2").selectOption("person");
  await page.getByLabel("Name of player 1").fill("Anna");
  await page.getByLabel("Name of player 2").fill("Anna");
  assert.ok(await page.getByRole("button", { name: "Start the match" }).isDisabled(), "two of one name");
  await page.getByLabel("Name of player 2").fill("Ben");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.getByRole("button", { name: "Rock" }).click();
  const ready = page.getByRole("button", { name: "I am Ben" });
  await ready.waitFor();
  assert.equal(await page.getByText(/has chosen Rock/).count(), 0, "the log is covered too");
  await ready.click();
  await page.getByRole("button", { name: "Paper" }).waitFor();
  const shown = await page.locator(".match").innerText();
  assert.ok(!/chosen Rock|chose Rock/.test(shown), "Ben does not see Anna's choice");
  await page.getByRole("button", { name: "Paper" }).click();
  await isOver(page).waitFor();
  assert.match(await page.locator(".result h2").innerText(), /Ben wins/);
  await context.close();
});

test("the same seed gives the same match; a bad one is not taken", async () => {
  const boards = [];
  for (let i = 0; i < 2; i++) {
    const { context, page } = await open(fixture.browser, `${fixture.url}#/play/entropy`);
    await page.getByLabel("Seed").fill("1.5");
    assert.ok(await page.getByRole("button", { name: "Start the match" }).isDisabled());
    await page.getByLabel("Seed").fill("1234");
    await page.getByRole("button", { name: "Start the match" }).click();
    await canAct(page).waitFor();
    boards.push(await page.locator(".match-board").innerHTML());
    await context.close();
  }
  assert.equal(boards[0], boards[1]);
});

test("the page moves while a strong bot thinks", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/play/space-conquest`);
  await page.getByLabel("Who plays for player 2").selectOption("search:sims=5000");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.locator(".match").waitFor();
  const { frames, longest } = await page.evaluate(async () => {
    let count = 0;
    let gap = 0;
    let last = performance.now();
    const isThinking = () => document.querySelector(".turn")?.textContent.includes("thinking") ?? false;
    const end = last + 1500;
    while (performance.now() < end || isThinking()) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      gap = Math.max(gap, now - last);
      last = now;
      count++;
      if (now > end + 10_000) break;
    }
    return { frames: count, longest: gap };
  });
  console.log(`figure: ${frames} frames while the strongest bot thinks, longest gap ${longest.toFixed(0)} ms`);
  assert.ok(frames > 20, `${frames} frames`);
  await context.close();
});

test("animations run, and can be skipped", async () => {
  const { context, page } = await open(fixture.browser, fixture.url, { reducedMotion: "no-preference" });
  await start(page, "Stellar Skirmish");
  await canAct(page).waitFor();
  await page.locator('.ship-hand button[aria-disabled="false"]').first().click();
  await page.getByTestId("play").click();
  const skip = page.getByRole("button", { name: "Skip animations" });
  await skip.waitFor();
  await skip.click();
  await canAct(page).waitFor();
  await context.close();
});

test("a match waits while one looks something up", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/play/stellar-skirmish`);
  await page.getByRole("button", { name: "Start the match" }).click();
  await canAct(page).waitFor();
  const played = page.locator(".log li");
  await page.locator('.ship-hand button[aria-disabled="false"]').first().click();
  await page.getByTestId("play").click();
  await page.getByText("Battle 2").first().waitFor();
  const lines = await played.count();
  await page.goto(`${fixture.url}#/rules/stellar-skirmish`);
  await page.locator("article h1").waitFor();
  assert.match(await page.title(), /Stellar Skirmish: Rules/);
  await page.goto(`${fixture.url}#/`);
  await page.getByRole("link", { name: /^Continue: Stellar Skirmish/ }).click();
  await canAct(page).waitFor();
  assert.equal(await played.count(), lines);
  await page.getByText("Battle 2").first().waitFor();
  await context.close();
});

test("any game can be played on the plain board: text, and actions as a list", async () => {
  const { context, page, problems } = await open(fixture.browser, `${fixture.url}#/play/entropy`);
  await page.getByLabel("Rounds").fill("2");
  await page.getByRole("button", { name: "Start the match" }).click();
  await canAct(page).waitFor();
  await page.getByRole("button", { name: "Board as text" }).click();
  await page.locator(".generic-board pre").getByText("territories").first().waitFor();
  for (let turn = 0; turn < 20 && !(await isOver(page).count()); turn++) {
    const step = await page.locator(".match").getAttribute("data-step");
    await page.locator(".generic-actions li button").last().click();
    await page.waitForFunction((old) => document.querySelector(".match").dataset.step !== old, step);
    await canAct(page).waitFor();
  }
  await isOver(page).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("everything that can be clicked has a name, and the page its landmarks", async () => {
  const { context, page } = await open(fixture.browser, fixture.url);
  for (const hash of ["#/", "#/play/skirmish", "#/rules/entropy", "#/replay", "#/nowhere"]) {
    await page.goto(fixture.url + hash);
    await page.locator("main").waitFor();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, a, input, select, [role=button]")]
        .filter((element) => !element.closest("[aria-hidden=true]"))
        .filter((element) => {
          const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
          return !label?.trim();
        })
        .map((element) => element.outerHTML),
    );
    assert.deepEqual(nameless, [], hash);
    assert.equal(await page.locator("main, header, nav").count(), 3);
  }
  await context.close();
});

test("a match that cannot begin says why", async () => {
  const { context, page } = await open(fixture.browser, fixture.url);
  await page.goto(`${fixture.url}#/play/chess`);
  await page.getByText("There is no such page").waitFor();
  await context.close();
});
