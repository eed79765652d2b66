"""The erratum of a correction: what the public, each player concerned and the GM are told of it.

Like all posts it is made from the journal, of the game before the correction and the one after it. What the
public is told is built from the public views of both, and from what stands in public posts anyway.
"""

from __future__ import annotations

import re
from functools import cached_property

from gm_tool.app.changes import NumberChange, OrderChange, number_changes, numbers_between, order_changes
from gm_tool.app.folder import GameFolder
from gm_tool.app.posted_step import step_of, step_told, told
from gm_tool.app.publish import Publisher
from gm_tool.core.problems import WrongUse
from gm_tool.core.rulings import word
from gm_tool.core.views import GM, PUBLIC, View, Viewer
from gm_tool.engine.entries import CorrectEntry, RulingEntry, number_of
from gm_tool.render.dialects import Dialect
from gm_tool.render.posts import post

_ASKED = re.compile(r"erratum[-_ ]?([0-9]{1,6})")


class Erratum:
    """The erratum of that number, from 1, by the entry that it is about."""

    def __init__(
        self,
        number: int,
        head: CorrectEntry | RulingEntry,
        before: GameFolder,
        after: GameFolder,
        dialect: str | None = None,
    ) -> None:
        self.number, self.head, self.dialect = number, head, dialect
        self.before, self.after = before, after
        self.first = number_of(head.from_step)
        self.slug = f"erratum-{number:02d}"

    @cached_property
    def publisher(self) -> Publisher:
        """What makes the posts of the game after the correction."""
        return Publisher(self.after, self.dialect)

    @cached_property
    def orders(self) -> tuple[OrderChange, ...]:
        """Orders that are others than they were."""
        return order_changes(self.before, self.after.journal.steps[self.first - 1 :])

    @cached_property
    def numbers(self) -> tuple[NumberChange, ...]:
        """What the players have in the end, where it is another number."""
        return number_changes(self.before, self.after)

    @cached_property
    def concerned(self) -> tuple[str, ...]:
        """The players whose own numbers or orders have changed in any of the steps, in the order of seats."""
        named = {change.player for change in self.orders} | {change.player for change in self.numbers}
        for number in range(self.first, min(self.before.played, self.after.played) + 1):
            named |= {change.player for change in numbers_between(self.before, number, self.after, number)}
        return tuple(name for name in self.after.config.names if name in named)

    # Texts

    def public(self, dialect: Dialect | None = None) -> str:
        """The notice for everybody: which posts were made anew, and the boards as they are now, where they differ."""
        return self._post("erratum-public.txt", PUBLIC, {}, dialect)

    def private(self, player: str, dialect: Dialect | None = None) -> str:
        """What a player is told whose own numbers or orders have changed."""
        own: dict[str, object] = {
            "player": player,
            "orders": [_order_told(change) for change in self.orders if change.player == player],
            "numbers": [_number_told(change) for change in self.numbers if change.player == player],
        }
        return self._post("erratum-private.txt", Viewer("player", player), own, dialect)

    def gm(self, dialect: Dialect | None = None) -> str:
        """The full account."""
        everything = {
            "reason": self.head.reason,
            "date": self.head.date,
            "entry": self.head.entry,
            "orders": [_order_told(change) | {"player": change.player} for change in self.orders],
            "numbers": [_number_told(change) | {"player": change.player} for change in self.numbers],
            "concerned": list(self.concerned),
        }
        return self._post("erratum-gm.txt", GM, everything, dialect)

    def _post(self, template: str, viewer: Viewer, more: dict[str, object], dialect: Dialect | None) -> str:
        publisher = self.publisher
        used = dialect or publisher.dialect
        return post(publisher.wording, template, self._view(viewer), self._told() | more, used)

    def _view(self, viewer: Viewer) -> View:
        """What a viewer may see of the game as it stands after the correction."""
        game = self.after.under(max(self.after.played, 1)).game
        return game.view(None, (), self.after.state_after(self.after.played), viewer)

    def _told(self) -> dict[str, object]:
        """What all are told: nothing that doesn't stand in public posts, or follow from public views."""
        after, last = self.after, self.after.played
        redone = [step_told(step_of(after, number)) for number in range(self.first, last + 1)]
        fallen = [step_told(step_of(after, number)) for number in range(last + 1, self.before.played + 1)]
        words = told(after, step_of(after, last), step_of(after, last + 1) if not after.over else None, "")
        return words | {
            "erratum": {
                "number": self.number,
                "first": step_told(step_of(after, self.first)),
                "steps": redone,
                "fallen": fallen,
                "resumed": self.before.over and not after.over,
                "boards": self._boards(),
            },
            "ruling": self._ruling(),
        }

    def _boards(self) -> list[str]:
        """The names of the public boards that show something else than before."""
        old = self.before.under(max(self.before.played, 1)).game
        was = old.view(None, (), self.before.state_after(self.before.played), PUBLIC).boards
        now = self._view(PUBLIC).boards
        return [name for name, board in now.items() if board != was.get(name)]

    def _ruling(self) -> dict[str, object] | None:
        """The ruling that was changed, if that is what the erratum is about."""
        if not isinstance(self.head, RulingEntry):
            return None
        ruling = next(one for one in self.after.game.rulings if one.key == self.head.key)
        settings = {"was": word(self.head.was), "setting": word(self.head.setting)}
        meaning = next((text for value, text in ruling.values if word(value) == settings["setting"]), "")
        return {"key": ruling.key, "question": ruling.question, "meaning": meaning, **settings}


def errata(folder: GameFolder, dialect: str | None = None) -> tuple[Erratum, ...]:
    """All errata of a game, in order: of its corrections, and of rulings that were changed for resolved steps.

    They are in the game's dialect unless another one is named.
    """
    found: list[Erratum] = []
    for count, entry in enumerate(folder.journal.entries):
        if isinstance(entry, CorrectEntry | RulingEntry) and entry.again:
            after = folder.at(count + 1 + entry.again)
            found.append(Erratum(len(found) + 1, entry, folder.at(count), after, dialect))
    return tuple(found)


def asked_erratum(folder: GameFolder, asked: str | None, dialect: str | None = None) -> Erratum | None:
    """The erratum that stands where else a step does, "erratum-1"; None for anything else.

    Raises WrongUse for an erratum that there is not.
    """
    found = _ASKED.fullmatch((asked or "").lower())
    if found is None:
        return None
    known, number = errata(folder, dialect), int(found[1])
    if not 0 < number <= len(known):
        there = f"The last one is {known[-1].slug}." if known else "`gm correct` makes one with each correction."
        raise WrongUse(f"There is no erratum {number}.", there)
    return known[number - 1]


def _order_told(change: OrderChange) -> dict[str, object]:
    word_of_step, number = change.step.rsplit("-", 1)
    return {
        "step": {"word": word_of_step, "number": int(number), "title": f"{word_of_step.capitalize()} {number}"},
        "was": change.was,
        "now": change.now,
    }


def _number_told(change: NumberChange) -> dict[str, object]:
    return {"what": change.what, "was": change.was, "now": change.now}
