#!/usr/bin/env python3
"""Makes the public headers readable for Doxygen: tools/docs.py BUILD OUT

The headers are written for people: plain // comments before or behind what they are about. Doxygen
wants to be told. The comment that a header begins with is about the file; one right before a
declaration is about it, and about those that follow without a blank line and without one of their own;
one behind it too.
"""
import pathlib
import re
import sys

RULE = re.compile(r"\s*// -{20,}$")


def is_comment(line):
    return line.lstrip().startswith("//")


def paragraphs(lines):
    """Runs of lines without a blank one between them."""
    run = []
    for line in lines + [""]:
        if line.strip():
            run.append(line)
        elif run:
            yield run
            run = []


def behind(line, column):
    """A line with its comment behind the code; `column` is where one before it began, or None."""
    match = re.match(r'^((?:[^"/]|"(?:[^"\\]|\\.)*"|/(?!/))*?\S)(\s*)// ?(.*)$', line)
    if match and not is_comment(line):
        return f"{match[1]} ///< {match[3]}", line.index("//", len(match[1]))
    if is_comment(line) and column is not None and line.index("//") == column:
        return re.sub(r"// ?", "///< ", line, count=1), column
    return None, None


def begins(line, before):
    """Whether a declaration begins here; `before` is the line of code before it, or None."""
    is_outer = not line.startswith((" ", "\t", "}", "//"))
    return is_outer and (before is None or bool(re.search(r"[;}]\s*(//.*)?$", before))
                         or before.startswith("#define") and not before.endswith("\\"))


def run_of(lines):
    """One run: comments, and what they are about. What has none of its own has the one before it."""
    lines = [line for line in lines if not RULE.match(line)]
    out, comment, fresh, before, column = [], [], [], None, None
    for line in lines:
        if line.startswith("//"):
            fresh.append(re.sub(r"^// ?", "/// ", line))
            continue
        text, column = behind(line, column)
        if begins(line, before):
            comment = fresh or comment
            has_own = text is not None and not fresh and line.rstrip().find(";") >= 0
            out += [] if has_own else comment
            fresh = []
        out.append(text if text is not None else re.sub(r"^(\s*)//(?!/)", r"\1///", line))
        before = line
    return out


def convert(text):
    lines = text.splitlines()
    count = next(i for i, line in enumerate(lines) if not is_comment(line))
    out = ["/** @file", f"@brief {lines[0][3:]}", ""]
    out += [line[3:] for line in lines[1:count]]
    out += ["*/"]
    for run in paragraphs(lines[count:]):
        out += run_of(run) + [""]
    return "\n".join(out) + "\n"


def main():
    build, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    headers = {f"agon/{path.name}": path for path in pathlib.Path("include/agon").glob("*.h")}
    headers["agon/version.h"] = build / "include/agon/version.h"
    for game in re.findall(r'AGON_GAME\(\s*"([\w-]+)"', pathlib.Path("games/games.def").read_text()):
        headers[f"agon/games/{game}.h"] = pathlib.Path(f"games/{game}/{game}.h")
    for name, path in headers.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(convert(path.read_text()))


if __name__ == "__main__":
    main()
