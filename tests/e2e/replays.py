"""The corpus of recorded matches verifies for ever, or says which older rules it needs."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import bots  # noqa: E402

FOLDER = bots.SOURCE / "tests" / "replays"


def test_the_corpus_verifies():
    versions = {game["id"]: game["rules_version"]
                for game in json.loads(bots.agon("games", "--json").stdout)}
    files = sorted(FOLDER.glob("*.ndjson"))
    games = set()
    for line in bots.agon("replay", "verify", "--json", *files).stdout.splitlines():
        report = json.loads(line)
        with open(report["file"], encoding="utf-8") as file:
            head = json.loads(file.readline())
        if head["rules_version"] < versions[head["game"]]:
            assert report["line"] == 1 and "needs version" in report["reason"], report
        else:
            assert report["ok"], report
            games.add(head["game"])
    assert games == set(versions), f"games without a replay of their present rules: " \
                                   f"{set(versions) - games}"


if __name__ == "__main__":
    sys.exit(bots.run_tests([test_the_corpus_verifies]))
