#!/bin/sh
# label: full
# make docs works: every public function has a comment, and the pages hold it and the guides.
set -eu
command -v doxygen >/dev/null 2>&1 || {
    echo "docs: no doxygen (tools/setup.sh docs): skipped"
    exit 77
}
cd "${AGON_SOURCE:?}"
"$AGON_SOURCE/tools/docs.sh" "${AGON_BUILD:?}"
html=$AGON_BUILD/docs/html
grep -q 'Applies an action' "$html/game_8h.html"
grep -q 'agon_config_from_json' "$html/document_8h.html"
grep -q 'agon_entropy_attack' "$html/entropy_8h.html"
grep -q "JSON-RPC 2.0" "$html/md_docs_protocol.html"
