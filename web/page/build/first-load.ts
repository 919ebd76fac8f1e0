// Adds up what a first visit loads, compressed, and fails the build when that is too much.
import { gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

/** Everything but boards that are loaded when their game is opened. */
function isFirst(file: Rollup.OutputAsset | Rollup.OutputChunk): boolean {
  if (file.fileName.endsWith(".map")) return false;
  return file.type === "asset" ? !/board-.*\.css$/.test(file.fileName) : !file.isDynamicEntry;
}

export function firstLoad({ limit }: { limit: number }): Plugin {
  return {
    name: "agon-first-load",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const size = (file: (typeof files)[number]): number =>
          gzipSync(file.type === "asset" ? file.source : file.code, { level: 9 }).length;
        const total = (list: typeof files): number => list.reduce((sum, file) => sum + size(file), 0);
        const first = total(files.filter(isFirst));
        const all = total(files);
        console.log(`first load: ${first} bytes compressed (limit ${limit}); everything: ${all}`);
        if (first > limit) this.error(`the first load is ${first} bytes, more than ${limit}`);
      },
    },
  };
}
