#!/bin/sh
# Prints every C source and header of the project, one path a line, relative to the root.
#   tools/sources.sh [DIR...]    only below these directories
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- include src games apps tests examples bench python
for directory in "$@"; do
    [ ! -d "$directory" ] || find "$directory" -type f -name '*.[ch]'
done | LC_ALL=C sort
