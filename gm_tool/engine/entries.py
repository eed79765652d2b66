"""The kinds of entries of a journal.

A game begins with a `Start` and goes on by a `StepEntry` for each step. What a GM changes later is an entry of its own:
`CorrectEntry`, `RulingEntry` and `ReopenEntry` take steps back, `AdjustEntry` changes what a player has. Nothing
that was written is changed; `line.py` tells which entries are in force.
"""

from __future__ import annotations

from typing import TypeGuard

from msgspec import Struct

from gm_tool.core.game import Json
from gm_tool.engine.submissions import Fate


class Source(Struct, frozen=True, omit_defaults=True):
    """What a step's orders were read from; `digest` is the SHA-256 of the bytes read.

    `titles` are those of the columns that orders stood in, by letter ({"B": "Action"}). `notes_sent`: players
    wrote the notes themselves, into a form; else the Note column is the GM's. `turns` is the letter of the
    column that told of which turn a row is, where the game goes turn by turn and there was one.
    """

    file: str
    tab: str
    digest: str
    titles: dict[str, str] = {}
    notes_sent: bool = False
    turns: str = ""


class RecordedRow(Struct, frozen=True, omit_defaults=True):
    """A row that was read: its number in the tab, its end, the texts of its cells by address, its note to the GM."""

    row: str
    fate: Fate
    player: str = ""
    reason: str = ""
    cells: dict[str, str] = {}
    note: str = ""


class Entry(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every entry has.

    `entry` is its number (its line in the file, from 1), `previous` the digest of the entry before, `engine` and
    `rules` are the versions of the engine and of the game's rules, `settled` is the digest of all rulings' settings.
    """

    entry: int = 0
    previous: str = ""
    engine: str
    rules: str
    settled: str


class Start(Entry, frozen=True, kw_only=True, tag="start"):
    """A game begins. `rulings` are the settings of all rulings, `options` is {"garnets": {"Ann": 2}}."""

    game: str
    title: str
    players: tuple[str, ...]
    options: dict[str, dict[str, int]]
    rulings: dict[str, Json]
    commitment: str
    state: Json


class StepEntry(Entry, frozen=True, kw_only=True, tag="step", omit_defaults=True):
    """A step was resolved.

    `orders` has every player of the step, null for who had no order: those in `missing` sent
    nothing, those in `set_aside` sent what doesn't stand and were taken as missing by the GM.
    `accepted` are the players whose late rows the GM let count; `by_hand` has the words of orders that the GM
    set in a correction, by player; `left_out` the orders that were sent, but don't stand since a correction.
    `post` is the later step whose post tells of this one, too ("": it has its own).
    """

    step: str
    source: Source | None
    rows: tuple[RecordedRow, ...]
    orders: dict[str, Json]
    missing: tuple[str, ...]
    set_aside: tuple[str, ...]
    problems: tuple[dict[str, str], ...]
    events: list[Json]
    state: Json
    accepted: tuple[str, ...] = ()
    by_hand: dict[str, str] = {}
    left_out: dict[str, Json] = {}
    post: str = ""


class CorrectEntry(Entry, frozen=True, kw_only=True, tag="correct"):
    """Steps from `from_step` on are taken back and played again, by the `again` entries that follow this one.

    `orders` names by step the players whose orders are others than they were. `date` is "2026-03-14", as it was given.
    """

    from_step: str
    reason: str
    date: str
    orders: dict[str, tuple[str, ...]]
    again: int


class ReopenEntry(Entry, frozen=True, kw_only=True, tag="reopen"):
    """Steps from `from_step` on are taken back; they are to be resolved anew."""

    from_step: str
    reason: str
    date: str


class RulingEntry(Entry, frozen=True, kw_only=True, tag="ruling"):
    """From `from_step` on the ruling `key` is `setting`, which was `was` there.

    Where such steps were resolved, they are taken back and played again by the `again` entries that follow.
    """

    key: str
    setting: Json
    was: Json
    from_step: str
    reason: str
    date: str
    again: int = 0


class AdjustEntry(Entry, frozen=True, kw_only=True, tag="adjust"):
    """The GM changes what a player has of `what` by `amount`, after `step` ("" before the first one)."""

    step: str
    player: str
    what: str
    amount: int
    reason: str
    date: str
    events: list[Json]
    state: Json


AnyEntry = Start | StepEntry | CorrectEntry | ReopenEntry | RulingEntry | AdjustEntry
TakingBack = CorrectEntry | ReopenEntry | RulingEntry
"""The kinds of entries that take back the steps from their `from_step` on, as far as there are any."""


def plays_again(entry: Entry) -> TypeGuard[CorrectEntry | RulingEntry]:
    """Whether steps that were resolved are played again after an entry: then there is an erratum of it."""
    return isinstance(entry, CorrectEntry | RulingEntry) and entry.again > 0


def number_of(step: str) -> int:
    """The number of a step by its name: 5 for "round-5", 0 for "" and what names no step."""
    digits = step.rpartition("-")[2]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else 0
