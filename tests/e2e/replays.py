"""The corpus of recorded matches verifies, whichever version of the rules each was played by."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import bots  # noqa: E402

FOLDER = bots.SOURCE / "tests" / "replays"


def test_the_corpus_verifies():
    newest = {game["id"]: game["rules_version"]
              for game in json.loads(bots.agon("games", "--json").stdout)}
    files = sorted(FOLDER.glob("*.ndjson"))
    versions = set()
    for line in bots.agon("replay", "verify", "--json", *files).stdout.splitlines():
        report = json.loads(line)
        assert report["ok"], report
        with open(report["file"], encoding="utf-8") as file:
            head = json.loads(file.readline())
        versions.add((head["game"], head["rules_version"]))
    every = {(game, version) for game, last in newest.items() for version in range(1, last + 1)}
    assert versions == every, f"versions without a replay: {every - versions}"


if __name__ == "__main__":
    sys.exit(bots.run_tests([test_the_corpus_verifies]))
