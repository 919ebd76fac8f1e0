#!/usr/bin/env python3
"""Writes the transcripts in docs/bot-protocol.md: one short match of each game, as it is said.

    tools/transcripts.py [--check] [PROGRAM]      default build/agon

With --check nothing is written; the exit code says whether the document is up to date. A transcript
stands between the lines <!-- transcript GAME --> and <!-- end -->.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "bot-protocol.md"

# Configs that make a short match.
CONFIGS = {
    "rock-paper-scissors": {"playerIds": ["ada", "bob"]},
    "stellar-skirmish": {"fleet_values": [2, 3, 5],
                         "planets": [{"id": "P1", "victory_points": 1},
                                     {"id": "P2", "victory_points": 2},
                                     {"id": "P3", "victory_points": 3}]},
    "entropy": {"players": ["grey", "red"], "max_rounds": 2},
    "skirmish": {},
    "space-conquest": {"max_turns": 2},
}

# Plays the last valid action: end the turn, pass, commit. In Skirmish that ends a match soonest.
BOT = '''#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "example", "page": 3}
    elif message["type"] == "think":
        answer = {"type": "action", "id": message["id"], "index": message["count"] - 1}
    else:
        continue
    print(json.dumps(answer, separators=(",", ":")), flush=True)
'''


def transcript(program, game, folder):
    """What is said in a match of the game; lines to the bot begin with > and its own with <."""
    (folder / "config.json").write_text(json.dumps(CONFIGS.get(game, {})))
    bot = folder / "bot"
    bot.write_text(BOT)
    bot.chmod(0o755)
    subprocess.run([program, "match", game, "--config", "config.json", "--seat", "cmd:./bot",
                    "--seat", "random", "--seed", "1", "--clock", "none", "--transcript", "said"],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return (folder / "said").read_text(encoding="utf-8")


def rewrite(program, text):
    """The document with all its transcripts made anew, and the games that have one."""
    games = []
    with tempfile.TemporaryDirectory(prefix="agon-transcript-") as name:
        def block(match):
            games.append(match[1])
            said = transcript(program, match[1], pathlib.Path(name))
            return f"<!-- transcript {match[1]} -->\n```\n{said}```\n<!-- end -->"

        text = re.sub(r"<!-- transcript (\S+) -->\n.*?<!-- end -->", block, text, flags=re.S)
    return text, games


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    program = pathlib.Path(arguments[0] if arguments else ROOT / "build" / "agon").resolve()
    old = DOCUMENT.read_text(encoding="utf-8")
    new, games = rewrite(program, old)
    listed = json.loads(subprocess.run([program, "games", "--json"], check=True,
                                       capture_output=True).stdout)
    missing = {game["id"] for game in listed} - set(games)
    if missing:
        print(f"docs/bot-protocol.md has no transcript of {', '.join(sorted(missing))}")
        return 1
    if "--check" not in sys.argv:
        DOCUMENT.write_text(new, encoding="utf-8")
    elif old != new:
        print("the transcripts in docs/bot-protocol.md are not up to date: run tools/transcripts.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
