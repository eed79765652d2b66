"""What `gm resolve` reports."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct, structs

from gm_tool.app.folder import GameFolder
from gm_tool.app.made import Made
from gm_tool.app.source import Request
from gm_tool.core.game import Json
from gm_tool.core.problems import Problem
from gm_tool.engine.entries import Source
from gm_tool.engine.turn import Checked

NOT_COMPARED = "step.not_compared"
Outcome = Literal["resolved", "refused", "unchanged", "changed", "nothing", "over"]
"""How `gm resolve` ended.

"resolved"; "refused": problems; "unchanged": resolved before, with these orders; "changed": resolved before, but
the orders read now are others; "nothing": asked for the next step, and nobody has sent anything; "over": asked for
the next step, and the game has ended.
"""


class ResolveRequest(Struct, frozen=True):
    """What the command line asks of `gm resolve`."""

    where: Path | None
    step: str | None
    request: Request
    invalid_as_missing: bool
    missing: tuple[str, ...] = ()


TurnFate = Literal["used", "missing", "refused"]


class TurnTold(Struct, frozen=True):
    """A turn that was taken: the order, as JSON and in words, the row that it stood in ("" for none), its fate."""

    step: str
    player: str
    order: Json
    said: str
    row: str
    fate: TurnFate

    def as_json(self) -> dict[str, Json]:
        """The entry of `--json` under "turns"."""
        return {
            "step": self.step,
            "player": self.player,
            "order": self.order,
            "read_as": self.said,
            "row": self.row,
            "fate": self.fate,
        }


class TurnsTold(Struct, frozen=True):
    """The turns that were or could be taken from a sheet, and what comes after them.

    `due` is the turn that is due then ("" after the end) and `player` whose it is; `waits`: nothing was sent for
    it. `ahead` counts each player's rows for later turns. `may_miss`: the game can go on without that player.
    """

    turns: tuple[TurnTold, ...]
    due: str
    player: str
    waits: bool
    ahead: dict[str, int]
    may_miss: bool = False

    def as_json(self) -> dict[str, Json]:
        """What the objects of `gm check --json` and `gm resolve --json` have more for such a game."""
        return {
            "turns": [turn.as_json() for turn in self.turns],
            "due": self.due,
            "waits_for": self.player if self.waits else "",
            "ahead": dict(self.ahead),
        }


class ResolveReport(Struct, frozen=True):
    """What `gm resolve` did. `posts` are the post files of the step, `written` all files that changed.

    `by_rule` says of each player without an order what the rules did instead: the GM's alone.
    `accepted` are the players whose late rows were let count; `faults` says of each player in `set_aside` why
    the order didn't stand, as it was recorded. `turns` is None where a game has rounds; `chance`: the game has some.
    """

    title: str
    outcome: Outcome
    checked: Checked
    source: Source | None
    said: dict[str, str]
    state: Json = None
    finished: bool = False
    posts: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    set_aside: tuple[str, ...] = ()
    by_rule: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    faults: Mapping[str, tuple[str, ...]] = {}
    turns: TurnsTold | None = None
    chance: bool = True

    @property
    def compared(self) -> bool:
        """Whether a step that was resolved before was held against what is there now."""
        return all(problem.code != NOT_COMPARED for problem in self.problems)

    @property
    def done(self) -> bool:
        """Whether the command did what was asked, or there was nothing to do."""
        return self.outcome in ("resolved", "unchanged", "nothing", "over")

    def as_json(self) -> dict[str, Json]:
        """The object of `gm resolve --json`."""
        return {
            **self.checked.as_json(),
            "problems": [problem.as_json() for problem in self.problems],
            "outcome": self.outcome,
            "state": self.state,
            "finished": self.finished,
            "posts": list(self.posts),
            "set_aside": list(self.set_aside),
            "accepted": list(self.accepted),
            **(self.turns.as_json() if self.turns else {}),
        }


def as_decided(problems: Sequence[Problem], decided: Collection[Problem]) -> tuple[Problem, ...]:
    """Problems as they are told once the GM has decided about them: an error that was passed over is a warning."""
    return tuple(
        structs.replace(problem, severity="warning") if problem in decided and problem.severity == "error" else problem
        for problem in problems
    )


def report_of(
    folder: GameFolder,
    outcome: Outcome,
    checked: Checked,
    source: Source | None,
    files: Sequence[Made] = (),
    written: tuple[str, ...] = (),
) -> ResolveReport:
    """What there is to report whichever way a game goes; `files` are those that were made, `written` those changed."""
    return ResolveReport(
        title=folder.title,
        outcome=outcome,
        checked=checked,
        source=source,
        said={player: folder.game.say(order) for player, order in checked.orders.items()},
        finished=folder.over,
        posts=tuple(made.name for made in files if made.name.startswith("posts/")),
        written=written,
        problems=checked.problems,
        chance=folder.game.info.chance,
    )
