#!/bin/sh
# label: full
# The screens in docs/play.md are what the program shows.
exec python3 "${AGON_SOURCE:?}/tools/captures" --check
