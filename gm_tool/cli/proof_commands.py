"""The commands with which a game is explained and proved: `gm tally`, `gm explain`, `gm verify`, `gm reveal`.

Like `commands` this module does without `from __future__ import annotations`.
"""

from typing import Annotated

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Json
from gm_tool.cli.calling import named_folder


def tally(json: Json = False) -> None:
    """The coins of all players, round by round. For the GM."""
    from gm_tool.app.account import tally as use_case
    from gm_tool.cli.proof_reports import print_tally

    report = output.run(lambda: use_case(named_folder()), json)
    output.print_json(report.as_json()) if json else print_tally(report)


def explain(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player; or race: how the pieces moved, and why.")],
    step: Annotated[str | None, typer.Argument(metavar="ROUND", help="round-5; nothing means all rounds.")] = None,
    public: Annotated[bool, typer.Option("--public", help="Only what everybody may know, to be posted.")] = False,
    json: Json = False,
) -> None:
    """Where a player's coins, stocks and garnets come from."""
    from gm_tool.app.account import ExplainReport
    from gm_tool.app.account import explain as use_case
    from gm_tool.cli.proof_reports import print_explained

    report = output.run(lambda: use_case(named_folder(), name, step, public), json)
    output.print_json(report.as_json()) if json else print_explained(report)
    broken = isinstance(report, ExplainReport) and report.account.problems
    raise typer.Exit(output.PROBLEMS if broken else output.DONE)


def verify(json: Json = False) -> None:
    """Play the game again from its journal and compare everything."""
    from gm_tool.app.verify import verify as use_case
    from gm_tool.cli.proof_reports import print_verify

    report = output.run(lambda: use_case(named_folder()), json)
    output.print_json(report.as_json()) if json else print_verify(report)
    raise typer.Exit(output.DONE if report.verified else output.PROBLEMS)


def reveal(json: Json = False) -> None:
    """Publish the seed after the end, to check the draws with."""
    from gm_tool.app.reveal import reveal as use_case
    from gm_tool.cli.proof_reports import print_reveal

    report = output.run(lambda: use_case(named_folder()), json)
    output.print_json(report.as_json()) if json else print_reveal(report)
