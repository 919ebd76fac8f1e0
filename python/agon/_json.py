"""JSON text for the engine: compact, keys sorted, numpy's numbers welcome."""
import json
from typing import Any


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):  # numpy
        return value.tolist()
    raise TypeError(f"{value!r} cannot be written as JSON")


def dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, allow_nan=False, default=_plain)
