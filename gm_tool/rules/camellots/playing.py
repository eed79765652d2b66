"""A round in the making: what its steps share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from gm_tool.core.events import Change, Event
from gm_tool.rules.camellots.camels import Camel
from gm_tool.rules.camellots.fold import EFFECTS, Draft
from gm_tool.rules.camellots.orders import AnyOrder, Order
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import State

O = TypeVar("O", bound=Order)  # noqa: E741


class Playing:
    """A round being carried out.

    `before` is the state at its start, `draft` what the events so far made of it; `ended_by` is
    the camel whose move ended the race, once it is over.
    """

    def __init__(self, settings: Settings, before: State, orders: Mapping[str, AnyOrder]) -> None:
        self.settings = settings
        self.before = before
        self.draft = Draft(before)
        self.events: list[Event] = []
        self.ended_by: Camel | None = None
        self.orders: dict[str, AnyOrder] = {}
        self._by_kind: dict[type[Order], list[tuple[str, Any]]] = {}
        for player in before.players:  # in seat order, whatever order the rows of the sheet had
            order = self.orders[player] = orders[player]
            self._by_kind.setdefault(type(order), []).append((player, order))

    def happen(self, event: Event) -> None:
        """One thing happens: it is noted, and the draft follows."""
        self.events.append(event)
        effect = EFFECTS.get(type(event))
        if effect is not None:
            effect(self.draft, event)

    def change(self, player: str, what: str, amount: int, reason: str, rule: str, about: str = "") -> None:
        """A player's holding changes, where the amount isn't zero; the player may know."""
        if amount:
            self.happen(
                Change(
                    player=player, what=what, amount=amount, reason=reason, about=about, rule=rule, known_to="player"
                )
            )

    def orders_of(self, kind: type[O]) -> Sequence[tuple[str, O]]:
        """The orders of one kind, in seat order."""
        return self._by_kind.get(kind, ())
