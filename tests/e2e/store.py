# label: full
"""agon store: a sound database, one that is damaged in every way we know of, and one with any byte changed."""
import contextlib
import json
import pathlib
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from serve import AGON, Server  # noqa: E402
from serve_match import create, play_out  # noqa: E402

CLEAN, FINDING, USAGE, BAD_DATA, NO_INPUT, CANNOT_CREATE = 0, 1, 64, 65, 66, 73


def store(*arguments):
    done = subprocess.run([AGON, "store", *arguments], capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def verify(path):
    return subprocess.run([AGON, "replay", "verify", str(path)], capture_output=True, text=True)


def secrets_of(database):
    with contextlib.closing(sqlite3.connect(database)) as db:
        rows = db.execute("SELECT seed, salt, seats FROM matches").fetchall()
    hashes = [seat[key] for row in rows for seat in json.loads(row[2]) for key in ("token", "client") if seat.get(key)]
    return [text for row in rows for text in row[:2]] + [str(text) for text in hashes]


def check_sound(database, over, running, folder):
    code, out, err = store("check", database)
    assert (code, err) == (CLEAN, "") and "3 matches, 0 damaged" in out, (code, out, err)
    code, out, _ = store("check", "--json", database)
    assert code == CLEAN and json.loads(out) == {"schema": 4, "file": [], "matches": 3, "damaged": [],
                                                 "not_served": 0, "stray_steps": 0}, out
    code, out, err = store("export", database, str(folder), "--all")
    assert (code, err) == (CLEAN, "") and out.startswith("2 replays written, 0 damaged"), (out, err)
    names = {path.name for path in folder.iterdir()}
    assert names == {f"{over}.ndjson", f"{running}.running.ndjson"}, names
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert verify(folder / f"{over}.ndjson").returncode == 0
    assert len((folder / f"{running}.running.ndjson").read_text().splitlines()) > 4


# What is done to the match, the part that is named, and what is said of it: the first ones to a running match.
RUNNING = [
    ("UPDATE steps SET lines = replace(lines, '\"hash\":\"', '\"hash\":\"0') WHERE match = ? AND number = 3", "steps", None),
    ("UPDATE steps SET lines = replace(lines, '\"player\":', '\"player\": ') WHERE match = ? AND number = 3", "steps", None),
    ("DELETE FROM steps WHERE match = ? AND number = 3", "record", "step 3 is missing"),
    ("UPDATE steps SET lines = x'ff00' WHERE match = ? AND number = 3", "record", "lines"),
    ("UPDATE matches SET config = '{' WHERE id = ?", "config", None),
    ("UPDATE matches SET seats = '[]' WHERE id = ?", "seats", None),
    ("UPDATE matches SET timer = 'x' WHERE id = ?", "clock", None),
    ("UPDATE matches SET step_count = -1 WHERE id = ?", "record", "step_count"),
]
OVER = [
    ("UPDATE matches SET result = replace(result, '\"winners\":[', '\"winners\":[ ') WHERE id = ?", "result", "line"),
    ("UPDATE matches SET result = NULL WHERE id = ?", "record", "status and result"),
    ("UPDATE matches SET head = 'x' WHERE id = ?", "steps", "line"),
    ("UPDATE steps SET lines = replace(lines, 'choose', 'chose') WHERE match = ? AND number = 2", "steps", "line"),
]


def damaged_copy(database, folder, sql, match):
    copy = str(folder / "damaged.db")
    shutil.copy(database, copy)
    with contextlib.closing(sqlite3.connect(copy)) as db:
        assert db.execute(sql, (match,)).rowcount == 1, sql
        db.commit()
    return copy


def check_damaged(database, match, status, sql, part, reason, secrets):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy = damaged_copy(database, folder, sql, match)
        code, out, err = store("check", copy)
        line = out.splitlines()[0]
        known = "unreadable" if "step_count" in sql else status
        assert code == FINDING and line.startswith(f"{match} {known}: {part}"), (sql, out, err)
        assert "3 matches, 1 damaged" in out, out
        if reason:
            assert reason in line or (status == "over" and ": " in line), (sql, line)
        else:
            assert line.endswith(f": {part}"), line  # it might tell what is hidden
            assert len(store("check", copy, "--reasons")[1].splitlines()[0]) > len(line)
        for secret in secrets:
            assert secret not in out + err, sql
        code, out, err = store("export", copy, match, name)
        assert code == FINDING and f"match {match} is damaged ({part})" in err, (sql, out, err)
        check_rest(folder / f"{match}.damaged.ndjson", sql)


def check_rest(path, sql):
    """What is left is a replay whose lines all hold."""
    if "step_count" in sql or "head" in sql:
        assert not path.exists(), sql
        return
    done = verify(path)
    lines = path.read_text().splitlines()
    assert "the replay ends without a result" in done.stdout + done.stderr or done.returncode == 0, (sql, done)
    if "number = 3" in sql:
        assert len(lines) == 3, (sql, len(lines))  # the first line and two steps


def status_of(database, match):
    with contextlib.closing(sqlite3.connect(database)) as db:
        return db.execute("SELECT status, step_count, (SELECT count(*) FROM steps WHERE match = id) FROM matches"
                          " WHERE id = ?", (match,)).fetchone()


def check_repaired(database, match, sql, options, code, expected):
    """What becomes of a damaged match; the copy has what was there, and a second repair finds nothing to do."""
    with tempfile.TemporaryDirectory() as name:
        copy = damaged_copy(database, pathlib.Path(name), sql, match)
        with contextlib.closing(sqlite3.connect(copy)) as db:
            before = list(db.iterdump())
        done = store("repair", copy, *options)
        assert done[0] == code, (sql, done)
        assert status_of(copy, match) == expected, (sql, status_of(copy, match), done)
        assert store("check", copy)[0] == code, sql
        kept = pathlib.Path(copy + ".before-repair")
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        with contextlib.closing(sqlite3.connect(kept)) as db:
            assert list(db.iterdump()) == before, sql
        again = store("repair", copy)
        if code == CLEAN:
            assert again[0] == CLEAN and "0 cut, 0 cancelled, 0 left" in again[1], again
            check_served(copy, match, expected)
        else:
            assert again[0] == CANNOT_CREATE and "is there already" in again[2], again


def check_served(database, match, expected):
    with Server(database=database) as server:
        status, seen = server.json("GET", f"/api/matches/{match}")
        assert status == 200 and seen["match"]["status"] == ("cancelled" if expected[0] == 3 else "running"), seen
        code, _, err = store("repair", database)
        assert code == BAD_DATA and "stop the server first" in err, err
        assert store("check", database)[0] == CLEAN


def check_repairs(database, over, running):
    hash_, _, missing, unreadable, config, _, _, count = [sql for sql, _, _ in RUNNING]
    for sql in (hash_, missing, unreadable):
        check_repaired(database, running, sql, [], CLEAN, (3, 0, 0))
        check_repaired(database, running, sql, ["--cut"], CLEAN, (1, 2, 2))
    check_repaired(database, running, config, ["--cut"], FINDING, (1, 6, 6))
    check_repaired(database, running, count, ["--cut"], FINDING, (1, -1, 6))
    check_repaired(database, running, "UPDATE matches SET head = 'x' WHERE id = ?", ["--cut"], CLEAN, (3, 0, 0))
    check_repaired(database, running, "UPDATE matches SET step_count = 4 WHERE id = ?", ["--cut"], CLEAN, (1, 4, 4))
    check_repaired(database, over, OVER[0][0], ["--cut"], FINDING, (2, 2, 2))


def check_strays(database):
    with tempfile.TemporaryDirectory() as name:
        with contextlib.closing(sqlite3.connect(database)) as db:
            match = db.execute("SELECT match FROM steps").fetchone()[0]
        copy = damaged_copy(database, pathlib.Path(name), "DELETE FROM matches WHERE id = ?", match)
        code, out, _ = store("check", copy)
        assert code == FINDING and "steps of matches that are not there: " in out, out


def check_any_byte(database):
    """Whatever the bytes of the file: an answer, no crash."""
    whole = pathlib.Path(database).read_bytes()
    dice = random.Random(7)
    seen = set()
    with tempfile.TemporaryDirectory() as name:
        copy = pathlib.Path(name) / "bytes.db"
        for _ in range(60):
            data = bytearray(whole)
            for _ in range(dice.choice((1, 8, 200))):
                data[dice.randrange(len(data))] = dice.randrange(256)
            copy.write_bytes(data[:dice.choice((len(data), len(data), dice.randrange(len(data))))])
            for rest in pathlib.Path(name).glob("bytes.db?*"):
                rest.unlink()
            for arguments in (("repair", str(copy), "--cut"), ("check", str(copy), "--json"), ("export", str(copy), name, "--all")):
                code, out, err = store(*arguments)
                assert code in (CLEAN, FINDING, BAD_DATA), (arguments, code, out, err)
                seen.add(code)
    assert seen >= {FINDING, BAD_DATA}, seen


def check_refusals(database, folder):
    assert store()[0] == store("mend", database)[0] == store("check")[0] == USAGE
    assert store("export", database, str(folder))[0] == USAGE
    assert store("check", str(folder / "none.db"))[0] == NO_INPUT and not (folder / "none.db").exists()
    assert store("export", database, "nobody", str(folder))[0] == BAD_DATA
    assert store("export", database, "--all", str(folder / "none"))[0] == CANNOT_CREATE
    (folder / "text").write_text("not a database, but long enough to be taken for one" * 40)
    assert store("check", str(folder / "text"))[0] == BAD_DATA
    old = folder / "old.db"
    shutil.copy(pathlib.Path(__file__).resolve().parents[1] / "server/data/v0_1_stellar.db", old)
    before = old.read_bytes()
    code, _, err = store("check", str(old))
    assert code == BAD_DATA and "older than this program" in err and old.read_bytes() == before, err


def main():
    with Server() as server, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        over, tokens = create(server, "rock-paper-scissors")
        play_out(server, over, tokens)
        running, tokens = create(server, "entropy")
        play_out(server, running, tokens, most=6)
        assert server.json("POST", "/api/matches", {"game": "entropy"})[0] == 201
        (folder / "live").mkdir()
        check_sound(server.database, over, running, folder / "live")  # while the server uses it
        assert server.stop() == 0
        secrets = secrets_of(server.database)
        assert len(secrets) > 6
        for sql, part, reason in RUNNING:
            check_damaged(server.database, running, "running", sql, part, reason, secrets)
        for sql, part, reason in OVER:
            check_damaged(server.database, over, "over", sql, part, reason, secrets)
        check_repairs(server.database, over, running)
        check_strays(server.database)
        check_any_byte(server.database)
        check_refusals(server.database, folder)


main()
