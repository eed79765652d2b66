"""Files written all or none: beside their place first, then moved in.

A transaction collects files; `commit` writes each to a temporary file in the same folder,
brings all of them safely to the disk, and only then moves them in, in the order in which they
were given. So the caller decides which file is the point of truth, and a command that is
killed leaves the old or the new, never half a file.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from msgspec import Struct

from gm_tool.core.problems import WorldFailed
from gm_tool.io.reading import open_elsewhere
from gm_tool.io.world import failed

LOCK = ".gm.lock"
_PART = ".gm-{:04d}.part"
_PARTS = re.compile(r"\.gm-\d{4,}\.part")


def is_part(name: str) -> bool:
    """Whether a file of that name was being written when a command was killed; it goes away by itself."""
    return _PARTS.fullmatch(name) is not None


class _Write(Struct, frozen=True):
    name: str
    path: Path
    data: bytes
    secret: bool


class Transaction:
    """Files of one game folder that are to be written together.

    Names are relative and with slashes ("posts/round-05/public.txt"). Not for two at a time
    on one folder: hold `lock` meanwhile.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._writes: dict[str, _Write] = {}
        self._drops: dict[str, Path] = {}

    def write(self, name: str, data: bytes, secret: bool = False) -> None:
        """Have `data` written to `name` by the next commit; a secret file is its owner's alone to read.

        A folder that is made for nothing but secret files is its owner's alone, too.
        Raises WorldFailed for a name that leads out of the game folder, ValueError for one given before.
        """
        if name in self._writes:
            raise ValueError(f"{name} is written twice")
        self._writes[name] = _Write(name, self._place(name), data, secret)

    def drop(self, name: str) -> None:
        """Have a file removed by the next commit, when all others are in; a folder that it leaves empty goes, too.

        Raises WorldFailed as `write` does.
        """
        self._drops[name] = self._place(name)

    def commit(self) -> tuple[str, ...]:
        """Write what was given and say which files changed; those with the same bytes aren't touched.

        Raises WorldFailed. A file that can't be written is noticed before any other is. A failure before the first
        file is moved in leaves everything as it was; after that the message says which files are new, and the same
        command can run again.
        """
        changed = [write for write in self._writes.values() if _differs(write)]
        for write in changed:
            _check_writable(write.name, write.path)
        self._sweep()
        made: list[Path] = []
        parts: list[Path] = []
        moved: list[str] = []
        try:
            self._make_folders(changed, made)
            for number, write in enumerate(changed):
                parts.append(write.path.parent / _PART.format(number))
                _write_part(parts[-1], write)
            for part, write in zip(parts, changed, strict=True):
                _move_in(part, write, moved)
                moved.append(write.name)
        finally:
            _clear(parts, made)
        for name, path in self._drops.items():
            with failed(name):
                path.unlink(missing_ok=True)
            self._leave_no_empty_folder(path)
        for folder in dict.fromkeys(
            [*(write.path.parent for write in changed), *(p.parent for p in self._drops.values())]
        ):
            if folder.is_dir():
                _to_disk(folder)
        self._writes.clear()
        self._drops.clear()
        return tuple(moved)

    def _place(self, name: str) -> Path:
        """Where a name stands; links are followed, as long as they stay inside."""
        parts = PurePosixPath(name).parts
        if not parts or name.startswith("/") or ".." in parts or any(sign in name for sign in '\\:\0\r\n"<>|?*'):
            raise WorldFailed(f"{name!r} is no name for a file of a game folder.", "Give a name inside the folder.")
        root = Path(os.path.realpath(self.folder))
        place = Path(os.path.realpath(root.joinpath(*parts)))
        if any(path.is_symlink() for path in (place, *place.parents)):  # what can't be followed to its end
            raise WorldFailed(f"{name} can't be written: a link in it leads to itself.", "Delete that link.")
        if not place.is_relative_to(root) or place == root:
            raise WorldFailed(
                f"{name} leads out of the game folder, by a link.", "Put a real file or folder there instead."
            )
        return place

    def _make_folders(self, writes: list[_Write], made: list[Path]) -> None:
        for write in writes:
            missing = [folder for folder in write.path.parents if not folder.exists()]
            for folder in reversed(missing):
                inside = [other for other in writes if folder in other.path.parents]
                with failed(write.name):
                    folder.mkdir(0o700 if all(other.secret for other in inside) else 0o777)
                made.append(folder)

    def _leave_no_empty_folder(self, path: Path) -> None:
        """Remove the folders that a removed file leaves empty."""
        root = Path(os.path.realpath(self.folder))
        for folder in path.parents:
            if folder == root or not folder.is_dir() or any(folder.iterdir()):
                return
            with failed(folder.name):
                folder.rmdir()

    def _sweep(self) -> None:
        """Remove what a run that was killed left half-written, where this one writes."""
        folders = dict.fromkeys([self.folder, *(write.path.parent for write in self._writes.values())])
        for folder in folders:
            if not folder.is_dir():
                continue
            for left in sorted(folder.iterdir()):
                if _PARTS.fullmatch(left.name) and left.is_file():
                    with failed(left.name):
                        left.unlink()


@contextmanager
def lock(folder: Path, timeout: float = 3.0) -> Iterator[None]:
    """Have a game folder for oneself; waits at most `timeout` seconds for another gm. Raises WorldFailed."""
    import filelock

    held = filelock.FileLock(folder / LOCK, timeout=timeout)
    with failed(LOCK):
        try:
            held.acquire()
        except filelock.Timeout:  # an error of the system to Python, but no failure of it
            raise WorldFailed(
                "Another gm is working in this folder.", "Wait until it is done, then try again."
            ) from None
        except NotImplementedError:
            hint = "Move the game folder to a drive of this machine."
            raise WorldFailed("This folder is on a drive that can't lock files.", hint) from None
    try:
        yield
    finally:
        held.release()


def _check_writable(name: str, path: Path) -> None:
    """Raises WorldFailed for a file that is open in a spreadsheet program, read-only, or in a folder that is."""
    program = open_elsewhere(path)
    if program:
        raise WorldFailed(
            f"{name} is open in {program}: close it and run the command again.",
            "If it is open nowhere, its lock file was left behind: delete the one that begins with ~$ or .~lock.",
        )
    if path.is_dir():
        raise WorldFailed(f"{name} is a folder, where a file is to be written.", "Move the folder away.")
    if path.exists():
        with failed(name):
            if not path.stat().st_mode & stat.S_IWUSR:
                raise WorldFailed(f"{name} is read-only.", "Allow writing (file properties), or move the file away.")
            with path.open("r+b"):  # Windows refuses this for a file that another program holds
                pass
    folder = next(folder for folder in path.parents if folder.exists())
    if not folder.is_dir():
        raise WorldFailed(f"{name} can't be written: {folder.name} is a file, not a folder.", "Move that file away.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise WorldFailed(f"{name} can't be written: its folder is read-only.", f"Allow writing in {folder.name}.")


def _differs(write: _Write) -> bool:
    """Whether a file has to be written: other bytes, or a secret that others may read."""
    if not write.path.is_file():
        return True
    with failed(write.name):
        if write.secret and os.name == "posix" and write.path.stat().st_mode & 0o077:
            return True
        return write.path.stat().st_size != len(write.data) or write.path.read_bytes() != write.data


def _write_part(part: Path, write: _Write) -> None:
    with failed(write.name):
        mode = 0o600 if write.secret else 0o666
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(part, flags, mode), "wb") as file:
            file.write(write.data)
            file.flush()
            os.fsync(file.fileno())
        if not write.secret and write.path.exists():
            os.chmod(part, stat.S_IMODE(write.path.stat().st_mode))


def _move_in(part: Path, write: _Write, moved: list[str]) -> None:
    try:
        with failed(write.name):
            os.replace(part, write.path)
    except WorldFailed as failure:
        done = f" Already written: {', '.join(moved)}." if moved else " Nothing was written."
        raise WorldFailed(failure.message + done, failure.hint) from failure


def _clear(parts: list[Path], made: list[Path]) -> None:
    """Remove temporary files that weren't moved in, and folders that were made for nothing."""
    for part in parts:
        with suppress(OSError):  # the failure that led here is the one to report; the next commit sweeps
            part.unlink(missing_ok=True)
    for folder in reversed(made):
        with suppress(OSError):  # a folder with a file in it stays
            folder.rmdir()


def _to_disk(folder: Path) -> None:
    """Have the new names of a folder survive a power cut, where the system offers it."""
    if os.name != "posix":
        return
    with suppress(OSError):  # some network drives don't; the files themselves are safe
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
