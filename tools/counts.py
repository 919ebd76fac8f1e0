#!/usr/bin/env python3
"""The performance gate: counts the instructions of fixed work and compares them with bench/counts.txt.

    tools/counts.py [BUILD] [--write] [--measured FILE]

A count that differs by more than 2 % fails, in either direction: whoever makes something slower or
faster says so by writing the file anew (make counts) and committing it. Counts are callgrind's, so they
do not depend on how busy the machine is; but they do on compiler, C library and flags: where these are
not those of the file, or there is no valgrind, there is nothing to compare (exit status 77).
--measured takes the counts from a file of the same form instead of counting.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE = os.path.join(ROOT, "bench", "counts.txt")
TOLERANCE = 2.0  # per cent
SKIPPED = 77


def read(path):
    """What a file was made by, and its counts by name."""
    built, counts = "", {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# built: "):
                built = line[len("# built: "):].strip()
            elif line.strip() and not line.startswith("#"):
                name, count = line.split()
                counts[name] = int(count)
    return built, counts


def write(path, built, counts):
    with open(path, "w", encoding="utf-8") as out:
        out.write("# Instructions of fixed work (bench/counts.c), by callgrind. `make counts` writes this.\n")
        out.write(f"# built: {built}\n")
        for name, count in counts.items():
            out.write(f"{name:<34} {count:>12}\n")


def measure(program):
    with tempfile.TemporaryDirectory() as folder:
        pattern = os.path.join(folder, "out")
        subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={pattern}", program],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=800)
        counts = {}
        dumps = glob.glob(pattern + ".*")
        for path in sorted(dumps, key=lambda name: int(name.rsplit(".", 1)[1])):
            with open(path, encoding="utf-8", errors="replace") as dump:
                text = dump.read()
            name = re.search(r"^desc: Trigger: Client Request: (\S+)$", text, re.M)
            total = re.search(r"^(?:summary|totals): (\d+)", text, re.M)
            if name and total:
                counts[name.group(1)] = int(total.group(1))
    return counts


def compare(expected, counts):
    """One sentence for each difference."""
    found = [f"{name}: is not counted any more" for name in expected if name not in counts]
    for name, count in counts.items():
        if name not in expected:
            found.append(f"{name}: {count} instructions, and bench/counts.txt does not know it")
            continue
        change = 100.0 * (count - expected[name]) / expected[name]
        if abs(change) > TOLERANCE:
            found.append(f"{name}: {count} instructions, {change:+.1f} % ({expected[name]} before)")
    return found


def skip(why):
    print(f"counts: {why}: skipped")
    return SKIPPED


def main(arguments):
    is_writing = "--write" in arguments
    measured = None
    if "--measured" in arguments:
        at = arguments.index("--measured")
        measured = arguments[at + 1]
        del arguments[at:at + 2]
    build = next((a for a in arguments if not a.startswith("--")), os.path.join(ROOT, "build"))
    program = os.path.join(build, "bench", "counts")
    if measured:
        built, counts = read(measured)
    else:
        if not shutil.which("valgrind"):
            return skip("there is no valgrind")
        built = subprocess.run([program, "--built"], check=True, capture_output=True,
                               text=True).stdout.strip()
    if not is_writing:
        known, expected = read(FILE)
        if built != known:
            return skip(f"built by {built}, bench/counts.txt by {known}")
    if not measured:
        counts = measure(program)
    if is_writing:
        write(FILE, built, counts)
        print(f"counts: {len(counts)} written to bench/counts.txt")
        return 0
    found = compare(expected, counts)
    for sentence in found:
        print(f"counts: {sentence}")
    if found:
        print("counts: if that is meant, `make counts` and commit bench/counts.txt")
    else:
        print(f"counts: all {len(counts)} within {TOLERANCE:.0f} %")
    return 1 if found or not counts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
