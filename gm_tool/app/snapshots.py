"""Snapshots: what was read of a step's rows, kept so that a row which is edited or deleted later can be seen to be.

A snapshot is the GM's alone. It tells no time; its number in the folder tells the order. One is kept when the GM
asks for it, and of what a step is resolved with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from gm_tool.app.folder import GameFolder
from gm_tool.core.forms import Step
from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.core.sources import Place
from gm_tool.engine.earlier import Before, Changes, Edit, Gone, changes, earlier_rows
from gm_tool.engine.entries import Source
from gm_tool.engine.submissions import Content
from gm_tool.engine.turn import Checked
from gm_tool.io.transaction import Transaction, lock

FOLDER = "snapshots"
_NUMBERED = re.compile(r"-(?:[0-9]{4}|[1-9][0-9]{4,})\.json")
_TOLD_OF = 12
"""So many rows that are gone are told of one by one."""


class SnapshotRow(Struct, frozen=True):
    """A row as it was read: its number, whose it is ("" for nobody's), the texts of its filled cells by address."""

    row: str
    player: str
    cells: dict[str, str]


class Snapshot(Struct, frozen=True):
    """What was read of a step: from where, with which digest, and the rows."""

    step: str
    source: Source
    rows: tuple[SnapshotRow, ...]


class KeptSnapshot(Struct, frozen=True):
    """The file of a snapshot, relative to the game folder; not `new` where the latest one says the same."""

    name: str
    new: bool


def keep_snapshot(path: Path, checked: Checked, source: Source) -> KeptSnapshot:
    """Keep what was read in the game folder at `path`, unless the latest snapshot of the step says the same.

    Raises BadInput (snapshot.unreadable), WorldFailed.
    """
    with lock(path):
        transaction = Transaction(path)
        kept = _written(transaction, checked, source, _names(path, checked.step)[-1:])
        transaction.commit()
        return kept


def keep_resolved(transaction: Transaction, checked: Checked, source: Source | None) -> None:
    """Have what a step was resolved with kept by a transaction, unless a snapshot says the same.

    Of a step that is resolved already `checked` is what the journal has. Where that names no source there is
    nothing to keep. Raises BadInput (snapshot.unreadable), WorldFailed.
    """
    if source is not None:
        _written(transaction, checked, source, _names(transaction.folder, checked.step))


def _written(transaction: Transaction, checked: Checked, source: Source, compared: Sequence[str]) -> KeptSnapshot:
    """Have what was read written to a file of its own, unless one of those that it is compared with says the same."""
    rows = tuple(SnapshotRow(row.place.cell, row.player, dict(row.cells)) for row in checked.accounts)
    snapshot = Snapshot(checked.step.name, source, rows)
    for name in reversed(compared):
        if _read(transaction.folder, name) == snapshot:
            return KeptSnapshot(name, new=False)
    number = _number(compared[-1]) + 1 if compared else 1
    name = f"{FOLDER}/{checked.step.slug}-{number:04d}.json"
    transaction.write(name, msgspec.json.format(msgspec.json.encode(snapshot), indent=1) + b"\n", secret=True)
    return KeptSnapshot(name, new=True)


def changed_rows(folder: GameFolder, checked: Checked, source: Source) -> tuple[Problem, ...]:
    """A warning for each row that a snapshot of this step has otherwise: row.edited, row.gone.

    The latest snapshot that differs is told of. Answers that an earlier step has had may be cleared away.
    Raises BadInput (snapshot.unreadable), WorldFailed.
    """
    edited: dict[str, Problem] = {}
    lost = Lost()
    for name, snapshot in _snapshots(folder.path, checked.step):
        if (snapshot.source.file, snapshot.source.tab) != (source.file, source.tab):
            continue
        same = snapshot.source.digest == source.digest
        before = {} if same else {row.row: Before(row.player, row.cells) for row in snapshot.rows}
        found = changes(before, checked.accounts) if before else Changes()
        for edit in found.edited:
            edited[edit.account.place.cell] = _edited(edit, name)
        lost.note(name, found.gone)
    had = earlier_rows(folder.journal.steps[: checked.step.number - 1]) if lost.rows else {}
    missed = [(name, row) for content, (name, row) in lost.rows.items() if content not in had]
    told = (edited[account.place.cell] for account in checked.accounts if account.place.cell in edited)
    return (*told, *_gone(missed, Place(source.file, source.tab)))


class Lost:
    """Rows that stood in snapshots and stand nowhere now, by what they held, each with the latest snapshot that has it.

    Of a row that was edited before it was deleted, what it held last is kept.
    """

    def __init__(self) -> None:
        self.rows: dict[Content, tuple[str, Gone]] = {}
        self._held: dict[tuple[str, str], Content] = {}

    def note(self, snapshot: str, rows: Sequence[Gone]) -> None:
        """Take in what is gone of a snapshot, which is later than those before."""
        for row in rows:
            self.rows.pop(self._held.get((row.player, row.line), row.content), None)
            self.rows[row.content] = snapshot, row
            self._held[row.player, row.line] = row.content


def _gone(missed: Sequence[tuple[str, Gone]], where: Place) -> tuple[Problem, ...]:
    """A warning for each of these rows, and one for all that are too many to be told one by one."""
    told = [
        Problem(
            code="row.gone",
            severity="warning",
            player=row.player,
            place=where,
            value=_told(row.was),
            message=f"{row.player}'s row {row.line} isn't there any more. In {name} it was: {_told(row.was)}.",
            hint=f"If what {row.player} sent is to count, put it back by hand. If it was deleted on purpose, go on.",
        )
        for name, row in missed[:_TOLD_OF]
    ]
    if len(missed) > _TOLD_OF:
        others = Problem(
            code="row.gone",
            severity="warning",
            place=where,
            message=f"{len(missed) - _TOLD_OF} more rows that stood in {missed[-1][0]} aren't there any more.",
            hint="See whether this is the right sheet, and whether it is still whole.",
        )
        told.append(others)
    return tuple(told)


def _edited(edit: Edit, name: str) -> Problem:
    player, line = edit.account.player, edit.account.place.cell
    return Problem(
        code="row.edited",
        severity="warning",
        player=player,
        place=edit.account.place,
        value=_told(edit.now),
        message=f"{player}'s row {line} was edited after {name} was kept. It was: {_told(edit.was)}. "
        f"It is now: {_told(edit.now)}.",
        hint=f"An answer that is edited gets a new time. If what {player} sent first is to count, put it back by hand.",
    )


def _told(cells: Mapping[str, str]) -> str:
    return ", ".join(f"{address} {text!r}" if text else f"{address} empty" for address, text in cells.items())


def _names(path: Path, step: Step) -> list[str]:
    """The files of a step's snapshots, the oldest first. Numbers have four digits, from the 10,000th on more."""
    files = [file.name for file in (path / FOLDER).glob(f"{step.slug}-*.json")]
    numbered = [name for name in files if _NUMBERED.fullmatch(name, len(step.slug))]
    return sorted((f"{FOLDER}/{name}" for name in numbered), key=_number)


def _number(name: str) -> int:
    """Which of its step's snapshots a file is."""
    return int(name.rpartition("-")[2].removesuffix(".json"))


def _snapshots(path: Path, step: Step) -> Iterator[tuple[str, Snapshot]]:
    for name in _names(path, step):
        yield name, _read(path, name)


def _read(path: Path, name: str) -> Snapshot:
    try:
        data = (path / name).read_bytes()
    except OSError as error:
        raise WorldFailed(f"{name} can't be read: {error.strerror}.", "Check who may read the file.") from error
    try:
        return msgspec.json.decode(data, type=Snapshot)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        problem = Problem(
            code="snapshot.unreadable",
            message=f"{name} is no snapshot any more: it was edited or cut off.",
            place=Place(name),
            hint="Delete it: what it had kept can't be compared any more, everything else goes on.",
        )
        raise BadInput([problem]) from error
