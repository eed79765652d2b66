"""What a step made of a state, kept for the fold that follows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from gm_tool.core.events import Event

S = TypeVar("S")


class LastPlayed(Generic[S]):
    """The step that a game has resolved last, so that its events needn't be applied a second time.

    A game that plays on a draft has its state in hand when `resolve` ends; `fold`, which the engine asks next,
    may take it from here. States and events are frozen: those that are the very same objects come out the same.
    """

    def __init__(self) -> None:
        self._last: tuple[S, Sequence[Event], S] | None = None

    def keep(self, before: S, events: tuple[Event, ...], after: S) -> tuple[Event, ...]:
        """Keep what these events make of a state, and nothing older; gives the events back."""
        self._last = (before, events, after)
        return events

    def after(self, before: S, events: Sequence[Event]) -> S | None:
        """The state after these events, if just this was kept."""
        if self._last is not None and self._last[0] is before and self._last[1] is events:
            return self._last[2]
        return None
