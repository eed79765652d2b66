"""The journal as a file, `journal.jsonl`: one line an entry. What a line says is not known here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gm_tool.core.problems import WorldFailed
from gm_tool.io.transaction import Transaction

JOURNAL = "journal.jsonl"


def journal_lines(path: Path) -> list[bytes]:
    """The lines of a journal as they stand, each with its line end; none where there is no file.

    A last line without a line end is one that was torn. Raises WorldFailed where it can't be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise WorldFailed(f"{path.name} can't be read: {error.strerror}.", "Check who may read the file.") from error
    return _split(data)


def write_journal(transaction: Transaction, lines: Sequence[bytes], name: str = JOURNAL) -> None:
    """Put the whole journal, old lines and new, into a transaction: so it grows whole or not at all.

    Every line ends with a line end and has no other. The file is secret: it holds orders.
    """
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n") or b"\n" in line[:-1]:
            raise ValueError(f"line {number} of the journal is not exactly one line")
    transaction.write(name, b"".join(lines), secret=True)


def _split(data: bytes) -> list[bytes]:
    """Lines by line feeds alone: a carriage return is part of a line, for whoever reads it to judge."""
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
