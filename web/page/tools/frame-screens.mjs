// Takes the pictures of docs/screens that belong to no game: node tools/frame-screens.mjs [folder]
// Home, set-up, the plain board, replay viewer, damaged replay, the cover between two people, lobby, waiting room, a match online.
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AgonServer } from "../test/support/agon-serve.mjs";
import { launch, open } from "../test/support/browser.mjs";
import { shoot } from "./shoot.mjs";

const corpus = new URL("../../../tests/replays/", import.meta.url);
const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

async function choose(page, text) {
  await page.setInputFiles("input[type=file]", { name: "match.ndjson", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".replay").waitFor();
}

/** Each screen brings the page to where the picture is taken. */
const screens = {
  home: async (page, url) => {
    await page.goto(url);
    await page.getByText("2–8 players").first().waitFor();
  },
  setup: async (page, url) => {
    await page.goto(`${url}#/play/entropy`);
    await page.getByRole("button", { name: "Add a player" }).click();
    await page.getByLabel("Who plays for player 3").selectOption("search:sims=1000");
  },
  plain: async (page, url) => {
    await page.goto(`${url}#/play/skirmish`);
    await page.getByLabel("Seed").fill("11");
    await page.getByRole("button", { name: "Start the match" }).click();
    await page.getByRole("button", { name: "Board as text" }).click();
    await page.locator(".generic-actions li").first().waitFor();
  },
  replay: async (page, url) => {
    await page.goto(`${url}#/replay`);
    await choose(page, readFileSync(new URL("skirmish-greedy.ndjson", corpus), "utf8"));
    await page.getByLabel("Time line").fill("17");
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByText(/^Verified/).waitFor();
  },
  damaged: async (page, url) => {
    await page.goto(`${url}#/replay`);
    const text = readFileSync(new URL("entropy-2.ndjson", corpus), "utf8");
    const lines = text.split("\n");
    lines[14] = lines[14].replace('"hash":"', '"hash":"0');
    await choose(page, lines.join("\n"));
    await page.getByRole("button", { name: "To the end" }).click();
  },
  cover: async (page, url) => {
    await page.goto(`${url}#/play/stellar-skirmish`);
    await page.getByLabel("Who plays for player 2").selectOption("person");
    await page.getByLabel("Name of player 1").fill("Anna");
    await page.getByLabel("Name of player 2").fill("Ben");
    await page.getByRole("button", { name: "Start the match" }).click();
    await page.locator(".ship-hand button").nth(4).click();
    await page.getByTestId("play").click();
    await page.locator(".curtain").waitFor();
  },
  lobby: async (page, url) => {
    await page.goto(`${url}#/online`);
    await page.getByLabel("Your name").fill("Anna");
    await page.getByRole("button", { name: "Make the match" }).waitFor();
  },
  waiting: async (page, url) => {
    await screens.lobby(page, url);
    await page.getByLabel(/^Game/).selectOption("space-conquest");
    await page.getByLabel(/^Player 2/).selectOption("invited");
    await page.getByRole("button", { name: "Make the match" }).click();
    await page.getByLabel("Link for player 2").waitFor();
  },
  online: async (page, url) => {
    await screens.lobby(page, url);
    await page.getByLabel(/^Game/).selectOption("entropy");
    await page.getByLabel(/^Player 2/).selectOption("greedy");
    await page.getByRole("button", { name: "Make the match" }).click();
    await page.locator('.match[data-can-act="true"]').waitFor();
  },
};

async function main([folder = fileURLToPath(new URL("../../../docs/screens", import.meta.url)), ...wanted]) {
  mkdirSync(folder, { recursive: true });
  const server = new AgonServer();
  const browser = await launch();
  try {
    await server.start();
    for (const [size, options] of Object.entries(sizes)) {
      for (const colorScheme of ["light", "dark"]) {
        for (const [name, prepare] of Object.entries(screens)) {
          if (wanted.length > 0 && !wanted.includes(name)) continue;
          const { context, page } = await open(browser, server.url, { ...options, colorScheme });
          await prepare(page, server.url);
          await shoot(page, `${folder}/page-${name}-${size}-${colorScheme}.webp`);
          await context.close();
        }
      }
    }
  } finally {
    await browser.close();
    await server.remove();
  }
}

await main(process.argv.slice(2));
