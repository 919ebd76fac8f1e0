# tools/mutate.sh on a tiny tree of its own: every kind is made, texts and asserts are left alone, a
# seed chooses the same mutants again, a run goes on where it ended, equivalent ones do not count, and
# the tree may change while it runs.
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["AGON_SOURCE"])
sys.path.insert(0, str(SOURCE / "tools" / "mutate"))
sys.dont_write_bytecode = True
import places  # noqa: E402

PROGRAM = r"""// if (1 < 2) in a comment
#include <assert.h>
#define LIMIT 7
struct pair { int a; char text[8]; };
static const char *const words[] = {"a < b", "return 1;"};
static const int primes[] = {2, 3};

static int most(int a, int b) {
    assert(a < 100);
    char unused[4] = {0};
    (void)unused;
    return a > b ? a : b;
}

static int sum(const int *list, int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += list[i];
    }
    return total;
}

int main(void) {
    if (most(2, 3) != 3 || most(3, 2) != 3 || words[0][0] != 'a') {
        return 1;
    }
    return sum(primes, 2) != 5;
}
"""
PACK = r"""
static const agon_event_field drawn[] = {{"card", AGON_KIND_INT, 1, 1, AGON_FIELD_SECRET}};

static const agon_field fields[] = {
    AGON_NUMBER(my_state, round, 1, 9, "the round"),
    {0},
};

static void pack(my_state *s, agon_pack *p) {
    agon_pack_visible(p, AGON_ALL);
    agon_pack_u8(p, &s->round);
    agon_pack_visible(p, agon_viewer_bit(0));
    agon_pack_i32(p, &s->choice);
}
"""
# Nobody can tell a > b from a >= b in `most`: equal numbers are the same number.
EQUIVALENT = """# a comment
src/program.c most
- return a > b ? a : b;
+ return a >= b ? a : b;
= the larger of two equal numbers is either of them
"""


def mutants(source, kind):
    found = set()
    for place in places.places_of("src/x.c", source):
        if place.kind == kind:
            for seed in range(8):
                mutant = places.mutant_of(place, source, seed)
                found.add((mutant.function, mutant.original, mutant.changed))
    return found


def changed(source, kind):
    return {line for _, _, line in mutants(source, kind)}


def check_kinds():
    compare = changed(PROGRAM, "compare")
    assert {"return a >= b ? a : b;", "return a <= b ? a : b;",
            "for (int i = 0; i <= count; i++) {"} <= compare, compare
    assert changed(PROGRAM, "arithmetic") == {"for (int i = 0; i < count; i--) {",
                                              "total -= list[i];"}
    numbers = changed(PROGRAM, "number")
    assert "static const int primes[] = {2, 4};" in numbers, numbers
    assert not any("char" in line or "LIMIT" in line or "assert" in line for line in numbers)
    logic = changed(PROGRAM, "logic")
    assert any(line.startswith("if (!(most(2, 3)") for line in logic), logic
    assert any("&&" in line for line in logic)
    drops = mutants(PROGRAM, "drop")
    assert drops == {("sum", "total += list[i];", ";")}, drops
    everything = [p for kind in places.KINDS for p in mutants(PROGRAM, kind)]
    assert not any("assert" in o or "comment" in o or "a < b" in o for _, o, _ in everything)
    assert changed(PACK, "hash") == {
        "", "if (p->mode != AGON_PACK_HASH) agon_pack_u8(p, &s->round);",
        "if (p->mode != AGON_PACK_HASH) agon_pack_i32(p, &s->choice);"}
    redact = changed(PACK, "redact")
    assert "agon_pack_visible(p, AGON_ALL);" in redact and any("1, 1, 0}" in r for r in redact)


def check_stability():
    """A line more, or another folder, and the places are still the same."""
    before = {p.key for p in places.places_of("src/x.c", PROGRAM)}
    after = {p.key for p in places.places_of("src/deep/x.c", "int more;\n" + PROGRAM)}
    assert before == after


def tool(tree, *arguments, test=None):
    run = subprocess.run(["sh", SOURCE / "tools" / "mutate.sh", "--root", tree, "--test",
                          test or TEST, *arguments], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


TEST = "cc -w -DNDEBUG -O0 -o program src/program.c || exit 125; ./program"
FIGURES = re.compile(r"caught (\d+) of (\d+) \(.* %\), (\d+) survived, (\d+) equivalent")


def figures(text):
    found = FIGURES.search(text)
    assert found, text
    return [int(n) for n in found.groups()]


def seed_of(line):
    """A seed under which the first place of that kind becomes `line`."""
    for seed in range(100):
        if any(places.mutant_of(p, PROGRAM, str(seed)).changed == line
               for p in places.places_of("src/program.c", PROGRAM)):
            return str(seed)
    raise AssertionError(line)


def check_runs(tree):
    (tree / "src").mkdir()
    (tree / "src" / "program.c").write_text(PROGRAM)
    (tree / "src" / "test_program.c").write_text(PROGRAM)  # tests are not changed
    only = ["5", "--kind", "compare", "--kind", "drop"]
    status, out, err = tool(tree, *only)
    assert status == 0 and figures(out)[1] == 5, out + err
    results = tree / "build" / "mutate" / "results.ndjson"
    first = [json.loads(line) for line in results.read_text().splitlines()]
    assert {r["file"] for r in first} == {"src/program.c"}
    assert (tree / "build/mutate/copy-0/src/program.c").read_text() == PROGRAM
    # The same again tries nothing; a line that was cut off is a mutant that was not tried.
    _, again, err = tool(tree, *only)
    assert figures(again) == figures(out) and " s)" not in err and "has changed" not in err, err
    kept = results.read_text().splitlines(True)
    results.write_text("".join(kept[:-1]) + kept[-1][:20])
    for tried in (1, 0):
        _, resumed, err = tool(tree, *only, "--jobs", "2")
        assert figures(resumed) == figures(out) and err.count(" s)") == tried, err
    status, difference, _ = tool(tree, "--show", first[0]["id"], *only)
    assert status == 0 and difference.count("\n-") == 1 and difference.count("\n+") == 2
    assert tool(tree, "--show", "zzz")[0] == 1


def check_snapshot(tree):
    """A tree that changes during a run does not change the run; the next one tells of it."""
    source = tree / "src" / "program.c"
    _, out, err = tool(tree, "6", "--fresh", "--kind", "compare", "--kind", "drop", test=(
        f"echo 'int broken(' > {source}; rm -f {tree}/src/test_program.c; {TEST}"))
    assert figures(out)[1] == 6 and " 0 not compiled" in out and "working on snapshot" in err, err
    listed = tool(tree, "6", "--list", "--kind", "compare", "--kind", "drop")[1]
    assert figures(listed) == figures(out) and "not tried" not in listed, listed
    source.write_text(PROGRAM + "int more;\n")
    _, resumed, err = tool(tree, "6", "--kind", "compare", "--kind", "drop")
    assert figures(resumed) == figures(out), resumed
    assert "the tree has changed: 6 of 6 results are of an earlier one" in err, err
    source.write_text(PROGRAM)


def check_equivalents(tree):
    everything = ["1000", "--kind", "compare", "--at-least", "100", "--seed",
                  seed_of("return a >= b ? a : b;")]
    status, out, err = tool(tree, *everything)
    caught, total, survived, equivalent = figures(out)
    assert status == 1 and survived == 1 and "return a >= b ? a : b;" in out, out + err
    (tree / "tests/mutants").mkdir(parents=True)
    (tree / "tests/mutants/equivalent.txt").write_text(EQUIVALENT)
    status, out, _ = tool(tree, *everything, "--list")
    assert status == 0 and figures(out) == [caught, total - 1, 0, equivalent + 1], out


check_kinds()
check_stability()
with tempfile.TemporaryDirectory() as folder:
    check_runs(pathlib.Path(folder))
    check_snapshot(pathlib.Path(folder))
    check_equivalents(pathlib.Path(folder))
print("mutate: kinds, seeds, resuming, snapshots and equivalents are as they should be")
