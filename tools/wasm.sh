#!/bin/sh
# Builds build/agon.wasm and checks what it promises: what travels is small, no import, the named
# exports. What travels is the module compressed with brotli, as web servers send it.
set -eu
cd "$(dirname "$0")/.."
limit=160000

tools/build.sh wasm
cp build/wasm/agon.wasm build/agon.wasm
cp apps/wasm/agon.mjs build/agon.mjs

# shellcheck disable=SC2016 # JavaScript's own templates
node -e '
    const { readFileSync } = require("fs");
    const { brotliCompressSync, constants } = require("zlib");
    const bytes = readFileSync("build/agon.wasm");
    const module = new WebAssembly.Module(bytes);
    const imports = WebAssembly.Module.imports(module).map((i) => `${i.module}.${i.name}`);
    const exports = WebAssembly.Module.exports(module).map((e) => e.name);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const compressed = brotliCompressSync(bytes, { params }).length;
    const limit = Number(process.argv[1]);
    console.log(`exports: ${exports.join(" ")}`);
    for (const name of imports) console.error(`wasm: unexpected import ${name}`);
    console.log(`build/agon.wasm: ${compressed} bytes compressed with brotli (limit ${limit}), ${bytes.length} raw`);
    if (compressed > limit) console.error("wasm: too big");
    process.exit(imports.length || compressed > limit ? 1 : 0);' "$limit"
