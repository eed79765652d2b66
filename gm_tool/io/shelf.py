"""The shelf on which compiled templates and indexes of journals are kept: a folder that is the user's alone.

Nothing of a game lies on it but digests and counts. It can be deleted at any time; GM_CACHE names another folder,
`GM_CACHE=off` does without.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

OFF = "off"


class FolderShelf(Struct, frozen=True):
    """A shelf in a folder. A failing disk makes it forget, never fail."""

    folder: Path

    def get(self, name: str) -> bytes | None:
        """What was put there under that name, if it is still there."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def put(self, name: str, data: bytes) -> None:
        """Keep these bytes under that name, whole or not at all."""
        part = self.folder / f"{name}.{os.getpid()}.part"
        with suppress(OSError):
            part.write_bytes(data)
            os.replace(part, self.folder / name)


def own_shelf(environ: Mapping[str, str] = os.environ) -> FolderShelf | None:
    """The user's shelf, made if need be; None where it is switched off or can't be had safely.

    What lies there is run as code, so a folder that belongs to somebody else, or that others may write
    in, is not used.
    """
    named = environ.get("GM_CACHE", "")
    if named.lower() == OFF:
        return None
    folder = Path(named) if named else _caches(environ) / "gm" / "shelf"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return None
    if os.name == "posix" and (found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return None
    return FolderShelf(folder)


def _caches(environ: Mapping[str, str]) -> Path:
    """Where programs keep what they can make again, on this system."""
    home = Path(environ.get("HOME") or os.path.expanduser("~"))
    if os.name == "nt":
        return Path(environ.get("LOCALAPPDATA") or home)
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    return Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
