"""The commands about posts: show, copy, open, export, posts.

Like `commands` this module does without `from __future__ import annotations`.
"""

from pathlib import Path
from typing import Annotated

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Dialect, Json, Posted
from gm_tool.cli.calling import named_folder

What = Annotated[str, typer.Argument(metavar="WHAT", help="public, gm, orders, or a player's name.")]
Opened = Annotated[
    str | None, typer.Argument(metavar="ROUND", help="round-5, 5, R5 or erratum-1; nothing means the latest round.")
]
Part = Annotated[int | None, typer.Option("--part", metavar="N", help="Which part of a post that is too long for one.")]
Player = Annotated[bool, typer.Option("--player", help="WHAT is a player's name, even if it is `public`.")]


def show(
    what: What,
    step: Posted = None,
    part: Part = None,
    dialect: Dialect = None,
    player: Player = False,
    json: Json = False,
) -> None:
    """Print a post as raw text, to copy or to pipe."""
    from gm_tool.app.show import show as use_case
    from gm_tool.cli.post_reports import print_shown

    report = output.run(lambda: use_case(named_folder(), what, step, dialect, player, part), json)
    output.print_json(report.as_json()) if json else print_shown(report)


def copy(
    what: What,
    step: Posted = None,
    part: Part = None,
    dialect: Dialect = None,
    player: Player = False,
) -> None:
    """Put a post's raw text on the clipboard."""
    from gm_tool.app.copy import copy as use_case
    from gm_tool.cli.post_reports import print_copy

    print_copy(output.run(lambda: use_case(named_folder(), what, step, part, dialect, player), False))


def open_(
    step: Opened = None,
    only_print: Annotated[bool, typer.Option("--print", help="Print where the page is, and open nothing.")] = False,
    json: Json = False,
) -> None:
    """Open the page of a round: posts to copy, pictures, notes.

    An erratum has one, too: `gm open erratum-1`.
    """
    from gm_tool.app.open_page import open_page as use_case
    from gm_tool.cli.post_reports import print_open

    report = output.run(lambda: use_case(named_folder(), step, not only_print), json)
    output.print_json(report.as_json()) if json else print_open(report, only_print)


def export(
    what: Annotated[str, typer.Argument(metavar="public", help="What everybody may have.")],
    target: Annotated[
        Path | None, typer.Argument(metavar="DIR|FILE.zip", help="A new folder or zip file; else NAME-public.zip here.")
    ] = None,
    json: Json = False,
) -> None:
    """Put all public posts and pictures into a folder or zip."""
    from gm_tool.app.export import export as use_case
    from gm_tool.cli.post_reports import print_export

    report = output.run(lambda: use_case(named_folder(), what, target), json)
    output.print_json(report.as_json()) if json else print_export(report)


def posts(
    step: Annotated[str | None, typer.Argument(metavar="ROUND", help="round-5, 5 or R5; nothing means all.")] = None,
    dialect: Dialect = None,
    json: Json = False,
) -> None:
    """Write the posts anew, maybe in another dialect."""
    from gm_tool.app.posts import write_posts as use_case
    from gm_tool.cli.post_reports import print_posts

    report = output.run(lambda: use_case(named_folder(), step, dialect), json)
    output.print_json(report.as_json()) if json else print_posts(report)
