// Plays a match with nothing but the keyboard.

const over = '.match[data-over="true"]';
const mine = '.match[data-can-act="true"]';

function focused(page, selector) {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

/** Presses Tab until something that matches has the focus. */
export async function tabTo(page, selector, most = 60) {
  for (let i = 0; i < most; i++) {
    if (await focused(page, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Presses arrow keys in turn until the focus is on something that matches. */
async function arrowTo(page, selector, most = 24) {
  const keys = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];
  for (let i = 0; i < most; i++) {
    if (await focused(page, selector)) return true;
    await page.keyboard.press(keys[Math.floor(i / 3) % 4]);
  }
  return focused(page, selector);
}

/** A match with a fixed seed: it is the same one every time. */
export async function start(page, title, seed = "11") {
  await tabTo(page, `a[href^="#/play/"][aria-label="Play ${title}"]`);
  await page.keyboard.press("Enter");
  await page.locator("form.setup").waitFor();
  await tabTo(page, 'form.setup input[aria-describedby="seed-help"]');
  await page.keyboard.type(seed);
  await tabTo(page, "form.setup button[type=submit]");
  await page.keyboard.press("Enter");
  await page.locator(".match").waitFor();
}

export const movers = {
  "Rock-Paper-Scissors": async (page) => {
    await tabTo(page, ".rps-choices button");
    await page.keyboard.press("Enter");
  },

  "Stellar Skirmish": async (page, turn) => {
    await tabTo(page, ".ship-hand button");
    for (let i = 0; i < turn % 3; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
  },

  Entropy: async (page, turn) => {
    await tabTo(page, ".node-button");
    if (turn % 4 !== 3 && (await arrowTo(page, '.node-button[aria-label*="can attack"]'))) {
      await page.keyboard.press("Enter");
      if (await arrowTo(page, '.node-button[aria-label*="target"]')) return page.keyboard.press("Enter");
    }
    return page.keyboard.press("e");
  },

  Skirmish: async (page) => {
    // A question of a card takes the focus to the first answer.
    if (await focused(page, ".slot.is-valid")) return page.keyboard.press("Enter");
    if (await page.locator(".slot.is-valid").count()) {
      await tabTo(page, ".slot");
      await arrowTo(page, ".slot.is-valid");
      return page.keyboard.press("Enter");
    }
    if (await page.getByTestId("end-turn").count()) return page.keyboard.press("e");
    if (!(await page.locator(".hand-card.is-able").count())) return page.keyboard.press("d");
    await tabTo(page, ".hand-card");
    if (!(await arrowTo(page, ".hand-card.is-able", 12))) return page.keyboard.press("d");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    // Repositioning asks where to; the focus is there already.
    if (await focused(page, ".slot.is-valid")) await page.keyboard.press("Enter");
    return undefined;
  },

  "Space Conquest": async (page, turn) => {
    if (turn < 12) {
      await tabTo(page, ".star-button");
      if (await arrowTo(page, '.star-button[aria-label*="yours"]')) {
        await page.keyboard.press("Enter");
        await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowUp"][turn % 3]);
        await page.keyboard.press("Enter");
        if (await focused(page, "input[type=range]")) {
          await page.keyboard.press("ArrowLeft");
          await page.keyboard.press("Enter");
        } else await page.keyboard.press("Escape");
      }
    }
    await page.keyboard.press("c");
  },
};

/** Plays to the end and returns the number of moves. */
export async function finish(page, title, most = 500) {
  for (let turn = 0; turn < most; turn++) {
    await page.locator(`${over}, ${mine}`).first().waitFor();
    if (await page.locator(over).count()) return turn;
    const step = await page.locator(".match").getAttribute("data-step");
    await movers[title](page, turn);
    await page.waitForFunction((old) => document.querySelector(".match")?.dataset.step !== old, step);
  }
  throw new Error(`${title}: no end after ${most} moves`);
}
