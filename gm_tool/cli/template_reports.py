"""What `gm templates` prints."""

from typing import TYPE_CHECKING

from gm_tool.cli.calling import command
from gm_tool.cli.output import paragraph, print_problems, say

if TYPE_CHECKING:
    from gm_tool.app.templates import CopiedReport, TemplatesReport


def print_templates(report: "TemplatesReport") -> None:
    """The files of the wording, those of the game folder marked."""
    say(f"The posts are made of these files, in the language {report.language}:")
    for name in report.files:
        say(f"  {name}{'  (your own, in templates)' if name in report.own else ''}")
    say()
    paragraph(f"Languages: {', '.join(report.languages)}. `language:` in game.yaml chooses one.")
    paragraph("To change a file: `gm templates copy NAME`")
    if report.problems:
        say()
        print_problems(report.problems)


def print_copied(report: "CopiedReport") -> None:
    """What was copied, what was there already, and what to do next."""
    for name in report.written:
        say(f"Copied: {name}")
    for name in report.kept:
        say(f"There already, and not touched: {name}")
    if report.written:
        paragraph("Change the words in any text editor and save as UTF-8; docs/wording.md tells how.")
        say(f"To see how it reads:     {command('show public')}")
        say(f"To make the posts anew:  {command('posts')}")
        say("To have gm's words back, delete the copy.")
