"""What comes of a plan to play steps again: refused, shown, declined or written; and what is reported of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct, structs

from gm_tool.app.erratum import errata
from gm_tool.app.redo import Redoing, changes_json, seed_is_out, stale_sheet, touched, write_again
from gm_tool.core.game import Json
from gm_tool.core.problems import Problem
from gm_tool.core.shell import quoted

Outcome = Literal["corrected", "shown", "declined", "refused", "unchanged"]
"""How it ended: written; only shown (--dry-run); the GM said no; something stands in the way; nothing to be mended."""


class RedoReport(Struct, frozen=True):
    """What is changed, or would be, when steps are played again.

    `plan` is None where there is nothing to mend. `erratum` is the folder of the erratum's posts.
    """

    title: str
    step: str
    outcome: Outcome
    plan: Redoing | None = None
    problems: tuple[Problem, ...] = ()
    erratum: str = ""
    written: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether nothing stands in the way."""
        return self.outcome != "refused"

    @property
    def touched(self) -> str:
        """The steps whose posts are out, in words."""
        return touched(self.plan.before, self.plan.first) if self.plan else ""

    def as_json(self) -> dict[str, Json]:
        """The object of `gm correct --json` and, where steps are played again, of `gm ruling --json`."""
        nothing = {"steps": [], "fallen": [], "published": 0, "orders": [], "numbers": []}
        return {
            "step": self.step,
            "outcome": self.outcome,
            **(changes_json(self.plan) if self.plan else nothing),
            "erratum": self.erratum,
            "written": list(self.written),
            "problems": [problem.as_json() for problem in self.problems],
        }


Agree = Callable[[RedoReport], bool]
"""Shows the GM what would change, and gives whether it is to be written."""


def carried_out(plan: Redoing, agree: Agree, dry_run: bool, problems: tuple[Problem, ...] = ()) -> RedoReport:
    """What comes of a plan: refused, shown, declined or written."""
    folder, name = plan.before, f"{plan.before.word}-{plan.first}"
    if plan.after is None:
        return RedoReport(folder.title, name, "refused", plan, (*problems, *plan.problems))
    erratum = f"posts/{errata(plan.after)[-1].slug}"
    problems = (*problems, *aside_notes(plan), *stale_sheet(folder, plan.after), *seed_is_out(plan.after))
    shown = RedoReport(folder.title, name, "shown", plan, problems, erratum)
    if dry_run:
        return shown
    if not agree(shown):
        return structs.replace(shown, outcome="declined")
    return structs.replace(shown, outcome="corrected", written=write_again(plan))


def aside_notes(plan: Redoing) -> tuple[Problem, ...]:
    """A note (correct.set_aside) for each later order that was set aside when it was resolved.

    It isn't looked at again; one that a correction left out is.
    """
    return tuple(
        Problem(
            code="correct.set_aside",
            severity="note",
            player=player,
            message=f"{entry.step}: the order of {player} didn't stand when it was resolved, and isn't judged again.",
            hint=f'If it stands now: --set {quoted(f"{entry.step}:{player}")} "ORDER"',
        )
        for number, entry in enumerate(plan.before.journal.steps[plan.first :], plan.first + 1)
        for player in entry.set_aside
        if player not in entry.left_out
        if player not in (plan.mended[number].words if number in plan.mended else ())
    )
