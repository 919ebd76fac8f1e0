// Loads the page's TypeScript modules into node, as Vite would for the page.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));

export async function modules() {
  const server = await createServer({
    root,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  return { load: (path) => server.ssrLoadModule(`/src/${path}`), close: () => server.close() };
}
