"""`gm odds`. Like `commands` this module does without `from __future__ import annotations`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Json
from gm_tool.cli.calling import named_folder

if TYPE_CHECKING:
    from gm_tool.app.odds import OddsReport

RACES = 10_000
"""So many that the error is at most half a per cent."""


def odds(
    step: Annotated[
        str | None, typer.Argument(metavar="TURN", help="After this one, as turn-12, or start; nothing means now.")
    ] = None,
    races: Annotated[int, typer.Option("--races", metavar="N", help="How many races are simulated.")] = RACES,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw them, too: a new file, .png or .svg.")
    ] = None,
    json: Json = False,
) -> None:
    """Each camel's chances, for commentary, in games that have them."""
    from gm_tool.app.odds import odds as use_case

    report = output.run(lambda: use_case(named_folder(), step, races, picture), json)
    output.print_json(report.as_json()) if json else print_odds(report)


def print_odds(report: "OddsReport") -> None:
    """The chances as a table, and how exact they are."""
    output.paragraph(f"{report.title}: the odds {'after ' + report.step if report.step else 'at the start'}")
    output.say()
    names = list(report.forecasts[0].shares)
    rows = [
        (name, *(_figures(each.shares[name], each.errors.get(name)) for each in report.forecasts)) for name in names
    ]
    output.print_table(("", *(each.title for each in report.forecasts)), rows)
    output.say()
    estimated = [each.title for each in report.forecasts if each.errors]
    if estimated:
        output.paragraph(
            f"{' and '.join(estimated)}: from {report.trials:,} simulated {'race' if report.trials == 1 else 'races'}, "
            "with their standard error. The others are exact."
        )
    if report.picture:
        output.paragraph(f"Drawn: {report.picture}")


def _figures(share: float, error: float | None) -> str:
    told = f"{100 * share:5.1f} %"
    return told if error is None else f"{told} ± {100 * error:.1f}"
