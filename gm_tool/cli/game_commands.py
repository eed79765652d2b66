"""The commands for who writes a game: `gm new-game`, `gm fuzz`.

Like `commands` this module does without `from __future__ import annotations`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm_tool.cli import output
from gm_tool.cli.arguments import Json
from gm_tool.cli.calling import command, quoted

if TYPE_CHECKING:
    from gm_tool.app.fuzz import FuzzReport
    from gm_tool.app.new_game import NewGameReport

TOLD = 1_000
"""After so many games of the fuzzer a line says how far it is."""


def new_game(
    directory: Annotated[Path, typer.Argument(metavar="NAME", help="The folder to make; the game is called after it.")],
    json: Json = False,
) -> None:
    """Write the skeleton of a game of your own, as a package."""
    from gm_tool.app.new_game import new_game as use_case

    report = output.run(lambda: use_case(directory), json)
    output.print_json(report.as_json()) if json else _print_new_game(report)


def _print_new_game(report: "NewGameReport") -> None:
    output.say(f"{report.folder} holds a whole game, {report.game}, that is yours to change:")
    for name in report.written:
        output.say(f"  {name}")
    output.say()
    output.say(f"Its rules: {report.folder / report.rules}")
    output.say(f"Install it: pip install -e {quoted(str(report.folder))}")
    output.say(f"Test it:    python -m pytest {quoted(str(report.folder))}   (once: pip install pytest)")
    output.say(f"Play it:    {command(f'new my-first-game --game {report.game} --player Ann --player Bob')}")


def fuzz(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: `gm games` lists them.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games to play.")] = 200,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="Other games for another text.")] = "1",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Keep the games in which something is found.")
    ] = None,
    json: Json = False,
) -> None:
    """Play random games, orders good and bad, to find faults."""
    from gm_tool.app.fuzz import fuzz as use_case

    def told(number: int) -> None:
        if (number + 1) % TOLD == 0:
            output.notice(f"{number + 1} games of {games} ...")

    report = output.run(lambda: use_case(game, games, seed, save, told), json)
    output.print_json(report.as_json()) if json else _print_fuzz(report)
    raise typer.Exit(output.PROBLEMS if report.findings else output.DONE)


def _print_fuzz(report: "FuzzReport") -> None:
    from gm_tool.testing.fuzz import in_words

    told = f"{report.games:,} games of {report.game} (seed {report.seed}): {report.steps:,} steps, {report.rows:,} rows"
    output.paragraph(f"{told}. Nothing was found." if not report.findings else f"{told}. What was found:")
    for kept in report.findings:
        output.say()
        output.paragraph(in_words(kept.finding))
        if kept.folder:
            where = f" --from {quoted(f'{kept.folder}/{kept.sheet}')}" if kept.sheet else ""
            step = f" {kept.finding.step}" if kept.sheet else ""
            use = "check" if kept.sheet else "status"
            output.paragraph(f"Its game: `gm -C {quoted(kept.folder)} {use}{step}{where}`", "  ", "  ")
        elif kept.why_not:
            output.paragraph(kept.why_not, "  ", "  ")
