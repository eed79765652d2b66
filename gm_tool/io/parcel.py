"""Files handed out together: as a new folder or a new zip file, whole or not at all. Nothing is ever overwritten."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io.world import failed

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip file, the earliest that there is."""

Files = Mapping[str, bytes]
"""Contents by names with slashes, "round-05/public.txt"."""


def write_folder(target: Path, files: Files) -> None:
    """Make a folder that holds these files. Raises WrongUse if there is something of its name, WorldFailed."""
    with _moved_in(target) as made:
        made.mkdir()
        for name, data in files.items():
            place = made.joinpath(*name.split("/"))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)


def write_zip(target: Path, files: Files) -> None:
    """Make a zip file of these files. Raises WrongUse if there is something of its name, WorldFailed."""
    with _moved_in(target) as made:
        made.write_bytes(zip_bytes(files))


def write_file(target: Path, data: bytes) -> None:
    """Make a file. Raises WrongUse if there is something of its name, WorldFailed."""
    with _moved_in(target) as made:
        made.write_bytes(data)


def zip_bytes(files: Files) -> bytes:
    """A zip file as bytes, the same ones on every machine: nothing is packed tighter, no clock is asked."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.create_system = 3  # as on Unix, on every system
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return held.getvalue()


@contextmanager
def _moved_in(target: Path) -> Iterator[Path]:
    """A path beside the target to make something at, which is moved there once it is whole."""
    _refuse_taken(target)
    with failed(target.name):
        workshop = Path(tempfile.mkdtemp(prefix=".gm-", dir=target.parent))
        try:
            yield workshop / "made"
            _refuse_taken(target)  # the system would replace a file, or a folder that is empty, without a word
            os.rename(workshop / "made", target)
        finally:
            shutil.rmtree(workshop, ignore_errors=True)


def _refuse_taken(target: Path) -> None:
    if os.path.lexists(target):
        raise WrongUse(f"{target} is there already.", "Name another one, or move it away: nothing is overwritten.")
    if not target.parent.is_dir():
        raise WorldFailed(f"There is no folder {target.parent}.", "Make it first, or name another one.")
