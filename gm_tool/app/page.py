"""The pages of a step: the GM's, with all that is to be sent, and the players', of public posts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_tool.app.pictures import Drawing
from gm_tool.io.resources import page_files
from gm_tool.io.shelf import own_shelf
from gm_tool.render.dialects import Dialect
from gm_tool.render.page import Page, PublicPage, Sending, page_html, public_html
from gm_tool.render.parts import split
from gm_tool.render.preview import shown

PAGE, PLAYERS_PAGE = "index.html", "public.html"


class StepPosts(Struct, frozen=True):
    """The posts of a step in one dialect.

    `private` is by player: the file's name as it lies beside the page, and the text. `final` and `orders` are ""
    before the end.
    """

    dialect: Dialect
    public: str
    private: Mapping[str, tuple[str, str]]
    gm: str
    final: str = ""
    orders: str = ""


class Heading(Struct, frozen=True):
    """What a step's page says beside its posts: the titles of the game and the step, what is due next.

    `next_step` and `deadline` are "" where there is none; `by_turn` says that one player at a time is asked.
    """

    title: str
    language: str
    step: str
    next_step: str
    deadline: str
    by_turn: bool


def gm_page(
    heading: Heading, posts: StepPosts, looks: StepPosts, board: Sequence[Drawing], final: Sequence[Drawing]
) -> str:
    """The GM's page of a step, as HTML: the public post, each player's update, the final post, then the GM's notes.

    `posts` are as they are pasted, `looks` the same in PREVIEW; `board` and `final` are drawings of the step and the
    end.
    """
    sendings = [_public(posts, looks, board), *_private(posts, looks)]
    if posts.final:
        sendings.append(_final(posts, looks, [drawing for drawing in final if not drawing.secret]))
    page = Page(
        title=heading.title,
        step=heading.step,
        after=_after(heading),
        dialect=posts.dialect.name,
        language=heading.language,
        sendings=tuple(sendings),
        notes=tuple(_notes(posts, looks, [drawing for drawing in final if drawing.secret])),
    )
    return page_html(page, page_files(), own_shelf())


def players_page(title: str, language: str, post: str, drawings: Sequence[Drawing]) -> str:
    """A page of a public post, written in PREVIEW, and public pictures, as HTML. Raises ValueError for a secret one."""
    if any(drawing.secret for drawing in drawings):
        raise ValueError("a secret picture can't stand on a public page")
    pictures = tuple(drawing.picture for drawing in drawings)
    return public_html(PublicPage(title, language, shown(post), pictures), page_files(), own_shelf())


def _after(heading: Heading) -> str:
    if not heading.next_step:
        return "The game is over. The final post is here, too."
    what = "the order" if heading.by_turn else "orders"
    due = f": {what} by {heading.deadline}" if heading.deadline else ""
    return f"Next is {heading.next_step}{due}."


def _public(posts: StepPosts, looks: StepPosts, board: Sequence[Drawing]) -> Sending:
    how = "Post it in the game's thread, with the picture." if board else "Post it in the game's thread."
    named = "public", "The public post", how, "public.txt"
    return sending(posts.dialect, named, posts.public, looks.public, board)


def _private(posts: StepPosts, looks: StepPosts) -> Iterator[Sending]:
    for index, (player, (file, text)) in enumerate(posts.private.items(), 1):
        named = f"player-{index}", player, f"Send it to {player} alone.", file
        yield sending(posts.dialect, named, text, looks.private[player][1])


def _final(posts: StepPosts, looks: StepPosts, drawings: Sequence[Drawing]) -> Sending:
    named = "final", "The final post", "Post it in the game's thread, last of all.", "../final/public.txt"
    return sending(posts.dialect, named, posts.final, looks.final, drawings)


def _notes(posts: StepPosts, looks: StepPosts, drawings: Sequence[Drawing]) -> Iterator[Sending]:
    named = "notes", "Your own notes", "Not to be posted.", "gm.txt"
    yield sending(posts.dialect, named, posts.gm, looks.gm)
    if posts.orders:
        named = "orders", "Who did what", "Yours to publish, or not.", "../final/orders.txt"
        yield sending(posts.dialect, named, posts.orders, looks.orders, drawings)


def sending(
    dialect: Dialect, named: tuple[str, str, str, str], text: str, look: str, drawings: Sequence[Drawing] = ()
) -> Sending:
    """Something to send: `named` by key, title, what to do, file; the text as it is pasted, and written in PREVIEW."""
    pictures = tuple(drawing.picture for drawing in drawings)
    return Sending(*named, split(text, dialect), shown(look), pictures)
