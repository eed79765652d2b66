"""From a file to its tabs: plain values with addresses, or one plain sentence why not.

A file is read once, as a whole; digest and tabs are made from those bytes, so that a file
which changes meanwhile can't be half old and half new. Nothing here writes.
"""

from __future__ import annotations

import difflib
import errno
import hashlib
import os
import stat
from pathlib import Path

from gm_tool.core.problems import BadInput, WorldFailed
from gm_tool.core.sources import Tab
from gm_tool.io.file_kinds import SEND_SHEET, form_of, refused

MAX_BYTES = 100_000_000
SHEET_ENDINGS = (".xlsx", ".xlsm", ".ods", ".csv", ".tsv", ".txt")


def read_bytes(path: Path, label: str) -> bytes:
    """The content of a sheet file, for `tabs_of` and `digest_of`.

    `label` is the file's name for the GM, relative to the game folder. Raises BadInput: file.lockfile, file.missing,
    file.wrong (a folder), file.too_big; WorldFailed.
    """
    if path.name.startswith(("~$", ".~lock.")):
        hint = "Name the sheet itself; its name is the same without what stands before it."
        message = "This is no sheet but the mark of a spreadsheet program that has the sheet open."
        raise refused("file.lockfile", label, message, hint)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise refused("file.wrong", label, "This is a folder, not a file.", SEND_SHEET)
        if not stat.S_ISREG(mode):
            raise refused("file.wrong", label, "This is a device or pipe, not a file.", SEND_SHEET)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:  # ValueError: a name no file can have
        raise _missing(path, label) from error
    except PermissionError as error:
        hint = "Close it in other programs and check that you may read it, then try again."
        raise WorldFailed(f"{label} can't be read: the system doesn't permit it.", hint) from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # nor can any file have this one
            raise _missing(path, label) from error
        hint = "Check the disk or the connection to it, or copy the file elsewhere, then try again."
        raise WorldFailed(f"{label} can't be read: {error.strerror or error}.", hint) from error
    if len(data) > MAX_BYTES:
        hint = "Copy the rows that matter into a new file and use that."
        raise refused("file.too_big", label, f"The file has more than {MAX_BYTES // 10**6} MB.", hint)
    return data


def tabs_of(data: bytes, label: str) -> tuple[Tab, ...]:
    """All tabs of an xlsx or ods file, hidden ones marked, or the one tab of a CSV file (its title is "").

    Which of them it is, is told by the content, not by the name. Only text is no proof of anything: it is taken for
    a CSV where the name in `label` doesn't claim a workbook. Raises BadInput with one problem, whose place is the
    file: file.empty, file.truncated, file.encrypted, file.damaged, file.too_big, and for other things than sheets
    file.html, file.xls, file.numbers, file.wrong and their like.
    """
    if form_of(data, label) == "text":
        from gm_tool.io.csv_text import read_csv

        return read_csv(data, label)
    from gm_tool.io.xlsx_parts import Package

    package = Package(data, label)
    if package.kind == "ods":
        from gm_tool.io.ods_cells import read_spreadsheet

        return read_spreadsheet(package)
    from gm_tool.io.xlsx_cells import read_workbook

    return read_workbook(package)


def digest_of(data: bytes) -> str:
    """SHA-256 of a file's content, in hex: whether it is still the file that was read."""
    return hashlib.sha256(data).hexdigest()


def open_elsewhere(path: Path) -> str:
    """The program that says it has the file open, "" where none does.

    Excel puts `~$name.xlsx` beside an open file, LibreOffice `.~lock.name.xlsx#`. What is saved
    can be read (what is typed but not saved is missing), but writing over it fails or is lost.
    """
    marks = {"Excel": f"~${path.name}", "LibreOffice": f".~lock.{path.name}#"}
    return next((program for program, mark in marks.items() if path.with_name(mark).exists()), "")


def _missing(path: Path, label: str) -> BadInput:
    """Says which sheet in that folder has nearly that name, or which there are."""
    if os.path.islink(path):
        return refused("file.missing", label, "This is a link, and the file that it leads to isn't there.", SEND_SHEET)
    hint = "Check the spelling of its name and folder."
    if path.parts[:1] in (("https:",), ("http:",)):
        hint = (
            'Name a Google Sheet in game.yaml, as source: {google: "https://..."}; other sheets have to be downloaded.'
        )
        return refused("file.missing", label, "This is an address, not a file.", hint)
    try:
        names = sorted(child.name for child in path.parent.iterdir() if child.suffix.lower() in SHEET_ENDINGS)
    except (OSError, ValueError):
        return refused("file.missing", label, "There is no such file, and no such folder.", hint)
    names = [name for name in names if not name.startswith(("~$", ".~lock."))]
    near = difflib.get_close_matches(path.name, names, 1)
    if near:
        hint = f"Did you mean {near[0]}?"
    elif names:
        hint = f"In that folder: {', '.join(names[:5])}{' ...' if len(names) > 5 else ''}."
    return refused("file.missing", label, "There is no such file.", hint)
