// Puts the WebAssembly module beside the compiled sources.
import { copyFileSync, existsSync } from "node:fs";

const built = new URL("../../build/agon.wasm", import.meta.url);
if (!existsSync(built)) {
  console.error("agon-engine: build/agon.wasm is missing; `make wasm` builds it");
  process.exit(1);
}
copyFileSync(built, new URL("./dist/agon.wasm", import.meta.url));
