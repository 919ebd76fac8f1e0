#!/bin/sh
# Builds build/agon.wasm and checks what it promises: its size, no import, the named exports.
set -eu
cd "$(dirname "$0")/.."
limit=200000

tools/build.sh wasm
cp build/wasm/agon.wasm build/agon.wasm
cp apps/wasm/agon.mjs build/agon.mjs

size=$(wc -c <build/agon.wasm)
node -e '
    const module = new WebAssembly.Module(require("fs").readFileSync("build/agon.wasm"));
    const imports = WebAssembly.Module.imports(module).map((i) => `${i.module}.${i.name}`);
    const exports = WebAssembly.Module.exports(module).map((e) => e.name);
    console.log(`exports: ${exports.join(" ")}`);
    for (const name of imports) console.error(`wasm: unexpected import ${name}`);
    process.exit(imports.length ? 1 : 0);'
echo "build/agon.wasm: $size bytes (limit $limit), no imports"
if [ "$size" -ge "$limit" ]; then
    echo "wasm: too big" >&2
    exit 1
fi
