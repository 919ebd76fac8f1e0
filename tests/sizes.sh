#!/bin/sh
# No file over 500 lines, no function over 80; the numbers are in `make sizes`.
set -eu
exec "$(dirname "$0")/../tools/sizes"
