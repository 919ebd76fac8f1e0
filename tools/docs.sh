#!/bin/sh
# The API reference and the guides as HTML: build/docs/html/index.html. With Doxygen, which is
# installed when it is missing. A public function without a comment is an error.
set -eu
cd "$(dirname "$0")/.."
command -v doxygen >/dev/null 2>&1 || tools/setup.sh docs
build=${1:-build}
out=$build/docs
rm -rf "$out"
mkdir -p "$out/include"
python3 tools/docs.py "$build" "$out/include"
version=$(sed -n 's/^project(agon VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
{
    cat tools/Doxyfile
    echo "PROJECT_NUMBER = $version"
    echo "OUTPUT_DIRECTORY = $out"
    echo "INPUT = $out/include README.md ARCHITECTURE.md CHANGELOG.md docs docs/games"
    echo "STRIP_FROM_PATH = $out/include ."
} >"$out/Doxyfile"
doxygen "$out/Doxyfile" >"$out/log.txt" 2>"$out/warnings.txt"

# Links out of the guides, and members whose name says everything, are no mistakes.
mistakes=$(grep -v -e 'unable to resolve reference' -e 'is not documented' "$out/warnings.txt" || true)
functions=$(grep -e '(function).*is not documented' "$out/warnings.txt" || true)
if [ -n "$mistakes$functions" ]; then
    printf '%s\n' "$mistakes" "$functions" | sed "s|.*/docs/include/||; /^$/d"
    exit 1
fi
[ -s "$out/html/index.html" ]
echo "docs: $out/html/index.html"
