"""The system's clipboard: by pyperclip where it is installed, else by the program that the system brings along."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

from gm_tool.core.problems import WorldFailed

PROGRAMS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("clip.exe",), "utf-16-le"),
    (("pbcopy",), "utf-8"),
    (("wl-copy", "--type", "text/plain;charset=utf-8"), "utf-8"),
    (("xclip", "-selection", "clipboard"), "utf-8"),
    (("xsel", "--clipboard", "--input"), "utf-8"),
)
"""Programs that take a text for the clipboard (Windows, macOS, Wayland, X11), and in which encoding."""

PATIENCE = 5.0
"""Seconds that such a program may take."""


def copy_text(text: str, hint: str) -> None:
    """Put a text on the clipboard. Raises WorldFailed with that hint where there is none."""
    if _by_pyperclip(text) or any(_by_program(command, text.encode(encoding)) for command, encoding in PROGRAMS):
        return
    raise WorldFailed("There is no clipboard that gm can reach.", hint)


def _by_pyperclip(text: str) -> bool:
    try:
        import pyperclip
    except ImportError:  # it is optional
        return False
    try:
        pyperclip.copy(text)
    except pyperclip.PyperclipException:  # no clipboard that it knows of; a program may know one
        return False
    return True


def _by_program(command: Sequence[str], data: bytes) -> bool:
    """Hand a text to a program, if the system has it and it succeeds.

    Its output goes nowhere: some of them go on running behind and would keep a pipe open.
    """
    program = shutil.which(command[0])
    if program is None:
        return False
    try:
        done = subprocess.run(  # noqa: S603 - a program of the table above, and no shell
            [program, *command[1:]],
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
