"""What the commands of `proof_commands` print."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gm_tool.cli.calling import command
from gm_tool.cli.output import paragraph, print_problems, print_table, say

if TYPE_CHECKING:
    from gm_tool.app.account import ExplainReport, TallyReport
    from gm_tool.app.reveal import RevealReport
    from gm_tool.app.verify import VerifyReport
    from gm_tool.core.problems import Problem
    from gm_tool.engine.account import StepAccount

STEPS_ABREAST = 5
"""As many columns of a tally fit 80 columns beside long names."""


def print_tally(report: "TallyReport") -> None:
    """The score of all players."""
    paragraph(f"{report.title}: {report.score} (for the GM)")
    header, rows = report.listing.header, report.listing.rows
    for first in range(1, len(header), STEPS_ABREAST):
        say()
        columns = slice(first, first + STEPS_ABREAST)
        print_table((header[0], *header[columns]), [(row[0], *row[columns]) for row in rows])


def print_explain(report: "ExplainReport") -> None:
    """A player's account, step by step."""
    for step in report.steps:
        _step(step)
    if report.account.problems:
        print_problems(report.account.problems)
    elif len(report.steps) == len(report.account.steps):
        paragraph(f"All changes since the start sum up to what {report.player} has.")


def _step(step: "StepAccount") -> None:
    paragraph(f"{step.step}: {step.said}")
    if step.cells:
        cells = ", ".join(f"{address} {text!r}" for address, text in step.cells.items())
        paragraph(f"from {cells}", "  ", "  ")
    if step.lines:
        rows = [(line.what, f"{line.amount:+d}", line.balance, line.sentence, line.rule) for line in step.lines]
        print_table(("What", "Change", "Then", "Why", "Rule"), rows)
    for sentence in step.told:
        paragraph(sentence, "  ", "  ")
    say()


def _alike(problems: "Sequence[Problem]") -> "list[list[Problem]]":
    """Problems of whole files by their kind, each other problem for itself."""
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        groups.setdefault(problem.code if problem.code.startswith("file.") else number, []).append(problem)
    return list(groups.values())


def print_verify(report: "VerifyReport") -> None:
    """What was compared and what differs."""
    for alike in _alike(report.problems):
        print_problems(alike[:1])
        if len(alike) > 1:
            names = ", ".join(problem.place.file for problem in alike[1:])
            paragraph(f"The same of {names}.", "    ", "    ")
        say()
    if report.verified:
        paragraph(
            f"{report.title}: verified. Journal entries that hold together: {report.entries}; steps that came out"
            f" the same when played again: {report.steps}; files compared: {report.files}."
        )
    else:
        paragraph(f"{report.title}: NOT verified.")


def print_reveal(report: "RevealReport") -> None:
    """Which files are to be handed out, and how."""
    for name in report.files:
        say(f"{'Written:' if name in report.written else 'There already:'} {name}")
    say()
    paragraph(f"{report.title}: draws to check: {report.draws}. Fingerprint of the seed: {report.commitment}")
    say(f"Paste the post:            {command('show public reveal')}")
    paragraph(
        "Hand out reveal.html with it: it checks every draw by itself, in any browser. check_draws.py does so, too."
    )
