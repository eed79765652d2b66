"""The GM's page of an erratum: the notice, what each player concerned is told, the whole account for the GM."""

from __future__ import annotations

from gm_tool.app.erratum import Again, Erratum
from gm_tool.app.page import PAGE, sending
from gm_tool.app.posted_step import step_of, title_of
from gm_tool.core.names import any_of
from gm_tool.io.file_names import file_names
from gm_tool.io.resources import page_files
from gm_tool.io.shelf import own_shelf
from gm_tool.render.page import Link, Page, Sending, page_html
from gm_tool.render.preview import PREVIEW


def erratum_page(erratum: Erratum) -> str:
    """The page as HTML, with the same buttons and ticks as that of a step."""
    publisher, names = erratum.publisher, file_names(erratum.after.config.names)
    dialect = publisher.dialect
    first = step_of(erratum.after, erratum.first).title
    named = "public", "The notice", "Post it in the game's thread.", "public.txt"
    sendings = [sending(dialect, named, erratum.public(), erratum.public(PREVIEW))]
    for index, player in enumerate(erratum.concerned, 1):
        named = f"player-{index}", player, f"Send it to {player} alone.", f"private/{names[player]}.txt"
        sendings.append(sending(dialect, named, erratum.private(player), erratum.private(player, PREVIEW)))
    page = Page(
        title=erratum.after.title,
        step=f"Erratum {erratum.number}",
        after=f"What has changed from {first} on.",
        dialect=dialect.name,
        language=publisher.language,
        sendings=tuple(sendings),
        notes=(_account(erratum),),
        again=(*(_link(one) for one in erratum.again), *_final_link(erratum)),
    )
    return page_html(page, page_files(), own_shelf())


def _link(again: Again) -> Link:
    """Where the posts of a step stand that are to be sent again, and to whom."""
    parts = ["the public post"] if again.public else []
    if again.players:
        parts.append(f"{'the updates' if len(again.players) > 1 else 'the update'} of {any_of(again.players, 'and')}")
    return Link(title_of(again.step, again.first), f"../{again.step.slug}/{PAGE}", ", ".join(parts))


def _final_link(erratum: Erratum) -> tuple[Link, ...]:
    """Where the final post stands, on the page of the last step, if it is to be sent."""
    if not erratum.final:
        return ()
    last = step_of(erratum.after, erratum.after.played).slug
    return (Link("The end", f"../{last}/{PAGE}#final", "the final post"),)


def _account(erratum: Erratum) -> Sending:
    named = "notes", "The whole account", "Not to be posted.", "gm.txt"
    return sending(erratum.publisher.dialect, named, erratum.gm(), erratum.gm(PREVIEW))
