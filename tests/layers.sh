#!/bin/sh
# The layer check as a test; the rules are in tools/layers.py.
set -eu
exec python3 "$(dirname "$0")/../tools/layers.py"
