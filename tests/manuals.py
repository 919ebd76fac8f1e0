#!/usr/bin/env python3
"""What explains a game is written once: games/<id>/manual.md, and the summary in its rules table.

No sentence of a manual (40 characters or more) and no summary stands anywhere else in apps, web/page, docs
or another game's folder (RULES.md beside a manual says the same to the letter of the engine); and a manual uses the Markdown that both readers understand (the terminal's and
the page's). The pictures of screens in docs/play.md are made by the program and do not count.

    tests/manuals.py [ROOT]
"""
import os
import pathlib
import re
import sys

SHORTEST = 40
FOLDERS = ("apps", "web/page/src", "docs", "games", "README.md")
SCREEN = re.compile(r"<!-- screen: [\w-]+ -->\n```text\n.*?\n```\n", re.DOTALL)
SUMMARY = re.compile(r'\.summary = "([^"]*)"')
# What the two readers do not know: code, links, HTML, quotes, rules, headings of other kinds.
FOREIGN = re.compile(r"`|(?<!!)\[[^\]]*\]\(|<[a-z/!]|^>|^---|^===|^#{4,} |^# |^\t", re.MULTILINE)


def plain(text):
    """The words alone: no marks, no string ends of C, one space between words."""
    text = re.sub(r'\\n"\s*"|"\s*\n\s*"|\\n', " ", text)
    text = re.sub(r"^\s*(//|\*|#)\s", " ", text, flags=re.MULTILINE)
    return re.sub(r"\s+", " ", re.sub(r"[*_`\\]", "", text)).lower()


def sentences(manual):
    for block in re.split(r"\n(?:\s*\n|(?=[-*|#]|\d+\. ))", manual):
        caption = re.fullmatch(r"!\[(.*)\]\(\w+\)", block.strip(), re.DOTALL)
        words = re.sub(r"^(?:[-*]|#+|\d+\.) ", "", caption[1] if caption else block.strip())
        for sentence in re.split(r"(?<=[.;:?!]) ", plain(words)):
            if len(sentence.strip()) >= SHORTEST:
                yield sentence.strip(" .;:?!")


def files(root):
    for folder in FOLDERS:
        place = root / folder
        for path in sorted([place] if place.is_file() else place.rglob("*")):
            if path.suffix in (".c", ".h", ".md", ".ts", ".tsx", ".html", ".1", ".3", ".yaml"):
                yield path


def texts(root):
    """Every text that must not repeat what is known: by path, its words."""
    found = {}
    for path in files(root):
        text = SCREEN.sub("", path.read_text(encoding="utf-8"))
        found[path] = plain(text)
    return found


def facts(root):
    """(where it stands, what) for all that may stand once only."""
    for manual in sorted(root.glob("games/*/manual.md")):
        for sentence in sentences(manual.read_text(encoding="utf-8")):
            yield manual, sentence
    for table in sorted(root.glob("games/*/rules.c")):
        for summary in SUMMARY.findall(table.read_text(encoding="utf-8")):
            yield table, plain(summary).strip(".")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else os.environ["AGON_SOURCE"])
    places = texts(root)
    complaints, count = [], 0
    for home, fact in facts(root):
        count += 1
        copies = [path for path, words in places.items() if path.parent != home.parent and fact in words]
        if places[home].count(fact) > 1:
            copies.append(home)
        complaints += [f"{path.relative_to(root)} repeats {home.relative_to(root)}: {fact}" for path in copies]
    for manual in sorted(root.glob("games/*/manual.md")):
        for found in FOREIGN.findall(manual.read_text(encoding="utf-8")):
            complaints.append(f"{manual.relative_to(root)}: not every reader knows {found!r}")
    print("\n".join(complaints) if complaints else f"manuals: {count} sentences, each in one place")
    return 1 if complaints or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
