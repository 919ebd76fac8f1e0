// Plays a match on the page by clicking, as a person would.

const over = '.match[data-over="true"]';
const able = '.match[data-can-act="true"]';

export const isOver = (page) => page.locator(over);
export const canAct = (page) => page.locator(able);

/** From the home page to the first decision of a match that is the same one every time. */
export async function start(page, title, seed = "11") {
  await page.getByRole("link", { name: `Play ${title}` }).click();
  await page.getByLabel("Seed").fill(seed);
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.locator(".match").waitFor();
}

async function first(locator) {
  return (await locator.count()) > 0 ? locator.first() : null;
}

/** One click, or a few, that make one move. */
export const movers = {
  "Rock-Paper-Scissors": (page) => page.getByRole("button", { name: "Paper" }).click(),

  "Stellar Skirmish": async (page) => {
    await page.locator('.ship-hand button[aria-disabled="false"]').last().click();
    await page.getByTestId("play").click();
  },

  Entropy: async (page, turn) => {
    // Two attacks a turn, then enough: the other side shall have its chance.
    const ready = await first(page.locator(".node-button[aria-label*='can attack']"));
    if (ready && turn % 3 !== 2) {
      await ready.click();
      const target = await first(page.locator(".node-button[aria-label*='target']"));
      if (target) return target.click();
    }
    return page.getByTestId("end-turn").click();
  },

  Skirmish: async (page) => {
    const target = await first(page.locator(".slot.is-valid"));
    if (target) return target.click();
    const card = await first(page.locator(".hand-card.is-able"));
    const end = page.getByTestId("end-turn");
    if (await end.isVisible()) return end.click();
    if (!card) return page.getByTestId("pass").click();
    await card.click();
    const slot = await first(page.locator(".slot.is-valid"));
    if (slot) await slot.click();
    // Some cards ask for more than one place.
    const second = await first(page.locator(".slot.is-valid"));
    if (second && (await first(page.locator(".hand-card.is-chosen")))) await second.click();
  },

  "Space Conquest": async (page, turn) => {
    if (turn < 3) {
      const stars = page.locator(".star-button");
      const own = await first(page.locator(".star-button[aria-label*='yours']"));
      if (own) {
        await own.click();
        await stars.nth(turn * 3).click();
        const add = page.getByTestId("add-order");
        if (await add.isVisible()) await add.click();
      }
    }
    await page.getByTestId("commit").click();
  },
};

/** On the board of any game: the last action of the list. */
const generic = (page) => page.locator(".generic-actions li button").last().click();

/** Plays to the end. Returns how many moves were made and how long the answers took. */
export async function finish(page, title, most = 400) {
  const waits = [];
  for (let turn = 0; turn < most; turn++) {
    await page.locator(`${over}, ${able}`).waitFor();
    if (await page.locator(over).count()) return { moves: turn, waits };
    const step = await page.locator(".match").getAttribute("data-step");
    const begin = performance.now();
    await (movers[title] ?? generic)(page, turn);
    await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
    await page.locator(`${over}, ${able}`).waitFor();
    waits.push(performance.now() - begin);
  }
  throw new Error(`${title}: no end after ${most} moves`);
}

/** Writes down every message that a worker sends to the page. Call before the page is opened. */
export async function spyOnWorkers(context) {
  await context.addInitScript(() => {
    window.workerMessages = [];
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(...args) {
        super(...args);
        this.addEventListener("message", (event) => window.workerMessages.push(event.data));
      }
    };
  });
}

const secrets = new Set(["rng", "rngState", "seed", "hash", "visible"]);

/** Keys that only a full state, or an event that is not redacted, has. */
export function secretsIn(value, path = "") {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(secrets.has(key) && !Array.isArray(value) ? [`${path}.${key}`] : []),
    ...secretsIn(inner, `${path}.${key}`),
  ]);
}
