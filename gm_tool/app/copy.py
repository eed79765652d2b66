"""`gm copy`: the text of one post on the clipboard, in parts where the forum takes no more."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import open_folder
from gm_tool.app.publish import Publisher
from gm_tool.app.show import asked_post, part_of, show_command
from gm_tool.io.clipboard import copy_text
from gm_tool.render.parts import size, split


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
    parts = split(asked_post(folder, publisher, what, step, player).text, publisher.dialect)
    number = 1 if part is None else part
    text = part_of(parts, number)
    command = show_command(what, step, dialect, player)
    copy_text(text, f"`gm {command}` prints the text; the post files are in {folder.path / 'posts'}.")
    return CopyReport(what, number, len(parts), size(text, publisher.dialect))
