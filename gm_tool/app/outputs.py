"""A journal that grows, and what is made from it then: the posts, the results, the next sheet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_tool.app.folder import GameFolder, in_force
from gm_tool.app.made import Made, write_made
from gm_tool.app.ours import PREGAME, RESULTS
from gm_tool.app.pictures import Drawing, Sketch, post_sketches
from gm_tool.app.sheet import sheet_to_come
from gm_tool.app.sheet_content import sheet_wanted
from gm_tool.engine.entries import AnyEntry
from gm_tool.engine.journal import read, seal_all, start_entry
from gm_tool.io.transaction import Transaction
from gm_tool.io.workshop import Ordered, Workbook, Workshop

PREGAME_POST = f"posts/{PREGAME}/public.txt"


def grown(folder: GameFolder, entries: Sequence[AnyEntry]) -> GameFolder:
    """The folder with entries added to its journal, read again as anybody would read it."""
    lines = (*folder.lines, *seal_all(entries, folder.journal))
    return in_force(structs.replace(folder, lines=lines, journal=read(lines)))


def begun(folder: GameFolder) -> GameFolder:
    """The folder of a game to which a step is to be added: before the first one, the game begins."""
    if folder.started:
        return folder
    start = start_entry(folder.game, folder.settings, folder.title, folder.config.names, folder.options, folder.seed())
    return grown(folder, [start])


class Pictures(Struct, frozen=True):
    """The pictures of a step's post: their sketches, and the PNGs that were ordered."""

    sketches: tuple[Sketch, ...]
    pngs: Ordered

    def drawn(self) -> list[Drawing]:
        """The pictures, drawn. Raises WorldFailed where one can't be."""
        return [sketch.drawn(png) for sketch, png in zip(self.sketches, self.pngs.received(), strict=True)]


def order_pictures(folder: GameFolder, number: int, shop: Workshop) -> Pictures:
    """Have the pictures of a step's post drawn in the workshop."""
    sketches = tuple(post_sketches(folder, number))
    return Pictures(sketches, shop.draw([sketch.wanted for sketch in sketches]))


def step_outputs(
    folder: GameFolder,
    number: int,
    shop: Workshop,
    sheet: tuple[str, Workbook] | None = None,
    pictures: Pictures | None = None,
) -> list[Made]:
    """All that is made from the journal for a step: its posts, the results of all steps, the next step's sheet.

    A `sheet` of that name goes in place of the one that would be made; `pictures` are those that were ordered
    already. Pictures are drawn and workbooks written in the workshop, while posts are written here.
    """
    pictures = pictures or order_pictures(folder, number, shop)
    from gm_tool.app.publish import Publisher  # templates take long to load: meanwhile the pictures are drawn

    publisher, to_come = Publisher(folder), sheet_to_come(folder)
    if sheet is None and to_come is not None:
        sheet = to_come[0], sheet_wanted(folder, to_come[1])
    wanted = [(RESULTS, publisher.results_wanted()), *([] if sheet is None else [sheet])]
    workbooks = shop.write([workbook for _, workbook in wanted])
    publisher.write_ahead(number)
    import tabulate  # noqa: F401 (while all that is made: the report will need it)

    posts = publisher.step_files(number, pictures.drawn())
    written = zip(wanted, workbooks.received(), strict=True)
    return [*posts, *(Made(name, data, secret=True) for (name, _), data in written)]


def hand_over(transaction: Transaction, before: GameFolder, after: GameFolder, files: Sequence[Made]) -> None:
    """Have all that follows from a journal that has grown written, after it. Raises WorldFailed."""
    if not before.started and not (before.path / PREGAME_POST).exists():
        from gm_tool.app.publish import Publisher

        write_made(transaction, Publisher(after).pregame_files(after.seed()))
    write_made(transaction, files)
