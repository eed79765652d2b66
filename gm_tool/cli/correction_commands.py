"""The commands that set right what is resolved: `gm correct`, `reopen`, `adjust`, `ruling`, and `history`.

Like `commands` this module does without `from __future__ import annotations`.
"""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Command, From, Json, Late, Tab, request_of
from gm_tool.cli.calling import named_folder

if TYPE_CHECKING:
    from gm_tool.app.decisions import Dated, Decisions

_JOINT = "\x1f"
"""What stands between a name and an order once they are joined; no shell lets it through by accident."""


class SettingCommand(Command):
    """A command whose option --set takes two words, a name and an order, and may be repeated."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line, each name joined with its order."""
        joined, rest = [], list(args)
        while rest:
            joined.append(rest.pop(0))
            if joined[-1].startswith("--set=") and rest and not rest[0].startswith("--"):
                joined[-1] += f"{_JOINT}{rest.pop(0)}"
            if joined[-1] == "--set" and len(rest) > 1 and not rest[1].startswith("--"):
                joined.append(f"{rest.pop(0)}{_JOINT}{rest.pop(0)}")
        return super().parse_args(ctx, joined)


Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME ORDER", help='Ann "sell 1 blue", or round-6:Ann "..."; once for each order.'),
]
AsMissing = Annotated[
    list[str] | None,
    typer.Option(
        "--as-missing", metavar="NAME", help="Ann or round-6:Ann: if the order no longer stands, it counts as not sent."
    ),
]
InvalidAsMissing = Annotated[bool, typer.Option("--invalid-as-missing", help="So count all orders that don't stand.")]
Without = Annotated[
    list[int] | None, typer.Option("--without", metavar="ENTRY", help="Don't make this adjustment again.")
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; it goes into the journal.")]
Date = Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="The date of the entry; else today.")]
Yes = Annotated[bool, typer.Option("--yes", help="Write without asking.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and write nothing.")]


def _dated(reason: str, date: str) -> "Dated":
    """Why and when. Ends the program with exit code 2 for what is no date."""
    import datetime as dt

    from gm_tool.app.decisions import Dated

    try:
        day = dt.date.fromisoformat(date) if date else dt.date.today()
    except ValueError:
        raise typer.BadParameter(f"{date!r} is no date: write it as 2026-03-14", param_hint="--date") from None
    return Dated(reason.strip(), day.isoformat())


def _decisions(
    sets: list[str] | None,
    as_missing: list[str] | None,
    invalid_as_missing: bool,
    without: list[int] | None,
) -> "Decisions":
    from gm_tool.app.decisions import Decisions

    return Decisions(tuple(map(_pair, sets or ())), tuple(as_missing or ()), invalid_as_missing, tuple(without or ()))


def _pair(text: str) -> tuple[str, str]:
    """A name and an order. Ends the program with exit code 2 where one of them is missing."""
    name, sign, order = text.partition(_JOINT)
    if not sign:
        raise typer.BadParameter('it takes a name and an order: --set Ann "sell 1 blue"', param_hint="--set")
    return name, order


def correct(
    step: Annotated[str, typer.Argument(metavar="ROUND", help="round-5, 5 or R5.")],
    sets: Set = None,
    as_missing: AsMissing = None,
    invalid_as_missing: InvalidAsMissing = False,
    without: Without = None,
    file: From = None,
    tab: Tab = None,
    accept_late: Late = None,
    reason: Reason = "",
    date: Date = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Play resolved rounds again, with orders set right."""
    from gm_tool.app.correct import correct as use_case
    from gm_tool.cli.correction_reports import asking, print_correct, print_plan

    dated, decisions = _dated(reason, date), _decisions(sets, as_missing, invalid_as_missing, without)
    request = request_of(file, tab, accept_late, step)
    agree = asking(print_plan, yes, json)
    report = output.run(lambda: use_case(named_folder(), step, decisions, dated, agree, request, dry_run), json)
    output.print_json(report.as_json()) if json else print_correct(report, yes)
    raise typer.Exit(output.DONE if report.done else output.PROBLEMS)


def reopen(
    step: Annotated[str, typer.Argument(metavar="ROUND", help="round-5, 5 or R5: this one and all after it.")],
    reason: Reason = "",
    date: Date = "",
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Take the last rounds back, to resolve them anew."""
    from gm_tool.app.reopen import reopen as use_case
    from gm_tool.cli.correction_reports import asking, print_reopen, print_taking_back

    dated, agree = _dated(reason, date), asking(print_taking_back, yes, json)
    report = output.run(lambda: use_case(named_folder(), step, dated, agree), json)
    output.print_json(report.as_json()) if json else print_reopen(report, yes)


def adjust(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player.")],
    what: Annotated[str, typer.Argument(metavar="WHAT", help='coins, garnets, "stock Red": as in `gm explain`.')],
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="+2 or -2.")],
    reason: Reason = "",
    date: Date = "",
    json: Json = False,
) -> None:
    """Give a player something, or take it, for a reason."""
    from gm_tool.app.adjust import adjust as use_case
    from gm_tool.cli.correction_reports import print_adjust

    dated = _dated(reason, date)
    report = output.run(lambda: use_case(named_folder(), name, what, amount, dated), json)
    output.print_json(report.as_json()) if json else print_adjust(report)


def ruling(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Which ruling: `gm rules` lists them.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="What it is to be.")],
    from_step: Annotated[
        str | None, typer.Option("--from", metavar="ROUND", help="From this round on; else from the next one.")
    ] = None,
    sets: Set = None,
    as_missing: AsMissing = None,
    invalid_as_missing: InvalidAsMissing = False,
    without: Without = None,
    reason: Reason = "",
    date: Date = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Change a ruling in the middle of a game."""
    from gm_tool.app.ruling import change_ruling
    from gm_tool.cli.correction_reports import asking, print_plan, print_ruling

    dated, decisions = _dated(reason, date), _decisions(sets, as_missing, invalid_as_missing, without)
    agree = asking(print_plan, yes, json)
    report = output.run(
        lambda: change_ruling(named_folder(), key, value, from_step, decisions, dated, agree, dry_run), json
    )
    output.print_json(report.as_json()) if json else print_ruling(report, yes)
    raise typer.Exit(output.DONE if report.done else output.PROBLEMS)


def history(json: Json = False) -> None:
    """All entries of the journal, those taken back, too."""
    from gm_tool.app.history import history as use_case
    from gm_tool.cli.correction_reports import print_history

    report = output.run(lambda: use_case(named_folder()), json)
    output.print_json(report.as_json()) if json else print_history(report)
