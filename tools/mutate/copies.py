"""A copy of the tree in which one mutant at a time is built and tested."""
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from collections import namedtuple
from pathlib import Path

# Asserts are off, as in the build that `make test` tests; warnings do not matter, a mutant may well
# leave something unused.
CONFIGURE = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DAGON_DEBUG_FLAGS=-O1 -DNDEBUG",
             "-DCMAKE_C_FLAGS=-w", "-DAGON_SHARED=OFF", "-DAGON_REPORT=OFF"]
SKIPPED = 77
MEMORY = 4 << 30      # address space of a test: a mutant may allocate without end
FILE_SIZE = 256 << 20
BATCHES = (4, 8, 24)  # how many tests are linked at once, the nearest first; then all others

Test = namedtuple("Test", "name command environment directory")


class BuildFailed(Exception):
    pass


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, directory, environment=None, seconds=None, limits=limit):
    """The exit status and the output, or (None, output) when the time was up. Kills what is left."""
    process = subprocess.Popen(command, cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True, preexec_fn=limits)
    status = None
    output = b""
    try:
        output, _ = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if status is None:
        process.wait()
        process.stdout.close()
    return status, output.decode(errors="replace")


def files_of(root):
    """The files of the tree, relative: what git knows or would take; without git all but build."""
    root = Path(root)
    if (root / ".git").exists():
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "-z"],
                                capture_output=True, check=True)
        names = [os.fsdecode(n) for n in listed.stdout.split(b"\0") if n]
    else:
        names = [str(p.relative_to(root)) for p in root.rglob("*")
                 if p.relative_to(root).parts[0] != "build"]
    return sorted({n for n in names if (root / n).is_file()})


def bring(source, target):
    """Makes `target` hold the files of `source`; those that did not change keep their time, so ninja
    is quick. What is built in `target` stays."""
    names = files_of(source)
    known = set(names)
    for name in files_of(target):
        if name not in known:
            (target / name).unlink()
    for name in names:
        here, there = source / name, target / name
        if there.is_file() and there.read_bytes() == here.read_bytes():
            continue
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(here, there)
        os.utime(there)


def digest_of(root):
    """A short name for what the files of a tree say."""
    sums = hashlib.sha256()
    for name in files_of(root):
        sums.update(os.fsencode(name) + b"\0")
        sums.update(hashlib.sha256((Path(root) / name).read_bytes()).digest())
    return sums.hexdigest()[:10]


class Copy:
    def __init__(self, root, home, number, command=None):
        self.root = Path(root)
        self.tree = Path(home).resolve() / f"copy-{number}"
        self.build = self.tree / "build"
        self.temporary = Path(home).resolve() / f"tmp-{number}"
        self.command = command
        self.tests = []
        self.seconds = {}  # of each test, on the unchanged tree
        self.is_ready = False

    def prepare(self, say):
        """Before the first mutant: build everything, and see how long the tests take."""
        if self.is_ready:
            return
        self.is_ready = True
        bring(self.root, self.tree)
        shutil.rmtree(self.temporary, ignore_errors=True)
        self.temporary.mkdir(parents=True)
        if self.command:
            return
        if not (self.build / "build.ninja").is_file():
            options = list(CONFIGURE)
            if shutil.which("ld.lld"):  # many small programs are linked: four times as fast
                options.append("-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld")
            self.must(["cmake", "-S", str(self.tree), "-B", str(self.build)] + options)
        say(f"building {self.tree}")
        self.must(["ninja", "-C", str(self.build), "--quiet"])
        self.find_tests()
        self.measure(say)

    def must(self, command):
        status, output = run(command, self.tree, limits=None)
        if status != 0:
            raise SystemExit(f"mutate: {' '.join(command)} failed\n{output[-4000:]}")

    def find_tests(self):
        status, output = run(["ctest", "--test-dir", str(self.build), "-L", "quick",
                              "--show-only=json-v1"], self.tree, limits=None)
        if status != 0:
            raise SystemExit(f"mutate: ctest failed\n{output}")
        for entry in json.loads(output)["tests"]:
            properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
            environment = dict(v.split("=", 1) for v in properties.get("ENVIRONMENT", []))
            self.tests.append(Test(entry["name"], entry["command"], environment,
                                   properties.get("WORKING_DIRECTORY", str(self.build))))

    def run_test(self, test, seconds):
        environment = {**os.environ, **test.environment, "TMPDIR": str(self.temporary)}
        status, output = run(test.command, test.directory, environment, seconds)
        return status in (0, SKIPPED), output, status is None

    # A test that fails on the unchanged tree says nothing about mutants.
    def measure(self, say):
        say(f"running {len(self.tests)} tests on the unchanged tree")
        good = []
        for test in self.tests:
            start = time.monotonic()
            passed, output, _ = self.run_test(test, 300)
            self.seconds[test.name] = time.monotonic() - start
            if passed:
                good.append(test)
            else:
                say(f"left out, it fails unchanged: {test.name}\n{output[-600:]}")
        self.tests = good

    def patience(self, test):
        return 10 + 10 * self.seconds[test.name]

    # ------------------------------------------------------------------------------------------
    # One mutant

    def write(self, file, source):
        (self.tree / file).write_text(source)

    def target(self, test):
        """What ninja must build for a test: its program, or everything for a script."""
        program = Path(test.command[0])
        if self.build in program.parents:
            return str(program.relative_to(self.build))
        return "all"

    def make(self, targets):
        targets = ["all"] if "all" in targets else sorted(set(targets))
        status, output = run(["ninja", "-C", str(self.build), "--quiet"] + targets, self.tree,
                             limits=None)
        if status != 0:
            raise BuildFailed(output)

    def fails(self, test):
        """A test that fails must fail twice: on a busy machine one may fail by itself. An endless
        loop is believed at once."""
        for _ in range(2):
            passed, _, is_late = self.run_test(test, self.patience(test))
            if passed or is_late:
                return not passed, is_late
        return True, False

    def judge(self, order):
        """The first test that fails and whether its time was up; (None, False) if none does.
        BuildFailed if there is nothing to test."""
        if self.command:
            status, _ = run(["sh", "-c", self.command], self.tree, seconds=20)
            if status == 125:
                raise BuildFailed()
            return (None if status == 0 else "command"), status is None
        begin = 0
        for size in BATCHES + (len(order),):
            batch = order[begin:begin + size]
            begin += size
            if not batch:
                break
            self.make([self.target(test) for test in batch])
            for test in batch:
                is_caught, is_late = self.fails(test)
                if is_caught:
                    return test.name, is_late
        return None, False

    def is_same_code(self, file, source, changed):
        """Whether an optimising compiler makes the same of both: then no test can tell them apart."""
        database = self.build / "compile_commands.json"
        if self.command or not file.endswith(".c") or not database.is_file():
            return False
        path = self.tree / file
        for entry in json.loads(database.read_text()):
            if entry["file"] == str(path):
                command = re.sub(r" -o \S+ -c .*$", "", entry["command"])
                break
        else:
            return False
        codes = []
        for text in (source, changed):
            path.write_text(text)
            out = self.temporary / "code.o"
            status, _ = run(["sh", "-c", f"{command} -O2 -g0 -o '{out}' -c '{path}'"],
                            self.build, limits=None)
            codes.append(out.read_bytes() if status == 0 else os.urandom(8))
        return codes[0] == codes[1]
