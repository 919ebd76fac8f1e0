#!/usr/bin/env python3
"""ARCHITECTURE.md speaks of files and functions that there are.

Every `agon_…` name in it must stand in the sources, and every path of a file must exist: from the root, or
behind one of the folders that the walks go through.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["", "apps/server/", "apps/terminal/", "src/match/", "src/rpc/", "web/page/src/", "include/agon/",
           "games/rock-paper-scissors/", "src/core/", "src/codec/", "apps/host/", "apps/server/net/",
           "src/tourney/", "src/bots/", "apps/terminal/match/", "apps/terminal/screen/", "web/engine/",
           "src/match/engine/", "src/check/", "apps/server/match/"]
ENDINGS = (".c", ".h", ".ts", ".tsx", ".py", ".sh", ".md")


def sources():
    for folder in ("include", "src", "games", "apps", "tests", "web/engine/src", "web/page/src"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".c", ".h", ".ts", ".tsx", ".mjs") and "node_modules" not in path.parts:
                yield path.read_text(errors="replace")


def main():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    quoted = set(re.findall(r"`([^`\n]+)`", text))
    everything = "\n".join(sources())
    words = set(re.findall(r"\bagon_\w+", everything))
    wrong = []
    for name in sorted(quoted):
        if re.fullmatch(r"agon_\w+", name) and name not in words and not any(w.startswith(name) for w in words):
            wrong.append(f"there is no {name}")
        if name.endswith(ENDINGS) and "*" not in name and "<" not in name and "{" not in name:
            if not any((ROOT / folder / name).exists() for folder in FOLDERS):
                wrong.append(f"there is no file {name}")
    for line in wrong:
        print(f"ARCHITECTURE.md: {line}")
    print(f"architecture: {len(quoted)} names, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
