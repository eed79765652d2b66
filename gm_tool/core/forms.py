"""What is asked of whom now: steps and order forms."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Step(Struct, frozen=True):
    """One step of a game: `round-5` or `turn-12`, and the players who are asked for orders."""

    word: str
    number: int
    players: tuple[str, ...]

    @property
    def name(self) -> str:
        """In words and on the command line: `round-5`."""
        return f"{self.word}-{self.number}"

    @property
    def slug(self) -> str:
        """In file names, so that they sort: `round-05`."""
        return f"{self.word}-{self.number:02d}"

    @property
    def title(self) -> str:
        """As a tab title or headline: `Round 5`."""
        return f"{self.word.capitalize()} {self.number}"


class Field(Struct, frozen=True, kw_only=True):
    """One column of an order form.

    `key` is the key of the order it fills ("action", "camels/0", "amount", "bets/Red").
    `choices` are the entries that are legal now, for a drop-down; a number's are
    `minimum` to `maximum` (None: no limit; a maximum below the minimum: nothing is legal).
    """

    key: str
    title: str
    kind: Literal["choice", "number", "text"]
    help: str = ""
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    aliases: tuple[str, ...] = ()
    width: int = 12


class Form(Struct, frozen=True):
    """The order form of one player at one step: its columns in order, without Player and Note."""

    fields: tuple[Field, ...]
