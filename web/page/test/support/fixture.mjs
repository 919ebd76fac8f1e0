// A browser and the page's files, for the tests of one file.
import { after, before } from "node:test";
import { AgonServer } from "./agon-serve.mjs";
import { launch } from "./browser.mjs";
import { serve } from "./server.mjs";

/** Both are there when the first test runs, and gone after the last. */
export function useBrowser() {
  const fixture = { browser: null, url: null };
  let site = null;
  before(async () => {
    [fixture.browser, site] = await Promise.all([launch(), serve()]);
    fixture.url = site.url;
  });
  after(async () => {
    await fixture.browser?.close();
    await site?.close();
  });
  return fixture;
}

/** The same with the page served by `agon serve`, which a test may kill and start again. */
export function useServer() {
  const server = new AgonServer();
  const fixture = { browser: null, server };
  before(async () => {
    fixture.browser = await launch();
    await server.start();
  });
  after(async () => {
    await fixture.browser?.close();
    await server.remove();
  });
  return fixture;
}
