"""The journal as a file, `journal.jsonl`: one line an entry. What a line says is not known here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gm_tool.core.problems import WorldFailed
from gm_tool.io.transaction import Transaction

JOURNAL = "journal.jsonl"


def journal_lines(path: Path) -> list[bytes]:
    """The lines of a journal as they stand, each with its line end; none where there is no file.

    Empty lines at the end, as editors leave them, are none. A last line without a line end is one that was torn.
    Raises WorldFailed where it can't be read.
    """
    return split_lines(journal_bytes(path))


def journal_bytes(path: Path) -> bytes:
    """The bytes of a journal; none where there is no file. Raises WorldFailed where it can't be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise WorldFailed(f"{path.name} can't be read: {error.strerror}.", "Check who may read the file.") from error


def write_journal(transaction: Transaction, lines: Sequence[bytes], name: str = JOURNAL) -> None:
    """Put the whole journal, old lines and new, into a transaction: so it grows whole or not at all.

    A line end that an editor took from the last line is put back, empty lines are left out. The
    file is secret: it holds orders. Raises ValueError for an entry of more than one line.
    """
    texts = [line.rstrip(b"\r\n") for line in lines]
    if any(b"\n" in text for text in texts):
        raise ValueError("an entry of the journal is exactly one line")
    transaction.write(name, b"".join(text + b"\n" for text in texts if text), secret=True)


def split_lines(data: bytes) -> list[bytes]:
    """Lines by line feeds alone: a carriage return is part of a line, for whoever reads it to judge."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
    while lines and not lines[-1].strip():
        lines.pop()
    return lines
