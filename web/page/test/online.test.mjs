// Two browsers, one server: lobby, invitation, play, reconnection, spectators, rematch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.mjs";
import { canAct, isOver, secretsIn } from "./support/play.mjs";
import { useServer } from "./support/fixture.mjs";

const fixture = useServer();
const { server } = fixture;


/** Every message that arrives over the page's sockets. */
function listen(page) {
  const received = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => received.push(JSON.parse(String(payload)))));
  return received;
}

async function person(name) {
  const opened = await open(fixture.browser, `${server.url}#/online`);
  const received = listen(opened.page);
  await opened.page.getByLabel("Your name").fill(name);
  return { ...opened, received };
}

async function make(page, game, seat2) {
  await page.getByLabel(/^Game/).selectOption(game);
  await page.getByLabel(/^Player 2/).selectOption(seat2);
  await page.getByRole("button", { name: "Make the match" }).click();
}

test("an open match is found in the lobby, joined, played, and played again", async () => {
  const anna = await person("Anna");
  const ben = await person("Ben");
  await make(anna.page, "rock-paper-scissors", "open");
  await anna.page.getByText("The match begins when every seat is taken").waitFor();
  await ben.page.getByRole("button", { name: "Refresh" }).click();
  await ben.page.getByRole("link", { name: /^Join: Rock-Paper-Scissors, Anna/ }).click();
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await canAct(anna.page).waitFor();
  await canAct(ben.page).waitFor();

  await anna.page.getByRole("button", { name: "Rock" }).click();
  await anna.page.getByText("You chose Rock").waitFor();
  await ben.page.getByText("Anna has chosen.").waitFor();
  assert.deepEqual(secretsIn(ben.received), [], "nothing hidden came over the socket");
  assert.ok(!JSON.stringify(ben.received).includes('"rock"'));
  await ben.page.getByRole("button", { name: "Paper" }).click();
  await isOver(anna.page).waitFor();
  await isOver(ben.page).waitFor();
  assert.match(await anna.page.locator(".result h2").innerText(), /Ben wins/);
  assert.match(await ben.page.locator(".result h2").innerText(), /You win/);
  // Each browser has noted the commitment when the match was made, or joined.
  for (const { page } of [anna, ben]) {
    await page.getByText("Chance is proven: seed and salt open the commitment that this browser noted").waitFor();
  }
  // One that has noted another is not content with what the server says now.
  await ben.page.evaluate(() => {
    const noted = JSON.parse(localStorage.getItem("agon.commitments"));
    for (const id of Object.keys(noted)) noted[id] = noted[id].replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    localStorage.setItem("agon.commitments", JSON.stringify(noted));
  });
  await ben.page.reload();
  await ben.page.getByText("Chance is not proven, the replay does not hold: commitment: the replay has another than was noted").waitFor();
  // One that has noted nothing is told that it has not.
  await ben.page.evaluate(() => localStorage.removeItem("agon.commitments"));
  await ben.page.reload();
  await ben.page.getByText("but this browser noted none").waitFor();

  await anna.page.getByRole("button", { name: "Play again, seats changed" }).click();
  await ben.page.getByRole("button", { name: "Take the seat there" }).click();
  await canAct(anna.page).waitFor();
  await canAct(ben.page).waitFor();
  assert.deepEqual([...anna.problems, ...ben.problems], []);
  await anna.context.close();
  await ben.context.close();
});

test("a seat is taken even when the match begins before the answer is here", async () => {
  const anna = await person("Anna");
  const ben = await person("Ben");
  await make(anna.page, "rock-paper-scissors", "open");
  await anna.page.getByText("The match begins when every seat is taken").waitFor();
  await ben.page.route("**/join", async (route) => {
    const response = await route.fetch();
    await anna.page.locator(".match").waitFor();
    await ben.page.locator(".match").waitFor();
    await route.fulfill({ response });
  });
  await ben.page.getByRole("button", { name: "Refresh" }).click();
  await ben.page.getByRole("link", { name: /^Join: Rock-Paper-Scissors, Anna/ }).click();
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await canAct(ben.page).waitFor();
  await ben.page.getByRole("button", { name: "Paper" }).click();
  await ben.page.getByText("You chose Paper").waitFor();
  assert.deepEqual([...anna.problems, ...ben.problems], []);
  await anna.context.close();
  await ben.context.close();
});

test("both choose at once: what is overtaken is sent again", async () => {
  const anna = await person("Anna");
  const ben = await person("Ben");
  await make(anna.page, "stellar-skirmish", "invited");
  const link = await anna.page.getByLabel("Link for player 2").inputValue();
  await ben.page.goto(link);
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  for (let battle = 0; battle < 3; battle++) {
    await Promise.all(
      [anna.page, ben.page].map(async (page) => {
        await canAct(page).waitFor();
        await page.locator('.ship-hand button[aria-disabled="false"]').nth(battle).click();
        await page.getByTestId("play").click();
      }),
    );
    await canAct(anna.page).waitFor();
    await canAct(ben.page).waitFor();
    assert.equal(await anna.page.locator(".refusal").count() + (await ben.page.locator(".refusal").count()), 0);
  }
  await anna.context.close();
  await ben.context.close();
});

test("a new link ends the old one", async () => {
  const anna = await person("Anna");
  const ben = await person("Ben");
  await make(anna.page, "rock-paper-scissors", "invited");
  const line = anna.page.getByLabel("Link for player 2");
  const old = await line.inputValue();
  await anna.page.getByRole("button", { name: "New link" }).click();
  await anna.page.waitForFunction((before) => [...document.querySelectorAll("input")].every((input) => input.value !== before), old);
  const link = await line.inputValue();
  assert.notEqual(link, old);
  await ben.page.goto(old);
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await ben.page.getByText("this invitation is not valid any more").waitFor();
  await ben.page.goto(link);
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await canAct(ben.page).waitFor();
  await anna.context.close();
  await ben.context.close();
});

test("a bot's seat, a server that restarts, and a page that comes back", async () => {
  const anna = await person("Anna");
  await make(anna.page, "entropy", "greedy");
  await canAct(anna.page).waitFor();
  await anna.page.getByTestId("end-turn").click();
  await canAct(anna.page).waitFor();
  const url = anna.page.url();
  await server.stop();
  await anna.page.getByText("The connection is lost").waitFor();
  await server.start();
  await anna.page.getByText("The connection is lost").waitFor({ state: "hidden" });
  await canAct(anna.page).waitFor();
  await anna.page.reload();
  await canAct(anna.page).waitFor();

  const visitor = await open(fixture.browser, url);
  const received = listen(visitor.page);
  await visitor.page.locator(".match").waitFor();
  await visitor.page.getByText("Greedy").first().waitFor();
  await visitor.page.reload();
  await visitor.page.locator(".match").waitFor();
  assert.ok(received.some((message) => message.type === "view" && message.viewer === "spectator"));
  assert.deepEqual(secretsIn(received), []);

  await anna.page.getByRole("button", { name: "Give up", exact: true }).click();
  await anna.page.getByRole("button", { name: "Yes, give up" }).click();
  await isOver(anna.page).waitFor();
  await isOver(visitor.page).waitFor();
  assert.match(await visitor.page.locator(".result h2").innerText(), /Greedy wins/);
  await anna.page.getByRole("button", { name: "Watch the replay" }).click();
  await anna.page.getByRole("button", { name: "Verify" }).click();
  await anna.page.getByText(/^Verified/).waitFor();
  await anna.context.close();
  await visitor.context.close();
});

test("the lobby and a waiting match fit a phone", async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const { context, page, problems } = await open(fixture.browser, `${server.url}#/online`, phone);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByRole("button", { name: "Make the match" }).waitFor();
  assert.ok((await width()) <= 360);
  await make(page, "space-conquest", "invited");
  await page.getByLabel("Link for player 2").waitFor();
  assert.ok((await width()) <= 360);
  await page.getByRole("button", { name: "Give up the seat" }).tap();
  await page.getByRole("button", { name: "Make the match" }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("what is not there is said", async () => {
  const { context, page } = await open(fixture.browser, `${server.url}#/online/nonsense`);
  await page.getByRole("alert").waitFor();
  await context.close();
});

test("a private match is found again at home, by both: whose turn it is first, then what waits and what is over", async () => {
  const anna = await person("Anna");
  await make(anna.page, "rock-paper-scissors", "invited");
  await anna.page.getByLabel("Link for player 2").waitFor();
  await anna.page.goto(`${server.url}#/online`);
  await anna.page.getByLabel("Show it in the lobby").uncheck();
  await make(anna.page, "stellar-skirmish", "greedy");
  await canAct(anna.page).waitFor();
  await anna.page.goto(`${server.url}#/`);
  await anna.page.reload();
  const lines = anna.page.locator(".my-match");
  await lines.nth(1).waitFor();
  assert.match(await lines.nth(0).innerText(), /Stellar Skirmish.*your turn/s);
  assert.match(await lines.nth(1).innerText(), /Rock-Paper-Scissors.*waiting for players/s);
  await anna.page.getByRole("link", { name: /^Continue: Stellar Skirmish/ }).click();
  await canAct(anna.page).waitFor();
  await anna.page.getByRole("button", { name: "Give up", exact: true }).click();
  await anna.page.getByRole("button", { name: "Yes, give up" }).click();
  await isOver(anna.page).waitFor();
  await anna.page.goto(`${server.url}#/`);
  await anna.page.getByRole("link", { name: /^Look at it: Stellar Skirmish/ }).waitFor();
  assert.match(await anna.page.locator(".my-match").nth(1).innerText(), /Greedy won/);
  assert.deepEqual(anna.problems, []);
  await anna.context.close();
});

test("a forty-letter name, a late spectator, a reload: clocks in sight, the log whole, one way to play again", async () => {
  const long = "Wolfeschlegelsteinhausenbergerdorff the 3";
  const anna = await person(long);
  const ben = await person("Ben");
  await anna.page.getByLabel("Clock").selectOption("fast");
  await make(anna.page, "rock-paper-scissors", "open");
  await ben.page.getByRole("button", { name: "Refresh" }).click();
  await ben.page.getByRole("link", { name: /^Join: Rock-Paper-Scissors, Wolfe/ }).click();
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await canAct(ben.page).waitFor();
  for (const size of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    await ben.page.setViewportSize(size);
    const boxes = await ben.page.locator(".clock").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    assert.equal(boxes.length, 2);
    for (const box of boxes) assert.ok(box.width > 0 && box.right <= size.width && box.bottom <= size.height, JSON.stringify(box));
  }
  await anna.page.getByRole("button", { name: "Rock" }).click();
  await ben.page.getByText("has chosen.").first().waitFor();
  await ben.page.reload();
  await canAct(ben.page).waitFor();
  await ben.page.locator(".log").getByText("has chosen.").waitFor();
  const visitor = await open(fixture.browser, ben.page.url());
  await visitor.page.locator(".log").getByText("has chosen.").waitFor();
  await ben.page.getByRole("button", { name: "Paper" }).click();
  for (const { page } of [anna, ben, visitor]) await isOver(page).waitFor();
  assert.equal(await ben.page.getByRole("button", { name: /again/i }).count(), 1);
  assert.equal(await visitor.page.getByRole("button", { name: /again/i }).count(), 0);
  for (const { context } of [anna, ben, visitor]) await context.close();
});

test("who gives up online: the other's board stays, and says so", async () => {
  const anna = await person("Anna");
  const ben = await person("Ben");
  await make(anna.page, "stellar-skirmish", "invited");
  await ben.page.goto(await anna.page.getByLabel("Link for player 2").inputValue());
  await ben.page.getByRole("button", { name: "Take the seat" }).click();
  await canAct(ben.page).waitFor();
  await canAct(anna.page).waitFor();
  await ben.page.getByRole("button", { name: "Give up", exact: true }).click();
  await ben.page.getByRole("button", { name: "Yes, give up" }).click();
  await isOver(anna.page).waitFor();
  await anna.page.getByText("Ben gave up.").waitFor();
  await anna.page.locator(".result h2").getByText("You win!").waitFor();
  assert.deepEqual(await anna.page.locator(".fleet-rows .points").allInnerTexts(), ["0 VP", "0 VP"]);
  assert.equal(await anna.page.locator(".log").getByText("wins the battle").count(), 0);
  assert.deepEqual(anna.problems, []);
  await anna.context.close();
  await ben.context.close();
});

test("offline the lobby says so, and not that there never was a server", async () => {
  // What goes through a service worker cannot be cut off here.
  const { context, page } = await open(fixture.browser, `${server.url}#/online`, { serviceWorkers: "block" });
  await page.getByRole("button", { name: "Make the match" }).waitFor();
  await page.goto(`${server.url}#/`);
  await page.route("**/api/**", (route) => route.abort());
  await page.goto(`${server.url}#/online`);
  await page.getByText("The server cannot be reached").waitFor();
  await context.close();
});
