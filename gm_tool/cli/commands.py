"""The commands of `gm`. Heavy libraries are imported by the use cases, when one is called.

This module does without `from __future__ import annotations`: typer would have to evaluate
each annotation anew, which costs a third of the start-up.
"""

from copy import copy
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperCommand
from typer.models import CommandInfo

from gm_tool import __version__
from gm_tool.cli import (
    calling,
    correction_commands,
    game_commands,
    google_commands,
    odds_commands,
    output,
    post_commands,
    proof_commands,
    template_commands,
)
from gm_tool.cli.arguments import Command, Dialect, From, Json, Late, Resolved, Step, Tab, request_of
from gm_tool.cli.calling import named_folder

app = typer.Typer(
    name="gm",
    help="The assistant of a forum game master: orders from a sheet in, posts to paste out.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},  # gm CHECK --Json
)

_MAKING = ("new", "demo", "new-game")
"""Commands that make a game folder."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"gm {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Option("-C", metavar="DIR", help="The game folder; else the nearest upwards from here.")
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The assistant of a forum game master: orders from a sheet in, posts to paste out."""
    if folder is not None and context.invoked_subcommand in _MAKING:
        made = context.invoked_subcommand
        raise typer.BadParameter(f"-C names a game that is there. For a new one: gm {made} DIR", param_hint="-C")
    calling.remember(folder, context.invoked_subcommand or "")


@app.command()
def new(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    game: Annotated[str, typer.Option(metavar="GAME", help="Which game: `gm games` lists them.")] = "camellots",
    player: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A player, in seat order; once for each.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="The game's title on posts.")] = "",
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="A seed of 64 hex digits, for tests.")] = None,
    dialect: Dialect = None,
    language: Annotated[str, typer.Option(metavar="CODE", help="The language of posts: en or de.")] = "",
    zone: Annotated[
        str, typer.Option(metavar="ZONE", help="The time zone of the game's clock, as Europe/Berlin.")
    ] = "",
    ruling: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="Settle a ruling.")] = None,
    json: Json = False,
) -> None:
    """Make a game folder: settings, seed, pregame post, first sheet."""
    from gm_tool.app.new import new as use_case
    from gm_tool.cli.parsing import rulings_of
    from gm_tool.cli.reports import print_new

    report = output.run(
        lambda: use_case(
            directory, game, player or [], title, seed, dialect or "", zone, rulings_of(ruling or []), language
        ),
        json,
    )
    output.print_json(report.as_json()) if json else print_new(report)


@app.command()
def check(
    step: Step = None,
    file: From = None,
    tab: Tab = None,
    accept_late: Late = None,
    snapshot: Annotated[
        bool, typer.Option("--snapshot", help="Keep what was read: rows that are edited later are noticed.")
    ] = False,
    json: Json = False,
) -> None:
    """Read the orders and say what is wrong with them. Writes nothing else than a snapshot."""
    from gm_tool.app.check import check as use_case
    from gm_tool.cli.reports import print_check

    report = output.run(
        lambda: use_case(named_folder(), step, request_of(file, tab, accept_late, step), snapshot), json
    )
    output.print_json(report.as_json()) if json else print_check(report)
    raise typer.Exit(output.DONE if report.stands else output.PROBLEMS)


@app.command()
def resolve(
    step: Step = None,
    file: From = None,
    tab: Tab = None,
    accept_late: Late = None,
    invalid_as_missing: Annotated[
        bool, typer.Option("--invalid-as-missing", help="Treat orders that don't stand as not sent.")
    ] = False,
    missing: Annotated[
        list[str] | None, typer.Option("--missing", metavar="NAME", help="Turn by turn: this player misses a turn.")
    ] = None,
    json: Json = False,
) -> None:
    """Resolve a round: journal, posts, tally and the next sheet."""
    from gm_tool.app.resolve import resolve as use_case
    from gm_tool.cli.reports import print_resolve

    request = request_of(file, tab, accept_late, step)
    report = output.run(lambda: use_case(named_folder(), step, request, invalid_as_missing, missing or ()), json)
    output.print_json(report.as_json()) if json else print_resolve(report, missing or ())
    raise typer.Exit(output.DONE if report.done else output.PROBLEMS)


@app.command()
def status(json: Json = False) -> None:
    """Who has sent orders, the deadline, a reminder to paste."""
    import datetime as dt

    from gm_tool.app.status import status as use_case
    from gm_tool.cli.reports import print_status

    report = output.run(lambda: use_case(named_folder(), dt.datetime.now(dt.UTC), request_of()), json)
    output.print_json(report.as_json()) if json else print_status(report)


for command in (post_commands.show, post_commands.copy, post_commands.open_, post_commands.export, post_commands.posts):
    app.command(command.__name__.rstrip("_"))(command)


app.command()(proof_commands.tally)
app.command()(proof_commands.explain)
app.command()(proof_commands.verify)
app.command()(proof_commands.reveal)

app.command(cls=correction_commands.SettingCommand)(correction_commands.correct)
app.command()(correction_commands.reopen)
app.command(context_settings={"ignore_unknown_options": True})(correction_commands.adjust)  # -2 is an amount
app.command(cls=correction_commands.SettingCommand)(correction_commands.ruling)
app.command()(correction_commands.history)


app.command("odds")(odds_commands.odds)
app.command("new-game")(game_commands.new_game)
app.command("fuzz")(game_commands.fuzz)


@app.command()
def sheet(
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="Write it to this file instead.")] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Without limits that show what a player has: may be handed out.")
    ] = False,
    google: Annotated[
        bool, typer.Option("--google", help="Make it a tab of the Google Sheet that game.yaml names.")
    ] = False,
    json: Json = False,
) -> None:
    """Make the next round's sheet, with its drop-downs."""
    from gm_tool.app.sheet import make_online, make_sheet
    from gm_tool.app.source import patient
    from gm_tool.cli.reports import print_sheet

    if google and to is not None:
        raise typer.BadParameter("--google makes a tab, --to a file: name one of the two.")
    report = output.run(
        lambda: (
            make_online(named_folder(), patient(output.notice)) if google else make_sheet(named_folder(), to, public)
        ),
        json,
    )
    output.print_json(report.as_json()) if json else print_sheet(report)


@app.command()
def pull(file: From = None, tab: Tab = None, json: Json = False) -> None:
    """Read the next round's orders and keep a snapshot of them. Shows none."""
    from gm_tool.app.google import pull as use_case
    from gm_tool.cli.google_reports import print_pull

    report = output.run(lambda: use_case(named_folder(), request_of(file, tab)), json)
    output.print_json(report.as_json()) if json else print_pull(report)


@app.command()
def push(
    step: Resolved = None,
    to: Annotated[str, typer.Option("--to", metavar="ADDRESS", help="Write to this Google Sheet: public only.")] = "",
    json: Json = False,
) -> None:
    """Write a round to the Google Sheets that game.yaml names."""
    from gm_tool.app.google import push_step as use_case
    from gm_tool.app.source import patient
    from gm_tool.cli.google_reports import print_push

    report = output.run(lambda: use_case(named_folder(), step, to, patient(output.notice)), json)
    output.print_json(report.as_json()) if json else print_push(report)


app.add_typer(google_commands.app, name="google")
app.add_typer(template_commands.app, name="templates")


@app.command()
def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; nothing means that of this folder.")
    ] = None,
    json: Json = False,
) -> None:
    """A game's rulings: what is open, and what is in force."""
    from gm_tool.app.catalogue import rules as use_case
    from gm_tool.cli.reports import print_rules

    report = output.run(lambda: use_case(named_folder(), game), json)
    output.print_json(report.as_json()) if json else print_rules(report)


@app.command()
def games(json: Json = False) -> None:
    """The games that are installed."""
    from gm_tool.app.catalogue import games as use_case
    from gm_tool.cli.reports import print_games

    report = output.run(use_case, json)
    output.print_json(report.as_json()) if json else print_games(report)


@app.command()
def demo(
    directory: Annotated[
        Path | None, typer.Argument(metavar="DIR", help="Where to put it; nothing means ./camellots-demo.")
    ] = None,
    json: Json = False,
) -> None:
    """Copy the example game and resolve its fifth round."""
    from gm_tool.app.demo import demo as use_case
    from gm_tool.cli.reports import print_demo

    report = output.run(lambda: use_case(directory), json)
    output.print_json(report.as_json()) if json else print_demo(report)


@app.command()
def adjudicate() -> None:
    """The engine as a filter: JSON lines in, JSON lines out."""
    import os
    import sys

    from gm_tool.app.adjudicate import run

    try:
        run(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # whoever read the answers has gone; that is no failure of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


for each in (app, google_commands.app, template_commands.app):
    for registered in each.registered_commands:
        if registered.cls is TyperCommand:
            registered.cls = Command


def program(name: str = "") -> typer.Typer:
    """The program with the one command of that name, where it has it, else with all of them.

    typer makes all that a program has before it looks which one is called: a tenth of a short command's time.
    """
    commands = [command for command in app.registered_commands if _name(command) == name]
    groups = [group for group in app.registered_groups if group.name == name]
    if not commands and not groups:
        return app
    narrow = copy(app)
    narrow.registered_commands, narrow.registered_groups = commands, groups
    return narrow


def _name(command: CommandInfo) -> str:
    """What a command is called: the name that it was given, else that of its function."""
    return command.name or (command.callback.__name__ if command.callback else "")
