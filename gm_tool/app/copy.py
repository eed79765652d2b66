"""`gm copy`: the text of one post on the clipboard, in parts where the forum takes no more."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.publish import Publisher
from gm_tool.app.show import post_text
from gm_tool.core.problems import WrongUse
from gm_tool.io.clipboard import copy_text
from gm_tool.render.parts import size
from gm_tool.render.posts import split


class CopyReport(Struct, frozen=True):
    """What is on the clipboard: a post or a part of it; `size` as the forum counts."""

    what: str
    part: int
    parts: int
    size: int


def copy(
    where: Path | None,
    what: str,
    step: str | None = None,
    part: int | None = None,
    dialect: str | None = None,
    player: bool = False,
) -> CopyReport:
    """Put the text of a post on the clipboard: all of it, or of one that is too long for the forum a part.

    `what`, `step`, `dialect` and `player` are as with `show`; without `part` it is the first one.
    Raises WrongUse, BadInput, WorldFailed.
    """
    folder = open_folder(where)
    publisher = Publisher(folder, dialect)
    parts = split(post_text(folder, publisher, what, step, player), publisher.dialect)
    number = 1 if part is None else part
    if not 0 < number <= len(parts):
        count = f"{len(parts)} parts" if len(parts) > 1 else "one part only"
        raise WrongUse(f"There is no part {number} of this post: it has {count}.", "Leave --part out for the first.")
    text = parts[number - 1]
    copy_text(text, _otherwise(folder, what, step, dialect))
    return CopyReport(what, number, len(parts), size(text, publisher.dialect))


def _otherwise(folder: GameFolder, what: str, step: str | None, dialect: str | None) -> str:
    """Where the text is, for who has no clipboard."""
    asked = f" --dialect {dialect}" if dialect else ""
    name = f'"{what}"' if " " in what else what
    command = " ".join(part for part in ("gm show", name, step) if part)
    return f"`{command}{asked}` prints the text; the post files are in {folder.path / 'posts'}."
