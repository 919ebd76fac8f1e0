#!/bin/sh
# label: full
# The transcripts in docs/bot-protocol.md are what is really said.
exec python3 "$AGON_SOURCE/tools/transcripts.py" --check "$AGON"
