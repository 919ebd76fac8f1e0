// Rules pages: the games' manuals as the page shows them, and what the page knows of a game without the engine.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { load } from "agon-engine";
import { open } from "./support/browser.mjs";
import { useBrowser } from "./support/fixture.mjs";
import { modules } from "./support/modules.mjs";

const fixture = useBrowser();
const { games } = await load();
const at = (path) => new URL(`../../../${path}`, import.meta.url);
const read = (path) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : "");

/** What a regular expression finds in each line, without marks of Markdown. */
function lines(text, pattern) {
  return [...text.matchAll(pattern)].map((found) => found[1].replaceAll("*", ""));
}

for (const { id, title } of games.filter(({ id }) => existsSync(at(`games/${id}/manual.md`)))) {
  test(`the rules page of ${title} is its manual, with figures and the board's keys`, async () => {
    const { context, page, problems } = await open(fixture.browser, `${fixture.url}#/rules/${id}`);
    const manual = read(`games/${id}/manual.md`);
    const controls = read(`web/page/src/boards/${id}/controls.md`);
    await page.locator("article h2").first().waitFor();
    const text = (selector) => page.locator(`article ${selector}`).allInnerTexts();
    const headings = lines(manual + controls, /^## (.*)$/gm);
    assert.deepEqual(await text("h2"), headings);
    assert.deepEqual(await text("figcaption"), lines(manual, /^!\[(.*)\]\(\w+\)$/gm));
    const items = [...lines(manual, /^- (.*)$/gm), ...lines(manual, /^\d+\. (.*)$/gm)];
    const shown = await page.locator("article > ul > li, article > ol > li").allInnerTexts();
    assert.deepEqual(shown.map((item) => item.trim()).sort(), items.sort());
    // Every figure is drawn, not only described.
    const empty = page.locator("article figure:not(:has(svg, table, ul))");
    assert.equal(await empty.count(), 0);
    const keys = lines(controls, /^\| (.*?) \|/gm).slice(1);
    const cells = await text("table:not(.odds-table) tbody td:first-child");
    assert.deepEqual(cells.slice(-keys.length || cells.length), keys);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("a game without a manual says so", async () => {
  const { context, page } = await open(fixture.browser, `${fixture.url}#/rules/pig`);
  await page.getByText("There is no rules page yet.").waitFor();
  await context.close();
});

test("titles and summaries are there before the engine is", async () => {
  const context = await fixture.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(fixture.url);
  await page.getByRole("alert").waitFor();
  assert.deepEqual(await page.locator(".game-card h2").allInnerTexts(), games.map(({ title }) => title));
  const words = await page.locator(".game-card .game-words > p:nth-of-type(1)").allInnerTexts();
  assert.deepEqual(words, games.map(({ summary }) => summary));
  await context.close();
});

describe("Markdown", () => {
  let source, Markdown;
  before(async () => {
    source = await modules();
    ({ Markdown } = await source.load("parts/markdown.tsx"));
  });
  after(() => source?.close());

  /** A tree of elements as text. */
  function html(node) {
    if (Array.isArray(node)) return node.map(html).join("");
    if (node === null || node === undefined || typeof node === "boolean") return "";
    if (typeof node !== "object") return String(node);
    const { type, props } = node;
    if (typeof type === "function") return html(type(props));
    return `<${type}>${html(props.children)}</${type}>`;
  }
  const page = (text) => html(Markdown({ text }));

  test("words that stand out, and asterisks that are none", () => {
    assert.equal(page("A **bold** and *italic* word"), "<p>A <strong>bold</strong> and <em>italic</em> word</p>");
    assert.equal(page("2 * 3 * 1, ** too"), "<p>2 * 3 * 1, ** too</p>");
    assert.equal(page("**"), "<p>**</p>");
  });

  test("lists, also within each other, and right after a paragraph", () => {
    assert.equal(page("- a\n  goes on\n- b"), "<ul><li>a goes on</li><li>b</li></ul>");
    assert.equal(page("1. a\n   - b\n     - c\n2. d"), "<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>");
    assert.equal(page("Say:\n- a"), "<p>Say:</p><ul><li>a</li></ul>");
  });

  test("headings, figures without a drawing, nothing", () => {
    assert.equal(page("## A\nb"), "<h2>A</h2><p>b</p>");
    assert.equal(page("![c](d)"), "<figure><figcaption>c</figcaption></figure>");
    assert.equal(page(""), "<p></p>");
  });
});
