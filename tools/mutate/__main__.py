"""Makes small changes, one at a time, and tells which of them the quick tests do not notice.

    tools/mutate.sh [N]              N mutants (300), caught or not; goes on where a run ended
    tools/mutate.sh --list           those that survived
    tools/mutate.sh --show ID        one mutant as a difference
    tools/mutate.sh --again          tries the survivors once more, after tests were written

Which mutants are chosen follows from the seed and from the lines themselves, so an edit elsewhere
or a moved file does not change the choice. What cannot be told apart by any test stands in
tests/mutants/equivalent.txt, with its reason, and is not counted.

A run works on a snapshot of the tree as it was when the run began: the tree may be edited meanwhile.
--list and --show tell of that snapshot.
"""
import argparse
import difflib
import fnmatch
import json
import sys
import threading
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import copies  # noqa: E402
import places  # noqa: E402

SCOPE = ["src/*", "games/*", "apps/server/*"]
CAUGHT, SURVIVED, EQUIVALENT, BROKEN = "caught", "survived", "equivalent", "not compiled"


# -------------------------------------------------------------------------------------------------
# Which mutants

def is_test(name):
    parts = name.split("/")
    return "tests" in parts[:-1] or parts[-1].startswith("test")


def sources_of(root, globs):
    return [n for n in copies.files_of(root) if n.endswith((".c", ".h")) and not is_test(n)
            and any(fnmatch.fnmatch(n, g) for g in SCOPE)
            and (not globs or any(fnmatch.fnmatch(n, g) for g in globs))]


def choose(options):
    """All mutants of the tree in the seed's order, one for each place, lazily."""
    texts, found = {}, []
    for name in sources_of(options.tree, options.file):
        texts[name] = (options.tree / name).read_text()
        found += places.places_of(name, texts[name])
    if options.kind:
        found = [p for p in found if p.kind in options.kind]
    found.sort(key=lambda p: places.digest(options.seed, p.key))
    for place in found:
        yield places.mutant_of(place, texts[place.file], options.seed), texts[place.file]


# -------------------------------------------------------------------------------------------------
# What is known: results of earlier runs, and the list of equivalent mutants

def read_results(path):
    results = {}
    if path.is_file():
        for line in path.read_text().splitlines():
            try:
                entry = json.loads(line)
                results[entry["id"]] = entry
            except (ValueError, KeyError):
                pass  # the run ended while it wrote this line
    return results


def equivalence_key(file, function, original, changed):
    return file.rsplit("/", 1)[-1], function, original, changed


def read_equivalents(path):
    """Blocks of four lines: `FILE FUNCTION`, `- original`, `+ changed`, `= reason`."""
    known = {}
    entry = {}
    lines = path.read_text().splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if line[:2] in ("- ", "+ "):
            entry[line[0]] = line[2:]
        elif line[:2] == "= ":
            if not {"at", "-", "+"} <= entry.keys():
                raise SystemExit(f"mutate: {path}:{number}: a reason without place, - and +")
            file, _, function = entry["at"].partition(" ")
            known[equivalence_key(file, function, entry["-"], entry["+"])] = line[2:]
            entry = {}
        elif line and not line.startswith("#"):
            entry = {"at": line}
    return known


# -------------------------------------------------------------------------------------------------
# Which tests first

def words_of(text):
    return {w for w in text.replace("/", "_").replace("-", "_").replace(".", "_").split("_") if w}


def nearness(file, test):
    """How much the names of a source and of a test have in common: folders count most."""
    *folders, stem = file.rsplit(".", 1)[0].split("/")
    *suites, program = test.split("/")
    shared = set(folders) & (set(suites) | {program})
    words = (words_of(stem) | words_of("/".join(folders[1:]))) & (words_of(program) - {"test"})
    return 4 * len(shared) + 2 * len(words)


def order_of(tests, seconds, file, results):
    """The nearest and those that caught a mutant of this file before, then the most successful."""
    here = Counter(r["by"] for r in results.values() if r.get("by") and r["file"] == file)
    anywhere = Counter(r["by"] for r in results.values() if r.get("by"))

    def rank(test):
        cost = (0.05 + seconds[test.name]) / (1 + anywhere[test.name])
        return -nearness(file, test.name) - min(here[test.name], 5), cost
    return sorted(tests, key=rank)


# -------------------------------------------------------------------------------------------------
# Running

class Run:
    def __init__(self, options):
        self.options = options
        self.home = options.dir
        self.results_path = self.home / "results.ndjson"
        self.results = read_results(self.results_path)
        self.equivalents = read_equivalents(options.equivalents)
        self.lock = threading.Lock()
        self.chosen = []
        self.tree_digest = None

    def say(self, text):
        print(f"mutate: {text}", file=sys.stderr, flush=True)

    def reason(self, mutant):
        return self.equivalents.get(equivalence_key(mutant.file, mutant.function, mutant.original,
                                                    mutant.changed))

    def is_counted(self, mutant):
        result = self.results.get(mutant.id)
        return not self.reason(mutant) and (not result or result["verdict"] in (CAUGHT, SURVIVED))

    # N mutants that count: for each that does not, the next one in the seed's order is taken.
    def mutants(self):
        counted = 0
        for mutant, source in choose(self.options):
            self.chosen.append(mutant)
            if not self.reason(mutant):
                yield mutant, source
            counted += self.is_counted(mutant)
            if counted >= self.options.n:
                return

    def needs_run(self, mutant):
        result = self.results.get(mutant.id)
        return not result or (self.options.again and result["verdict"] == SURVIVED
                              and result.get("run") != self.options.started)

    def record(self, mutant, verdict, by, is_late, seconds):
        entry = {"id": mutant.id, "file": mutant.file, "line": mutant.line,
                 "function": mutant.function, "kind": mutant.kind, "original": mutant.original,
                 "changed": mutant.changed, "verdict": verdict, "by": by,
                 "late": is_late, "seconds": round(seconds, 1), "run": self.options.started,
                 "tree": self.tree_digest}
        with self.lock:
            self.results[mutant.id] = entry
            with self.results_path.open("a") as file:
                file.write(json.dumps(entry) + "\n")
        self.say(f"{len(self.results)} {mutant.id} {mutant.file}:{mutant.line} {mutant.kind}: "
                 f"{verdict}{' by ' + by if by else ''}{', time was up' if is_late else ''} "
                 f"({seconds:.1f} s)")

    def attempt(self, copy, mutant, source):
        start = time.monotonic()
        changed = places.apply_edits(source, mutant.edits)
        by, is_late = None, False
        copy.write(mutant.file, changed)
        try:
            by, is_late = copy.judge(order_of(copy.tests, copy.seconds, mutant.file, self.results))
            verdict = CAUGHT if by else SURVIVED
            if not by and copy.is_same_code(mutant.file, source, changed):
                verdict = EQUIVALENT
        except copies.BuildFailed:
            verdict = BROKEN
        finally:
            copy.write(mutant.file, source)
        self.record(mutant, verdict, by, is_late, time.monotonic() - start)

    def work(self, copy, supply):
        while True:
            with self.lock:
                item = next(supply, None)
            if item is None:
                return
            if self.needs_run(item[0]):
                copy.prepare(self.say)
                self.attempt(copy, *item)

    def mend(self):
        """A line that was cut off would spoil the next one."""
        if self.results_path.is_file() and not self.results_path.read_text().endswith("\n"):
            with self.results_path.open("a") as file:
                file.write("\n")

    def take_snapshot(self):
        """Mutants and copies come from the same files, whatever happens to the tree meanwhile."""
        copies.bring(self.options.root, self.options.tree)
        self.tree_digest = copies.digest_of(self.options.tree)
        self.say(f"working on snapshot {self.tree_digest} of {self.options.root}")
        old = sum(r.get("tree") != self.tree_digest for r in self.results.values())
        if old:
            self.say(f"the tree has changed: {old} of {len(self.results)} results are of an earlier "
                     "one (--fresh forgets them)")

    def run(self):
        self.home.mkdir(parents=True, exist_ok=True)
        self.mend()
        self.take_snapshot()
        workers = [copies.Copy(self.options.tree, self.home, i, self.options.test)
                   for i in range(self.options.jobs)]
        known = -1
        while known != len(self.results):  # until as many were tried as count
            known = len(self.results)
            self.chosen = []
            supply = self.mutants()
            threads = [threading.Thread(target=self.work, args=(copy, supply), daemon=True)
                       for copy in workers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    # ---------------------------------------------------------------------------------------------
    # Telling

    def verdict(self, mutant):
        result = self.results.get(mutant.id)
        return EQUIVALENT if self.reason(mutant) else result["verdict"] if result else None

    def report(self):
        counts = Counter(self.verdict(m) for m in self.chosen)
        survivors = [m for m in self.chosen if self.verdict(m) == SURVIVED]
        for mutant in survivors:
            print_mutant(mutant)
        total = counts[CAUGHT] + counts[SURVIVED]
        share = 100 * counts[CAUGHT] / total if total else 0
        print(f"caught {counts[CAUGHT]} of {total} ({share:.1f} %), {counts[SURVIVED]} survived, "
              f"{counts[EQUIVALENT]} equivalent, {counts[BROKEN]} not compiled"
              + (f", {counts[None]} not tried" if counts[None] else ""))
        late = sum(bool(self.results.get(m.id, {}).get("late")) for m in self.chosen)
        if late:
            print(f"{late} of those caught were endless: the time of a test was up")
        return share


def print_mutant(mutant):
    print(f"{mutant.id} {mutant.file}:{mutant.line} {mutant.function} ({mutant.kind})")
    print(f"  - {mutant.original}\n  + {mutant.changed}")


def show(options):
    for mutant, source in choose(options):
        if mutant.id.startswith(options.show):
            changed = places.apply_edits(source, mutant.edits)
            sys.stdout.writelines(difflib.unified_diff(
                source.splitlines(True), changed.splitlines(True), "a/" + mutant.file,
                "b/" + mutant.file))
            return 0
    print(f"mutate: there is no mutant {options.show} under this seed", file=sys.stderr)
    return 1


def parse():
    parser = argparse.ArgumentParser(prog="tools/mutate.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("n", nargs="?", type=int, default=300, metavar="N")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1, help="copies that work at the same time")
    parser.add_argument("--file", action="append", metavar="GLOB", help="only in these files")
    parser.add_argument("--kind", action="append", choices=list(places.KINDS),
                        help="only these: " + "; ".join(f"{k}: {v}" for k, v in places.KINDS.items()))
    parser.add_argument("--list", action="store_true", help="report what is known, run nothing")
    parser.add_argument("--show", metavar="ID", help="print one mutant as a difference")
    parser.add_argument("--again", action="store_true", help="try survivors of earlier runs again")
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    parser.add_argument("--at-least", type=float, default=0, metavar="PERCENT",
                        help="fail when a smaller share is caught")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2],
                        help="the tree")
    parser.add_argument("--dir", type=Path, help="copies and results (build/mutate)")
    parser.add_argument("--equivalents", type=Path, help="tests/mutants/equivalent.txt")
    parser.add_argument("--test", metavar="COMMAND",
                        help="instead of build and quick tests; 0: survived, 125: does not compile")
    options = parser.parse_args()
    options.dir = options.dir or options.root / "build" / "mutate"
    options.equivalents = options.equivalents or options.root / "tests/mutants/equivalent.txt"
    options.tree = options.dir / "snapshot"
    options.started = str(time.time())
    return options


def main():
    options = parse()
    if (options.show or options.list) and not options.tree.is_dir():
        options.tree = options.root  # nothing was run yet
    if options.show:
        return show(options)
    run = Run(options)
    if options.fresh and not options.list:
        run.results_path.unlink(missing_ok=True)
        run.results = {}
    if options.list:
        for _ in run.mutants():
            pass
    else:
        run.run()
    return 0 if run.report() >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
