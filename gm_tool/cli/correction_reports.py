"""What the commands of `correction_commands` print, and how they ask before they write."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import typer

from gm_tool.cli.calling import command
from gm_tool.cli.output import paragraph, print_problems, print_table, print_written, say, to_paste
from gm_tool.core.names import any_of

if TYPE_CHECKING:
    from gm_tool.app.adjust import AdjustReport
    from gm_tool.app.folder import GameFolder
    from gm_tool.app.history import HistoryReport
    from gm_tool.app.redo import Redoing
    from gm_tool.app.redo_report import RedoReport
    from gm_tool.app.reopen import ReopenReport
    from gm_tool.app.ruling import RulingReport

R = TypeVar("R")


def asking(show: Callable[[R], None], yes: bool, as_json: bool) -> Callable[[R], bool]:
    """How the GM is asked: what would change is shown, then a key is waited for; with --yes nothing is asked.

    Where nobody sits at a terminal to answer, the question raises WrongUse.
    """

    def agree(report: R) -> bool:
        from gm_tool.core.problems import WrongUse

        if yes:
            return True
        if as_json or not at_terminal():
            if not as_json:
                show(report)
            raise WrongUse(
                "Nothing was written: this is asked before, and nobody is at the terminal to answer.",
                "To write it, add --yes to the command.",
            )
        show(report)
        say()
        return typer.confirm("Write this?", default=False)

    return agree


def at_terminal() -> bool:
    """Whether somebody sits there to answer."""
    return sys.stdin.isatty()


def print_plan(report: "RedoReport") -> None:
    """What would change, for whom."""
    plan = report.plan
    if plan is None:
        return
    paragraph(f"{report.title}: played again from {report.step} on.")
    say()
    if plan.orders:
        rows = [(change.step, change.player, change.was, change.now, change.why) for change in plan.orders]
        print_table(("Step", "Player", "Order was", "Order is", "Why"), rows)
        say()
    if plan.after is not None:
        _in_the_end(plan, plan.after)
        count = len(plan.before.journal.steps[plan.first - 1 :])
        word = plan.before.word if count == 1 else f"{plan.before.word}s"
        end = ", and the final post" if plan.before.over and plan.after.over else ""
        paragraph(f"Published already, to be made anew: {count} {word} ({report.touched}){end}.")
        if report.problems:
            say()
    print_problems(report.problems)


def _in_the_end(plan: "Redoing", after: "GameFolder") -> None:
    """How the game stands, once a plan is carried out."""
    if not plan.orders:
        say("All orders stay as they are.")
        say()
    if plan.numbers:
        held = [(change.player, change.what, change.was, change.now) for change in plan.numbers]
        say("In the end the players have:")
        print_table(("Player", "What", "Was", "Is"), held)
    else:
        say("In the end everybody has what it had before.")
    say()
    if plan.redone.fallen:
        paragraph(f"The game ends before: there is no {', '.join(plan.redone.fallen)} any more.")
    if plan.before.over and not after.over:
        paragraph(f"The game isn't over any more: after {after.journal.steps[-1].step} it goes on.")


def print_correct(report: "RedoReport", shown_before: bool) -> None:
    """What `gm correct` did. `shown_before`: nothing was asked, so that what changes wasn't shown yet."""
    match report.outcome:
        case "unchanged":
            print_problems(report.problems)
            paragraph(f"{report.step} was resolved with just these orders: there is nothing to correct.")
            _written(report.written, "Made again")
        case "refused":
            print_plan(report) if report.plan else print_problems(report.problems)
            say()
            say("Nothing was written.")
        case "shown":
            print_plan(report)
            say()
            say("Nothing was written (--dry-run).")
        case "declined":
            say("Nothing was written.")
        case "corrected":
            if shown_before:
                print_plan(report)
                say()
            paragraph(f"{report.title}: corrected from {report.step} on.")
            _written(report.written, "Written")
            _next(report)


def _next(report: "RedoReport") -> None:
    name = report.erratum.rsplit("/", 1)[-1]
    say()
    say(f"All of it, to copy:        {command(f'open {name}')}")
    say(f"Paste the notice:          {command(f'show public {name}')}")
    say(f"Tell those it touches:     {report.erratum}/private")
    say(f"The full account, for you: {command(f'show gm {name}')}")


def _written(files: tuple[str, ...], title: str) -> None:
    if files:
        print_written(files, f"{title}: ", "")


def print_taking_back(report: "ReopenReport") -> None:
    """What would be taken back."""
    paragraph(f"{report.title}: {report.touched} would be taken back. Their posts are removed, their sheets stay.")
    print_problems(report.problems)


def print_reopen(report: "ReopenReport", shown_before: bool) -> None:
    """What was taken back, and what is due now."""
    if not report.done:
        say("Nothing was written.")
        return
    paragraph(f"{report.title}: taken back: {report.touched}. The sheets are as they were.")
    if shown_before:
        print_problems(report.problems)
    _written(report.written, "Written")
    say()
    paragraph("No erratum tells of it. If its posts are out already, paste this, and afterwards the new ones:")
    to_paste(report.notice)
    say()
    say(f"Next: {command(f'resolve {report.step}')}")


def print_adjust(report: "AdjustReport") -> None:
    """What a player has now."""
    paragraph(f"{report.title}: {report.player} has {report.now} {report.what} now, {report.was} before.")
    if report.problems:
        print_problems(report.problems)
    told = "the last update is made anew" if report.over else "the next update tells it"
    paragraph(f"To {report.player}, in private: {told}.")
    if report.anew:
        paragraph(f"To all, in place of what was posted: {any_of(report.anew, 'and')}.")
    _written(report.written, "Written")


def print_ruling(report: "RulingReport", shown_before: bool) -> None:
    """What is in force now, with a text to paste."""
    if report.was == report.setting:
        paragraph(f"{report.key} is {report.setting} from {report.step} on already: there is nothing to change.")
        return
    if report.redo is not None:
        print_correct(report.redo, shown_before)
        return
    if report.problems:
        print_problems(report.problems)
    if not report.changed:
        paragraph(f"{report.key} would be {report.setting} from {report.step} on; it was {report.was}.")
        say("Nothing was written (--dry-run).")
        return
    paragraph(f"{report.title}: {report.key} is {report.setting} from {report.step} on; it was {report.was}.")
    _written(report.written, "Written")
    say()
    say("To paste:")
    to_paste(report.notice)


def print_history(report: "HistoryReport") -> None:
    """All entries, a row each."""
    paragraph(report.title)
    say()
    rows = [
        (
            line.entry,
            line.kind,
            line.step or "-",
            line.date or "-",
            f"taken back by {line.taken_back_by}" if line.taken_back_by else "yes",
            f"{line.what}{f' ({line.reason})' if line.reason else ''}",
        )
        for line in report.lines
    ]
    print_table(("No.", "Kind", "Step", "Date", "In force", "What"), rows)
