"""Files for the extension."""
import pathlib


def read_bytes(path: str) -> bytes:
    """A net's file; one of more than 64 MiB is none, and is not read on."""
    with pathlib.Path(path).open("rb") as file:
        return file.read((64 << 20) + 1)
