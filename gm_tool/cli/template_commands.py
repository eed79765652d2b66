"""`gm templates`, a group of commands of its own.

Like `commands` it does without `from __future__ import annotations`.
"""

from typing import Annotated

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Json
from gm_tool.cli.calling import named_folder

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The wording of posts, to change it.")

Language = Annotated[
    str | None, typer.Option("--language", metavar="CODE", help="In this language, as de; else that of game.yaml.")
]


@app.command("list")
def list_templates(json: Json = False) -> None:
    """The files that posts are made of, and the languages there are."""
    from gm_tool.app.templates import list_templates as use_case
    from gm_tool.cli.template_reports import print_templates

    report = output.run(lambda: use_case(named_folder()), json)
    output.print_json(report.as_json()) if json else print_templates(report)


@app.command("copy")
def copy_templates(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="As public.txt; nothing means all.")] = None,
    language: Language = None,
    json: Json = False,
) -> None:
    """Copy the wording into the game folder. A file that is there isn't touched."""
    from gm_tool.app.templates import copy_templates as use_case
    from gm_tool.cli.template_reports import print_copied

    report = output.run(lambda: use_case(named_folder(), names or [], language or ""), json)
    output.print_json(report.as_json()) if json else print_copied(report)
