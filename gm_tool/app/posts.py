"""The post files of a game, made from the journal; `gm posts` makes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from gm_tool.app.asked_steps import posted_number
from gm_tool.app.erratum import Erratum, errata
from gm_tool.app.erratum_page import erratum_page
from gm_tool.app.folder import find_folder, open_folder
from gm_tool.app.made import Made, write_made
from gm_tool.app.page import PAGE
from gm_tool.app.publish import Publisher
from gm_tool.app.templates import unused_templates
from gm_tool.core.problems import Problem
from gm_tool.io.file_names import file_names
from gm_tool.io.transaction import Transaction, lock


def all_posts(publisher: Publisher, first: int = 1) -> Iterator[Made]:
    """The files of all posts from step `first` on, the pregame post with those of the first, and of all errata."""
    folder = publisher.folder
    if first == 1:
        yield from publisher.pregame_files(folder.seed())
    for number in folder.posted:
        if number >= first:
            yield from publisher.step_files(number)
    for erratum in errata(folder, publisher.dialect.name):
        yield from erratum_files(erratum)


def erratum_files(erratum: Erratum) -> list[Made]:
    """The files of an erratum's folder, the GM's page among them."""
    base, publisher = f"posts/{erratum.slug}", erratum.publisher
    names = file_names(erratum.after.config.names)
    files = publisher.texts_made(f"{base}/public.txt", erratum.public())
    for player in erratum.concerned:
        files += publisher.texts_made(f"{base}/private/{names[player]}.txt", erratum.private(player), secret=True)
    return [
        *files,
        Made(f"{base}/gm.txt", erratum.gm().encode(), secret=True),
        Made(f"{base}/{PAGE}", erratum_page(erratum).encode(), secret=True),
    ]


class PostsReport(Struct, frozen=True):
    """Post files made anew: all of them, those that changed, and what is to be said of the wording."""

    files: tuple[str, ...]
    written: tuple[str, ...]
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The object of `gm posts --json`."""
        return {
            "files": list(self.files),
            "written": list(self.written),
            "problems": [problem.as_json() for problem in self.problems],
        }


def write_posts(where: Path | None, step: str | None = None, dialect: str | None = None) -> PostsReport:
    """Make the post files of a step anew from the journal, of all steps where none is named.

    The workbook of results goes with them. Another dialect than the game's goes into a folder of its own,
    posts/round-05/discord, and has no workbook.
    Raises WrongUse, BadInput, WorldFailed.
    """
    with lock(find_folder(where)):
        folder = open_folder(where)
        publisher = Publisher(folder, dialect)
        files = publisher.step_files(posted_number(folder, step)) if step else all_posts(publisher)
        other = "" if publisher.dialect.name == Publisher(folder).dialect.name else publisher.dialect.name
        transaction = Transaction(folder.path)
        named = [_in_dialect(made, other) for made in files]
        if folder.played and not other:
            named.append(publisher.results())
        write_made(transaction, named)
        return PostsReport(tuple(made.name for made in named), transaction.commit(), unused_templates(folder))


def _in_dialect(made: Made, dialect: str) -> Made:
    if not dialect:
        return made
    posts, step, rest = made.name.split("/", 2)
    return Made(f"{posts}/{step}/{dialect}/{rest}", made.data, made.secret)
