// Serves build/web from memory-less static files, on a free loopback port.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".mjs": "text/javascript",
};

export const webFolder = fileURLToPath(new URL("../../../../build/web/", import.meta.url));

/** The file of a request, or null. Nothing outside the folder is ever served. */
function fileOf(folder, url) {
  const path = normalize(decodeURIComponent(new URL(url, "http://x").pathname));
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  return file.startsWith(folder) && existsSync(file) && statSync(file).isFile() ? file : null;
}

/** As strict as `agon serve`: what the page does here it may do there. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Starts it; `base` is the folder's path in addresses, so that relative addresses are tested. */
export async function serve({ folder = webFolder, base = "/agon/", port = 0, isStrict = true } = {}) {
  const server = createServer((request, response) => {
    const file = request.url.startsWith(base) ? fileOf(folder, `/${request.url.slice(base.length)}`) : null;
    if (!file) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      ...(isStrict ? { "content-security-policy": policy } : {}),
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}${base}`, close };
}
