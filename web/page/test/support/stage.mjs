// A browser and the page's files, for the tests of one file.
import { after, before } from "node:test";
import { AgonServer } from "./agon-serve.mjs";
import { launch } from "./browser.mjs";
import { serve } from "./server.mjs";

/** Both are there when the first test runs, and gone after the last. */
export function useStage() {
  const stage = { browser: null, url: null };
  let site = null;
  before(async () => {
    [stage.browser, site] = await Promise.all([launch(), serve()]);
    stage.url = site.url;
  });
  after(async () => {
    await stage.browser?.close();
    await site?.close();
  });
  return stage;
}

/** The same with the page served by `agon serve`, which a test may kill and start again. */
export function useServer() {
  const server = new AgonServer();
  const stage = { browser: null, server };
  before(async () => {
    stage.browser = await launch();
    await server.start();
  });
  after(async () => {
    await stage.browser?.close();
    await server.remove();
  });
  return stage;
}
