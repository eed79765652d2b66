"""What the system says when it fails, in a GM's words."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from gm_tool.core.problems import WorldFailed

_AGAIN = "then run the command again."
_CAUSES = {
    errno.ENOSPC: ("the disk is full", f"Make room on the disk, {_AGAIN}"),
    errno.EDQUOT: ("your share of the disk is used up", f"Make room, {_AGAIN}"),
    errno.EROFS: ("the disk is read-only", "Move the game folder to a place where you may write."),
    errno.ENOTDIR: ("there is a file where a folder is needed", f"Move that file away, {_AGAIN}"),
    errno.EISDIR: ("there is a folder of that name", f"Move that folder away, {_AGAIN}"),
    errno.ENOENT: ("its folder is gone", f"See whether the game folder was moved, {_AGAIN}"),
}
_ANY_DISK_TAKES = 143  # bytes of a name; most disks take 255, encrypted folders fewer
_DENIED = ("the system doesn't allow it", f"If it is open in Excel or another program, close it there, {_AGAIN}")


@contextmanager
def failed(name: str) -> Iterator[None]:
    """Turn an error of the system into WorldFailed: which file, why, and what to do."""
    try:
        yield
    except PermissionError as error:
        raise _failure(name, *_DENIED) from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise _failure(name, *too_long(name)) from error
        cause = _CAUSES.get(error.errno or 0, (error.strerror or str(error), f"Set that right, {_AGAIN}"))
        raise _failure(name, *cause) from error


def too_long(path: str) -> tuple[str, str]:
    """What the system finds too long, a name or the path as a whole, and what to do."""
    longest = max((len(os.fsencode(part)) for part in PurePath(path).parts), default=0)
    if longest > _ANY_DISK_TAKES:
        return "the name is too long for this disk", "Give it a shorter one."
    return "the path is too long for this disk", "Name a shorter path, or move the game folder to one."


def _failure(name: str, cause: str, hint: str) -> WorldFailed:
    return WorldFailed(f"{name} can't be written: {cause}.", hint)
