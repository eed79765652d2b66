"""`gm reopen`: the last steps taken back, to be resolved anew. Their sheets stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.asked_steps import posted_number
from gm_tool.app.decisions import Dated
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.outputs import grown
from gm_tool.app.redo import seed_is_out, touched, write_journal_and_files
from gm_tool.core.game import Json
from gm_tool.core.problems import Problem, WrongUse
from gm_tool.core.shell import quoted
from gm_tool.engine.entries import ReopenEntry
from gm_tool.engine.journal import versions


class ReopenReport(Struct, frozen=True):
    """The steps taken back, or that would be: `done` says whether they are. `touched` names them in words.

    `resumed`: the game was over, and goes on.
    """

    title: str
    step: str
    steps: tuple[str, ...]
    touched: str
    resumed: bool = False
    problems: tuple[Problem, ...] = ()
    done: bool = False
    written: tuple[str, ...] = ()

    @property
    def notice(self) -> str:
        """What may be posted of it: no erratum is written of posts that are out, for nothing is resolved anew yet."""
        final = " The game isn't over any more: the final post doesn't count, either." if self.resumed else ""
        return (
            f"Taken back: {self.touched}. What was posted of it doesn't count any more; new posts will follow.{final}"
        )

    def as_json(self) -> dict[str, Json]:
        """The object of `gm reopen --json`."""
        return {
            "step": self.step,
            "steps": list(self.steps),
            "done": self.done,
            "notice": self.notice if self.done else "",
            "written": list(self.written),
            "problems": [problem.as_json() for problem in self.problems],
        }


def reopen(where: Path | None, step: str, dated: Dated, agree: Callable[[ReopenReport], bool]) -> ReopenReport:
    """Take back a resolved step and all after it, if `agree` says yes. Raises BadInput, WrongUse, WorldFailed."""
    folder = open_folder(where)
    if not folder.played:
        raise WrongUse("Nothing is resolved yet: there is nothing to take back.", "`gm status` tells what is due.")
    number = folder.told_by(posted_number(folder, step))[0]  # steps that share a post are taken back together
    steps = tuple(entry.step for entry in folder.journal.steps[number - 1 :])
    under = folder.under(number)
    entry = ReopenEntry(
        **versions(under.game, under.settings), from_step=steps[0], reason=dated.reason, date=dated.date
    )
    after = grown(folder, [entry])
    problems = (*_set_by_hand(folder, number), *_adjusted(folder, number), *seed_is_out(after))
    report = ReopenReport(folder.title, steps[0], steps, touched(folder, number), folder.over, problems)
    if not agree(report):
        return report
    written = write_journal_and_files(folder, after, number)
    return structs.replace(report, done=True, written=written)


def _set_by_hand(folder: GameFolder, number: int) -> list[Problem]:
    """A warning (correct.taken_back) for each order set in a correction that goes with the steps from `number` on.

    The step is resolved anew from its sheet alone, which says what it said before the correction.
    """
    return [
        Problem(
            code="correct.taken_back",
            severity="warning",
            player=player,
            message=f"What you have set for {player} in {step.step} goes with it: {words}. Once {step.step} is "
            "resolved anew, what the sheet says counts again.",
            hint=f"Write it into the sheet first. Or set it again afterwards: `gm correct {step.step} --set "
            f"{quoted(player)} {quoted(words)}`",
        )
        for step in folder.journal.steps[number - 1 :]
        for player, words in step.by_hand.items()
    ]


def _adjusted(folder: GameFolder, number: int) -> list[Problem]:
    """A warning (adjust.taken_back) for each adjustment that goes with the steps from that number on."""
    return [
        Problem(
            code="adjust.taken_back",
            severity="warning",
            player=entry.player,
            message=f"What was adjusted after {step.step} goes with it: {entry.what} {entry.amount:+d}"
            f"{f' ({entry.reason})' if entry.reason else ''}.",
            hint=f"To have it all the same, type it again afterwards: `gm adjust {quoted(entry.player)} "
            f"{quoted(entry.what)} {entry.amount:+d} --reason {quoted(entry.reason)}`",
        )
        for step, entries in zip(
            folder.journal.line.steps[number - 1 :], folder.journal.line.adjusts[number:], strict=True
        )
        for entry in entries
    ]
