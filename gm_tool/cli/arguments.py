"""The arguments that several commands take.

Like `commands` this module does without `from __future__ import annotations`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_tool.cli import calling, output

if TYPE_CHECKING:
    from gm_tool.app.source import Request

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
