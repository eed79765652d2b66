"""The erratum of a correction: what the public, each player concerned and the GM are told of it.

Like all posts it is made from the journal, of the game before the correction and the one after it. What the
public is told is built from the public views of both, and from what stands in public posts anyway.
"""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import Struct, structs

from gm_tool.app.changed_boards import changed_boards
from gm_tool.app.changes import NumberChange, OrderChange, number_changes, numbers_between, order_changes
from gm_tool.app.folder import GameFolder
from gm_tool.app.posted_step import step_of, step_told, told
from gm_tool.app.publish import Publisher
from gm_tool.app.told import first_by_rule
from gm_tool.core.forms import Step
from gm_tool.core.problems import WrongUse
from gm_tool.core.rulings import word
from gm_tool.core.views import GM, PUBLIC, Board, View, Viewer
from gm_tool.engine.entries import CorrectEntry, RulingEntry, number_of, plays_again
from gm_tool.render.dialects import Dialect
from gm_tool.render.posts import post

_ASKED = re.compile(r"erratum[-_ ]?([0-9]{1,6})")


class Again(Struct, frozen=True):
    """A post to be sent again: of the steps from number `first` to `step`, to the `public` or not, to which players."""

    step: Step
    first: int
    public: bool
    players: tuple[str, ...]


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
    def _former(self) -> Publisher:
        """What makes the posts of the game before the correction."""
        return Publisher(self.before, self.dialect)

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
        view = self._view(PUBLIC)
        changed = structs.replace(view, boards={**view.boards, **self._changed[0]})
        return self._post("erratum-public.txt", changed, {}, dialect)

    def private(self, player: str, dialect: Dialect | None = None) -> str:
        """What a player is told whose own numbers or orders have changed."""
        own: dict[str, object] = {
            "player": player,
            "orders": [_order_told(change) for change in self.orders if change.player == player],
            "numbers": [_number_told(change) for change in self.numbers if change.player == player],
            "updates": self._updates(player),
        }
        return self._post("erratum-private.txt", self._view(Viewer("player", player)), own, dialect)

    def gm(self, dialect: Dialect | None = None) -> str:
        """The full account."""
        everything = {
            "reason": self.head.reason,
            "date": self.head.date,
            "entry": self.head.entry,
            "orders": [self._order_told_whole(change) for change in self.orders],
            "numbers": [_number_told(change) | {"player": change.player} for change in self.numbers],
            "concerned": list(self.concerned),
            "again": [_again_told(one) for one in self.again],
        }
        return self._post("erratum-gm.txt", self._view(GM), everything, dialect)

    @cached_property
    def again(self) -> tuple[Again, ...]:
        """The posts that are otherwise than before, or new: to be sent again."""
        was, now = self._former, self.publisher
        found = []
        for number in (posted for posted in self.after.posted if posted >= self.first):
            known = number in self.before.posted
            players = tuple(
                player
                for player in self.after.config.names
                if not known or was.private(number, player) != now.private(number, player)
            )
            public = not known or was.public(number) != now.public(number)
            if public or players:
                found.append(Again(step_of(self.after, number), self.after.told_by(number)[0], public, players))
        return tuple(found)

    @cached_property
    def final(self) -> str:
        """What becomes of the final post, which tells all what was secret till then: "new", "changed" or ""."""
        if not self.after.over:
            return ""
        if not self.before.over:
            return "new"
        return "" if self._former.final() == self.publisher.final() else "changed"

    def _updates(self, player: str) -> list[dict[str, object] | None]:
        """The steps of which a player's update is another one now, as templates are told of them."""
        return [step_told(one.step, one.first) for one in self.again if player in one.players]

    def _order_told_whole(self, change: OrderChange) -> dict[str, object]:
        """An order that is another one, with what is for the GM alone: whose, why, and what came in place of it."""
        entry = next(entry for entry in self.after.journal.steps if entry.step == change.step)
        errors = [one for one in entry.problems if one["severity"] == "error" and one["player"] == change.player]
        faults = [one["message"] for one in errors] if change.player in entry.set_aside else []
        instead = first_by_rule(self.after.game, entry).get(change.player, "")
        return _order_told(change) | {"player": change.player, "faults": faults, "instead": instead}

    def _post(self, template: str, view: View, more: dict[str, object], dialect: Dialect | None) -> str:
        publisher = self.publisher
        return post(publisher.wording, template, view, self._told() | more, dialect or publisher.dialect)

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
                "final": self.final,
                "boards": list(self._changed[0]),
                "bracketed": self._changed[1],
                "chance": after.game.info.chance,
            },
            "ruling": self._ruling(),
        }

    @cached_property
    def _changed(self) -> tuple[dict[str, Board], bool]:
        """The public boards that show something else than before, and whether old cells stand in them in brackets."""
        old = self.before.under(max(self.before.played, 1)).game
        was = old.view(None, (), self.before.state_after(self.before.played), PUBLIC).boards
        return changed_boards(was, self._view(PUBLIC).boards)

    def _ruling(self) -> dict[str, object] | None:
        """The ruling that was changed, if that is what the erratum is about."""
        if not isinstance(self.head, RulingEntry):
            return None
        ruling = next(one for one in self.after.game.rulings if one.key == self.head.key)
        return {
            "key": ruling.key,
            "question": ruling.question,
            "meaning": ruling.meaning(self.head.setting),
            "was": word(self.head.was),
            "setting": word(self.head.setting),
        }


def errata(folder: GameFolder, dialect: str | None = None) -> tuple[Erratum, ...]:
    """All errata of a game, in order: of its corrections, and of rulings that were changed for resolved steps.

    They are in the game's dialect unless another one is named.
    """
    found: list[Erratum] = []
    for count, entry in enumerate(folder.journal.entries):
        if plays_again(entry):
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
        "why": change.why,
    }


def _number_told(change: NumberChange) -> dict[str, object]:
    return {"what": change.what, "was": change.was, "now": change.now}


def _again_told(again: Again) -> dict[str, object]:
    return {"step": step_told(again.step, again.first), "public": again.public, "players": list(again.players)}
