# label: full
"""The performance gate: instructions of fixed work are those of bench/counts.txt, and a change that is
large enough is found."""
import os
import subprocess
import sys
import tempfile

SOURCE = os.environ["AGON_SOURCE"]
GATE = os.path.join(SOURCE, "tools", "counts.py")
with open(os.path.join(SOURCE, "bench", "counts.txt"), encoding="utf-8") as file:
    LINES = file.read().splitlines()
failed = 0


def run(*arguments):
    return subprocess.run([sys.executable, GATE, os.environ["AGON_BUILD"], *arguments], text=True,
                          capture_output=True, timeout=850)


def expect(what, change, status, words):
    """Gives the gate counts that were changed, and looks at what it says."""
    global failed
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as measured:
        measured.write("\n".join(change(line) for line in LINES) + "\n")
        measured.flush()
        gate = run("--measured", measured.name)
    if gate.returncode != status or words not in gate.stdout:
        print(f"FAILED: {what}: exit status {gate.returncode}, not {status}\n{gate.stdout}{gate.stderr}")
        failed += 1


def scale(name, factor):
    def change(line):
        words = line.split()
        return f"{name} {int(int(words[1]) * factor)}" if words[0] == name else line
    return change


expect("nothing changed", lambda line: line, 0, "within 2 %")
expect("slower", scale("entropy/loop", 1.03), 1, "entropy/loop: ")
expect("by how much", scale("entropy/loop", 1.03), 1, "+3.0 %")
expect("faster", scale("skirmish/rpc", 0.9), 1, "-10.0 %")
expect("a little slower", scale("entropy/loop", 1.015), 0, "within 2 %")
expect("a piece gone", lambda line: "" if line.startswith("entropy/loop") else line, 1,
       "entropy/loop: is not counted any more")
expect("a piece more", lambda line: line + "\nnew/piece 5" if line.startswith("entropy/loop") else line, 1,
       "new/piece: 5 instructions")
expect("another compiler", lambda line: line.replace("built: ", "built: another "), 77, "skipped")

gate = run()
print(gate.stdout, gate.stderr, sep="", end="")
if failed:
    sys.exit(1)
sys.exit(gate.returncode)
