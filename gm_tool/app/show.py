"""`gm show`: the text of one post, made from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from gm_tool.app.asked_steps import posted_number
from gm_tool.app.erratum import Erratum, asked_erratum
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.ours import FINAL, PREGAME, REVEAL
from gm_tool.app.publish import Publisher
from gm_tool.core.names import any_of, in_any_case
from gm_tool.core.problems import WrongUse
from gm_tool.core.shell import quoted
from gm_tool.render.parts import size, split

KEYWORDS = ("public", "gm", "orders")


class Post(Struct, frozen=True):
    """A post: `what` is public, gm, orders or private, which is that of a `player` ("" for the others).

    `step` is a resolved step, pregame, final or reveal.
    """

    what: str
    player: str
    step: str
    text: str


class Shown(Struct, frozen=True):
    """A post, or a `part` of it, from 1; None where all was asked for.

    `size` is that of the whole post, as the forum counts; it comes in `parts` where the forum of the
    `dialect` takes no more than `limit` at once. `command` is how the post is asked for.
    """

    post: Post
    text: str
    part: int | None
    size: int
    limit: int
    parts: int
    dialect: str
    command: str

    def as_json(self) -> dict[str, object]:
        """The object of `gm show --json`."""
        post = self.post
        return {
            "what": post.what,
            "player": post.player,
            "step": post.step,
            "dialect": self.dialect,
            "text": self.text,
        }


def show(
    where: Path | None,
    what: str,
    step: str | None = None,
    dialect: str | None = None,
    player: bool = False,
    part: int | None = None,
) -> Shown:
    """The text of a post: `what` is public, gm, orders or a player's name; `player` says that it is a name.

    `step` is a resolved step, "pregame", "final" or "reveal"; nothing means the latest there is. `part` is which
    part of a post that is too long for the forum, from 1; without it, the text is whole.
    Raises WrongUse, BadInput, WorldFailed.
    """
    folder = open_folder(where)
    publisher = Publisher(folder, dialect)
    post, forum = asked_post(folder, publisher, what, step, player), publisher.dialect
    text, parts = post.text, split(post.text, forum)
    chosen = text if part is None else part_of(parts, part)
    command = show_command(what, step, dialect, player)
    return Shown(post, chosen, part, size(text, forum), forum.limit or 0, len(parts), forum.name, command)


def show_command(what: str, step: str | None, dialect: str | None, player: bool) -> str:
    """How a post is asked for on the command line, without the name of the program."""
    words = ["show", quoted(what), quoted(step) if step else ""]
    words += [f"--dialect {quoted(dialect)}" if dialect else "", "--player" if player else ""]
    return " ".join(word for word in words if word)


def part_of(parts: Sequence[str], number: int) -> str:
    """A part of a post, from 1. Raises WrongUse where there is none of that number."""
    if not 0 < number <= len(parts):
        count = f"{len(parts)} parts" if len(parts) > 1 else "one part only"
        raise WrongUse(f"There is no part {number} of this post: it has {count}.", "Leave --part out, or name another.")
    return parts[number - 1]


def asked_post(folder: GameFolder, publisher: Publisher, what: str, step: str | None, player: bool) -> Post:
    """The post of an open game that is asked for as with `show`. Raises WrongUse, BadInput."""
    if not player and what not in folder.config.names:
        what = in_any_case(what, KEYWORDS)
    erratum = asked_erratum(folder, step, publisher.dialect.name)
    if erratum is not None:
        return _of_erratum(folder, erratum, what, player)
    if what in KEYWORDS and not player:
        return _keyword(folder, publisher, what, (step or "").lower())
    name = folder.player(what, KEYWORDS)
    if (step or "").lower() in (PREGAME, FINAL, REVEAL):
        raise _no_such(name, folder)
    number = posted_number(folder, step)
    return Post("private", name, f"{folder.word}-{number}", publisher.private(number, name))


def _of_erratum(folder: GameFolder, erratum: Erratum, what: str, player: bool) -> Post:
    """A post of an erratum. Raises WrongUse for who gets none."""
    if what in ("public", "gm") and not player:
        text = erratum.public() if what == "public" else erratum.gm()
        return Post(what, "", erratum.slug, text)
    name = folder.player(what, KEYWORDS)
    if name not in erratum.concerned:
        concerned = any_of(erratum.concerned, "and") or "nobody"
        message = f"{name} gets no word of {erratum.slug}: {name}'s orders and numbers are as before."
        raise WrongUse(message, f"It is for {concerned}.")
    return Post("private", name, erratum.slug, erratum.private(name))


def _no_such(what: str, folder: GameFolder) -> WrongUse:
    """What is said where the post before or after the game is asked for of somebody who gets none."""
    return WrongUse(
        f"Only the public has a {PREGAME}, a {FINAL} and a {REVEAL} post; there is none for {what}.",
        f"`gm show public {PREGAME}` or `gm show public {FINAL}` prints it; for {what}, name a {folder.word}.",
    )


def _keyword(folder: GameFolder, publisher: Publisher, what: str, step: str) -> Post:
    if what == "gm" and step in (PREGAME, FINAL, REVEAL):
        raise _no_such("the GM", folder)
    if what == "public" and step == REVEAL:
        from gm_tool.app.reveal import reveal_post

        return Post(what, "", REVEAL, reveal_post(publisher))
    if what == "orders" or step == FINAL:
        if not folder.over:
            raise WrongUse("The game isn't over: there is no final post yet.", "`gm status` tells what is due.")
        return Post(what, "", FINAL, publisher.orders() if what == "orders" else publisher.final())
    if what == "public" and (step == PREGAME or (not step and not folder.played)):
        return Post(what, "", PREGAME, publisher.pregame(folder.seed()))
    number = posted_number(folder, step or None)
    text = publisher.public(number) if what == "public" else publisher.gm(number)
    return Post(what, "", f"{folder.word}-{number}", text)
