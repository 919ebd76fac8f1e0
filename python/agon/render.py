"""Boards as text and as pictures. Pictures need Pillow: pip install agon[render]."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from agon._engine import State

RENDER_MODES = ["human", "ansi", "rgb_array"]


def picture(text: str) -> npt.NDArray[np.uint8]:
    """Text as an image, letters of one width, white on dark blue."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError("render_mode='rgb_array' needs Pillow: pip install agon[render]") from error
    font: Any = ImageFont.load_default_imagefont()
    lines = text.encode("latin-1", "replace").decode("latin-1").expandtabs().splitlines() or [""]
    width = max(int(font.getlength(line)) for line in lines)
    image = Image.new("RGB", (width + 16, 13 * len(lines) + 16), (16, 22, 42))
    drawn = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        drawn.text((8, 8 + 13 * row), line, font=font, fill=(236, 240, 255))
    return np.asarray(image, np.uint8)


def render(state: State, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """What an environment's `render` answers in a mode; human: the board goes to the standard output."""
    if mode == "ansi":
        return str(state)
    if mode == "rgb_array":
        return picture(str(state))
    if mode == "human":
        sys.stdout.write(f"{state}\n")
        sys.stdout.flush()
    return None


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {RENDER_MODES} or None, not {mode!r}")
    return mode
