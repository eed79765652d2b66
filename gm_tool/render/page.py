"""A step on one page that needs nothing but itself: what to send to whom, to copy and to tick.

The page is the GM's and holds all secrets of the step. `public_html` makes another one, of the
public posts alone, which may be handed to anybody. Neither loads anything; scripts and styles
that aren't its own can't run in it (Content-Security-Policy).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from msgspec import Struct

from gm_tool.render.compiled import Shelf, page_environment
from gm_tool.render.pictures import Picture


class Sending(Struct, frozen=True):
    """Something to send: its key on the page, to whom it goes, what to do, the file that holds it.

    `parts` are the texts to paste, one after the other; `preview` is safe HTML (`preview.shown`).
    """

    key: str
    title: str
    how: str
    file: str
    parts: tuple[str, ...]
    preview: str
    pictures: tuple[Picture, ...] = ()

    @property
    def digest(self) -> str:
        """Tells this text from any other: a tick holds for the text that was copied."""
        return hashlib.sha256("\0".join(self.parts).encode(errors="surrogatepass")).hexdigest()[:16]


class Link(Struct, frozen=True):
    """Another page: its title, its address beside this one, and what is to be taken from it."""

    title: str
    address: str
    what: str


class Page(Struct, frozen=True):
    """The page of a step: `title` is the game's, `step` the step's ("Round 5"), `after` says what is due next.

    `language` is that of the posts ("de"), `dialect` their forum's; the page itself speaks English.
    `sendings` are in the order in which they are sent; `notes` are for the GM alone; `again` are
    other pages with posts to be sent again.
    """

    title: str
    step: str
    after: str
    dialect: str
    language: str
    sendings: tuple[Sending, ...]
    notes: tuple[Sending, ...]
    again: tuple[Link, ...] = ()


class PublicPage(Struct, frozen=True):
    """The page for players: its title, its language ("de"), a post as safe HTML (`preview.shown`), pictures."""

    title: str
    language: str
    post: str
    pictures: tuple[Picture, ...]


def page_html(page: Page, files: Mapping[str, str], shelf: Shelf | None = None) -> str:
    """The GM's page as one HTML file. `files` are its template, style and script, by name.

    With a `shelf`, templates that were compiled before are taken from it.
    """
    style, script = files["page.css"], files["page.js"]
    policy = f"default-src 'none'; style-src {allowed(style)}; script-src {allowed(script)}; img-src data:"
    template = page_environment(files, shelf).get_template("index.html")
    return template.render(page=page, style=style, script=script, policy=f"{policy}; {CLOSED}")


def public_html(page: PublicPage, files: Mapping[str, str], shelf: Shelf | None = None) -> str:
    """The players' page as one HTML file, without a script; `files` and `shelf` as with `page_html`."""
    style = files["page.css"]
    policy = f"default-src 'none'; style-src {allowed(style)}; img-src data:; {CLOSED}"
    return page_environment(files, shelf).get_template("public.html").render(page=page, style=style, policy=policy)


CLOSED = "base-uri 'none'; form-action 'none'"
"""What no page of ours needs, closed to all."""


def allowed(text: str) -> str:
    """How a policy names the one style or script that may be used: by its digest."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
