// Writes sw.js: the page's files and a version made of their contents, in front of src/sw.js.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function serviceWorker(): Plugin {
  const here = new URL("../", import.meta.url);
  return {
    name: "agon-service-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const fixed = readdirSync(new URL("public/", here));
        const built = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
        const files = ["./", ...built.filter((name) => name !== "index.html"), ...fixed].sort();
        const hash = createHash("sha256");
        for (const file of Object.values(bundle)) {
          hash.update(file.fileName).update(file.type === "asset" ? file.source : file.code);
        }
        for (const name of fixed) hash.update(readFileSync(new URL(`public/${name}`, here)));
        const version = hash.digest("hex").slice(0, 16);
        const code = readFileSync(new URL("src/sw.js", here), "utf8");
        const head = `const version = "${version}";\nconst files = ${JSON.stringify(files)};\n`;
        this.emitFile({ type: "asset", fileName: "sw.js", source: head + code });
      },
    },
  };
}
