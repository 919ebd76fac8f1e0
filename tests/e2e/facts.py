#!/usr/bin/env python3
"""A fact about a game is written once: texts that the engine tells stand nowhere else."""
import json
import os
import pathlib
import subprocess
import sys

AGON = os.environ.get("AGON", "build/agon")
SOURCE = pathlib.Path(os.environ.get("AGON_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
FOLDERS = ("apps", "include", "src", "games", "web/page/src", "web/engine/src", "docs")
ENDINGS = {".c", ".h", ".ts", ".tsx", ".md", ".def", ".json"}


def facts(game):
    request = {"jsonrpc": "2.0", "id": 1, "method": "facts", "params": {"game": game}}
    answer = subprocess.run([AGON, "engine"], input=json.dumps(request) + "\n", text=True,
                            capture_output=True, check=True)
    return json.loads(answer.stdout)["result"]


def sources():
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*")):
            if path.suffix in ENDINGS and "node_modules" not in path.parts:
                yield path.relative_to(SOURCE), path.read_text(errors="replace")


def main():
    told = facts("skirmish")
    texts = [card["text"] for card in told["cards"] if len(card["text"]) > 24]
    texts += [deck["summary"] for deck in told["decks"]]
    found = {text: [] for text in texts}
    for path, text in sources():
        for fact in texts:
            if fact in text:
                found[fact].append(str(path))
    # A deck's plan is repeated once, in the document that measures the decks.
    wrong = {fact: places for fact, places in found.items()
             if [p for p in places if not p.startswith("docs/")] not in (["games/skirmish/cards.c"],
                                                                         ["games/skirmish/decks.c"])}
    for fact, places in wrong.items():
        print(f"{fact!r} stands in {places}")
    # Base powers: a list of cards with their numbers is a second catalogue.
    powers = [f"{card['name']}: {card['power']}" for card in told["cards"] if "power" in card]
    for path, text in sources():
        if sum(power in text for power in powers) > 3:
            print(f"{path} knows the cards' powers")
            wrong[str(path)] = []
    print(f"facts: {len(texts)} texts, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
