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

  await anna.page.getByRole("button", { name: "Give up the seat" }).click();
  await anna.page.getByRole("button", { name: "Yes, leave" }).click();
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
