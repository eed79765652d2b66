"""The pages of a step: the GM's, with all that is to be sent, and the players', of public posts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from gm_tool.app.pictures import Drawing
from gm_tool.io.resources import page_files
from gm_tool.io.shelf import own_shelf
from gm_tool.render.dialects import Dialect
from gm_tool.render.page import Page, PublicPage, Sending, page_html, public_html
from gm_tool.render.parts import split
from gm_tool.render.preview import PREVIEW, shown

if TYPE_CHECKING:
    from gm_tool.app.publish import Publisher

PAGE, PLAYERS_PAGE = "index.html", "public.html"


class StepPosts(Struct, frozen=True):
    """The posts of a step as they are pasted: files by their names, as they lie beside the page.

    `private` is by player: file and text. `final` and `orders` are "" before the end.
    """

    public: str
    private: Mapping[str, tuple[str, str]]
    gm: str
    final: str = ""
    orders: str = ""


def gm_page(
    publisher: Publisher, number: int, posts: StepPosts, board: Sequence[Drawing], final: Sequence[Drawing]
) -> str:
    """The GM's page of a step, as HTML: the public post, each player's update, the final post, then the GM's notes."""
    maker = _Maker(publisher, number)
    step, after, deadline = publisher.heading(number)
    what = "orders" if publisher.folder.game.info.simultaneous else "the order"
    sendings = [maker.public(posts, board), *maker.private(posts)]
    if posts.final:
        sendings.append(maker.final(posts, [drawing for drawing in final if not drawing.secret]))
    page = Page(
        title=publisher.folder.title,
        step=step,
        after=_after(after, what, deadline),
        dialect=publisher.dialect.name,
        language=publisher.language,
        sendings=tuple(sendings),
        notes=tuple(maker.notes(posts, [drawing for drawing in final if drawing.secret])),
    )
    return page_html(page, page_files(), own_shelf())


def players_page(title: str, language: str, post: str, drawings: Sequence[Drawing]) -> str:
    """A page of a public post, written in PREVIEW, and public pictures, as HTML. Raises ValueError for a secret one."""
    if any(drawing.secret for drawing in drawings):
        raise ValueError("a secret picture can't stand on a public page")
    pictures = tuple(drawing.picture for drawing in drawings)
    return public_html(PublicPage(title, language, shown(post), pictures), page_files(), own_shelf())


def _after(step: str, what: str, deadline: str) -> str:
    if not step:
        return "The game is over. The final post is here, too."
    return f"Next is {step}: {what} by {deadline}." if deadline else f"Next is {step}."


class _Maker:
    """Makes what stands on the GM's page: each text as it is pasted, and as it will look."""

    def __init__(self, publisher: Publisher, number: int) -> None:
        self._publisher = publisher
        self._number = number

    def public(self, posts: StepPosts, board: Sequence[Drawing]) -> Sending:
        look = self._publisher.public(self._number, PREVIEW)
        how = "Post it in the game's thread."
        if board:
            how = "Post it in the game's thread, with the picture."
        return self._sending("public", "The public post", how, "public.txt", posts.public, look, board)

    def private(self, posts: StepPosts) -> list[Sending]:
        return [
            self._sending(
                f"player-{index}",
                player,
                f"Send it to {player} alone.",
                file,
                text,
                self._publisher.private(self._number, player, PREVIEW),
            )
            for index, (player, (file, text)) in enumerate(posts.private.items(), 1)
        ]

    def final(self, posts: StepPosts, drawings: Sequence[Drawing]) -> Sending:
        how = "Post it in the game's thread, last of all."
        look = self._publisher.final(PREVIEW)
        return self._sending("final", "The final post", how, "../final/public.txt", posts.final, look, drawings)

    def notes(self, posts: StepPosts, drawings: Sequence[Drawing]) -> list[Sending]:
        look = self._publisher.gm(self._number, PREVIEW)
        made = [self._sending("notes", "Your own notes", "Not to be posted.", "gm.txt", posts.gm, look)]
        if posts.orders:
            how, look = "Yours to publish, or not.", self._publisher.orders(PREVIEW)
            made.append(
                self._sending("orders", "Who did what", how, "../final/orders.txt", posts.orders, look, drawings)
            )
        return made

    def _sending(
        self, key: str, title: str, how: str, file: str, text: str, look: str, drawings: Sequence[Drawing] = ()
    ) -> Sending:
        return sending(self._publisher.dialect, (key, title, how, file), text, look, drawings)


def sending(
    dialect: Dialect, named: tuple[str, str, str, str], text: str, look: str, drawings: Sequence[Drawing] = ()
) -> Sending:
    """Something to send: `named` by key, title, what to do, file; the text as it is pasted, and written in PREVIEW."""
    pictures = tuple(drawing.picture for drawing in drawings)
    return Sending(*named, split(text, dialect), shown(look), pictures)
