#!/usr/bin/env python3
"""Packs the web page into one file that the program carries (apps/server/net/files.h has the format).

    tools/pack-web.py DIR OUT      without DIR, or without a page in it, OUT is empty

OUT is written only if it changes, so that nothing is linked again for nothing.
"""
import gzip
import pathlib
import struct
import sys


def packed(root):
    if not (root / "index.html").is_file():
        return b""
    out = [b"AGONWEB1"]
    files = {"/" + path.relative_to(root).as_posix(): path for path in root.rglob("*")
             if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root).parts)}
    for name in sorted(files, key=lambda text: text.encode()):
        content = files[name].read_bytes()
        small = gzip.compress(content, 9, mtime=0)
        if len(small) > 0.9 * len(content):
            small = b""
        path = name.encode()
        out.append(struct.pack("<III", len(path), len(content), len(small)) + path + content + small)
    return b"".join(out)


def main():
    root, out = (pathlib.Path(argument) for argument in sys.argv[1:3])
    content = packed(root)
    if not out.is_file() or out.read_bytes() != content:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(content)


main()
