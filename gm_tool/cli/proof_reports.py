"""What the commands of `proof_commands` print."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gm_tool.cli.calling import command
from gm_tool.cli.output import notice, paragraph, print_problems, print_table, say

if TYPE_CHECKING:
    from gm_tool.app.account import ExplainReport, PublicReport, RaceReport, TallyReport
    from gm_tool.app.former import Former
    from gm_tool.app.reveal import RevealReport
    from gm_tool.app.verify import VerifyReport
    from gm_tool.core.problems import Problem
    from gm_tool.engine.account import AccountLine, StepAccount, Told
    from gm_tool.engine.race import Move, PublicChange

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


def print_explained(report: "ExplainReport | PublicReport | RaceReport") -> None:
    """A player's account, what everybody may know of it, or the race; an empty line between steps."""
    from gm_tool.app.account import ExplainReport, PublicReport

    match report:
        case ExplainReport():
            _print_account(report)
        case PublicReport():
            _print_public(report)
        case _:
            for number, (name, source, moves) in enumerate(report.steps):
                _say_between(number)
                _race(name, source, moves, report.public)


def _say_between(number: int) -> None:
    if number:
        say()


def _print_account(report: "ExplainReport") -> None:
    if report.race:
        notice(f"{report.player} is a player: this is that player's account, not the race.")
    # Turn by turn, most steps are none of a player's business.
    steps = [step for step in report.steps if step.order is not None or step.lines or step.told]
    for number, step in enumerate(steps or report.steps):
        _say_between(number)
        _step(step)
    older = [one for one in report.former if one.account.order is not None or one.account.lines or one.account.told]
    for number, former in enumerate(older or report.former):
        _say_between(number + len(report.steps))
        _former(former)
    if report.account.problems:
        say()
        print_problems(report.account.problems)
    elif report.steps and len(report.steps) == len(report.account.steps):
        say()
        paragraph(f"All changes since the start sum up to what {report.player} has.")


def _former(former: "Former") -> None:
    """A step as it was before it was taken back, in short."""
    what = {"correct": "correction", "reopen": "reopening", "ruling": "change of a ruling"}[former.kind]
    why = f", {former.reason}" if former.reason else ""
    said = former.account.said or "nothing was asked"
    paragraph(f"{former.step} before the {what} of {former.date} (entry {former.entry}{why}): {said}")
    changes = ", ".join(f"{line.what} {line.amount:+d}" for line in former.account.lines)
    paragraph(f"It changed: {changes or 'nothing'}.", "  ", "  ")


def _step(step: "StepAccount") -> None:
    from gm_tool.app.account import source_text

    said = step.said or ("" if step.lines or step.told else "nothing was asked, and nothing changed")
    paragraph(f"{step.step}: {said}" if said else step.step)
    if step.cells:
        _cells(source_text(step.source), step.cells, "  ")
    if step.lines:
        rows = [(line.what, f"{line.amount:+d}", line.balance, line.sentence, line.rule) for line in step.lines]
        print_table(("What", "Change", "Then", "Why", "Rule"), rows)
    for one in step.told:
        paragraph(f"{one.sentence} ({one.rule})" if one.rule else one.sentence, "  ", "    ")
    _behind((*step.told, *step.lines))


def _cells(source: str, cells: Mapping[str, str], indent: str) -> None:
    told = ", ".join(f"{address} {text!r}" for address, text in cells.items())
    paragraph(f"from {source}: {told}" if source else f"from {told}", indent, f"{indent}  ")


def _behind(lines: "Sequence[Told | AccountLine | PublicChange | Move]", indent: str = "  ") -> None:
    """The rulings in force that bear on these, and the draws behind them, each once."""
    rulings = {key: setting for line in lines for key, setting in line.rulings.items()}
    if rulings:
        told = ", ".join(f"{key}: {setting}" for key, setting in rulings.items())
        paragraph(f"Rulings in force: {told}", indent, f"{indent}  ")
    draws = dict.fromkeys(label for line in lines for label in getattr(line, "draws", ()))
    if draws:
        paragraph(f"{'Draw' if len(draws) == 1 else 'Draws'}: {', '.join(draws)}", indent, f"{indent}  ")


def _print_public(report: "PublicReport") -> None:
    """The steps in which something of the player's is public."""
    told = [step for step in report.steps if step.changes or step.told]
    for number, step in enumerate(told):
        _say_between(number)
        say(f"{step.step}: {report.player}")
        public: list[Told | PublicChange] = [*step.told, *step.changes]
        for one in public:
            paragraph(f"{one.sentence} ({one.rule})", "  ", "    ")
        _behind(public)
    if not told:
        names = list(dict.fromkeys((report.steps[0].step, report.steps[-1].step)))
        paragraph(f"{' to '.join(names)}: nothing of what {report.player} did or got is public.")


def _race(step: str, source: str, moves: "Sequence[Move]", public: bool) -> None:
    """Each move in order, with its reasons."""
    if not moves:
        say(f"{step}: no moves that are public." if public else f"{step}: nothing moved.")
        return
    say(f"{step}: {len(moves)} in order" if public or not source else f"{step}: orders from {source}")
    for number, move in enumerate(moves, 1):
        mark = f"{number:3}. "
        paragraph(f"{move.sentence} ({move.rule})", mark, " " * len(mark))
        for reason in move.reasons:
            draws = f" (draw: {', '.join(reason.draws)})" if reason.draws else ""
            order = f": {reason.said}" if reason.said else ""
            where = f" ({', '.join(reason.cells)})" if reason.cells else ""
            paragraph(f"{reason.sentence}{order}{where}{draws}", "     - ", "       ")
    _behind(moves)


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
    for used in report.rules:
        if used.version != report.version:
            lines = f"line {used.first}" if used.first == used.last else f"lines {used.first} to {used.last}"
            paragraph(
                f"Of the journal, {lines} were made by version {used.version} of the rules; it was played again by"
                f" version {report.version}."
            )
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
    paragraph(
        "reveal.html and orders.txt tell who did what. To keep that to yourself, hand out check_draws.py alone: it "
        "tells for whom something was drawn, and no order."
    )
