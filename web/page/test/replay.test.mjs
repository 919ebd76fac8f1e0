// The replay viewer: opened, stepped, played, verified; damage is named by its line.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { finish, start } from "./support/play.mjs";
import { useBrowser } from "./support/fixture.mjs";

const fixture = useBrowser();

const corpus = new URL("../../../tests/replays/", import.meta.url);
const recorded = (name) => readFileSync(new URL(name, corpus), "utf8");

const entropy = () => recorded("entropy-2.ndjson");

async function choose(page, text) {
  await page.setInputFiles("input[type=file]", { name: "match.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(text) });
}

/** Drops a file somewhere on the page. */
async function drop(page, text) {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "match.ndjson"));
    return data;
  }, text);
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.locator(".drop-zone").waitFor();
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

const position = (page) => page.locator(".replay").getAttribute("data-position").then(Number);

async function reach(page, n) {
  await page.locator(`.replay[data-position="${n}"]`).waitFor();
}

test("a file is opened, stepped by buttons, keys and time line, and verified", async () => {
  const { context, page, problems } = await open(fixture.browser, fixture.url);
  const text = entropy();
  const moves = text.trim().split("\n").length - 2;
  await choose(page, text);
  await reach(page, 0);
  await page.getByRole("button", { name: "One move on" }).click();
  await reach(page, 1);
  await page.getByRole("button", { name: "One move on" }).click();
  await reach(page, 2);
  await page.getByRole("button", { name: "One move back" }).click();
  await reach(page, 1);
  await page.getByRole("button", { name: "To the end" }).click();
  await reach(page, moves);
  await page.getByRole("button", { name: "To the beginning" }).click();
  await reach(page, 0);
  await page.locator("main").focus();
  await page.keyboard.press("ArrowRight");
  await reach(page, 1);
  await page.keyboard.press("End");
  await reach(page, moves);
  await page.keyboard.press("Home");
  await reach(page, 0);
  await page.getByLabel("Time line").fill("20");
  await reach(page, 20);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText(`Verified: ${moves} moves`).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("autoplay goes on by itself and stops at the end", async () => {
  const { context, page } = await open(fixture.browser, fixture.url);
  const text = recorded("stellar-2.ndjson");
  const moves = text.trim().split("\n").length - 2;
  await choose(page, text);
  await reach(page, 0);
  await page.getByLabel("Speed").selectOption("8");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await reach(page, moves);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await context.close();
});

test("a replay shows each seat what it saw", async () => {
  const { context, page } = await open(fixture.browser, fixture.url);
  await choose(page, recorded("conquest-short.ndjson"));
  await reach(page, 0);
  const seen = new Map();
  for (const viewer of ["spectator", "p1", "p2"]) {
    await page.getByLabel("View of").selectOption(viewer);
    await page.waitForTimeout(150);
    seen.set(viewer, await page.locator(".match-board").innerHTML());
  }
  assert.equal(new Set(seen.values()).size, 3, "three views that differ");
  await context.close();
});

test("a changed byte is named by its line, and what is before it can be watched", async () => {
  const { context, page } = await open(fixture.browser, fixture.url);
  const lines = entropy().split("\n");
  lines[10] = lines[10].replace(/"hash":"./, (found) => found.slice(0, -1) + (found.endsWith("0") ? "1" : "0"));
  await drop(page, lines.join("\n"));
  await page.getByRole("alert").getByText("Line 11 is wrong").waitFor();
  await page.getByRole("button", { name: "To the end" }).click();
  await reach(page, 9);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("alert").getByText("Line 11 is wrong").waitFor();
  await context.close();
});

test("what is no replay is refused, and the page lives on", async () => {
  const { context, page, problems } = await open(fixture.browser, fixture.url);
  await drop(page, "once upon a time");
  await page.getByRole("alert").getByText("Line 1 is wrong").waitFor();
  await choose(page, "");
  await page.getByRole("alert").getByText("Line 1 is wrong").waitFor();
  await choose(page, entropy().replace('"rules_version":1', '"rules_version":77'));
  await page.getByRole("alert").waitFor();
  await choose(page, entropy());
  await reach(page, 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a finished match is watched, and shared by a link", async () => {
  const { context, page } = await open(fixture.browser, fixture.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await start(page, "Stellar Skirmish");
  await finish(page, "Stellar Skirmish");
  await page.getByRole("button", { name: "Copy share link" }).click();
  await page.locator(".share-note").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${fixture.url}#replay=`));
  await page.getByRole("button", { name: "Watch the replay" }).click();
  await reach(page, 0);

  const other = await context.newPage();
  await other.goto(link);
  await reach(other, 0);
  await other.getByRole("button", { name: "Verify" }).click();
  await other.getByText("Verified: 30 moves").waitFor();
  assert.equal(await position(other), 0);

  const cut = await context.newPage();
  await cut.goto(link.slice(0, -40));
  await cut.getByRole("alert").waitFor();
  await context.close();
});

test("every replay of the corpus opens", async () => {
  const { context, page, problems } = await open(fixture.browser, fixture.url);
  for (const name of readdirSync(corpus).filter((file) => file.endsWith(".ndjson"))) {
    await page.goto(`${fixture.url}#/`);
    await choose(page, recorded(name));
    await reach(page, 0);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".replay").dataset.position) > 0);
  }
  assert.deepEqual(problems, []);
  await context.close();
});
