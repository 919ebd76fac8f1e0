"""A short form of `tools/python.sh memory`, in a process of its own."""
import pathlib
import subprocess
import sys

import pytest


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_stays_as_it_is():
    program = pathlib.Path(__file__).parent / "memory.py"
    done = subprocess.run([sys.executable, program, "200000"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "200,000 steps" in done.stdout
