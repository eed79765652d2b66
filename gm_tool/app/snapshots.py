"""Snapshots: what was read of a step's rows, kept so that a row which is edited later can be seen to be.

A snapshot is the GM's alone. It tells no time; its number in the folder tells the order. What a step was
resolved with stands in the journal and needs no snapshot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from gm_tool.app.folder import GameFolder
from gm_tool.core.forms import Step
from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.core.sources import Place
from gm_tool.engine.earlier import Edit, edits
from gm_tool.engine.journal import Source
from gm_tool.engine.turn import Checked
from gm_tool.io.transaction import Transaction, lock

FOLDER = "snapshots"


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


class Kept(Struct, frozen=True):
    """The file of a snapshot, relative to the game folder; not `new` where the latest one says the same."""

    name: str
    new: bool


def keep_snapshot(path: Path, checked: Checked, source: Source) -> Kept:
    """Keep what was read in the game folder at `path`, unless the latest snapshot of the step says the same.

    Raises BadInput (snapshot.unreadable), WorldFailed.
    """
    rows = tuple(SnapshotRow(row.place.cell, row.player, dict(row.cells)) for row in checked.accounts)
    snapshot = Snapshot(checked.step.name, source, rows)
    with lock(path):
        names = _names(path, checked.step)
        if names and _read(path, names[-1]) == snapshot:
            return Kept(names[-1], new=False)
        number = int(names[-1][-9:-5]) + 1 if names else 1
        name = f"{FOLDER}/{checked.step.slug}-{number:04d}.json"
        transaction = Transaction(path)
        transaction.write(name, msgspec.json.format(msgspec.json.encode(snapshot), indent=1) + b"\n", secret=True)
        transaction.commit()
        return Kept(name, new=True)


def edited_rows(folder: GameFolder, checked: Checked, source: Source) -> tuple[Problem, ...]:
    """A warning (row.edited) for each row that a snapshot of this step has with another content.

    The latest snapshot that differs is told of. Raises BadInput (snapshot.unreadable), WorldFailed.
    """
    told: dict[str, Problem] = {}
    for name, snapshot in _snapshots(folder.path, checked.step):
        if (snapshot.source.file, snapshot.source.tab) != (source.file, source.tab):
            continue
        before: Mapping[str, tuple[str, dict[str, str]]] = {row.row: (row.player, row.cells) for row in snapshot.rows}
        for edit in edits(before, checked.accounts):
            told[edit.account.place.cell] = _edited(edit, name)
    return tuple(told[account.place.cell] for account in checked.accounts if account.place.cell in told)


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
    """The files of a step's snapshots, the oldest first."""
    digits = "[0-9]" * 4
    return sorted(f"{FOLDER}/{file.name}" for file in (path / FOLDER).glob(f"{step.slug}-{digits}.json"))


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
