"""What the reports of games that go turn by turn look like in a terminal of 80 columns."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gm_tool.cli.calling import command, named_step, quoted
from gm_tool.cli.output import paragraph, print_problems, print_table, print_written, say
from gm_tool.cli.reports import print_counts, print_next, print_not_used

if TYPE_CHECKING:
    from gm_tool.app.check import CheckReport
    from gm_tool.app.resolve_report import ResolveReport, TurnsTold
    from gm_tool.engine.turn import Checked


def print_turns_checked(report: "CheckReport", turns: "TurnsTold") -> None:
    """The turns that could be taken, the rows, the problems, and what comes after them."""
    where = ", tab ".join(part for part in (report.source.file, report.source.tab) if part)
    paragraph(f"{report.title}: {where}")
    say()
    if report.resolved:
        say(f"{report.checked.step.name} is resolved already; these are the rows as they are now.")
    _turns(turns)
    _rows(report.checked)
    _problems(report.checked)
    say()
    if report.kept:
        say(f"Kept as {report.kept}.")
    _due(turns)
    if turns.turns:
        say(f"Next: {_resolve()}")


def print_turns_resolved(report: "ResolveReport", turns: "TurnsTold", missing: Sequence[str]) -> None:
    """What `gm resolve` did with the turns, and what to do next; `missing` were to miss one."""
    _turns(turns)
    for sentence in report.by_rule:
        paragraph(sentence, "  ", "  ")
    if report.set_aside:
        paragraph(f"Treated as not sent: {', '.join(report.set_aside)}.")
    if report.by_rule or report.set_aside:
        say()
    _rows(report.checked)
    if report.problems:
        say()
        print_problems(report.problems)
    say()
    match report.outcome:
        case "resolved":
            step = report.checked.step.name
            first = turns.turns[0].step
            done = f"{step} is resolved" if first == step else f"{first} to {step} are resolved, with one post"
            paragraph(f"{report.title}: {done}.")
            if not report.finished:
                _due(turns)
            print_written(report.written, "Written: ", "")
            print_next(report, step)
        case "nothing":
            _due(turns)
            print_written(report.written, "Made again: ", "Nothing to resolve, nothing was changed.")
        case _:
            say(f"{turns.due} was not resolved, nothing was written.")
            say("Mend the sheet and run the command again.")
            if report.checked.refused and report.outcome == "refused" and turns.may_miss:
                say(f"Or let {turns.player} miss the turn:")
                say(f"  {_resolve(*missing, turns.player)}")


def _resolve(*missing: str) -> str:
    """The command that resolves what was read here, up to the same turn, while these players miss one."""
    options = [f"--missing {quoted(name)}" for name in missing]
    return command(" ".join(["resolve", *filter(None, [named_step()]), *options]))


def _turns(turns: "TurnsTold") -> None:
    words = {"used": "", "missing": "(misses the turn)", "refused": "(counted as not sent)"}
    rows = [(turn.step, turn.player, turn.said or words[turn.fate], turn.row) for turn in turns.turns]
    if rows:
        print_table(("Turn", "Player", "Read as", "Row"), rows)
        say()


def _rows(checked: "Checked") -> None:
    """The account of rows; rows of resolved turns are counted, not named one by one."""
    from msgspec import structs

    print_counts(checked)
    of_past = re.compile(rf"of {checked.step.word}-\d+")
    others = tuple(account for account in checked.accounts if not of_past.fullmatch(account.reason))
    past = len(checked.accounts) - len(others)
    if past:
        paragraph(f"ignored: {past} {'row' if past == 1 else 'rows'} of resolved {checked.step.word}s", "  ", "    ")
    print_not_used(structs.replace(checked, accounts=others), False)


def _problems(checked: "Checked") -> None:
    if checked.problems:
        say()
        print_problems(checked.problems)


def _due(turns: "TurnsTold") -> None:
    """Whose turn comes then, and which rows wait for later ones."""
    if turns.due:
        sent = "nothing was sent for it yet" if turns.waits else "see what is said of its row"
        paragraph(f"{turns.due} is {turns.player}'s: {sent}.")
    if turns.ahead:
        counted = ", ".join(f"{player} {count}" for player, count in turns.ahead.items())
        paragraph(f"Rows for later turns: {counted}")
