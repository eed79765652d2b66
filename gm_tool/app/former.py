"""Steps as they were before the GM took them back: the other version, told beside the one in force."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, to_builtins

from gm_tool.app.folder import GameFolder
from gm_tool.core.game import Json
from gm_tool.engine.account import Account, StepAccount
from gm_tool.engine.entries import TakingBack, number_of


class Former(Struct, frozen=True):
    """A player's account of a step that was taken back, and by what: kind and number of that entry, date and reason."""

    account: StepAccount
    kind: str
    entry: int
    date: str
    reason: str

    @property
    def step(self) -> str:
        """The name of the step."""
        return self.account.step

    def as_json(self) -> dict[str, Json]:
        """The object of `gm explain --json` under "former"."""
        return {
            "step": self.account.step,
            "read_as": self.account.said,
            "changes": [to_builtins(line) for line in self.account.lines],
            "taken_back_by": {"entry": self.entry, "kind": self.kind, "date": self.date, "reason": self.reason},
        }


def former_steps(folder: GameFolder, account: Account, balance: Callable[[GameFolder], Account]) -> tuple[Former, ...]:
    """The steps taken back in which the player of an account had another order or other changes than now.

    `balance` gives that player's account of a game as it was.
    """
    now = {step.step: _told(step) for step in account.steps}
    found = []
    for count, entry in enumerate(folder.journal.entries):
        if not isinstance(entry, TakingBack):
            continue
        before = folder.at(count)
        first = number_of(entry.from_step)
        if first > before.played:
            continue
        kind = str(type(entry).__struct_config__.tag)
        for step in balance(before).steps:
            if number_of(step.step) >= first and _told(step) != now.get(step.step):
                found.append(Former(step, kind, entry.entry, entry.date, entry.reason))
    return tuple(found)


def _told(step: StepAccount) -> tuple[object, ...]:
    """What of a step is compared: the order and the changes, not what the player had before."""
    return step.order, tuple((line.what, line.amount, line.reason, line.about) for line in step.lines)
