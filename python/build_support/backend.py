"""scikit-build-core, with the engine's sources brought along in an sdist.

They are in the folder above this project, where an sdist cannot reach; so they are copied in while it is
made. `pip install ./python` builds from where they are.
"""
import pathlib
import shutil
from typing import Any

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403

HERE = pathlib.Path(__file__).resolve().parent.parent
COPY = HERE / "engine-sources"
PARTS = ["CMakeLists.txt", "LICENSE", "cmake", "include", "src", "games"]


def _copy_sources() -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir()
    for part in PARTS:
        source = HERE.parent / part
        if source.is_dir():
            skip = shutil.ignore_patterns("tests", "__pycache__", "*.md")
            shutil.copytree(source, COPY / part, ignore=skip)
        else:
            shutil.copy(source, COPY / part)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    if not (HERE.parent / "games" / "games.def").exists():
        return _build.build_sdist(sdist_directory, config_settings)  # from an sdist: they are here already
    _copy_sources()
    try:
        return _build.build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(COPY)
