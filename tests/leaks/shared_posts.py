"""The posts of a round as they are published, but for what makes a thousand games slow and is the GM's alone."""

from __future__ import annotations

from functools import cache

from gm_tool.app.folder import GameFolder
from gm_tool.app.publish import Made, Publisher
from gm_tool.io.resources import template_files
from gm_tool.render.dialects import Dialect
from gm_tool.render.posts import Template, Wording


@cache
def wording_in(language: str) -> Wording:
    """The wording of a language, compiled once for all games."""
    files = template_files("camellots", language=language)
    return Wording({name: Template(text, label) for name, (text, label) in files.items()})


class SharedPosts(Publisher):
    """Makes what is to be shared, as the publisher does; the GM's own notes are left empty."""

    def __init__(self, folder: GameFolder, wording: Wording | None = None) -> None:
        super().__init__(folder)
        self.wording = wording or wording_in(self.language)

    def gm(self, number: int, dialect: Dialect | None = None) -> str:
        return ""

    def orders(self, dialect: Dialect | None = None) -> str:
        return ""


def files_of(folder: GameFolder, number: int) -> list[Made]:
    """The files of a round of a game, and of its end."""
    return SharedPosts(folder).step_files(number)
