# label: full
"""A dozen kills of a server under load; tools/kill-run.py says what is checked."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.exit(subprocess.call([sys.executable, str(ROOT / "tools" / "kill-run.py"), "12", "--players", "5",
                          "--full-disk", "30"]))
