#!/usr/bin/env python3
"""The characters that names may not have (src/codec/name.c) are those that Unicode calls unseen.

Whatever is a control, a format character, a separator, private or half a character must be in the table; letters,
marks, digits, punctuation and symbols must not, but for those that are ignored when they are shown.
"""
# label: full
import pathlib
import re
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"}
# Default_Ignorable_Code_Point of a category that is seen otherwise, and the blank of Braille.
IGNORED = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0,
           *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def main():
    text = (ROOT / "src/codec/name.c").read_text()
    ranges = [(int(a, 16), int(b, 16)) for a, b in re.findall(r"\{0x([0-9a-f]+), 0x([0-9a-f]+)\}", text)]
    assert len(ranges) > 30 and ranges == sorted(ranges)
    refused = {c for first, last in ranges for c in range(first, last + 1)}
    refused |= {plane << 16 | c for plane in range(17) for c in (0xFFFE, 0xFFFF)}
    wrong = []
    for c in range(0x110000):
        category = unicodedata.category(chr(c))
        unseen = (category in UNSEEN and c != 0x20) or c in IGNORED
        if category != "Cn" and unseen != (c in refused):
            wrong.append(f"U+{c:04X} {category}")
    print(f"{len(refused)} characters are refused, Unicode {unicodedata.unidata_version}")
    return f"wrong: {', '.join(wrong[:20])}" if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
