"""The arguments that several commands take.

Like `commands` this module does without `from __future__ import annotations`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from gm_tool.cli import calling, output

if TYPE_CHECKING:
    from gm_tool.app.source import Request


class Command(TyperCommand):
    """A command whose texts are texts: they go into files and posts. The path of a file may be any bytes."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line. Ends the program with exit code 2 for a text that isn't UTF-8."""
        left = super().parse_args(ctx, args)
        for parameter in self.params:
            given = ctx.params.get(parameter.name) if parameter.type.name != "path" else None
            for text in given if isinstance(given, (list, tuple)) else [given]:
                if isinstance(text, str) and not output.encodable(text):
                    message = "it isn't text in UTF-8. Type it anew, in a terminal that is set to UTF-8."
                    raise typer.BadParameter(message, ctx, parameter)
        return left


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")]
Step = Annotated[
    str | None, typer.Argument(metavar="ROUND", help="round-5, 5, R5 or next; nothing means the next one.")
]
Resolved = Annotated[str | None, typer.Argument(metavar="ROUND", help="round-5, 5 or R5; nothing means the latest.")]
Posted = Annotated[
    str | None, typer.Argument(metavar="ROUND", help="round-5, pregame or final; nothing means the latest.")
]
From = Annotated[Path | None, typer.Option("--from", metavar="FILE", help="Read the orders from this file.")]
Tab = Annotated[str | None, typer.Option("--tab", metavar="NAME", help="Read the orders from this tab.")]
Late = Annotated[
    list[str] | None, typer.Option("--accept-late", metavar="NAME", help="Let this player's late orders count.")
]
Dialect = Annotated[
    str | None,
    typer.Option(
        "--dialect",
        metavar="NAME",
        help="The forum's markup: phpbb, xenforo, vbulletin, smf, mybb, bgg, discourse, reddit, discord, html or text.",
    ),
]


def request_of(
    file: Path | None = None, tab: str | None = None, late: list[str] | None = None, step: str | None = None
) -> "Request":
    """How the orders of a step are to be read. A wait for Google is told on standard error."""
    from gm_tool.app.source import Request, patient

    calling.remember_reading(step, file, tab, late or ())
    return Request(file, tab or "", tuple(late or ()), patient(output.notice))
