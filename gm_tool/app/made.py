"""A file that a use case makes, and how all of them are written."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gm_tool.io.post_parts import stale_parts
from gm_tool.io.transaction import Transaction


class Made(Struct, frozen=True):
    """A file that was made: its name in the game folder, its bytes, whether it is the GM's alone."""

    name: str
    data: bytes
    secret: bool = False


def write_made(transaction: Transaction, files: Sequence[Made]) -> None:
    """Have all these files written, and parts of posts removed that there are no more. Raises WorldFailed."""
    for made in files:
        transaction.write(made.name, made.data, made.secret)
    for name in stale_parts(transaction.folder, [made.name for made in files]):
        transaction.drop(name)
