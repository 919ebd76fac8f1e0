#!/bin/sh
# Builds the program in every way and compares the signatures: all must be the same number.
#   tools/signature-matrix.sh [PRESET...]   default: release v3 o0 clang asan tsan wasm
set -eu
cd "$(dirname "$0")/.."
games=${AGON_SIGNATURE_GAMES:-}
[ $# -gt 0 ] || set -- release v3 o0 clang asan tsan wasm

# The module is asked for the same number of games as the program's default.
signature_of() {
    case $1 in
        wasm)
            node --input-type=module -e '
                import { readFileSync } from "node:fs";
                const { load } = await import(process.cwd() + "/apps/wasm/agon.mjs");
                const agon = await load(readFileSync("build/agon.wasm"));
                const games = Number(process.argv[1]);
                console.log(agon.signature(games).toString(16).padStart(16, "0"));' "${games:-1000}"
            ;;
        release) build/agon bench --signature ${games:+--games "$games"} ;;
        *) "build/$1/agon" bench --signature ${games:+--games "$games"} ;;
    esac
}

reference=
failed=0
for preset in "$@"; do
    if [ "$preset" = wasm ]; then
        tools/wasm.sh >/dev/null
    elif [ "$preset" = v3 ] && ! grep -q -m1 'avx2.*bmi2\|bmi2.*avx2' /proc/cpuinfo; then
        echo "v3       skipped: this processor has no x86-64-v3"
        continue
    else
        tools/build.sh "$preset" agon_cli
    fi
    signature=$(signature_of "$preset")
    reference=${reference:-$signature}
    verdict=same
    if [ "$signature" != "$reference" ] || [ -z "$signature" ]; then
        verdict=DIFFERENT
        failed=1
    fi
    printf '%-8s %s %s\n' "$preset" "$signature" "$verdict"
done
exit "$failed"
