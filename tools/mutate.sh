#!/bin/sh
# Tests that bite: makes small changes, one at a time, and lists those that the quick tests do not
# notice. `tools/mutate.sh --help` tells the rest.
#   tools/mutate.sh [N] [--seed S] [--jobs J] [--file GLOB] [--kind KIND] [--list] [--show ID] [--again]
set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/mutate" "$@"
