#!/usr/bin/env python3
"""Fails when an #include points upwards through the layers.

    core < games < common < bots < codec < match < check < rpc < tourney < apps

A file's layer follows from its folder. In a game's folder what is named after a layer is of that layer,
a file where one is enough (bots.c), a folder where it is not (codec/); everything else is rules. A
public header is of the layer that implements it: src/<layer>/<name>.c, <name>_*.c, or a folder
src/<layer>/<name>; those without are in the table below. An unknown layer is an error.
The screens of games in the terminal (apps/terminal/games) see of a game what everybody sees: its public
header games/<id>/<id>.h, never its state.
Tests, examples and benchmarks stand above everything. The umbrella agon/agon.h is for them and for
apps only. Besides, core and games may include nothing from the system but what the table SYSTEM says.

    tools/layers.py [ROOT]
"""
import pathlib
import re
import sys

LAYERS = ["core", "games", "common", "bots", "codec", "match", "check", "rpc", "tourney", "apps", "tests"]

PARTS_OF_GAMES = ["bots", "codec", "tests"]

PUBLIC_LAYER = {"export.h": "core", "bot.h": "bots", "codec.h": "codec", "match.h": "match",
                "terms.h": "match", "seat.h": "match", "loop.h": "match",
                "timeline.h": "match",
                "tourney.h": "tourney", "agon.h": "apps"}

# Headers of the system that core and games may use: no I/O, no clock, no allocation, no floats.
SYSTEM = set("assert.h inttypes.h limits.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h "
             "stdnoreturn.h string.h stdio.h immintrin.h".split())
# stdio.h is there for snprintf alone, immintrin.h for bit instructions: tests/symbols.sh watches what
# is really called, and that nothing computes with floats.

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of_public(root, name):
    """The layer of include/agon/<name>, or None."""
    if name in PUBLIC_LAYER:
        return PUBLIC_LAYER[name]
    stem = name.removesuffix(".h")
    for layer in LAYERS:
        folder = root / "src" / layer
        if ((folder / f"{stem}.c").is_file() or any(folder.glob(f"{stem}_*.c"))
                or (folder / stem).is_dir()):
            return layer
    return None


def layer_of(root, path):
    """The layer of a project-relative path, or None if it has none (not ours)."""
    parts = path.parts
    if parts[0] == "include":
        return layer_of_public(root, path.name.removesuffix(".in"))
    if parts[0] == "src":
        return parts[1] if parts[1] in LAYERS else None
    if parts[0] == "apps":
        return "apps"
    if parts[0] in ("tests", "examples", "bench"):
        return "tests"
    if parts[0] == "games":
        part = parts[2].split(".")[0] if len(parts) > 2 else ""
        return part if part in PARTS_OF_GAMES else "games"
    return None


def resolve(root, source, kind, name):
    """The project-relative path an include means, or None for a header of the system."""
    bases = [root / "include", root] if kind == "<" else [root / source.parent, root / "include", root]
    game = re.fullmatch(r"agon/games/([\w-]+)\.h", name)  # a game's public header, by its public name
    if game:
        bases, name = [root], f"games/{game[1]}/{game[1]}.h"
    for base in bases:
        for path in (base / name, base / f"{name}.in"):  # .in: CMake makes the header of it
            if path.is_file():
                return path.resolve().relative_to(root)
    return None


def is_screen(path):
    return path.parts[:3] == ("apps", "terminal", "games")


def is_private_to_game(path):
    """Whether it is of a game's folder and not the game's public header."""
    parts = path.parts
    return parts[0] == "games" and len(parts) > 2 and path.name != f"{parts[1]}.h"


def check_line(root, source, layer, kind, name):
    """The complaint about one #include, or None."""
    target = resolve(root, source, kind, name)
    if target is None:
        if layer in ("core", "games") and name not in SYSTEM:
            return f"layer {layer} must not use <{name}>"
        if layer == "bots" and name == "jansson.h":
            return "layer bots must not use <jansson.h>"
        return None
    if target.suffix == ".def":
        return None
    if is_screen(source) and is_private_to_game(target):
        return f"a screen must not look into a game: {target}"
    target_layer = layer_of(root, target)
    if target_layer is None:
        return f"{target} has no layer; see tools/layers.py"
    if LAYERS.index(target_layer) > LAYERS.index(layer):
        return f"upward: layer {layer} includes {target} of layer {target_layer}"
    return None


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    root = root.resolve()
    complaints, files, includes = [], 0, 0
    for folder in ("include", "src", "games", "apps", "tests", "examples", "bench"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            source = path.relative_to(root)
            layer = layer_of(root, source)
            files += 1
            if layer is None:
                complaints.append(f"{source}: has no layer; see tools/layers.py")
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match:
                    includes += 1
                    complaint = check_line(root, source, layer, *match.groups())
                    if complaint:
                        complaints.append(f"{source}:{number}: {complaint}")
    for complaint in complaints:
        print(complaint)
    print(f"layers: {files} files, {includes} includes, {len(complaints)} wrong")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
