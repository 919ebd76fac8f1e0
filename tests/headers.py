#!/usr/bin/env python3
"""The public headers keep what they promise.

Each compiles by itself, and all of them together as C17, C++17 and C++20, without a warning; none
speaks of jansson; agon.h has all of them and agon(3) names all of them; a C++ program that uses all
of them links, and says the version that CMake says; and the programs in agon(3) and in the comments of
the headers below compile without a warning and run.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["AGON_SOURCE"])
BUILD = pathlib.Path(os.environ["AGON_BUILD"])
FLAGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{SOURCE / 'include'}", f"-I{BUILD / 'include'}"]
LANGUAGES = [("cc", "c", "c17"), ("c++", "c++", "c++17"), ("c++", "c++", "c++20")]

# The program in a header's comment is the body of main; what it uses besides the header.
EXAMPLES = {"game.h": ["<agon/games/rock-paper-scissors.h>", "<stdlib.h>"],
            "document.h": ["<stdio.h>"],
            "rpc.h": ["<stdio.h>", "<stdlib.h>", "<string.h>"]}


def run(command, **options):
    """Runs a command; what it complained about, or ''."""
    result = subprocess.run(command, capture_output=True, text=True, **options)
    return "" if result.returncode == 0 else f"{' '.join(map(str, command))}\n{result.stderr}"


def names():
    found = {path.name for path in (SOURCE / "include/agon").glob("*.h")}
    found |= {path.name.removesuffix(".in") for path in (SOURCE / "include/agon").glob("*.h.in")}
    games = re.findall(r'AGON_GAME\(\s*"([\w-]+)"', (SOURCE / "games/games.def").read_text())
    return sorted(found), [f"games/{game}.h" for game in games]


def compiles(headers, language):
    compiler, kind, standard = language
    text = "".join(f"#include <agon/{header}>\n" for header in headers) + "typedef int agon_unused;\n"
    return run([compiler, "-x", kind, f"-std={standard}", *FLAGS, "-fsyntax-only", "-"], input=text)


def check_lists(headers):
    """agon.h and agon(3) know every header."""
    included = set(re.findall(r'#include "agon/([\w.]+)"', (SOURCE / "include/agon/agon.h").read_text()))
    manual = (SOURCE / "docs/man/agon.3").read_text()
    for header in headers:
        if header not in included | {"agon.h"}:
            yield f"agon.h does not have {header}"
        if f"agon/{header}" not in manual:
            yield f"agon(3) does not name {header}"
    for path in sorted((SOURCE / "include/agon").glob("*.h*")):
        if re.search(r"jansson|json_t\b", path.read_text()):
            yield f"{path.name} speaks of jansson"
    for header in sorted(set(re.findall(r"agon/([a-z_]+\.h)", manual)) - set(headers)):
        yield f"agon(3) names {header}, which there is not"


def example_of(header):
    """The indented part of the comment that a header begins with."""
    lines = []
    for line in (SOURCE / "include/agon" / header).read_text().splitlines():
        if not line.startswith("//"):
            break
        if line.startswith("//     "):
            lines.append(line[2:])
    return "\n".join(lines)


def check_manual(folder):
    """The program in agon(3) compiles and prints a view."""
    manual = (SOURCE / "docs/man/agon.3").read_text()
    text = re.search(r"\.nf\n(#include.*?)\.fi", manual, re.S)[1]
    source = folder / "manual.c"
    source.write_text(text.replace("\\e", "\\").replace("\\-", "-"))
    program = folder / "manual.out"
    complaint = run(["cc", "-std=c17", *FLAGS, source, "-o", program, *library()])
    if complaint:
        return complaint
    output = subprocess.run([program], capture_output=True, text=True).stdout
    return "" if '"viewer":"spectator"' in output else f"the program in agon(3) prints {output!r}"


def check_example(header, folder):
    """The example compiles and runs."""
    includes = "".join(f"#include {name}\n" for name in [f"<agon/{header}>", *EXAMPLES[header]])
    text = f"{includes}\nint main(void) {{\n{example_of(header)}\n    return 0;\n}}\n"
    source = folder / f"{header}.c"
    source.write_text(text)
    program = folder / f"{header}.out"
    complaint = run(["cc", "-std=c17", *FLAGS, source, "-o", program, *library()])
    return complaint or run([program])


def library():
    flags = subprocess.run(["pkg-config", "--libs", "jansson"], capture_output=True, text=True).stdout
    return [BUILD / "libagon.a", *flags.split(), "-lpthread", "-lm"]


def check_cpp(headers, folder):
    """One C++ program takes the address of every function there is, and links."""
    functions = set()
    for header in headers:
        path = SOURCE / "include/agon" / header
        text = path.read_text() if path.is_file() else path.with_suffix(".h.in").read_text()
        text = re.sub(r"//[^\n]*", "", text)
        functions |= set(re.findall(r"AGON_API(?! extern)[^;{(]*?\b(agon_\w+)\(", text))
    if len(functions) < 100:
        return f"only {len(functions)} functions found"
    body = "".join(f"    reinterpret_cast<function *>(&{name}),\n" for name in sorted(functions))
    source = folder / "all.cpp"
    source.write_text("#include <agon/agon.h>\n#include <cstring>\ntypedef void function();\n"
                      f"static function *const all[] = {{\n{body}}};\n"
                      "int main(int, char **arguments) {\n"
                      "    return all[0] && !std::strcmp(agon_version(), arguments[1]) ? 0 : 1;\n}\n")
    version = re.search(r"project\(agon VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
    program = folder / "all.out"
    complaint = run(["c++", "-std=c++17", *FLAGS, source, "-o", program, *library()])
    return complaint or run([program, version])


def main():
    headers, games = names()
    complaints = list(check_lists(headers))
    pairs = [([header, header], LANGUAGES[0]) for header in headers + games]
    pairs += [(headers + games, language) for language in LANGUAGES]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints += filter(None, pool.map(lambda pair: compiles(*pair), pairs))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        complaints += filter(None, [check_example(header, folder) for header in EXAMPLES])
        complaints += filter(None, [check_cpp(headers, folder), check_manual(folder)])
    print("\n".join(complaints) if complaints else f"headers: {len(pairs)} compilations, all well")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
