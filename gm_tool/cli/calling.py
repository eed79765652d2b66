"""How gm was called, so that each command in what it prints can be typed as it stands."""

import os
import re
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from gm_tool.core import shell

WITHOUT_FOLDER = ("new", "demo", "games", "adjudicate", "new-game", "fuzz", "-C")
"""What needs no game folder."""
READING = ("check", "resolve", "correct")
"""What reads orders, and so takes the options that say where from and whose late rows count."""
_WORDS = r"""(?:'[^']*'|"[^"`]*"|[^`'"])+"""
"""The words of a command; those between single quotes may have any sign in them."""
_IN_A_TEXT = re.compile(f"`gm ({_WORDS})`")
_WORD = re.compile(rf"(?:`gm {_WORDS}`|\S)+")
_STEP = re.compile(r"[a-z]+-\d+")
_PLAIN_ON_WINDOWS = re.compile(r"[\w./\\:~@+=-]+")


class _Called:
    """The game folder that -C names; None means the nearest one upwards from here. The command that runs.

    `reading` are its options that say how orders are read, `step` the round that it was called with.
    """

    folder: Path | None = None
    command: str = ""
    step: str = ""
    reading: tuple[tuple[str, str], ...] = ()


def remember(folder: Path | None, running: str = "") -> None:
    """Keep the folder that -C names, for the commands that are printed, and the command that runs."""
    _Called.folder, _Called.command = folder, running
    _Called.step, _Called.reading = "", ()


def remember_reading(step: str | None, file: Path | None, tab: str | None, late: Sequence[str]) -> None:
    """Keep how the command reads the orders of a step: another one that is printed has to read the same."""
    given = [("--from", str(file) if file is not None else ""), ("--tab", tab or "")]
    given += [("--accept-late", name) for name in late]
    _Called.step = step or ""
    _Called.reading = tuple((option, value) for option, value in given if value)


def named_step() -> str:
    """The round that the command was called with, "" for none."""
    return _Called.step


def command_in(names: Collection[str]) -> bool:
    """Whether the command that runs is one of these."""
    return _Called.command in names


def named_folder() -> Path | None:
    """The folder that -C names, None for none."""
    return _Called.folder


def command(words: str, folder: Path | None = None) -> str:
    """A command of gm as it is typed here: `resolve round-5` is "gm -C oasis resolve round-5" after -C oasis.

    One that reads orders reads them as the command that runs: after `--from posts.csv` that is put behind it.
    `folder` is where the command is to work, instead of what -C names.
    """
    where = folder or _Called.folder
    words = _reading_alike(_as_here(words))
    if where is None or words.split()[0] in WITHOUT_FOLDER:
        return f"{_program()} {words}"
    return f"{_program()} -C {quoted(str(where))} {words}"


def _as_here(words: str, windows: bool = os.name == "nt") -> str:
    """The words of a command as they are typed on this system: that of Windows knows no single quotes."""
    if not windows or "'" not in words:
        return words
    import shlex

    return " ".join(quoted(word, windows) for word in shlex.split(words))


def _reading_alike(words: str) -> str:
    """The words with the options that say how orders are read, unless they are about another round or set orders."""
    name, *rest = words.split()
    steps = [_digits(word) for word in rest if _STEP.fullmatch(word)]
    about_another = bool(_digits(_Called.step) and steps and steps[0] != _digits(_Called.step))
    if name not in READING or "--set" in rest or about_another:
        return words
    return " ".join([words, *(f"{option} {quoted(value)}" for option, value in _Called.reading)])


def _digits(text: str) -> int:
    """The number of a round, however it is written; 0 where there is none."""
    return int("".join(sign for sign in text if sign in "0123456789") or "0")


def with_commands(text: str) -> str:
    """A message whose commands (`gm check round-5`, between backticks) can be typed as they stand."""
    return _IN_A_TEXT.sub(lambda found: f"`{command(found[1])}`", text)


def words_of(text: str) -> list[str]:
    """The words of a message; a command between backticks is one of them, with what adheres to it."""
    return _WORD.findall(text)


def quoted(text: str, windows: bool = os.name == "nt") -> str:
    """A path or a name as it is typed on a command line, that of Windows or (`core.shell`) that of a shell."""
    if not windows:
        return shell.quoted(text)
    if _PLAIN_ON_WINDOWS.fullmatch(text):
        return text
    inside = text.replace('"', '\\"')
    return f'"{inside}"'


def _program() -> str:
    """The name under which gm was started: "gm" where the system finds just that program by it."""
    called = sys.argv[0]
    name = os.path.basename(called)
    if Path(called).parts[-2:] == ("gm_tool", "__main__.py"):
        return "python -m gm_tool"
    if name == called or os.path.splitext(name)[0] != "gm":
        return "gm"
    found = shutil.which("gm")
    return "gm" if found and _bare(found) == _bare(called) else quoted(called)


def _bare(path: str) -> str:
    """A program's path without what Windows leaves out when it is typed."""
    return os.path.splitext(os.path.normcase(os.path.abspath(path)))[0]
