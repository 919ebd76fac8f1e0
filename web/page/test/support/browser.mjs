// Debian's Chromium, driven by Playwright.
import { chromium } from "playwright-core";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch() {
  return chromium.launch({ executablePath: process.env.AGON_CHROMIUM ?? "/usr/bin/chromium", args });
}

/** A page that fails the test on any error it reports. */
export async function open(browser, url, options = {}) {
  const { isInstant = options.reducedMotion === undefined, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...rest });
  // Pictures of what came out stand for a moment; tests that do not look at them do without.
  if (isInstant) await context.addInitScript(() => localStorage.setItem("agon.motion", "none"));
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(url);
  return { context, page, problems };
}
