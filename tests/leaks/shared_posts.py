"""The posts of a round as they are published, but for what makes a thousand games slow and is the GM's alone."""

from __future__ import annotations

from functools import cache

from gm_tool.app.folder import GameFolder
from gm_tool.app.made import Made
from gm_tool.app.publish import Publisher
from gm_tool.core.views import PUBLIC, Viewer
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


ALL_OF = """
{% macro all_of(thing) %}
{% if thing is mapping %}{% for key, entry in thing.items() %}{{ key }}: {{ all_of(entry) }}; {% endfor %}
{% elif thing is iterable and thing is not string %}{% for entry in thing %}{{ all_of(entry) }}, {% endfor %}
{% elif thing is not none %}{{ thing }}{% endif %}
{% endmacro %}
"""


def printing_all(posts: Publisher, number: int, player: str) -> Wording:
    """Templates that print every word that the public, and that a player, is told of."""
    posted = posts._posted(number)
    words = {
        "public.txt": [*posted.view(PUBLIC).words, *posted.told],
        "private.txt": [*posted.view(Viewer("player", player)).words, *posted.told, "player", "submission", "adjusted"],
    }
    texts = {file: ALL_OF + "\n".join(f"{{{{ all_of({name}) }}}}" for name in names) for file, names in words.items()}
    return Wording({name: Template(text, name) for name, text in {**texts, "gm.txt": ""}.items()})
