import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { gameFacts } from "./build/facts.ts";
import { firstLoad } from "./build/first-load.ts";
import { serviceWorker } from "./build/service-worker.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const wasm = at("../../build/agon.wasm");
const alias = [
  { find: /^agon-engine\/agon\.wasm/, replacement: wasm },
  { find: /^agon-engine$/, replacement: at("../engine/src/index.ts") },
];

export default defineConfig({
  base: "./",
  logLevel: "warn",
  resolve: { alias },
  worker: { format: "es" },
  build: {
    outDir: at("../../build/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { host: "127.0.0.1", fs: { allow: [at("../..")] } },
  preview: { host: "127.0.0.1" },
  plugins: [gameFacts(wasm), serviceWorker(), firstLoad({ limit: 400_000 })],
});
