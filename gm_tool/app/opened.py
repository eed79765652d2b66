"""The journal of a game folder, opened: a long one by an index of it, where one is kept that fits."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from gm_tool.engine.journal import Journal, read
from gm_tool.engine.journal_index import WORTH, index_of, opened
from gm_tool.io.journal_file import journal_bytes, split_lines
from gm_tool.io.shelf import FolderShelf, own_shelf

LONG = 64 * 1024
"""Bytes; a shorter journal is read in no time that anybody notices."""


def open_journal(path: Path) -> tuple[Sequence[bytes], Journal]:
    """The lines of a journal and what they say. Raises BadInput as `journal.read` does, and WorldFailed.

    Indexes lie among the user's caches; they hold nothing of a game but kinds of entries and digests.
    """
    data = journal_bytes(path)
    shelf = own_shelf() if len(data) >= LONG else None
    if shelf is None:
        lines = tuple(split_lines(data))
        return lines, read(lines)
    return _by_index(data, shelf)


def _by_index(data: bytes, shelf: FolderShelf) -> tuple[Sequence[bytes], Journal]:
    first = data[: data.find(b"\n") + 1]
    name = f"journal-{hashlib.sha256(first).hexdigest()[:32]}"
    kept = shelf.get(name)
    found = opened(kept, data, split_lines) if kept else None
    if found is not None and len(found.lines) - found.known < WORTH:
        return found.lines, found.journal
    lines = tuple(split_lines(data))
    journal = read(lines)
    shelf.put(name, index_of(journal, lines))
    return lines, journal
