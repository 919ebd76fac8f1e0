// A browser and the page's files, for the tests of one file.
import { after, before } from "node:test";
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
