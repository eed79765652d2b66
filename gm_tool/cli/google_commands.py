"""`gm google`, a group of commands of its own.

Like `commands` it does without `from __future__ import annotations`.
"""

from pathlib import Path
from typing import Annotated

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Json
from gm_tool.cli.calling import named_folder

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Google Sheets: what is set up.")


@app.command()
def doctor(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The spreadsheet; nothing means the one in game.yaml.")
    ] = "",
    json: Json = False,
) -> None:
    """See what stands between gm and a Google Sheet, and what to do about it."""
    from gm_tool.app.google import look
    from gm_tool.app.source import patient
    from gm_tool.cli.google_reports import print_doctor

    report = output.run(lambda: look(named_folder(), address, patient(output.notice)), json)
    output.print_json(report.as_json()) if json else print_doctor(report)
    raise typer.Exit(output.DONE if report.well else output.PROBLEMS)


@app.command()
def login(
    client: Annotated[
        Path | None,
        typer.Option("--client", metavar="FILE", help="The OAuth client's JSON; else credentials.json where keys are."),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address, to open it on another machine.")
    ] = False,
) -> None:
    """Sign in at Google as yourself, in a browser; the sign-in is kept."""
    from gm_tool.app.google import login as use_case
    from gm_tool.cli.google_reports import ask_for_address, print_login

    if not no_browser:
        output.notice("Your browser opens. Choose your account there, and allow what is asked.")
    print_login(output.run(lambda: use_case(client, ask_for_address if no_browser else None), False))
