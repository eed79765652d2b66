"""The processes that work for a command: the second one loads openpyxl while the first one loads everything else.

To import openpyxl takes as long as to resolve a round. So the command line starts this process first of
all, before its own imports; this module loads nothing but what it takes to start one. What the processes
do is told in `workshop`, and in `drawing` for the third one.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from typing import Literal

import gm_tool


class _Ahead:
    """The process that was started ahead and that nobody has taken yet."""

    process: subprocess.Popen[bytes] | None = None


def start_ahead() -> None:
    """Start the process, for a command that will take it; it ends with this one at the latest."""
    _Ahead.process = started()
    atexit.register(_end_untaken)


def taken() -> subprocess.Popen[bytes] | None:
    """The process that was started ahead, once, else a new one; None where the system doesn't allow one."""
    process, _Ahead.process = _Ahead.process, None
    return process or started()


def started(module: Literal["workshop", "drawing"] = "workshop") -> subprocess.Popen[bytes] | None:
    """What that module serves as a program of its own; None where the system doesn't allow one.

    Where another gm is found at `_paths`, an installed one beside the copy that runs, the program ends at once.
    """
    program = (
        "import sys; sys.path[:] = sys.argv[2:]; import gm_tool; gm_tool.__file__ == sys.argv[1] or sys.exit(); "
        f"from gm_tool.io.{module} import serve; serve()"
    )
    command = [sys.executable, "-P", "-S", "-c", program, str(gm_tool.__file__), *_paths()]
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console for it
    try:
        return subprocess.Popen(  # noqa: S603 (this very program, no words of anybody's in it)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=hidden,
        )
    except OSError:
        return None


def _paths() -> list[str]:
    """Where the process finds modules: as this one does, for to look for it again would be a third of its start.

    What lies in the folder that gm is called in, a player's archive unpacked maybe, is never run: it can be the
    first place here, put there by Python.
    """
    return [path for path in sys.path[0 if sys.flags.safe_path else 1 :] if os.path.isabs(path)]


def _end_untaken() -> None:
    """The command ended before it came to its work: it was refused, say."""
    if _Ahead.process is not None:
        end(_Ahead.process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Have a process end now, whatever it does, and close what leads to it."""
    process.kill()
    process.communicate()
